//! Rates the matches that wait for it, one server at a time.

use crate::{
    compete::ratings::{RatedMatch, RatingStep},
    ids::PlayerId,
    store::{RatingTurn, Store, StoreError},
    stream::Leads,
};
use powerboats_ratings::Standing;
use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How often a server looks for matches to rate.
const IDLE: Duration = Duration::from_millis(500);

/// Pause after an error.
const RETRY: Duration = Duration::from_secs(2);

/// The most matches rated in one transaction, because other writers wait for it.
const AT_ONCE: i64 = 4;

/// Rates until the server stops.
pub(crate) async fn run(store: Store, stopping: CancellationToken, leads: Leads) {
    let mut pause = IDLE;
    while timeout(pause, stopping.cancelled()).await.is_err() {
        pause = match leads() {
            false => IDLE,
            true => match rate_waiting(&store).await {
                Ok(true) => Duration::ZERO,
                Ok(false) => IDLE,
                Err(error) => {
                    tracing::warn!(%error, "matches could not be rated; trying again");
                    RETRY
                }
            },
        };
    }
}

/// Rates all matches that wait.
pub async fn rate_all(store: &Store) -> Result<(), StoreError> {
    while rate_waiting(store).await? {}
    Ok(())
}

/// Rates the first matches that wait. Returns whether there were any.
async fn rate_waiting(store: &Store) -> Result<bool, StoreError> {
    // Taken first: if another server rates in the meantime, nothing is stored.
    let turn = store.rating_turn().await?;
    let waiting = store.waiting_matches(AT_ONCE).await?;
    let mut touched: HashSet<PlayerId> = HashSet::new();
    let mut rated: Vec<(RatedMatch, Vec<RatingStep>)> = Vec::new();
    for next in &waiting {
        // A match between these two may have to be rated again first.
        if next.players().any(|player| touched.contains(player)) {
            break;
        }
        touched.extend(next.players().cloned());
        rated.push((next.clone(), steps(store, next).await?));
    }
    if rated.is_empty() {
        return Ok(false);
    }
    store.store_ratings(&RatingTurn::new(turn), &rated).await?;
    Ok(true)
}

async fn steps(store: &Store, next: &RatedMatch) -> Result<Vec<RatingStep>, StoreError> {
    let mut known: HashMap<PlayerId, Standing> = HashMap::new();
    for player in next.players() {
        known.extend(store.standing_before(player, next).await?.map(|standing| (player.clone(), standing)));
    }
    Ok(next.rate(|player| known.get(player).copied()))
}
