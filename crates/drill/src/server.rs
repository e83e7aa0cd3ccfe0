//! Starts and stops `powerboats serve` as a child process.

use crate::{DrillError, client::api::ApiClient, processor};
use powerboats_server::ids::random_bytes;
use std::{
    env,
    fs::{self, File},
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::process::{Child, Command};

/// How to start a server.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// `postgres://…` or a SQLite file. If not given, a temporary SQLite file.
    pub database: Option<String>,
    /// Additional command-line flags.
    pub extra: Vec<String>,
    /// The server's rate limits.
    pub limits: Limits,
    /// Environment variables in addition to ours.
    pub environment: Vec<(String, String)>,
    /// The limit on open files, which includes sockets (`ulimit -n`).
    pub open_files: Option<u32>,
}

/// The rate limits of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Limits {
    /// All limits are switched off.
    #[default]
    Off,
    /// The limits that the program has by default.
    Default,
}

/// A running `powerboats serve`.
pub struct Server {
    binary: PathBuf,
    /// The SQLite file or PostgreSQL URL.
    pub(crate) database: String,
    setup: Setup,
    /// A client of this server.
    pub api: ApiClient,
    child: Child,
    folder: TempDir,
}

/// Finds the program `powerboats`: in `POWERBOATS_BIN`, next to this program, or in cargo's target folder.
pub fn binary() -> Result<PathBuf, DrillError> {
    if let Some(path) = env::var_os("POWERBOATS_BIN") {
        return Ok(path.into());
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let sibling = env::current_exe().ok().and_then(|own| Some(own.parent()?.join("powerboats")));
    // A test binary is one folder deeper than the program.
    let above = env::current_exe().ok().and_then(|own| Some(own.parent()?.parent()?.join("powerboats")));
    let built = ["release", "debug"].map(|profile| Some(target.join(profile).join("powerboats")));
    let found = [sibling, above].into_iter().chain(built).flatten().find(|path| path.is_file());
    let missing =
        "cannot find the program `powerboats`: run `cargo build --release -p powerboats`, or set POWERBOATS_BIN";
    found.ok_or_else(|| DrillError::Setup(missing.to_owned()))
}

/// A free address on the loopback interface. Its port is below those that Linux gives to outgoing connections, so that it
/// stays free while nobody listens on it.
pub(crate) fn free_address() -> Result<SocketAddr, DrillError> {
    for _ in 0..1000 {
        let [low, high, ..] = random_bytes();
        let address = SocketAddr::from(([127, 0, 0, 1], 20_000 + u16::from_ne_bytes([low, high]) % 12_000));
        if TcpListener::bind(address).is_ok() {
            return Ok(address);
        }
    }
    Err(DrillError::Setup("there is no free port".to_owned()))
}

impl Server {
    /// Starts a server without rate limits. If no database is given, it gets a temporary SQLite file.
    pub async fn start(database: Option<&str>, extra: &[&str]) -> Result<Server, DrillError> {
        let extra = extra.iter().map(|&flag| flag.to_owned()).collect();
        Server::with_setup(Setup { database: database.map(str::to_owned), extra, ..Setup::default() }).await
    }

    /// Starts a server and waits until it is ready.
    pub async fn with_setup(setup: Setup) -> Result<Server, DrillError> {
        let folder = tempfile::tempdir()?;
        let own = folder.path().join("powerboats.db").display().to_string();
        let database = setup.database.clone().unwrap_or(own);
        let api = ApiClient::new(free_address()?);
        let binary = binary()?;
        let child = launch(&binary, &api, &database, &setup, folder.path())?;
        let mut server = Server { binary, database, setup, api, child, folder };
        server.wait_until_ready().await?;
        Ok(server)
    }

    /// Starts a second server on the same database at another address. It should refuse to start and exit.
    pub(crate) fn start_rival(&self) -> Result<Server, DrillError> {
        let (folder, api) = (tempfile::tempdir()?, ApiClient::new(free_address()?));
        let child = launch(&self.binary, &api, &self.database, &self.setup, folder.path())?;
        let (binary, database, setup) = (self.binary.clone(), self.database.clone(), self.setup.clone());
        Ok(Server { binary, database, setup, api, child, folder })
    }

    async fn wait_until_ready(&mut self) -> Result<(), DrillError> {
        let deadline = Instant::now() + Duration::from_secs(90);
        while !self.api.is_ready().await {
            if let Some(status) = self.child.try_wait()? {
                return Err(DrillError::Setup(format!(
                    "the server exited with {status}; the end of its log:\n{}",
                    self.log_tail()
                )));
            }
            if Instant::now() > deadline {
                return Err(DrillError::Timeout(format!(
                    "the server is not ready after 90 s; the end of its log:\n{}",
                    self.log_tail()
                )));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Sends SIGKILL and waits until the process is gone.
    pub async fn kill(&mut self) -> Result<(), DrillError> {
        self.child.start_kill()?;
        self.child.wait().await?;
        Ok(())
    }

    /// Sends SIGTERM and returns without waiting.
    pub(crate) async fn terminate(&self) -> Result<(), DrillError> {
        self.signal("-TERM").await
    }

    /// Stops the process without its knowledge. It keeps its connections and can continue later.
    pub(crate) async fn pause(&self) -> Result<(), DrillError> {
        self.signal("-STOP").await
    }

    /// Lets a paused process continue.
    pub(crate) async fn resume(&self) -> Result<(), DrillError> {
        self.signal("-CONT").await
    }

    async fn signal(&self, signal: &str) -> Result<(), DrillError> {
        let Some(id) = self.child.id() else { return Ok(()) };
        let sent = Command::new("kill").args([signal, &id.to_string()]).stderr(Stdio::null()).status().await;
        sent.map(drop).map_err(|error| DrillError::Setup(format!("cannot run kill: {error}")))
    }

    /// Waits up to this long for the process to exit. Returns whether it did.
    pub(crate) async fn exits_within(&mut self, limit: Duration) -> Result<bool, DrillError> {
        match tokio::time::timeout(limit, self.child.wait()).await {
            Ok(ended) => ended.map(|_| true).map_err(DrillError::from),
            Err(_) => Ok(false),
        }
    }

    /// Starts it again on the same database and address, and waits until it is ready.
    pub async fn restart(&mut self) -> Result<(), DrillError> {
        self.relaunch()?;
        self.wait_until_ready().await
    }

    /// Starts it again without waiting until it is ready.
    pub fn relaunch(&mut self) -> Result<(), DrillError> {
        self.child = launch(&self.binary, &self.api, &self.database, &self.setup, self.folder.path())?;
        Ok(())
    }

    /// Waits until the server is ready again. Starts it again if it exits in the meantime, and returns how often it did.
    pub async fn recover(&mut self, within: Duration) -> Result<u32, DrillError> {
        let deadline = Instant::now() + within;
        let mut starts = 0;
        while !self.api.is_ready().await {
            if !self.is_alive() {
                tokio::time::sleep(Duration::from_millis(100)).await;
                self.relaunch()?;
                starts += 1;
            }
            if Instant::now() > deadline {
                return Err(DrillError::Timeout(format!(
                    "the server did not become ready again; the end of its log:\n{}",
                    self.log_tail()
                )));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(starts)
    }

    /// The number of files and sockets it has open.
    pub fn open_files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.process())).map_or(0, Iterator::count)
    }

    /// Whether the process is running.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Its resident memory in MiB.
    pub fn memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kib.unwrap_or(f64::NAN) / 1024.0
    }

    /// The processor time it has used so far.
    pub fn processor_time(&self) -> Duration {
        processor::time_of(self.process())
    }

    /// Its process id.
    pub(crate) fn process(&self) -> u32 {
        self.child.id().unwrap_or_default()
    }

    /// The last 20 lines of its log.
    pub fn log_tail(&self) -> String {
        let text = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    /// Copies its log to this file, so that it outlives the drill.
    pub(crate) fn keep_log(&self, path: &Path) -> Result<(), DrillError> {
        Ok(fs::copy(self.folder.path().join("log"), path).map(drop)?)
    }

    /// The lines of its log that contain one of these words.
    pub fn log_lines(&self, words: &[&str]) -> Vec<String> {
        let text = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let matches = |line: &&str| words.iter().any(|word| line.contains(word));
        text.lines().filter(matches).map(str::to_owned).collect()
    }
}

fn launch(binary: &Path, api: &ApiClient, database: &str, setup: &Setup, folder: &Path) -> Result<Child, DrillError> {
    let log = File::options().create(true).append(true).open(folder.join("log"))?;
    let mut command = match setup.open_files {
        None => Command::new(binary),
        // `exec` replaces the shell with the program, which keeps its process id.
        Some(limit) => {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("ulimit -n {limit}; exec \"$0\" \"$@\"")]).arg(binary);
            shell
        }
    };
    command.args(["serve", "--listen", &api.address().to_string(), "--database", database]);
    if setup.limits == Limits::Off {
        without_limits(&mut command);
    }
    // Logging every request would distort the measurements.
    command
        .args(&setup.extra)
        .args(["--log-level", "warn"])
        .envs(setup.environment.iter().cloned())
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .kill_on_drop(true);
    command.spawn().map_err(|error| DrillError::Setup(format!("{}: {error}", binary.display())))
}

fn without_limits(command: &mut Command) {
    for limit in [
        "--requests",
        "--actions",
        "--sign-ins",
        "--guests",
        "--sockets",
        "--chats",
        "--rooms",
        "--address-rooms",
        "--thinking",
        "--connections",
    ] {
        command.args([limit, "0"]);
    }
}
