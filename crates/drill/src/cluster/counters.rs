//! What the nodes of a cluster count, from `/metrics`.

use crate::{DrillError, client::api::ApiClient};
use std::fmt;

/// Counters of one node, or the sums over several.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Counters {
    /// Nodes that own rooms.
    pub nodes: f64,
    takeovers: f64,
    conflicts: f64,
    gap_fills: f64,
    forwarded: f64,
    lives_ended: f64,
}

impl Counters {
    /// The counters of a node; `None` if it does not answer.
    pub async fn of(api: &ApiClient) -> Option<Counters> {
        let text = api.get(None, "/metrics").await.ok()?;
        Some(Counters::read(&String::from_utf8_lossy(&text)))
    }

    fn read(text: &str) -> Counters {
        let value = |name: &str| metric(text, &format!("cluster_{name}"));
        Counters {
            nodes: value("nodes"),
            takeovers: value("takeovers_total"),
            conflicts: value("append_conflicts_total"),
            gap_fills: value("gap_fills_total"),
            forwarded: value("forwarded_total"),
            lives_ended: value("lives_ended_total"),
        }
    }

    pub fn add(&mut self, other: &Counters) {
        self.nodes += other.nodes;
        self.takeovers += other.takeovers;
        self.conflicts += other.conflicts;
        self.gap_fills += other.gap_fills;
        self.forwarded += other.forwarded;
        self.lives_ended += other.lives_ended;
    }
}

/// How often the nodes did something, and how long that took together.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Timed {
    pub count: f64,
    pub seconds: f64,
}

impl Timed {
    /// The name under which nodes count their transactions.
    pub const TRANSACTIONS: &str = "commit_seconds";
    /// The name under which nodes count their questions to the owners of rooms.
    pub const QUESTIONS: &str = "cluster_question_seconds";

    /// What some servers have counted under this name so far.
    pub async fn of(servers: impl IntoIterator<Item = &ApiClient>, name: &str) -> Result<Timed, DrillError> {
        let mut sum = Timed::default();
        for api in servers {
            let text = api.get(None, "/metrics").await?;
            let text = String::from_utf8_lossy(&text);
            sum.count += metric(&text, &format!("{name}_count"));
            sum.seconds += metric(&text, &format!("{name}_sum"));
        }
        Ok(sum)
    }

    /// What was counted since an earlier reading.
    pub fn since(self, before: Timed) -> Timed {
        Timed { count: self.count - before.count, seconds: self.seconds - before.seconds }
    }

    pub fn add(&mut self, other: Timed) {
        self.count += other.count;
        self.seconds += other.seconds;
    }

    /// How long it took on average, in seconds.
    pub fn mean(self) -> f64 {
        self.seconds / self.count.max(1.0)
    }
}

/// The value of one of our metrics without labels; 0 if it is missing.
fn metric(text: &str, name: &str) -> f64 {
    let numbers = text.lines().filter_map(|line| line.strip_prefix("powerboats_")?.split_once(' '));
    numbers.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse().ok()).unwrap_or(0.0)
}

impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Counters { nodes: _, takeovers, conflicts, gap_fills, forwarded, lives_ended } = self;
        write!(
            f,
            "{takeovers} takeovers, {conflicts} append conflicts, {gap_fills} gap fills, {forwarded} requests forwarded, \
             {lives_ended} lives of nodes ended"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read_from_the_format_of_prometheus() {
        let text = "# TYPE powerboats_cluster_nodes gauge\npowerboats_cluster_nodes 3\n\
                    powerboats_cluster_takeovers_total 12\npowerboats_cluster_lag_seconds{quantile=\"0\"} 0.1\n";
        let mut counters = Counters::read(text);
        assert_eq!(counters, Counters { nodes: 3.0, takeovers: 12.0, ..Counters::default() });
        counters.add(&counters.clone());
        assert_eq!(counters.takeovers, 24.0);
    }
}
