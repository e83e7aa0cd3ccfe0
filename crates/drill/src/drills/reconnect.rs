//! The reconnect drill: a client that drops its connection again and again must receive the same events as one that
//! stays connected.

use crate::{
    DrillError,
    client::{
        api::{ApiClient, Guest, retry},
        event_log,
        player::{Behavior, PlayedRegatta, open_regatta},
    },
    report::{Figure, Report},
};
use powerboats_server::{
    http::message::RegattaMessage,
    room::event::{ClientEvent, RoomEvent},
};
use std::{sync::Arc, time::Duration};
use tokio::{task::JoinSet, time::timeout};

/// The size of the drill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Rooms that play at the same time.
    pub rooms: usize,
    /// Connections are dropped after every nth message.
    pub drop_every: u32,
    /// Races of each regatta.
    pub races: u8,
}

/// A regatta has to end within this time.
const REGATTA_LIMIT: Duration = Duration::from_secs(600);

/// The events that a spectator received, and over how many connections.
struct Received {
    events: Vec<ClientEvent>,
    connections: u32,
}

/// Plays a regatta in every room, with one spectator that drops its connections and one that does not.
pub async fn run(api: &ApiClient, plan: Plan) -> Result<Report, DrillError> {
    let mut rooms = JoinSet::new();
    for number in 0..plan.rooms {
        let api = api.clone();
        rooms.spawn(async move {
            let late = || Err(DrillError::Timeout(format!("a regatta did not end within {REGATTA_LIMIT:?}")));
            timeout(REGATTA_LIMIT, play(&api, number, plan)).await.unwrap_or_else(|_| late())
        });
    }
    let (mut events, mut connections, mut faults) = (0, 0, Vec::new());
    while let Some(room) = rooms.join_next().await {
        match room? {
            Ok((steady, dropping)) => {
                events += steady.events.len();
                connections += dropping.connections;
                if steady.events != dropping.events {
                    faults.push(format!(
                        "a spectator received {} events, and one that drops its connections {} others",
                        steady.events.len(),
                        dropping.events.len()
                    ));
                }
                if dropping.connections < 2 {
                    faults.push("no connection was dropped".to_owned());
                }
            }
            Err(error) => faults.push(error.to_string()),
        }
    }
    let notes = vec![format!(
        "{} regattas; the players and one spectator drop the connection after every {} messages, another spectator never \
         does: {events} events, {connections} connections of the spectators that drop them",
        plan.rooms, plan.drop_every
    )];
    let figures = vec![Figure::none("reconnect", faults.len(), "faults")];
    Ok(Report { figures, notes, faults })
}

async fn play(api: &ApiClient, number: usize, plan: Plan) -> Result<(Received, Received), DrillError> {
    let mut guests = Vec::new();
    for seat in 0..4 {
        guests.push(api.new_guest(&format!("Boat {number}-{seat}")).await?);
    }
    let watcher = api.new_guest("Watcher").await?;
    let (drop_every, chat_every) = (Some(plan.drop_every), Some(7));
    let behavior = Behavior { races: plan.races, drop_every, chat_every, ..Behavior::default() };
    let (regatta, players) = open_regatta(api, &guests, behavior, number as u64).await?;
    let mut playing = JoinSet::new();
    for mut player in players {
        playing.spawn(async move { player.play().await });
    }
    let steady = tokio::spawn(watch(api.clone(), watcher.clone(), regatta.clone(), None));
    let dropping = watch(api.clone(), watcher, regatta.clone(), drop_every).await?;
    let steady = steady.await??;
    while let Some(player) = playing.join_next().await {
        player??;
    }
    let stored = api.events(&guests[0], &regatta.id).await?;
    if event_log::digest(&stored) != regatta.events().digest() {
        return Err(DrillError::broken("the server's events differ from those that the players saw"));
    }
    Ok((steady, dropping))
}

/// Receives the events of a regatta until its end.
async fn watch(
    api: ApiClient,
    guest: Guest,
    regatta: Arc<PlayedRegatta>,
    drop_every: Option<u32>,
) -> Result<Received, DrillError> {
    let mut received = Received { events: Vec::new(), connections: 0 };
    let mut messages = 0;
    loop {
        let since = received.events.last().map_or(0, |told| told.event.seq);
        let mut socket = retry(|| api.socket(Some(&guest), &regatta.id, since)).await?;
        received.connections += 1;
        loop {
            let message = match socket.next().await {
                Ok(text) => serde_json::from_slice(text).map_err(DrillError::broken)?,
                Err(error) if error.is_connection_lost() => break,
                Err(error) => return Err(error),
            };
            if let RegattaMessage::Events { events } = message {
                received.events.extend(events);
            }
            if received.events.last().is_some_and(|told| matches!(told.event.what, RoomEvent::Secret { .. })) {
                return Ok(received);
            }
            messages += 1;
            if drop_every.is_some_and(|every| messages % every == 0) {
                break;
            }
        }
    }
}
