//! Keeps every rated Duel for the statistics: a reader of the stream of committed events.

use super::{Duel, Flag, flags};
use crate::{
    compete::Outcomes,
    store::{Statement, Store, StoreError, forget_duel, now, remember_duel},
    stream::Reader,
};

/// How far back the statistics look: 90 days.
const WINDOW: i64 = 90 * 86_400_000;

/// Reads the outcomes of rated Duels. Those that were annulled are forgotten.
pub struct FairPlayReader {
    store: Store,
    outcomes: Outcomes,
    effect: Vec<Statement>,
}

impl FairPlayReader {
    #[allow(missing_docs)]
    pub fn new(store: Store, outcomes: Outcomes) -> FairPlayReader {
        FairPlayReader { store, outcomes, effect: Vec::new() }
    }
}

impl Reader for FairPlayReader {
    const NAME: &'static str = "fair play";

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        let ended = self.outcomes.ended(after, until).await?;
        let duels = ended.iter().filter_map(|outcome| Duel::of(outcome));
        self.effect.extend(duels.map(|duel| remember_duel(&duel)));
        let annulled = self.store.annulled(after, until).await?;
        self.effect.extend(annulled.iter().map(forget_duel));
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        std::mem::take(&mut self.effect)
    }
}

impl Flag {
    /// The flags of the last 90 days.
    pub async fn latest(store: &Store) -> Result<Vec<Flag>, StoreError> {
        let duels = store.rated_duels(now() - WINDOW).await?;
        Ok(flags(&duels, &store.players_of_one_browser().await?))
    }
}
