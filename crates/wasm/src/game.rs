//! A regatta in the browser. It rolls its own dice, or follows the events of a server.

use crate::{
    dice::{later, reach},
    refused::{Answer, bad, read, refused, write},
};
use powerboats_pilots::{CourseCache, PilotKind, RivalResult};
use powerboats_referee::{ByColor, Decision, FairDice, GameSetup, Happening, RivalRace, Secret, Table, fair};
use powerboats_rules::OneLine;
use wasm_bindgen::prelude::wasm_bindgen;

fn secret(text: &str) -> Result<Secret, String> {
    Secret::read(text).ok_or_else(|| bad("invalid secret: expected 64 hexadecimal digits"))
}

fn fair_dice(secret_text: &str, salts_json: &str) -> Result<FairDice, String> {
    Ok(FairDice::new(&secret(secret_text)?, &salts(salts_json)?))
}

fn salts(json: &str) -> Result<fair::Salts, String> {
    let one =
        |(color, salt)| Ok((color, OneLine::new(salt).ok_or_else(|| bad("invalid salt: expected one line of text"))?));
    read::<ByColor<String>>(json)?.into_iter().map(one).collect()
}

/// A regatta.
#[wasm_bindgen]
pub struct Game {
    pub(crate) table: Table,
    /// The first events of a regatta that was opened here.
    opening: Vec<Happening>,
    /// The distances on the current course.
    courses: CourseCache,
}

#[wasm_bindgen]
impl Game {
    /// Starts a regatta with fair dice from a secret and the players' salts.
    pub fn open(setup: &str, secret: &str, salts: &str) -> Result<Game, String> {
        let setup = read::<GameSetup>(setup)?.try_into().map_err(refused)?;
        let (table, opening) = Table::open(&setup, fair_dice(secret, salts)?).map_err(refused)?;
        Ok(Game { table, opening, courses: CourseCache::default() })
    }

    /// Starts a regatta on this lake with this first course, both written as in a record.
    #[wasm_bindgen(js_name = openOn)]
    pub fn open_on(setup: &str, layout: &str, course: &str, secret: &str, salts: &str) -> Result<Game, String> {
        let setup = read::<GameSetup>(setup)?.try_into().map_err(refused)?;
        let (layout, course) = (layout.parse().map_err(bad)?, course.parse().map_err(bad)?);
        let (table, opening) = Table::open_on(&setup, layout, course, fair_dice(secret, salts)?).map_err(refused)?;
        Ok(Game { table, opening, courses: CourseCache::default() })
    }

    /// Follows a list of events; the first is the lake.
    pub fn follow(story: &str) -> Result<Game, String> {
        let story: Vec<Happening> = read(story)?;
        let first = story.first().ok_or_else(|| bad("the list of events is empty"))?;
        let mut table = Table::follow_lake(first).map_err(refused)?;
        story[1..].iter().try_for_each(|next| table.follow(next)).map_err(refused)?;
        Ok(Game { table, opening: Vec::new(), courses: CourseCache::default() })
    }

    /// The first events of a regatta that was opened here.
    pub fn opening(&self) -> Answer {
        write(&self.opening)
    }

    /// Follows the next events, and checks each against the rules.
    pub fn tell(&mut self, story: &str) -> Result<(), String> {
        read::<Vec<Happening>>(story)?.iter().try_for_each(|next| self.table.follow(next)).map_err(refused)
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
        write(&self.table.view())
    }

    /// Where a choice of dice can lead. `hold` is a list of dice.
    pub fn reach(&self, hold: &str, count: u8) -> Answer {
        reach(self.table.race().ok_or_else(|| bad("no course has been dealt yet"))?, hold, count)
    }

    /// What a beginner is shown first, as a decision; an empty string if nobody has to decide. It needs no solver.
    pub fn suggest(&self) -> Answer {
        self.table.suggest(&self.courses).map_or(Ok(String::new()), |decision| write(&decision))
    }

    /// Where the boat can be after its next turn with a choice of dice now. `hold` is a list of dice.
    pub fn outlook(&self, hold: &str, count: u8) -> Answer {
        later(self.table.race().ok_or_else(|| bad("no course has been dealt yet"))?, hold, count)
    }

    /// The record so far, with tags for checking its dice and with the players' names.
    pub fn record(&self, secret_text: &str, reveal: bool, salts_json: &str, names: &str) -> Answer {
        let tags = if secret_text.is_empty() {
            Vec::new()
        } else {
            let (secret, salts) = (secret(secret_text)?, salts(salts_json)?);
            fair::Evidence {
                commitment: secret.commitment(),
                given: !fair::draws_lake(self.table.book().record(), &secret, &salts),
                secret: reveal.then_some(secret),
                salts,
                ..fair::Evidence::default()
            }
            .tags()
        };
        Ok(self.table.record(tags, &read(names)?).to_string())
    }
}

/// The commitment of a secret, which may be shown before the game: its SHA-256.
#[wasm_bindgen]
pub fn commitment(secret: &str) -> Answer {
    Ok(self::secret(secret)?.commitment())
}

/// The seal of a salt, which a player shows before the start: its SHA-256.
#[wasm_bindgen]
pub fn seal(salt: &str) -> String {
    fair::seal(salt)
}

/// The pilot for a fair race. `results` is a list of `{"pilot": …, "won": …}`, the oldest first.
#[wasm_bindgen(js_name = nextRival)]
pub fn next_rival(results: &str) -> Answer {
    let result = |RivalRace { pilot, won }| {
        Ok::<_, String>(RivalResult { rival: pilot.parse::<PilotKind>().map_err(bad)?, won })
    };
    let results = read::<Vec<RivalRace>>(results)?.into_iter().map(result).collect::<Result<Vec<_>, _>>()?;
    Ok(powerboats_pilots::next_rival(&results).name().to_owned())
}
