//! From "everybody is ready" to the first lake: hidden salts are revealed, and secrets are drawn anew.

use crate::room::{Random, Room, Stage};
use crate::{
    people::Salt,
    room::{
        action::{Refusal, RefusalReason},
        event::RoomEvent,
        seat::Seat,
        settings::{Clock, Settings},
    },
};
use powerboats_referee::{Secret, Setup, Table, fair};
use powerboats_rules::{Color, Seats};
use std::collections::BTreeMap;

/// How long players have to reveal their salts, where a turn does not take hours anyway.
const REVEAL: i64 = 30_000;

impl Room {
    /// Everybody is ready. If salts are hidden, the table is sealed until they are revealed; else the race begins.
    pub(super) fn start(&mut self, now: i64, happened: &mut Vec<RoomEvent>) -> Result<(), Refusal> {
        if self.hiding().next().is_none() {
            return self.begin(now, happened);
        }
        let time = match self.settings.clock {
            // Whoever is away finds the sealed table when they next look.
            Clock::Correspondence { hours } => i64::from(hours) * 3_600_000,
            Clock::None {} | Clock::Live { .. } => REVEAL,
        };
        self.happen(happened, RoomEvent::Sealed { until: now + time });
        Ok(())
    }

    /// Lays the lake.
    fn begin(&mut self, now: i64, happened: &mut Vec<RoomEvent>) -> Result<(), Refusal> {
        let seats = Seats::new(self.seats.keys().copied());
        let seats = seats.map_err(|error| Refusal::new(RefusalReason::NotReady, error.to_string()))?;
        let Settings { sides, races, .. } = self.settings;
        let setup = Setup { seats, sides, scoring: self.settings.scoring(seats.len()), races };
        let (table, story) = Table::open(&setup, self.dice())?;
        self.happen(happened, RoomEvent::Started {});
        self.stage = Stage::Live(Box::new(table));
        happened.extend(story.into_iter().map(|happening| RoomEvent::Game { happening }));
        self.timer.fill(self.seats.iter().filter(|(_, seat)| seat.person().is_some()).map(|(color, _)| *color));
        self.turn_over(now, happened);
        Ok(())
    }

    /// Seats whose salts are still hidden.
    fn hiding(&self) -> impl Iterator<Item = Color> {
        let hides = |(_, seat): &(&Color, &Seat)| seat.person().is_some_and(|person| person.hides_salt());
        self.seats.iter().filter(hides).map(|(color, _)| *color)
    }

    pub(super) fn reveal(
        &mut self,
        color: Color,
        salt: &Salt,
        now: i64,
        happened: &mut Vec<RoomEvent>,
    ) -> Result<(), Refusal> {
        if self.sealed.is_none() {
            return Err(Refusal::new(RefusalReason::NotReady, "Keep your salt to yourself until everybody is ready."));
        }
        let person = self.seats.get(&color).and_then(Seat::person);
        match person.filter(|person| person.hides_salt()).and_then(|person| person.seal.as_deref()) {
            None => return Ok(()),
            Some(seal) if fair::seal(salt.as_str()) != seal => {
                return Err(Refusal::new(
                    RefusalReason::BadRequest,
                    "This salt does not fit the seal you gave before.",
                ));
            }
            Some(_) => self.happen(happened, RoomEvent::Revealed { color, salt: salt.as_str().to_owned() }),
        }
        if self.hiding().next().is_none() { self.begin(now, happened) } else { Ok(()) }
    }

    /// The time to reveal is up, or somebody left: these seats are vacated, and all that goes into the dice is drawn
    /// anew, so that nobody who knows the other salts can choose which dice to play with.
    pub(super) fn unseal(&mut self, vacated: Vec<Color>, random: Random, now: i64, happened: &mut Vec<RoomEvent>) {
        let secret = Secret::new(random());
        let stays = |(color, seat): (&Color, &Seat)| {
            let stays = seat.person().is_some() && !vacated.contains(color);
            stays.then_some(*color)
        };
        let stay: Vec<Color> = self.seats.iter().filter_map(stays).collect();
        let salts = stay.into_iter().map(|color| (color, Salt::drawn(random()).as_str().to_owned())).collect();
        let told = self.secrets[0].reveal();
        let commitment = secret.commitment();
        (self.secrets, self.drawn_at) = (vec![secret], now);
        let hosted = vacated.iter().any(|color| self.seat_of(&self.host) == Some(*color));
        self.happen(happened, RoomEvent::Unsealed { vacated, secret: told, commitment, salts });
        self.replace_host(hosted, happened);
    }

    /// Seats whose players did not reveal in time.
    pub(super) fn not_revealed(&self) -> Vec<Color> {
        self.hiding().collect()
    }

    pub(super) fn apply_unsealed(&mut self, vacated: &[Color], salts: &BTreeMap<Color, String>) {
        self.sealed = None;
        self.aborted.extend(vacated);
        vacated.iter().for_each(|color| drop(self.seats.remove(color)));
        for (color, seat) in &mut self.seats {
            if let Some(person) = seat.person_mut() {
                (person.ready, person.seal) = (false, None);
                person.salt = salts.get(color).cloned().unwrap_or_default();
            }
        }
    }

    /// The host's seat is empty: somebody else decides, or the room is closed if nobody is left.
    pub(super) fn replace_host(&mut self, host_left: bool, happened: &mut Vec<RoomEvent>) {
        let another = self.seats.values().find_map(|seat| seat.person().map(|person| person.player.clone()));
        match another {
            Some(another) if host_left => self.happen(happened, RoomEvent::Hosted { host: another }),
            None => self.happen(happened, RoomEvent::Closed {}),
            Some(_) => {}
        }
    }

    /// The server was restored from a backup: players may have seen dice that this room has yet to roll, so they come
    /// from another secret from now on. Nothing if the regatta is over.
    pub fn redraw(&mut self, random: Random, now: i64) -> Vec<RoomEvent> {
        let mut happened = Vec::new();
        let secret = Secret::new(random());
        let commitment = secret.commitment();
        let from = match &self.stage {
            Stage::Open => {
                self.secrets = vec![secret];
                0
            }
            Stage::Live(table) => {
                let from = table.decided().unwrap_or(0);
                self.secrets.push(secret);
                from
            }
            Stage::Over(_) | Stage::Closed => return happened,
        };
        self.drawn_at = now;
        self.happen(&mut happened, RoomEvent::Redrawn { commitment, from });
        let dice = self.dice();
        if let Stage::Live(table) = &mut self.stage {
            table.take_dice(dice);
        }
        happened
    }
}
