//! `powerboats`: the program with the server, the game tools and the referee.
#![forbid(unsafe_code)]

mod admin;
mod analyze;
mod arena;
mod backup;
mod course;
mod database;
mod doctor;
mod event;
mod files;
mod format;
mod hint;
mod lake;
mod lake_options;
mod manual;
mod perft;
mod random;
mod random_options;
mod ratings;
mod replay;
mod season;
mod serve;
mod terminal;
mod verdict;
mod verify;
mod watch;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Returns memory to the system when a server's rooms end, which the C library's allocator does not.
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
    /// Run the game server, with the web app and the API
    Serve(Box<serve::Args>),
    /// Moderate and operate a running server: reports, warnings, bans, roles, announcements and the audit log
    Admin(admin::Args),
    /// Check a server's configuration, database, disk, clock and keys, and say what to mend; it changes nothing
    Doctor(Box<doctor::Args>),
    /// Copy the server's SQLite database; the server may be running
    Backup(backup::BackupArgs),
    /// Replace the server's SQLite database with a copy; the server must be stopped
    Restore(backup::RestoreArgs),
    /// Draw new dice for unfinished regattas, after you restored the database with another tool; the server must be stopped
    Redraw(backup::RedrawArgs),
    /// Show the server's seasons, start one at once, or pause one
    Season(season::Args),
    /// List and show events, and export their standings
    Event(event::Args),
    /// Check that a record follows the rules and that its dice were fair
    Verify(verify::Args),
    /// Draw a lake with the course of a race as an SVG picture
    Lake(lake::Args),
    /// Show par, chances, the best route and the dangerous places of a course
    Course(course::Args),
    /// Watch a match of pilots in the terminal
    Watch(watch::Args),
    /// Play many matches between pilots and compare their strength
    Arena(arena::Args),
    /// List, check or make again the ratings in a server's database, and list pairs whose duels look arranged
    Ratings(ratings::Args),
    /// Fit the constants of the ratings to matches between pilots of graded strength, and compare models
    FitRatings(ratings::fit::Args),
    /// Play matches of random legal turns and count what happens
    Random(random::Args),
    /// Replay a record and check every line of it
    Replay(replay::Args),
    /// Show who was lucky and who played well in a record
    Analyze(analyze::Args),
    /// Show what each choice is worth to the player whose turn it is, in a record or a position
    Hint(hint::Args),
    /// Count the ways in which a race can continue, and compare with the expected counts
    Perft(perft::Args),
    /// Run a game for another program: reads and writes one JSON object per line
    Referee,
    /// Print a script that completes the commands in a shell
    Completions(manual::CompletionsArgs),
    /// Print the manual page, or write the pages of all commands
    Man(manual::ManArgs),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(*args),
        Command::Admin(args) => admin::run(&args),
        Command::Doctor(args) => doctor::run(*args),
        Command::Backup(args) => backup::back_up(&args),
        Command::Restore(args) => backup::restore_copy(&args),
        Command::Redraw(args) => backup::redraw_dice(&args),
        Command::Season(args) => season::run(&args),
        Command::Event(args) => event::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Lake(args) => lake::run(&args),
        Command::Course(args) => course::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Ratings(args) => ratings::run(&args),
        Command::FitRatings(args) => ratings::fit::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Random(args) => random::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Hint(args) => hint::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Referee => referee(),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output closed the pipe, for instance `head`. That is not an error.
        Err(error) if files::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let text = format!("{error:#}");
            if !text.is_empty() {
                eprintln!("powerboats: {text}");
            }
            ExitCode::from(if error.is::<verdict::No>() { 1 } else { 2 })
        }
    }
}

fn referee() -> anyhow::Result<()> {
    let entropy = random_options::random_seed()?;
    let output = std::io::BufWriter::new(std::io::stdout().lock());
    powerboats_referee::Referee::new(entropy).serve(std::io::stdin().lock(), output)?;
    Ok(())
}
