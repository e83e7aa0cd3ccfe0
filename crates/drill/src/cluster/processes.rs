//! The processes of a service, and the processor time they have used.

use crate::{DrillError, database, processor};
use std::time::Duration;

/// The parts of a service, in the order of the report.
pub(crate) const COMPONENTS: [&str; 4] = ["nodes", "haproxy", "NATS", "PostgreSQL"];

/// The processes of each component.
#[derive(Clone, Debug, Default)]
pub(crate) struct Processes {
    pub nodes: Vec<u32>,
    pub haproxy: Option<u32>,
    pub nats: Option<u32>,
    /// PostgreSQL's first process, the parent of the others.
    pub postgres: u32,
}

impl Processes {
    /// The processor time of each component so far.
    pub fn times(&self) -> [Duration; 4] {
        let sum = |processes: &[u32]| processes.iter().map(|process| processor::time_of(*process)).sum();
        [
            sum(&self.nodes),
            sum(self.haproxy.as_slice()),
            sum(self.nats.as_slice()),
            processor::time_of_family(self.postgres),
        ]
    }
}

/// PostgreSQL's first process, which has started all others.
pub(crate) async fn first_process(url: &str) -> Result<u32, DrillError> {
    let pool = database::open(url).await?;
    let own: Result<(i32,), _> = sqlx::query_as("SELECT pg_backend_pid()").fetch_one(&pool).await;
    let process = own.map(|(process,)| u32::try_from(process).unwrap_or(0));
    // The connection's process must still be there.
    let parent = process.map(processor::parent_of);
    pool.close().await;
    match parent? {
        0 => Err(DrillError::Setup("PostgreSQL does not run on this machine".to_owned())),
        parent => Ok(parent),
    }
}
