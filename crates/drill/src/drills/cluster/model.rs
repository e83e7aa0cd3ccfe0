//! The model drill: measures a server alone and three nodes at several loads, finds the costs of the simulation from some of
//! them, compares its predictions with the others, and says what larger numbers of players need.

use super::observer::Service;
use crate::{
    DrillError,
    drills::{
        idle,
        load::{LoadRooms, Tempo},
    },
    report::{Bar, Figure, Report},
    scale::{
        calibration::Calibrated,
        capacity::{BUSY, Ingredients, Lobby},
        measurements::{Measurements, Series, Sockets, SummaryCost},
        table,
    },
    server::Server,
};
use powerboats_server::room::view::Summary;
use std::{
    hint::black_box,
    path::{Path, PathBuf},
    thread::available_parallelism,
    time::Duration,
};
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
    /// Where to keep the measurements.
    pub save: Option<PathBuf>,
    /// `postgres://…`; the drill creates databases of its own there.
    pub postgres: String,
    /// The seed of all randomness.
    pub seed: u64,
}

/// The loads, as shares of the most that the machine can do. Every second one is predicted from the others. The highest keeps
/// the machine busier than the model lets any machine be.
const LOADS: [f64; 5] = [0.1, 0.2, 0.3, 0.4, 0.5];

/// Predictions, and the simulation of the loads for calibration, may differ this much from what was measured, in percent.
const TOLERANCE: f64 = 25.0;

/// Time for PostgreSQL to finish what the last measurement has left to do.
const PAUSE: Duration = Duration::from_secs(2);

/// Measures, calibrates, compares and extrapolates.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let processors = available_parallelism().map_or(1, usize::from);
    let mut measurements = Measurements { processors, ..Measurements::default() };
    let mut faults = Vec::new();
    for _ in 0..plan.rounds {
        let Measurements { alone, cluster, .. } = &mut measurements;
        measure(plan, Service::alone(&plan.postgres).await?, alone, &mut faults).await?;
        sleep(PAUSE).await;
        measure(plan, Service::cluster(&plan.postgres).await?, cluster, &mut faults).await?;
        sleep(PAUSE).await;
    }
    measurements.sockets = measure_sockets(plan).await?;
    if let Some(file) = &plan.save {
        measurements.write(file)?;
    }
    let mut report = judge(&measurements);
    report.figures.push(Figure::none("cluster-model-faults", faults.len(), "faults"));
    report.faults.extend(faults);
    Ok(report)
}

/// Measures one round.
async fn measure(
    plan: &Plan,
    service: Service,
    rounds: &mut Vec<Series>,
    faults: &mut Vec<String>,
) -> Result<(), DrillError> {
    let mut rooms = LoadRooms::open(&service.api, plan.rooms, Tempo::FullSpeed, plan.seed).await?;
    let mut series = Series::default();
    (series.peak, _) = service.observe((&rooms, plan.rooms), Tempo::FullSpeed, plan.measure).await?;
    // All rounds have the loads of the first.
    let most = rounds.first().map_or(series.peak.rate, |first: &Series| first.peak.rate);
    for share in LOADS {
        let tempo = Tempo::Every(Duration::from_secs_f64(plan.rooms as f64 / (most * share)));
        let (observation, volume) = service.observe((&rooms, plan.rooms), tempo, plan.measure).await?;
        if observation.rate < most * share * 0.95 {
            faults.push(format!("{:.0} actions/s instead of {:.0}", observation.rate, most * share));
        }
        series.loads.push(observation);
        series.volume = volume;
    }
    // Last, because rooms that wait for their next action do not notice that they should act sooner.
    let silence = Tempo::Every(Duration::from_secs(3600));
    (series.idle, _) = service.observe((&rooms, plan.rooms), silence, plan.measure / 2).await?;
    series.summary = measure_summaries(&service).await?;
    series.stored = service.stored_events().await?;
    faults.extend(rooms.failures());
    rounds.push(series);
    drop(rooms);
    service.stop().await
}

/// The size of a room's line in the lobby, and how long it takes to read one.
async fn measure_summaries(service: &Service) -> Result<SummaryCost, DrillError> {
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
    Ok(SummaryCost { bytes: bytes as f64 / count, time: began.elapsed().as_secs_f64() / count / rounds as f64 })
}

async fn measure_sockets(plan: &Plan) -> Result<Sockets, DrillError> {
    let mut server = Server::start(None, &[]).await?;
    // The server pings every socket once in 30 s.
    let idle = idle::Plan { sockets: plan.sockets, per_room: 4, hold: Duration::from_secs(30) };
    let cost = idle::measure(&server, idle).await?;
    server.kill().await?;
    let (memory, room_memory) = (cost.memory_per_socket(), cost.memory_per_room());
    Ok(Sockets { processor: cost.processor_per_socket(), memory, room_memory })
}

/// The names of the figures: processor time, median and p99.
const ALONE: [&str; 3] = ["cluster-model-one-processor", "cluster-model-one-median", "cluster-model-one-p99"];
const CLUSTER: [&str; 3] = ["cluster-model-three-processor", "cluster-model-three-median", "cluster-model-three-p99"];

/// The report on measurements that were saved earlier.
pub fn judge_saved(file: &Path) -> Result<Report, DrillError> {
    Ok(judge(&Measurements::read(file)?))
}

/// Finds the costs, and reports how well they predict and what larger sizes need.
fn judge(measurements: &Measurements) -> Report {
    let mut report = Report::default();
    let mut calibrate = |name, figures: [&'static str; 3], rounds: &[Series]| {
        let series = Series::merge(rounds);
        let calibrated = Calibrated::of(&series, measurements.processors);
        for (name, value) in figures.into_iter().zip(calibrated.worst()) {
            report.figures.push(Figure { name, value, unit: "%", bar: Bar::AtMost(TOLERANCE) });
        }
        report.notes.extend(table::calibration(name, &series, &calibrated));
        report.faults.extend(calibrated.misfits(TOLERANCE).iter().map(|misfit| table::misfit(name, misfit)));
        calibrated
    };
    calibrate("a server alone", ALONE, &measurements.alone);
    let cluster = calibrate("three nodes", CLUSTER, &measurements.cluster);
    report.figures.push(Figure::none("cluster-model-misfits", report.faults.len(), "figures"));
    let ingredients = Ingredients::of(measurements, cluster.when_busy(BUSY, measurements.processors));
    report.notes.extend(table::ingredients(&ingredients));
    for lobby in [Lobby::InMemory, Lobby::ByQuery] {
        report.notes.extend(table::needs(&ingredients, lobby));
    }
    report
}
