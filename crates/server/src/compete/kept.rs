//! Readers of the stream of committed events that keep something of every regatta that has ended.

use crate::{
    compete::{Outcomes, outcome::Outcome},
    store::{Statement, StoreError},
    stream::Reader,
};

/// What such a reader keeps.
pub(crate) trait Kept: Send + Sized + 'static {
    /// The name of the reader's cursor.
    const READER: &'static str;

    /// What is kept of an outcome; `None` if nothing.
    fn from_outcome(outcome: &Outcome) -> Option<Self>;

    /// Stores it. Repeating that changes nothing.
    fn stored(&self) -> Statement;
}

/// The reader that keeps it.
pub(crate) struct KeptReader<K> {
    outcomes: Outcomes,
    found: Vec<K>,
}

impl<K: Kept> KeptReader<K> {
    pub fn new(outcomes: Outcomes) -> KeptReader<K> {
        KeptReader { outcomes, found: Vec::new() }
    }
}

impl<K: Kept> Reader for KeptReader<K> {
    const NAME: &'static str = K::READER;

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        let ended = self.outcomes.ended(after, until).await?;
        self.found.extend(ended.iter().filter_map(|outcome| K::from_outcome(outcome)));
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        self.found.drain(..).map(|kept| kept.stored()).collect()
    }
}
