//! `powerboats perft`: counts the ways in which a race can continue from named positions.

use crate::files;
use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use powerboats_rules::{perft, starts};
use std::time::Instant;

#[derive(ClapArgs)]
pub struct Args {
    /// Number of steps; placing a boat, choosing dice, rolling and steering are one step each
    #[arg(value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Count from this position only
    #[arg(long, value_name = "NAME")]
    start: Option<String>,
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
    for start in starts {
        for depth in 1..=args.depth {
            let begin = Instant::now();
            let count = perft(&start.race, depth);
            let verdict = match start.counts.get(depth as usize - 1) {
                Some(&expected) if expected == count => "ok".to_owned(),
                Some(expected) => {
                    wrong += 1;
                    format!("WRONG: expected {expected}")
                }
                None => "no expected count".to_owned(),
            };
            let time = begin.elapsed();
            files::write(None, &format!("{:<12} depth {depth}: {count:>14}  {verdict}  ({time:.1?})\n", start.name))?;
        }
    }
    if wrong > 0 {
        bail!("{wrong} counts differ from the expected ones");
    }
    Ok(())
}
