//! Random requests that break the protocol or the rules, in any phase of the game.

use crate::bad_setup::bad_setup;
use crate::hex::Hex;
use crate::race::{Phase, Race};
use crate::random::Random;
use crate::request::LONGEST;
use serde_json::{Value, json};

/// Lines that are not JSON, not an object, or have no known op.
const INVALID_LINES: [&str; 26] = [
    "",
    " ",
    "nope",
    "{",
    "{\"op\":\"state\"",
    "{\"op\":\"state\"} x",
    "{\"op\":\"state\"}{\"op\":\"state\"}",
    "{'op':'state'}",
    "{\"op\":\"state\",}",
    "{\"op\":\"st\u{1}ate\"}",
    "\u{0}",
    "\u{feff}{\"op\":\"state\"}",
    "NaN",
    "5",
    "[]",
    "null",
    "true",
    "\"state\"",
    "[{\"op\":\"state\"}]",
    "{}",
    "{\"op\":\"\"}",
    "{\"op\":\"State\"}",
    "{\"op\":\"fly\"}",
    "{\"op\":\"quit\"}",
    "{\"op\":5}",
    "{\"op\":[\"state\"]}",
];

/// A line that is very long or very deeply nested.
fn oversized(random: &mut Random) -> String {
    let state = "{\"op\":\"state\"}";
    match random.below(7) {
        0 => format!("{state}{}", " ".repeat(LONGEST + 1 - state.len())),
        // Just short enough, so it is valid.
        1 => format!("{state}{}", " ".repeat(LONGEST - state.len())),
        2 => "x".repeat(LONGEST + random.between(1, 9000)),
        3 => "[".repeat(random.between(1000, 300_000)),
        4 => "{\"op\":".repeat(random.between(1000, 100_000)),
        5 => {
            let deep = random.between(1000, 100_000);
            format!("{}{}", "[".repeat(deep), "]".repeat(deep))
        }
        _ => {
            let deep = random.between(1000, 100_000);
            let (open, close) = ("[".repeat(deep), "]".repeat(deep));
            format!("{{\"op\":\"state\",\"x\":{open}{close}}}")
        }
    }
}

/// An op with a missing field, an unknown field or a value of the wrong type.
fn malformed(random: &mut Random) -> Value {
    let beyond: Value = serde_json::from_str("18446744073709551616").unwrap_or_default();
    match random.below(10) {
        0 => random.pick(&[
            json!({"op": "place", "heading": "E"}),
            json!({"op": "place", "at": "a1"}),
            json!({"op": "dice", "hold": []}),
            json!({"op": "dice", "count": 1}),
            json!({"op": "steer"}),
        ]),
        1 => random.pick(&[
            json!({"op": "place", "at": "a1", "heading": "E", "color": "red"}),
            json!({"op": "dice", "hold": [], "count": 1, "roll": [1]}),
            json!({"op": "steer", "to": "left", "heading": "E"}),
            json!({"op": "legal", "phase": "dice"}),
            json!({"op": "state", "": null}),
        ]),
        2 => {
            let wrong = [json!("A1"), json!("a0"), json!("a27"), json!("a01"), json!(5), json!(null)];
            json!({"op": "place", "at": random.pick(&wrong), "heading": "E"})
        }
        3 => {
            let wrong = [json!("N"), json!("e"), json!(0), json!(null), json!("")];
            json!({"op": "place", "at": "a1", "heading": random.pick(&wrong)})
        }
        4 => {
            let wrong = [json!("3"), json!([4]), json!([0]), json!([257]), json!(["1"]), json!([-1])];
            json!({"op": "dice", "hold": random.pick(&wrong), "count": 1})
        }
        5 => {
            let wrong = [json!(-1), json!(1.5), json!("1"), json!(1e30), beyond, json!([])];
            json!({"op": "dice", "hold": [], "count": random.pick(&wrong)})
        }
        6 => {
            let wrong = [json!([4]), json!([0]), json!([259]), json!(1), json!(["2"])];
            json!({"op": "dice", "hold": [], "count": 1, "rolled": random.pick(&wrong)})
        }
        _ => {
            let wrong = [json!("up"), json!("Left"), json!(0), json!(null), json!("E"), json!("")];
            json!({"op": "steer", "to": random.pick(&wrong)})
        }
    }
}

/// A random well-formed request, mostly in the wrong phase or against the rules.
fn out_of_turn(random: &mut Random, race: Option<&Race>) -> Value {
    let dice = race.and_then(Race::acting).map_or(0, |boat| boat.dice.len());
    let placing = race.is_some_and(|race| race.phase == Phase::Place);
    match if placing { 0 } else { random.below(5) } {
        0 => {
            let (column, row) = (random.between(1, 26) as i32, random.between(1, 26) as i32);
            json!({"op": "place", "at": Hex { column, row }.name(), "heading": "SW"})
        }
        1 => {
            let (held, most) = (random.below(dice + 2), dice + 3);
            json!({"op": "dice", "hold": random.dice(held), "count": random.below(most)})
        }
        2 => {
            let count = random.pick(&[dice + 2, 33, 1 << 32, (1 << 32) + 1]);
            json!({"op": "dice", "hold": [], "count": count})
        }
        3 => {
            let rolled = random.below(dice + 3);
            json!({"op": "dice", "hold": [], "count": dice, "rolled": random.dice(rolled)})
        }
        _ => json!({"op": "steer", "to": random.pick(&["left", "straight", "right"])}),
    }
}

/// A request that is most likely wrong.
pub(crate) fn bad_request(random: &mut Random, race: Option<&Race>) -> String {
    match random.below(200) {
        0..2 => oversized(random),
        2..40 => random.pick(&INVALID_LINES).to_string(),
        40..90 => malformed(random).to_string(),
        90..120 => bad_setup(random).to_string(),
        _ => out_of_turn(random, race).to_string(),
    }
}
