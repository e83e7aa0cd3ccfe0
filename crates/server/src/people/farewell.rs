//! Leaving for good: seats are left in the background, so that nobody waits for thousands of rooms.

use crate::{
    app::App,
    ids::{PlayerId, RegattaId},
    room::action::{RefusalReason, RoomAction, Submission},
    rooms::request::Visitor,
    store::StoreError,
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::{sync::Semaphore, task::JoinSet, time::timeout};

/// Rooms that are asked at the same time.
const AT_ONCE: usize = 32;

/// How long whoever leaves waits for it: enough for a few rooms.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long to wait before rooms that could not be left are asked again.
const PAUSES: [Duration; 4] =
    [Duration::from_secs(2), Duration::from_secs(30), Duration::from_secs(300), Duration::from_secs(3600)];

/// Goes on where the server stopped.
pub async fn resume(app: &App) -> Result<(), StoreError> {
    let players = app.store.farewells().await?;
    if players.is_empty() {
        return Ok(());
    }
    let app = app.clone();
    tokio::spawn(async move {
        for player in players {
            // One after the other; who has to wait for a room does not keep the others waiting.
            if !leave_all(&app, &player).await {
                tokio::spawn(try_again(app.clone(), player));
            }
        }
    });
    Ok(())
}

/// A player is gone: pilots take over in their seats, and what they only opened is closed. Returns when that is done, or
/// goes on in the background.
pub async fn begin(app: &App, player: PlayerId) {
    let app = app.clone();
    let leaving = tokio::spawn(async move {
        if !leave_all(&app, &player).await {
            tokio::spawn(try_again(app, player));
        }
    });
    drop(timeout(PATIENCE, leaving).await);
}

async fn try_again(app: App, player: PlayerId) {
    for pause in PAUSES.into_iter().chain(std::iter::repeat(PAUSES[PAUSES.len() - 1])) {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = app.stopping.cancelled() => return, // the note in the store stays
        }
        if leave_all(&app, &player).await {
            return;
        }
    }
}

/// Leaves every seat: was that all?
async fn leave_all(app: &App, player: &PlayerId) -> bool {
    match try_leave_all(app, player).await {
        Ok(done) => done,
        Err(error) => {
            tracing::error!(%error, "the seats of a player who is gone can't be found");
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
        app.store.end_farewell(player).await?;
    }
    Ok(done)
}

/// Leaves one room, or closes it if the player opened it without taking a seat.
async fn leave(app: &App, player: &PlayerId, id: &RegattaId) -> bool {
    let visitor = Visitor { player: Some(player.clone()), invite: None };
    // The same id each time: what was done before the server stopped is not done twice.
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
            tracing::warn!(regatta = %id, ?why, "a player who is gone could not leave yet");
            false
        }
    }
}
