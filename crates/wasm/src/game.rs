//! A regatta in the browser: one that rolls its own dice, or one that follows a story told elsewhere.

use crate::{
    happenings,
    reach::{self, ReachView},
    refused::{Answer, bad, because, read, refused, write},
};
use powerboats_pilots::{CourseCache, Hint, PilotKind, Reach, analysis::Analysis};
use powerboats_referee::{
    AnalysisView, CourseView, Decision, FairDice, Happening, HintView, LegalView, Secret, Setup, StateView, Table, fair,
};
use powerboats_rules::{Color, DiceChoice, OneLine, Scoring, Seats, Sides, ranking, replay};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};
use wasm_bindgen::prelude::wasm_bindgen;

pub(crate) fn secret(text: &str) -> Result<Secret, String> {
    Secret::read(text).ok_or_else(|| bad("a secret is 64 hexadecimal digits"))
}

/// How a regatta is to be sailed; `scoring` is the usual one if left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupText {
    players: Vec<Color>,
    sides: Sides,
    races: u8,
    scoring: Option<Scoring>,
}

/// By colour.
type Texts = BTreeMap<Color, String>;

fn fair_dice(secret_text: &str, salts_json: &str) -> Result<FairDice, String> {
    Ok(FairDice::new(&secret(secret_text)?, &salts(salts_json)?))
}

fn salts(json: &str) -> Result<fair::Salts, String> {
    let one = |(color, salt)| Ok((color, OneLine::new(salt).ok_or_else(|| bad("a salt is one line of text"))?));
    read::<Texts>(json)?.into_iter().map(one).collect()
}

/// All that a page shows of a regatta.
#[derive(Serialize)]
struct View {
    #[serde(skip_serializing_if = "Option::is_none")]
    course: Option<CourseView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<StateView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<LegalView>,
    /// Where each heading ends, while a boat steers.
    headings: Vec<reach::HeadingView>,
    /// After the first race: who leads, those who share a rank together.
    standing: Vec<Vec<Color>>,
    races: u8,
    over: bool,
}

/// A regatta.
#[wasm_bindgen]
pub struct Game {
    table: Table,
    /// What was told when it was opened.
    opening: Vec<Happening>,
}

#[wasm_bindgen]
impl Game {
    /// Lays a lake and deals the first course, with fair dice from a secret and salts by colour.
    pub fn open(setup: &str, secret: &str, salts: &str) -> Result<Game, String> {
        let SetupText { players, sides, races, scoring } = read(setup)?;
        let seats = Seats::new(players).map_err(bad)?;
        let scoring = scoring.unwrap_or_else(|| Scoring::usual(seats.len()));
        let setup = Setup { seats, sides, scoring, races };
        let (table, opening) = Table::open(&setup, fair_dice(secret, salts)?).map_err(refused)?;
        Ok(Game { table, opening })
    }

    /// Follows a list of happenings; the first is the lake.
    pub fn follow(story: &str) -> Result<Game, String> {
        let story = happenings(story)?;
        let first = story.first().ok_or_else(|| bad("the story has not begun"))?;
        let mut table = Table::follow_lake(first).map_err(refused)?;
        story[1..].iter().try_for_each(|next| table.follow(next)).map_err(refused)?;
        Ok(Game { table, opening: Vec::new() })
    }

    /// What happened when it was opened.
    pub fn opening(&self) -> Answer {
        write(&self.opening)
    }

    /// Follows the next happenings, checking each by the rules.
    pub fn tell(&mut self, story: &str) -> Result<(), String> {
        happenings(story)?.iter().try_for_each(|next| self.table.follow(next)).map_err(refused)
    }

    /// Goes on with these dice where it only followed so far.
    #[wasm_bindgen(js_name = takeDice)]
    pub fn take_dice(&mut self, secret: &str, salts: &str) -> Result<(), String> {
        self.table.take_dice(fair_dice(secret, salts)?);
        Ok(())
    }

    /// Does what a player decides: all that happens.
    pub fn decide(&mut self, color: &str, decision: &str) -> Answer {
        let decision: Decision = read(decision)?;
        write(&self.table.decide(color.parse().map_err(bad)?, decision).map_err(refused)?)
    }

    /// Course, state, what is legal, and where each heading ends.
    pub fn view(&self) -> Answer {
        let headings = self.table.race().map(reach::headings).unwrap_or_default();
        let regatta = self.table.book().regatta();
        let last = regatta.results().last();
        write(&View {
            course: self.table.course(),
            state: self.table.state(),
            legal: self.table.legal(),
            headings,
            standing: last.map_or_else(Vec::new, |last| ranking(regatta.seats(), regatta.points(), last)),
            races: regatta.races(),
            over: self.table.is_over(),
        })
    }

    /// Where a choice of dice can lead; `hold` is a list of dice.
    pub fn reach(&self, hold: &str, count: u8) -> Answer {
        let choice = DiceChoice { hold: read(hold)?, count };
        let reach = self.table.race().and_then(|race| Reach::of(race, choice));
        write(&ReachView::from(reach.ok_or_else(|| bad("these dice can't be chosen now"))?))
    }

    /// The record so far: tags that let its dice be checked, and names by colour.
    pub fn record(&self, secret_text: &str, reveal: bool, salts_json: &str, names: &str) -> Answer {
        let names: Texts = read(names)?;
        let name = |color: Color| {
            let plain = || OneLine::new(color.name()).expect("a colour's name is one line");
            names.get(&color).and_then(|name| OneLine::new(name.trim())).unwrap_or_else(plain)
        };
        let tags = if secret_text.is_empty() {
            Vec::new()
        } else {
            let secret = secret(secret_text)?;
            fair::Evidence {
                commitment: secret.commitment(),
                secret: reveal.then_some(secret),
                salts: salts(salts_json)?,
                ..fair::Evidence::default()
            }
            .tags()
        };
        Ok(self.table.record(tags, name).to_string())
    }
}

/// Pilots with their courses: what they know of the courses they have seen.
#[wasm_bindgen]
#[derive(Default)]
pub struct Pilots {
    courses: Arc<CourseCache>,
}

#[wasm_bindgen]
impl Pilots {
    /// Who know nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Pilots {
        Pilots::default()
    }

    /// Solves the course of the race that is on, so that later questions are quick.
    pub fn study(&self, game: &Game) {
        if let Some(race) = game.table.race() {
            self.courses.of(race.course()).solution();
        }
    }

    /// What a pilot by name would decide; an empty text if nobody has to.
    pub fn ask(&self, game: &Game, pilot: &str) -> Answer {
        let kind: PilotKind = pilot.parse().map_err(bad)?;
        game.table.ask(&kind, &self.courses).map_or(Ok(String::new()), |decision| write(&decision))
    }

    /// What everything that can be chosen now is worth; an empty text if nobody has to choose.
    pub fn hint(&self, game: &Game) -> Answer {
        let race = game.table.race().filter(|race| race.phase().turn().is_some());
        let hint = race.and_then(|race| Some((race.phase().turn()?, Hint::of(race, &self.courses)?)));
        Ok(hint.map_or(String::new(), |(turn, hint)| HintView::new(turn, &hint).to_json()))
    }

    /// Weighs every roll and every decision of a record.
    pub fn analyze(&self, record: &str) -> Answer {
        let book = replay(record).map_err(because)?;
        let analysis = Analysis::of(&book, &self.courses, |_| ()).map_err(bad)?;
        write(&AnalysisView::new(&analysis))
    }
}
