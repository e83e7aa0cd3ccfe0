//! Restarts the PostgreSQL that `scripts/postgres` started.

use crate::DrillError;
use std::{env, process::Stdio};
use tokio::process::Command;

/// A PostgreSQL that can be restarted.
#[derive(Clone, Debug)]
pub struct RestartablePostgres {
    /// A program that takes the arguments of `pg_ctl`.
    control: String,
}

/// The shutdown mode, as `pg_ctl` calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shutdown {
    /// Rolls back open transactions and closes its files.
    Fast,
    /// Stops at once, as in a crash.
    Immediate,
}

impl RestartablePostgres {
    /// The one that the environment names.
    pub fn from_environment(database: Option<&str>) -> Result<RestartablePostgres, DrillError> {
        match (database, env::var("POWERBOATS_TEST_POSTGRES_CTL")) {
            (Some(_), Ok(control)) => Ok(RestartablePostgres { control }),
            _ => Err(DrillError::Setup(
                "this drill restarts PostgreSQL: run it under scripts/postgres, which starts one and sets \
                 POWERBOATS_TEST_POSTGRES and POWERBOATS_TEST_POSTGRES_CTL"
                    .to_owned(),
            )),
        }
    }

    pub async fn restart(&self, shutdown: Shutdown) -> Result<(), DrillError> {
        let mode = match shutdown {
            Shutdown::Fast => "fast",
            Shutdown::Immediate => "immediate",
        };
        // The new PostgreSQL process inherits these handles and keeps them open. With pipes we would wait for it forever.
        let mut command = Command::new(&self.control);
        command.args(["restart", "-m", mode]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match command.status().await {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(DrillError::Setup(format!("{} restart -m {mode}: {status}", self.control))),
            Err(error) => Err(DrillError::Setup(format!("{}: {error}", self.control))),
        }
    }
}
