//! A referee for this crate's own tests: the oracle answers requests itself, with its own random numbers.

use crate::course::Course;
use crate::deal::{Chance, Deal, legal_course, tile_of};
use crate::hex::{HEADINGS, Hex};
use crate::oracle::{Oracle, Problem};
use crate::random::Random;
use crate::seat::Color;
use serde_json::{Value, json};
use std::collections::HashSet;

/// A referee made of the oracle.
pub(crate) struct OracleReferee {
    oracle: Oracle,
    random: Random,
}

impl Chance for Random {
    fn dice(&mut self, count: usize) -> Result<Vec<u8>, String> {
        Ok(Random::dice(self, count))
    }

    fn deal(&mut self, earlier: &[Course], boats: usize) -> Result<Deal, String> {
        loop {
            let rows = match earlier.first() {
                Some(course) => course.lake.rows.clone(),
                None => (0..26).map(|_| row(self)).collect(),
            };
            for _ in 0..2000 {
                let deal = Deal {
                    rows: rows.clone(),
                    buoys: [(); 4]
                        .map(|()| Hex { column: self.between(2, 25) as i32, row: self.between(2, 25) as i32 }),
                    heading: self.pick(&HEADINGS),
                };
                let tiles: HashSet<_> = deal.buoys.into_iter().filter_map(tile_of).collect();
                if tiles.len() == 4 && legal_course(&deal, earlier, boats).is_ok() {
                    return Ok(deal);
                }
            }
        }
    }

    fn starter(&mut self, players: &[Color]) -> Result<Color, String> {
        Ok(self.pick(players))
    }
}

fn row(random: &mut Random) -> String {
    let mut sign = || if random.one_in(12) { '#' } else { '.' };
    (0..26).map(|_| sign()).collect()
}

impl OracleReferee {
    pub fn new() -> OracleReferee {
        OracleReferee { oracle: Oracle::new(), random: Random::new(7) }
    }

    pub fn answer(&mut self, request: &str) -> String {
        let asked: Value = serde_json::from_str(request).unwrap_or_default();
        let mut chance = match asked["seed"].as_u64() {
            Some(seed) if asked["op"] == "match" => Random::new(seed),
            _ => self.random.clone(),
        };
        match self.oracle.respond(request, &mut chance) {
            Ok((ok, game)) => {
                self.random = chance;
                self.oracle.game = Some(game);
                json!({ "ok": ok }).to_string()
            }
            Err(Problem::Refused(refusal)) => {
                let error = json!({ "code": refusal.codes[0], "message": refusal.why });
                json!({ "error": error }).to_string()
            }
            Err(Problem::IllegalDraw(why)) => why,
        }
    }
}

/// Tests of the random games and of the oracle: the games must cover all rules, and the oracle must notice wrong answers.
mod tests {
    use super::*;
    use crate::{Tally, drive};

    fn drive_oracle(seed: u64, turns: usize) -> Tally {
        let mut referee = OracleReferee::new();
        drive(seed, turns, &mut |request| referee.answer(request)).unwrap()
    }

    #[test]
    fn random_games_cover_all_rules_and_errors() {
        let tally = drive_oracle(1, 3000);
        let codes = [
            "bad-json",
            "too-long",
            "unknown-op",
            "unknown-field",
            "missing-field",
            "bad-value",
            "bad-course",
            "bad-boats",
            "no-race",
            "wrong-phase",
            "illegal-place",
            "illegal-dice",
            "illegal-steer",
        ];
        for code in codes {
            assert!(tally.errors.contains_key(code), "no {code} in {tally:#?}");
        }
        let happened = format!("{tally:?}");
        assert!(!happened.contains(": 0,"), "something never happened: {tally:#?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        assert_eq!(drive_oracle(5, 300), drive_oracle(5, 300));
        assert_ne!(drive_oracle(5, 300), drive_oracle(6, 300));
    }

    /// JSON pointers to all values that contain no other values.
    fn leaves(value: &Value, pointer: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                for (key, inner) in object {
                    leaves(inner, &format!("{pointer}/{key}"), found);
                }
            }
            Value::Array(list) if !list.is_empty() => {
                for (i, inner) in list.iter().enumerate() {
                    leaves(inner, &format!("{pointer}/{i}"), found);
                }
            }
            _ => found.push(pointer.to_string()),
        }
    }

    fn altered(value: &Value) -> Value {
        match value {
            Value::Null => json!(0),
            Value::Bool(yes) => json!(!yes),
            Value::Number(n) => json!(n.as_i64().unwrap_or(0) + 1),
            Value::String(text) => json!(format!("{text}x")),
            Value::Array(_) | Value::Object(_) => json!([1]),
        }
    }

    #[test]
    fn the_oracle_notices_any_changed_value() {
        let mut referee = OracleReferee::new();
        let mut oracle = Oracle::new();
        let mut random = Random::new(3);
        let mut noticed = 0;
        let mut answer = |request: &str| {
            let text = referee.answer(request);
            let right: Value = serde_json::from_str(&text).unwrap();
            let mut found = Vec::new();
            leaves(&right, "", &mut found);
            // The text of a message is free.
            found.retain(|pointer| pointer != "/error/message");
            for _ in 0..3 {
                let pointer = random.pick(&found);
                let mut wrong = right.clone();
                let leaf = wrong.pointer_mut(&pointer).unwrap();
                *leaf = altered(leaf);
                let verdict = oracle.clone().check(request, &wrong.to_string());
                assert!(verdict.is_err(), "a change of {pointer} went unnoticed in the answer to {request}");
                noticed += 1;
            }
            oracle.check(request, &text).unwrap();
            text
        };
        drive(11, 300, &mut answer).unwrap();
        assert!(noticed > 1000);
    }
}
