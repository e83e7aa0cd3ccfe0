//! `powerboats replay`: replays a record and checks every line.

use crate::{files, format::count, verdict::Answers};
use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use powerboats_chart::picture;
use powerboats_rules::{Color, Entry, Logbook, Phase, Record, RegattaPhase};
use serde_json::{Value, json};
use std::{fmt::Write, path::PathBuf};

#[derive(ClapArgs)]
pub struct Args {
    /// The record; - for standard input
    file: PathBuf,
    /// Write an SVG picture of the last race, with the wakes of its boats, to this file
    #[arg(short, long, value_name = "PICTURE")]
    output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The number of this player's turns that a pilot played.
fn stand_ins(record: &Record, color: Color) -> usize {
    let turn = |index: &&usize| matches!(record.log.get(**index), Some(Entry::Turn(turn)) if turn.color == color);
    record.stand_ins.iter().filter(turn).count()
}

pub fn run(args: &Args) -> Result<()> {
    let book = Answers::of(args.json).replayed(&args.file)?;
    if let Some(path) = &args.output {
        let picture =
            picture(&book).with_context(|| format!("{}: the record has no race to draw", files::name(&args.file)))?;
        files::write(Some(path), &picture)?;
    }
    if args.json {
        return Answers::print(to_json(&book));
    }
    files::write(None, &to_text(&book)?)
}

fn turns(record: &Record) -> usize {
    record.log.iter().filter(|entry| matches!(entry, Entry::Turn(_))).count()
}

fn to_json(book: &Logbook) -> Value {
    let (record, regatta) = (book.record(), book.regatta());
    let player = |(color, name): &(Color, powerboats_rules::OneLine)| {
        let (points, stand_ins) = (regatta.points()[*color], stand_ins(record, *color));
        json!({ "color": color.name(), "name": name.as_str(), "points": points, "stand_in_turns": stand_ins })
    };
    let (next, turn) = match regatta.phase() {
        RegattaPhase::Over => ("over", None),
        RegattaPhase::Deal(_) => ("deal", None),
        RegattaPhase::Race(phase @ Phase::Place(_)) => ("place", phase.turn()),
        RegattaPhase::Race(phase) => ("turn", phase.turn()),
    };
    let names = |rank: Vec<Color>| rank.into_iter().map(Color::name).collect::<Vec<_>>();
    json!({
        "valid": true,
        "races": regatta.results().len(),
        "turns": turns(record),
        "players": record.players.iter().map(player).collect::<Vec<_>>(),
        "next": next,
        "turn": turn.map(Color::name),
        "ranking": regatta.ranking().map(|ranks| ranks.into_iter().map(names).collect::<Vec<_>>()),
    })
}

fn to_text(book: &Logbook) -> Result<String> {
    let (record, regatta) = (book.record(), book.regatta());
    let mut report =
        format!("every line is valid: {}, {}\n", count(regatta.results().len(), "race"), count(turns(record), "turn"));
    for (color, name) in &record.players {
        let points = regatta.points()[*color];
        let stand_ins = match stand_ins(record, *color) {
            0 => String::new(),
            turns => format!(" ({} by a stand-in)", count(turns, "turn")),
        };
        writeln!(report, "{color:<7} {points:>3} points  {}{stand_ins}", name.as_str())?;
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
    Ok(report)
}
