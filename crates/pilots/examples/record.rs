//! Prints the record of a match between pilots: `cargo run --example record -- 7 dark captain skipper rookie`.

#[path = "../tests/table/mod.rs"]
mod table;

use powerboats_pilots::{Crew, Library};
use powerboats_rules::Sides;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [seed, sides, crews @ ..] = &args[..] else { return Err("give a seed, the sides, and 2 to 6 pilots".into()) };
    let (seed, sides): (u64, Sides) = (seed.parse()?, sides.parse()?);
    let crews = crews.iter().map(|crew| crew.parse()).collect::<Result<Vec<Crew>, _>>()?;
    if !(2..=6).contains(&crews.len()) {
        return Err("2 to 6 pilots play".into());
    }
    print!("{}", table::play(&crews, sides, (seed, seed), &Library::new()).record());
    Ok(())
}
