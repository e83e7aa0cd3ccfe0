//! The load drill: thousands of rooms that all act at the same time.

mod control;
mod load_client;
mod load_rooms;

pub(super) use control::{Measurement, Tempo};
pub(super) use load_rooms::LoadRooms;

use crate::{
    DrillError,
    client::api::ApiClient,
    latency::LatencySummary,
    processor,
    report::{Bar, Figure, Report},
    server::Server,
};
use load_client::SEATS;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The size of the drill.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Live rooms of four players.
    pub rooms: usize,
    /// How long each tempo is measured.
    pub measure: Duration,
    /// Actions per second of all rooms together, at the steady tempo.
    pub rate: f64,
    /// How long to wait until the server has dropped unused rooms from memory.
    pub unload_wait: Duration,
}

/// Memory in MiB and processor time. The server's values are missing if it is not our child process.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    memory: f64,
    server: Duration,
    client: Duration,
}

fn read(server: Option<&Server>) -> Reading {
    let memory = server.map_or(f64::NAN, Server::memory);
    Reading { memory, server: server.map_or(Duration::ZERO, Server::processor_time), client: processor::own_time() }
}

/// Measures at full speed and at a steady tempo, then lets all regattas end.
pub async fn run(api: &ApiClient, server: Option<&Server>, plan: Plan) -> Result<Report, DrillError> {
    let fresh = read(server);
    let began = Instant::now();
    let rooms = LoadRooms::open(api, plan.rooms, Tempo::FullSpeed, 0).await?;
    let mut notes =
        vec![format!("{} rooms of {SEATS} players are live after {:.0} s", plan.rooms, began.elapsed().as_secs_f64())];
    let full = measure(&rooms, Tempo::FullSpeed, server, plan.measure, &mut notes).await;
    let period = Duration::from_secs_f64(plan.rooms as f64 / plan.rate);
    let steady = measure(&rooms, Tempo::Every(period), server, plan.measure, &mut notes).await;
    let live = read(server);
    let mut faults = rooms.end().await;
    sleep(plan.unload_wait).await;
    let ended = read(server);
    let mut figures = vec![
        Figure { name: "load", value: full.rate, unit: "actions/s", bar: Bar::AtLeast(5000.0) },
        Figure { name: "load-p99", value: full.latency.p99, unit: "ms", bar: Bar::AtMost(250.0) },
        Figure { name: "load-steady-p99", value: steady.latency.p99, unit: "ms", bar: Bar::AtMost(250.0) },
    ];
    if server.is_some() {
        let kept = (ended.memory - fresh.memory) / (live.memory - fresh.memory) * 100.0;
        notes.push(format!(
            "the server's memory: {:.0} MiB at first, {:.0} MiB with all rooms live, {:.0} MiB after they ended",
            fresh.memory, live.memory, ended.memory
        ));
        figures.push(Figure { name: "load-memory", value: kept, unit: "% kept", bar: Bar::AtMost(25.0) });
    }
    if full.latency.count == 0 || steady.latency.count == 0 {
        faults.push("no action was acknowledged".to_owned());
    }
    figures.push(Figure::none("load-faults", faults.len(), "faults"));
    Ok(Report { figures, notes, faults })
}

async fn measure(
    rooms: &LoadRooms,
    tempo: Tempo,
    server: Option<&Server>,
    duration: Duration,
    notes: &mut Vec<String>,
) -> Measurement {
    let (measurement, before, after) = rooms.measure(tempo, duration, async || read(server)).await;
    let Measurement { rate, latency: LatencySummary { count, p50, p99, longest, .. } } = measurement;
    let per_action = |time: Duration| time.as_secs_f64() * 1e6 / count.max(1) as f64;
    let tempo = match tempo {
        Tempo::Every(_) => "at a steady tempo",
        _ => "at full speed",
    };
    notes.push(format!(
        "{tempo}: {count} actions, {rate:.0}/s; p50 {p50:.0} ms, p99 {p99:.0} ms, longest {longest:.0} ms; processor time \
         per action: server {:.0} µs, client {:.0} µs",
        per_action(after.server - before.server),
        per_action(after.client - before.client)
    ));
    measurement
}
