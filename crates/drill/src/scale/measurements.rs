//! Everything that was measured for the model, as it is kept in a file.

use super::observation::Observation;
use crate::DrillError;
use serde::{Deserialize, Serialize};
use std::{fs, path::Path};

/// The measurements of one machine.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measurements {
    /// Processors of the machine.
    pub processors: usize,
    /// A server alone, once per round.
    pub alone: Vec<Series>,
    /// Three nodes, once per round.
    pub cluster: Vec<Series>,
    pub sockets: Sockets,
}

/// A server alone or three nodes in one round.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Series {
    /// Without any action.
    pub idle: Observation,
    /// Every second one, from the first, is for calibration. The others are predicted.
    pub loads: Vec<Observation>,
    /// As many actions as the machine can do.
    pub peak: Observation,
    /// At the highest load.
    pub volume: Volume,
    pub stored: StoredEvents,
    pub summary: SummaryCost,
}

/// What the actions of a measurement sent and stored, per action.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Volume {
    /// Messages that NATS received and sent.
    pub received: f64,
    pub sent: f64,
    /// Bytes that NATS received and sent.
    pub received_bytes: f64,
    pub sent_bytes: f64,
    /// Bytes of PostgreSQL's write-ahead log.
    pub log_bytes: f64,
}

/// What the log of events needs on disk.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StoredEvents {
    /// Bytes per event, as text.
    pub text: f64,
    /// Bytes per event in the table and its indexes.
    pub disk: f64,
    /// Events per entry.
    pub per_entry: f64,
}

/// A room's line in the lobby.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SummaryCost {
    pub bytes: f64,
    /// Seconds of processor time to read it.
    pub time: f64,
}

/// What silent sockets and live rooms need.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Sockets {
    /// Processor time per socket and second.
    pub processor: f64,
    /// Bytes of memory per socket and per room.
    pub memory: f64,
    pub room_memory: f64,
}

impl Series {
    /// One series of several rounds.
    pub fn merge(rounds: &[Series]) -> Series {
        let merged =
            |of: &dyn Fn(&Series) -> Observation| Observation::merge(&rounds.iter().map(of).collect::<Vec<_>>());
        let Some(last) = rounds.last() else { return Series::default() };
        Series {
            idle: merged(&|series| series.idle),
            loads: (0..last.loads.len()).map(|load| merged(&|series| series.loads[load])).collect(),
            peak: merged(&|series| series.peak),
            ..last.clone()
        }
    }

    /// The loads from which the costs are found.
    pub fn calibration(&self) -> Vec<Observation> {
        self.loads.iter().step_by(2).copied().collect()
    }
}

impl Measurements {
    pub fn read(file: &Path) -> Result<Measurements, DrillError> {
        let text = fs::read(file).map_err(|error| cannot_use(file, error))?;
        serde_json::from_slice(&text).map_err(|error| cannot_use(file, error))
    }

    pub fn write(&self, file: &Path) -> Result<(), DrillError> {
        let text = serde_json::to_vec_pretty(self).map_err(|error| cannot_use(file, error))?;
        fs::write(file, text).map_err(|error| cannot_use(file, error))
    }
}

fn cannot_use(file: &Path, error: impl std::fmt::Display) -> DrillError {
    DrillError::Setup(format!("{}: {error}", file.display()))
}
