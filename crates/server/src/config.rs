//! The server's configuration, from flags, then environment variables, then a file, then defaults.

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
    /// Rate limits.
    pub rates: Rates,
}

/// Rate limits: per minute, or at the same time where a field says so. 0 means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// Requests per address; expensive ones count more than once.
    pub requests: u32,
    /// Actions per player.
    pub actions: u32,
    /// Wrong passwords per address and login.
    pub sign_ins: u32,
    /// New guests per address.
    pub guests: u32,
    /// WebSockets open at the same time, per address.
    pub sockets: u32,
    /// Chat messages per address and room.
    pub chats: u32,
    /// Unfinished regattas hosted at the same time, per player.
    pub rooms: u32,
    /// Connections open at the same time, per address; WebSockets not counted.
    pub connections: u32,
}

impl Default for Rates {
    /// Enough for a school class that shares one address.
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
    /// No limits.
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
    /// Requests per minute and address, expensive ones counted several times, 0 for no limit [default: 6000]
    #[arg(long, env = "POWERBOATS_REQUESTS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub requests: Option<u32>,
    /// Actions per minute and player, 0 for no limit [default: 600]
    #[arg(long, env = "POWERBOATS_ACTIONS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub actions: Option<u32>,
    /// Wrong passwords per minute, address and login, 0 for no limit [default: 30]
    #[arg(long, env = "POWERBOATS_SIGN_INS", value_name = "A-MINUTE", help_heading = "Limits")]
    pub sign_ins: Option<u32>,
    /// New guests per minute and address, 0 for no limit [default: 60]
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
    /// Open connections per address, WebSockets not counted, 0 for no limit [default: 200]
    #[arg(long, env = "POWERBOATS_CONNECTIONS", value_name = "NUMBER", help_heading = "Limits")]
    pub connections: Option<u32>,
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
            chats: self.chats.or(other.chats),
            rooms: self.rooms.or(other.rooms),
            connections: self.connections.or(other.connections),
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
            connections: self.connections.unwrap_or(defaults.rates.connections),
        };
        Ok(Config {
            listen: self.listen.unwrap_or(defaults.listen),
            database: self.database.map_or(defaults.database, |text| match text.parse() {
                Ok(database) => database,
                Err(never) => match never {},
            }),
            public_url: self.public_url.map(|url| public_url(&url)).transpose()?,
            trust_proxy: self.trust_proxy.unwrap_or(defaults.trust_proxy),
            idle_after: self.idle_after.map_or(defaults.idle_after, Duration::from_secs),
            ops_listen: self.ops_listen,
            rates,
        })
    }
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
mod tests {
    use super::*;

    #[test]
    fn flags_override_the_file_and_the_file_overrides_the_defaults() {
        let file: Options = toml::from_str("listen = \"0.0.0.0:80\"\nguests = 7\ndatabase = \"postgres://x\"").unwrap();
        let flags = Options { guests: Some(0), ..Options::default() };
        let config = flags.or(file).config().unwrap();
        assert_eq!(config.listen, "0.0.0.0:80".parse().unwrap());
        assert_eq!(config.rates, Rates { guests: 0, ..Rates::default() });
        assert_eq!(config.database, Database::Postgres("postgres://x".to_owned()));
        assert!(!config.is_secure());
    }

    #[test]
    fn unknown_options_and_invalid_urls_are_refused() {
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
