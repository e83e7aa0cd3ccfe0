//! Prints the record of a match between pilots: `cargo run --example record -- 7 dark captain skipper rookie`.

#[path = "../tests/pilots/table.rs"]
mod table;

use powerboats_pilots::{CourseCache, PilotKind};
use powerboats_rules::Sides;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [seed, sides, kinds @ ..] = &args[..] else { return Err("give a seed, the sides, and 2 to 6 pilots".into()) };
    let (seed, sides): (u64, Sides) = (seed.parse()?, sides.parse()?);
    let kinds = kinds.iter().map(|kind| kind.parse()).collect::<Result<Vec<PilotKind>, _>>()?;
    if !(2..=6).contains(&kinds.len()) {
        return Err("2 to 6 pilots play".into());
    }
    print!("{}", table::play(&kinds, sides, (seed, seed), &CourseCache::new()).record());
    Ok(())
}
