//! The model drill: measures a server alone and three nodes at several loads, finds the costs of the simulation from some of
//! them, compares its predictions with the others, and says what larger numbers of players need.

use super::observer::{Service, StoredEvents, Volume};
use crate::{
    DrillError,
    drills::{
        idle,
        load::{LoadRooms, Tempo},
    },
    report::{Bar, Figure, Report},
    scale::{
        calibration::{calibrate, scenario},
        capacity::{Ingredients, Lobby, messages},
        costs::Costs,
        observation::{Observation, difference},
        simulation::simulate,
        table,
    },
    server::Server,
};
use powerboats_server::room::view::Summary;
use std::{hint::black_box, thread::available_parallelism, time::Duration};
use tokio::time::{Instant, sleep};

/// The size of the drill.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Live rooms of four players.
    pub rooms: usize,
    /// How long each load is measured.
    pub measure: Duration,
    /// How often everything is measured.
    pub rounds: usize,
    /// Silent sockets, to measure what one costs.
    pub sockets: usize,
    /// `postgres://…`; the drill creates databases of its own there.
    pub postgres: String,
    /// The seed of all randomness.
    pub seed: u64,
}

/// Actions per second, and what the measurement is for. Two processors can do all of them for three nodes and the clients.
const LOADS: [(f64, Purpose); 4] =
    [(150.0, Purpose::Calibrate), (300.0, Purpose::Predict), (600.0, Purpose::Calibrate), (800.0, Purpose::Predict)];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// The costs are found from it.
    Calibrate,
    /// It is compared with what the simulation predicts.
    Predict,
}

/// Predictions may differ this much from what was measured, in percent.
const TOLERANCE: Bar = Bar::AtMost(25.0);

/// Time for PostgreSQL to finish what the last measurement has left to do.
const PAUSE: Duration = Duration::from_secs(2);

/// Everything measured of a server alone or of three nodes.
#[derive(Clone, Debug, Default)]
struct Series {
    idle: Observation,
    /// In the order of [`LOADS`].
    loads: Vec<Observation>,
    /// At the third load.
    volume: Volume,
    stored: StoredEvents,
    /// Bytes of a room's line in the lobby, and seconds to read one.
    summary: (f64, f64),
    faults: Vec<String>,
}

/// Measures, calibrates, compares and extrapolates.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let (mut alone, mut cluster) = (Vec::new(), Vec::new());
    for _ in 0..plan.rounds {
        alone.push(measure(plan, Service::alone(&plan.postgres).await?).await?);
        sleep(PAUSE).await;
        cluster.push(measure(plan, Service::cluster(&plan.postgres).await?).await?);
        sleep(PAUSE).await;
    }
    let idle = measure_idle(plan).await?;
    let (alone, cluster) = (merge(alone), merge(cluster));
    let processors = available_parallelism().map_or(1, usize::from);
    let mut report = Report::default();
    let alone_costs = compare("a server alone", ONE, &alone, processors, &mut report);
    let cluster_costs = compare("three nodes", THREE, &cluster, processors, &mut report);
    let ingredients = Ingredients {
        alone: alone_costs,
        cluster: cluster_costs,
        transaction_time: alone.loads[0].transaction_time,
        socket: idle.processor_per_socket(),
        socket_memory: idle.memory_per_socket(),
        room_memory: idle.memory_per_room(),
        log_bytes: cluster.volume.log_bytes,
        table_bytes: cluster.stored.disk * cluster.stored.per_entry,
        message_bytes: cluster.volume.sent_bytes / cluster.volume.sent,
        summary_bytes: cluster.summary.0,
        summary_time: cluster.summary.1,
    };
    report.notes.push(format!(
        "per action in a cluster of three: NATS receives {:.2} and delivers {:.2} messages ({:.2} without the lobby, by \
         calculation), {:.0} bytes each",
        cluster.volume.received,
        cluster.volume.sent,
        messages(3),
        ingredients.message_bytes
    ));
    report.notes.push(format!(
        "per event {:.0} bytes of text and {:.0} bytes on disk, {:.2} events per action; {:.0} bytes of write-ahead log per action",
        cluster.stored.text, cluster.stored.disk, cluster.stored.per_entry, cluster.volume.log_bytes
    ));
    report.notes.push(format!(
        "a silent socket needs {:.1} KiB and {:.2} µs of processor time per second; a live room {:.0} KiB; a line of the \
         lobby {:.0} bytes and {:.1} µs to read it",
        ingredients.socket_memory / 1024.0,
        ingredients.socket * 1e6,
        ingredients.room_memory / 1024.0,
        ingredients.summary_bytes,
        ingredients.summary_time * 1e6
    ));
    report.notes.extend(table::lines(&ingredients, Lobby::InMemory));
    report.notes.extend(table::lines(&ingredients, Lobby::ByQuery));
    report.faults.extend(alone.faults.into_iter().chain(cluster.faults));
    report.figures.push(Figure::none("cluster-model-faults", report.faults.len(), "faults"));
    Ok(report)
}

async fn measure(plan: &Plan, service: Service) -> Result<Series, DrillError> {
    let tempo = |rate: f64| Tempo::Every(Duration::from_secs_f64(plan.rooms as f64 / rate));
    let mut rooms = LoadRooms::open(&service.api, plan.rooms, tempo(LOADS[0].0), plan.seed).await?;
    let mut series = Series::default();
    for (rate, _) in LOADS {
        let (observation, volume) = service.observe((&rooms, plan.rooms), tempo(rate), plan.measure).await?;
        if observation.rate < rate * 0.95 {
            series.faults.push(format!("only {:.0} of {rate} actions per second were acknowledged", observation.rate));
        }
        series.loads.push(observation);
        if rate == LOADS[2].0 {
            series.volume = volume;
        }
    }
    // Last, because rooms that wait for their next action do not notice that they should act sooner.
    (series.idle, _) =
        service.observe((&rooms, plan.rooms), Tempo::Every(Duration::from_secs(3600)), plan.measure / 2).await?;
    series.summary = measure_summaries(&service).await?;
    series.stored = service.stored_events().await?;
    series.faults.extend(rooms.failures());
    drop(rooms);
    service.stop().await?;
    Ok(series)
}

/// The size of a room's line in the lobby, and how long it takes to read one.
async fn measure_summaries(service: &Service) -> Result<(f64, f64), DrillError> {
    let page = service.api.get(None, "/api/regattas?stage=live").await?;
    let lines: Vec<Summary> =
        serde_json::from_slice(&page).map_err(|error| DrillError::broken(format_args!("the lobby: {error}")))?;
    let texts: Vec<Vec<u8>> = lines.iter().filter_map(|line| serde_json::to_vec(line).ok()).collect();
    let (began, rounds) = (Instant::now(), 200);
    for text in texts.iter().cycle().take(texts.len() * rounds) {
        drop(black_box(serde_json::from_slice::<Summary>(black_box(text))));
    }
    let count = texts.len().max(1) as f64;
    let bytes: usize = texts.iter().map(Vec::len).sum();
    Ok((bytes as f64 / count, began.elapsed().as_secs_f64() / count / rounds as f64))
}

async fn measure_idle(plan: &Plan) -> Result<idle::IdleCost, DrillError> {
    let mut server = Server::start(None, &[]).await?;
    // The server pings every socket once in 30 s.
    let idle = idle::Plan { sockets: plan.sockets, per_room: 4, hold: Duration::from_secs(30) };
    let cost = idle::measure(&server, idle).await?;
    server.kill().await?;
    Ok(cost)
}

/// One series of several rounds: the mean of the processor times, and the latencies of the round that other programs on the
/// machine disturbed least.
fn merge(rounds: Vec<Series>) -> Series {
    let mut merged =
        Series { faults: rounds.iter().flat_map(|series| series.faults.clone()).collect(), ..Series::default() };
    let observations =
        |of: &dyn Fn(&Series) -> Observation| Observation::merge(&rounds.iter().map(of).collect::<Vec<_>>());
    merged.idle = observations(&|series| series.idle);
    merged.loads = (0..LOADS.len()).map(|load| observations(&|series| series.loads[load])).collect();
    if let Some(Series { volume, stored, summary, .. }) = rounds.into_iter().next_back() {
        (merged.volume, merged.stored, merged.summary) = (volume, stored, summary);
    }
    merged
}

/// The names of the figures: processor time, median and p99.
type Names = [&'static str; 3];

const ONE: Names = ["cluster-model-one-processor", "cluster-model-one-median", "cluster-model-one-p99"];
const THREE: Names = ["cluster-model-three-processor", "cluster-model-three-median", "cluster-model-three-p99"];

/// Finds the costs, predicts every load, and reports the largest differences at loads that were not used to find them.
fn compare(name: &str, figures: Names, series: &Series, processors: usize, report: &mut Report) -> Costs {
    let chosen = |purpose| LOADS.iter().zip(&series.loads).filter(move |((_, of), _)| *of == purpose);
    let known: Vec<Observation> = chosen(Purpose::Calibrate).map(|(_, load)| *load).collect();
    let costs = calibrate(&series.idle, &known, processors);
    report.notes.push(table::costs(name, &costs));
    let mut worst = [0.0_f64; 3];
    for ((_, purpose), seen) in LOADS.iter().zip(&series.loads) {
        let found = simulate(&scenario(costs, seen, processors));
        report.notes.push(table::comparison(name, seen, &found, *purpose == Purpose::Calibrate));
        if *purpose == Purpose::Predict {
            let differences = [
                difference(found.processor_per_action(), seen.processor_per_action()),
                difference(found.median, seen.median),
                difference(found.p99, seen.p99),
            ];
            worst = std::array::from_fn(|place| worst[place].max(differences[place]));
        }
    }
    for (name, value) in figures.into_iter().zip(worst) {
        report.figures.push(Figure { name, value, unit: "%", bar: TOLERANCE });
    }
    costs
}
