//! A PostgreSQL primary with a synchronous standby, as deploy/postgresql.md describes it. A drill can kill the primary and
//! promote the standby.

mod programs;
mod server;

use crate::DrillError;
use programs::Programs;
use server::PostgresServer;
use std::net::SocketAddr;

/// A primary and its synchronous standby.
pub(crate) struct PostgresPair {
    // Dropped first: the processes end before their folder is removed.
    primary: PostgresServer,
    standby: PostgresServer,
    programs: Programs,
    /// How many servers were made. It makes their names different.
    made: usize,
}

impl PostgresPair {
    /// Starts both, and waits until the standby is synchronous.
    pub async fn start() -> Result<PostgresPair, DrillError> {
        let programs = Programs::from_environment()?;
        let primary = PostgresServer::create(&programs, "pg1").await?;
        let standby = PostgresServer::copy(&programs, "pg2", &primary).await?;
        let pair = PostgresPair { primary, standby, programs, made: 2 };
        pair.make_synchronous().await?;
        Ok(pair)
    }

    /// Where the primary is.
    pub fn primary(&self) -> SocketAddr {
        self.primary.address
    }

    /// The URL of an existing database for a client that reaches the primary at this address.
    pub fn url_at(&self, address: SocketAddr) -> String {
        server::url(address, "postgres")
    }

    /// From now on the primary acknowledges only what the standby has on disk.
    async fn make_synchronous(&self) -> Result<(), DrillError> {
        let name = &self.standby.name;
        let names = format!("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 ({name})'");
        self.primary.execute(&[&names, "SELECT pg_reload_conf()"]).await?;
        let query = format!(
            "SELECT COUNT(*) FROM pg_stat_replication
             WHERE application_name = '{name}' AND state = 'streaming' AND sync_state = 'sync'"
        );
        self.primary.wait_for(&query).await
    }

    /// Kills the primary, as a power cut would.
    pub async fn kill_primary(&mut self) -> Result<(), DrillError> {
        self.primary.kill().await
    }

    /// Makes the standby the primary, with the statements of deploy/postgresql.md. The old primary must be dead.
    pub async fn promote(&mut self) -> Result<(), DrillError> {
        let alone = "ALTER SYSTEM SET synchronous_standby_names = ''";
        self.standby.execute(&[alone, "SELECT pg_reload_conf()", "SELECT pg_promote()"]).await?;
        self.standby.wait_for("SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END::BIGINT").await?;
        std::mem::swap(&mut self.primary, &mut self.standby);
        Ok(())
    }

    /// Replaces the dead old primary by a new synchronous standby.
    pub async fn renew_standby(&mut self) -> Result<(), DrillError> {
        self.made += 1;
        let name = format!("pg{}", self.made);
        let standby = PostgresServer::copy(&self.programs, &name, &self.primary).await?;
        std::mem::replace(&mut self.standby, standby).remove()?;
        self.make_synchronous().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Needs PostgreSQL's programs: run it under `scripts/postgres`.
    #[tokio::test]
    async fn what_the_primary_acknowledged_survives_its_loss_again_and_again() {
        let mut pair = PostgresPair::start().await.unwrap();
        pair.primary.execute(&["CREATE TABLE logs (number BIGINT)"]).await.unwrap();
        for number in 1..=2 {
            let insert = format!("INSERT INTO logs VALUES ({number})");
            pair.primary.execute(&[&insert]).await.unwrap();
            let old = pair.primary();
            pair.kill_primary().await.unwrap();
            pair.promote().await.unwrap();
            assert_ne!(pair.primary(), old);
            let all = format!("SELECT CASE COUNT(*) WHEN {number} THEN 1 ELSE 0 END::BIGINT FROM logs");
            pair.primary.wait_for(&all).await.unwrap();
            pair.renew_standby().await.unwrap();
        }
    }
}
