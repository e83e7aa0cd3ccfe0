//! Options that say where a race is sailed: a lake, and the course of one of its races.

use crate::draw::Chance;
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use powerboats_chart::Water;
use powerboats_referee::SeededDice;
use powerboats_rules::{Course, Layout, Letter, Side, draw_course, draw_lake};

#[derive(Args)]
pub struct Venue {
    #[command(flatten)]
    chance: Chance,
    /// Lay the tiles like this instead, such as 1d,4dr,2l/6d,3lr,5d
    #[arg(long, value_name = "TILES", conflicts_with = "side", value_parser = |text: &str| text.parse::<Layout>().map_err(|e| e.to_string()))]
    pub layout: Option<Layout>,
    /// Whose course it is
    #[arg(long, value_enum, default_value = "a", ignore_case = true)]
    race: Race,
}

#[derive(Clone, Copy, ValueEnum)]
enum Race {
    A,
    B,
    C,
    /// The lake alone
    None,
}

/// A lake, and the course of a race on it if one was wanted.
pub struct Laid {
    /// What chance was drawn from.
    pub seed: u64,
    pub layout: Layout,
    pub course: Option<Course>,
}

impl Venue {
    /// Draws what was not said.
    pub fn lay(&self) -> Result<Laid> {
        let seed = self.chance.seed()?;
        let mut dice = SeededDice::new(seed);
        let (layout, first) = match self.layout {
            Some(layout) => (layout, None),
            None => {
                let (layout, course) = draw_lake(self.chance.side.into(), 6, &mut dice);
                (layout, Some(course))
            }
        };
        let course = |letter, dice: &mut SeededDice| -> Result<Option<Course>> {
            let course = draw_course(&layout, letter, 6, dice);
            Ok(Some(course.ok_or_else(|| anyhow!("no course of race {letter} stands on this lake"))?))
        };
        let course = match self.race {
            Race::A if first.is_some() => first,
            Race::A => course(Letter::A, &mut dice)?,
            Race::B => course(Letter::B, &mut dice)?,
            Race::C => course(Letter::C, &mut dice)?,
            Race::None => None,
        };
        Ok(Laid { seed, layout, course })
    }
}

/// The colour of the water in a picture.
#[derive(Clone, Copy, ValueEnum)]
pub enum WaterColor {
    Light,
    Dark,
}

/// As wished, or else light if all tiles lie light side up, else dark.
pub fn water(wished: Option<WaterColor>, layout: &Layout) -> Water {
    let light = layout.tiles().iter().all(|laid| laid.side == Side::Light);
    match wished {
        Some(WaterColor::Light) => Water::Light,
        None if light => Water::Light,
        Some(WaterColor::Dark) | None => Water::Dark,
    }
}
