//! Ratings: what rated matches do to the players' ratings.
//!
//! **Order.** A player's matches are rated in the order of their ends, and those that end in the same millisecond in the order
//! of their ids. This order follows from the logs alone. Matches may arrive in another order, because servers commit at the
//! same time and their clocks differ. So a match that arrives late is rated with the ratings of its own time, and the next
//! match of each of its players is rated again, and so on, until nothing changes. Whatever the order of arrival, the ratings
//! become the same, to the bit, as if everything were computed again from nothing ([`recompute`]).

pub(crate) mod api;
pub mod audit;
pub(crate) mod history;
pub(crate) mod means;
pub(crate) mod rater;
pub(crate) mod reader;
pub(crate) mod stakes;

pub use rater::rate_all;

use crate::{
    compete::outcome::{Occupant, Outcome, SeatOutcome},
    ids::{PlayerId, RegattaId},
    room::settings::{Clock, PilotName, Visibility},
};
use powerboats_ratings::{Ladder, Rating, Standing};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A seat of a rated match, in stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatedSeat {
    /// `None` for a pilot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// `None` for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pilot: Option<PilotName>,
    /// From 1; seats that tie share it.
    pub rank: usize,
    /// Whether the person gave up the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forfeit: bool,
}

/// A rated match: a regatta that is over and counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedMatch {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    #[allow(missing_docs)]
    pub ladder: Ladder,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    #[allow(missing_docs)]
    pub seats: Vec<RatedSeat>,
}

/// What a match did to one player's rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingStep {
    #[allow(missing_docs)]
    pub player: PlayerId,
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    #[allow(missing_docs)]
    pub ladder: Ladder,
    #[allow(missing_docs)]
    pub at: i64,
    #[allow(missing_docs)]
    pub rank: usize,
    /// The number of boats in the match.
    pub boats: usize,
    /// The player's matches on this ladder, this one included.
    pub number: u32,
    /// The rating at the beginning of the match, after the absence before it.
    pub before: Rating,
    #[allow(missing_docs)]
    pub after: Rating,
}

impl RatingStep {
    /// What the ladder knows about the player after this step.
    pub fn standing(&self) -> Standing {
        Standing { rating: self.after, at: self.at, matches: self.number }
    }

    /// Until when the rating is not provisional, in milliseconds since 1970; 0 if it is.
    pub fn settled_until(&self) -> i64 {
        self.ladder.model().settled_for(self.after).map_or(0, |time| self.at.saturating_add(time))
    }
}

impl RatedMatch {
    /// The rated match of an outcome; `None` if it does not count. A private or untimed regatta never counts, whatever its
    /// settings say, nor does one without a result or with fewer than two people.
    pub fn of(outcome: &Outcome) -> Option<RatedMatch> {
        let settings = &outcome.settings;
        let counts = settings.rated && settings.clock != (Clock::None {}) && settings.visibility != Visibility::Private;
        if !counts || outcome.people().count() < 2 {
            return None;
        }
        let seat = |seat: &SeatOutcome| {
            let (player, pilot) = match &seat.occupant {
                Occupant::Person(player) => (Some(player.clone()), None),
                Occupant::Pilot(pilot) => (None, Some(pilot.clone())),
            };
            Some(RatedSeat { player, pilot, rank: seat.rated_rank?, forfeit: seat.forfeit.is_some() })
        };
        let seats = outcome.seats.iter().map(seat).collect::<Option<Vec<RatedSeat>>>()?;
        let ladder = Ladder::of(seats.len());
        Some(RatedMatch { regatta: outcome.regatta.clone(), ladder, at: outcome.at, seats })
    }

    /// The match with the ranks that the organiser of an event has set, in seat order. Ranks that don't fit change nothing.
    pub fn corrected(mut self, ranks: &[u8]) -> RatedMatch {
        if ranks.len() == self.seats.len() {
            self.seats.iter_mut().zip(ranks).for_each(|(seat, rank)| seat.rank = usize::from(*rank));
        }
        self
    }

    /// Whether the moderators annulled its result, and it is still to be taken out of the ratings. Then it has no seats.
    pub fn is_annulled(&self) -> bool {
        self.seats.is_empty()
    }

    /// The people who played.
    pub fn players(&self) -> impl Iterator<Item = &PlayerId> {
        self.seats.iter().filter_map(|seat| seat.player.as_ref())
    }

    /// What the match does to each person's rating. `standing` says what the ladder knew about them before. Pilots are anchors
    /// with fixed ratings.
    pub fn rate(&self, standing: impl Fn(&PlayerId) -> Option<Standing>) -> Vec<RatingStep> {
        let model = self.ladder.model();
        let known: Vec<Option<Standing>> =
            self.seats.iter().map(|seat| seat.player.as_ref().and_then(&standing)).collect();
        let before: Vec<Rating> = self
            .seats
            .iter()
            .zip(&known)
            .map(|(seat, known)| match &seat.pilot {
                Some(pilot) => self.ladder.anchor(pilot.0.step()),
                None => model.before_match(*known, self.at),
            })
            .collect();
        let ranks: Vec<usize> = self.seats.iter().map(|seat| seat.rank).collect();
        let after = model.rate(&before, &ranks);
        let step = |index: usize| {
            Some(RatingStep {
                player: self.seats[index].player.clone()?,
                regatta: self.regatta.clone(),
                ladder: self.ladder,
                at: self.at,
                rank: ranks[index],
                boats: self.seats.len(),
                number: known[index].map_or(0, |standing| standing.matches) + 1,
                before: before[index],
                after: after[index],
            })
        };
        (0..self.seats.len()).filter_map(step).collect()
    }
}

/// All steps, computed from nothing, in the order of the matches' ends. The order of `matches` does not matter.
pub fn recompute(mut matches: Vec<RatedMatch>) -> Vec<RatingStep> {
    matches.sort_by(|one, other| (one.at, &one.regatta).cmp(&(other.at, &other.regatta)));
    recompute_sorted(matches).collect()
}

/// As [`recompute`], for matches that are in order already. It keeps no step.
pub fn recompute_sorted(matches: impl IntoIterator<Item = RatedMatch>) -> impl Iterator<Item = RatingStep> {
    let mut standings: HashMap<(Ladder, PlayerId), Standing> = HashMap::new();
    matches.into_iter().flat_map(move |rated| {
        let steps = rated.rate(|player| standings.get(&(rated.ladder, player.clone())).copied());
        standings.extend(steps.iter().map(|step| ((step.ladder, step.player.clone()), step.standing())));
        steps
    })
}
