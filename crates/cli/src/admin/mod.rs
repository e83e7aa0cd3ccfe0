//! `powerboats admin`: reports, and what moderators and operators do, on a running server.
//!
//! Whoever can read the database is the operator: the command reads the operator's key there and sends it with each request.
//! The server does the work, so every act gets its line in the audit log.

mod client;

use crate::database::{Access, DatabaseOption};
use anyhow::{Context, Result, bail};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use client::Client;
use powerboats_server::moderate::operator;
use serde_json::{Value, json};
use std::net::SocketAddr;

#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    database: DatabaseOption,
    /// Address and port of the server, or of any node of a cluster
    #[arg(long, global = true, env = "POWERBOATS_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Why, for the audit log; a player who is warned sees it
    #[arg(long, global = true, value_name = "TEXT", default_value = "by the operator")]
    reason: String,
}

#[derive(Subcommand)]
enum Command {
    /// List the open reports, the oldest first, 100 at a time
    Reports {
        /// Only those after this one: the last id of the list before
        #[arg(long, value_name = "ID")]
        after: Option<String>,
    },
    /// Show the events attached to a report
    Report {
        /// The report's id
        id: String,
    },
    /// Mark a report as handled, without further action
    CloseReport {
        /// The report's id
        id: String,
    },
    /// Find players by id, login or name
    Players {
        /// An id, a login, or a part of a name
        find: String,
    },
    /// Show the audit log: what moderators and operators did, the newest first, 100 at a time
    Audit {
        /// Only lines before this one: the last id of the list before
        #[arg(long, value_name = "ID")]
        before: Option<String>,
    },
    /// Warn a player: they see the reason until they confirm that they have read it
    Warn {
        /// Id or login
        player: String,
    },
    /// Mute a player for some hours; 0 lifts the mute
    Mute {
        /// Id or login
        player: String,
        /// Number of hours
        hours: u32,
    },
    /// Give a player another name; that of a boat if left out
    Rename {
        /// Id or login
        player: String,
        /// The new name
        name: Option<String>,
    },
    /// Suspend a player for some hours; 0 lifts a suspension or a ban
    Suspend {
        /// Id or login
        player: String,
        /// Number of hours
        hours: u32,
    },
    /// Ban a player for good
    Ban {
        /// Id or login
        player: String,
    },
    /// Ban a range of addresses for some hours; 0 lifts the ban
    BanAddress {
        /// For example 203.0.113.0/24
        network: String,
        /// Number of hours
        hours: u32,
    },
    /// Close a regatta; if it has started, it ends without a result
    CloseRoom {
        /// The regatta's id
        regatta: String,
    },
    /// Annul the result of a regatta that is over, and compute the ratings again
    Annul {
        /// The regatta's id
        regatta: String,
    },
    /// Give a player's seat to a pilot for good
    HandSeat {
        /// The regatta's id
        regatta: String,
        /// Id or login
        player: String,
    },
    /// Close an event: its standings are final
    CloseEvent {
        /// The event's id
        event: String,
    },
    /// Give a player a role
    Role {
        /// Id or login
        player: String,
        #[arg(value_enum)]
        role: Role,
    },
    /// Announce that the server restarts in some minutes; without a number, cancel the announcement
    Announce {
        /// In how many minutes
        minutes: Option<u32>,
    },
    /// Choose who may register
    Registration {
        #[arg(value_enum)]
        mode: Registration,
    },
    /// Choose who may open events
    Events {
        #[arg(value_enum)]
        who: Openers,
    },
    /// Make an invitation code for one new player
    Invite,
    /// Switch maintenance on or off: while it is on, nothing new begins, and games that are being played go on
    Maintenance {
        #[arg(value_enum)]
        state: Switch,
    },
    /// Make a code with which a player can set a new password
    ResetPassword {
        /// Id or login
        player: String,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Role {
    Player,
    Organiser,
    Moderator,
    Operator,
}

#[derive(Clone, Copy, ValueEnum)]
enum Registration {
    /// Everybody
    Open,
    /// Only people with an invitation
    Invited,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Openers {
    Everybody,
    Organisers,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

pub fn run(args: &Args) -> Result<()> {
    let key = args.database.with_store(Access::Read, async |store| {
        let key = operator::stored_key(store).await.context("can't read the server's database")?;
        key.context("this database has no operator's key yet: start the server once")
    })?;
    let client = Client::new(args.listen, key);
    match &args.command {
        Command::Reports { after } => print_list(
            &client.get(&page("/api/moderation/reports", "after", after.as_deref()))?,
            &["id", "at", "player", "name", "reason", "regatta", "text"],
        ),
        Command::Report { id } => {
            let log = client.get(&format!("/api/moderation/reports/{id}/log"))?;
            print_lines(&log);
        }
        Command::Players { find } => {
            let found = client.get(&format!("/api/moderation/players?find={}", client::escaped(find)))?;
            print_list(&found, &["player", "name", "registered", "role", "muted_until", "suspended_until"]);
        }
        Command::Audit { before } => print_list(
            &client.get(&page("/api/moderation/audit", "before", before.as_deref()))?,
            &["id", "at", "actor", "act", "player", "regatta", "detail", "reason"],
        ),
        command => {
            let done =
                client.post("/api/moderation/acts", &json!({"act": act(&client, command)?, "reason": args.reason}))?;
            match done["code"].as_str() {
                Some(code) => println!("{code}"),
                None => println!("done"),
            }
        }
    }
    Ok(())
}

/// The address of a page of a list.
fn page(path: &str, name: &str, id: Option<&str>) -> String {
    id.map_or_else(|| path.to_owned(), |id| format!("{path}?{name}={}", client::escaped(id)))
}

/// An act as the server reads it.
fn act(client: &Client, command: &Command) -> Result<Value> {
    let id = |player: &str| find(client, player);
    Ok(match command {
        Command::CloseReport { id } => json!({"type": "close-report", "report": id}),
        Command::Warn { player } => json!({"type": "warn", "player": id(player)?}),
        Command::Mute { player, hours } => json!({"type": "mute", "player": id(player)?, "hours": hours}),
        Command::Rename { player, name } => json!({"type": "rename", "player": id(player)?, "name": name}),
        Command::Suspend { player, hours } => json!({"type": "suspend", "player": id(player)?, "hours": hours}),
        Command::Ban { player } => json!({"type": "ban", "player": id(player)?}),
        Command::BanAddress { network, hours } => json!({"type": "ban-address", "network": network, "hours": hours}),
        Command::CloseRoom { regatta } => json!({"type": "close-room", "regatta": regatta}),
        Command::Annul { regatta } => json!({"type": "annul", "regatta": regatta}),
        Command::HandSeat { regatta, player } => {
            json!({"type": "hand-seat", "regatta": regatta, "player": id(player)?})
        }
        Command::CloseEvent { event } => json!({"type": "close-event", "event": event}),
        Command::Role { player, role } => json!({"type": "role", "player": id(player)?, "role": name_of(*role)}),
        Command::Announce { minutes } => json!({"type": "announce", "minutes": minutes}),
        Command::Registration { mode } => json!({"type": "registration", "mode": name_of(*mode)}),
        Command::Events { who } => json!({"type": "events", "organisers_only": *who == Openers::Organisers}),
        Command::Invite => json!({"type": "invite"}),
        Command::Maintenance { state } => json!({"type": "maintenance", "on": *state == Switch::On}),
        Command::ResetPassword { player } => json!({"type": "reset-password", "player": id(player)?}),
        Command::Reports { .. } | Command::Report { .. } | Command::Players { .. } | Command::Audit { .. } => {
            Value::Null
        }
    })
}

fn name_of(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// The id of a player, by id or login.
fn find(client: &Client, player: &str) -> Result<String> {
    let found = client.get(&format!("/api/moderation/players?find={}", client::escaped(player)))?;
    let ids: Vec<&str> = found.as_array().into_iter().flatten().filter_map(|one| one["player"].as_str()).collect();
    match ids[..] {
        [] => bail!("there is no player {player:?}"),
        _ if ids.contains(&player) => Ok(player.to_owned()),
        [one] => Ok(one.to_owned()),
        _ => bail!("{} players fit {player:?}: use an id, which `powerboats admin players {player}` shows", ids.len()),
    }
}

/// Prints one line for each object, with these fields.
fn print_list(list: &Value, fields: &[&str]) {
    println!("{}", fields.join("\t"));
    for one in list.as_array().into_iter().flatten() {
        let texts = fields.iter().map(|field| match &one[field] {
            Value::Null => "-".to_owned(),
            // A tab or a line break must not look like another field.
            Value::String(text) => text.replace(['\t', '\n'], " "),
            other => other.to_string(),
        });
        println!("{}", texts.collect::<Vec<_>>().join("\t"));
    }
}

fn print_lines(list: &Value) {
    for one in list.as_array().into_iter().flatten() {
        println!("{one}");
    }
}
