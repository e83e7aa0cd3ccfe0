//! `powerboats replay`: replays a record and checks every line.

use crate::files;
use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use powerboats_chart::picture;
use powerboats_rules::{Entry, Phase, RegattaPhase, replay};
use std::{fmt::Write, path::PathBuf};

#[derive(ClapArgs)]
pub struct Args {
    /// The record; - for standard input
    file: PathBuf,
    /// Write an SVG picture of the last race, with the wakes of its boats, to this file
    #[arg(short, long, value_name = "PICTURE")]
    output: Option<PathBuf>,
}

/// `1 race`, `3 races`.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

pub fn run(args: &Args) -> Result<()> {
    let text = files::read(&args.file)?;
    let book = replay(&text).with_context(|| files::name(&args.file))?;
    if let Some(path) = &args.output {
        let picture =
            picture(&book).with_context(|| format!("{}: the record has no race to draw", files::name(&args.file)))?;
        files::write(Some(path), &picture)?;
    }
    let (record, regatta) = (book.record(), book.regatta());
    let turns = record.log.iter().filter(|entry| matches!(entry, Entry::Turn(_))).count();
    let mut report =
        format!("every line is valid: {}, {}\n", count(regatta.results().len(), "race"), count(turns, "turn"));
    for (color, name) in &record.players {
        let points = regatta.points()[*color];
        writeln!(report, "{color:<7} {points:>3} points  {}", name.as_str())?;
    }
    match regatta.phase() {
        RegattaPhase::Over => {
            let ranks = regatta.ranking().unwrap_or_default();
            let winners = ranks.first().map(|rank| rank.iter().map(|color| color.name()).collect::<Vec<_>>());
            writeln!(report, "won by {}", winners.unwrap_or_default().join(" and "))?;
        }
        RegattaPhase::Deal(letter) => writeln!(report, "the record ends before race {letter}")?,
        RegattaPhase::Race(phase) => {
            let turn = phase.turn().map_or("", |color| color.name());
            let next = match phase {
                Phase::Place(_) => "is to place its boat",
                _ => "is to move",
            };
            writeln!(report, "the record ends during a race: {turn} {next}")?;
        }
    }
    files::write(None, &report)
}
