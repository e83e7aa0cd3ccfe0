//! The load drill: thousands of rooms that all act at the same time.

mod control;
mod load_client;

use crate::{
    DrillError,
    client::api::ApiClient,
    concurrent,
    latency::LatencySummary,
    report::{Bar, Figure, Report},
    server::{Server, own_processor_time},
};
use control::{LoadControl, Measurement, Tempo};
use load_client::{Goal, LoadClient, SEATS, Step};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::{sync::Arc, time::Duration};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until, timeout},
};

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

/// Time for all rooms to get going before a measurement.
const WARM_UP: Duration = Duration::from_secs(3);

/// All rooms have to end within this time.
const END_LIMIT: Duration = Duration::from_secs(300);

/// Memory in MiB and processor time. The server's values are missing if it is not our child process.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    memory: f64,
    server: Duration,
    client: Duration,
}

fn read(server: Option<&Server>) -> Reading {
    let memory = server.map_or(f64::NAN, Server::memory);
    Reading { memory, server: server.map_or(Duration::ZERO, Server::processor_time), client: own_processor_time() }
}

/// Measures at full speed and at a steady tempo, then lets all regattas end.
pub async fn run(api: &ApiClient, server: Option<&Server>, plan: Plan) -> Result<Report, DrillError> {
    let fresh = read(server);
    let began = Instant::now();
    let client = api.clone();
    let rooms = concurrent::run_many(plan.rooms, move |number| LoadClient::open(client.clone(), number)).await?;
    let mut notes =
        vec![format!("{} rooms of {SEATS} players are live after {:.0} s", plan.rooms, began.elapsed().as_secs_f64())];
    let control = Arc::new(LoadControl::new(Tempo::FullSpeed));
    let mut playing = JoinSet::new();
    for (number, room) in rooms.into_iter().enumerate() {
        playing.spawn(play(room, control.clone(), QuickRandom::new(number as u64)));
    }
    let full = measure(&control, Tempo::FullSpeed, server, plan.measure, &mut notes).await;
    let period = Duration::from_secs_f64(plan.rooms as f64 / plan.rate);
    let steady = measure(&control, Tempo::Every(period), server, plan.measure, &mut notes).await;
    let live = read(server);
    control.change(Tempo::Ending);
    let mut faults = end(playing).await;
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
    control: &LoadControl,
    tempo: Tempo,
    server: Option<&Server>,
    duration: Duration,
    notes: &mut Vec<String>,
) -> Measurement {
    control.change(tempo);
    sleep(WARM_UP.min(duration)).await;
    control.change(tempo);
    let before = read(server);
    sleep(duration).await;
    let measurement = control.measure();
    let after = read(server);
    let Measurement { rate, latency: LatencySummary { count, p50, p99, longest } } = measurement;
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

/// Plays in a room until its regatta ends.
async fn play(mut room: LoadClient, control: Arc<LoadControl>, mut draw: QuickRandom) -> Result<(), DrillError> {
    let mut due = Instant::now();
    let mut previous = Tempo::FullSpeed;
    loop {
        let tempo = control.tempo();
        let (goal, wait) = match tempo {
            Tempo::FullSpeed => (Goal::KeepRacing, None),
            Tempo::Every(period) if tempo == previous => (Goal::KeepRacing, Some(due + period)),
            // Start at a random time, so that the rooms don't all act at the same moment.
            Tempo::Every(period) => (Goal::KeepRacing, Some(Instant::now() + period * draw.below(1000) / 1000)),
            Tempo::Ending => (Goal::Sink, None),
        };
        previous = tempo;
        due = wait.unwrap_or_else(Instant::now);
        if wait.is_some() {
            sleep_until(due).await;
        }
        let step = room.step(goal).await?;
        control.record(due);
        if step == Step::Over {
            return Ok(());
        }
    }
}

async fn end(mut playing: JoinSet<Result<(), DrillError>>) -> Vec<String> {
    let mut faults = Vec::new();
    let ended = timeout(END_LIMIT, async {
        while let Some(room) = playing.join_next().await {
            match room {
                Ok(Ok(())) => {}
                Ok(Err(error)) => faults.push(error.to_string()),
                Err(error) => faults.push(error.to_string()),
            }
        }
    });
    if ended.await.is_err() {
        faults.push(format!("some rooms did not end within {END_LIMIT:?}"));
    }
    faults
}
