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
use tokio::time::sleep;

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

/// Opens the sockets, keeps them open, and measures the server's memory.
pub async fn run(server: &Server, plan: Plan) -> Result<Report, DrillError> {
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
    let rooms_live = server.memory();
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
    sleep(plan.hold).await;
    let held = server.memory();
    let notes = vec![format!(
        "{} sockets in {rooms} live rooms; the server's memory: {fresh:.0} MiB at first, {rooms_live:.0} MiB with the rooms, \
         {held:.0} MiB with the sockets, {:.1} KiB per socket",
        sockets.len(),
        (held - rooms_live) * 1024.0 / sockets.len().max(1) as f64
    )];
    let figures = vec![Figure { name: "idle", value: held, unit: "MiB", bar: Bar::AtMost(400.0) }];
    Ok(Report { figures, notes, faults: Vec::new() })
}
