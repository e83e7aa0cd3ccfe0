//! A cheap client that plays all four boats of a room. It searches the server's messages for the few fields it needs
//! instead of parsing them, so that thousands of rooms can run on the same machine as the server.

use crate::{
    DrillError,
    client::{
        api::{ApiClient, Guest, join, ready},
        websocket::WebSocket,
    },
};
use memchr::memmem;
use powerboats_pilots::QuickRandom;
use powerboats_referee::LegalView;
use powerboats_rules::{Draw, Hex, Steer};
use serde_json::json;
use std::fmt::Write;

/// Seats in each room.
pub const SEATS: usize = 4;

/// What the boats try to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Move with one die. Once damaged, stay in place, so that the regatta goes on.
    KeepRacing,
    /// Run onto the rocks, so that the regatta ends.
    Sink,
}

struct Boat {
    socket: WebSocket,
    /// The dice as the server writes them: `3,1`.
    hand: String,
    dice: usize,
    is_damaged: bool,
    /// Whether it has sunk or finished.
    is_out: bool,
}

/// A room and the connections of its four players.
pub struct LoadClient {
    /// The boats in order of play.
    boats: Vec<Boat>,
    turn: usize,
    /// The headings that the boat may take after its roll.
    options: Vec<Steer>,
    acted: u64,
    /// The last `events` message before the last acknowledgement.
    events: Vec<u8>,
    /// The message to send.
    line: String,
    draw: QuickRandom,
}

/// Whether the regatta is over after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Live,
    Over,
}

impl LoadClient {
    /// Creates four guests, who open a regatta of one race, take their seats and place their boats.
    pub async fn open(api: ApiClient, number: u64) -> Result<LoadClient, DrillError> {
        let mut guests: Vec<Guest> = Vec::new();
        for seat in 0..SEATS {
            guests.push(api.new_guest(&format!("Boat {number}-{seat}")).await?);
        }
        let id = api.open_regatta(&guests[0], &json!({ "seats": SEATS, "races": 1 })).await?;
        for guest in &guests[1..] {
            api.act(guest, &id, "join", join()).await?;
        }
        for guest in &guests {
            api.act(guest, &id, "ready", ready()).await?;
        }
        let snapshot = api.snapshot(&guests[0], &id).await?;
        let order = snapshot.state.map(|state| state.boats).unwrap_or_default();
        let Some(LegalView::Places { places }) = snapshot.legal else {
            return Err(DrillError::broken("the race does not begin with the placing of a boat"));
        };
        let mut boats = Vec::new();
        for boat in order {
            let seat = snapshot.regatta.seats.iter().find(|seat| seat.color == boat.color);
            let guest = guests.iter().find(|guest| seat.is_some_and(|seat| seat.player.as_ref() == Some(&guest.id)));
            let socket = api.socket(guest, &id, snapshot.seq).await?;
            boats.push(Boat { socket, hand: String::new(), dice: 0, is_damaged: false, is_out: false });
        }
        let draw = QuickRandom::new(number);
        let (options, events, line) = (Vec::new(), Vec::new(), String::new());
        let mut room = LoadClient { boats, turn: 0, options, acted: 0, events, line, draw };
        room.place(&places).await?;
        Ok(room)
    }

    /// Places all boats. The starter places last.
    async fn place(&mut self, places: &[Hex]) -> Result<(), DrillError> {
        for (turn, place) in (0..self.boats.len()).rev().zip(places) {
            self.turn = turn;
            self.act(|line, _| write!(line, r#"{{"type":"place","at":"{place}","heading":"E"}}"#)).await?;
        }
        Ok(())
    }

    /// Performs the next action of the player whose turn it is.
    pub async fn step(&mut self, goal: Goal) -> Result<Step, DrillError> {
        match self.options.is_empty() {
            true => self.choose_dice(goal).await.map(|()| Step::Live),
            false => self.steer().await,
        }
    }

    async fn choose_dice(&mut self, goal: Goal) -> Result<(), DrillError> {
        self.act(|line, boat| match goal {
            Goal::Sink => write!(line, r#"{{"type":"dice","hold":[{}],"count":{}}}"#, boat.hand, boat.dice + 1),
            Goal::KeepRacing if boat.is_damaged => write!(line, r#"{{"type":"dice","hold":[],"count":0}}"#),
            Goal::KeepRacing => write!(line, r#"{{"type":"dice","hold":[],"count":1}}"#),
        })
        .await?;
        let boat = &mut self.boats[self.turn];
        let rolled = after(&self.events, br#""type":"rolled""#).unwrap_or_default();
        let hand = after(rolled, br#""dice":["#).and_then(|text| text.split(|byte| *byte == b']').next());
        boat.hand = String::from_utf8_lossy(hand.unwrap_or_default()).into_owned();
        boat.dice = boat.hand.split(',').filter(|die| !die.is_empty()).count();
        let mut rest = after(rolled, br#""options":["#).unwrap_or_default();
        while let Some(option) = after(rest, br#""to":""#) {
            self.options.extend(Steer::ALL.into_iter().find(|steer| option.starts_with(steer.name().as_bytes())));
            rest = option;
        }
        if self.options.is_empty() {
            return Err(DrillError::broken(format_args!(
                "a roll has no options: {}",
                String::from_utf8_lossy(&self.events)
            )));
        }
        Ok(())
    }

    async fn steer(&mut self) -> Result<Step, DrillError> {
        let to = self.options[self.draw.below(self.options.len() as u32) as usize];
        self.options.clear();
        self.act(|line, _| write!(line, r#"{{"type":"steer","to":"{to}"}}"#)).await?;
        let moved = after(&self.events, br#""type":"moved""#).unwrap_or_default();
        let contains = |text: &[u8]| memmem::find(moved, text).is_some();
        let boat = &mut self.boats[self.turn];
        if contains(br#""crash":true"#) {
            (boat.is_damaged, boat.dice) = (true, 0);
            boat.hand.clear();
        }
        boat.is_out = contains(br#""sunk":true"#) || contains(br#""finished":true"#);
        if contains(br#""type":"over""#) {
            return Ok(Step::Over);
        }
        loop {
            self.turn = (self.turn + 1) % self.boats.len();
            if !self.boats[self.turn].is_out {
                return Ok(Step::Live);
            }
        }
    }

    /// Sends an action and waits until it is acknowledged. The server sends the events of an action just before its
    /// acknowledgement; earlier messages are about the other players. Each socket is read only when its player acts.
    async fn act(&mut self, write: impl Fn(&mut String, &Boat) -> std::fmt::Result) -> Result<(), DrillError> {
        let LoadClient { boats, turn, acted, events, line, .. } = self;
        let boat = &mut boats[*turn];
        *acted += 1;
        line.clear();
        write!(line, r#"{{"type":"act","id":"{acted}","action":"#).expect("writing to a string cannot fail");
        write(line, boat).expect("writing to a string cannot fail");
        line.push('}');
        boat.socket.send(line).await?;
        loop {
            let message = boat.socket.next().await?;
            if message.starts_with(br#"{"type":"ack""#) {
                return Ok(());
            }
            if message.starts_with(br#"{"type":"events""#) {
                events.clear();
                events.extend_from_slice(message);
            }
            if message.starts_with(br#"{"type":"refused""#) || message.starts_with(br#"{"type":"bye""#) {
                let body = String::from_utf8_lossy(message).into_owned();
                return Err(DrillError::UnexpectedAnswer { request: line.clone(), status: 0, body });
            }
        }
    }
}

/// The text after the first occurrence of `pattern`.
fn after<'a>(text: &'a [u8], pattern: &[u8]) -> Option<&'a [u8]> {
    memmem::find(text, pattern).map(|at| &text[at + pattern.len()..])
}
