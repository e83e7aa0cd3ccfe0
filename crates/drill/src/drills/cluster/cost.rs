//! What a cluster costs: three nodes behind haproxy, with NATS, compared with one server alone. Both run on the same
//! PostgreSQL, one after the other, under the same load.

use crate::{
    DrillError,
    client::api::ApiClient,
    cluster::{COMPONENTS, Cluster, Haproxy, NatsLink, Processes, Timed, first_process},
    database,
    drills::load::{LoadRooms, Measurement, Tempo},
    report::{Bar, Figure, Report},
    server::Server,
};
use std::{fmt::Write, time::Duration};
use tokio::time::sleep;

/// The size of the drill.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Live rooms of four players.
    pub rooms: usize,
    /// Actions per second of all rooms together.
    pub rate: f64,
    /// How long each measurement takes.
    pub measure: Duration,
    /// How often both are measured, by turns.
    pub rounds: usize,
    /// `postgres://…`; the drill creates databases of its own there.
    pub postgres: String,
    /// The seed of all randomness.
    pub seed: u64,
}

/// Time for PostgreSQL to finish what the last measurement has left to do.
const PAUSE: Duration = Duration::from_secs(3);

/// What was measured of a server alone or of a cluster, in all rounds.
#[derive(Clone, Debug, Default)]
struct Cost {
    actions: usize,
    times: [Duration; 4],
    /// The median and the 99th percentile of the latency in each round, in milliseconds.
    median: Vec<f64>,
    p99: Vec<f64>,
    /// The transactions, and the questions to the owners of rooms.
    transactions: Timed,
    questions: Timed,
    faults: Vec<String>,
}

impl Cost {
    /// Microseconds of processor time per action, of each component.
    fn per_action(&self) -> [f64; 4] {
        self.times.map(|time| time.as_secs_f64() * 1e6 / self.actions.max(1) as f64)
    }

    fn total_per_action(&self) -> f64 {
        self.per_action().iter().sum()
    }

    /// The 99th percentile in the best round: what other programs on the machine disturbed least.
    fn best_p99(&self) -> f64 {
        self.p99.iter().copied().fold(f64::INFINITY, f64::min)
    }

    async fn measure(
        &mut self,
        plan: &Plan,
        api: &ApiClient,
        processes: &Processes,
        nodes: &[&Server],
    ) -> Result<(), DrillError> {
        let tempo = Tempo::Every(Duration::from_secs_f64(plan.rooms as f64 / plan.rate));
        let mut rooms = LoadRooms::open(api, plan.rooms, tempo, plan.seed).await?;
        let read = async || Reading::of(processes, nodes).await;
        let (measurement, before, after) = rooms.measure(tempo, plan.measure, read).await;
        let (before, after) = (before?, after?);
        self.faults.extend(rooms.failures());
        let Measurement { latency, .. } = measurement;
        self.actions += latency.count;
        for ((sum, before), after) in self.times.iter_mut().zip(before.times).zip(after.times) {
            *sum += after.saturating_sub(before);
        }
        self.median.push(latency.p50);
        self.p99.push(latency.p99);
        self.transactions.add(after.transactions.since(before.transactions));
        self.questions.add(after.questions.since(before.questions));
        Ok(())
    }

    fn note(&self, name: &str, plan: &Plan) -> String {
        let seconds = plan.measure.as_secs_f64() * plan.rounds as f64;
        let mut note = format!(
            "{name}: {} actions, {:.0}/s; {:.0} µs of processor time per action:",
            self.actions,
            self.actions as f64 / seconds,
            self.total_per_action()
        );
        for (component, cost) in COMPONENTS.iter().zip(self.per_action()).filter(|(_, cost)| *cost > 0.0) {
            write!(note, " {component} {cost:.0},").expect("writing to a string cannot fail");
        }
        let each = |values: &[f64]| values.iter().map(|value| format!("{value:.1}")).collect::<Vec<_>>().join(", ");
        note += &format!(
            " median in each round: {} ms, p99: {} ms; {:.0} transactions/s of {:.1} ms on average",
            each(&self.median),
            each(&self.p99),
            self.transactions.count / seconds,
            self.transactions.mean() * 1e3
        );
        if self.questions.count > 0.0 {
            let (rate, mean) = (self.questions.count / seconds, self.questions.mean() * 1e3);
            note += &format!(", {rate:.0} questions to owners/s, answered after {mean:.1} ms");
        }
        note
    }
}

/// What has been counted so far.
struct Reading {
    times: [Duration; 4],
    transactions: Timed,
    questions: Timed,
}

impl Reading {
    async fn of(processes: &Processes, nodes: &[&Server]) -> Result<Reading, DrillError> {
        let apis = || nodes.iter().map(|node| &node.api);
        let transactions = Timed::of(apis(), Timed::TRANSACTIONS).await?;
        let questions = Timed::of(apis(), Timed::QUESTIONS).await?;
        Ok(Reading { times: processes.times(), transactions, questions })
    }
}

/// Measures a server alone and a cluster by turns, and compares them.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let postgres = first_process(&plan.postgres).await?;
    let (mut alone, mut cluster) = (Cost::default(), Cost::default());
    for _ in 0..plan.rounds {
        measure_alone(plan, postgres, &mut alone).await?;
        sleep(PAUSE).await;
        measure_cluster(plan, postgres, &mut cluster).await?;
        sleep(PAUSE).await;
    }
    let notes = vec![alone.note("a server alone", plan), cluster.note("three nodes", plan)];
    let mut faults = std::mem::take(&mut alone.faults);
    faults.append(&mut cluster.faults);
    let enough = plan.rate * plan.measure.as_secs_f64() * plan.rounds as f64 * 0.95;
    for cost in [&alone, &cluster] {
        if (cost.actions as f64) < enough {
            faults.push(format!("only {} actions were acknowledged instead of {enough:.0}", cost.actions));
        }
    }
    let ratio = |name, value: f64, bar| Figure {
        name,
        value: (value * 100.0).ceil() / 100.0,
        unit: "times",
        bar: Bar::AtMost(bar),
    };
    let figures = vec![
        ratio("cluster-cost", cluster.total_per_action() / alone.total_per_action(), 2.0),
        ratio("cluster-cost-p99", cluster.best_p99() / alone.best_p99(), 2.5),
        Figure::none("cluster-cost-faults", faults.len(), "faults"),
    ];
    Ok(Report { figures, notes, faults })
}

async fn measure_alone(plan: &Plan, postgres: u32, cost: &mut Cost) -> Result<(), DrillError> {
    let database = database::create(&plan.postgres).await?;
    let mut server = Server::start(Some(&database), &[]).await?;
    let processes = Processes { nodes: vec![server.process()], postgres, ..Processes::default() };
    cost.measure(plan, &server.api, &processes, &[&server]).await?;
    server.kill().await
}

async fn measure_cluster(plan: &Plan, postgres: u32, cost: &mut Cost) -> Result<(), DrillError> {
    let cluster = Cluster::start(&plan.postgres, NatsLink::Direct, &["--trust-proxy"]).await?;
    let haproxy = Haproxy::start(&cluster.addresses()).await?;
    let processes = Processes {
        nodes: cluster.nodes.iter().map(Server::process).collect(),
        haproxy: Some(haproxy.process()),
        nats: Some(cluster.nats.process()),
        postgres,
    };
    let nodes: Vec<&Server> = cluster.nodes.iter().collect();
    cost.measure(plan, &ApiClient::new(haproxy.address), &processes, &nodes).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_of_an_action_is_the_sum_over_all_components() {
        let times = [200, 20, 30, 50].map(Duration::from_millis);
        let cost = Cost { actions: 1000, times, p99: vec![7.0, 5.0], ..Cost::default() };
        assert_eq!(cost.total_per_action(), 300.0);
        assert_eq!(cost.best_p99(), 5.0);
    }
}
