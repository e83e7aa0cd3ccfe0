//! A room of four whose players sail about without a plan: they look for the few words they need in what they are told,
//! so that thousands of rooms can be driven beside the server.

use crate::{
    Trouble,
    site::{Guest, Site, join, ready},
    wire::Wire,
};
use memchr::memmem;
use powerboats_pilots::QuickRandom;
use powerboats_referee::LegalView;
use powerboats_rules::{Draw, Hex, Steer};
use serde_json::json;
use std::fmt::Write;

/// Seats in each room.
pub const SEATS: usize = 4;

/// Where everybody is heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    /// About the lake with one die, as long as nothing happens; then lie where one is.
    Cruise,
    /// Onto the rocks, so that the regatta ends.
    Wreck,
}

struct Boat {
    wire: Wire,
    /// Dice as they are written: `3,1`.
    hand: String,
    dice: usize,
    is_damaged: bool,
    /// Sunk or finished.
    is_out: bool,
}

/// A room and its four connections.
pub struct Runabout {
    /// In order of play.
    boats: Vec<Boat>,
    turn: usize,
    /// The headings of whoever has rolled.
    options: Vec<Steer>,
    acted: u64,
    /// What came of the last action.
    heard: Vec<u8>,
    line: String,
    draw: QuickRandom,
}

/// How it went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It goes on.
    Going,
    /// The regatta is over.
    Over,
}

impl Runabout {
    /// Four guests come, open a regatta of one race, sit down, and place their boats.
    pub async fn launch(site: Site, number: usize) -> Result<Runabout, Trouble> {
        let mut guests: Vec<Guest> = Vec::new();
        for seat in 0..SEATS {
            guests.push(site.guest(&format!("Boat {number}-{seat}")).await?);
        }
        let id = site.open(&guests[0], &json!({ "seats": SEATS, "races": 1 })).await?;
        for guest in &guests[1..] {
            site.act(guest, &id, "join", join()).await?;
        }
        for guest in &guests {
            site.act(guest, &id, "ready", ready()).await?;
        }
        let snapshot = site.look(&guests[0], &id).await?;
        let order = snapshot.state.map(|state| state.boats).unwrap_or_default();
        let Some(LegalView::Places { places }) = snapshot.legal else {
            return Err(Trouble::broken("no boat is to be placed at the start"));
        };
        let mut boats = Vec::new();
        for boat in order {
            let seat = snapshot.regatta.seats.iter().find(|seat| seat.color == boat.color);
            let guest = guests.iter().find(|guest| seat.is_some_and(|seat| seat.player.as_ref() == Some(&guest.id)));
            let wire = site.socket(guest, &id, snapshot.seq).await?;
            boats.push(Boat { wire, hand: String::new(), dice: 0, is_damaged: false, is_out: false });
        }
        let draw = QuickRandom::new(number as u64);
        let (options, heard, line) = (Vec::new(), Vec::new(), String::new());
        let mut room = Runabout { boats, turn: 0, options, acted: 0, heard, line, draw };
        room.place(&places).await?;
        Ok(room)
    }

    /// The start player places last.
    async fn place(&mut self, places: &[Hex]) -> Result<(), Trouble> {
        for (turn, place) in (0..self.boats.len()).rev().zip(places) {
            self.turn = turn;
            self.act(|line, _| write!(line, r#"{{"type":"place","at":"{place}","heading":"E"}}"#)).await?;
        }
        Ok(())
    }

    /// The next action of whoever has the turn, answered.
    pub async fn step(&mut self, errand: Errand) -> Result<Step, Trouble> {
        match self.options.is_empty() {
            true => self.choose(errand).await.map(|()| Step::Going),
            false => self.steer().await,
        }
    }

    async fn choose(&mut self, errand: Errand) -> Result<(), Trouble> {
        self.act(|line, boat| match errand {
            Errand::Wreck => write!(line, r#"{{"type":"dice","hold":[{}],"count":{}}}"#, boat.hand, boat.dice + 1),
            Errand::Cruise if boat.is_damaged => write!(line, r#"{{"type":"dice","hold":[],"count":0}}"#),
            Errand::Cruise => write!(line, r#"{{"type":"dice","hold":[],"count":1}}"#),
        })
        .await?;
        let boat = &mut self.boats[self.turn];
        let rolled = after(&self.heard, br#""type":"rolled""#).unwrap_or_default();
        let hand = after(rolled, br#""dice":["#).and_then(|text| text.split(|byte| *byte == b']').next());
        boat.hand = String::from_utf8_lossy(hand.unwrap_or_default()).into_owned();
        boat.dice = boat.hand.split(',').filter(|die| !die.is_empty()).count();
        let mut rest = after(rolled, br#""options":["#).unwrap_or_default();
        while let Some(option) = after(rest, br#""to":""#) {
            self.options.extend(Steer::ALL.into_iter().find(|steer| option.starts_with(steer.name().as_bytes())));
            rest = option;
        }
        if self.options.is_empty() {
            return Err(Trouble::broken(format_args!("no options: {}", String::from_utf8_lossy(&self.heard))));
        }
        Ok(())
    }

    async fn steer(&mut self) -> Result<Step, Trouble> {
        let to = self.options[self.draw.below(self.options.len() as u32) as usize];
        self.options.clear();
        self.act(|line, _| write!(line, r#"{{"type":"steer","to":"{to}"}}"#)).await?;
        let moved = after(&self.heard, br#""type":"moved""#).unwrap_or_default();
        let says = |words: &[u8]| memmem::find(moved, words).is_some();
        let boat = &mut self.boats[self.turn];
        if says(br#""crash":true"#) {
            (boat.is_damaged, boat.dice) = (true, 0);
            boat.hand.clear();
        }
        boat.is_out = says(br#""sunk":true"#) || says(br#""finished":true"#);
        if says(br#""type":"over""#) {
            return Ok(Step::Over);
        }
        loop {
            self.turn = (self.turn + 1) % self.boats.len();
            if !self.boats[self.turn].is_out {
                return Ok(Step::Going);
            }
        }
    }

    /// Sends an action and waits until it is acknowledged. What comes of an action is told just before that; whatever
    /// came earlier is of others. Their sockets are read when it is their turn.
    async fn act(&mut self, write: impl Fn(&mut String, &Boat) -> std::fmt::Result) -> Result<(), Trouble> {
        let Runabout { boats, turn, acted, heard, line, .. } = self;
        let boat = &mut boats[*turn];
        *acted += 1;
        line.clear();
        write!(line, r#"{{"type":"act","id":"{acted}","action":"#).expect("a string takes everything");
        write(line, boat).expect("a string takes everything");
        line.push('}');
        boat.wire.send(line).await?;
        loop {
            let message = boat.wire.next().await?;
            if message.starts_with(br#"{"type":"ack""#) {
                return Ok(());
            }
            if message.starts_with(br#"{"type":"events""#) {
                heard.clear();
                heard.extend_from_slice(message);
            }
            if message.starts_with(br#"{"type":"refused""#) || message.starts_with(br#"{"type":"bye""#) {
                let answer = String::from_utf8_lossy(message).into_owned();
                return Err(Trouble::Answer { asked: line.clone(), status: 0, answer });
            }
        }
    }
}

/// What follows these words.
fn after<'a>(text: &'a [u8], words: &[u8]) -> Option<&'a [u8]> {
    memmem::find(text, words).map(|at| &text[at + words.len()..])
}
