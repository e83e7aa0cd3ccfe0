//! How the server is set up: by flags, else the environment, else a file, else as follows here.

use crate::store::Database;
use serde::Deserialize;
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// What it remembers.
    pub database: Database,
    /// Where people find it, if that is not where it listens: `https://boats.example`, without a slash at the end.
    pub public_url: Option<String>,
    /// Is there a proxy in front that says who asks?
    pub trust_proxy: bool,
    /// A room where nothing happens for so long is dropped from memory.
    pub idle_after: Duration,
    /// Where `/healthz`, `/readyz` and `/metrics` are served apart from everything else.
    pub ops_listen: Option<SocketAddr>,
    /// How much anybody may ask for.
    pub rates: Rates,
}

/// How often something may be done in a minute, and how many may be at once. 0 sets no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// Requests from an address; expensive ones count more than once.
    pub requests: u32,
    /// Actions of a player.
    pub actions: u32,
    /// Wrong passwords from an address for a login.
    pub sign_ins: u32,
    /// New guests from an address.
    pub guests: u32,
    /// Sockets of an address at once.
    pub sockets: u32,
    /// Chat messages from an address in a room.
    pub chats: u32,
    /// Unfinished regattas a player may host at once.
    pub rooms: u32,
    /// Connections of an address at once, sockets not counted.
    pub connections: u32,
}

impl Default for Rates {
    /// Enough for a school class behind one address.
    fn default() -> Rates {
        Rates {
            requests: 6000,
            actions: 600,
            sign_ins: 30,
            guests: 60,
            sockets: 200,
            chats: 200,
            rooms: 50,
            connections: 200,
        }
    }
}

impl Rates {
    /// No limits at all.
    pub const OFF: Rates =
        Rates { requests: 0, actions: 0, sign_ins: 0, guests: 0, sockets: 0, chats: 0, rooms: 0, connections: 0 };
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
            rates: Rates::default(),
        }
    }
}

/// Why the server can't be set up like that.
#[derive(Debug, thiserror::Error)]
pub enum BadConfig {
    /// The file can't be read.
    #[error("can't read {0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// The file says something else.
    #[error("{0}: {1}")]
    File(PathBuf, Box<toml::de::Error>),
    /// That is no place on the web.
    #[error("the public URL is like https://boats.example, without a path, not {0:?}")]
    PublicUrl(String),
}

/// What was said about the set-up, in flags, the environment or a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, env = "POWERBOATS_LISTEN", value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
    /// A SQLite file, made if there is none, or postgres://… [default: powerboats.db]
    // A URL may hold a password: it is not shown.
    #[arg(long, env = "POWERBOATS_DATABASE", value_name = "URL-or-file", hide_env_values = true)]
    pub database: Option<String>,
    /// Where people find the server, if a proxy is in front
    #[arg(long, env = "POWERBOATS_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// Believe the proxy's X-Forwarded-For about who asks
    #[arg(long, env = "POWERBOATS_TRUST_PROXY", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub trust_proxy: Option<bool>,
    /// Seconds after which a room where nothing happens is dropped from memory [default: 600]
    #[arg(long, env = "POWERBOATS_IDLE_AFTER", value_name = "SECONDS")]
    pub idle_after: Option<u64>,
    /// Serve /healthz, /readyz and /metrics here, and the last two no longer where everybody listens
    #[arg(long, env = "POWERBOATS_OPS_LISTEN", value_name = "ADDR:PORT")]
    pub ops_listen: Option<SocketAddr>,
    /// Requests from an address a minute, expensive ones counted several times, 0 for no limit [default: 6000]
    #[arg(long, env = "POWERBOATS_REQUESTS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub requests: Option<u32>,
    /// Actions of a player a minute, 0 for no limit [default: 600]
    #[arg(long, env = "POWERBOATS_ACTIONS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub actions: Option<u32>,
    /// Wrong passwords from an address for one login a minute, 0 for no limit [default: 30]
    #[arg(long, env = "POWERBOATS_SIGN_INS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub sign_ins: Option<u32>,
    /// New guests from an address a minute, 0 for no limit [default: 60]
    #[arg(long, env = "POWERBOATS_GUESTS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub guests: Option<u32>,
    /// Sockets of an address at once, 0 for no limit [default: 200]
    #[arg(long, env = "POWERBOATS_SOCKETS", value_name = "NUMBER", help_heading = "Limits")]
    pub sockets: Option<u32>,
    /// Chat messages from an address in a room a minute, 0 for no limit [default: 200]
    #[arg(long, env = "POWERBOATS_CHATS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub chats: Option<u32>,
    /// Unfinished regattas a player may host, at most 10 of them not begun, 0 for no limit [default: 50]
    #[arg(long, env = "POWERBOATS_ROOMS", value_name = "NUMBER", help_heading = "Limits")]
    pub rooms: Option<u32>,
    /// Connections of an address at once, sockets not counted, 0 for no limit [default: 200]
    #[arg(long, env = "POWERBOATS_CONNECTIONS", value_name = "NUMBER", help_heading = "Limits")]
    pub connections: Option<u32>,
}

impl Options {
    /// Reads a file of lines like `listen = "0.0.0.0:8080"`, by the names of the flags.
    pub fn read(path: &Path) -> Result<Options, BadConfig> {
        let text = std::fs::read_to_string(path).map_err(|error| BadConfig::Unreadable(path.to_owned(), error))?;
        toml::from_str(&text).map_err(|error| BadConfig::File(path.to_owned(), Box::new(error)))
    }

    /// What is not said here may be said there.
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
            chats: self.chats.or(other.chats),
            rooms: self.rooms.or(other.rooms),
            connections: self.connections.or(other.connections),
        }
    }

    /// The set-up, with what is usual where nothing was said.
    pub fn config(self) -> Result<Config, BadConfig> {
        let usual = Config::default();
        let rates = Rates {
            requests: self.requests.unwrap_or(usual.rates.requests),
            actions: self.actions.unwrap_or(usual.rates.actions),
            sign_ins: self.sign_ins.unwrap_or(usual.rates.sign_ins),
            guests: self.guests.unwrap_or(usual.rates.guests),
            sockets: self.sockets.unwrap_or(usual.rates.sockets),
            chats: self.chats.unwrap_or(usual.rates.chats),
            rooms: self.rooms.unwrap_or(usual.rates.rooms),
            connections: self.connections.unwrap_or(usual.rates.connections),
        };
        Ok(Config {
            listen: self.listen.unwrap_or(usual.listen),
            database: self.database.map_or(usual.database, |text| match text.parse() {
                Ok(database) => database,
                Err(never) => match never {},
            }),
            public_url: self.public_url.map(|url| public_url(&url)).transpose()?,
            trust_proxy: self.trust_proxy.unwrap_or(usual.trust_proxy),
            idle_after: self.idle_after.map_or(usual.idle_after, Duration::from_secs),
            ops_listen: self.ops_listen,
            rates,
        })
    }
}

fn public_url(text: &str) -> Result<String, BadConfig> {
    let url = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    // Browsers leave the usual port out of an origin.
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

/// A host, with its port if it has one: nothing that could end a header or begin a path.
pub(crate) fn is_host(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']' | b'_');
    !text.is_empty() && text.len() <= 255 && text.bytes().all(plain)
}

impl Config {
    /// Are cookies to travel over TLS only?
    pub fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_come_before_the_file_and_the_file_before_what_is_usual() {
        let file: Options = toml::from_str("listen = \"0.0.0.0:80\"\nguests = 7\ndatabase = \"postgres://x\"").unwrap();
        let flags = Options { guests: Some(0), ..Options::default() };
        let config = flags.or(file).config().unwrap();
        assert_eq!(config.listen, "0.0.0.0:80".parse().unwrap());
        assert_eq!(config.rates, Rates { guests: 0, ..Rates::default() });
        assert_eq!(config.database, Database::Postgres("postgres://x".to_owned()));
        assert!(!config.is_secure());
    }

    #[test]
    fn what_nobody_knows_is_refused() {
        assert!(toml::from_str::<Options>("lisen = \"0.0.0.0:80\"").is_err());
        for url in ["boats.example", "https://", "https://a/b", "ftp://a", "https://a b"] {
            let options = Options { public_url: Some(url.to_owned()), ..Options::default() };
            assert!(options.config().is_err(), "{url}");
        }
        let options = Options { public_url: Some("https://Boats.example/".to_owned()), ..Options::default() };
        let config = options.config().unwrap();
        assert_eq!(config.public_url.as_deref(), Some("https://boats.example"));
        assert!(config.is_secure());
        let options = Options { public_url: Some("https://boats.example:443".to_owned()), ..Options::default() };
        assert_eq!(options.config().unwrap().public_url.as_deref(), Some("https://boats.example"));
    }
}
