//! `powerboats course`: par, chances, the best route and the dangerous places of a course.

use crate::{
    files,
    format::{percent, thousands},
    lake_options::{DrawnLake, LakeOptions, WaterColor, water},
};
use anyhow::{Context, Result, anyhow};
use clap::{Args as ClapArgs, ValueEnum};
use powerboats_chart::{Hull, Scene, Wake, svg};
use powerboats_pilots::{Odds, Par, Route, Solution, Weights};
use powerboats_rules::{Berth, Color, Course, CoursePlan, Hex, Layout};
use std::{collections::HashMap, fmt::Write, path::PathBuf, sync::Arc};

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    lake: LakeOptions,
    /// Place the buoys like this, such as f18SE,t19,n6,e5, on the lake given by --layout
    #[arg(long, value_name = "BUOYS", requires = "layout", conflicts_with_all = ["race", "seed"], value_parser = |text: &str| text.parse::<CoursePlan>().map_err(|e| e.to_string()))]
    course: Option<CoursePlan>,
    /// Write a picture of the course with the best route and shaded hexes to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What the shading shows
    #[arg(long, value_enum, default_value = "risk")]
    shade: Shade,
    /// Colour of the water [default: light if all tiles are light side up, else dark]
    #[arg(long, value_enum)]
    water: Option<WaterColor>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Shade {
    /// Where boats take damage
    Risk,
    /// Where turns end
    Traffic,
    /// Nothing
    None,
}

/// `16.4 turns, from h21SE`.
pub fn par_text(par: &Par) -> String {
    format!("{:.1} turns, from {}", par.turns, Berth(par.start.at, par.start.heading))
}

pub fn run(args: &Args) -> Result<()> {
    let (seed, layout, course) = choose_course(args)?;
    let solution = Solution::new(Arc::new(course.clone()), Weights::default());
    let par = Par::of(&solution);
    let odds = Odds::of(&solution, par.start);
    let route = Route::of(&solution, par.start);
    let mut text = String::new();
    let seed = seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
    writeln!(text, "lake {layout}, course {}{seed}", course.plan())?;
    text += &facts(&course, &par, &odds, &route)?;
    if let Some(path) = &args.output {
        let picture = svg(&scene(args, &layout, &course, &par, &odds, &route));
        files::write(Some(path), &picture)?;
        let name = path.file_name().context("the output path has no file name")?.to_string_lossy();
        eprintln!("{name}: the best route, {} turns", route.turns());
    }
    files::write(None, &text)
}

/// The lake and the course, and the seed if anything was drawn from it.
fn choose_course(args: &Args) -> Result<(Option<u64>, Layout, Course)> {
    if let (Some(plan), Some(layout)) = (args.course, args.lake.layout) {
        return Ok((None, layout, Course::new(layout.lake(), plan).context("--course")?));
    }
    let DrawnLake { seed, layout, course } = args.lake.draw()?;
    Ok((Some(seed), layout, course.ok_or_else(|| anyhow!("--race none has no course: choose race a, b or c"))?))
}

fn facts(course: &Course, par: &Par, odds: &Odds, route: &Route) -> Result<String> {
    let mut text = String::new();
    for ((gate, at), number) in course.gates().iter().zip(course.plan().buoys).zip(1..) {
        writeln!(text, "buoy {number}    at {at}, rounded {}", gate.rounding.name())?;
    }
    match odds.finish > 0.5 {
        true => writeln!(text, "par       {}", par_text(par))?,
        false => writeln!(text, "par       none: most boats sink on this course")?,
    }
    writeln!(text, "finishes  {}", percent(odds.finish))?;
    writeln!(text, "sinks     {}", rare(odds.sink))?;
    let hottest = hottest(&odds.damage);
    let places: Vec<String> = hottest.iter().map(|(hex, damage)| format!("{hex} {damage:.2}")).collect();
    let places = if places.is_empty() { String::new() } else { format!(", most at {}", places.join(", ")) };
    writeln!(
        text,
        "damage    {:.2} on the way{places}; {:.2} beyond the finish",
        odds.expected_damage(),
        odds.damage_beyond
    )?;
    let stops: Vec<String> = route.stops.iter().map(Hex::to_string).collect();
    writeln!(text, "route     {}", stops.join(" "))?;
    text += &bars(&odds.finish_in)?;
    Ok(text)
}

/// A chance that is often small: `<1 %, one race in 24,000`.
fn rare(chance: f64) -> String {
    match percent(chance) {
        // Below this, the branches that were too unlikely to follow may matter.
        _ if chance < 1e-5 => "hardly ever".to_owned(),
        shown if chance < 0.01 => format!("{shown}, one race in {}", thousands((1.0 / chance).round() as u64)),
        shown => shown,
    }
}

/// The three hexes with the most damage, without negligible ones.
fn hottest(damage: &HashMap<Hex, f64>) -> Vec<(Hex, f64)> {
    let mut all: Vec<(Hex, f64)> = damage.iter().map(|(hex, damage)| (*hex, *damage)).collect();
    all.retain(|(_, damage)| *damage >= 0.005);
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.truncate(3);
    all
}

/// The length of the longest bar, in characters.
const BAR_LENGTH: f64 = 40.0;

/// A bar for each number of turns that a race may take, without the rare ones.
fn bars(chances: &[f64]) -> Result<String> {
    let shown = |chance: &f64| *chance >= 0.005;
    let (Some(first), Some(last)) = (chances.iter().position(shown), chances.iter().rposition(shown)) else {
        return Ok(String::new());
    };
    let most = chances.iter().copied().fold(0.0, f64::max);
    let mut text = String::from("turns\n");
    for (turns, chance) in chances.iter().enumerate().take(last + 1).skip(first) {
        let bar = "█".repeat((chance / most * BAR_LENGTH).round() as usize);
        writeln!(text, "{turns:>5} {:>5}  {bar}", percent(*chance))?;
    }
    let more: f64 = chances[last + 1..].iter().sum();
    if more > 0.0 {
        writeln!(text, " more {:>5}", percent(more))?;
    }
    Ok(text)
}

fn scene<'a>(args: &Args, layout: &Layout, course: &'a Course, par: &Par, odds: &Odds, route: &Route) -> Scene<'a> {
    let color = Color::Orange;
    Scene {
        heat: match args.shade {
            Shade::Risk => heat(&odds.damage),
            Shade::Traffic => heat(&odds.stops),
            Shade::None => Vec::new(),
        },
        wakes: vec![Wake { color, hexes: route.hexes.clone() }],
        boats: vec![Hull { color, at: par.start.at, heading: par.start.heading, damage: 0 }],
        water: water(args.water, layout),
        title: Some(format!("Powerboats: lake {layout}, par {:.1} turns", par.turns)),
        ..Scene::of_course(course)
    }
}

/// The shading of each hex in reading order, from 0 to 1. It goes by the square root, because otherwise only the hottest
/// hexes would be visible.
fn heat(amounts: &HashMap<Hex, f64>) -> Vec<(Hex, f64)> {
    let most = amounts.values().copied().fold(0.0, f64::max);
    let mut heat: Vec<(Hex, f64)> = amounts.iter().map(|(hex, amount)| (*hex, (amount / most).sqrt())).collect();
    heat.sort_by_key(|(hex, _)| *hex);
    heat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_lengths_are_proportional_to_the_chances() {
        let text = bars(&[0.0, 0.0, 0.5, 0.25, 0.248, 0.002]).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[1], format!("    2  50 %  {}", "█".repeat(40)));
        assert_eq!(lines[2], format!("    3  25 %  {}", "█".repeat(20)));
        assert_eq!(lines[4], " more  <1 %");
        assert_eq!(bars(&[]).unwrap(), "");
        assert_eq!(bars(&[0.001; 3]).unwrap(), "");
    }

    #[test]
    fn a_rare_event_is_shown_as_one_race_in_so_many() {
        assert_eq!(rare(0.25), "25 %");
        assert_eq!(rare(0.0004), "<1 %, one race in 2,500");
        assert_eq!(rare(0.0), "hardly ever");
    }
}
