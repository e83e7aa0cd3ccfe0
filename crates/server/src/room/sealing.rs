//! The start of a regatta, from "everyone is ready" to the first lake: hidden salts are revealed, or the start is aborted
//! and the secret drawn again.

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

/// How long players have to reveal their salts, except in correspondence regattas.
const REVEAL_TIME: i64 = 30_000;

impl Room {
    /// Everyone is ready. Waits for hidden salts to be revealed, or starts the first race if there are none.
    pub(super) fn start(&mut self, now: i64, events: &mut Vec<RoomEvent>) -> Result<(), Refusal> {
        if self.hidden_salts().next().is_none() {
            return self.begin(now, events);
        }
        let time = match self.settings.clock {
            // A player who is away reveals at their next visit.
            Clock::Correspondence { hours } => i64::from(hours) * 3_600_000,
            Clock::None {} | Clock::Live { .. } => REVEAL_TIME,
        };
        self.emit(events, RoomEvent::Sealed { until: now + time });
        Ok(())
    }

    /// Lays the lake and starts the first race.
    fn begin(&mut self, now: i64, events: &mut Vec<RoomEvent>) -> Result<(), Refusal> {
        let seats = Seats::new(self.seats.keys().copied());
        let seats = seats.map_err(|error| Refusal::new(RefusalReason::NotReady, error.to_string()))?;
        let Settings { sides, races, .. } = self.settings;
        let setup = Setup { seats, sides, scoring: self.settings.scoring(seats.len()), races };
        let (table, story) = Table::open(&setup, self.dice())?;
        self.emit(events, RoomEvent::Started {});
        self.stage = Stage::Live(Box::new(table));
        self.tell(story, false, events);
        self.timer.fill(self.seats.iter().filter(|(_, seat)| seat.person().is_some()).map(|(color, _)| *color));
        self.end_turn(now, events);
        Ok(())
    }

    /// Seats whose salts are still hidden.
    fn hidden_salts(&self) -> impl Iterator<Item = Color> {
        let hides = |(_, seat): &(&Color, &Seat)| seat.person().is_some_and(|person| person.hides_salt());
        self.seats.iter().filter(hides).map(|(color, _)| *color)
    }

    pub(super) fn reveal(
        &mut self,
        color: Color,
        salt: &Salt,
        now: i64,
        events: &mut Vec<RoomEvent>,
    ) -> Result<(), Refusal> {
        if self.sealed.is_none() {
            return Err(Refusal::new(RefusalReason::NotReady, "Keep your salt secret until everyone is ready."));
        }
        let person = self.seats.get(&color).and_then(Seat::person);
        match person.filter(|person| person.hides_salt()).and_then(|person| person.seal.as_deref()) {
            None => return Ok(()),
            Some(seal) if fair::seal(salt.as_str()) != seal => {
                return Err(Refusal::new(
                    RefusalReason::BadRequest,
                    "This salt does not match the seal you sent before.",
                ));
            }
            Some(_) => self.emit(events, RoomEvent::Revealed { color, salt: salt.as_str().to_owned() }),
        }
        if self.hidden_salts().next().is_none() { self.begin(now, events) } else { Ok(()) }
    }

    /// Aborts the start because somebody left or did not reveal in time. These seats are vacated. The secret and all salts
    /// are drawn again, so that nobody who knows the other salts can choose between two sets of dice.
    pub(super) fn unseal(&mut self, vacated: Vec<Color>, random: Random, now: i64, events: &mut Vec<RoomEvent>) {
        let secret = Secret::new(random());
        let stays = |(color, seat): (&Color, &Seat)| {
            let stays = seat.person().is_some() && !vacated.contains(color);
            stays.then_some(*color)
        };
        let stay: Vec<Color> = self.seats.iter().filter_map(stays).collect();
        let salts = stay.into_iter().map(|color| (color, Salt::drawn(random()).as_str().to_owned())).collect();
        let revealed = self.secrets[0].reveal();
        let commitment = secret.commitment();
        (self.secrets, self.drawn_at) = (vec![secret], now);
        let hosted = vacated.iter().any(|color| self.seat_of(&self.host) == Some(*color));
        self.emit(events, RoomEvent::Unsealed { vacated, secret: revealed, commitment, salts });
        self.replace_host(hosted, events);
    }

    /// Seats whose players did not reveal in time.
    pub(super) fn not_revealed(&self) -> Vec<Color> {
        self.hidden_salts().collect()
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

    /// Appoints another host if the host left, or closes the room if nobody is left.
    pub(super) fn replace_host(&mut self, host_left: bool, events: &mut Vec<RoomEvent>) {
        let another = self.seats.values().find_map(|seat| seat.person().map(|person| person.player.clone()));
        match another {
            Some(another) if host_left => self.emit(events, RoomEvent::Hosted { host: another }),
            None => self.emit(events, RoomEvent::Closed {}),
            Some(_) => {}
        }
    }

    /// After a restore from a backup: players may have seen rolls that this room has yet to make, so all further rolls use
    /// a new secret. Does nothing once the regatta is over.
    pub fn redraw(&mut self, random: Random, now: i64) -> Vec<RoomEvent> {
        let mut events = Vec::new();
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
            Stage::Over(_) | Stage::Closed => return events,
        };
        self.drawn_at = now;
        self.emit(&mut events, RoomEvent::Redrawn { commitment, from });
        let dice = self.dice();
        if let Stage::Live(table) = &mut self.stage {
            table.take_dice(dice);
        }
        events
    }
}
