//! The load drill: thousands of rooms, all of them sailing.

use crate::{
    Trouble, batch,
    pace::{Measured, Pace, Tempo},
    report::{Bar, Figure, Report},
    runabout::{Errand, Runabout, SEATS, Step},
    server::{Server, own_processor_time},
    site::Site,
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::{sync::Arc, time::Duration};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until, timeout},
};

/// How much it is to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Live rooms of four.
    pub rooms: usize,
    /// How long each tempo is measured.
    pub measure: Duration,
    /// Actions in a second, all rooms together, at the second tempo.
    pub rate: f64,
    /// How long the server keeps an unused room in memory, and some more.
    pub forgets: Duration,
}

/// Rooms need a moment until they all act.
const WARM_UP: Duration = Duration::from_secs(3);

/// No room takes longer to sink.
const LONGEST: Duration = Duration::from_secs(300);

/// Memory and processor time of a server, if it is one of our own.
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

/// Measures at full speed, then at a steady pace, then lets all rooms end.
pub async fn run(site: &Site, server: Option<&Server>, plan: Plan) -> Result<Report, Trouble> {
    let fresh = read(server);
    let began = Instant::now();
    let launcher = site.clone();
    let rooms = batch::each(plan.rooms, move |number| Runabout::launch(launcher.clone(), number)).await?;
    let mut notes = vec![format!("{} rooms of {SEATS} live after {:.0} s", plan.rooms, began.elapsed().as_secs_f64())];
    let pace = Arc::new(Pace::new(Tempo::Answered));
    let mut driven = JoinSet::new();
    for (number, room) in rooms.into_iter().enumerate() {
        driven.spawn(drive(room, pace.clone(), QuickRandom::new(number as u64)));
    }
    let full = measure(&pace, Tempo::Answered, server, plan.measure, &mut notes).await;
    let period = Duration::from_secs_f64(plan.rooms as f64 / plan.rate);
    let steady = measure(&pace, Tempo::Every(period), server, plan.measure, &mut notes).await;
    let live = read(server);
    pace.change(Tempo::Ending);
    let mut faults = end(driven).await;
    sleep(plan.forgets).await;
    let ended = read(server);
    let mut figures = vec![
        Figure { name: "load", value: full.rate, unit: "actions/s", bar: Bar::AtLeast(5000.0) },
        Figure { name: "load-p99", value: full.p99, unit: "ms", bar: Bar::AtMost(250.0) },
        Figure { name: "load-steady-p99", value: steady.p99, unit: "ms", bar: Bar::AtMost(250.0) },
    ];
    if server.is_some() {
        let kept = (ended.memory - fresh.memory) / (live.memory - fresh.memory) * 100.0;
        notes.push(format!(
            "the server holds {:.0} MiB at first, {:.0} MiB with all rooms live, {:.0} MiB after they ended",
            fresh.memory, live.memory, ended.memory
        ));
        figures.push(Figure { name: "load-memory", value: kept, unit: "% kept", bar: Bar::AtMost(25.0) });
    }
    if full.actions == 0 || steady.actions == 0 {
        faults.push("nobody did anything".to_owned());
    }
    figures.push(Figure::none("load-faults", faults.len(), "faults"));
    Ok(Report { figures, notes, faults })
}

async fn measure(
    pace: &Pace,
    tempo: Tempo,
    server: Option<&Server>,
    long: Duration,
    notes: &mut Vec<String>,
) -> Measured {
    pace.change(tempo);
    sleep(WARM_UP.min(long)).await;
    pace.change(tempo);
    let before = read(server);
    sleep(long).await;
    let measured = pace.measured();
    let after = read(server);
    let each = |time: Duration| time.as_secs_f64() * 1e6 / measured.actions.max(1) as f64;
    let Measured { actions, rate, p50, p99, longest } = measured;
    let how = match tempo {
        Tempo::Every(_) => "at a steady pace",
        _ => "as fast as answered",
    };
    notes.push(format!(
        "{how}: {actions} actions, {rate:.0}/s; p50 {p50:.0} ms, p99 {p99:.0} ms, longest {longest:.0} ms; processor time \
         of an action: server {:.0} µs, client {:.0} µs",
        each(after.server - before.server),
        each(after.client - before.client)
    ));
    measured
}

/// Drives a room until it ends.
async fn drive(mut room: Runabout, pace: Arc<Pace>, mut draw: QuickRandom) -> Result<(), Trouble> {
    let mut due = Instant::now();
    let mut was = Tempo::Answered;
    loop {
        let tempo = pace.tempo();
        let (errand, wait) = match tempo {
            Tempo::Answered => (Errand::Cruise, None),
            Tempo::Every(period) if tempo == was => (Errand::Cruise, Some(due + period)),
            // Not all in the same moment.
            Tempo::Every(period) => (Errand::Cruise, Some(Instant::now() + period * draw.below(1000) / 1000)),
            Tempo::Ending => (Errand::Wreck, None),
        };
        was = tempo;
        due = wait.unwrap_or_else(Instant::now);
        if wait.is_some() {
            sleep_until(due).await;
        }
        let step = room.step(errand).await?;
        pace.note(due);
        if step == Step::Over {
            return Ok(());
        }
    }
}

async fn end(mut driven: JoinSet<Result<(), Trouble>>) -> Vec<String> {
    let mut faults = Vec::new();
    let ended = timeout(LONGEST, async {
        while let Some(room) = driven.join_next().await {
            match room {
                Ok(Ok(())) => {}
                Ok(Err(trouble)) => faults.push(trouble.to_string()),
                Err(error) => faults.push(error.to_string()),
            }
        }
    });
    if ended.await.is_err() {
        faults.push("some rooms did not end".to_owned());
    }
    faults
}
