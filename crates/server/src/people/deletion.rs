//! Deleted accounts: their seats are vacated in the background, so that nobody waits for thousands of rooms.

use crate::{
    app::App,
    ids::{PlayerId, RegattaId},
    room::action::{RefusalReason, RoomAction, Submission},
    rooms::request::Visitor,
    store::StoreError,
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::{sync::Semaphore, task::JoinSet, time::timeout};

/// Rooms asked at the same time.
const AT_ONCE: usize = 32;

/// How long the request to delete an account waits: enough for a few rooms.
const REQUEST_WAIT: Duration = Duration::from_secs(1);

/// Pauses before rooms that failed are tried again.
const RETRY_PAUSES: [Duration; 4] =
    [Duration::from_secs(2), Duration::from_secs(30), Duration::from_secs(300), Duration::from_secs(3600)];

/// Continues after a restart.
pub async fn resume(app: &App) -> Result<(), StoreError> {
    let players = app.store.departures().await?;
    if players.is_empty() {
        return Ok(());
    }
    let app = app.clone();
    tokio::spawn(async move {
        for player in players {
            // One player after another; a player whose room fails does not keep the others waiting.
            if !leave_all(&app, &player).await {
                tokio::spawn(retry(app.clone(), player));
            }
        }
    });
    Ok(())
}

/// Vacates the seats of a deleted player: pilots take over, and regattas that the player only opened are closed. Returns
/// when that is done, or after a short time while it continues in the background.
pub async fn vacate_seats(app: &App, player: PlayerId) {
    let app = app.clone();
    let leaving = tokio::spawn(async move {
        if !leave_all(&app, &player).await {
            tokio::spawn(retry(app, player));
        }
    });
    drop(timeout(REQUEST_WAIT, leaving).await);
}

async fn retry(app: App, player: PlayerId) {
    for pause in RETRY_PAUSES.into_iter().chain(std::iter::repeat(RETRY_PAUSES[RETRY_PAUSES.len() - 1])) {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = app.stopping.cancelled() => return, // it continues after the restart
        }
        if leave_all(&app, &player).await {
            return;
        }
    }
}

/// Leaves every seat. Returns whether all of them are vacated.
async fn leave_all(app: &App, player: &PlayerId) -> bool {
    match try_leave_all(app, player).await {
        Ok(done) => done,
        Err(error) => {
            tracing::error!(%error, "the seats of a deleted player can't be listed");
            false
        }
    }
}

async fn try_leave_all(app: &App, player: &PlayerId) -> Result<bool, StoreError> {
    let mut rooms: BTreeSet<RegattaId> = app.store.unfinished_of(player).await?.into_iter().collect();
    rooms.extend(app.store.opened_by(player).await?);
    let turns = Arc::new(Semaphore::new(AT_ONCE));
    let mut asked = JoinSet::new();
    for id in rooms {
        let Ok(turn) = turns.clone().acquire_owned().await else { break };
        let (app, player) = (app.clone(), player.clone());
        asked.spawn(async move {
            let left = leave(&app, &player, &id).await;
            drop(turn);
            left
        });
    }
    let done = asked.join_all().await.into_iter().all(|left| left);
    if done {
        app.store.end_departure(player).await?;
    }
    Ok(done)
}

/// Leaves one room, or closes it if the player opened it without taking a seat.
async fn leave(app: &App, player: &PlayerId, id: &RegattaId) -> bool {
    let visitor = Visitor { player: Some(player.clone()), invite: None };
    // The same ids each time, so that nothing is done twice after a restart. They are stored: don't change them.
    let act = async |id_of_action: &str, action: RoomAction| {
        let submission = Submission { id: id_of_action.to_owned(), action, seen: None };
        app.registry.act(id, &visitor, &submission).await.map_err(|refusal| refusal.code)
    };
    let left = match act("farewell: leave", RoomAction::Leave {}).await {
        Err(RefusalReason::NotSeated) => act("farewell: close", RoomAction::Close {}).await,
        left => left,
    };
    match left {
        Ok(_)
        | Err(RefusalReason::NotSeated | RefusalReason::NotHost | RefusalReason::NotFound | RefusalReason::Over) => {
            true
        }
        Err(why) => {
            tracing::warn!(regatta = %id, ?why, "a seat of a deleted player could not be vacated yet");
            false
        }
    }
}
