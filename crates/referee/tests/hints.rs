//! Tests the op `hint` through a whole match: it agrees with `legal` in every phase.

use powerboats_referee::Referee;
use serde_json::{Value, json};

fn ask(referee: &mut Referee, question: Value) -> Value {
    let answer = referee.answer(question.to_string().as_bytes());
    serde_json::from_str(&answer).unwrap()
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or("none")
}

/// Does every item of `part` equal some item of `whole` in these fields?
fn are_among(part: &[Value], whole: &[Value], fields: &[&str]) -> bool {
    let same = |a: &Value, b: &Value| fields.iter().all(|field| a[field] == b[field]);
    part.iter().all(|item| whole.iter().any(|other| same(item, other)))
}

#[test]
fn hints_agree_with_the_legal_choices_in_every_phase() {
    let mut referee = Referee::new(1);
    assert_eq!(code(&ask(&mut referee, json!({"op": "hint"}))), "no-race");
    let begin = json!({"op": "match", "players": ["red", "white"], "side": "dark", "seed": 5});
    ask(&mut referee, begin);
    let mut turns = 0;
    loop {
        let state = ask(&mut referee, json!({"op": "state"}))["ok"]["state"].clone();
        let hint = ask(&mut referee, json!({"op": "hint"}));
        assert_eq!(hint, ask(&mut referee, json!({"op": "hint"})), "a hint must not change anything");
        if state["phase"] == "done" {
            assert_eq!(code(&hint), "wrong-phase");
            break;
        }
        let legal = ask(&mut referee, json!({"op": "legal"}));
        let (hint, legal) = (&hint["ok"], &legal["ok"]);
        assert_eq!(hint["turn"], state["turn"]);
        let list = |answer: &Value, name: &str| answer[name].as_array().unwrap_or(&Vec::new()).clone();
        let next = match state["phase"].as_str().unwrap() {
            "place" => {
                let places = list(hint, "places");
                assert_eq!(places.len(), list(legal, "places").len());
                assert!(places.iter().all(|place| list(legal, "places").contains(&place["at"])));
                json!({"op": "place", "at": places[0]["at"], "heading": places[0]["heading"]})
            }
            "dice" => {
                let dice = list(hint, "dice");
                assert!(are_among(&dice, &list(legal, "dice"), &["hold", "count"]));
                assert!(dice.iter().all(|dice| !list(dice, "landings").is_empty()));
                json!({"op": "dice", "hold": dice[0]["hold"], "count": dice[0]["count"]})
            }
            _ => {
                let (open, forbidden): (Vec<Value>, Vec<Value>) =
                    list(hint, "options").into_iter().partition(|option| option["error"].is_null());
                assert_eq!(open.len() + forbidden.len(), 3);
                let legal = list(legal, "options");
                assert_eq!(open.len(), legal.len());
                assert!(are_among(&open, &legal, &["to", "heading", "run", "end", "crash", "damage"]));
                for option in forbidden {
                    let tried = ask(&mut referee, json!({"op": "steer", "to": option["to"]}));
                    assert_eq!(tried["error"], option["error"]);
                }
                turns += 1;
                json!({"op": "steer", "to": open[0]["to"]})
            }
        };
        let done = ask(&mut referee, next);
        assert!(done["error"].is_null(), "{done}");
        assert!(turns < 400, "boats that follow the hints must finish");
    }
}

#[test]
fn a_hint_with_an_unknown_field_is_an_error() {
    let mut referee = Referee::new(1);
    assert_eq!(code(&ask(&mut referee, json!({"op": "hint", "please": 1}))), "unknown-field");
}
