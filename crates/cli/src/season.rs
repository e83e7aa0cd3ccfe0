//! `powerboats season`: shows seasons, starts one at once, pauses one.

use crate::database::{Access, DatabaseOption};
use anyhow::{Result, bail};
use clap::{Args as ClapArgs, Subcommand};
use powerboats_server::{
    compete::season::SeasonStage,
    store::{SeasonRow, Store, now},
};

#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    database: DatabaseOption,
}

#[derive(Subcommand)]
enum Command {
    /// Show all seasons
    Status,
    /// Start the season that is open for entry now, if at least four players have entered
    Start,
    /// Pause the running season: no more duels are opened, and its end is postponed until you resume it
    Pause,
    /// Resume a paused season
    Resume,
}

pub fn run(args: &Args) -> Result<()> {
    let access = match args.command {
        Command::Status => Access::Read,
        _ => Access::BesideNodes,
    };
    args.database.with_store(access, async |store| act(store, &args.command).await)
}

async fn act(store: &Store, command: &Command) -> Result<()> {
    let seasons = store.seasons().await?;
    let in_stage = |stage| seasons.iter().find(|season| season.stage == stage);
    match command {
        Command::Status => {
            seasons.iter().rev().for_each(|season| println!("{}", line(season)));
            if seasons.is_empty() {
                println!("no season yet: the server announces the first one when it runs");
            }
        }
        Command::Start => {
            let Some(season) = in_stage(SeasonStage::Entering) else { bail!("no season can be entered now") };
            store.move_season(season.number, now()).await?;
            println!("season {} starts when the server runs, with {} players", season.number, season.players);
        }
        Command::Pause | Command::Resume => {
            let Some(season) = in_stage(SeasonStage::Running) else { bail!("no season is being played") };
            let pause = matches!(command, Command::Pause);
            if !store.pause_season(season.number, pause, now()).await? {
                bail!("season {} is {}", season.number, if pause { "paused already" } else { "not paused" });
            }
            println!("season {} {}", season.number, if pause { "is paused" } else { "goes on" });
        }
    }
    Ok(())
}

fn line(season: &SeasonRow) -> String {
    let paused = if season.paused.is_some() { ", paused" } else { "" };
    format!("season {}: {}{paused}, {} players", season.number, season.stage.as_str(), season.players)
}
