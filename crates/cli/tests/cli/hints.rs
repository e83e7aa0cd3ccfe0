//! Tests of `powerboats hint` and `powerboats course`.

use assert_cmd::{Command, cargo::cargo_bin_cmd};
use serde_json::Value;
use std::{fs, path::Path};
use tempfile::tempdir;

fn powerboats(args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("powerboats");
    command.args(args);
    command
}

/// The output of a command that succeeds.
fn printed(args: &[&str]) -> String {
    let done = powerboats(args).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// Asserts exit code 2, no standard output, and an error message with all these parts.
fn refuses(args: &[&str], input: &str, parts: &[&str]) {
    let done = powerboats(args).write_stdin(input).assert().code(2);
    let message = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(done.get_output().stdout.is_empty() && !message.contains("panicked"), "{message}");
    parts.iter().for_each(|part| assert!(message.contains(part), "{args:?}: {message:?} lacks {part:?}"));
}

fn evening(lines: usize) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/evening.txt");
    let text = fs::read_to_string(path).unwrap();
    text.lines().take(lines).map(|line| format!("{line}\n")).collect()
}

/// Red is about to finish.
const NEAR_FINISH: &str =
    "12./12./12./12./12. d3E,k1,k5,b5 C-turns red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red";

#[test]
fn a_record_a_file_and_a_text_give_the_same_hint() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("position.txt");
    fs::write(&file, format!("# near the finish\n\n{NEAR_FINISH}\n")).unwrap();
    let shown = printed(&["hint", "--position", NEAR_FINISH]);
    assert_eq!(shown, printed(&["hint", file.to_str().unwrap()]));
    assert!(shown.starts_with("Red on e5NE chooses dice. Dice: 2 1. Damage: 2. Next: finish\n"), "{shown}");
    assert!(shown.contains("\n  1.00      -      -   100 %  hold 2, roll none "), "{shown}");
    let record = folder.path().join("record.txt");
    fs::write(&record, evening(22)).unwrap();
    assert!(printed(&["hint", record.to_str().unwrap()]).starts_with("Red on y11NE chooses dice. Dice: 3 2. "));
    fs::write(&record, evening(13)).unwrap();
    assert!(printed(&["hint", record.to_str().unwrap()]).starts_with("Black places its boat. Damage: 0\nBest: "));
}

#[test]
fn json_output_is_that_of_the_referee() {
    let json = printed(&["hint", "--json", "--position", NEAR_FINISH]);
    assert!(json.starts_with(r#"{"format":1,"turn":"red","dice":[{"hold":[2,1],"count":2,"turns":1.0,"#), "{json}");
    assert_eq!(json.lines().count(), 1);
}

#[test]
fn points_are_shown_for_each_choice_on_request() {
    // One sensible choice, twelve choices that all finish, a placing, and a forced heading.
    for lines in [16, 87, 13] {
        let done = powerboats(&["hint", "-", "--points", "--json"]).write_stdin(evening(lines)).assert().success();
        let hint: Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
        let choices = ["places", "dice"].into_iter().find_map(|list| hint[list].as_array()).unwrap();
        assert!(choices.iter().all(|choice| choice["points"].as_f64().is_some_and(|points| points > 0.0)), "{hint}");
    }
    let forced = NEAR_FINISH.replace("dice:red", "steer:red:331");
    let text = printed(&["hint", "--points", "--position", &forced]);
    assert!(text.contains("\npoints\n") && text.contains("  right\n") && !text.contains("-0.00"), "{text}");
}

#[test]
fn there_is_no_hint_without_a_decision() {
    refuses(&["hint", "-"], &evening(10_000), &["standard input", "the match is over"]);
    let rolling = NEAR_FINISH.replace("dice:red", "roll:red:2+?");
    refuses(&["hint", "--position", &rolling], "", &["the dice are about to be rolled"]);
    let over =
        NEAR_FINISH.replace("red:e5NE:21:2k2:finish:14", "red:finished:21:2k2:finish:14").replace("dice:red", "over");
    refuses(&["hint", "--position", &over], "", &["the race is over"]);
}

#[test]
fn invalid_input_is_refused_with_its_location() {
    refuses(&["hint"], "", &["<FILE>"]);
    refuses(&["hint", "nowhere.txt"], "", &["cannot open nowhere.txt"]);
    refuses(&["hint", "-"], "", &["standard input", "neither a record nor a position"]);
    refuses(&["hint", "-"], "one\ntwo\n", &["line 2", "expected a single line with a position"]);
    refuses(&["hint", "-"], "\nhello\n", &["line 2: column 1", "five parts"]);
    refuses(&["hint", "-"], &evening(22).replace("2 white +21 S v14", "2 white +21 S v15"), &["line 21"]);
    refuses(&["hint", "-"], &NEAR_FINISH.replace("e5NE", "d3NE"), &["line 1: red is at d3, which is not open water"]);
    refuses(&["hint", "--position", NEAR_FINISH, "-"], "", &["--position"]);
    let twice = NEAR_FINISH.replacen(' ', "  ", 1);
    refuses(&["hint", "--position", &twice], "", &["column 21: expected five parts"]);
    let ages = NEAR_FINISH.replace(":14,", ":1000000001,");
    refuses(&["hint", "--position", &ages], "", &["red has taken 1000000001 turns"]);
}

#[test]
fn course_prints_the_facts_and_draws_a_picture() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("course.svg");
    let facts = printed(&["course", "--seed", "12", "-o", file.to_str().unwrap()]);
    let words = ["lake 1d,3dr,5dr/4d,6dr,2dr, course f18SE,t19,n6,e5, seed 12", "buoy 2    at n6, rounded left"];
    words.iter().for_each(|words| assert!(facts.contains(words), "{facts}"));
    assert!(facts.lines().any(|line| line.starts_with("par       13.")), "{facts}");
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.contains("wake wake-orange") && svg.contains("Shaded hexes: "));
    // The same buoys given by hand have the same facts.
    let layout = ["course", "--layout", "1d,3dr,5dr/4d,6dr,2dr", "--course", "f18SE,t19,n6,e5"];
    assert_eq!(printed(&layout), facts.replace(", seed 12", ""));
    let plain = [&layout[..], &["-o", file.to_str().unwrap(), "--shade", "none"]].concat();
    printed(&plain);
    assert!(!fs::read_to_string(&file).unwrap().contains("Shaded"));
}

#[test]
fn impossible_courses_are_refused() {
    refuses(&["course", "--race", "none"], "", &["race a, b or c"]);
    refuses(&["course", "--course", "f18SE,t19,n6,e5"], "", &["--layout"]);
    let layout = ["course", "--layout", "1d,3dr,5dr/4d,6dr,2dr", "--course"];
    refuses(&[&layout[..], &["f18SE,t19"]].concat(), "", &["column 1"]);
    refuses(&[&layout[..], &["f18SE,t19,t19,e5"]].concat(), "", &["buoy 1 and buoy 2 both stand on t19"]);
    refuses(&["lake", "--race", "none", "--par"], "", &["--par needs a course"]);
}

#[test]
fn lake_prints_par_on_request() {
    let done = powerboats(&["lake", "--seed", "12", "--par"]).assert().success();
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(said.starts_with("par 13.") && said.ends_with(" turns, from h21E\n"), "{said}");
    assert!(done.get_output().stdout.starts_with(b"<svg "));
}

#[test]
fn a_boat_that_faces_a_corner_can_still_finish() {
    // It has no water ahead, but it can turn on its hex.
    for corner in ["a1NW", "l1NE", "a7SW"] {
        let position = format!(
            "12./12./12./5.2#5./12./12./12. e3E,k2,k6,b6 C-turns red:{corner}:21:0:1:3,white:e5NE:31:0:1:13 dice:red"
        );
        let done = powerboats(&["hint", "--position", &position, "--json"]).assert().success();
        let json: serde_json::Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
        let best = json["dice"][0]["turns"].as_f64().unwrap();
        assert!(json.get("finishable").is_none() && best < 40.0, "{corner}: {json}");
    }
}
