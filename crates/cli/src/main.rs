//! `powerboats`: the one binary.
#![forbid(unsafe_code)]

mod draw;
mod files;
mod lake;
mod perft;
mod random;
mod replay;
mod terminal;
mod watch;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Play, study and program Powerboats, the speedboat race on a lake of hexes.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Draw a random lake, with the course of a race, as an SVG picture
    Lake(lake::Args),
    /// Watch a random match in the terminal
    Watch(watch::Args),
    /// Play whole matches of random legal turns and count what happens
    Random(random::Args),
    /// Replay a record and check every line of it
    Replay(replay::Args),
    /// Count the ways a race can go on, and compare with the numbers on file
    Perft(perft::Args),
    /// Referee a game for another program: one JSON object a line in, one a line out
    Referee,
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Lake(args) => lake::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Random(args) => random::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Referee => referee(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has had enough: no fault of theirs or ours.
        Err(error) if files::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("powerboats: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn referee() -> anyhow::Result<()> {
    let entropy = draw::random_seed()?;
    let output = std::io::BufWriter::new(std::io::stdout().lock());
    powerboats_referee::Referee::new(entropy).serve(std::io::stdin().lock(), output)?;
    Ok(())
}
