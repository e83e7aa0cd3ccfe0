//! Readers of the stream of committed events that keep something of every regatta that has ended, until its result is annulled.

use crate::{
    compete::{Outcomes, outcome::Outcome},
    ids::RegattaId,
    store::{Statement, Store, StoreError},
    stream::Reader,
};
use std::marker::PhantomData;

/// What such a reader keeps.
pub(crate) trait Kept: Send + Sized + 'static {
    /// The name of the reader's cursor.
    const READER: &'static str;

    /// What is kept of an outcome; `None` if nothing.
    fn from_outcome(outcome: &Outcome) -> Option<Self>;

    /// Stores it. Repeating that changes nothing.
    fn stored(&self) -> Statement;

    /// Takes back what was kept of a regatta whose result was annulled. Repeating that changes nothing.
    fn forgotten(regatta: &RegattaId) -> Statement;
}

/// The reader that keeps it.
pub(crate) struct KeptReader<K> {
    store: Store,
    outcomes: Outcomes,
    effect: Vec<Statement>,
    kept: PhantomData<K>,
}

impl<K: Kept> KeptReader<K> {
    pub fn new(store: Store, outcomes: Outcomes) -> KeptReader<K> {
        KeptReader { store, outcomes, effect: Vec::new(), kept: PhantomData }
    }
}

impl<K: Kept> Reader for KeptReader<K> {
    const NAME: &'static str = K::READER;

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        let ended = self.outcomes.ended(after, until).await?;
        let kept = ended.iter().filter_map(|outcome| K::from_outcome(outcome));
        self.effect.extend(kept.map(|kept| kept.stored()));
        let annulled = self.store.annulled(after, until).await?;
        self.effect.extend(annulled.iter().map(K::forgotten));
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        std::mem::take(&mut self.effect)
    }
}
