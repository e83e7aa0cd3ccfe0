//! `powerboats arena`: plays many matches between pilots and compares them.

use crate::{files, random_options::RandomOptions};
use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use powerboats_pilots::{
    PilotKind,
    arena::{Mean, Standing, play_match, standings},
};
use serde_json::json;
use std::{
    fmt::Write,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

#[derive(ClapArgs)]
pub struct Args {
    /// Two to six pilots: rookie, skipper, captain or admiral, the same one may play several times
    #[arg(required = true, num_args = 2..=6, value_name = "PILOT")]
    pilots: Vec<PilotKind>,
    /// Number of matches; a multiple of the number of pilots lets each sit in each seat equally often
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Milliseconds that an Admiral thinks about a decision
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    thinks: u64,
    /// Number of matches to play at the same time [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..))]
    threads: Option<u8>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    random: RandomOptions,
}

impl Args {
    /// The standard error, which needs more than one match.
    fn error(&self, mean: Mean) -> Option<f64> {
        (self.matches > 1).then_some(mean.error)
    }
}

pub fn run(args: &Args) -> Result<()> {
    let seed = args.random.seed()?;
    let thinks = Duration::from_millis(args.thinks);
    let kinds: Vec<PilotKind> = args
        .pilots
        .iter()
        .map(|kind| if let PilotKind::Admiral(_) = kind { PilotKind::Admiral(thinks) } else { kind.clone() })
        .collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from).min(args.matches as usize);
    let style = "{bar:32.cyan/blue} {pos}/{len} matches · {elapsed} · {eta} left";
    let bar = ProgressBar::new(args.matches).with_style(ProgressStyle::with_template(style)?);
    bar.enable_steady_tick(Duration::from_millis(200));
    let next = AtomicU64::new(0);
    let results = Mutex::new(vec![Vec::new(); args.matches as usize]);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.matches {
                        break;
                    }
                    let result = play_match(&kinds, args.random.side.into(), seed, number);
                    if let Ok(mut results) = results.lock() {
                        results[number as usize] = result;
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let Ok(results) = results.into_inner() else { bail!("a match panicked") };
    let standings = standings(&kinds, &results);
    let report = if args.json { to_json(seed, args, &standings) } else { to_text(seed, args, &standings)? };
    files::write(None, &report)
}

/// The mean number of turns of finished races, if there were any.
fn turns(row: &Standing) -> Option<f64> {
    (row.finished > 0.0).then_some(row.turns)
}

fn to_text(seed: u64, args: &Args, standings: &[Standing]) -> Result<String> {
    let matches = if args.matches == 1 { "match" } else { "matches" };
    let mut text = format!("{} {matches} of three races, seed {seed}\n\n", args.matches);
    writeln!(text, "pilot     points/match      matches won    turns  finished  crashes  sunk  time/decision")?;
    for row in standings {
        let (points, wins) = (row.points, row.wins);
        writeln!(
            text,
            "{:<8} {:>7.2} ± {:<5}  {:>5.1} % ± {:<4}  {:>6}  {:>6.1} %  {:>7.2}  {:>5.1} %  {:>13.1?}",
            row.kind,
            points.mean,
            args.error(points).map_or("?".to_owned(), |error| format!("{error:.2}")),
            100.0 * wins.mean,
            args.error(wins).map_or("?".to_owned(), |error| format!("{:.1}", 100.0 * error)),
            turns(row).map_or("-".to_owned(), |turns| format!("{turns:.2}")),
            100.0 * row.finished,
            row.crashes,
            100.0 * row.sinkings,
            row.time
        )?;
    }
    text.push_str("\n± is one standard error. Turns count finished races only. Crashes and sinkings are per race.\n");
    Ok(text)
}

fn to_json(seed: u64, args: &Args, standings: &[Standing]) -> String {
    let row = |row: &Standing| {
        json!({
            "pilot": row.kind.name(),
            "points": {"mean": row.points.mean, "error": args.error(row.points)},
            "wins": {"mean": row.wins.mean, "error": args.error(row.wins)},
            "turns": turns(row),
            "finished": row.finished,
            "crashes": row.crashes,
            "sinkings": row.sinkings,
            "microseconds": row.time.as_secs_f64() * 1e6,
        })
    };
    let pilots: Vec<_> = standings.iter().map(row).collect();
    format!("{:#}\n", json!({"seed": seed, "matches": args.matches, "pilots": pilots}))
}
