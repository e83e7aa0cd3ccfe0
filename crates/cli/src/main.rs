//! `powerboats`: the one binary.
#![forbid(unsafe_code)]

mod analyze;
mod arena;
mod backup;
mod course;
mod draw;
mod files;
mod hint;
mod lake;
mod perft;
mod random;
mod replay;
mod serve;
mod terminal;
mod venue;
mod verify;
mod watch;
mod words;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A server's memory goes back to the system when its rooms end; the C library would keep it.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Play, study and program Powerboats, the speedboat race on a lake of hexes.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the game: the web app, and regattas for people and programs
    Serve(Box<serve::Args>),
    /// Copy the server's database, while it runs or not
    Backup(backup::BackupArgs),
    /// Put a copy in the place of the database of a server that does not run
    Restore(backup::RestoreArgs),
    /// Draw new dice for unfinished regattas, after other tools restored the database of a server that does not run
    Redraw(backup::RedrawArgs),
    /// Check that a record follows the rules and that its dice were fair
    Verify(verify::Args),
    /// Draw a random lake, with the course of a race, as an SVG picture
    Lake(lake::Args),
    /// Say what best play needs on a course: par, chances, the fastest route, where it is dangerous
    Course(course::Args),
    /// Watch a match of pilots in the terminal
    Watch(watch::Args),
    /// Let pilots play against each other
    Arena(arena::Args),
    /// Play whole matches of random legal turns and count what happens
    Random(random::Args),
    /// Replay a record and check every line of it
    Replay(replay::Args),
    /// Say who was lucky and who was good in a record
    Analyze(analyze::Args),
    /// Say what each choice is worth to whoever has the turn in a record or a position
    Hint(hint::Args),
    /// Count the ways a race can go on, and compare with the numbers on file
    Perft(perft::Args),
    /// Referee a game for another program: one JSON object a line in, one a line out
    Referee,
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(*args),
        Command::Backup(args) => backup::make(&args),
        Command::Restore(args) => backup::put_back(&args),
        Command::Redraw(args) => backup::redraw_dice(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Lake(args) => lake::run(&args),
        Command::Course(args) => course::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Random(args) => random::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Hint(args) => hint::run(&args),
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
