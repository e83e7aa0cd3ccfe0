//! `powerboats analyze`: who was lucky and who was good.

mod graph;
mod json;
mod report;
mod words;

use crate::files;
use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use powerboats_pilots::{Library, analysis::Analysis};
use powerboats_rules::{Color, Logbook, replay};
use std::path::PathBuf;

#[derive(ClapArgs)]
pub struct Args {
    /// The record, - for standard input
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Draw the expected turns of every boat in each race, as an SVG picture; - prints that alone
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How many of a player's worst decisions to tell
    #[arg(long, default_value_t = 3, value_name = "NUMBER")]
    worst: usize,
}

/// A record and what was found in it.
struct Analyzed<'a> {
    book: &'a Logbook,
    analysis: &'a Analysis,
    /// Worst decisions told of each player.
    worst: usize,
}

impl Analyzed<'_> {
    fn name(&self, color: Color) -> &str {
        let players = &self.book.record().players;
        players.iter().find(|player| player.0 == color).map_or("", |(_, name)| name.as_str())
    }
}

pub fn run(args: &Args) -> Result<()> {
    let text = files::read(&args.file)?;
    let book = replay(&text).with_context(|| files::name(&args.file))?;
    let lines = book.record().log.len();
    // Shown on standard error, and only to people.
    let style = "{bar:32.cyan/blue} {pos}/{len} lines · {elapsed}";
    let bar = ProgressBar::new(lines as u64).with_style(ProgressStyle::with_template(style)?);
    let watch = |done: usize| {
        if done.is_multiple_of(16) {
            bar.set_position(done as u64);
        }
    };
    let analysis = Analysis::of(&book, &Library::new(), watch).with_context(|| files::name(&args.file))?;
    bar.finish_and_clear();
    let analyzed = Analyzed { book: &book, analysis: &analysis, worst: args.worst };
    let report = if args.json { json::print(&analyzed) } else { report::print(&analyzed)? };
    if let Some(path) = &args.svg {
        files::write(Some(path), &graph::draw(&analyzed)?)?;
        if files::is_standard(path) {
            return Ok(()); // one thing at a time
        }
    }
    files::write(None, &report)
}
