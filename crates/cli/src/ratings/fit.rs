//! `powerboats fit-ratings`: fits the constants of the ratings, and compares models.

use crate::files;
use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use powerboats_ratings::{
    Ladder,
    calibration::{Decile, deciles, plot},
    fit::{Fitted, anchors, as_built, fit_all},
    trial::{HELD_OUT, TRAINING, TrialMatch, results},
};
use std::{fmt::Write, fs, path::PathBuf};

#[derive(ClapArgs)]
pub struct Args {
    /// Play the matches instead of using the stored results, and write them to this folder; takes some minutes, and continues files that are there
    #[arg(long, value_name = "FOLDER")]
    play: Option<PathBuf>,
    /// Draw the calibration of the chosen model as an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<()> {
    if let Some(folder) = &args.play {
        play(folder)?;
    }
    let (mut text, mut panels) = (String::new(), Vec::new());
    for ladder in Ladder::ALL {
        let [training, held_out] = matches(args, ladder)?;
        writeln!(text, "{ladder}: fitted on {} matches, tested on {} others\n", training.len(), held_out.len())?;
        let fitted = fit_all(ladder, &training, &held_out);
        table(&mut text, &fitted)?;
        let built = as_built(ladder, &held_out);
        let (gain, error) = built.gain_over(&fitted[2].held_out);
        writeln!(
            text,
            "as built into the server: log-loss {:.4}, below Elo's by {gain:.5} ± {error:.5}",
            built.loss()
        )?;
        let classes = deciles(&built.predictions);
        calibration(&mut text, &classes)?;
        let constant =
            |name: &str| fitted[0].constants.iter().find(|(other, _)| *other == name).map_or(1.0, |(_, x)| *x);
        let means = anchors(constant("beta") / constant("sharpness"), &training);
        writeln!(text, "pilots, from Rookie to Captain: {}\n", means.map(|mean| format!("{mean:.0}")).join(", "))?;
        panels.push((ladder.name(), classes));
    }
    if let Some(file) = &args.svg {
        fs::write(file, plot(&panels)).with_context(|| file.display().to_string())?;
    }
    files::write(None, &text)
}

/// Matches that are played before they are written. Each batch solves the courses of its lakes again.
const AT_ONCE: usize = 2000;

fn play(folder: &std::path::Path) -> Result<()> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for ladder in Ladder::ALL {
        for (name, trial) in [("training", TRAINING[ladder as usize]), ("held-out", HELD_OUT[ladder as usize])] {
            let style = "{bar:32.cyan/blue} {pos}/{len} matches · {elapsed} · {eta} left";
            let bar = ProgressBar::new(trial.matches as u64).with_style(ProgressStyle::with_template(style)?);
            let file = folder.join(format!("{ladder}-{name}.txt"));
            let mut lines = if file.exists() { fs::read_to_string(&file)? } else { String::new() };
            let first = lines.lines().count();
            bar.inc(first as u64);
            for from in (first..trial.matches).step_by(AT_ONCE) {
                lines += &trial.play(from..(from + AT_ONCE).min(trial.matches), threads, || bar.inc(1));
                fs::write(&file, &lines).with_context(|| file.display().to_string())?;
            }
            bar.finish_and_clear();
        }
    }
    Ok(())
}

/// The matches to fit on, and those to test on.
fn matches(args: &Args, ladder: Ladder) -> Result<[Vec<TrialMatch>; 2]> {
    let stored = results(ladder);
    let [training, held_out] = match &args.play {
        None => stored.map(str::to_owned),
        Some(folder) => {
            let read = |name: &str| fs::read_to_string(folder.join(format!("{ladder}-{name}.txt")));
            [read("training")?, read("held-out")?]
        }
    };
    Ok([TRAINING[ladder as usize].read(&training)?, HELD_OUT[ladder as usize].read(&held_out)?])
}

fn table(text: &mut String, fitted: &[Fitted; 3]) -> Result<()> {
    writeln!(text, "model                     log-loss held out   worse than ours by      constants")?;
    for model in fitted {
        let (gain, error) = fitted[0].held_out.gain_over(&model.held_out);
        let constants: Vec<String> = model.constants.iter().map(|(name, value)| format!("{name} {value:.3}")).collect();
        let loss = model.held_out.loss();
        writeln!(text, "{:<25} {loss:>17.4}   {gain:>8.5} ± {error:<8.5}   {}", model.name, constants.join(", "))?;
    }
    Ok(())
}

fn calibration(text: &mut String, classes: &[Decile; 10]) -> Result<()> {
    writeln!(text, "\npredicted   observed   difference   pairs")?;
    for class in classes {
        let [predicted, observed, off, error] =
            [class.predicted, class.observed, class.off(), class.error()].map(|share| 100.0 * share);
        writeln!(text, "{predicted:>7.1} % {observed:>8.1} %   {off:>+4.1} ± {error:.1}   {:>7}", class.count)?;
    }
    Ok(writeln!(text)?)
}
