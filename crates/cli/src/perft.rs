//! `powerboats perft`: counts the ways a race can go on from named starts.

use crate::files;
use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use powerboats_rules::{perft, starts};
use std::time::Instant;

#[derive(ClapArgs)]
pub struct Args {
    /// How many steps: placing a boat, choosing dice, a roll and steering are one each
    #[arg(value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Only the start of this name
    #[arg(long, value_name = "NAME")]
    start: Option<String>,
}

pub fn run(args: &Args) -> Result<()> {
    let starts: Vec<_> =
        starts().into_iter().filter(|s| args.start.as_ref().is_none_or(|name| *name == s.name)).collect();
    if starts.is_empty() {
        let names: Vec<_> = powerboats_rules::starts().into_iter().map(|start| start.name).collect();
        let wanted = args.start.as_deref().unwrap_or_default();
        bail!("there is no start {wanted:?}: the starts are {}", names.join(", "));
    }
    let mut wrong = 0;
    for start in starts {
        for depth in 1..=args.depth {
            let begin = Instant::now();
            let count = perft(&start.race, depth);
            let verdict = match start.counts.get(depth as usize - 1) {
                Some(&expected) if expected == count => "right".to_owned(),
                Some(expected) => {
                    wrong += 1;
                    format!("WRONG: {expected} on file")
                }
                None => "none on file".to_owned(),
            };
            let time = begin.elapsed();
            files::write(None, &format!("{:<12} depth {depth}: {count:>14}  {verdict}  ({time:.1?})\n", start.name))?;
        }
    }
    if wrong > 0 {
        bail!("{wrong} counts differ from those on file");
    }
    Ok(())
}
