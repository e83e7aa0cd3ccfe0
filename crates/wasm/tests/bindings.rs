//! The bindings as the page uses them: a regatta sailed by pilots, followed, recorded, read again, verified.

use powerboats_wasm::{Game, Pilots, boat, commitment, lake_chart, plane, read_record, verify};
use serde_json::{Value, json};

const SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SALTS: &str = r#"{"red":"one","white":"two","black":"three"}"#;
const SETUP: &str = r#"{"players":["red","white","black"],"sides":"dark","races":1}"#;

fn parsed(text: Result<String, String>) -> Value {
    serde_json::from_str(&text.unwrap()).unwrap()
}

/// Sails with skippers to the end: the game and its story.
fn sailed() -> (Game, Vec<Value>) {
    let (mut game, pilots) = (Game::open(SETUP, SECRET, SALTS).unwrap(), Pilots::new());
    let mut story = parsed(game.opening()).as_array().unwrap().clone();
    while let Some(turn) = parsed(game.view())["state"]["turn"].as_str().map(str::to_owned) {
        let decision = pilots.ask(&game, "skipper").unwrap();
        story.extend(parsed(game.decide(&turn, &decision)).as_array().unwrap().clone());
    }
    (game, story)
}

#[test]
fn a_story_can_be_followed_told_recorded_and_verified() {
    let (game, story) = sailed();
    assert_eq!(story.last().unwrap()["type"], "over");
    let followed = Game::follow(&json!(story).to_string()).unwrap();
    assert_eq!(parsed(followed.view()), parsed(game.view()));

    let half = story.len() / 2;
    let mut later = Game::follow(&json!(story[..half]).to_string()).unwrap();
    later.tell(&json!(story[half..]).to_string()).unwrap();
    assert_eq!(parsed(later.view()), parsed(game.view()));

    let record = game.record(SECRET, true, SALTS, r#"{"red":"Ada"}"#).unwrap();
    assert!(record.contains("red: Ada") && record.contains(&commitment(SECRET).unwrap()));
    let read = parsed(read_record(&record));
    assert_eq!(read["happenings"], json!(story), "a record tells the story it was made from");
    assert_eq!(read["names"]["red"], "Ada");
    let turns = story.iter().filter(|happening| happening["type"] == "rolled").count();
    assert_eq!(verify(&record), Ok(turns as u32));
    assert!(verify(&game.record(SECRET, false, SALTS, "{}").unwrap()).unwrap_err().contains("secret"));

    let analysis = parsed(Pilots::new().analyze(&record));
    assert_eq!(analysis["players"].as_array().unwrap().len(), 3);
    assert_eq!(analysis["races"][0]["race"], 1);
}

#[test]
fn dice_taken_up_again_roll_what_they_would_have_rolled() {
    let (_, story) = sailed();
    let until = story.iter().position(|happening| happening["type"] == "rolled").unwrap();
    let mut game = Game::follow(&json!(story[..until]).to_string()).unwrap();
    game.take_dice(SECRET, SALTS).unwrap();
    let rolled = &story[until];
    let decision = json!({"type": "dice", "hold": rolled["hold"], "count": rolled["count"]});
    let news = parsed(game.decide(rolled["color"].as_str().unwrap(), &decision.to_string()));
    assert_eq!(&news[0], rolled);
}

#[test]
fn a_steering_boat_sees_three_headings_and_a_choosing_one_its_reach() {
    let (_, story) = sailed();
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
fn what_is_wrong_is_refused_with_a_code() {
    let code = |thrown: String| serde_json::from_str::<Value>(&thrown).unwrap()["code"].as_str().unwrap().to_owned();
    assert_eq!(Game::open(SETUP, "no", SALTS).err().map(code).unwrap(), "bad-value");
    assert_eq!(Game::open("{", SECRET, SALTS).err().map(code).unwrap(), "bad-json");
    assert_eq!(Game::follow("[]").err().map(code).unwrap(), "bad-value");
    let mut game = Game::open(SETUP, SECRET, SALTS).unwrap();
    let turn = parsed(game.view())["state"]["turn"].as_str().unwrap().to_owned();
    let refused = game.decide(&turn, r#"{"type":"steer","to":"left"}"#).unwrap_err();
    assert_eq!(code(refused), "wrong-phase");
    assert_eq!(code(read_record("hello").unwrap_err()), "bad-value");
    assert_eq!(code(lake_chart("1d", "light").unwrap_err()), "bad-value");
}

#[test]
fn pictures_and_the_plane() {
    let game = Game::open(SETUP, SECRET, SALTS).unwrap();
    assert!(game.chart("dark").unwrap().starts_with("<svg "));
    assert!(boat("red", "NE", 2).unwrap().contains("boat-red"));
    let plane = parsed(plane());
    assert_eq!(plane["centers"].as_object().unwrap().len(), 26 * 26);
    assert_eq!(plane["degrees"]["NE"], -60);
}
