//! One PostgreSQL server as a child process: the primary, or a standby that copies it.

use super::programs::Programs;
use crate::{DrillError, processor, server::free_address};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, any::install_default_drivers};
use std::{
    fs::{self, File},
    net::SocketAddr,
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};
use tokio::{
    process::Child,
    time::{Instant, sleep, timeout},
};

/// The settings of deploy/postgresql.md, apart from the addresses and passwords.
pub(super) const SETTINGS: &str = "
max_connections = 200
synchronous_commit = on
fsync = on
full_page_writes = on
wal_level = replica
max_wal_senders = 10
max_replication_slots = 10
max_slot_wal_keep_size = 20GB
wal_sender_timeout = 10s
wal_receiver_timeout = 10s
tcp_keepalives_idle = 10
tcp_keepalives_interval = 5
tcp_keepalives_count = 3
client_connection_check_interval = 5s
";

/// A server has to accept connections this soon after it was started.
const START_LIMIT: Duration = Duration::from_secs(30);

/// A running PostgreSQL that trusts everybody on loopback.
pub(super) struct PostgresServer {
    /// The name under which a primary knows it as a standby.
    pub name: String,
    pub address: SocketAddr,
    child: Child,
    data: PathBuf,
}

/// The URL of a database of the server that is reached at this address.
pub(super) fn url(address: SocketAddr, database: &str) -> String {
    format!("postgres://app@{address}/{database}")
}

impl PostgresServer {
    /// Creates an empty primary and starts it.
    pub async fn create(programs: &Programs, name: &str) -> Result<PostgresServer, DrillError> {
        let data = programs.folder().join(name);
        let options = ["-A", "trust", "-U", "app", "-E", "UTF8", "--locale=C", "--no-sync"];
        programs.run(programs.command("initdb").arg("-D").arg(&data).args(options)).await?;
        let file = data.join("postgresql.conf");
        let settings = fs::read_to_string(&file)? + SETTINGS;
        fs::write(file, settings)?;
        PostgresServer::start(programs, name, data).await
    }

    /// Copies a primary and starts the copy as its standby.
    pub async fn copy(programs: &Programs, name: &str, primary: &PostgresServer) -> Result<PostgresServer, DrillError> {
        let data = programs.folder().join(name);
        let (host, port) = (primary.address.ip(), primary.address.port());
        let source = format!("host={host} port={port} user=app application_name={name}");
        let mut copy = programs.command("pg_basebackup");
        copy.arg("-D").arg(&data).args(["-R", "-X", "stream", "-C", "-S", name, "-c", "fast", "-d", &source]);
        programs.run(&mut copy).await?;
        PostgresServer::start(programs, name, data).await
    }

    async fn start(programs: &Programs, name: &str, data: PathBuf) -> Result<PostgresServer, DrillError> {
        let address = free_address()?;
        let log_file = programs.folder().join(format!("{name}.log"));
        let log = File::options().create(true).append(true).open(&log_file)?;
        let mut command = programs.command("postgres");
        command.arg("-D").arg(&data).arg("-k").arg(programs.folder());
        command.args(["-h", &address.ip().to_string(), "-p", &address.port().to_string()]);
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).kill_on_drop(true);
        let child = command.spawn().map_err(|error| DrillError::Setup(format!("postgres: {error}")))?;
        let mut server = PostgresServer { name: name.to_owned(), address, child, data };
        let deadline = Instant::now() + START_LIMIT;
        while server.connect().await.is_err() {
            if server.child.try_wait()?.is_some() || Instant::now() > deadline {
                let log = fs::read_to_string(log_file).unwrap_or_default();
                return Err(DrillError::Setup(format!("PostgreSQL does not start; its log:\n{log}")));
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(server)
    }

    async fn connect(&self) -> Result<AnyConnection, sqlx::Error> {
        install_default_drivers();
        let address = url(self.address, "postgres");
        let no_answer = |_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
        timeout(Duration::from_secs(5), AnyConnection::connect(&address)).await.map_err(no_answer)?
    }

    /// Runs statements, each in a transaction of its own.
    pub async fn execute(&self, statements: &[&str]) -> Result<(), DrillError> {
        let mut connection = self.connect().await?;
        for statement in statements {
            sqlx::query(AssertSqlSafe((*statement).to_owned())).execute(&mut connection).await?;
        }
        Ok(connection.close().await?)
    }

    /// Waits until a query that returns one number returns 1.
    pub async fn wait_for(&self, query: &str) -> Result<(), DrillError> {
        let deadline = Instant::now() + START_LIMIT;
        let mut connection = self.connect().await?;
        loop {
            let (count,): (i64,) = sqlx::query_as(AssertSqlSafe(query.to_owned())).fetch_one(&mut connection).await?;
            if count == 1 {
                return Ok(connection.close().await?);
            }
            if Instant::now() > deadline {
                return Err(DrillError::Timeout(format!("{}: {query} is not 1 after {START_LIMIT:?}", self.name)));
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Kills all its processes at the same moment, as a power cut would. Its files are kept until it is dropped.
    pub async fn kill(&mut self) -> Result<(), DrillError> {
        self.kill_processes()?;
        self.child.wait().await?;
        Ok(())
    }

    fn kill_processes(&self) -> Result<(), DrillError> {
        let Some(first) = self.child.id() else { return Ok(()) };
        // While the first process stands still, it starts no new ones.
        signal("-STOP", &[first])?;
        let mut all = processor::children_of(first);
        all.push(first);
        signal("-KILL", &all)
    }

    /// Removes its files. It must have been killed.
    pub fn remove(self) -> Result<(), DrillError> {
        Ok(fs::remove_dir_all(&self.data)?)
    }
}

impl Drop for PostgresServer {
    /// No process may write to the folder while it is being removed.
    fn drop(&mut self) {
        drop(self.kill_processes());
    }
}

fn signal(signal: &str, processes: &[u32]) -> Result<(), DrillError> {
    let processes = processes.iter().map(u32::to_string);
    let sent = Command::new("kill").arg(signal).args(processes).stderr(Stdio::null()).status();
    sent.map(drop).map_err(|error| DrillError::Setup(format!("cannot run kill: {error}")))
}

#[cfg(test)]
mod tests {
    use super::SETTINGS;

    #[test]
    fn the_settings_are_those_that_operators_are_told_to_use() {
        let guide = include_str!("../../../../../deploy/postgresql.md");
        for setting in SETTINGS.lines().filter(|line| !line.is_empty()) {
            assert!(guide.lines().any(|line| line.starts_with(setting)), "{setting}");
        }
    }
}
