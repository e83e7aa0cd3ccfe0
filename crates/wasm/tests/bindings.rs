//! Tests the bindings as the page uses them: pilots play a regatta; it is followed, recorded, replayed and verified.

use powerboats_wasm::{
    Course, Game, Graph, Lake, Pilots, RecordBook, add_die, boat, choice_of, commitment, fresh_marks, looks, marks_for,
    may_choose, plane, sinks_at, speed, turn_die,
};
use serde_json::{Value, json};

const SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SALTS: &str = r#"{"red":"one","white":"two","black":"three"}"#;
const SETUP: &str = r#"{"players":["red","white","black"],"sides":"dark","races":1}"#;

fn parsed(text: Result<String, String>) -> Value {
    serde_json::from_str(&text.unwrap()).unwrap()
}

/// Lets skippers play a regatta, and returns the game and its events.
fn played() -> (Game, Vec<Value>) {
    let (mut game, pilots) = (Game::open(SETUP, SECRET, SALTS).unwrap(), Pilots::new(0));
    let mut story = parsed(game.opening()).as_array().unwrap().clone();
    while let Some(turn) = parsed(game.view())["state"]["turn"].as_str().map(str::to_owned) {
        let decision = pilots.ask(&game, "skipper").unwrap();
        story.extend(parsed(game.decide(&turn, &decision)).as_array().unwrap().clone());
    }
    (game, story)
}

#[test]
fn events_can_be_followed_recorded_replayed_and_verified() {
    let (game, story) = played();
    assert_eq!(story.last().unwrap()["type"], "over");
    let followed = Game::follow(&json!(story).to_string()).unwrap();
    assert_eq!(parsed(followed.view()), parsed(game.view()));

    let half = story.len() / 2;
    let mut later = Game::follow(&json!(story[..half]).to_string()).unwrap();
    later.tell(&json!(story[half..]).to_string()).unwrap();
    assert_eq!(parsed(later.view()), parsed(game.view()));

    let record = game.record(SECRET, true, SALTS, r#"{"red":"Ada"}"#).unwrap();
    assert!(record.contains("red: Ada") && record.contains(&commitment(SECRET).unwrap()));
    let book = RecordBook::read(&record).unwrap();
    let read = parsed(book.story());
    assert_eq!(read["happenings"], json!(story), "a record must give the events it was made from");
    assert_eq!(read["names"]["red"], "Ada");
    let turns = story.iter().filter(|happening| happening["type"] == "rolled").count();
    let checked = parsed(book.verify());
    assert_eq!((&checked["rolls"], &checked["commitment"]), (&json!(turns), &json!(commitment(SECRET).unwrap())));
    assert_eq!((&checked["sealed"], &checked["redrawn"]), (&json!([]), &json!(false)));
    assert!(verify(&game.record(SECRET, false, SALTS, "{}").unwrap()).unwrap_err().contains("secret"));

    let analysis = parsed(Pilots::new(0).analyze(&book));
    assert_eq!(analysis["players"].as_array().unwrap().len(), 3);
    assert_eq!(analysis["races"][0]["race"], 1);
}

fn verify(record: &str) -> Result<String, String> {
    RecordBook::read(record)?.verify()
}

#[test]
fn an_analysis_is_drawn() {
    let (game, _) = played();
    let book = RecordBook::read(&game.record("", false, "{}", "{}").unwrap()).unwrap();
    let analysis = parsed(Pilots::new(0).analyze(&book));
    let mut graph = Graph::of_race(1).unwrap();
    for boat in analysis["races"][0]["boats"].as_array().unwrap() {
        let to_go = boat["to_go"].as_array().unwrap().iter().map(|turns| turns.as_f64().unwrap()).collect();
        let (color, par) = (boat["color"].as_str().unwrap(), boat["par"].as_f64().unwrap());
        graph.add(color, par, to_go, boat["ending"] == "sunk", "a <boat>".to_owned()).unwrap();
    }
    let svg = graph.svg("Race A", "Three boats");
    assert!(svg.starts_with("<svg ") && svg.contains(">Race A</title>") && svg.contains(">Three boats</desc>"));
    assert_eq!((svg.matches("data-color=").count(), svg.matches("a &lt;boat&gt;").count()), (3, 3));
    assert!(Graph::of_race(4).is_err() && graph.add("pink", 1.0, vec![], false, String::new()).is_err());
}

#[test]
fn a_follower_that_takes_over_the_dice_rolls_the_same() {
    let (_, story) = played();
    let until = story.iter().position(|happening| happening["type"] == "rolled").unwrap();
    let mut game = Game::follow(&json!(story[..until]).to_string()).unwrap();
    game.take_dice(SECRET, SALTS).unwrap();
    let rolled = &story[until];
    let decision = json!({"type": "dice", "hold": rolled["hold"], "count": rolled["count"]});
    let news = parsed(game.decide(rolled["color"].as_str().unwrap(), &decision.to_string()));
    assert_eq!(&news[0], rolled);
}

#[test]
fn the_reach_of_a_choice_includes_all_legal_directions() {
    let (_, story) = played();
    for i in (2..story.len()).filter(|i| story[*i]["type"] == "rolled") {
        let mut game = Game::follow(&json!(story[..i]).to_string()).unwrap();
        let (hold, count) = (story[i]["hold"].to_string(), story[i]["count"].as_u64().unwrap() as u8);
        let reach = parsed(game.reach(&hold, count));
        game.tell(&json!([story[i]]).to_string()).unwrap();
        let headings = parsed(game.view())["headings"].as_array().unwrap().clone();
        assert_eq!(headings.len(), 3);
        for heading in headings {
            let Some(option) = heading.get("option") else {
                assert!(heading["run"].as_u64() < heading["longest"].as_u64() && heading["blocked"].is_string());
                continue;
            };
            let end = |end: &&Value| (&end["to"], &end["at"]) == (&heading["to"], &option["end"]);
            assert!(reach["ends"].as_array().unwrap().iter().find(end).is_some());
        }
    }
}

#[test]
fn errors_have_a_code() {
    let code = |thrown: String| serde_json::from_str::<Value>(&thrown).unwrap()["code"].as_str().unwrap().to_owned();
    assert_eq!(Game::open(SETUP, "no", SALTS).err().map(code).unwrap(), "bad-value");
    assert_eq!(Game::open("{", SECRET, SALTS).err().map(code).unwrap(), "bad-json");
    assert_eq!(Game::follow("[]").err().map(code).unwrap(), "bad-value");
    let mut game = Game::open(SETUP, SECRET, SALTS).unwrap();
    let turn = parsed(game.view())["state"]["turn"].as_str().unwrap().to_owned();
    let error = game.decide(&turn, r#"{"type":"steer","to":"left"}"#).unwrap_err();
    assert_eq!(code(error), "wrong-phase");
    assert_eq!(code(RecordBook::read("hello").err().unwrap()), "record.first");
    assert_eq!(code(Lake::read("1d").err().unwrap()), "bad-value");
}

#[test]
fn the_error_of_an_invalid_record_has_its_line_and_values_for_translation() {
    let error = |text: &str| serde_json::from_str::<Value>(&RecordBook::read(text).err().unwrap()).unwrap();
    let bad = error("powerboats record 1\nred: Ada\nwhite: Bo\nsides: wet\n");
    assert_eq!(bad["code"], "record.sides");
    assert_eq!(bad["values"], json!({ "line": 4, "column": 8, "text": "wet" }));
    assert!(bad["message"].as_str().unwrap().starts_with("Line 4"));
    let (game, _) = played();
    let record = game.record(SECRET, true, SALTS, "{}").unwrap();
    assert_eq!(error(&record.replacen(" S ", " X ", 1))["code"], "record.unread");
    let other = record.replace("secret: 00", "secret: ff");
    assert!(verify(&other).unwrap_err().contains("unfair.othersecret"));
}

#[test]
fn marks_on_dice_follow_the_rules() {
    let held = r#"{"marks":["hold"],"add":false}"#;
    assert_eq!(parsed(turn_die("[2]", held, 0)), json!({"marks": ["roll"], "add": false}));
    assert_eq!(parsed(add_die("[2]", held)), json!({"marks": ["hold"], "add": true}));
    assert_eq!(parsed(marks_for("[2]", "[]", 0)), json!({"marks": ["remove"], "add": false}));
    assert_eq!(parsed(choice_of("[3,2]", r#"{"marks":["roll","hold"],"add":true}"#)), json!({"hold": [2], "count": 3}));
    assert_eq!(parsed(fresh_marks("[2]")), parsed(Ok(held.to_owned())));
    assert_eq!(parsed(fresh_marks("[]")), json!({"marks": [], "add": true}));
    assert!(turn_die(&json!([1; 33].to_vec()).to_string(), held, 0).is_err());
}

#[test]
fn r4_2_a_choice_is_judged_and_dice_are_added_up() {
    assert_eq!(may_choose("[3,2]", "[2]", 3), Ok(true));
    assert_eq!(may_choose("[3,2]", "[1]", 2), Ok(false));
    assert_eq!(may_choose("[3,2]", "[3,2]", 1), Ok(false));
    assert_eq!((speed("[3,2,2]"), speed("[]"), sinks_at()), (Ok(7), Ok(0), 4));
}

#[test]
fn charts_and_coordinates() {
    let (game, story) = played();
    let (layout, course) = (story[0]["layout"].as_str().unwrap(), story[1]["course"].as_str().unwrap());
    let course = Course::read(layout, course).unwrap();
    assert!(course.chart("dark", "coordinates").unwrap().contains(r#"class="rim""#));
    assert!(!course.chart("dark", "none").unwrap().contains(r#"class="rim""#));
    assert!(course.chart("dark", "wide").is_err());
    assert!(
        RecordBook::read(&game.record("", false, "{}", "{}").unwrap()).unwrap().picture().unwrap().contains("wake-red")
    );
    assert_eq!(parsed(looks()).as_object().unwrap().len(), 6);
    assert_eq!(
        parsed(game.view())["standing"].as_array().unwrap().iter().flat_map(|rank| rank.as_array().unwrap()).count(),
        3
    );
    assert!(boat("red", "NE", 2).unwrap().contains("boat-red"));
    let plane = parsed(plane());
    assert_eq!(plane["centers"].as_object().unwrap().len(), 26 * 26);
    assert_eq!(plane["degrees"]["NE"], -60);
}
