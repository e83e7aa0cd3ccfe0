//! Deleted accounts, and guests who can't come back: their seats are vacated in the background, so that nobody waits for thousands of rooms.

use crate::{
    app::App,
    ids::{PlayerId, RegattaId, random_text},
    people::{Face, cookie},
    room::action::{RefusalReason, RoomAction, Submission},
    rooms::request::Visitor,
    store::{StoreError, now},
    stream::Leads,
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::{sync::Semaphore, task::JoinSet, time::timeout};

/// Rooms asked at the same time.
const AT_ONCE: usize = 32;

/// Accounts and sessions that are read at a time.
const SOME: i64 = 200;

/// Guests that are deleted at a time, so that an old database does not keep the server busy. The others follow an hour later.
const MOST_LOST: usize = 1000;

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

/// Ends sessions that are older than their cookies, and deletes guests who can't come back because they have neither a session
/// nor a token.
pub async fn forget_lost(app: &App) -> Result<(), StoreError> {
    let before = now() - i64::from(cookie::YEAR) * 1000;
    loop {
        let old = app.store.sessions_before(before, SOME).await?;
        for (session, player) in &old {
            app.store.end_session(session, player).await?;
            app.people.sessions_ended(player);
        }
        if old.is_empty() {
            break;
        }
    }
    let mut count = 0;
    while count < MOST_LOST && !app.stopping.is_cancelled() {
        let lost = app.store.lost_guests(SOME).await?;
        if lost.is_empty() {
            break;
        }
        for player in &lost {
            app.store.delete_player(player).await?;
            app.people.names.set(player.clone(), Face::default());
            app.people.sessions_ended(player);
        }
        count += lost.len();
    }
    if count > 0 {
        tracing::info!(count, "guests who can't come back are deleted");
    }
    Ok(())
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
    let left = asked.join_all().await.into_iter().all(|left| left);
    let done = left & close_events(app, player).await?;
    if done {
        app.store.forget_words_of(player).await?;
        app.store.forget_titles_of(player).await?;
        app.store.end_departure(player).await?;
        app.store.empty_log().await;
    }
    Ok(done)
}

/// Closes the events that the player organised: nobody else could go on with them. Returns whether all of them are closed.
async fn close_events(app: &App, player: &PlayerId) -> Result<bool, StoreError> {
    let mut done = true;
    for row in app.store.events_of(player).await?.into_iter().filter(|row| row.organiser == *player) {
        let who = player.clone();
        match app.events.act(&row.id, player, move |event, _| event.close(&who)).await.map_err(|refusal| refusal.code) {
            Ok(()) | Err(RefusalReason::Over | RefusalReason::NotFound) => {}
            Err(why) => {
                tracing::warn!(event = %row.id, ?why, "an event of a deleted player could not be closed yet");
                done = false;
            }
        }
    }
    Ok(done)
}

/// Leaves one room, or closes it if the player opened it without taking a seat.
async fn leave(app: &App, player: &PlayerId, id: &RegattaId) -> bool {
    let visitor = Visitor::new(Some(player.clone()), None);
    // A new id each time, because players could guess a fixed one and use it before. Leaving twice changes nothing.
    let act = async |action: RoomAction| {
        let submission = Submission { id: format!("farewell: {}", random_text(20)), action, seen: None };
        app.registry.act(id, &visitor, &submission).await.map_err(|refusal| refusal.code)
    };
    let left = match act(RoomAction::Leave {}).await {
        Err(RefusalReason::NotSeated) => act(RoomAction::Close {}).await,
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
