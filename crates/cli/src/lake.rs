//! `powerboats lake`: draws a lake and the course of a race.

use crate::{
    course::{par_json, par_of, par_text},
    files,
    lake_options::{DrawnLake, LakeOptions, WaterColor, water},
    verdict::Answers,
};
use anyhow::{Context, Result, anyhow};
use clap::Args as ClapArgs;
use powerboats_chart::{Scene, svg};
use powerboats_pilots::{Par, Solution, Weights};
use powerboats_rules::{Course, Layout};
use serde_json::{Value, json};
use std::{path::PathBuf, sync::Arc};

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    lake: LakeOptions,
    /// Colour of the water [default: light if all tiles are light side up, else dark]
    #[arg(long, value_enum)]
    water: Option<WaterColor>,
    /// Also print par: how many turns best play needs
    #[arg(long)]
    par: bool,
    /// Write the picture to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object about the lake instead of the picture, which is then written only with -o
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let DrawnLake { seed, layout, course } = args.lake.draw()?;
    let lake = layout.lake();
    let par = match (args.par, &course) {
        (false, _) => None,
        (true, None) => return Err(anyhow!("--par needs a course: choose race a, b or c")),
        (true, Some(course)) => {
            let solution = Solution::new(Arc::new(course.clone()), Weights::default());
            Some(par_of(course, &solution))
        }
    };
    let title = Some(format!("Powerboats: lake {layout}"));
    let water = water(args.water, &layout);
    let scene = Scene { course: course.as_ref(), water, title, ..Scene::of_lake(&lake) };
    if args.output.is_some() || !args.json {
        files::write(args.output.as_deref(), &svg(&scene))?;
    }
    if args.json {
        return Answers::print(to_json(seed, &layout, course.as_ref(), par));
    }
    if let Some(path) = &args.output {
        let course = course.map_or(String::new(), |course| format!(", course {}", course.plan()));
        let name = path.file_name().context("the output path has no file name")?.to_string_lossy();
        eprintln!("{name}: seed {seed}, lake {layout}{course}");
    }
    if let Some(par) = par {
        eprintln!("par {}", par_text(par.as_ref()));
    }
    Ok(())
}

/// The lake and its course. `par` is `None` if nobody asked for it.
fn to_json(seed: u64, layout: &Layout, course: Option<&Course>, par: Option<Option<Par>>) -> Value {
    let mut json = json!({
        "seed": seed,
        "lake": layout.to_string(),
        "rows": layout.lake().rows(),
        "course": course.map(|course| course.plan().to_string()),
    });
    if let Some(course) = course {
        json["finishable"] = course.is_playable(1).into();
    }
    if let Some(par) = par {
        json["par"] = par_json(par.as_ref());
    }
    json
}
