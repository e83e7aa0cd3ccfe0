//! `powerboats lake`: draws a lake and the course of a race.

use crate::{draw::Chance, files};
use anyhow::{Context, Result, anyhow};
use clap::{Args as ClapArgs, ValueEnum};
use powerboats_chart::{Scene, Water, svg};
use powerboats_referee::SeededDice;
use powerboats_rules::{Course, Layout, Letter, Side, draw_course, draw_lake};
use std::path::PathBuf;

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    chance: Chance,
    /// Lay the tiles like this instead, such as 1d,4dr,2l/6d,3lr,5d
    #[arg(long, value_name = "TILES", conflicts_with = "side", value_parser = |text: &str| text.parse::<Layout>().map_err(|e| e.to_string()))]
    layout: Option<Layout>,
    /// Whose course is drawn
    #[arg(long, value_enum, default_value = "a", ignore_case = true)]
    race: Race,
    /// Colour of the water [default: light if all tiles lie light side up, else dark]
    #[arg(long, value_enum)]
    water: Option<WaterColor>,
    /// Where to write the picture [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Race {
    A,
    B,
    C,
    /// The lake alone
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum WaterColor {
    Light,
    Dark,
}

pub fn run(args: &Args) -> Result<()> {
    let seed = args.chance.seed()?;
    let mut dice = SeededDice::new(seed);
    let (layout, first) = match args.layout {
        Some(layout) => (layout, None),
        None => {
            let (layout, course) = draw_lake(args.chance.side.into(), 6, &mut dice);
            (layout, Some(course))
        }
    };
    let course = |letter, dice: &mut SeededDice| -> Result<Option<Course>> {
        let course = draw_course(&layout, letter, 6, dice);
        Ok(Some(course.ok_or_else(|| anyhow!("no course of race {letter} stands on this lake"))?))
    };
    let course = match args.race {
        Race::A if first.is_some() => first,
        Race::A => course(Letter::A, &mut dice)?,
        Race::B => course(Letter::B, &mut dice)?,
        Race::C => course(Letter::C, &mut dice)?,
        Race::None => None,
    };
    let lake = layout.lake();
    let light = layout.tiles().iter().all(|laid| laid.side == Side::Light);
    let water = match args.water {
        Some(WaterColor::Light) => Water::Light,
        None if light => Water::Light,
        Some(WaterColor::Dark) | None => Water::Dark,
    };
    let title = Some(format!("Powerboats: lake {layout}"));
    let scene = Scene { course: course.as_ref(), water, title, ..Scene::of_lake(&lake) };
    files::write(args.output.as_deref(), &svg(&scene))?;
    if let Some(path) = &args.output {
        let course = course.map_or(String::new(), |course| format!(", course {}", course.plan()));
        let name = path.file_name().context("the output is no file")?.to_string_lossy();
        eprintln!("{name}: seed {seed}, lake {layout}{course}");
    }
    Ok(())
}
