//! What is done to a server under live rooms, and what that takes.

use crate::{
    Trouble,
    cluster::{Cluster, Ending},
    disk::SmallDisk,
    server::{Server, Setup},
    shim::{Fault, Shim},
    site::{IN_TROUBLE, insist},
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// What is done to it again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Harm {
    /// kill -9
    Kill,
    /// SIGTERM
    Term,
    /// Its disk is full, and has space again; now and then with a kill -9 in between
    FullDisk,
    /// Some fsyncs of the database fail with EIO; then kill -9
    Fsync,
    /// Some writes to the database fail with ENOSPC; then kill -9
    Enospc,
    /// kill -9, and whatever was not synced is taken back, as if the power had failed
    PowerCut,
    /// PostgreSQL is restarted
    Postgres,
}

impl Harm {
    /// What its figure is called.
    pub fn name(self) -> &'static str {
        match self {
            Harm::Kill => "kill",
            Harm::Term => "kill-term",
            Harm::FullDisk => "kill-full-disk",
            Harm::Fsync => "kill-fsync",
            Harm::Enospc => "kill-enospc",
            Harm::PowerCut => "kill-power-cut",
            Harm::Postgres => "kill-postgres",
        }
    }

    /// Refusals that are no fault meanwhile.
    pub fn excuses(self) -> &'static [&'static str] {
        match self {
            Harm::Kill | Harm::PowerCut => &[],
            Harm::Term => &["stopping"],
            Harm::FullDisk | Harm::Fsync | Harm::Enospc | Harm::Postgres => IN_TROUBLE,
        }
    }
}

/// What the harm needs beside the server.
pub enum Tools {
    /// Nothing.
    Bare,
    /// A disk to fill.
    Disk(SmallDisk),
    /// A disk that fails.
    Shim(Shim),
    /// A PostgreSQL to restart.
    Cluster(Cluster),
}

/// What came of doing it, all times together.
#[derive(Debug, Default)]
pub struct Struck {
    /// How long the server was down or not ready.
    pub down: Duration,
    /// The slowest stop after SIGTERM.
    pub slowest: Duration,
    /// The slowest stop after a second SIGTERM.
    pub slowest_twice: Duration,
    /// Starts because the server had ended by itself.
    pub ended: u32,
    /// Writes that a power cut took back.
    pub undone: usize,
    /// Broken promises.
    pub faults: Vec<String>,
}

/// A server that has not ended so long after SIGTERM is killed.
const PATIENCE: Duration = Duration::from_secs(12);

/// A server works again so soon after the trouble is over.
const SOON: Duration = Duration::from_secs(15);

fn milliseconds(draw: &mut QuickRandom, least: u64, most: u64) -> Duration {
    Duration::from_millis(least + u64::from(draw.below((most - least) as u32)))
}

impl Tools {
    /// Gets what is needed.
    pub async fn fetch(harm: Harm, database: Option<&str>) -> Result<Tools, Trouble> {
        Ok(match harm {
            Harm::Kill | Harm::Term => Tools::Bare,
            Harm::FullDisk => Tools::Disk(SmallDisk::mount().await?),
            Harm::Fsync | Harm::Enospc => Tools::Shim(Shim::build().await?),
            Harm::PowerCut => {
                let shim = Shim::build().await?;
                shim.journal()?;
                Tools::Shim(shim)
            }
            Harm::Postgres => Tools::Cluster(Cluster::named(database)?),
        })
    }

    /// How the server is started with it.
    pub fn setup(&self, database: Option<&str>) -> Result<Setup, Trouble> {
        let database = database.map(str::to_owned);
        Ok(match self {
            Tools::Bare | Tools::Cluster(_) => Setup { database, ..Setup::default() },
            Tools::Disk(disk) => {
                let database = Some(disk.file("powerboats.db").display().to_string());
                Setup { database, ..Setup::default() }
            }
            Tools::Shim(shim) => {
                let database = Some(shim.database()?.display().to_string());
                Setup { database, environment: shim.environment()?, ..Setup::default() }
            }
        })
    }

    /// Does it once.
    pub async fn strike(
        &self,
        harm: Harm,
        server: &mut Server,
        draw: &mut QuickRandom,
        struck: &mut Struck,
    ) -> Result<(), Trouble> {
        match (self, harm) {
            (_, Harm::Term) => terminate(server, draw, struck).await,
            (Tools::Disk(disk), _) => fill(disk, server, draw, struck).await,
            (Tools::Shim(shim), Harm::Fsync) => {
                let fault = Fault::Sync(1 + draw.below(12));
                fail(shim, fault, server, draw, struck).await
            }
            (Tools::Shim(shim), Harm::Enospc) => {
                let fault = Fault::Write(1 + draw.below(40));
                fail(shim, fault, server, draw, struck).await
            }
            (Tools::Cluster(cluster), _) => restart_postgres(cluster, server, draw, struck).await,
            _ => self.kill(server, struck).await,
        }
    }

    /// Kills the server and starts it again.
    pub async fn kill(&self, server: &mut Server, struck: &mut Struck) -> Result<(), Trouble> {
        server.kill().await?;
        if let Tools::Shim(shim) = self {
            struck.undone += shim.cut_power()?;
        }
        start_again(server, struck).await
    }

    /// How often the disk failed so far.
    pub fn hits(&self) -> Option<u64> {
        match self {
            Tools::Shim(shim) => Some(shim.hits()).filter(|hits| *hits > 0),
            _ => None,
        }
    }
}

async fn start_again(server: &mut Server, struck: &mut Struck) -> Result<(), Trouble> {
    let dead = Instant::now();
    server.restart().await?;
    struck.down += dead.elapsed();
    Ok(())
}

/// Every fourth time it is asked twice.
async fn terminate(server: &mut Server, draw: &mut QuickRandom, struck: &mut Struck) -> Result<(), Trouble> {
    let twice = draw.below(4) == 0;
    server.ask_to_end().await?;
    let mut asked = Instant::now();
    if twice {
        sleep(Duration::from_millis(100)).await;
        asked = Instant::now();
        server.ask_to_end().await?;
    }
    if !server.ends_within(PATIENCE).await? {
        server.kill().await?;
    }
    let slowest = if twice { &mut struck.slowest_twice } else { &mut struck.slowest };
    *slowest = asked.elapsed().max(*slowest);
    start_again(server, struck).await
}

async fn fill(
    disk: &SmallDisk,
    server: &mut Server,
    draw: &mut QuickRandom,
    struck: &mut Struck,
) -> Result<(), Trouble> {
    disk.fill(draw).await?;
    sleep(milliseconds(draw, 300, 2000)).await;
    let kill = draw.below(3) == 0;
    if kill {
        server.kill().await?;
    }
    disk.free().await?;
    if kill {
        return start_again(server, struck).await;
    }
    works_again(server, struck).await
}

async fn fail(
    shim: &Shim,
    fault: Fault,
    server: &mut Server,
    draw: &mut QuickRandom,
    struck: &mut Struck,
) -> Result<(), Trouble> {
    let before = shim.hits();
    shim.fail(fault)?;
    // Now and then only one time, else for a while.
    let until = Instant::now() + milliseconds(draw, 200, 1500);
    let once = draw.below(2) == 0;
    while Instant::now() < until && !(once && shim.hits() > before) {
        sleep(Duration::from_millis(5)).await;
    }
    shim.rest()?;
    if draw.below(3) == 0 {
        return works_again(server, struck).await;
    }
    // Long enough for acknowledgements that should not have been.
    sleep(milliseconds(draw, 0, 300)).await;
    server.kill().await?;
    start_again(server, struck).await
}

async fn restart_postgres(
    cluster: &Cluster,
    server: &mut Server,
    draw: &mut QuickRandom,
    struck: &mut Struck,
) -> Result<(), Trouble> {
    let ending = if draw.below(2) == 0 { Ending::Immediate } else { Ending::Fast };
    cluster.restart(ending).await?;
    // Its lock is gone with the session: may another server have it?
    let mut rival = server.rival()?;
    let until = Instant::now() + Duration::from_secs(3);
    while Instant::now() < until && rival.is_alive() {
        if rival.site.is_ready().await {
            sleep(Duration::from_secs(1)).await;
            if rival.is_alive() && server.is_alive() && server.site.is_ready().await {
                struck.faults.push("two servers serve the same database".to_owned());
            }
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    rival.kill().await?;
    works_again(server, struck).await
}

/// The trouble is over: the server must work again by itself, or have ended; then it is started again.
async fn works_again(server: &mut Server, struck: &mut Struck) -> Result<(), Trouble> {
    let over = Instant::now();
    match timeout(SOON, async {
        struck.ended += server.recover(SOON).await?;
        let site = server.site.clone();
        insist(|| site.guest("Prober")).await
    })
    .await
    {
        Ok(Ok(_)) => {}
        Ok(Err(Trouble::Late(_))) | Err(_) => {
            struck.faults.push(format!("the server did not work again after {SOON:?}"));
            server.kill().await?;
            server.restart().await?;
        }
        Ok(Err(trouble)) => return Err(trouble),
    }
    struck.down += over.elapsed();
    Ok(())
}
