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
    if let Some(annulled) = waiting.iter().find(|rated| rated.is_annulled()) {
        store.drop_rated_match(&RatingTurn::new(turn), &annulled.regatta).await?;
        return Ok(true);
    }
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

/// The steps of a match that differ from those stored. Where nothing changes, later matches need not be rated again.
async fn steps(store: &Store, next: &RatedMatch) -> Result<Vec<RatingStep>, StoreError> {
    let mut known: HashMap<PlayerId, Standing> = HashMap::new();
    for player in next.players() {
        known.extend(store.standing_before(player, next).await?.map(|standing| (player.clone(), standing)));
    }
    let stored = store.steps_in(&next.regatta).await?;
    let steps = next.rate(|player| known.get(player).copied()).into_iter();
    Ok(steps.filter(|step| !stored.contains(step)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compete::ratings::RatedSeat,
        ids::RegattaId,
        store::{Commit, Database, LogEntry, NewRow, Statement},
    };
    use powerboats_ratings::Ladder;

    /// When a match is rated again and nothing changes, the matches after it need not be rated again.
    #[tokio::test]
    async fn rating_stops_where_nothing_changes() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Database::Sqlite(folder.path().join("test.db"))).await.unwrap();
        let players = [PlayerId::random(), PlayerId::random()];
        for player in &players {
            store.add_guest(player, "Ann", player.as_str()).await.unwrap();
        }
        let mut matches = Vec::new();
        for at in 1..=9 {
            let regatta = RegattaId::random();
            let create = Some(NewRow { secret: String::new(), invite: String::new() });
            let entry = LogEntry { first: 1, last: 1, actor: None, action: None, at, events: "[]".to_owned() };
            store.append(vec![Commit { create, ..Commit::new(regatta.clone(), entry) }]).await.unwrap();
            let seat = |(rank, player): (usize, &PlayerId)| RatedSeat {
                player: Some(player.clone()),
                pilot: None,
                rank,
                forfeit: false,
            };
            let seats = (1..).zip(&players).map(seat).collect();
            matches.push(RatedMatch { regatta, ladder: Ladder::Duel, at, seats });
        }
        store.add_rated_matches(&matches).await.unwrap();
        rate_all(&store).await.unwrap();
        let before = store.rating_steps().await.unwrap();
        let again = "UPDATE rated_matches SET waiting = 1 WHERE regatta = $1";
        store.store_effect(vec![Statement::new(again).bind(&matches[0].regatta)]).await.unwrap();
        assert!(rate_waiting(&store).await.unwrap());
        assert!(!rate_waiting(&store).await.unwrap(), "the second match is not rated again");
        assert_eq!(store.rating_steps().await.unwrap(), before);
        store.close().await;
    }
}
