//! The idle drill: thousands of open sockets on which nothing happens.

use crate::{
    DrillError,
    client::{
        player::{Behavior, open_regatta},
        websocket::WebSocket,
    },
    concurrent::run_many,
    report::{Bar, Figure, Report},
    server::Server,
};
use std::time::Duration;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

/// The size of the drill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The total number of sockets.
    pub sockets: usize,
    /// Sockets per room: four players and some spectators.
    pub per_room: usize,
    /// How long the sockets are kept open.
    pub hold: Duration,
}

/// Time for the server to send what the sockets have missed.
const SETTLE: Duration = Duration::from_secs(2);

/// What idle sockets cost a server. Memory is in MiB.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct IdleCost {
    sockets: usize,
    rooms: usize,
    /// Before anything was opened.
    fresh: f64,
    /// With the rooms.
    with_rooms: f64,
    /// With the sockets.
    held: f64,
    /// Processor time per second of all sockets together.
    processor: f64,
}

impl IdleCost {
    /// Bytes of memory per socket.
    pub fn memory_per_socket(&self) -> f64 {
        (self.held - self.with_rooms) * 1_048_576.0 / self.sockets as f64
    }

    /// Bytes of memory per room.
    pub fn memory_per_room(&self) -> f64 {
        (self.with_rooms - self.fresh) * 1_048_576.0 / self.rooms as f64
    }

    /// Seconds of processor time per socket and second.
    pub fn processor_per_socket(&self) -> f64 {
        self.processor / self.sockets as f64
    }
}

/// Opens the sockets, keeps them open, and measures the server's memory.
pub async fn run(server: &Server, plan: Plan) -> Result<Report, DrillError> {
    let cost = measure(server, plan).await?;
    let IdleCost { sockets, rooms, fresh, with_rooms, held, .. } = cost;
    let notes = vec![format!(
        "{sockets} sockets in {rooms} live rooms; the server's memory: {fresh:.0} MiB at first, {with_rooms:.0} MiB with the \
         rooms, {held:.0} MiB with the sockets, {:.1} KiB per socket; processor time per socket: {:.1} µs per second",
        cost.memory_per_socket() / 1024.0,
        cost.processor_per_socket() * 1e6
    )];
    let figures = vec![Figure { name: "idle", value: held, unit: "MiB", bar: Bar::AtMost(400.0) }];
    Ok(Report { figures, notes, faults: Vec::new() })
}

/// Opens the sockets and keeps them open. They only answer the server's pings.
pub(super) async fn measure(server: &Server, plan: Plan) -> Result<IdleCost, DrillError> {
    let fresh = server.memory();
    let rooms = plan.sockets.div_ceil(plan.per_room);
    let api = server.api.clone();
    let live = run_many(rooms, move |number| {
        let api = api.clone();
        async move {
            let mut guests = Vec::new();
            for seat in 0..4 {
                guests.push(api.new_guest(&format!("Boat {number}-{seat}")).await?);
            }
            let behavior = Behavior { races: 3, ..Behavior::default() };
            let (regatta, _) = open_regatta(&api, &guests, behavior, number as u64).await?;
            Ok((regatta.id.clone(), guests))
        }
    })
    .await?;
    let with_rooms = server.memory();
    let api = server.api.clone();
    let live = std::sync::Arc::new(live);
    let sockets: Vec<WebSocket> = run_many(plan.sockets, move |number| {
        let (api, live) = (api.clone(), live.clone());
        async move {
            let (id, guests) = &live[number / plan.per_room];
            api.socket(guests.get(number % plan.per_room), id, 0).await
        }
    })
    .await?;
    let (mut listening, sockets) = (JoinSet::new(), sockets.into_iter());
    for mut socket in sockets {
        listening.spawn(async move { while socket.next().await.is_ok() {} });
    }
    sleep(SETTLE).await;
    let (before, began) = (server.processor_time(), Instant::now());
    sleep(plan.hold).await;
    let processor = (server.processor_time() - before).as_secs_f64() / began.elapsed().as_secs_f64();
    Ok(IdleCost { sockets: listening.len(), rooms, fresh, with_rooms, held: server.memory(), processor })
}
