//! Keeps every rated Duel for the statistics: a reader of the stream of committed events.

use super::{Duel, Flag, flags};
use crate::{
    compete::Outcomes,
    store::{Statement, Store, StoreError, now, remember_duel},
    stream::Reader,
};

/// How far back the statistics look: 90 days.
const WINDOW: i64 = 90 * 86_400_000;

/// Reads the outcomes of rated Duels.
pub struct FairPlayReader {
    outcomes: Outcomes,
    found: Vec<Duel>,
}

impl FairPlayReader {
    #[allow(missing_docs)]
    pub fn new(outcomes: Outcomes) -> FairPlayReader {
        FairPlayReader { outcomes, found: Vec::new() }
    }
}

impl Reader for FairPlayReader {
    const NAME: &'static str = "fair play";

    async fn read(&mut self, after: i64, until: i64) -> Result<(), StoreError> {
        let ended = self.outcomes.ended(after, until).await?;
        self.found.extend(ended.iter().filter_map(|outcome| Duel::of(outcome)));
        Ok(())
    }

    fn effect(&mut self) -> Vec<Statement> {
        self.found.drain(..).map(|duel| remember_duel(&duel)).collect()
    }
}

impl Flag {
    /// The flags of the last 90 days.
    pub async fn latest(store: &Store) -> Result<Vec<Flag>, StoreError> {
        let duels = store.rated_duels(now() - WINDOW).await?;
        Ok(flags(&duels, &store.players_of_one_browser().await?))
    }
}
