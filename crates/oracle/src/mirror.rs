//! A mirror for our own tests: the oracle answering for itself, with chance of its own.

use crate::course::Course;
use crate::deal::{Chance, Deal, lawful_course, tile_of};
use crate::hex::{HEADINGS, Hex};
use crate::oracle::{Oracle, Problem};
use crate::random::Random;
use crate::seat::Color;
use serde_json::{Value, json};
use std::collections::HashSet;

/// A referee made of the oracle.
pub(crate) struct Mirror {
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
                if tiles.len() == 4 && lawful_course(&deal, earlier, boats).is_ok() {
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

impl Mirror {
    pub fn new() -> Mirror {
        Mirror { oracle: Oracle::new(), random: Random::new(7) }
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
            Err(Problem::Unlawful(why)) => why,
        }
    }
}

/// The oracle held up to itself: the drive covers the rules, and the oracle sees what is wrong.
mod tests {
    use super::*;
    use crate::{Tally, drive};

    fn drive_mirror(seed: u64, turns: usize) -> Tally {
        let mut mirror = Mirror::new();
        drive(seed, turns, &mut |request| mirror.answer(request)).unwrap()
    }

    #[test]
    fn a_drive_sees_everything_happen() {
        let tally = drive_mirror(1, 3000);
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
        assert!(!happened.contains(": 0,"), "not all happened: {tally:#?}");
    }

    #[test]
    fn the_same_seed_drives_the_same_way() {
        assert_eq!(drive_mirror(5, 300), drive_mirror(5, 300));
        assert_ne!(drive_mirror(5, 300), drive_mirror(6, 300));
    }

    /// Pointers to all values in an answer that hold no others.
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
    fn any_value_altered_in_any_answer_is_noticed() {
        let mut mirror = Mirror::new();
        let mut oracle = Oracle::new();
        let mut random = Random::new(3);
        let mut noticed = 0;
        let mut answer = |request: &str| {
            let text = mirror.answer(request);
            let right: Value = serde_json::from_str(&text).unwrap();
            let mut found = Vec::new();
            leaves(&right, "", &mut found);
            // What the message says is nobody's business.
            found.retain(|pointer| pointer != "/error/message");
            for _ in 0..3 {
                let pointer = random.pick(&found);
                let mut wrong = right.clone();
                let leaf = wrong.pointer_mut(&pointer).unwrap();
                *leaf = altered(leaf);
                let verdict = oracle.clone().check(request, &wrong.to_string());
                assert!(verdict.is_err(), "{pointer} altered in the answer to {request}");
                noticed += 1;
            }
            oracle.check(request, &text).unwrap();
            text
        };
        drive(11, 300, &mut answer).unwrap();
        assert!(noticed > 1000);
    }
}
