//! Deleted accounts: their seats are vacated in the background, so that nobody waits for thousands of rooms.

use crate::{
    app::App,
    ids::{PlayerId, RegattaId},
    room::action::{RefusalReason, RoomAction, Submission},
    rooms::request::Visitor,
    store::StoreError,
    stream::Leads,
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::{sync::Semaphore, task::JoinSet, time::timeout};

/// Rooms asked at the same time.
const AT_ONCE: usize = 32;

/// How long the request to delete an account waits: enough for a few rooms.
const REQUEST_WAIT: Duration = Duration::from_secs(1);

/// How often players whose seats are not all vacated are looked for, because a server stopped in between or a room failed. The
/// pause doubles as long as a room fails.
const PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// Goes on with what other servers, or this one, could not finish, until the server stops. In a cluster one node does.
pub async fn run(app: App, leads: Leads) {
    let mut pause = PAUSE;
    loop {
        if leads() {
            pause = if vacate_all(&app).await { PAUSE } else { (pause * 2).min(LONGEST_PAUSE) };
        }
        let due = if leads() { pause } else { PAUSE };
        if timeout(due, app.stopping.cancelled()).await.is_ok() {
            return;
        }
    }
}

/// Vacates the seats of all deleted players, one player after another. Returns whether all of them are vacated.
async fn vacate_all(app: &App) -> bool {
    let players = match app.store.departures().await {
        Ok(players) => players,
        Err(error) => {
            tracing::error!(%error, "deleted players can't be listed");
            return false;
        }
    };
    let mut done = true;
    for player in players {
        done &= leave_all(app, &player).await;
    }
    done
}

/// Vacates the seats of a deleted player: pilots take over, and regattas that the player only opened are closed. Returns
/// when that is done, or after a short time while it continues in the background.
pub async fn vacate_seats(app: &App, player: PlayerId) {
    let app = app.clone();
    let leaving = tokio::spawn(async move { leave_all(&app, &player).await });
    drop(timeout(REQUEST_WAIT, leaving).await);
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
        app.store.forget_words_of(player).await?;
        app.store.end_departure(player).await?;
    }
    Ok(done)
}

/// Leaves one room, or closes it if the player opened it without taking a seat.
async fn leave(app: &App, player: &PlayerId, id: &RegattaId) -> bool {
    let visitor = Visitor::new(Some(player.clone()), None);
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
