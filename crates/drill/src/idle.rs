//! The idle drill: thousands of sockets on which nothing happens.

use crate::{
    Trouble, batch,
    report::{Bar, Figure, Report},
    sailor::{Manner, assemble},
    server::Server,
    wire::Wire,
};
use std::time::Duration;
use tokio::time::sleep;

/// How many there are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Sockets in all.
    pub sockets: usize,
    /// Sockets at each room: its four players and those who watch.
    pub at_each: usize,
    /// How long they are held.
    pub hold: Duration,
}

/// Opens the sockets, holds them, and weighs the server.
pub async fn run(server: &Server, plan: Plan) -> Result<Report, Trouble> {
    let fresh = server.memory();
    let rooms = plan.sockets.div_ceil(plan.at_each);
    let site = server.site.clone();
    let live = batch::each(rooms, move |number| {
        let site = site.clone();
        async move {
            let mut guests = Vec::new();
            for seat in 0..4 {
                guests.push(site.guest(&format!("Boat {number}-{seat}")).await?);
            }
            let manner = Manner { races: 3, ..Manner::default() };
            let (venue, _) = assemble(&site, &guests, manner, number as u64).await?;
            Ok((venue.id.clone(), guests))
        }
    })
    .await?;
    let rooms_live = server.memory();
    let site = server.site.clone();
    let live = std::sync::Arc::new(live);
    let sockets: Vec<Wire> = batch::each(plan.sockets, move |number| {
        let (site, live) = (site.clone(), live.clone());
        async move {
            let (id, guests) = &live[number / plan.at_each];
            site.socket(guests.get(number % plan.at_each), id, 0).await
        }
    })
    .await?;
    sleep(plan.hold).await;
    let held = server.memory();
    let notes = vec![format!(
        "{} sockets at {rooms} live rooms: {fresh:.0} MiB at first, {rooms_live:.0} MiB with the rooms, {held:.0} MiB with \
         the sockets, {:.1} KiB each",
        sockets.len(),
        (held - rooms_live) * 1024.0 / sockets.len().max(1) as f64
    )];
    let figures = vec![Figure { name: "idle", value: held, unit: "MiB", bar: Bar::AtMost(400.0) }];
    Ok(Report { figures, notes, faults: Vec::new() })
}
