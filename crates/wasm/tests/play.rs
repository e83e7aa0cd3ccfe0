//! Tests of lakes, courses, races and matches, as the package for JavaScript uses them.

use powerboats_wasm::{Course, Lake, Match, Pilots, Race, RecordBook};
use serde_json::{Value, json};

const POSITION: &str = "12./12./12./12./12. e3E,l1,l5,a5 A-turns red:f3NE:2:0:start:0,white:e5E:21:1:1!:4 dice:red";
/// Red is two hexes from the line.
const NEAR_THE_END: &str = "12./12./12./12./12. d3E,k1,k5,b5 C-turns \
                            red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red";

fn parsed(text: Result<String, String>) -> Value {
    serde_json::from_str(&text.unwrap()).unwrap()
}

fn code(thrown: String) -> Value {
    serde_json::from_str::<Value>(&thrown).unwrap()["code"].clone()
}

fn colors(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Performs an action as it is listed.
fn push(action: &Value, go: impl FnOnce(&str, &str, u8) -> Result<(), String>) {
    let digits = |dice: &Value| dice.as_array().unwrap().iter().map(Value::to_string).collect::<String>();
    let (text, count) = match action["type"].as_str().unwrap() {
        "place" => (format!("{}{}", action["at"].as_str().unwrap(), action["heading"].as_str().unwrap()), 0),
        "dice" => (digits(&action["hold"]), action["count"].as_u64().unwrap() as u8),
        "roll" => (digits(&action["rolled"]), 0),
        _ => (action["to"].as_str().unwrap().to_owned(), 0),
    };
    go(action["type"].as_str().unwrap(), &text, count).unwrap();
}

#[test]
fn a_seed_draws_the_lake_that_python_draws() {
    let lake = Lake::random(12, "dark").unwrap();
    assert_eq!(lake.text(), "1d,3dr,5dr/4d,6dr,2dr");
    let course = lake.course("A", None).unwrap();
    assert_eq!((course.buoys().as_str(), course.lake().text()), ("f18SE,t19,n6,e5", lake.text()));
    assert!(course.finishable() && lake.course("D", None).is_err());
    assert_eq!(parsed(course.view(2))["places"].as_array().unwrap().len(), 9);
    assert!(lake.chart("dark", "none").unwrap().starts_with("<svg "));
    assert_eq!(Lake::read("3.2#/5.").unwrap().rows(), "...##\n.....");
}

#[test]
fn every_listed_action_is_legal_until_the_race_is_over() {
    let course = Lake::random(12, "dark").unwrap().course("A", None).unwrap();
    let mut race = Race::open(&course, colors(&["red", "white"]), "", 1, "", Some(7)).unwrap();
    let mut pilots = Pilots::new(0);
    assert_eq!((race.turn().as_deref(), race.phase().as_str()), (Some("white"), "place"));
    assert_eq!(parsed(race.legal_actions()).as_array().unwrap().len(), 54);
    let white = Race::from_position(POSITION, None).unwrap().chart("light", "none").unwrap();
    assert!(white.contains("boat-white") && !white.contains(r#"class="rim""#));
    while let Some(turn) = race.turn() {
        let action = match turn.as_str() {
            "red" => parsed(pilots.decide_race(&race, "captain", 0)),
            _ => parsed(race.legal_actions())[0].clone(),
        };
        push(&action, |kind, text, count| race.push(kind, text, count));
    }
    assert_eq!(race.phase(), "over");
    assert_eq!(parsed(race.result())["order"], json!(["red"]));
    assert_eq!(code(pilots.decide_race(&race, "captain", 0).unwrap_err()), "wrong-phase");
}

#[test]
fn without_a_seed_the_caller_rolls() {
    let mut race = Race::from_position(POSITION, None).unwrap();
    race.push("text", "+??", 0).unwrap();
    assert_eq!(race.phase(), "roll");
    assert_eq!(parsed(race.rolls())[0], json!([{ "type": "roll", "rolled": [3, 3] }, 1]));
    let mut copy = race.copy(None);
    race.push("roll", "31", 0).unwrap();
    assert_eq!((race.phase().as_str(), parsed(race.hand())), ("steer", json!([3, 1])));
    assert!(race.position().ends_with("steer:red:31"), "{}", race.position());
    assert_eq!(code(copy.push("roll", "3", 0).unwrap_err()), "illegal-dice");
    assert_eq!((copy.phase().as_str(), copy.result()), ("roll", Ok(String::new())));
    assert_eq!(code(copy.push("jump", "", 0).unwrap_err()), "bad-value");
}

#[test]
fn a_match_writes_a_record_that_can_be_replayed() {
    let players = colors(&["red", "white", "black"]);
    let mut game = Match::open(players, colors(&["Ada"]), "mixed", 1, "", 1).unwrap();
    let mut pilots = Pilots::new(0);
    while game.turn().is_some() {
        let action = parsed(pilots.decide_match(&game, "skipper", 0));
        push(&action, |kind, text, count| game.push(kind, text, count));
    }
    let again = Match::replay(&game.record(), 0).unwrap();
    assert_eq!((again.record(), parsed(again.points())), (game.record(), parsed(game.points())));
    assert!(game.record().contains("red: Ada\n") && game.record().contains("white: white\n"));
    assert_eq!(parsed(game.ranking()).as_array().unwrap().iter().flat_map(|rank| rank.as_array().unwrap()).count(), 3);
    assert!(game.picture().unwrap().contains("wake-red"));
    assert_eq!(code(RecordBook::read(&game.record()).unwrap().verify().unwrap_err()), "unfair.missing");
    assert_eq!(parsed(game.legal_actions()), json!([]));
}

#[test]
fn a_course_is_solved_and_choices_are_valued() {
    let pilots = Pilots::new(0);
    let course = Course::read("6./6./6./6./6.", "a5E,d4,b2,d3").unwrap();
    let par = parsed(pilots.solve(&course).best());
    assert!((5.0..15.0).contains(&par["par"].as_f64().unwrap()) && par["start"]["at"].is_string());
    let race = Race::from_position(NEAR_THE_END, None).unwrap();
    let best = parsed(pilots.hint_race(&race, false))["dice"][0]["turns"].as_f64().unwrap();
    let solution = pilots.solve(&race.course());
    assert!((solution.value("e5NE", "21", "finish", 2, false).unwrap().unwrap() - best).abs() < 0.001);
    for (berth, hand, leg, damage, owes) in [
        ("d3E", "", "start", 0, false), // a buoy
        ("z9E", "", "start", 0, false),
        ("e5", "", "start", 0, false),
        ("e5E", "4", "start", 0, false),
        ("e5E", "", "4", 0, false),
        ("e5E", "", "start", 4, false),
        ("e5E", "", "start", 0, true),
    ] {
        assert_eq!(code(solution.value(berth, hand, leg, damage, owes).unwrap_err()), "bad-value", "{berth}");
    }
    assert!(parsed(pilots.hint_race(&race, true))["dice"][0]["points"].is_number());
}

#[test]
fn what_cannot_be_played_is_refused() {
    let course = Lake::random(12, "dark").unwrap().course("A", None).unwrap();
    let open = |players: &[&str]| Race::open(&course, colors(players), "", 1, "", None).map(|_| ()).map_err(code);
    assert_eq!(open(&[]), Err(json!("bad-value")));
    assert_eq!(open(&["pink"]), Err(json!("bad-value")));
    assert_eq!(open(&["red", "red"]), Err(json!("bad-value")));
    assert!(Race::from_position("no position", None).is_err());
    assert!(Match::open(colors(&["red", "white"]), colors(&["a\nb"]), "mixed", 3, "", 1).is_err());
    assert!(Match::open(colors(&["red", "white"]), vec![], "wet", 3, "", 1).is_err());
    assert_eq!(code(Match::replay("hello", 0).err().unwrap()), "record.first");
    let mut pilots = Pilots::new(0);
    let race = Race::from_position(POSITION, None).unwrap();
    assert!(pilots.decide_race(&race, "captain", 5).is_err() && pilots.decide_race(&race, "whale", 0).is_err());
}
