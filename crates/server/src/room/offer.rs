//! The seats of an open regatta: which are free, which are reserved, and how long it waits.

use crate::{
    ids::PlayerId,
    room::{
        Room, Stage,
        action::{Refusal, RefusalReason},
        event::{Offer, RoomEvent},
        seat::Seat,
    },
};
use powerboats_rules::Color;

/// The fewest people in a rated regatta.
const RATED_PEOPLE: usize = 2;

pub(super) fn too_few_people() -> Refusal {
    Refusal::new(RefusalReason::TooFewPeople, "A rated regatta needs at least two people.")
}

impl Room {
    /// Reserves seats, for a rematch or a challenge.
    pub fn offer(&mut self, offer: Offer) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        self.emit(&mut events, RoomEvent::Offered { offer });
        events
    }

    /// Seats that are reserved for players who have not come yet.
    pub fn reserved(&self) -> impl Iterator<Item = (Color, &PlayerId)> {
        let open = matches!(self.stage, Stage::Open);
        let offer = self.offer.iter().filter(move |_| open);
        let all = offer.flat_map(|offer| offer.to.iter().map(|(color, player)| (*color, player)));
        all.filter(|(color, player)| self.seat_of(player).is_none() && !self.seats.contains_key(color))
    }

    /// When an open regatta closes unless something happens in it.
    pub fn closes_at(&self) -> i64 {
        self.last_at + i64::from(self.settings.open_hours) * 3_600_000
    }

    /// When an open regatta next does something by itself.
    pub fn waits_open_until(&self) -> i64 {
        let accept_by = self.offer.as_ref().and_then(|offer| offer.until);
        accept_by.map_or(self.closes_at(), |until| until.min(self.closes_at()))
    }

    /// Ends an offer whose time is over, or closes a regatta in which nothing has happened for long.
    pub(super) fn end_waiting(&mut self, now: i64, events: &mut Vec<RoomEvent>) {
        let accept_by = self.offer.as_ref().and_then(|offer| offer.until);
        if accept_by.is_some_and(|until| until <= now) {
            let rematch = self.offer.as_ref().is_some_and(|offer| offer.of.is_some());
            self.emit(events, RoomEvent::OfferOver {});
            if rematch && self.seats.len() >= 2 && self.any_ready() && self.all_ready() && self.has_enough_people() {
                // It can only be refused for too few boats.
                drop(self.start(now, events));
            }
        } else if self.closes_at() <= now {
            self.emit(events, RoomEvent::Closed {});
        }
    }

    /// Closes a regatta that was opened long ago, by a version that did not store when it closes.
    pub fn close_forgotten(&mut self, now: i64) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        if matches!(self.stage, Stage::Open) && self.closes_at() <= now {
            self.emit(&mut events, RoomEvent::Closed {});
        }
        events
    }

    /// Starts if all seats are taken, or if everyone has answered to a rematch, and everyone is ready.
    pub(super) fn start_if_complete(&mut self, now: i64, events: &mut Vec<RoomEvent>) -> Result<(), Refusal> {
        let rematch = self.offer.as_ref().is_some_and(|offer| offer.of.is_some());
        let answered = rematch && self.reserved().next().is_none() && self.seats.len() >= 2;
        if (self.is_full() || answered) && self.any_ready() && self.all_ready() && self.has_enough_people() {
            self.start(now, events)
        } else {
            Ok(())
        }
    }

    /// A free seat for a player, or for a pilot.
    pub(super) fn free_seat(&self, player: Option<&PlayerId>, wish: Option<Color>) -> Result<Color, Refusal> {
        let full = |message| Err(Refusal::new(RefusalReason::NoSeat, message));
        if self.is_full() {
            return full("All seats are taken.");
        }
        if let Some(reserved) = self.reserved().find(|(_, other)| player == Some(*other)).map(|(color, _)| color) {
            return if wish.is_none_or(|wish| wish == reserved) { Ok(reserved) } else { self.free_color(wish) };
        }
        if self.seats.len() + self.reserved().count() >= usize::from(self.settings.seats) {
            return full("The free seats are reserved for other players.");
        }
        self.free_color(wish)
    }

    pub(super) fn free_color(&self, wish: Option<Color>) -> Result<Color, Refusal> {
        let reserved: Vec<Color> = self.reserved().map(|(color, _)| color).collect();
        let free = |color: &Color| !self.seats.contains_key(color) && !reserved.contains(color);
        match wish {
            Some(color) if free(&color) => Ok(color),
            Some(color) => {
                Err(Refusal::new(RefusalReason::SeatTaken, format!("The {color} seat is taken. Choose another one.")))
            }
            None => Color::ALL
                .into_iter()
                .find(free)
                .ok_or_else(|| Refusal::new(RefusalReason::NoSeat, "All seats are taken.")),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.seats.len() >= usize::from(self.settings.seats)
    }

    pub(super) fn all_ready(&self) -> bool {
        self.seats.values().all(|seat| seat.person().is_none_or(|person| person.ready))
    }

    /// Whether any person is ready: a regatta of pilots alone does not start by itself.
    pub(super) fn any_ready(&self) -> bool {
        self.seats.values().any(|seat| seat.person().is_some_and(|person| person.ready))
    }

    /// Whether enough people have seats: a rated regatta needs two.
    pub(super) fn has_enough_people(&self) -> bool {
        !self.settings.rated || self.seats.values().filter_map(Seat::person).count() >= RATED_PEOPLE
    }

    /// A free seat for a pilot. A rated regatta keeps two seats for people.
    pub(super) fn pilot_seat(&self, wish: Option<Color>) -> Result<Color, Refusal> {
        let color = self.free_seat(None, wish)?;
        let pilots = self.seats.values().filter(|seat| seat.person().is_none()).count();
        if self.settings.rated && pilots + 1 + RATED_PEOPLE > usize::from(self.settings.seats) {
            return Err(too_few_people());
        }
        Ok(color)
    }

    /// Moves the seat of a guest, and the host's role, to the account that the guest has signed in to.
    pub(super) fn transfer(&mut self, guest: &PlayerId, account: &PlayerId) -> Result<Vec<RoomEvent>, Refusal> {
        let mut events = Vec::new();
        let seat = self.seat_of(guest);
        if seat.is_some() && self.seat_of(account).is_some() {
            return Err(Refusal::new(RefusalReason::AlreadySeated, "The account already has a seat in this regatta."));
        }
        if self.kicked.contains(account) {
            return Err(Refusal::new(RefusalReason::Forbidden, "The host removed the account from this regatta."));
        }
        if let Some(color) = seat {
            self.emit(&mut events, RoomEvent::Reseated { color, player: account.clone() });
        }
        if self.host == *guest && !matches!(self.stage, Stage::Closed) {
            self.emit(&mut events, RoomEvent::Hosted { host: account.clone() });
        }
        Ok(events)
    }
}
