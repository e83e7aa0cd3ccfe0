//! Rooms of scripted players that play one regatta after another while a drill disturbs the server.

use super::{
    api::{ApiClient, Guest, retry},
    player::{AcknowledgedAction, Behavior, open_regatta},
};
use crate::DrillError;
use powerboats_server::ids::RegattaId;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, timeout, timeout_at},
};

/// A finished regatta as its players saw it.
pub struct FinishedRegatta {
    pub id: RegattaId,
    pub host: Guest,
    /// How many events the players saw.
    pub events: usize,
    /// A hash of these events.
    pub digest: u64,
    pub acknowledged: Vec<AcknowledgedAction>,
    /// How often its players connected.
    pub connections: u32,
}

/// A regatta has to end within this time, disruptions included.
const REGATTA_LIMIT: Duration = Duration::from_secs(900);

/// All regattas have to end this soon after the last disruption.
const FINISH_LIMIT: Duration = Duration::from_secs(300);

/// Who plays in a room.
#[derive(Clone, Copy, Debug)]
pub struct Seating {
    pub people: usize,
    pub behavior: Behavior,
}

/// The regattas that were finished in a room, and the error that stopped it, if any.
type RoomResult = (Vec<FinishedRegatta>, Option<DrillError>);

/// Rooms in which regattas are played until [`LiveRooms::finish`].
pub struct LiveRooms {
    rooms: JoinSet<RoomResult>,
    /// Whether a new regatta begins when one ends.
    going_on: Arc<AtomicBool>,
    live: Arc<AtomicUsize>,
    all: usize,
}

impl LiveRooms {
    /// Starts a room for each seating, and waits until a regatta is live in each.
    pub async fn start(
        api: &ApiClient,
        seatings: impl IntoIterator<Item = Seating>,
        seed: u64,
    ) -> Result<LiveRooms, DrillError> {
        let (going_on, live) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicUsize::new(0)));
        let mut rooms = JoinSet::new();
        for (number, seating) in seatings.into_iter().enumerate() {
            let seed = seed.wrapping_add(number as u64 * 1000);
            let api = api.ahead_by(number);
            rooms.spawn(keep_playing(api, seating, number, seed, going_on.clone(), live.clone()));
        }
        let all = rooms.len();
        let mut started = LiveRooms { rooms, going_on, live, all };
        started.wait_until_live().await?;
        Ok(started)
    }

    async fn wait_until_live(&mut self) -> Result<(), DrillError> {
        let began = Instant::now();
        while self.live() < self.all {
            if let Some(room) = self.rooms.try_join_next() {
                let ended = || DrillError::Setup("a room ended before all were live".to_owned());
                return Err(room?.1.unwrap_or_else(ended));
            }
            if began.elapsed() > REGATTA_LIMIT {
                return Err(DrillError::Timeout(format!("not all rooms are live after {REGATTA_LIMIT:?}")));
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// The number of rooms in which a regatta is live at this moment.
    pub fn live(&self) -> usize {
        self.live.load(Ordering::Relaxed)
    }

    /// Begins no more regattas, and waits until all have ended. Returns them and what went wrong.
    pub async fn finish(mut self) -> Result<(Vec<FinishedRegatta>, Vec<String>), DrillError> {
        self.going_on.store(false, Ordering::Relaxed);
        let (mut finished, mut faults) = (Vec::new(), Vec::new());
        let deadline = Instant::now() + FINISH_LIMIT;
        loop {
            match timeout_at(deadline, self.rooms.join_next()).await {
                Ok(None) => return Ok((finished, faults)),
                Ok(Some(room)) => {
                    let (mut regattas, error) = room?;
                    finished.append(&mut regattas);
                    faults.extend(error.map(|error| error.to_string()));
                }
                Err(_) => {
                    faults.push(format!("{} rooms have not ended after {FINISH_LIMIT:?}", self.rooms.len()));
                    self.rooms.abort_all();
                    return Ok((finished, faults));
                }
            }
        }
    }
}

/// Plays one regatta after another, and the last one to its end.
async fn keep_playing(
    api: ApiClient,
    seating: Seating,
    number: usize,
    seed: u64,
    going_on: Arc<AtomicBool>,
    live: Arc<AtomicUsize>,
) -> RoomResult {
    let mut finished = Vec::new();
    let mut guests = Vec::new();
    for seat in 0..seating.people {
        let name = format!("Boat {number}-{seat}");
        match retry(|| api.new_guest(&name)).await {
            Ok(guest) => guests.push(guest),
            Err(error) => return (finished, Some(error)),
        }
    }
    while going_on.load(Ordering::Relaxed) || finished.is_empty() {
        let seed = seed.wrapping_add(finished.len() as u64);
        let played = timeout(REGATTA_LIMIT, play(&api, &guests, seating.behavior, seed, &live)).await;
        let late = || Err(DrillError::Timeout(format!("a regatta did not end within {REGATTA_LIMIT:?}")));
        match played.unwrap_or_else(|_| late()) {
            Ok(regatta) => finished.push(regatta),
            Err(error) => return (finished, Some(error)),
        }
    }
    (finished, None)
}

/// Plays one regatta. In a cluster its players begin on different nodes.
async fn play(
    api: &ApiClient,
    guests: &[Guest],
    behavior: Behavior,
    seed: u64,
    live: &AtomicUsize,
) -> Result<FinishedRegatta, DrillError> {
    let (regatta, players) = open_regatta(api, guests, behavior, seed).await?;
    live.fetch_add(1, Ordering::Relaxed);
    let mut playing = JoinSet::new();
    for (seat, mut player) in players.into_iter().enumerate() {
        player.connect_with(&api.ahead_by(seat));
        let id = regatta.id.clone();
        playing.spawn(async move {
            match player.play().await {
                Ok(()) => Ok((player.acknowledged, player.connections)),
                Err(error) => Err(error.in_regatta(&id)),
            }
        });
    }
    let (mut acknowledged, mut connections) = (Vec::new(), 0);
    while let Some(player) = playing.join_next().await {
        let (mut own, count) = player??;
        acknowledged.append(&mut own);
        connections += count;
    }
    live.fetch_sub(1, Ordering::Relaxed);
    let (id, host) = (regatta.id.clone(), guests[0].clone());
    let events = regatta.events();
    Ok(FinishedRegatta { id, host, events: events.len(), digest: events.digest(), acknowledged, connections })
}
