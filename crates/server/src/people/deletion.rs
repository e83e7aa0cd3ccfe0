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

/// How long after an account was deleted its last requests may still store something, in milliseconds.
const LATE: i64 = 60_000;

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
    for (player, again) in players {
        match again {
            None => done &= leave_all(app, &player).await,
            Some(time) if time <= now() => done &= sweep(app, &player).await,
            Some(_) => {}
        }
    }
    done
}

/// Looks again, because requests that began before the account was deleted may have stored something afterwards: sessions, seats,
/// regattas, events. Returns whether nothing is left.
async fn sweep(app: &App, player: &PlayerId) -> bool {
    let swept = async {
        app.store.delete_rows_of(player).await?;
        app.people.sessions_ended(player);
        let Left { done, any } = leave_rooms(app, player).await?;
        if any {
            app.store.forget_words_of(player).await?;
            app.store.forget_titles_of(player).await?;
        }
        if done {
            app.store.end_departure(player).await?;
            app.store.empty_log().await;
        }
        Ok::<bool, StoreError>(done)
    };
    swept.await.unwrap_or_else(|error| {
        tracing::error!(%error, "what is left of a deleted player can't be deleted");
        false
    })
}

/// Vacates the seats of a deleted player: pilots take over, and regattas that the player only opened are closed. Returns
/// when that is done, or after a short time while it continues in the background.
pub async fn vacate_seats(app: &App, player: PlayerId) {
    let app = app.clone();
    let leaving = tokio::spawn(async move { leave_all(&app, &player).await });
    drop(timeout(REQUEST_WAIT, leaving).await);
}

/// Ends sessions that are older than their cookies, and deletes guests who can't come back because they have neither a session
/// nor a token. Finds deleted players of whom something is left.
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
    for player in app.store.overlooked(SOME).await? {
        app.store.look_again(&player, 0).await?;
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
    let Left { done, .. } = leave_rooms(app, player).await?;
    if done {
        app.store.forget_words_of(player).await?;
        app.store.forget_titles_of(player).await?;
        app.store.look_again(player, now() + LATE).await?;
        app.store.empty_log().await;
    }
    Ok(done)
}

/// What became of the seats and events of a deleted player.
struct Left {
    /// Whether all of them are vacated or closed.
    done: bool,
    /// Whether there were any.
    any: bool,
}

async fn leave_rooms(app: &App, player: &PlayerId) -> Result<Left, StoreError> {
    let mut rooms: BTreeSet<RegattaId> = app.store.unfinished_of(player).await?.into_iter().collect();
    rooms.extend(app.store.opened_by(player).await?);
    let any = !rooms.is_empty();
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
    let events = leave_events(app, player).await?;
    Ok(Left { done: left & events.done, any: any | events.any })
}

/// Checks the player out of all events, and closes those that the player organised: nobody else could go on with them.
async fn leave_events(app: &App, player: &PlayerId) -> Result<Left, StoreError> {
    let mut left = Left { done: true, any: false };
    for row in app.store.events_of(player).await?.into_iter().filter(|row| row.stage != "closed") {
        let (who, is_organiser) = (player.clone(), row.organiser == *player);
        let act = app.events.act(&row.id, player, move |event, _| match is_organiser {
            true => event.close(&who),
            false => event.check_out(&who, &who),
        });
        match act.await.map_err(|refusal| refusal.code) {
            Ok(()) => left.any = true,
            Err(RefusalReason::Over | RefusalReason::NotFound | RefusalReason::NotSeated) => {}
            Err(why) => {
                tracing::warn!(event = %row.id, ?why, "a deleted player could not leave an event yet");
                left.done = false;
            }
        }
    }
    Ok(left)
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
