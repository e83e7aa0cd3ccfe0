//! Finds rated matches in the stream of committed events.

use crate::{
    compete::{Outcomes, ratings::RatedMatch},
    store::{Statement, StoreError, new_rated_match},
    stream::Reader,
};

/// Stores every rated match that ends. It is rated afterwards: see [`super::rater`].
pub(crate) struct MatchReader {
    outcomes: Outcomes,
    found: Vec<RatedMatch>,
}

impl MatchReader {
    pub fn new(outcomes: Outcomes) -> MatchReader {
        MatchReader { outcomes, found: Vec::new() }
    }
}

impl Reader for MatchReader {
    const NAME: &'static str = "ratings";

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        let ended = self.outcomes.ended(after, until).await?;
        self.found.extend(ended.iter().filter_map(|outcome| RatedMatch::of(outcome)));
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        self.found.drain(..).map(|rated| new_rated_match(&rated)).collect()
    }
}
