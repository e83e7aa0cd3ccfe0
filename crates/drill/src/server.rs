//! A server of our own, started and ended as a process.

use crate::{Trouble, site::Site};
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

/// How a server is started.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// `postgres://…` or a file; a SQLite file that goes with the server unless named.
    pub database: Option<String>,
    /// More flags.
    pub extra: Vec<String>,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// Its environment, besides ours.
    pub environment: Vec<(String, String)>,
    /// Files it may have open, sockets included.
    pub open_files: Option<u32>,
}

/// How much anybody may ask a server for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Limits {
    /// Whatever they like.
    #[default]
    Off,
    /// As much as the program has it by itself.
    Usual,
}

/// A running `powerboats serve`.
pub struct Server {
    binary: PathBuf,
    /// Where it keeps its data.
    pub database: String,
    setup: Setup,
    /// Where to ask it.
    pub site: Site,
    child: Child,
    folder: TempDir,
}

/// Where the program is: in `POWERBOATS_BIN`, beside this program, or where cargo puts it.
pub fn binary() -> Result<PathBuf, Trouble> {
    if let Some(path) = env::var_os("POWERBOATS_BIN") {
        return Ok(path.into());
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let beside = env::current_exe().ok().and_then(|own| Some(own.parent()?.join("powerboats")));
    // A test lies one folder deeper than the program.
    let above = env::current_exe().ok().and_then(|own| Some(own.parent()?.parent()?.join("powerboats")));
    let built = ["release", "debug"].map(|profile| Some(target.join(profile).join("powerboats")));
    let found = [beside, above].into_iter().chain(built).flatten().find(|path| path.is_file());
    let missing = "there is no `powerboats` to start: `cargo build --release -p powerboats`, or set POWERBOATS_BIN";
    found.ok_or_else(|| Trouble::Setup(missing.to_owned()))
}

/// An address on this machine where nobody listens.
pub fn free_address() -> Result<SocketAddr, Trouble> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

impl Server {
    /// Starts one, without limits. Without a database it gets a SQLite file that goes with it.
    pub async fn start(database: Option<&str>, extra: &[&str]) -> Result<Server, Trouble> {
        let extra = extra.iter().map(|&flag| flag.to_owned()).collect();
        Server::with(Setup { database: database.map(str::to_owned), extra, ..Setup::default() }).await
    }

    /// Starts one as told.
    pub async fn with(setup: Setup) -> Result<Server, Trouble> {
        let folder = tempfile::tempdir()?;
        let own = folder.path().join("powerboats.db").display().to_string();
        let database = setup.database.clone().unwrap_or(own);
        let site = Site::at(free_address()?);
        let binary = binary()?;
        let child = launch(&binary, &site, &database, &setup, folder.path())?;
        let mut server = Server { binary, database, setup, site, child, folder };
        server.wait().await?;
        Ok(server)
    }

    /// Another one with the same data, at another address. It may be refused, and end at once.
    pub fn rival(&self) -> Result<Server, Trouble> {
        let (folder, site) = (tempfile::tempdir()?, Site::at(free_address()?));
        let child = launch(&self.binary, &site, &self.database, &self.setup, folder.path())?;
        let (binary, database, setup) = (self.binary.clone(), self.database.clone(), self.setup.clone());
        Ok(Server { binary, database, setup, site, child, folder })
    }

    /// Waits until it is ready.
    async fn wait(&mut self) -> Result<(), Trouble> {
        let deadline = Instant::now() + Duration::from_secs(90);
        while !self.site.is_ready().await {
            if let Some(status) = self.child.try_wait()? {
                return Err(Trouble::Setup(format!("the server ended: {status}\n{}", self.log())));
            }
            if Instant::now() > deadline {
                return Err(Trouble::Late(format!("the server is not ready\n{}", self.log())));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Ends it at once, as a power cut would.
    pub async fn kill(&mut self) -> Result<(), Trouble> {
        self.child.start_kill()?;
        self.child.wait().await?;
        Ok(())
    }

    /// Asks it to end, as an operator does. It goes on meanwhile.
    pub async fn ask_to_end(&self) -> Result<(), Trouble> {
        let Some(id) = self.child.id() else { return Ok(()) };
        let sent = Command::new("kill").args(["-TERM", &id.to_string()]).stderr(Stdio::null()).status().await;
        sent.map(drop).map_err(|error| Trouble::Setup(format!("can't run kill: {error}")))
    }

    /// Did it end within this time?
    pub async fn ends_within(&mut self, long: Duration) -> Result<bool, Trouble> {
        match tokio::time::timeout(long, self.child.wait()).await {
            Ok(ended) => ended.map(|_| true).map_err(Trouble::from),
            Err(_) => Ok(false),
        }
    }

    /// Starts it again, with the same data at the same address.
    pub async fn restart(&mut self) -> Result<(), Trouble> {
        self.relaunch()?;
        self.wait().await
    }

    /// The same, without waiting until it is ready.
    pub fn relaunch(&mut self) -> Result<(), Trouble> {
        self.child = launch(&self.binary, &self.site, &self.database, &self.setup, self.folder.path())?;
        Ok(())
    }

    /// Waits until it is ready again; one that has ended meanwhile is started again. How often that was.
    pub async fn recover(&mut self, within: Duration) -> Result<u32, Trouble> {
        let deadline = Instant::now() + within;
        let mut starts = 0;
        while !self.site.is_ready().await {
            if !self.is_alive() {
                tokio::time::sleep(Duration::from_millis(100)).await;
                self.relaunch()?;
                starts += 1;
            }
            if Instant::now() > deadline {
                return Err(Trouble::Late(format!("the server is not ready again\n{}", self.log())));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(starts)
    }

    /// How many files and sockets it has open.
    pub fn open_files(&self) -> usize {
        let id = self.child.id().unwrap_or_default();
        fs::read_dir(format!("/proc/{id}/fd")).map_or(0, Iterator::count)
    }

    /// Is it running?
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    fn proc(&self, name: &str) -> String {
        let id = self.child.id().unwrap_or_default();
        fs::read_to_string(format!("/proc/{id}/{name}")).unwrap_or_default()
    }

    /// The memory it holds now, in MiB.
    pub fn memory(&self) -> f64 {
        let status = self.proc("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kib.unwrap_or(f64::NAN) / 1024.0
    }

    /// Processor time it has used so far.
    pub fn processor_time(&self) -> Duration {
        processor_time(&self.proc("stat"))
    }

    /// The end of what it logged.
    pub fn log(&self) -> String {
        let text = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    /// What it logged at these levels.
    pub fn logged(&self, levels: &[&str]) -> Vec<String> {
        let text = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        let told = |line: &&str| levels.iter().any(|level| line.contains(level));
        text.lines().filter(told).map(str::to_owned).collect()
    }
}

/// Processor time of this process so far.
pub fn own_processor_time() -> Duration {
    processor_time(&fs::read_to_string("/proc/self/stat").unwrap_or_default())
}

/// User and system time are fields 14 and 15 of `/proc/PID/stat`, in hundredths of a second.
fn processor_time(stat: &str) -> Duration {
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks: u64 = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn launch(binary: &Path, site: &Site, database: &str, setup: &Setup, folder: &Path) -> Result<Child, Trouble> {
    let log = File::options().create(true).append(true).open(folder.join("log"))?;
    let mut command = match setup.open_files {
        None => Command::new(binary),
        // The shell makes way for the program, which keeps its id.
        Some(most) => {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("ulimit -n {most}; exec \"$0\" \"$@\"")]).arg(binary);
            shell
        }
    };
    command.args(["serve", "--listen", &site.address.to_string(), "--database", database]);
    if setup.limits == Limits::Off {
        without_limits(&mut command);
    }
    // A line for each request would be measured too.
    command
        .args(&setup.extra)
        .args(["--log-level", "warn"])
        .envs(setup.environment.iter().cloned())
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .kill_on_drop(true);
    command.spawn().map_err(|error| Trouble::Setup(format!("{}: {error}", binary.display())))
}

fn without_limits(command: &mut Command) {
    for limit in
        ["--requests", "--actions", "--sign-ins", "--guests", "--sockets", "--chats", "--rooms", "--connections"]
    {
        command.args([limit, "0"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_behind_any_name() {
        let stat = "7 (a ) b) S 1 7 7 0 -1 4194304 100 0 0 0 150 50 0 0 20 0 1 0 1 1 1";
        assert_eq!(processor_time(stat), Duration::from_secs(2));
    }
}
