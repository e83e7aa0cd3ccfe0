//! Ways to disrupt a server while games are running: kill it, fill its disk, make its disk fail, restart its database.

mod faulty_disk;
pub(crate) mod postgres;
mod small_disk;

use crate::{
    DrillError,
    client::api::{STORAGE_FAILURE_CODES, retry},
    server::{Server, Setup},
};
use faulty_disk::{DiskFault, FaultyDisk};
use postgres::{RestartablePostgres, Shutdown};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use small_disk::SmallDisk;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// A way to disrupt a server. The comments are the help texts of `--harm`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Disruption {
    /// kill -9
    Kill,
    /// SIGTERM
    Term,
    /// Fill the disk and free it again, sometimes with a kill -9 in between
    FullDisk,
    /// Let some fsyncs of the database fail with EIO, then kill -9
    Fsync,
    /// Let some writes to the database fail with ENOSPC, then kill -9
    Enospc,
    /// kill -9, then undo all writes that were not synced, as a power cut would
    PowerCut,
    /// Restart PostgreSQL
    Postgres,
}

impl Disruption {
    /// The name of its figure in the report.
    pub fn name(self) -> &'static str {
        match self {
            Disruption::Kill => "kill",
            Disruption::Term => "kill-term",
            Disruption::FullDisk => "kill-full-disk",
            Disruption::Fsync => "kill-fsync",
            Disruption::Enospc => "kill-enospc",
            Disruption::PowerCut => "kill-power-cut",
            Disruption::Postgres => "kill-postgres",
        }
    }

    /// Codes of refusals that are allowed during the disruption.
    pub(crate) fn allowed_refusals(self) -> &'static [&'static str] {
        match self {
            Disruption::Kill | Disruption::PowerCut => &[],
            Disruption::Term => &["stopping"],
            Disruption::FullDisk | Disruption::Fsync | Disruption::Enospc | Disruption::Postgres => {
                STORAGE_FAILURE_CODES
            }
        }
    }
}

/// Disrupts a server. Holds what this needs besides the server itself.
pub(crate) enum Disruptor {
    Signals,
    SmallDisk(SmallDisk),
    FaultyDisk(FaultyDisk),
    Postgres(RestartablePostgres),
}

/// What happened in all disruptions of a drill together.
#[derive(Debug, Default)]
pub(crate) struct DisruptionStats {
    /// How long the server was down or not ready.
    pub down: Duration,
    /// The slowest stop after one SIGTERM.
    pub slowest_stop: Duration,
    /// The slowest stop after a second SIGTERM.
    pub slowest_second_stop: Duration,
    /// How often the server exited by itself.
    pub exits: u32,
    /// Writes that power cuts undid.
    pub undone_writes: usize,
    /// Promises that the server broke.
    pub faults: Vec<String>,
}

/// A server that has not stopped this long after SIGTERM is killed.
const STOP_LIMIT: Duration = Duration::from_secs(12);

/// A server has to work again this soon after a disruption.
const RECOVERY_LIMIT: Duration = Duration::from_secs(15);

fn milliseconds(draw: &mut QuickRandom, least: u64, most: u64) -> Duration {
    Duration::from_millis(least + u64::from(draw.below((most - least) as u32)))
}

impl Disruptor {
    /// Prepares what this disruption needs.
    pub async fn new(disruption: Disruption, database: Option<&str>) -> Result<Disruptor, DrillError> {
        Ok(match disruption {
            Disruption::Kill | Disruption::Term => Disruptor::Signals,
            Disruption::FullDisk => Disruptor::SmallDisk(SmallDisk::mount().await?),
            Disruption::Fsync | Disruption::Enospc => Disruptor::FaultyDisk(FaultyDisk::build().await?),
            Disruption::PowerCut => {
                let disk = FaultyDisk::build().await?;
                disk.start_journal()?;
                Disruptor::FaultyDisk(disk)
            }
            Disruption::Postgres => Disruptor::Postgres(RestartablePostgres::from_environment(database)?),
        })
    }

    /// How to start the server.
    pub fn setup(&self, database: Option<&str>) -> Result<Setup, DrillError> {
        let database = database.map(str::to_owned);
        Ok(match self {
            Disruptor::Signals | Disruptor::Postgres(_) => Setup { database, ..Setup::default() },
            Disruptor::SmallDisk(disk) => {
                let database = Some(disk.file("powerboats.db").display().to_string());
                Setup { database, ..Setup::default() }
            }
            Disruptor::FaultyDisk(disk) => {
                let database = Some(disk.database()?.display().to_string());
                Setup { database, environment: disk.environment()?, ..Setup::default() }
            }
        })
    }

    /// Disrupts the server once and brings it back.
    pub async fn disrupt(
        &self,
        disruption: Disruption,
        server: &mut Server,
        draw: &mut QuickRandom,
        stats: &mut DisruptionStats,
    ) -> Result<(), DrillError> {
        match (self, disruption) {
            (_, Disruption::Term) => terminate(server, draw, stats).await,
            (Disruptor::SmallDisk(disk), _) => fill(disk, server, draw, stats).await,
            (Disruptor::FaultyDisk(disk), Disruption::Fsync) => {
                let fault = DiskFault::Sync(1 + draw.below(12));
                fail(disk, fault, server, draw, stats).await
            }
            (Disruptor::FaultyDisk(disk), Disruption::Enospc) => {
                let fault = DiskFault::Write(1 + draw.below(40));
                fail(disk, fault, server, draw, stats).await
            }
            (Disruptor::Postgres(postgres), _) => restart_postgres(postgres, server, draw, stats).await,
            _ => self.kill(server, stats).await,
        }
    }

    /// Kills the server and starts it again. In the power-cut drill, undoes unsynced writes in between.
    pub async fn kill(&self, server: &mut Server, stats: &mut DisruptionStats) -> Result<(), DrillError> {
        server.kill().await?;
        if let Disruptor::FaultyDisk(disk) = self {
            stats.undone_writes += disk.cut_power()?;
        }
        start_again(server, stats).await
    }

    /// How many disk operations failed so far, if any did.
    pub fn disk_failures(&self) -> Option<u64> {
        match self {
            Disruptor::FaultyDisk(disk) => Some(disk.failures()).filter(|failures| *failures > 0),
            _ => None,
        }
    }
}

async fn start_again(server: &mut Server, stats: &mut DisruptionStats) -> Result<(), DrillError> {
    let dead = Instant::now();
    server.restart().await?;
    stats.down += dead.elapsed();
    Ok(())
}

/// Sends SIGTERM, and every fourth time a second one shortly after.
async fn terminate(server: &mut Server, draw: &mut QuickRandom, stats: &mut DisruptionStats) -> Result<(), DrillError> {
    let twice = draw.below(4) == 0;
    server.terminate().await?;
    let mut asked = Instant::now();
    if twice {
        sleep(Duration::from_millis(100)).await;
        asked = Instant::now();
        server.terminate().await?;
    }
    if !server.exits_within(STOP_LIMIT).await? {
        server.kill().await?;
    }
    let slowest = if twice { &mut stats.slowest_second_stop } else { &mut stats.slowest_stop };
    *slowest = asked.elapsed().max(*slowest);
    start_again(server, stats).await
}

async fn fill(
    disk: &SmallDisk,
    server: &mut Server,
    draw: &mut QuickRandom,
    stats: &mut DisruptionStats,
) -> Result<(), DrillError> {
    disk.fill(draw).await?;
    sleep(milliseconds(draw, 300, 2000)).await;
    let kill = draw.below(3) == 0;
    if kill {
        server.kill().await?;
    }
    disk.free().await?;
    if kill {
        return start_again(server, stats).await;
    }
    recover(server, stats).await
}

async fn fail(
    disk: &FaultyDisk,
    fault: DiskFault,
    server: &mut Server,
    draw: &mut QuickRandom,
    stats: &mut DisruptionStats,
) -> Result<(), DrillError> {
    let before = disk.failures();
    disk.start_failing(fault)?;
    // Half of the time stop after the first failure, otherwise go on for a while.
    let until = Instant::now() + milliseconds(draw, 200, 1500);
    let once = draw.below(2) == 0;
    while Instant::now() < until && !(once && disk.failures() > before) {
        sleep(Duration::from_millis(5)).await;
    }
    disk.stop_failing()?;
    if draw.below(3) == 0 {
        return recover(server, stats).await;
    }
    // Leave the server time to send acknowledgements that it should not send.
    sleep(milliseconds(draw, 0, 300)).await;
    server.kill().await?;
    start_again(server, stats).await
}

async fn restart_postgres(
    postgres: &RestartablePostgres,
    server: &mut Server,
    draw: &mut QuickRandom,
    stats: &mut DisruptionStats,
) -> Result<(), DrillError> {
    let shutdown = if draw.below(2) == 0 { Shutdown::Immediate } else { Shutdown::Fast };
    postgres.restart(shutdown).await?;
    // The restart ended the session that held the server's lock. A second server must still not run beside the first.
    let mut rival = server.start_rival()?;
    let until = Instant::now() + Duration::from_secs(3);
    while Instant::now() < until && rival.is_alive() {
        if rival.api.is_ready().await {
            sleep(Duration::from_secs(1)).await;
            if rival.is_alive() && server.is_alive() && server.api.is_ready().await {
                stats.faults.push("two servers are ready on the same database".to_owned());
            }
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    rival.kill().await?;
    recover(server, stats).await
}

/// Waits until the server works again after a disruption. If it exited, starts it again.
async fn recover(server: &mut Server, stats: &mut DisruptionStats) -> Result<(), DrillError> {
    let over = Instant::now();
    match timeout(RECOVERY_LIMIT, async {
        stats.exits += server.recover(RECOVERY_LIMIT).await?;
        let api = server.api.clone();
        retry(|| api.new_guest("Prober")).await
    })
    .await
    {
        Ok(Ok(_)) => {}
        Ok(Err(DrillError::Timeout(_))) | Err(_) => {
            stats.faults.push(format!("the server does not work {RECOVERY_LIMIT:?} after a disruption"));
            server.kill().await?;
            server.restart().await?;
        }
        Ok(Err(error)) => return Err(error),
    }
    stats.down += over.elapsed();
    Ok(())
}
