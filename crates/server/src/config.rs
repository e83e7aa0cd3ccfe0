//! The server's configuration, from flags, then environment variables, then a file, then defaults.

mod data;
mod nats;
mod rates;

pub use crate::jobs::backups::Backups;
pub use nats::Nats;
pub use rates::Rates;

use crate::compete::season::{BadFormat, SeasonFormat};
use crate::notify::{
    mail::{BadMail, MailConfig},
    push::{BadPushHosts, PushHosts},
};
use crate::people::{Filter, WordsError};
use crate::store::Database;
use serde::Deserialize;
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

/// The complete configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The database to use.
    pub database: Database,
    /// The server's address as users see it, if a proxy is in front: `https://boats.example`, without a trailing slash.
    pub public_url: Option<String>,
    /// Whether to trust the proxy's `X-Forwarded-For` header for the client's address.
    pub trust_proxy: bool,
    /// How long a room may stay in memory without activity.
    pub idle_after: Duration,
    /// A separate address for `/healthz`, `/readyz` and `/metrics`.
    pub ops_listen: Option<SocketAddr>,
    /// The cluster to join; `None` for a server alone.
    pub nats: Option<Nats>,
    /// The node's name in its cluster.
    pub node: String,
    /// Rate limits.
    pub rates: Rates,
    /// How seasons are played.
    pub season: SeasonFormat,
    /// How mail is sent; `None`: no mail.
    pub mail: Option<MailConfig>,
    /// The push services that browsers may name.
    pub push_hosts: PushHosts,
    /// Whether everybody is protected: a server for children.
    pub protected: bool,
    /// Decides which names and titles are allowed.
    pub filter: Filter,
    /// Scheduled backups; `None`: none.
    pub backups: Option<Backups>,
    /// After how many days what people said in games that are over is deleted; `None`: never.
    pub keep_chats: Option<u32>,
    /// After how many days the logs of games that are over are removed; `None`: never.
    pub keep_games: Option<u32>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            database: Database::Sqlite("powerboats.db".into()),
            public_url: None,
            trust_proxy: false,
            idle_after: Duration::from_secs(600),
            ops_listen: None,
            nats: None,
            node: node_name(None),
            rates: Rates::default(),
            season: SeasonFormat::default(),
            mail: None,
            push_hosts: PushHosts::default(),
            protected: false,
            filter: Filter::default(),
            backups: None,
            keep_chats: None,
            keep_games: None,
        }
    }
}

/// Why a configuration is invalid.
#[derive(Debug, thiserror::Error)]
pub enum BadConfig {
    /// The configuration file can't be read.
    #[error("can't read {0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// The configuration file has a syntax error or an unknown option.
    #[error("{0}: {1}")]
    File(PathBuf, Box<toml::de::Error>),
    /// The public URL is not an `http` or `https` origin.
    #[error("invalid public URL {0:?}: expected an address like https://boats.example, without a path")]
    PublicUrl(String),
    /// Several nodes can't share a SQLite file.
    #[error("--nats needs a PostgreSQL database (--database postgres://…): several servers can't share a SQLite file")]
    SharedSqlite,
    /// An option of clusters is given without `--nats`.
    #[error("{0} needs --nats, which says how to reach the cluster")]
    NoNats(&'static str),
    /// The node's name is empty, too long, or has a character that is not allowed.
    #[error("invalid node name {0:?}: expected 1 to 64 letters, digits, '.', '-', '_' or ':'")]
    NodeName(String),
    /// The season's format is invalid.
    #[error(transparent)]
    Season(#[from] BadFormat),
    /// The mail server or the sender is invalid.
    #[error(transparent)]
    Mail(#[from] BadMail),
    /// A push host is not a host name.
    #[error(transparent)]
    PushHosts(#[from] BadPushHosts),
    /// The interval between backups is invalid.
    #[error("invalid time {0:?} for --backup-every: expected a number with m, h or d, at least 1m, like 24h")]
    BackupTime(String),
    /// Scheduled backups are for SQLite only, because PostgreSQL has its own tools.
    #[error("--backup-every is for SQLite: back up PostgreSQL with pg_dump or continuous archiving")]
    BackupPostgres,
    /// The file of forbidden words is unreadable or invalid.
    #[error(transparent)]
    Words(#[from] WordsError),
}

/// Options as given in flags, environment variables or a file; `None` if not given.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// Address and port to listen on [default: 127.0.0.1:8080]
    #[arg(long, env = "POWERBOATS_LISTEN", value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
    /// SQLite file (created if missing) or postgres:// URL [default: powerboats.db]
    // A URL may contain a password, so help does not show the value.
    #[arg(long, env = "POWERBOATS_DATABASE", value_name = "URL-or-file", hide_env_values = true)]
    pub database: Option<String>,
    /// Public URL of the server, if it is behind a proxy
    #[arg(long, env = "POWERBOATS_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// Take the client's address from the proxy's X-Forwarded-For header
    #[arg(long, env = "POWERBOATS_TRUST_PROXY", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub trust_proxy: Option<bool>,
    /// Seconds without activity after which a room is dropped from memory [default: 600]
    #[arg(long, env = "POWERBOATS_IDLE_AFTER", value_name = "SECONDS")]
    pub idle_after: Option<u64>,
    /// Serve /healthz, /readyz and /metrics at this address; the public one then keeps only /healthz
    #[arg(long, env = "POWERBOATS_OPS_LISTEN", value_name = "ADDR:PORT")]
    pub ops_listen: Option<SocketAddr>,
    /// Join the cluster of this NATS and the PostgreSQL database: nats://host:4222, several separated by commas
    #[arg(long, env = "POWERBOATS_NATS", value_name = "URLs", hide_env_values = true, help_heading = "Cluster")]
    pub nats: Option<String>,
    /// File with credentials for NATS
    #[arg(long, env = "POWERBOATS_NATS_CREDENTIALS", value_name = "FILE", help_heading = "Cluster")]
    pub nats_credentials: Option<PathBuf>,
    /// File with root certificates (PEM) for TLS to NATS
    #[arg(long, env = "POWERBOATS_NATS_CA", value_name = "FILE", help_heading = "Cluster")]
    pub nats_ca: Option<PathBuf>,
    /// Name of this node, different for each node [default: host name and port]
    #[arg(long, env = "POWERBOATS_NODE", value_name = "NAME", help_heading = "Cluster")]
    pub node: Option<String>,
    /// Requests per minute and address, expensive ones counted several times, 0 for no limit [default: 6000]
    #[arg(long, env = "POWERBOATS_REQUESTS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub requests: Option<u32>,
    /// Actions per minute and player, 0 for no limit [default: 600]
    #[arg(long, env = "POWERBOATS_ACTIONS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub actions: Option<u32>,
    /// Wrong passwords per minute, address and login, 0 for no limit [default: 30]
    #[arg(long, env = "POWERBOATS_SIGN_INS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub sign_ins: Option<u32>,
    /// New guests per minute and address, and how many may register in an hour, 0 for no limit [default: 60]
    #[arg(long, env = "POWERBOATS_GUESTS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub guests: Option<u32>,
    /// Open WebSockets per address, 0 for no limit [default: 200]
    #[arg(long, env = "POWERBOATS_SOCKETS", value_name = "NUMBER", help_heading = "Limits")]
    pub sockets: Option<u32>,
    /// Chat messages per minute, address and room, 0 for no limit [default: 200]
    #[arg(long, env = "POWERBOATS_CHATS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub chats: Option<u32>,
    /// Unfinished regattas a player may host, at most 10 of them not started, 0 for no limit [default: 50]
    #[arg(long, env = "POWERBOATS_ROOMS", value_name = "NUMBER", help_heading = "Limits")]
    pub rooms: Option<u32>,
    /// Unfinished regattas that all players of one address may host together, 0 for no limit [default: 500]
    #[arg(long, env = "POWERBOATS_ADDRESS_ROOMS", value_name = "NUMBER", help_heading = "Limits")]
    pub address_rooms: Option<u32>,
    /// Seconds per minute that Admirals may think for all guests of one address, 0 for no limit [default: 40]
    #[arg(long, env = "POWERBOATS_THINKING", value_name = "SECONDS", help_heading = "Limits")]
    pub thinking: Option<u32>,
    /// Open connections per address, WebSockets not counted, 0 for no limit [default: 200]
    #[arg(long, env = "POWERBOATS_CONNECTIONS", value_name = "NUMBER", help_heading = "Limits")]
    pub connections: Option<u32>,
    /// How seasons are played [default: length=84d wait=3d grace=1d games=4 hours=36 holidays=14d]
    #[arg(long, env = "POWERBOATS_SEASON", value_name = "PARTS")]
    pub season: Option<String>,
    /// Mail server: smtp://user:password@host:587 (STARTTLS) or smtps://…; without it no mail is sent
    #[arg(long, env = "POWERBOATS_SMTP", value_name = "URL", hide_env_values = true, help_heading = "Messages")]
    pub smtp: Option<String>,
    /// Sender of mail: "Powerboats <boats@club.example>"
    #[arg(long, env = "POWERBOATS_MAIL_FROM", value_name = "ADDRESS", help_heading = "Messages")]
    pub mail_from: Option<String>,
    /// Push services that browsers may name, separated by commas; a leading dot means all hosts below; empty: no push
    #[arg(long, env = "POWERBOATS_PUSH_HOSTS", value_name = "HOSTS", help_heading = "Messages")]
    pub push_hosts: Option<String>,
    /// A server for children: everybody is protected, chats with phrases only and shows the name of a boat
    #[arg(long, env = "POWERBOATS_PROTECTED", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub protected: Option<bool>,
    /// Back up the SQLite database at this interval, for example 24h, and open each copy to check it
    #[arg(long, env = "POWERBOATS_BACKUP_EVERY", value_name = "TIME", help_heading = "Data")]
    pub backup_every: Option<String>,
    /// How many backups to keep [default: 7]
    #[arg(long, env = "POWERBOATS_BACKUP_KEEP", value_name = "NUMBER", help_heading = "Data")]
    pub backup_keep: Option<u32>,
    /// Folder for backups [default: backups, beside the database]
    #[arg(long, env = "POWERBOATS_BACKUP_DIR", value_name = "FOLDER", help_heading = "Data")]
    pub backup_dir: Option<PathBuf>,
    /// Days after which chat of games that are over, and reports that are closed, are deleted [default: never]
    #[arg(long, env = "POWERBOATS_KEEP_CHATS", value_name = "DAYS", help_heading = "Data")]
    pub keep_chats: Option<u32>,
    /// Days after which games that are over are removed, but for their results and ratings [default: never]
    #[arg(long, env = "POWERBOATS_KEEP_GAMES", value_name = "DAYS", help_heading = "Data", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep_games: Option<u32>,
    /// File with more words that names and titles must not contain, one per line
    #[arg(long, env = "POWERBOATS_WORDS", value_name = "FILE")]
    pub words: Option<PathBuf>,
}

impl Options {
    /// Reads a TOML file whose keys are the names of the flags: `listen = "0.0.0.0:8080"`.
    pub fn read(path: &Path) -> Result<Options, BadConfig> {
        let text = std::fs::read_to_string(path).map_err(|error| BadConfig::Unreadable(path.to_owned(), error))?;
        toml::from_str(&text).map_err(|error| BadConfig::File(path.to_owned(), Box::new(error)))
    }

    /// Takes from `other` what is not set here.
    pub fn or(self, other: Options) -> Options {
        Options {
            listen: self.listen.or(other.listen),
            database: self.database.or(other.database),
            public_url: self.public_url.or(other.public_url),
            trust_proxy: self.trust_proxy.or(other.trust_proxy),
            idle_after: self.idle_after.or(other.idle_after),
            requests: self.requests.or(other.requests),
            actions: self.actions.or(other.actions),
            sign_ins: self.sign_ins.or(other.sign_ins),
            guests: self.guests.or(other.guests),
            sockets: self.sockets.or(other.sockets),
            ops_listen: self.ops_listen.or(other.ops_listen),
            nats: self.nats.or(other.nats),
            nats_credentials: self.nats_credentials.or(other.nats_credentials),
            nats_ca: self.nats_ca.or(other.nats_ca),
            node: self.node.or(other.node),
            chats: self.chats.or(other.chats),
            rooms: self.rooms.or(other.rooms),
            address_rooms: self.address_rooms.or(other.address_rooms),
            thinking: self.thinking.or(other.thinking),
            connections: self.connections.or(other.connections),
            season: self.season.or(other.season),
            smtp: self.smtp.or(other.smtp),
            mail_from: self.mail_from.or(other.mail_from),
            push_hosts: self.push_hosts.or(other.push_hosts),
            protected: self.protected.or(other.protected),
            words: self.words.or(other.words),
            backup_every: self.backup_every.or(other.backup_every),
            backup_keep: self.backup_keep.or(other.backup_keep),
            backup_dir: self.backup_dir.or(other.backup_dir),
            keep_chats: self.keep_chats.or(other.keep_chats),
            keep_games: self.keep_games.or(other.keep_games),
        }
    }

    /// The configuration, with defaults for everything that is not set.
    pub fn config(self) -> Result<Config, BadConfig> {
        let defaults = Config::default();
        let rates = Rates {
            requests: self.requests.unwrap_or(defaults.rates.requests),
            actions: self.actions.unwrap_or(defaults.rates.actions),
            sign_ins: self.sign_ins.unwrap_or(defaults.rates.sign_ins),
            guests: self.guests.unwrap_or(defaults.rates.guests),
            sockets: self.sockets.unwrap_or(defaults.rates.sockets),
            chats: self.chats.unwrap_or(defaults.rates.chats),
            rooms: self.rooms.unwrap_or(defaults.rates.rooms),
            address_rooms: self.address_rooms.unwrap_or(defaults.rates.address_rooms),
            thinking: self.thinking.unwrap_or(defaults.rates.thinking),
            connections: self.connections.unwrap_or(defaults.rates.connections),
        };
        let listen = self.listen.unwrap_or(defaults.listen);
        let database = self.database.map_or(defaults.database, |text| match text.parse() {
            Ok(database) => database,
            Err(never) => match never {},
        });
        let nats = match (self.nats, self.nats_credentials, self.nats_ca) {
            (Some(servers), credentials, ca) => Some(Nats { credentials, ca, ..Nats::new(&servers) }),
            (None, Some(_), _) => return Err(BadConfig::NoNats("--nats-credentials")),
            (None, None, Some(_)) => return Err(BadConfig::NoNats("--nats-ca")),
            (None, None, None) if self.node.is_some() => return Err(BadConfig::NoNats("--node")),
            (None, None, None) => None,
        };
        if nats.is_some() && matches!(database, Database::Sqlite(_)) {
            return Err(BadConfig::SharedSqlite);
        }
        let every = self.backup_every.map(|text| data::time(&text).ok_or(BadConfig::BackupTime(text))).transpose()?;
        let backups =
            every.map(|every| data::backups(&database, every, self.backup_keep, self.backup_dir)).transpose()?;
        let node = self.node.unwrap_or_else(|| node_name(Some(listen.port())));
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-_:".contains(c);
        if node.is_empty() || node.len() > 64 || !node.chars().all(plain) {
            return Err(BadConfig::NodeName(node));
        }
        let public_url = self.public_url.map(|url| public_url(&url)).transpose()?;
        Ok(Config {
            listen,
            database,
            nats,
            node,
            mail: MailConfig::of(self.smtp, self.mail_from, public_url.as_deref())?,
            push_hosts: self.push_hosts.map_or(Ok(defaults.push_hosts), |hosts| hosts.parse())?,
            public_url,
            trust_proxy: self.trust_proxy.unwrap_or(defaults.trust_proxy),
            idle_after: self.idle_after.map_or(defaults.idle_after, Duration::from_secs),
            ops_listen: self.ops_listen,
            rates,
            season: self.season.unwrap_or_default().parse()?,
            protected: self.protected.unwrap_or(defaults.protected),
            backups,
            keep_chats: self.keep_chats,
            keep_games: self.keep_games,
            filter: self.words.as_deref().map_or_else(|| Ok(Filter::default()), Filter::with_file)?,
        })
    }
}

/// The host's name with the port, or with something random.
fn node_name(port: Option<u16>) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let plain = |c: &char| c.is_ascii_alphanumeric() || ".-_".contains(*c);
    let host: String = host.trim().chars().filter(plain).take(40).collect();
    let end = port.filter(|port| *port != 0).map_or_else(|| crate::ids::random_text(6), |port| port.to_string());
    format!("{host}:{end}")
}

fn public_url(text: &str) -> Result<String, BadConfig> {
    let url = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    // Browsers leave the default port out of an origin.
    let url = match url.strip_prefix("https://") {
        Some(_) => url.strip_suffix(":443").unwrap_or(&url).to_owned(),
        None => url.strip_suffix(":80").unwrap_or(&url).to_owned(),
    };
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    match host {
        Some(host) if is_host(host) => Ok(url),
        _ => Err(BadConfig::PublicUrl(text.to_owned())),
    }
}

/// Whether this is a host with an optional port, without any character that could end a header or begin a path.
pub(crate) fn is_host(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']' | b'_');
    !text.is_empty() && text.len() <= 255 && text.bytes().all(plain)
}

impl Config {
    /// Whether cookies are sent over TLS only.
    pub fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

#[cfg(test)]
mod tests;
