//! Tells all rooms of the load drill how fast to act, and collects how long their actions took.

use crate::latency::{Latencies, LatencySummary};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// How fast every room acts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tempo {
    /// Each room acts as soon as its last action is answered.
    FullSpeed,
    /// Each room acts once in this period. An action that is late counts from when it was due.
    Every(Duration),
    /// Each room sinks its boats, so that its regatta ends.
    Ending,
}

/// Shared by all rooms.
pub struct LoadControl(Mutex<State>);

struct State {
    tempo: Tempo,
    latencies: Latencies,
    since: Instant,
}

impl State {
    fn new(tempo: Tempo) -> State {
        State { tempo, latencies: Latencies::default(), since: Instant::now() }
    }
}

/// What was measured at one tempo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measurement {
    /// Acknowledged actions per second.
    pub rate: f64,
    /// How long the actions took.
    pub latency: LatencySummary,
}

impl LoadControl {
    pub fn new(tempo: Tempo) -> LoadControl {
        LoadControl(Mutex::new(State::new(tempo)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn tempo(&self) -> Tempo {
        self.state().tempo
    }

    /// Records that an action which was due at this time has just been acknowledged.
    pub fn record(&self, due: Instant) {
        self.state().latencies.record(due.elapsed());
    }

    /// Changes the tempo and discards what was measured so far.
    pub fn change(&self, tempo: Tempo) {
        *self.state() = State::new(tempo);
    }

    /// What was measured since the last change of tempo.
    pub fn measure(&self) -> Measurement {
        let (latency, took) = {
            let state = self.state();
            (state.latencies.take(), state.since.elapsed())
        };
        Measurement { rate: latency.count as f64 / took.as_secs_f64(), latency }
    }
}
