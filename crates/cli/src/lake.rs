//! `powerboats lake`: draws a lake and the course of a race.

use crate::{
    course::par_in_words,
    files,
    venue::{Laid, Venue, WaterColor, water},
};
use anyhow::{Context, Result, anyhow};
use clap::Args as ClapArgs;
use powerboats_chart::{Scene, svg};
use powerboats_pilots::{Par, Solution, Weights};
use std::{path::PathBuf, sync::Arc};

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    venue: Venue,
    /// Colour of the water [default: light if all tiles lie light side up, else dark]
    #[arg(long, value_enum)]
    water: Option<WaterColor>,
    /// Say how many turns best play needs
    #[arg(long)]
    par: bool,
    /// Where to write the picture [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<()> {
    let Laid { seed, layout, course } = args.venue.lay()?;
    let lake = layout.lake();
    let par = match (args.par, &course) {
        (false, _) => None,
        (true, None) => return Err(anyhow!("without a course there is no par")),
        (true, Some(course)) => {
            let solution = Solution::new(Arc::new(course.clone()), Weights::default());
            Some(par_in_words(&Par::of(&solution)))
        }
    };
    let title = Some(format!("Powerboats: lake {layout}"));
    let water = water(args.water, &layout);
    let scene = Scene { course: course.as_ref(), water, title, ..Scene::of_lake(&lake) };
    files::write(args.output.as_deref(), &svg(&scene))?;
    if let Some(path) = &args.output {
        let course = course.map_or(String::new(), |course| format!(", course {}", course.plan()));
        let name = path.file_name().context("the output is no file")?.to_string_lossy();
        eprintln!("{name}: seed {seed}, lake {layout}{course}");
    }
    if let Some(par) = par {
        eprintln!("par {par}");
    }
    Ok(())
}
