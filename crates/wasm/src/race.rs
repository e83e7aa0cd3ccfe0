//! Races in JavaScript.

use crate::{
    Course,
    chart::{read_rim, read_water},
    refused::{Answer, bad, refused, write},
};
use powerboats_chart::{Hull, Scene, svg};
use powerboats_referee::{ActionView, BoatView, RaceOptions, RaceResultView, RaceSession, phase_name};
use powerboats_rules::{self as rules, Action, Berth, Color, DiceChoice, Seats};
use std::str::FromStr;
use wasm_bindgen::prelude::wasm_bindgen;

/// A race.
#[wasm_bindgen]
pub struct Race(pub(crate) RaceSession);

#[wasm_bindgen]
impl Race {
    /// A race on a course. An empty `starter` or `scoring` stands for the usual one.
    pub fn open(
        course: &Course,
        players: Vec<String>,
        starter: &str,
        number: u8,
        scoring: &str,
        seed: Option<u64>,
    ) -> Result<Race, String> {
        let players = read_colors(&players)?;
        let options = RaceOptions { players, starter: given(starter)?, number, scoring: given(scoring)? };
        RaceSession::new(course.lake.clone(), course.course.clone(), &options, seed).map(Race).map_err(refused)
    }

    /// Continues from a position in notation.
    #[wasm_bindgen(js_name = fromPosition)]
    pub fn from_position(text: &str, seed: Option<u64>) -> Result<Race, String> {
        RaceSession::from_position(text, seed).map(Race).map_err(refused)
    }

    /// The colour of the boat whose turn it is.
    pub fn turn(&self) -> Option<String> {
        self.0.race().phase().turn().map(|color| color.name().to_owned())
    }

    /// `place`, `dice`, `roll`, `steer` or `over`.
    pub fn phase(&self) -> String {
        phase_name(self.0.race().phase()).to_owned()
    }

    /// The dice of the boat whose turn it is.
    pub fn hand(&self) -> Answer {
        write(&self.0.hand())
    }

    /// The course.
    pub fn course(&self) -> Course {
        Course { lake: self.0.lake().clone(), course: self.0.race().course().clone() }
    }

    /// 1, 2 or 3.
    pub fn number(&self) -> u8 {
        self.0.race().number()
    }

    /// `classic` or `turns`.
    pub fn scoring(&self) -> String {
        self.0.race().scoring().name().to_owned()
    }

    /// All boats in order of play.
    pub fn boats(&self) -> Answer {
        write(&self.0.race().boats().iter().map(BoatView::from).collect::<Vec<_>>())
    }

    /// The result; empty until the race is over.
    pub fn result(&self) -> Answer {
        let race = self.0.race();
        let Some(result) = race.result() else { return Ok(String::new()) };
        // A boat alone has a result too.
        let seats = Seats::of_regatta(race.boats().iter().map(|boat| boat.color), race.scoring(), 1).map_err(bad)?;
        write(&RaceResultView::new(&result, seats))
    }

    /// Everything that is legal now.
    #[wasm_bindgen(js_name = legalActions)]
    pub fn legal_actions(&self) -> Answer {
        legal_actions(self.0.race())
    }

    /// The possible rolls, each with the number of ways to roll it.
    pub fn rolls(&self) -> Answer {
        let rolls = self.0.rolls();
        write(&rolls.into_iter().map(|(roll, ways)| (ActionView::from(roll), ways)).collect::<Vec<_>>())
    }

    /// Performs an action: see `read_action`.
    pub fn push(&mut self, kind: &str, text: &str, count: u8) -> Result<(), String> {
        self.0.push(read_action(kind, text, count)?).map_err(refused)
    }

    /// A copy that goes its own way.
    pub fn copy(&self, seed: Option<u64>) -> Race {
        Race(self.0.copy(seed))
    }

    /// The position in notation.
    pub fn position(&self) -> String {
        self.0.position().to_string()
    }

    /// A chart with the boats.
    pub fn chart(&self, water: &str, rim: &str) -> Answer {
        let race = self.0.race();
        let (water, rim) = (read_water(water)?, read_rim(rim)?);
        let boats = race.boats().iter().filter_map(Hull::of).collect();
        Ok(svg(&Scene { water, rim, boats, ..Scene::of_course(race.course()) }))
    }
}

/// An action. `kind` is `place` (`text` is a hex with a heading), `dice` (`text` is what is held, `count` the number of dice
/// after the roll), `roll` (`text` is what the dice show), `steer` (`text` is a direction), or `text` for notation.
pub fn read_action(kind: &str, text: &str, count: u8) -> Result<Action, String> {
    match kind {
        "text" => text.parse().map_err(bad),
        "place" => text.parse().map(|Berth(at, heading)| Action::Place(at, heading)).map_err(bad),
        "dice" => text.parse().map(|hold| Action::Choose(DiceChoice { hold, count })).map_err(bad),
        "roll" => text.parse().map(Action::Roll).map_err(bad),
        "steer" => text.parse().map(Action::Steer).map_err(bad),
        _ => Err(bad(format_args!("unknown type of action {kind:?}: expected place, dice, roll or steer"))),
    }
}

pub fn legal_actions(race: &rules::Race) -> Answer {
    write(&race.legal_actions().map(ActionView::from).collect::<Vec<_>>())
}

pub fn read_colors(names: &[String]) -> Result<Vec<Color>, String> {
    names.iter().map(|name| name.parse().map_err(bad)).collect()
}

/// A value that may be left out.
pub fn given<T: FromStr<Err: std::fmt::Display>>(text: &str) -> Result<Option<T>, String> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(bad) }
}
