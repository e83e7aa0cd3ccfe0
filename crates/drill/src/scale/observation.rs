//! What was measured or simulated of a service at one load.

use super::costs::{Part, PerPart};
use serde::{Deserialize, Serialize};

/// A service at one load. Times are in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Observation {
    /// Nodes: one server alone, or those of a cluster.
    pub nodes: usize,
    /// Rooms that act.
    pub rooms: usize,
    /// Acknowledged actions per second.
    pub rate: f64,
    /// Processor time per second.
    pub processor: PerPart,
    /// Transactions per second.
    pub transactions: f64,
    /// How long a transaction takes on average.
    pub transaction_time: f64,
    /// The median latency of an action.
    pub median: f64,
    /// The latency that one action in a hundred exceeds. When measured, it is the median over short periods, so that a rare stall
    /// of the disk does not count.
    pub p99: f64,
}

impl Observation {
    /// The mean of several observations at the same load.
    pub fn merge(rounds: &[Observation]) -> Observation {
        let mean = |of: &dyn Fn(&Observation) -> f64| rounds.iter().map(of).sum::<f64>() / rounds.len().max(1) as f64;
        let Some(first) = rounds.first() else { return Observation::default() };
        Observation {
            nodes: first.nodes,
            rooms: first.rooms,
            rate: mean(&|round| round.rate),
            processor: PerPart::of(|part| mean(&|round| round.processor[part])),
            transactions: mean(&|round| round.transactions),
            transaction_time: mean(&|round| round.transaction_time),
            median: mean(&|round| round.median),
            p99: mean(&|round| round.p99),
        }
    }

    /// Processor time of the service per action.
    pub fn processor_per_action(&self) -> f64 {
        self.processor.service() / self.rate
    }

    /// Processor time of a part per action.
    pub fn part_per_action(&self, part: Part) -> f64 {
        self.processor[part] / self.rate
    }

    /// The share of a machine that is idle if everything runs on it.
    pub fn idle_share(&self, processors: usize) -> f64 {
        (1.0 - self.processor.total() / processors as f64).max(0.0)
    }
}

/// How much a prediction differs from a measurement, in percent of the measurement.
pub fn difference(predicted: f64, measured: f64) -> f64 {
    (predicted / measured - 1.0).abs() * 100.0
}
