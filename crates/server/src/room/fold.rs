//! How each event changes the room.

use crate::room::{
    Room, Stage,
    absence::Pause,
    event::{ChatSide, Ending, RoomEvent},
    seat::{Person, Seat},
};
use powerboats_referee::Happening;
use powerboats_rules::Color;

impl Room {
    /// Updates seats, counts and stage after an event of the game.
    pub(super) fn after_happening(&mut self, happening: &Happening, stand_in: bool) {
        if stand_in {
            self.stand_in_story.push(self.story);
        }
        self.story += 1;
        match happening {
            Happening::Rolled { .. } => self.stand_in_turn = stand_in,
            Happening::Placed { color, .. } | Happening::Moved { color, .. } => {
                let stand_in = std::mem::take(&mut self.stand_in_turn) || stand_in;
                self.end_turn_of(*color, stand_in, matches!(happening, Happening::Moved { .. }));
            }
            Happening::Resigned { color } => {
                self.stand_in_turn = false;
                if let Some(person) = self.person(*color) {
                    (person.plan, person.stand_in, person.away) = (None, false, false);
                }
                self.drop_votes_about(*color);
            }
            Happening::Over { .. } => self.close_table(),
            Happening::Lake { .. }
            | Happening::Race { .. }
            | Happening::Retired { .. }
            | Happening::RaceOver { .. } => {}
        }
    }

    fn end_turn_of(&mut self, color: Color, stand_in: bool, moved: bool) {
        if let Some(person) = self.person(color) {
            person.plan = None;
            person.stand_in = false;
        }
        match &mut self.stage {
            Stage::Live(table) if stand_in => table.mark_stand_in(color),
            _ => self.drop_votes_about(color),
        }
        if stand_in && moved {
            *self.stand_ins.entry(color).or_default() += 1;
        }
    }

    /// The races are over.
    fn close_table(&mut self) {
        if let Stage::Live(mut table) = std::mem::replace(&mut self.stage, Stage::Closed) {
            table.drop_dice();
            self.stage = Stage::Over(table);
        }
        (self.break_until, self.paused) = (None, None);
        self.votes.clear();
        self.timer.stop();
    }

    pub(super) fn person(&mut self, color: Color) -> Option<&mut Person> {
        self.seats.get_mut(&color).and_then(Seat::person_mut)
    }

    /// Applies an event that is not part of the game itself.
    pub(super) fn apply(&mut self, what: &RoomEvent) {
        match what {
            RoomEvent::Joined { color, player, salt, seal } => {
                self.seats.insert(*color, Seat::Person(Person::new(player.clone(), salt.clone(), seal.clone())));
            }
            RoomEvent::Reseated { color, player } => {
                if let Some(person) = self.person(*color) {
                    person.player = player.clone();
                }
            }
            RoomEvent::PilotSeated { color, pilot } => {
                self.seats.insert(*color, Seat::Pilot(pilot.clone()));
            }
            RoomEvent::Unseated { color } => {
                self.seats.remove(color);
            }
            RoomEvent::Kicked { color, player } => {
                self.seats.remove(color);
                self.kicked.insert(player.clone());
            }
            RoomEvent::Recolored { from, to } => {
                if let Some(seat) = self.seats.remove(from) {
                    self.seats.insert(*to, seat);
                }
            }
            RoomEvent::Ready { color, ready, seal } => {
                if let Some(person) = self.person(*color) {
                    person.ready = *ready;
                    if seal.is_some() {
                        (person.salt, person.seal) = (String::new(), seal.clone());
                    }
                }
            }
            RoomEvent::Sealed { until } => self.sealed = Some(*until),
            RoomEvent::Revealed { color, salt } => {
                if let Some(person) = self.person(*color) {
                    person.salt = salt.clone();
                }
            }
            RoomEvent::Unsealed { vacated, salts, .. } => self.apply_unsealed(vacated, salts),
            RoomEvent::Redrawn { from, .. } => {
                if let Stage::Live(_) = self.stage {
                    self.redrawn.push(*from);
                }
            }
            RoomEvent::Started {} => (self.sealed, self.offer) = (None, None),
            RoomEvent::Hosted { host } => self.host = host.clone(),
            RoomEvent::Clock { color, until, banks, starts } => self.timer.run(*color, *until, *starts, banks),
            RoomEvent::Break { until } => {
                self.break_until = Some(*until);
                let people = self.seats.values_mut().filter_map(Seat::person_mut);
                people.for_each(|person| person.ready = false);
            }
            RoomEvent::BreakOver {} => self.break_until = None,
            RoomEvent::Paused { since, expires, why } => {
                self.paused = Some(Pause { since: *since, expires: *expires, why: *why });
                self.votes.clear();
                self.timer.halt(*since);
            }
            RoomEvent::Resumed {} => self.paused = None,
            RoomEvent::Voted { color, motion, yes, until } => self.apply_voted(*color, *motion, *yes, *until),
            RoomEvent::Ended { why } => {
                self.ended = Some(*why);
                self.close_table();
            }
            RoomEvent::Annulled {} => self.ended = Some(Ending::Annulled),
            RoomEvent::Offered { offer } => {
                self.invited.extend(offer.to.values().cloned());
                self.offer = Some(offer.clone());
            }
            RoomEvent::Declined { player } => {
                if let Some(offer) = &mut self.offer {
                    offer.to.retain(|_, other| other != player);
                }
            }
            RoomEvent::OfferOver {} => self.offer = None,
            RoomEvent::TimedOut { color } => {
                if let Some(person) = self.person(*color) {
                    person.timeouts = person.timeouts.saturating_add(1);
                    person.stand_in = true;
                }
                self.timer.empty(*color);
            }
            RoomEvent::TakenOver { color, why } => {
                if let Some(person) = self.person(*color) {
                    (person.away, person.absence) = (true, *why);
                    person.plan = None;
                }
                self.drop_votes_about(*color);
            }
            RoomEvent::Back { color } => {
                // A pilot that has begun a turn also finishes it; otherwise nobody's clock would run.
                if let Some(person) = self.person(*color) {
                    (person.away, person.timeouts) = (false, 0);
                }
                self.drop_votes_about(*color);
            }
            RoomEvent::Planned { color, plan } => {
                if let Some(person) = self.person(*color) {
                    person.plan = plan.clone();
                }
            }
            RoomEvent::PlanDropped { color, .. } => {
                if let Some(person) = self.person(*color) {
                    person.plan = None;
                }
            }
            RoomEvent::AutoSteer { color, on } => {
                if let Some(person) = self.person(*color) {
                    person.auto_steer = *on;
                }
            }
            RoomEvent::Muted { player, muted: true } => drop(self.muted.insert(player.clone())),
            RoomEvent::Muted { player, muted: false } => drop(self.muted.remove(player)),
            RoomEvent::Rematch { regatta } => self.rematch = Some(regatta.clone()),
            RoomEvent::Closed {} => {
                self.stage = Stage::Closed;
                self.sealed = None;
            }
            RoomEvent::Chat { player, side, .. } | RoomEvent::Phrase { player, side, .. } => {
                *self.chats.entry(player.clone()).or_default() += 1;
                self.spectator_chats += u32::from(*side == ChatSide::Spectators);
            }
            RoomEvent::Created { .. } | RoomEvent::Game { .. } | RoomEvent::Secret { .. } | RoomEvent::Noted {} => {}
        }
    }

    /// Applies an event and appends it to the list.
    pub(super) fn emit(&mut self, events: &mut Vec<RoomEvent>, what: RoomEvent) {
        self.apply(&what);
        events.push(what);
    }
}
