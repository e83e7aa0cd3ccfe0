//! For operators: whether the stored ratings are those that follow from the logs, and how to make them again.

use crate::{
    compete::{
        event::rated_corrections,
        outcome::Outcome,
        ratings::{RatedMatch, RatingStep, rate_all, recompute},
    },
    ids::{PlayerId, RegattaId},
    rooms::reading::read_room,
    store::{Store, StoreError},
};
use std::collections::{BTreeMap, BTreeSet};

/// What a comparison of the stored ratings with the logs has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// Rated matches in the logs.
    pub matches: usize,
    /// Steps that follow from them.
    pub steps: usize,
    /// Players and regattas whose stored step is missing, wrong, or should not be there.
    pub differences: Vec<(PlayerId, RegattaId)>,
}

/// All rated matches, read from the logs. Fails if some of the logs were removed.
pub async fn matches_in_logs(store: &Store) -> Result<Vec<RatedMatch>, StoreError> {
    store.check_all_games_kept().await?;
    let ended: BTreeSet<RegattaId> =
        store.ended(0, store.head().await?).await?.into_iter().map(|touched| touched.regatta).collect();
    let corrections = rated_corrections(store).await?;
    let mut matches = Vec::new();
    for id in &ended {
        let outcome = read_room(store, id).await?.and_then(|(room, _)| Outcome::of(&room));
        let rated = outcome.as_ref().and_then(RatedMatch::of);
        matches.extend(rated.map(|rated| match corrections.get(id) {
            Some(ranks) => rated.corrected(ranks),
            None => rated,
        }));
    }
    Ok(matches)
}

/// Compares the stored ratings with those that follow from the logs, to the bit.
pub async fn verify(store: &Store) -> Result<Audit, StoreError> {
    let matches = matches_in_logs(store).await?;
    let count = matches.len();
    let key = |step: RatingStep| ((step.player.clone(), step.regatta.clone()), step);
    let expected: BTreeMap<_, RatingStep> = recompute(matches).into_iter().map(key).collect();
    let stored: BTreeMap<_, RatingStep> = store.rating_steps().await?.into_iter().map(key).collect();
    let all: BTreeSet<_> = expected.keys().chain(stored.keys()).collect();
    let differences = all.into_iter().filter(|key| expected.get(key) != stored.get(key)).cloned().collect();
    Ok(Audit { matches: count, steps: expected.len(), differences })
}

/// Forgets the stored ratings and makes them again from the logs. Returns the number of matches.
pub async fn remake(store: &Store) -> Result<usize, StoreError> {
    let matches = matches_in_logs(store).await?;
    store.forget_ratings().await?;
    store.add_rated_matches(&matches).await?;
    rate_all(store).await?;
    Ok(matches.len())
}
