//! `powerboats ratings`: for operators who look after the ratings of a server.

pub mod fit;

use crate::{
    database::{Access, DatabaseOption},
    files,
    verdict::No,
};
use anyhow::Result;
use clap::{Args as ClapArgs, Subcommand};
use powerboats_ratings::Ladder;
use powerboats_server::{
    compete::{fairplay, ratings::audit},
    store::Store,
};
use std::fmt::Write;

#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    database: DatabaseOption,
}

#[derive(Subcommand)]
enum Command {
    /// Print a ladder
    List {
        /// duel or fleet
        #[arg(default_value = "duel")]
        ladder: Ladder,
        /// The number of players
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..))]
        most: i64,
    },
    /// Compare the stored ratings with those that follow from the logs, to the bit
    Verify,
    /// Forget all ratings and make them again from the logs; the server must be stopped
    Recompute,
    /// List pairs of players whose rated duels of the last 90 days look arranged, with the figures
    Flags,
}

pub fn run(args: &Args) -> Result<()> {
    let access = match args.command {
        Command::List { .. } | Command::Verify | Command::Flags => Access::Read,
        Command::Recompute => Access::Alone,
    };
    let text = args.database.with_store(access, async |store| answer(store, &args.command).await)?;
    files::write(None, &text)
}

async fn answer(store: &Store, command: &Command) -> Result<String> {
    let mut text = String::new();
    match command {
        Command::List { ladder, most } => {
            for (rank, row) in (1..).zip(store.ladder(*ladder, None, *most).await?) {
                let rating = row.standing.rating;
                let (points, spread, matches) = (rating.points(), rating.uncertainty(), row.standing.matches);
                writeln!(text, "{rank:>5}  {:<24} {points:>6.0} ± {spread:<4.0} {matches:>5} matches", row.name)?;
            }
        }
        Command::Verify => {
            let found = audit::verify(store).await?;
            for (player, regatta) in &found.differences {
                writeln!(text, "player {player}, regatta {regatta}: differs from the log")?;
            }
            if !found.differences.is_empty() {
                let (wrong, all) = (found.differences.len(), found.steps);
                let what_to_do = "run `powerboats ratings recompute`";
                return Err(No(format!("{text}{wrong} of {all} ratings are wrong: {what_to_do}")).into());
            }
            writeln!(text, "{} matches, {} ratings: all as the logs say", found.matches, found.steps)?;
        }
        Command::Recompute => writeln!(text, "{} matches rated again", audit::remake(store).await?)?,
        Command::Flags => {
            for flag in fairplay::Flag::latest(store).await? {
                let [one, other] = &flag.players;
                writeln!(text, "{one} and {other}, {} duels: {}", flag.meetings, flag.why)?;
            }
        }
    }
    Ok(text)
}
