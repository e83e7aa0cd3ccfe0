//! Matches in JavaScript.

use crate::{
    Race,
    race::{given, legal_actions, read_action, read_colors},
    refused::{Answer, bad, refused, write},
};
use powerboats_referee::{ByColor, MatchOptions, MatchSession, RaceSession, phase_name};
use powerboats_rules::{self as rules, Color, OneLine, RecordFault};
use wasm_bindgen::prelude::wasm_bindgen;

/// A match of up to three races, which writes its own record.
#[wasm_bindgen]
pub struct Match(pub(crate) MatchSession);

#[wasm_bindgen]
impl Match {
    /// Starts a match. `names` are the names of the first players; an empty one stands for the colour. An empty `scoring` stands
    /// for the usual one.
    pub fn open(
        players: Vec<String>,
        names: Vec<String>,
        side: &str,
        races: u8,
        scoring: &str,
        seed: u64,
    ) -> Result<Match, String> {
        let players = read_colors(&players)?;
        let names = players.iter().zip(&names).filter(|(_, name)| !name.is_empty()).map(named);
        let names = names.collect::<Result<Vec<_>, _>>()?;
        let sides = side.parse().map_err(bad)?;
        let options = MatchOptions { players, names, sides, races, scoring: given(scoring)? };
        MatchSession::new(&options, seed).map(Match).map_err(refused)
    }

    /// Reads a record. If it is not complete, the match can go on with the dice of `seed`.
    pub fn replay(text: &str, seed: u64) -> Result<Match, String> {
        MatchSession::replay(text, seed).map(Match).map_err(refused)
    }

    /// The colour of the boat whose turn it is.
    pub fn turn(&self) -> Option<String> {
        self.0.phase().turn().map(|color| color.name().to_owned())
    }

    /// `place`, `dice`, `steer` or `over`.
    pub fn phase(&self) -> String {
        phase_name(self.0.phase()).to_owned()
    }

    /// A copy of the race that is on, or of the last one.
    pub fn race(&self) -> Result<Race, String> {
        Ok(Race(RaceSession::of(self.current()?.clone(), self.0.lake())))
    }

    /// The points of the races that are over.
    pub fn points(&self) -> Answer {
        let regatta = self.0.regatta();
        write(&regatta.seats().iter().map(|color| (color, regatta.points()[color])).collect::<ByColor<i64>>())
    }

    /// The players by the races that are over, best first.
    pub fn ranking(&self) -> Answer {
        write(&self.0.regatta().standing())
    }

    /// Everything that is legal now.
    #[wasm_bindgen(js_name = legalActions)]
    pub fn legal_actions(&self) -> Answer {
        legal_actions(self.current()?)
    }

    /// Performs an action: see `read_action`.
    pub fn push(&mut self, kind: &str, text: &str, count: u8) -> Result<(), String> {
        self.0.push(read_action(kind, text, count)?).map_err(refused)
    }

    /// The player of this colour resigns.
    pub fn resign(&mut self, color: &str) -> Result<(), String> {
        self.0.resign(color.parse().map_err(bad)?).map_err(refused)
    }

    /// The record up to now.
    pub fn record(&self) -> String {
        self.0.book().record().to_string()
    }

    /// A copy that goes its own way.
    pub fn copy(&self, seed: Option<u64>) -> Match {
        Match(self.0.copy(seed))
    }

    /// A chart of the race that is on, or of the last one, with boats and wakes.
    pub fn picture(&self) -> Answer {
        powerboats_chart::picture(self.0.book()).ok_or_else(|| bad(RecordFault::NoRace))
    }
}

impl Match {
    pub(crate) fn current(&self) -> Result<&rules::Race, String> {
        self.0.race().ok_or_else(|| bad(RecordFault::NoRace))
    }
}

fn named((color, name): (&Color, &String)) -> Result<(Color, OneLine), String> {
    let line = OneLine::new(name).ok_or_else(|| bad(format_args!("names: {name:?} is not one line of text")))?;
    Ok((*color, line))
}
