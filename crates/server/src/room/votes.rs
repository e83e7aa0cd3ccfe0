//! Votes: what players can decide together during the races.

use crate::{
    ids::PlayerId,
    room::{
        Room, Stage,
        absence::{DAY, Gone, PauseReason},
        action::{Refusal, RefusalReason},
        event::{Absence, Ending, RoomEvent},
        seat::Person,
        settings::Clock,
    },
};
use powerboats_rules::Color;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How long a motion is open after its first vote.
const MOTION_TIME: i64 = 300_000;

/// Others may go on without a player who has been disconnected for this long. Such a player has no vote either.
pub const ABSENT_AFTER: i64 = 30_000;

/// In a game without a clock others may go on without a player who has not decided for this long.
pub const IDLE_AFTER: i64 = 180_000;

/// Something that players can decide together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Motion {
    /// Pause the game. Everyone who is there must agree. Not in a rated regatta, a season or an event.
    Pause {},
    /// End the regatta without a result. Everyone who is there must agree; if the result counts, also those who are absent.
    Abandon {},
    /// End the regatta as it stands. All players must agree, except those for whom a pilot plays.
    End {},
    /// Go on without a player who is absent: a pilot plays for them until they come back. All others who are there must agree.
    /// Not in a rated regatta, a season or an event.
    Replace {
        /// The absent player.
        color: Color,
    },
}

/// A motion and who is for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = MotionVotes)]
pub struct Votes {
    #[allow(missing_docs)]
    pub motion: Motion,
    /// The players who agree.
    pub yes: BTreeSet<Color>,
    /// When the motion lapses, in milliseconds since 1970.
    pub until: i64,
}

impl Room {
    /// Takes a vote, and does what was voted for if everyone who has a say agrees.
    pub(super) fn vote(
        &mut self,
        who: &PlayerId,
        motion: Motion,
        yes: bool,
        gone: &Gone,
        now: i64,
    ) -> Result<Vec<RoomEvent>, Refusal> {
        let mut events = Vec::new();
        let color = self.playing(who)?;
        if yes {
            self.check_motion(color, motion, gone, now)?;
        }
        let open = self.votes.iter().find(|votes| votes.motion == motion && votes.until > now);
        let voted = open.is_some_and(|votes| votes.yes.contains(&color));
        let until = open.map_or(now + MOTION_TIME, |votes| votes.until);
        self.come_back(color, &mut events);
        if voted != yes {
            self.emit(&mut events, RoomEvent::Voted { color, motion, yes, until });
        }
        if yes && self.is_carried(motion, gone, now) {
            self.carry(motion, now, &mut events);
        }
        Ok(events)
    }

    /// The seat of a player who takes part in the game and has not resigned.
    pub(super) fn playing(&self, who: &PlayerId) -> Result<Color, Refusal> {
        match self.stage {
            Stage::Live(_) => {}
            Stage::Open => return Err(Refusal::new(RefusalReason::NotStarted, "The regatta has not started yet.")),
            Stage::Over(_) | Stage::Closed => return Err(Refusal::new(RefusalReason::Over, "The regatta is over.")),
        }
        let seat = self.people().find(|(_, person)| person.player == *who).map(|(color, _)| color);
        seat.ok_or_else(|| {
            let message = "You have no boat in this regatta, or you have resigned. You can only watch.";
            Refusal::new(RefusalReason::NotSeated, message)
        })
    }

    /// The people who take part and have not resigned.
    pub(super) fn people(&self) -> impl Iterator<Item = (Color, &Person)> {
        let resigned = self.resigned();
        let people = self.seats.iter().filter_map(|(color, seat)| Some((*color, seat.person()?)));
        people.filter(move |(color, _)| !resigned.contains(color))
    }

    /// The boats that have resigned, in this order.
    pub fn resigned(&self) -> &[Color] {
        self.table().map_or(&[], |table| table.book().regatta().resigned())
    }

    fn check_motion(&self, voter: Color, motion: Motion, gone: &Gone, now: i64) -> Result<(), Refusal> {
        let correspondence = matches!(self.settings.clock, Clock::Correspondence { .. });
        match motion {
            Motion::Abandon {} | Motion::End {} => Ok(()),
            Motion::Pause {} | Motion::Replace { .. } if correspondence => {
                let message = "In a correspondence regatta the clocks decide.";
                Err(Refusal::new(RefusalReason::Forbidden, message))
            }
            // Going on without somebody makes them forfeit, however much time they have left. And a pause that nobody ends
            // would let a regatta end without a result, although somebody is absent who did not agree.
            Motion::Pause {} | Motion::Replace { .. } if self.counts() => {
                let message = "In a rated regatta, a season or an event the clocks decide.";
                Err(Refusal::new(RefusalReason::Forbidden, message))
            }
            Motion::Pause {} if self.paused.is_some() => {
                Err(Refusal::new(RefusalReason::Paused, "The game is paused already."))
            }
            Motion::Pause {} => Ok(()),
            Motion::Replace { .. } if self.paused.is_some() => {
                Err(Refusal::new(RefusalReason::Paused, "The game is paused. Resume it first."))
            }
            Motion::Replace { color } => {
                let absent = self.people().any(|(other, person)| {
                    other == color && color != voter && !person.away && self.is_replaceable(color, person, gone, now)
                });
                let message =
                    "The others can go on without a player who is absent, or who has not decided for minutes.";
                if absent { Ok(()) } else { Err(Refusal::new(RefusalReason::NotAbsent, message)) }
            }
        }
    }

    /// Whether the result matters after the game: it changes ratings, or the standings of a season or an event.
    fn counts(&self) -> bool {
        self.settings.rated || self.is_competition()
    }

    fn is_replaceable(&self, color: Color, person: &Person, gone: &Gone, now: i64) -> bool {
        let waits = self.settings.clock == Clock::None {} && self.table().and_then(|table| table.turn()) == Some(color);
        gone.for_long(&person.player, ABSENT_AFTER, now) || waits && now - self.turn_since() >= IDLE_AFTER
    }

    /// Whether everyone who has a say agrees.
    fn is_carried(&self, motion: Motion, gone: &Gone, now: i64) -> bool {
        let Some(votes) = self.votes.iter().find(|votes| votes.motion == motion) else { return false };
        let correspondence = matches!(self.settings.clock, Clock::Correspondence { .. });
        let absent = |person: &Person| !correspondence && gone.for_long(&person.player, ABSENT_AFTER, now);
        // Nobody may get rid of a defeat because the other one's connection is lost for a moment.
        let may_miss = |person: &Person| absent(person) && !self.counts();
        let has_say = |(color, person): &(Color, &Person)| match motion {
            // Those whom the others went on without still have a say about the result.
            Motion::End {} => !person.away || person.absence == Absence::Vote,
            Motion::Pause {} => !person.away && !absent(person),
            Motion::Abandon {} => !person.away && !may_miss(person),
            Motion::Replace { color: target } => *color != target && !person.away && !absent(person),
        };
        self.people().filter(has_say).all(|(color, _)| votes.yes.contains(&color))
    }

    /// Does what was voted for.
    fn carry(&mut self, motion: Motion, now: i64, events: &mut Vec<RoomEvent>) {
        match motion {
            Motion::Pause {} => {
                self.emit(events, RoomEvent::Paused { since: now, expires: now + DAY, why: PauseReason::Vote });
            }
            Motion::Abandon {} => self.end(Ending::Abandoned, events),
            Motion::End {} => self.end(Ending::Agreed, events),
            Motion::Replace { color } => self.emit(events, RoomEvent::TakenOver { color, why: Absence::Vote }),
        }
    }

    /// Applies a [`RoomEvent::Voted`].
    pub(super) fn apply_voted(&mut self, color: Color, motion: Motion, yes: bool, until: i64) {
        let index = self.votes.iter().position(|votes| votes.motion == motion);
        let index = index.unwrap_or_else(|| {
            self.votes.push(Votes { motion, yes: BTreeSet::new(), until });
            self.votes.len() - 1
        });
        let votes = &mut self.votes[index];
        if votes.until != until {
            // The earlier motion has lapsed.
            (votes.until, votes.yes) = (until, BTreeSet::new());
        }
        if yes {
            votes.yes.insert(color);
        } else {
            votes.yes.remove(&color);
        }
        self.votes.retain(|votes| !votes.yes.is_empty());
    }

    /// Forgets the votes about going on without this player.
    pub(super) fn drop_votes_about(&mut self, color: Color) {
        self.votes.retain(|votes| votes.motion != Motion::Replace { color });
    }
}
