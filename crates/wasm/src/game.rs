//! A regatta in the browser: one that rolls its own dice, or one that follows a story told elsewhere.

use crate::{
    reach,
    refused::{Answer, bad, read, refused, write},
};
use powerboats_pilots::{CourseCache, PilotKind, analysis::Analysis};
use powerboats_referee::{AnalysisView, ByColor, Decision, FairDice, GameSetup, Happening, Secret, Table, fair};
use powerboats_rules::{OneLine, replay};
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

pub(crate) fn secret(text: &str) -> Result<Secret, String> {
    Secret::read(text).ok_or_else(|| bad("a secret is 64 hexadecimal digits"))
}

fn fair_dice(secret_text: &str, salts_json: &str) -> Result<FairDice, String> {
    Ok(FairDice::new(&secret(secret_text)?, &salts(salts_json)?))
}

fn salts(json: &str) -> Result<fair::Salts, String> {
    let one = |(color, salt)| Ok((color, OneLine::new(salt).ok_or_else(|| bad("a salt is one line of text"))?));
    read::<ByColor<String>>(json)?.into_iter().map(one).collect()
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
        let setup = read::<GameSetup>(setup)?.try_into().map_err(refused)?;
        let (table, opening) = Table::open(&setup, fair_dice(secret, salts)?).map_err(refused)?;
        Ok(Game { table, opening })
    }

    /// Follows a list of happenings; the first is the lake.
    pub fn follow(story: &str) -> Result<Game, String> {
        let story: Vec<Happening> = read(story)?;
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
        read::<Vec<Happening>>(story)?.iter().try_for_each(|next| self.table.follow(next)).map_err(refused)
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
        write(&self.table.view())
    }

    /// Where a choice of dice can lead; `hold` is a list of dice.
    pub fn reach(&self, hold: &str, count: u8) -> Answer {
        reach(self.table.race().ok_or_else(|| bad("no course is dealt yet"))?, hold, count)
    }

    /// The record so far: tags that let its dice be checked, and names by colour.
    pub fn record(&self, secret_text: &str, reveal: bool, salts_json: &str, names: &str) -> Answer {
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
        Ok(self.table.record(tags, &read(names)?).to_string())
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
        game.table.hint(&self.courses).map_or(Ok(String::new()), |hint| write(&hint))
    }

    /// Weighs every roll and every decision of a record.
    pub fn analyze(&self, record: &str) -> Answer {
        let book = replay(record).map_err(refused)?;
        let analysis = Analysis::of(&book, &self.courses, |_| ()).map_err(bad)?;
        write(&AnalysisView::new(&analysis))
    }
}
