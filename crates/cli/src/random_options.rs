//! The options `--seed` and `--side`, and matches drawn from them.

use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use powerboats_referee::SeededDice;
use powerboats_rules::{Color, Logbook, OneLine, Scoring, Seats, Sides, draw_lake, draw_starter};

/// A seed from the operating system.
pub fn random_seed() -> Result<u64> {
    getrandom::u64().map_err(|error| anyhow!("the operating system provides no random numbers: {error}"))
}

/// Which sides of the tiles are up.
#[derive(Clone, Copy, ValueEnum)]
pub enum Side {
    /// Dark sides: easier
    Dark,
    /// Light sides: harder, with more islands and narrower water
    Light,
    /// A random side for each tile
    Mixed,
}

impl From<Side> for Sides {
    fn from(side: Side) -> Sides {
        match side {
            Side::Dark => Sides::Dark,
            Side::Light => Sides::Light,
            Side::Mixed => Sides::Mixed,
        }
    }
}

fn read_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// What is drawn at random, and from which seed.
#[derive(Args)]
pub struct RandomOptions {
    /// Seed of all randomness: the same seed gives the same lake, courses and dice on every machine [default: random]
    #[arg(long, value_parser = read_seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Which sides of the tiles are up
    #[arg(long, value_enum, default_value = "dark")]
    pub side: Side,
}

impl RandomOptions {
    /// The seed; a random one if none was given.
    pub fn seed(&self) -> Result<u64> {
        self.seed.map_or_else(random_seed, Ok)
    }
}

/// A new match of players with these names, who get the colours from orange on. The referee draws the same lake, course
/// and starter from the same seed.
pub fn open_match(sides: Sides, names: &[&str], dice: &mut SeededDice) -> Result<Logbook> {
    let seats = Seats::new(Color::ALL.into_iter().take(names.len()))?;
    let (layout, course) = draw_lake(sides, seats.len(), dice);
    let start = draw_starter(seats, dice);
    let players = seats.iter().zip(names).filter_map(|(color, name)| Some((color, OneLine::new(*name)?))).collect();
    let mut book = Logbook::open(Vec::new(), players, sides, Scoring::usual(names.len()), 3, layout, start)?;
    book.deal(course)?;
    Ok(book)
}
