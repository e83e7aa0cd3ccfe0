//! `powerboats analyze`: who was lucky and who was good.

mod graph;
mod json;
mod points;
mod report;
mod words;

use crate::{files, verdict::replayed};
use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use powerboats_pilots::{CourseCache, analysis::Analysis};
use powerboats_rules::{Color, Logbook};
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
    /// Estimate everything in points as well, as the Admiral does; this takes some seconds
    #[arg(long)]
    points: bool,
    /// How often to simulate the rest of the race after each alternative; four times as many halve the standard errors
    #[arg(long, alias = "sailings", default_value_t = 1000, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(4..=1_000_000))]
    simulations: u32,
    /// How many of each player's worst decisions to list
    #[arg(long, default_value_t = 3, value_name = "NUMBER")]
    worst: usize,
}

/// A record and its analysis.
struct Analyzed<'a> {
    book: &'a Logbook,
    analysis: &'a Analysis,
    /// The number of worst decisions to list for each player.
    worst: usize,
}

impl Analyzed<'_> {
    fn name(&self, color: Color) -> &str {
        let players = &self.book.record().players;
        players.iter().find(|player| player.0 == color).map_or("", |(_, name)| name.as_str())
    }
}

pub fn run(args: &Args) -> Result<()> {
    let book = replayed(&args.file)?;
    let lines = book.record().log.len();
    // Shown on standard error, and only to people.
    let style = "{bar:32.cyan/blue} {pos}/{len} lines · {elapsed}";
    let bar = ProgressBar::new(lines as u64).with_style(ProgressStyle::with_template(style)?);
    let watch = |done: usize| {
        if done.is_multiple_of(16) {
            bar.set_position(done as u64);
        }
    };
    let courses = CourseCache::new();
    let mut analysis = Analysis::of(&book, &courses, watch).with_context(|| files::name(&args.file))?;
    bar.finish_and_clear();
    if args.points {
        points::add(&mut analysis, &book, &courses, args.simulations)?;
    }
    let analyzed = Analyzed { book: &book, analysis: &analysis, worst: args.worst };
    let report = if args.json { json::print(&analyzed)? } else { report::print(&analyzed)? };
    if let Some(path) = &args.svg {
        files::write(Some(path), &graph::draw(&analyzed))?;
        if files::is_standard(path) {
            return Ok(()); // one thing at a time
        }
    }
    files::write(None, &report)
}
