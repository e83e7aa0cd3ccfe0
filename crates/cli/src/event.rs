//! `powerboats event`: lists and shows the events in the server's database, for operators.

use crate::{
    database::{Access, DatabaseOption},
    files,
};
use anyhow::{Context, Result};
use clap::{Args as ClapArgs, Subcommand};
use powerboats_server::{
    compete::event::{stored_view, view::EventView},
    ids::EventId,
    people::Ears,
    store::Store,
};
use std::{fmt::Write, path::PathBuf};

#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    database: DatabaseOption,
}

#[derive(Subcommand)]
enum Command {
    /// List all events, the newest first
    List,
    /// Show an event: its rounds, results, corrections and standings
    Show {
        /// The event's id, the last part of its link
        id: String,
    },
    /// Write the standings of an event as CSV
    Export {
        /// The event's id, the last part of its link
        id: String,
        /// The file to write; standard output by default
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

pub fn run(args: &Args) -> Result<()> {
    args.database.with_store(Access::Read, async |store| match &args.command {
        Command::List => files::write(None, &list(store).await?),
        Command::Show { id } => files::write(None, &shown(&find(store, id).await?)),
        Command::Export { id, output } => {
            files::write(output.as_deref(), &find(store, id).await?.csv(&Ears::default()))
        }
    })
}

async fn find(store: &Store, id: &str) -> Result<EventView> {
    let id_read = EventId::read(id).with_context(|| format!("not the id of an event: {id:?}"))?;
    stored_view(store, &id_read).await?.with_context(|| format!("there is no event {id}"))
}

async fn list(store: &Store) -> Result<String> {
    let mut text = String::new();
    for event in store.all_events().await? {
        writeln!(text, "{}  {:<9} {}", event.id, event.stage, event.title)?;
    }
    Ok(text)
}

fn shown(event: &EventView) -> String {
    let mut text =
        format!("{} ({}), organised by {}\n", event.settings.title, event.stage.as_str(), event.organiser.name);
    for (number, round) in (1..).zip(&event.rounds) {
        for (table, game) in (1..).zip(&round.tables) {
            let seat = |seat: &powerboats_server::compete::event::view::EventSeat| {
                let name = seat.person.as_ref().map_or("(pilot)", |person| person.name.as_str());
                seat.rank.map_or_else(|| name.to_owned(), |rank| format!("{rank}. {name}"))
            };
            let seats: Vec<String> = game.seats.iter().map(seat).collect();
            text += &format!("round {number}, table {table}: {}  [{}]\n", seats.join(", "), game.regatta);
            for correction in &game.corrections {
                text += &format!("  corrected to {:?}: {}\n", correction.ranks, correction.reason);
            }
        }
    }
    for line in &event.standings {
        text +=
            &format!("{:>3}. {:<24} {:>6.2} points, {} won\n", line.place, line.person.name, line.points, line.wins);
    }
    text
}
