//! What a service costs, part by part.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// A part that uses processors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The players' devices. They are not part of the service, but in a test they use the same machine.
    Client,
    Nodes,
    Proxy,
    Nats,
    Database,
}

impl Part {
    /// The parts of the service.
    pub const SERVICE: [Part; 4] = [Part::Nodes, Part::Proxy, Part::Nats, Part::Database];

    pub const ALL: [Part; 5] = [Part::Client, Part::Nodes, Part::Proxy, Part::Nats, Part::Database];

    pub fn name(self) -> &'static str {
        match self {
            Part::Client => "clients",
            Part::Nodes => "nodes",
            Part::Proxy => "haproxy",
            Part::Nats => "NATS",
            Part::Database => "PostgreSQL",
        }
    }
}

/// A number for each part.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PerPart([f64; 5]);

impl PerPart {
    /// The number of each part, from a function.
    pub fn of(value: impl Fn(Part) -> f64) -> PerPart {
        PerPart(Part::ALL.map(value))
    }

    /// The sum over all parts.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The sum over the parts of the service.
    pub fn service(&self) -> f64 {
        Part::SERVICE.iter().map(|part| self[*part]).sum()
    }
}

impl Index<Part> for PerPart {
    type Output = f64;

    fn index(&self, part: Part) -> &f64 {
        &self.0[part as usize]
    }
}

impl IndexMut<Part> for PerPart {
    fn index_mut(&mut self, part: Part) -> &mut f64 {
        &mut self.0[part as usize]
    }
}

/// The costs of a service. Times are in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Costs {
    /// Processor time per action on a busy machine.
    pub action: PerPart,
    /// Processor time per transaction, in addition to that of its actions.
    pub transaction: PerPart,
    /// What an action costs in addition on an idle machine: sleeping processors have to be woken, and each wake-up finds less
    /// work. A machine that is half busy needs half of it.
    pub wake: PerPart,
    /// Processor time per second, even if nothing happens.
    pub background: PerPart,
    /// How long a transaction waits without using a processor, on average: for the disk, and for its round trips.
    pub wait: f64,
    /// What else adds to the latency of an action: its median. Timers, the network, and threads that wait for their turn,
    /// because an operating system gives them slices of time and not equal shares of a processor.
    pub delay: f64,
    /// How much that varies: the standard deviation of its logarithm.
    pub delay_spread: f64,
}

impl Costs {
    /// Processor time of a part for one action, without its transaction, on a machine of which this share is idle.
    pub fn per_action(&self, part: Part, idle: f64) -> f64 {
        self.action[part] + self.wake[part] * idle
    }

    /// Busy processors of a part at this rate of actions and transactions per second.
    pub fn processors(&self, part: Part, rate: f64, transactions: f64, idle: f64) -> f64 {
        self.background[part] + rate * self.per_action(part, idle) + transactions * self.transaction[part]
    }
}
