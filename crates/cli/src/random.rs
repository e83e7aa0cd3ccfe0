//! `powerboats random`: plays matches of random legal turns and counts what happens.

use crate::{
    files,
    random_options::{RandomOptions, open_match},
    verdict::Answers,
};
use anyhow::Result;
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use powerboats_referee::SeededDice;
use powerboats_rules::{Entry, Record, RegattaPhase, play_at_random};
use serde_json::json;
use std::{path::PathBuf, time::Instant};

/// A match is called off after this many turns, because random players may never finish.
const MAX_TURNS: u64 = 100_000;

#[derive(ClapArgs)]
pub struct Args {
    /// Number of matches
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    matches: u32,
    /// Number of players
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    #[command(flatten)]
    random: RandomOptions,
    /// Write the record of the first match to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Default)]
struct Tally {
    turns: u64,
    crashes: u64,
    sinkings: u64,
    finishes: u64,
    races: u64,
    called_off: u64,
}

impl Tally {
    fn add(&mut self, record: &Record) {
        for entry in &record.log {
            match entry {
                Entry::Turn(turn) => {
                    self.turns += 1;
                    self.crashes += u64::from(turn.damage > 0);
                    self.sinkings += u64::from(turn.sunk && !turn.finished);
                    self.finishes += u64::from(turn.finished);
                }
                Entry::EndRace(..) => self.races += 1,
                _ => {}
            }
        }
    }
}

pub fn run(args: &Args) -> Result<()> {
    let seed = args.random.seed()?;
    let mut dice = SeededDice::new(seed);
    let style = "{bar:32.cyan/blue} {pos}/{len} matches · {per_sec} · {eta} left";
    let bar = ProgressBar::new(args.matches.into()).with_style(ProgressStyle::with_template(style)?);
    let mut tally = Tally::default();
    let mut first = None;
    let begin = Instant::now();
    for _ in 0..args.matches {
        let mut book = open_match(args.random.side.into(), &vec!["Random"; args.players.into()], &mut dice)?;
        play_at_random(&mut book, MAX_TURNS, &mut dice)?;
        tally.add(book.record());
        tally.called_off += u64::from(book.regatta().phase() != RegattaPhase::Over);
        first.get_or_insert_with(|| book.record().to_string());
        bar.inc(1);
    }
    bar.finish_and_clear();
    let time = begin.elapsed();
    if let (Some(path), Some(record)) = (&args.record, first) {
        files::write(Some(path), &record)?;
    }
    let Tally { turns, crashes, sinkings, finishes, races, called_off } = tally;
    if args.json {
        return Answers::print(json!({
            "seed": seed,
            "matches": args.matches,
            "races": races,
            "turns": turns,
            "crashes": crashes,
            "sinkings": sinkings,
            "finishes": finishes,
            "called_off": called_off,
            "seconds": time.as_secs_f64(),
        }));
    }
    let report = format!(
        "seed       {seed}\nmatches    {}\nraces      {races}\nturns      {turns}\ncrashes    {crashes}\nsinkings   {sinkings}\nfinishes   {finishes}\ncalled off {called_off} (after {MAX_TURNS} turns)\ntime       {time:.2?}\n",
        args.matches
    );
    files::write(None, &report)
}
