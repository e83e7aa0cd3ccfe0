//! Examines a server's configuration, database, disk, clock and keys, and says what to mend. It changes nothing.

use crate::{
    config::Config,
    moderate::operator,
    notify::{
        self,
        mail::{MailConfig, Mailer},
    },
    people::{COOKIE_KEY, is_cookie_key},
    store::{Database, Store, StoreError, disk_space, file_mode, now},
};
use std::{
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::time::timeout;

/// How something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    #[allow(missing_docs)]
    Good,
    /// It works, but somebody should look at it.
    Doubtful,
    /// The server can't run, or not safely.
    Bad,
}

/// What the examination has found about one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    #[allow(missing_docs)]
    pub what: &'static str,
    #[allow(missing_docs)]
    pub verdict: Verdict,
    /// How it is.
    pub says: String,
    /// What to do, if anything.
    pub mend: Option<String>,
}

impl Finding {
    fn good(what: &'static str, says: impl Into<String>) -> Finding {
        Finding { what, verdict: Verdict::Good, says: says.into(), mend: None }
    }

    fn doubtful(what: &'static str, says: impl Into<String>, mend: impl Into<String>) -> Finding {
        Finding { what, verdict: Verdict::Doubtful, says: says.into(), mend: Some(mend.into()) }
    }

    /// Something that must be mended.
    pub fn bad(what: &'static str, says: impl Into<String>, mend: impl Into<String>) -> Finding {
        Finding { what, verdict: Verdict::Bad, says: says.into(), mend: Some(mend.into()) }
    }
}

/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A clock before this time, the year 2025, is certainly wrong.
const EARLIEST: Duration = Duration::from_secs(1_735_689_600);

/// How far the database's newest entry may be in the future, in milliseconds.
const TOLERANCE: i64 = 60_000;

/// Examines everything.
pub async fn examine(config: &Config) -> Vec<Finding> {
    let mut findings = vec![configuration(config), address(config).await];
    findings.extend(clock());
    match &config.database {
        Database::Sqlite(path) => findings.extend(disk(path)),
        Database::Postgres(_) => findings.push(Finding::good("disk", "PostgreSQL looks after its own disk")),
    }
    let opened = timeout(PATIENCE, Store::open_to_read(&config.database)).await;
    match opened.unwrap_or_else(|_| Err(StoreError::Unreachable("no answer for ten seconds".to_owned()))) {
        Ok(store) => findings.extend(database(config, &store).await),
        Err(error) => findings.push(no_database(config, &error)),
    }
    findings.push(backups(config));
    if let Some(config) = &config.mail {
        findings.push(mail(config).await);
    }
    findings
}

async fn mail(config: &MailConfig) -> Finding {
    let mailer = match Mailer::new(config.clone()) {
        Ok(mailer) => mailer,
        Err(error) => return Finding::bad("mail", error.to_string(), "correct --smtp"),
    };
    match timeout(PATIENCE, mailer.check()).await.unwrap_or_else(|_| Err("no answer for ten seconds".to_owned())) {
        Ok(()) => Finding::good("mail", "the mail server answers"),
        Err(why) => {
            Finding::bad("mail", format!("the mail server can't be used: {why}"), "check --smtp and the mail server")
        }
    }
}

fn configuration(config: &Config) -> Finding {
    let what = "configuration";
    match &config.public_url {
        None if !config.listen.ip().is_loopback() => Finding::doubtful(
            what,
            format!("the server listens on {}, without TLS", config.listen),
            "put a proxy with TLS in front of it, and set --public-url and --trust-proxy",
        ),
        Some(url) if !url.starts_with("https://") => {
            Finding::doubtful(what, format!("the public URL is {url}, without TLS"), "use https://")
        }
        Some(_) if !config.trust_proxy => Finding::doubtful(
            what,
            "there is a public URL, but the proxy's X-Forwarded-For is not trusted: all visitors share one limit",
            "set --trust-proxy, if only the proxy can reach the server",
        ),
        _ => Finding::good(what, format!("listens on {}", config.listen)),
    }
}

async fn address(config: &Config) -> Finding {
    match tokio::net::TcpListener::bind(config.listen).await {
        Ok(_) => Finding::good("address", format!("{} is free", config.listen)),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            Finding::good("address", format!("{} is in use; if that is your server, it is running", config.listen))
        }
        Err(error) => {
            Finding::bad("address", format!("can't listen on {}: {error}", config.listen), "choose another --listen")
        }
    }
}

fn clock() -> Option<Finding> {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (wall < EARLIEST).then(|| {
        Finding::bad(
            "clock",
            "the system's clock is before the year 2025",
            "set it, for example with systemd-timesyncd",
        )
    })
}

fn disk(path: &Path) -> Vec<Finding> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some((total, free, is_short)) = disk_space(folder) else {
        let says = format!("{} can't be examined", folder.display());
        return vec![Finding::bad("disk", says, "create the folder, or choose another --database")];
    };
    let says = format!("{} MiB of {} MiB are free in {}", free >> 20, total >> 20, folder.display());
    let mut findings = vec![match is_short {
        true => Finding::bad("disk", says, "free some space: the server refuses to store anything"),
        false if free < total / 10 => Finding::doubtful("disk", says, "free some space soon"),
        false => Finding::good("disk", says),
    }];
    if let Some(mode) = file_mode(path).filter(|mode| mode & 0o077 != 0) {
        findings.push(Finding::bad(
            "permissions",
            format!("{} can be read by others ({mode:o})", path.display()),
            format!("chmod 600 {}: it holds keys and password hashes", path.display()),
        ));
    }
    findings
}

fn no_database(config: &Config, error: &StoreError) -> Finding {
    match &config.database {
        Database::Sqlite(path) if !path.exists() => {
            Finding::good("database", format!("{} does not exist yet; the first start creates it", path.display()))
        }
        Database::Sqlite(path) => Finding::bad(
            "database",
            format!("{}: {error}", path.display()),
            "restore a backup with `powerboats restore`, or correct the file's permissions",
        ),
        Database::Postgres(_) => {
            Finding::bad("database", error.to_string(), "check that PostgreSQL runs, and the URL in --database")
        }
    }
}

async fn database(config: &Config, store: &Store) -> Vec<Finding> {
    let mut findings = Vec::new();
    match timeout(PATIENCE, store.examine()).await {
        Ok(Ok(state)) => {
            let says =
                format!("version {} with {} players and {} regattas", state.version, state.players, state.regattas);
            findings.push(match state.damage {
                Some(damage) => Finding::bad(
                    "database",
                    format!("it is damaged: {damage}"),
                    "stop the server and restore a backup with `powerboats restore`",
                ),
                None if state.is_newer => Finding::bad("database", says, "install a newer version of powerboats"),
                None if state.is_older => {
                    Finding::doubtful("database", says, "make a backup: the next start upgrades the tables")
                }
                None => Finding::good("database", says),
            });
            let ahead = state.newest - now();
            findings.push(match ahead > TOLERANCE {
                true => Finding::bad(
                    "clock",
                    format!("the newest entry is {} s in the future", ahead / 1000),
                    "correct the system's clock: it was wrong, or is wrong now",
                ),
                false => Finding::good("clock", "fits the newest entry of the database"),
            });
        }
        Ok(Err(error)) => findings.push(no_database(config, &error)),
        Err(_) => findings.push(Finding::bad("database", "it does not answer", "look at the load of the machine")),
    }
    let cookie = store.meta(COOKIE_KEY).await.ok().flatten();
    let operator = operator::stored_key(store).await.ok().flatten();
    let damaged = match cookie.as_deref().is_none_or(is_cookie_key) {
        true => notify::damaged_key(store).await.ok().flatten(),
        false => Some("the cookie key"),
    };
    findings.push(match (cookie, operator) {
        _ if damaged.is_some() => Finding::bad(
            "keys",
            format!("{} can't be read", damaged.unwrap_or_default()),
            "stop the server and restore a backup with `powerboats restore`",
        ),
        (Some(_), Some(_)) => Finding::good("keys", "all keys are there and can be read"),
        (Some(_), None) => Finding::doubtful("keys", "there is no operator's key yet", "start the server once"),
        (None, _) => Finding::doubtful("keys", "there is no cookie key yet", "start the server once"),
    });
    findings
}

fn backups(config: &Config) -> Finding {
    let what = "backups";
    let Some(backups) = &config.backups else {
        return match &config.database {
            Database::Sqlite(_) => Finding::doubtful(what, "none are scheduled", "set --backup-every, for example 24h"),
            Database::Postgres(_) => Finding::good(what, "are PostgreSQL's business: see docs/cluster.md"),
        };
    };
    match backups.newest() {
        None => Finding::doubtful(what, "none was made yet", "start the server: it makes the first one at once"),
        Some((at, path)) => {
            let age = Duration::from_millis(u64::try_from(now() - at).unwrap_or_default());
            let says = format!("the newest is {} h old: {}", age.as_secs() / 3600, path.display());
            match age > backups.every * 2 {
                true => Finding::bad(what, says, "look into the server's log for the reason"),
                false => Finding::good(what, says),
            }
        }
    }
}
