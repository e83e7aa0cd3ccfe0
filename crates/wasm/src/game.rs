//! A regatta in the browser. It rolls its own dice, or follows the events of a server.

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
    Secret::read(text).ok_or_else(|| bad("invalid secret: expected 64 hexadecimal digits"))
}

/// The settings of a regatta. Without `scoring`, the default for the number of players is used.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupText {
    players: Vec<Color>,
    sides: Sides,
    races: u8,
    scoring: Option<Scoring>,
}

/// A text for each colour.
type Texts = BTreeMap<Color, String>;

fn fair_dice(secret_text: &str, salts_json: &str) -> Result<FairDice, String> {
    Ok(FairDice::new(&secret(secret_text)?, &salts(salts_json)?))
}

fn salts(json: &str) -> Result<fair::Salts, String> {
    let one =
        |(color, salt)| Ok((color, OneLine::new(salt).ok_or_else(|| bad("invalid salt: expected one line of text"))?));
    read::<Texts>(json)?.into_iter().map(one).collect()
}

/// Everything a page shows of a regatta.
#[derive(Serialize)]
struct View {
    #[serde(skip_serializing_if = "Option::is_none")]
    course: Option<CourseView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<StateView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<LegalView>,
    /// Where each direction leads, while a boat steers.
    headings: Vec<reach::HeadingView>,
    /// The ranking so far, from the end of the first race on. Players who share a rank are in one list.
    standing: Vec<Vec<Color>>,
    races: u8,
    over: bool,
}

/// A regatta.
#[wasm_bindgen]
pub struct Game {
    table: Table,
    /// The first events of a regatta that was opened here.
    opening: Vec<Happening>,
}

#[wasm_bindgen]
impl Game {
    /// Starts a regatta with fair dice from a secret and the players' salts.
    pub fn open(setup: &str, secret: &str, salts: &str) -> Result<Game, String> {
        let SetupText { players, sides, races, scoring } = read(setup)?;
        let seats = Seats::new(players).map_err(bad)?;
        let scoring = scoring.unwrap_or_else(|| Scoring::usual(seats.len()));
        let setup = Setup { seats, sides, scoring, races };
        let (table, opening) = Table::open(&setup, fair_dice(secret, salts)?).map_err(refused)?;
        Ok(Game { table, opening })
    }

    /// Follows a list of events; the first is the lake.
    pub fn follow(story: &str) -> Result<Game, String> {
        let story = happenings(story)?;
        let first = story.first().ok_or_else(|| bad("the list of events is empty"))?;
        let mut table = Table::follow_lake(first).map_err(refused)?;
        story[1..].iter().try_for_each(|next| table.follow(next)).map_err(refused)?;
        Ok(Game { table, opening: Vec::new() })
    }

    /// The first events of a regatta that was opened here.
    pub fn opening(&self) -> Answer {
        write(&self.opening)
    }

    /// Follows the next events, and checks each against the rules.
    pub fn tell(&mut self, story: &str) -> Result<(), String> {
        happenings(story)?.iter().try_for_each(|next| self.table.follow(next)).map_err(refused)
    }

    /// Continues with these dice after following events.
    #[wasm_bindgen(js_name = takeDice)]
    pub fn take_dice(&mut self, secret: &str, salts: &str) -> Result<(), String> {
        self.table.take_dice(fair_dice(secret, salts)?);
        Ok(())
    }

    /// Carries out a player's decision, and returns the events.
    pub fn decide(&mut self, color: &str, decision: &str) -> Answer {
        let decision: Decision = read(decision)?;
        write(&self.table.decide(color.parse().map_err(bad)?, decision).map_err(refused)?)
    }

    /// The course, the state, the legal choices, and where each direction leads.
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

    /// Where a choice of dice can lead. `hold` is a list of dice.
    pub fn reach(&self, hold: &str, count: u8) -> Answer {
        let choice = DiceChoice { hold: read(hold)?, count };
        let reach = self.table.race().and_then(|race| Reach::of(race, choice));
        write(&ReachView::from(reach.ok_or_else(|| bad("these dice cannot be chosen now"))?))
    }

    /// The record so far, with tags for checking its dice and with the players' names.
    pub fn record(&self, secret_text: &str, reveal: bool, salts_json: &str, names: &str) -> Answer {
        let names: Texts = read(names)?;
        let name = |color: Color| {
            let default = || OneLine::new(color.name()).expect("a colour's name is one line");
            names.get(&color).and_then(|name| OneLine::new(name.trim())).unwrap_or_else(default)
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

/// Computer players, with a cache of solved courses.
#[wasm_bindgen]
#[derive(Default)]
pub struct Pilots {
    courses: Arc<CourseCache>,
}

#[wasm_bindgen]
impl Pilots {
    /// Starts with an empty cache.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Pilots {
        Pilots::default()
    }

    /// Solves the course of the current race, so that later questions are answered quickly.
    pub fn study(&self, game: &Game) {
        if let Some(race) = game.table.race() {
            self.courses.of(race.course()).solution();
        }
    }

    /// The decision of the pilot with this name; an empty string if nobody has to decide.
    pub fn ask(&self, game: &Game, pilot: &str) -> Answer {
        let kind: PilotKind = pilot.parse().map_err(bad)?;
        game.table.ask(&kind, &self.courses).map_or(Ok(String::new()), |decision| write(&decision))
    }

    /// The values of all current choices; an empty string if nobody has to choose.
    pub fn hint(&self, game: &Game) -> Answer {
        let race = game.table.race().filter(|race| race.phase().turn().is_some());
        let hint = race.and_then(|race| Some((race.phase().turn()?, Hint::of(race, &self.courses)?)));
        Ok(hint.map_or(String::new(), |(turn, hint)| HintView::new(turn, &hint).to_json()))
    }

    /// Analyses every roll and every decision of a record.
    pub fn analyze(&self, record: &str) -> Answer {
        let book = replay(record).map_err(because)?;
        let analysis = Analysis::of(&book, &self.courses, |_| ()).map_err(bad)?;
        write(&AnalysisView::new(&analysis))
    }
}
