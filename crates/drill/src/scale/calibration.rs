//! Finds the costs of a service from what was measured at some loads.

use super::{
    costs::{Costs, Part},
    observation::Observation,
    simulation::{Machines, Outcome, Scenario, simulate},
};

/// How many actions are simulated for each load.
const ACTIONS: usize = 20_000;

/// How often an interval is halved in a search.
const HALVINGS: usize = 12;

/// The costs with which the simulation comes closest to these measurements. All parts ran on one machine. `idle` was measured
/// without any action.
pub fn calibrate(idle: &Observation, loads: &[Observation], processors: usize) -> Costs {
    let mut costs = Costs { background: idle.processor, wait_spread: 0.5, ..Costs::default() };
    for part in Part::ALL {
        (costs.action[part], costs.transaction[part]) = processor_costs(part, idle, loads);
    }
    let simulated = |costs: Costs| loads.iter().map(|load| simulate(&scenario(costs, load, processors))).collect();
    // The spread changes the p99 most, the wait changes the duration of a transaction, and the delay only the median.
    for _ in 0..2 {
        costs.wait = search(0.0, 0.05, |wait| {
            excess(
                loads,
                &simulated(Costs { wait, ..costs }),
                |found| found.transaction_time,
                |seen| seen.transaction_time,
            )
        });
        costs.delay = search(0.0, 0.02, |delay| {
            excess(loads, &simulated(Costs { delay, ..costs }), |found| found.median, |seen| seen.median)
        });
        costs.wait_spread = search(0.0, 2.0, |wait_spread| {
            excess(loads, &simulated(Costs { wait_spread, ..costs }), |found| found.p99, |seen| seen.p99)
        });
    }
    costs
}

/// The scenario of a measurement.
pub fn scenario(costs: Costs, load: &Observation, processors: usize) -> Scenario {
    let Observation { nodes, rooms, rate, .. } = *load;
    Scenario { costs, nodes, rooms, rate, machines: Machines::Shared(processors), actions: ACTIONS }
}

/// How much the simulation exceeds the measurements, on a logarithmic scale.
fn excess(
    loads: &[Observation],
    outcomes: &Vec<Outcome>,
    found: impl Fn(&Outcome) -> f64,
    seen: impl Fn(&Observation) -> f64,
) -> f64 {
    loads.iter().zip(outcomes).map(|(load, outcome)| (found(outcome) / seen(load)).ln()).sum()
}

/// Where a growing function is zero; an end of the interval if it is zero nowhere.
fn search(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if function(middle) < 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The processor time of a part per action and per transaction, by least squares of the relative errors. Neither is negative.
/// Clients, proxy and NATS do not know of transactions.
fn processor_costs(part: Part, idle: &Observation, loads: &[Observation]) -> (f64, f64) {
    let knows_transactions = matches!(part, Part::Nodes | Part::Database);
    let used = |load: &Observation| (load.processor[part] - idle.processor[part]).max(1e-9);
    // Sums of squares and products of actions and transactions, per second of processor time.
    let [mut aa, mut at, mut tt, mut a, mut t] = [0.0; 5];
    for load in loads {
        let (actions, transactions) = (load.rate / used(load), load.transactions / used(load));
        aa += actions * actions;
        at += actions * transactions;
        tt += transactions * transactions;
        a += actions;
        t += transactions;
    }
    let determinant = aa * tt - at * at;
    let both = ((a * tt - t * at) / determinant, (t * aa - a * at) / determinant);
    match both {
        _ if !knows_transactions => (a / aa, 0.0),
        (action, transaction) if action >= 0.0 && transaction >= 0.0 => both,
        (action, _) if action < 0.0 => (0.0, t / tt),
        _ => (a / aa, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::{costs::PerPart, observation::difference};

    /// Observations that the simulation itself makes.
    fn observe(costs: Costs, nodes: usize, rate: f64) -> Observation {
        let load = Observation { nodes, rooms: 400, rate, ..Observation::default() };
        let Outcome { rate, processor, transactions, transaction_time, median, p99 } =
            simulate(&scenario(costs, &load, 2));
        Observation { rate, processor, transactions, transaction_time, median, p99, ..load }
    }

    #[test]
    fn costs_are_found_again() {
        let real = Costs {
            action: PerPart::of(|part| if part == Part::Database { 0.00005 } else { 0.0001 }),
            transaction: PerPart::of(|part| match part {
                Part::Nodes => 0.0001,
                Part::Database => 0.0004,
                _ => 0.0,
            }),
            background: PerPart::of(|_| 0.01),
            wait: 0.003,
            wait_spread: 0.6,
            delay: 0.001,
        };
        let idle = Observation { nodes: 3, processor: real.background, ..Observation::default() };
        let found = calibrate(&idle, &[observe(real, 3, 250.0), observe(real, 3, 1000.0)], 2);
        for part in Part::SERVICE {
            assert!(difference(found.action[part], real.action[part]) < 25.0, "{part:?} {found:?}");
        }
        assert!(difference(found.transaction[Part::Database], real.transaction[Part::Database]) < 15.0, "{found:?}");
        assert!(difference(found.wait, real.wait) < 10.0, "{found:?}");
        assert!(difference(found.wait_spread, real.wait_spread) < 20.0, "{found:?}");
        assert!((found.delay - real.delay).abs() < 0.0003, "{found:?}");
    }
}
