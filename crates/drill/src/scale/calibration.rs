//! Finds the costs of a service from what was measured at some loads, and predicts other loads with them.

use super::{
    costs::{Costs, Part},
    distribution::{log_normal_p99, log_normal_spread},
    fit::fit,
    measurements::Series,
    observation::{Observation, difference},
    simulation::{Machines, Scenario, simulate},
};

/// How many actions are simulated for each load. Fewer in tests, which are not optimised.
const ACTIONS: usize = if cfg!(test) { 10_000 } else { 20_000 };

/// How often an interval is halved in a search.
const HALVINGS: usize = 10;

/// Where the costs are searched, in seconds; the spread has no unit.
const LONGEST_WAIT: f64 = 0.05;
const LONGEST_DELAY: f64 = 0.02;
const LARGEST_SPREAD: f64 = 3.0;

/// A shorter delay is none, in seconds.
const SHORTEST_DELAY: f64 = 1e-6;

/// A service whose costs are known.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibrated {
    /// The costs at each load for calibration, with the smallest load first.
    pub costs: Vec<(f64, Costs)>,
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
        let times = processor_times(series, processors);
        let costs = series.calibration().iter().map(|load| (load.rate, calibrate(times, load, processors))).collect();
        let mut calibrated = Calibrated { costs, loads: Vec::new() };
        for (place, &measured) in series.loads.iter().enumerate() {
            let simulated = simulate(&scenario(calibrated.at(measured.rate), &measured, processors));
            calibrated.loads.push(Comparison { measured, simulated, is_prediction: place % 2 == 1 });
        }
        calibrated
    }

    /// The costs at this many actions per second: between two loads for calibration, what lies between their costs.
    pub fn at(&self, rate: f64) -> Costs {
        let below = self.costs.iter().rfind(|(known, _)| *known <= rate);
        let above = self.costs.iter().find(|(known, _)| *known > rate);
        let ((low, below), (high, above)) = match (below, above) {
            (Some(below), Some(above)) => (below, above),
            (only, None) | (None, only) => return only.map_or(Costs::default(), |(_, costs)| *costs),
        };
        let share = (rate - low) / (high - low);
        let wait = below.wait + (above.wait - below.wait) * share;
        // What a busier machine adds multiplies the delay, so equal steps of the load multiply it equally, and so its tail.
        let between = |of: &dyn Fn(&Costs) -> f64| of(below).powf(1.0 - share) * of(above).powf(share);
        let delay = between(&|costs| costs.delay.max(SHORTEST_DELAY));
        let p99 = between(&|costs| log_normal_p99(costs.delay.max(SHORTEST_DELAY), costs.delay_spread));
        Costs { wait, delay, delay_spread: log_normal_spread(delay, p99), ..*below }
    }

    /// The costs at the load that kept this share of the machine's processors busy, or nearly so.
    pub fn when_busy(&self, share: f64, processors: usize) -> Costs {
        let distance = |load: &Observation| (1.0 - load.idle_share(processors) - share).abs();
        let nearest = self.loads.iter().map(|load| load.measured).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        self.at(nearest.map_or(0.0, |load| load.rate))
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

/// A figure of a load for calibration that the simulation does not reproduce.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Misfit {
    pub rate: f64,
    pub figure: &'static str,
    pub measured: f64,
    pub simulated: f64,
}

/// A figure and its name.
type Named = (&'static str, fn(&Observation) -> f64);

/// The figures that calibration makes fit.
const FITTED: [Named; 3] = [
    ("duration of a transaction", |seen| seen.transaction_time),
    ("median", |seen| seen.median),
    ("99th percentile", |seen| seen.p99),
];

impl Calibrated {
    /// What no costs within the bounds of the search reproduce, although they were fitted to it: figures that differ by more
    /// than so many percent. The predictions between such loads mean nothing.
    pub fn misfits(&self, tolerance: f64) -> Vec<Misfit> {
        let fitted = self.loads.iter().filter(|load| !load.is_prediction);
        let all = fitted.flat_map(|Comparison { measured, simulated, .. }| {
            FITTED.map(|(figure, of)| Misfit {
                rate: measured.rate,
                figure,
                measured: of(measured),
                simulated: of(simulated),
            })
        });
        all.filter(|misfit| difference(misfit.simulated, misfit.measured) > tolerance).collect()
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

/// The costs with which the simulation reproduces the duration of transactions and the latency of this load.
fn calibrate(times: Costs, load: &Observation, processors: usize) -> Costs {
    let mut costs = Costs { delay_spread: 0.5, ..times };
    // How much the simulation exceeds the measurement, on a logarithmic scale.
    let excess = |costs: Costs, figure: fn(&Observation) -> f64| -> f64 {
        (figure(&simulate(&scenario(costs, load, processors))) / figure(load)).ln()
    };
    // The wait changes the duration of a transaction most, the delay the median, and its spread the p99.
    for _ in 0..2 {
        costs.wait = search(LONGEST_WAIT, |wait| excess(Costs { wait, ..costs }, |seen| seen.transaction_time));
        costs.delay = search(LONGEST_DELAY, |delay| excess(Costs { delay, ..costs }, |seen| seen.median));
        costs.delay_spread =
            search(LARGEST_SPREAD, |delay_spread| excess(Costs { delay_spread, ..costs }, |seen| seen.p99));
    }
    costs
}

/// The scenario of a measurement.
fn scenario(costs: Costs, load: &Observation, processors: usize) -> Scenario {
    let Observation { nodes, rooms, rate, .. } = *load;
    Scenario { costs, nodes, rooms, rate, machines: Machines::Shared(processors), actions: ACTIONS }
}

/// Where between 0 and `high` a growing function is zero; an end of the interval if it is zero nowhere. Then the load does not fit:
/// see [`Calibrated::misfits`].
fn search(mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    let mut low = 0.0;
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
            delay: 0.001,
            delay_spread: 1.0,
        }
    }

    /// A service with these costs, as the simulation sees it.
    fn series(costs: Costs) -> Series {
        let observe = |rate| {
            let load = Observation { nodes: 3, rooms: 400, rate, ..Observation::default() };
            // Long enough for transactions and actions to be told apart.
            simulate(&Scenario { actions: 40_000, ..scenario(costs, &load, PROCESSORS) })
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
    fn between_two_loads_the_delay_and_its_tail_grow_by_equal_factors() {
        let [low, high] =
            [(0.001, 0.5), (0.004, 1.5)].map(|(delay, delay_spread)| Costs { delay, delay_spread, ..real() });
        let calibrated = Calibrated { costs: vec![(100.0, low), (300.0, high)], loads: Vec::new() };
        let middle = calibrated.at(200.0);
        assert!((middle.delay - 0.002).abs() < 1e-9, "{middle:?}");
        let tail = |costs: &Costs| log_normal_p99(costs.delay, costs.delay_spread);
        assert!((tail(&middle) / tail(&low) - tail(&high) / tail(&middle)).abs() < 1e-6, "{middle:?}");
        assert!((calibrated.at(100.0).delay - low.delay).abs() < 1e-9);
        assert_eq!(calibrated.at(300.0), high);
        let without =
            Calibrated { costs: vec![(100.0, Costs { delay: 0.0, ..low }), (300.0, high)], loads: Vec::new() };
        assert!(without.at(200.0).delay_spread.is_finite());
    }

    #[test]
    fn a_load_that_no_costs_reproduce_is_reported() {
        let load = Observation { nodes: 3, rooms: 400, rate: 500.0, ..Observation::default() };
        let possible = simulate(&scenario(real(), &load, PROCESSORS));
        // A stall that the model does not have, longer than any that the search tries.
        let impossible = Observation { p99: 3.0, ..possible };
        let costs = calibrate(real(), &impossible, PROCESSORS);
        let simulated = simulate(&scenario(costs, &impossible, PROCESSORS));
        let good = Comparison { measured: possible, simulated: possible, is_prediction: false };
        let bad = Comparison { measured: impossible, simulated, is_prediction: false };
        let prediction = Comparison { is_prediction: true, ..bad };
        let found = Calibrated { costs: Vec::new(), loads: vec![good, bad, prediction] }.misfits(25.0);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].rate, found[0].figure), (impossible.rate, "99th percentile"));
    }

    #[test]
    fn a_service_that_is_like_its_model_is_predicted_well() {
        let (real, calibrated) = (real(), Calibrated::of(&series(real()), PROCESSORS));
        let Calibrated { costs, loads } = &calibrated;
        for (rate, found) in costs {
            for part in Part::SERVICE {
                assert!(difference(found.action[part], real.action[part]) < 10.0, "{part:?} {found:?}");
            }
            assert!(difference(found.wait, real.wait) < 10.0, "{rate}/s {found:?}");
            assert!((found.delay - real.delay).abs() < 0.0003, "{rate}/s {found:?}");
            assert!(difference(found.delay_spread, real.delay_spread) < 20.0, "{rate}/s {found:?}");
        }
        for Comparison { measured, .. } in loads {
            let (rate, transactions, idle) = (measured.rate, measured.transactions, measured.idle_share(PROCESSORS));
            for part in Part::SERVICE {
                let [found, real] =
                    [&calibrated.at(rate), &real].map(|costs| costs.processors(part, rate, transactions, idle));
                assert!(difference(found, real) < 5.0, "{part:?} at {rate}/s: {found} {real}");
            }
        }
        assert!(calibrated.worst().iter().all(|difference| *difference < 10.0), "{:?}", calibrated.worst());
    }
}
