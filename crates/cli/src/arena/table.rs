//! The result of a series in the arena, as a text for people and as JSON.

use super::{Args, Entrant};
use crate::format::number_word;
use anyhow::Result;
use powerboats_pilots::arena::{Averages, Mean};
use powerboats_referee::FORMAT;
use serde_json::{Value, json};
use std::fmt::Write;

/// The result of a series.
pub struct Table<'a> {
    pub args: &'a Args,
    pub seed: u64,
    pub entrants: &'a [Entrant],
    /// In the order of the entrants.
    pub standings: Vec<Averages>,
    /// The first fault of each entrant.
    pub faults: Vec<Option<String>>,
}

/// The mean number of turns of finished races, if there were any.
fn turns(row: &Averages) -> Option<f64> {
    (row.finished > 0.0).then_some(row.turns)
}

impl Table<'_> {
    /// The standard error, which needs more than one match.
    fn error(&self, mean: Mean) -> Option<f64> {
        (self.args.matches > 1).then_some(mean.error)
    }

    pub fn to_text(&self) -> Result<String> {
        let matches = if self.args.matches == 1 { "match" } else { "matches" };
        let races = number_word(self.args.races.into());
        let of = if self.args.races == 1 { "race" } else { "races" };
        let mut text = format!("{} {matches} of {races} {of}, seed {}\n\n", self.args.matches, self.seed);
        writeln!(text, "pilot     points/match      matches won    turns  finished  crashes  sunk  time/decision")?;
        for (entrant, row) in self.entrants.iter().zip(&self.standings) {
            let (points, wins) = (row.points, row.wins);
            writeln!(
                text,
                "{:<8} {:>7.2} ± {:<5}  {:>5.1} % ± {:<4}  {:>6}  {:>6.1} %  {:>7.2}  {:>5.1} %  {:>13.1?}",
                entrant.name(),
                points.mean,
                self.error(points).map_or("?".to_owned(), |error| format!("{error:.2}")),
                100.0 * wins.mean,
                self.error(wins).map_or("?".to_owned(), |error| format!("{:.1}", 100.0 * error)),
                turns(row).map_or("-".to_owned(), |turns| format!("{turns:.2}")),
                100.0 * row.finished,
                row.crashes,
                100.0 * row.sinkings,
                row.time
            )?;
        }
        text.push_str(
            "\n± is one standard error. Turns count finished races only. Crashes and sinkings are per race.\n",
        );
        for ((entrant, row), fault) in self.entrants.iter().zip(&self.standings).zip(&self.faults) {
            let Entrant::Bot { command, .. } = entrant else { continue };
            write!(text, "{} is {command:?}.", entrant.name())?;
            if let Some(fault) = fault {
                let lost = match row.retirements {
                    1 => "1 race and lost it".to_owned(),
                    lost => format!("{lost} races and lost them"),
                };
                write!(text, " It failed in {lost}. The first time: {}.", fault.trim_end_matches('.'))?;
            }
            text.push('\n');
        }
        Ok(text)
    }

    pub fn to_json(&self) -> String {
        let row = |((entrant, row), fault): ((&Entrant, &Averages), &Option<String>)| -> Value {
            let mut json = json!({
                "pilot": entrant.name(),
                "points": {"mean": row.points.mean, "error": self.error(row.points)},
                "wins": {"mean": row.wins.mean, "error": self.error(row.wins)},
                "turns": turns(row),
                "finished": row.finished,
                "crashes": row.crashes,
                "sinkings": row.sinkings,
                "microseconds": row.time.as_secs_f64() * 1e6,
            });
            if let Entrant::Bot { command, .. } = entrant {
                json["command"] = command.as_str().into();
                json["failures"] = row.retirements.into();
                json["first_fault"] = fault.as_deref().into();
            }
            json
        };
        let pilots: Vec<Value> = self.entrants.iter().zip(&self.standings).zip(&self.faults).map(row).collect();
        let json = json!({
            "format": FORMAT,
            "seed": self.seed,
            "matches": self.args.matches,
            "races": self.args.races,
            "pilots": pilots,
        });
        format!("{json:#}\n")
    }
}
