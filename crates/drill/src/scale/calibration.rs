//! Finds the costs of a service from what was measured at some loads, and predicts other loads with them.

use super::{
    costs::{Costs, Part},
    fit::fit,
    measurements::Series,
    observation::{Observation, difference},
    simulation::{Machines, Scenario, simulate},
};

/// How many actions are simulated for each load.
const ACTIONS: usize = 20_000;

/// How often an interval is halved in a search.
const HALVINGS: usize = 10;

/// A service whose costs are known.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibrated {
    pub costs: Costs,
    /// Each load as it was measured and as it is simulated.
    pub loads: Vec<Comparison>,
}

/// A measured load and its simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    pub measured: Observation,
    pub simulated: Observation,
    /// Whether the costs were found from other loads only.
    pub is_prediction: bool,
}

impl Calibrated {
    /// Finds the costs, and simulates each load with them. All parts ran on one machine.
    pub fn of(series: &Series, processors: usize) -> Calibrated {
        let costs = calibrate(series, processors);
        let loads = series.loads.iter().enumerate().map(|(place, &measured)| Comparison {
            measured,
            simulated: simulate(&scenario(costs, &measured, processors)),
            is_prediction: place % 2 == 1,
        });
        Calibrated { costs, loads: loads.collect() }
    }

    /// The largest difference between prediction and measurement, in percent: of the processor time per action, the median and
    /// the 99th percentile.
    pub fn worst(&self) -> [f64; 3] {
        let figures: [fn(&Observation) -> f64; 3] =
            [Observation::processor_per_action, |seen| seen.median, |seen| seen.p99];
        figures.map(|figure| {
            let predictions = self.loads.iter().filter(|load| load.is_prediction);
            predictions.map(|load| difference(figure(&load.simulated), figure(&load.measured))).fold(0.0, f64::max)
        })
    }
}

/// The processor times with which the model comes closest to the measurements for calibration and to those at full load.
pub fn processor_times(series: &Series, processors: usize) -> Costs {
    let mut costs = Costs { background: series.idle.processor, ..Costs::default() };
    let mut loads = series.calibration();
    loads.push(series.peak);
    for part in Part::ALL {
        [costs.action[part], costs.transaction[part], costs.wake[part]] =
            processor_costs(part, &series.idle, &loads, processors);
    }
    costs
}

/// The costs with which the simulation comes closest to the measurements for calibration.
fn calibrate(series: &Series, processors: usize) -> Costs {
    let mut costs = Costs { wait_spread: 0.5, ..processor_times(series, processors) };
    let loads = series.calibration();
    // How much the simulation exceeds the measurements, on a logarithmic scale.
    let excess = |costs: Costs, figure: fn(&Observation) -> f64| -> f64 {
        loads.iter().map(|load| (figure(&simulate(&scenario(costs, load, processors))) / figure(load)).ln()).sum()
    };
    // The spread changes the p99 most, the wait changes the duration of a transaction, and the delay only the median.
    for _ in 0..2 {
        costs.wait = search(0.0, 0.05, |wait| excess(Costs { wait, ..costs }, |seen| seen.transaction_time));
        costs.delay = search(0.0, 0.02, |delay| excess(Costs { delay, ..costs }, |seen| seen.median));
        costs.wait_spread = search(0.0, 2.0, |wait_spread| excess(Costs { wait_spread, ..costs }, |seen| seen.p99));
    }
    costs
}

/// The scenario of a measurement.
fn scenario(costs: Costs, load: &Observation, processors: usize) -> Scenario {
    let Observation { nodes, rooms, rate, .. } = *load;
    Scenario { costs, nodes, rooms, rate, machines: Machines::Shared(processors), actions: ACTIONS }
}

/// Where a growing function is zero; an end of the interval if it is zero nowhere.
fn search(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if function(middle) < 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The processor time of a part per action, per transaction, and per action on an idle machine, by least squares of the
/// relative errors. None is negative. Clients, proxy and NATS do not know of transactions.
fn processor_costs(part: Part, idle: &Observation, loads: &[Observation], processors: usize) -> [f64; 3] {
    let knows_transactions = matches!(part, Part::Nodes | Part::Database);
    let rows = loads.iter().map(|load| {
        let used = (load.processor[part] - idle.processor[part]).max(1e-9);
        let transactions = if knows_transactions { load.transactions } else { 0.0 };
        [load.rate, transactions, load.rate * load.idle_share(processors)].map(|count| count / used)
    });
    fit(&rows.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::costs::PerPart;

    const PROCESSORS: usize = 2;

    fn real() -> Costs {
        Costs {
            action: PerPart::of(|part| if part == Part::Database { 0.00015 } else { 0.0001 }),
            transaction: PerPart::of(|part| match part {
                Part::Nodes => 0.0001,
                Part::Database => 0.0004,
                _ => 0.0,
            }),
            wake: PerPart::of(|part| if part == Part::Nodes { 0.0003 } else { 0.0001 }),
            background: PerPart::of(|_| 0.01),
            wait: 0.003,
            wait_spread: 0.6,
            delay: 0.001,
        }
    }

    /// A service with these costs, as the simulation sees it.
    fn series(costs: Costs) -> Series {
        let observe = |rate| {
            let load = Observation { nodes: 3, rooms: 400, rate, ..Observation::default() };
            simulate(&scenario(costs, &load, PROCESSORS))
        };
        Series {
            idle: Observation { processor: costs.background, ..Observation::default() },
            loads: [200.0, 500.0, 900.0, 1300.0, 1700.0].map(observe).to_vec(),
            peak: observe(2400.0),
            ..Series::default()
        }
    }

    #[test]
    fn processor_costs_are_found_again_from_exact_measurements() {
        let costs = real();
        // Twice the rate has 1.5 times the transactions, and the machine is less idle.
        let exact =
            [(150.0, 120.0, 0.8), (600.0, 300.0, 0.5), (1500.0, 500.0, 0.1)].map(|(rate, transactions, idle)| {
                let mut seen = Observation { rate, transactions, ..Observation::default() };
                seen.processor = PerPart::of(|part| costs.processors(part, rate, transactions, idle));
                // The clients use what is missing for this share of idle time.
                seen.processor[Part::Client] += PROCESSORS as f64 * (1.0 - idle) - seen.processor.total();
                seen
            });
        let idle = Observation { processor: costs.background, ..Observation::default() };
        for part in Part::SERVICE {
            let found = processor_costs(part, &idle, &exact, PROCESSORS);
            for (found, real) in found.into_iter().zip([costs.action, costs.transaction, costs.wake]) {
                assert!((found - real[part]).abs() < 0.02 * real[part].max(1e-6), "{part:?} {found} {}", real[part]);
            }
        }
    }

    #[test]
    fn a_service_that_is_like_its_model_is_predicted_well() {
        let (real, calibrated) = (real(), Calibrated::of(&series(real()), PROCESSORS));
        let Calibrated { costs: found, loads } = &calibrated;
        for part in Part::SERVICE {
            assert!(difference(found.action[part], real.action[part]) < 10.0, "{part:?} {found:?}");
            for Comparison { measured, .. } in loads {
                let (rate, transactions, idle) =
                    (measured.rate, measured.transactions, measured.idle_share(PROCESSORS));
                let [found, real] = [found, &real].map(|costs| costs.processors(part, rate, transactions, idle));
                assert!(difference(found, real) < 5.0, "{part:?} at {rate}/s: {found} {real}");
            }
        }
        assert!(difference(found.wait, real.wait) < 10.0, "{found:?}");
        assert!(difference(found.wait_spread, real.wait_spread) < 20.0, "{found:?}");
        assert!((found.delay - real.delay).abs() < 0.0003, "{found:?}");
        assert!(calibrated.worst().iter().all(|difference| *difference < 10.0), "{:?}", calibrated.worst());
    }
}
