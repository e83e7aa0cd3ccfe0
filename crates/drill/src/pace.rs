//! How fast all rooms act, and how long each action took.

use crate::report::percentile;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// What all rooms do now.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tempo {
    /// Each acts as soon as it is answered.
    Answered,
    /// Each acts once in so long, answered or not: whoever is late counts from when it was due.
    Every(Duration),
    /// Each sails onto the rocks.
    Ending,
}

/// Shared by all rooms.
pub struct Pace(Mutex<State>);

struct State {
    tempo: Tempo,
    /// Microseconds.
    samples: Vec<u32>,
    since: Instant,
}

/// What was measured at one tempo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// Actions acknowledged.
    pub actions: usize,
    /// In a second.
    pub rate: f64,
    /// Milliseconds half of them took at most.
    pub p50: f64,
    /// Milliseconds 99 of a hundred took at most.
    pub p99: f64,
    /// The longest, in milliseconds.
    pub longest: f64,
}

impl Pace {
    /// At this tempo from now on.
    pub fn new(tempo: Tempo) -> Pace {
        Pace(Mutex::new(State { tempo, samples: Vec::new(), since: Instant::now() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tempo now.
    pub fn tempo(&self) -> Tempo {
        self.state().tempo
    }

    /// An action that was due then is acknowledged now.
    pub fn note(&self, due: Instant) {
        let took = due.elapsed().as_micros();
        self.state().samples.push(u32::try_from(took).unwrap_or(u32::MAX));
    }

    /// Changes the tempo, forgetting what was measured.
    pub fn change(&self, tempo: Tempo) {
        *self.state() = State { tempo, samples: Vec::new(), since: Instant::now() };
    }

    /// What was measured since the last change.
    pub fn measured(&self) -> Measured {
        let (mut samples, took) = {
            let mut state = self.state();
            (std::mem::take(&mut state.samples), state.since.elapsed())
        };
        samples.sort_unstable();
        let milliseconds = |hundredths| percentile(&samples, hundredths) / 1000.0;
        Measured {
            actions: samples.len(),
            rate: samples.len() as f64 / took.as_secs_f64(),
            p50: milliseconds(50.0),
            p99: milliseconds(99.0),
            longest: milliseconds(100.0),
        }
    }
}
