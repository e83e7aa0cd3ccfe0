//! Keeps every rated Duel for the statistics.

use super::{Duel, Flag, flags};
use crate::{
    compete::{
        kept::{Kept, KeptReader},
        outcome::Outcome,
    },
    ids::RegattaId,
    store::{Statement, Store, StoreError, forget_duel, now, remember_duel},
};

/// How far back the statistics look: 90 days.
const WINDOW: i64 = 90 * 86_400_000;

/// Reads the outcomes of rated Duels.
pub(crate) type FairPlayReader = KeptReader<Duel>;

impl Kept for Duel {
    const READER: &'static str = "fair play";

    fn from_outcome(outcome: &Outcome) -> Option<Duel> {
        Duel::of(outcome)
    }

    fn stored(&self) -> Statement {
        remember_duel(self)
    }

    fn forgotten(regatta: &RegattaId) -> Statement {
        forget_duel(regatta)
    }
}

impl Flag {
    /// The flags of the last 90 days.
    pub async fn latest(store: &Store) -> Result<Vec<Flag>, StoreError> {
        let duels = store.rated_duels(now() - WINDOW).await?;
        Ok(flags(&duels, &store.players_of_one_browser().await?))
    }
}
