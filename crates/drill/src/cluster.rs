//! A PostgreSQL that we may restart: `scripts/postgres` starts it and says how.

use crate::Trouble;
use std::{env, process::Stdio};
use tokio::process::Command;

/// A PostgreSQL of our own.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// `postgres://…`
    pub database: String,
    control: String,
}

/// How PostgreSQL ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It breaks off all that is under way and closes its files.
    Fast,
    /// It ends at once, as in a crash.
    Immediate,
}

impl Cluster {
    /// The one that the environment names.
    pub fn named(database: Option<&str>) -> Result<Cluster, Trouble> {
        match (database, env::var("POWERBOATS_TEST_POSTGRES_CTL")) {
            (Some(database), Ok(control)) => Ok(Cluster { database: database.to_owned(), control }),
            _ => Err(Trouble::Setup(
                "this drill restarts PostgreSQL: run it under scripts/postgres, which starts one and sets \
                 POWERBOATS_TEST_POSTGRES and POWERBOATS_TEST_POSTGRES_CTL"
                    .to_owned(),
            )),
        }
    }

    /// Ends it and starts it again.
    pub async fn restart(&self, ending: Ending) -> Result<(), Trouble> {
        let mode = match ending {
            Ending::Fast => "fast",
            Ending::Immediate => "immediate",
        };
        // It stays, so nobody may wait until it closes our output.
        let mut command = Command::new(&self.control);
        command.args(["restart", "-m", mode]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match command.status().await {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Trouble::Setup(format!("{} restart -m {mode}: {status}", self.control))),
            Err(error) => Err(Trouble::Setup(format!("{}: {error}", self.control))),
        }
    }
}
