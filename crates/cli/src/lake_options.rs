//! Command-line options that choose a lake and the course of one of its races.

use crate::random_options::RandomOptions;
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use powerboats_chart::Water;
use powerboats_referee::SeededDice;
use powerboats_rules::{Course, Layout, Letter, Side, draw_course, draw_lake};

#[derive(Args)]
pub struct LakeOptions {
    #[command(flatten)]
    random: RandomOptions,
    /// Lay the tiles like this instead of at random, such as 1d,4dr,2l/6d,3lr,5d
    #[arg(long, value_name = "TILES", conflicts_with = "side", value_parser = |text: &str| text.parse::<Layout>().map_err(|e| e.to_string()))]
    pub layout: Option<Layout>,
    /// The race whose course to use
    #[arg(long, value_enum, default_value = "a", ignore_case = true)]
    race: Race,
}

#[derive(Clone, Copy, ValueEnum)]
enum Race {
    A,
    B,
    C,
    /// The lake without a course
    None,
}

/// A lake, and the course of a race on it unless `--race none` was given.
pub struct DrawnLake {
    pub seed: u64,
    pub layout: Layout,
    pub course: Option<Course>,
}

impl LakeOptions {
    /// Draws at random whatever the options leave open.
    pub fn draw(&self) -> Result<DrawnLake> {
        let seed = self.random.seed()?;
        let mut dice = SeededDice::new(seed);
        let (layout, first) = match self.layout {
            Some(layout) => (layout, None),
            None => {
                let (layout, course) = draw_lake(self.random.side.into(), 6, &mut dice);
                (layout, Some(course))
            }
        };
        let course = |letter, dice: &mut SeededDice| -> Result<Option<Course>> {
            let course = draw_course(&layout, letter, 6, dice);
            Ok(Some(course.ok_or_else(|| {
                anyhow!("found no valid course for race {letter} on this lake: choose another --layout")
            })?))
        };
        let course = match self.race {
            Race::A if first.is_some() => first,
            Race::A => course(Letter::A, &mut dice)?,
            Race::B => course(Letter::B, &mut dice)?,
            Race::C => course(Letter::C, &mut dice)?,
            Race::None => None,
        };
        Ok(DrawnLake { seed, layout, course })
    }
}

/// The colour of the water in a picture.
#[derive(Clone, Copy, ValueEnum)]
pub enum WaterColor {
    Light,
    Dark,
}

/// The chosen colour; by default light if all tiles are light side up, else dark.
pub fn water(chosen: Option<WaterColor>, layout: &Layout) -> Water {
    let light = layout.tiles().iter().all(|laid| laid.side == Side::Light);
    match chosen {
        Some(WaterColor::Light) => Water::Light,
        None if light => Water::Light,
        Some(WaterColor::Dark) | None => Water::Dark,
    }
}
