//! Finds rated matches in the stream of committed events.

use crate::{
    compete::{Outcomes, ratings::RatedMatch},
    store::{Statement, Store, StoreError, annul_rated_match, new_rated_match},
    stream::Reader,
};

/// Stores every rated match that ends. It is rated afterwards, and taken out of the ratings if its result is annulled: see
/// [`super::rater`].
pub(crate) struct MatchReader {
    store: Store,
    outcomes: Outcomes,
    effect: Vec<Statement>,
}

impl MatchReader {
    pub fn new(store: Store, outcomes: Outcomes) -> MatchReader {
        MatchReader { store, outcomes, effect: Vec::new() }
    }
}

impl Reader for MatchReader {
    const NAME: &'static str = "ratings";

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        let ended = self.outcomes.ended(after, until).await?;
        let rated = ended.iter().filter_map(|outcome| RatedMatch::of(outcome));
        self.effect.extend(rated.map(|rated| new_rated_match(&rated)));
        let annulled = self.store.annulled(after, until).await?;
        self.effect.extend(annulled.iter().map(annul_rated_match));
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        std::mem::take(&mut self.effect)
    }
}
