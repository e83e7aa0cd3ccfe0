//! `powerboats course`: par, chances, the best route and the dangerous places of a course.

use crate::{
    files,
    format::{percent, thousands},
    lake_options::{DrawnLake, LakeOptions, WaterColor, water},
    verdict::Answers,
};
use anyhow::{Context, Result, anyhow};
use clap::{Args as ClapArgs, ValueEnum};
use powerboats_chart::{Hull, Scene, Wake, svg};
use powerboats_pilots::{Odds, Par, Route, Solution, Weights};
use powerboats_rules::{Berth, Color, Course, CoursePlan, Hex, Layout};
use serde_json::{Value, json};
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
    /// Print one JSON object
    #[arg(long)]
    json: bool,
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

/// Par of a course that can be finished.
pub fn par_of(course: &Course, solution: &Solution) -> Option<Par> {
    course.is_playable(1).then(|| Par::of(solution))
}

/// `16.4 turns, from h21SE`.
pub fn par_text(par: Option<&Par>) -> String {
    match par {
        Some(par) => format!("{:.1} turns, from {}", par.turns, Berth(par.start.at, par.start.heading)),
        None => "none: no boat can finish this course".to_owned(),
    }
}

/// Par in JSON: the turns and the best start; null if the course can't be finished.
pub fn par_json(par: Option<&Par>) -> Value {
    let json = |par: &Par| {
        let (at, heading) = (par.start.at.to_string(), par.start.heading.name());
        json!({ "turns": thousandth(par.turns.into()), "at": at, "heading": heading })
    };
    par.map_or(Value::Null, json)
}

/// To a thousandth, which is how exact the solver is.
fn thousandth(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

pub fn run(args: &Args) -> Result<()> {
    let (seed, layout, course) = choose_course(args)?;
    let solution = Solution::new(Arc::new(course.clone()), Weights::default());
    let study = par_of(&course, &solution).map(|par| Study {
        par,
        odds: Odds::of(&solution, par.start),
        route: Route::of(&solution, par.start),
    });
    if let Some(path) = &args.output {
        files::write(Some(path), &svg(&scene(args, &layout, &course, study.as_ref())))?;
        let name = path.file_name().context("the output path has no file name")?.to_string_lossy();
        match &study {
            Some(study) => eprintln!("{name}: the best route, {} turns", study.route.turns()),
            None => eprintln!("{name}: no boat can finish this course"),
        }
    }
    if args.json {
        return Answers::print(to_json(seed, &layout, &course, study.as_ref()));
    }
    let mut text = String::new();
    let seed = seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
    writeln!(text, "lake {layout}, course {}{seed}", course.plan())?;
    text += &facts(&course, study.as_ref())?;
    files::write(None, &text)
}

/// What best play makes of a course that can be finished.
struct Study {
    par: Par,
    odds: Odds,
    route: Route,
}

fn to_json(seed: Option<u64>, layout: &Layout, course: &Course, study: Option<&Study>) -> Value {
    let mut json = json!({
        "seed": seed,
        "lake": layout.to_string(),
        "course": course.plan().to_string(),
        "rounding": course.gates().iter().map(|gate| gate.rounding.name()).collect::<Vec<_>>(),
        "finishable": study.is_some(),
        "par": par_json(study.map(|study| &study.par)),
    });
    if let Some(Study { odds, route, .. }) = study {
        let dangerous = |(hex, damage): (Hex, f64)| json!({ "at": hex.to_string(), "damage": thousandth(damage) });
        json["finish"] = odds.finish.into();
        json["sink"] = odds.sink.into();
        json["damage"] = thousandth(odds.expected_damage()).into();
        json["damage_beyond"] = thousandth(odds.damage_beyond).into();
        json["dangerous"] = hottest(&odds.damage).into_iter().map(dangerous).collect();
        json["route"] = route.stops.iter().map(Hex::to_string).collect();
        json["finish_in"] = odds.finish_in.clone().into();
    }
    json
}

/// The lake and the course, and the seed if anything was drawn from it.
fn choose_course(args: &Args) -> Result<(Option<u64>, Layout, Course)> {
    if let (Some(plan), Some(layout)) = (args.course, args.lake.layout) {
        return Ok((None, layout, Course::new(layout.lake(), plan).context("--course")?));
    }
    let DrawnLake { seed, layout, course } = args.lake.draw()?;
    Ok((Some(seed), layout, course.ok_or_else(|| anyhow!("--race none has no course: choose race a, b or c"))?))
}

fn facts(course: &Course, study: Option<&Study>) -> Result<String> {
    let mut text = String::new();
    for ((gate, at), number) in course.gates().iter().zip(course.plan().buoys).zip(1..) {
        writeln!(text, "buoy {number}    at {at}, rounded {}", gate.rounding.name())?;
    }
    let Some(Study { par, odds, route }) = study else {
        writeln!(text, "par       {}", par_text(None))?;
        return Ok(text);
    };
    match odds.finish > 0.5 {
        true => writeln!(text, "par       {}", par_text(Some(par)))?,
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

fn scene<'a>(args: &Args, layout: &Layout, course: &'a Course, study: Option<&Study>) -> Scene<'a> {
    let (color, water) = (Color::Orange, water(args.water, layout));
    let Some(Study { par, odds, route }) = study else {
        let title = Some(format!("Powerboats: lake {layout}, which no boat can finish"));
        return Scene { water, title, ..Scene::of_course(course) };
    };
    Scene {
        heat: match args.shade {
            Shade::Risk => heat(&odds.damage),
            Shade::Traffic => heat(&odds.stops),
            Shade::None => Vec::new(),
        },
        wakes: vec![Wake { color, hexes: route.hexes.clone() }],
        boats: vec![Hull { color, at: par.start.at, heading: par.start.heading, damage: 0 }],
        water,
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
