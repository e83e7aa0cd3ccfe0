//! `powerboats perft`: counts the ways in which a race can continue from named positions.

use crate::{
    files,
    verdict::{Answers, No},
};
use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use powerboats_rules::{perft, starts};
use serde_json::{Value, json};
use std::time::Instant;

#[derive(ClapArgs)]
pub struct Args {
    /// Number of steps; placing a boat, choosing dice, rolling and steering are one step each
    #[arg(value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Count from this position only
    #[arg(long, value_name = "NAME")]
    start: Option<String>,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let starts: Vec<_> =
        starts().into_iter().filter(|s| args.start.as_ref().is_none_or(|name| *name == s.name)).collect();
    if starts.is_empty() {
        let names: Vec<_> = powerboats_rules::starts().into_iter().map(|start| start.name).collect();
        let wanted = args.start.as_deref().unwrap_or_default();
        bail!("unknown start {wanted:?}: expected one of {}", names.join(", "));
    }
    let mut wrong = 0;
    let mut counts: Vec<Value> = Vec::new();
    for start in starts {
        for depth in 1..=args.depth {
            let begin = Instant::now();
            let count = perft(&start.race, depth);
            let time = begin.elapsed();
            let expected = start.counts.get(depth as usize - 1).copied();
            wrong += usize::from(expected.is_some_and(|expected| expected != count));
            if args.json {
                let (name, seconds) = (&start.name, time.as_secs_f64());
                counts.push(
                    json!({ "start": name, "depth": depth, "count": count, "expected": expected, "seconds": seconds }),
                );
                continue;
            }
            let verdict = match expected {
                Some(expected) if expected == count => "ok".to_owned(),
                Some(expected) => format!("WRONG: expected {expected}"),
                None => "no expected count".to_owned(),
            };
            files::write(None, &format!("{:<12} depth {depth}: {count:>14}  {verdict}  ({time:.1?})\n", start.name))?;
        }
    }
    if args.json {
        Answers::print(json!({ "valid": wrong == 0, "counts": counts }))?;
    }
    match wrong {
        0 => Ok(()),
        _ if args.json => Err(No(String::new()).into()),
        _ => Err(No(format!("{wrong} counts differ from the expected ones")).into()),
    }
}
