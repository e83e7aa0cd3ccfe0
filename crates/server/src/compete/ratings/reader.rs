//! Finds rated matches in the stream of committed events.

use crate::{
    compete::{
        kept::{Kept, KeptReader},
        outcome::Outcome,
        ratings::RatedMatch,
    },
    ids::RegattaId,
    store::{Statement, annul_rated_match, new_rated_match},
};

/// Stores every rated match that ends. It is rated afterwards, and taken out of the ratings if its result is annulled: see
/// [`super::rater`].
pub(crate) type MatchReader = KeptReader<RatedMatch>;

impl Kept for RatedMatch {
    const READER: &'static str = "ratings";

    fn from_outcome(outcome: &Outcome) -> Option<RatedMatch> {
        RatedMatch::of(outcome)
    }

    fn stored(&self) -> Statement {
        new_rated_match(self)
    }

    fn forgotten(regatta: &RegattaId) -> Statement {
        annul_rated_match(regatta)
    }
}
