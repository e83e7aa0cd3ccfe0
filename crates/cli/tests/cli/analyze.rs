//! Tests of `powerboats analyze`: its text, its JSON and its picture.

use assert_cmd::{Command, cargo::cargo_bin_cmd};
use serde_json::Value;
use std::{fs, path::Path};
use tempfile::tempdir;

fn record(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(name)).unwrap()
}

fn evening() -> String {
    record("docs/evening.txt")
}

fn analyze(args: &[&str], text: impl Into<Vec<u8>>) -> Command {
    let mut command = cargo_bin_cmd!("powerboats");
    command.arg("analyze").args(args).arg("-").write_stdin(text);
    command
}

fn stdout(args: &[&str], text: impl Into<Vec<u8>>) -> String {
    let done = analyze(args, text).assert().success();
    assert!(done.get_output().stderr.is_empty(), "progress is for terminals");
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_text_has_tables_verdicts_and_worst_decisions() {
    let text = stdout(&[], evening());
    for part in [
        "Race A\nboat       par  traffic  errors    luck   turns             without luck\n",
        "\nThe match    luck  a race  errors  decisions     each   plays like    player\n",
        "a Rookie      Cy\n",
        "\nWithout luck: turns of all races, had the dice been average\n1. white ",
        "\nWorst decisions of red (Ada)\n  Race C, turn 4: turned left with 2 2 1 1; straight on was ",
    ] {
        assert!(text.contains(part), "{text} lacks {part:?}");
    }
    assert_eq!(text.matches("turns better").count(), 9);
    assert_eq!(stdout(&["--worst", "1"], evening()).matches("turns better").count(), 3);
    assert!(!text.contains("-0.0"));
}

#[test]
fn the_numbers_in_the_json_add_up() {
    for text in [evening(), record("crates/rules/tests/records/valid/pilots.txt")] {
        let json: Value = serde_json::from_str(&stdout(&["--json"], text)).unwrap();
        assert_eq!((json["races"].as_array().unwrap().len(), json["players"].as_array().unwrap().len()), (3, 3));
        let number = |value: &Value| value.as_f64().unwrap();
        for boat in json["races"].as_array().unwrap().iter().flat_map(|race| race["boats"].as_array().unwrap()) {
            let sum = number(&boat["par"]) + number(&boat["traffic"]) + number(&boat["error"]) - number(&boat["luck"]);
            let cost = number(&boat["turns_taken"]) + number(&boat["turns_to_go"]);
            assert!((sum - cost).abs() < 1e-2, "{sum} {cost}");
            let log = boat["turns"].as_array().unwrap();
            assert_eq!(log.len() as f64, number(&boat["turns_taken"]));
            let luck: f64 = log.iter().map(|turn| number(&turn["luck"])).sum();
            assert!((luck - number(&boat["luck"])).abs() < 1e-2);
        }
        let places: Vec<u64> = json["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|player| player["place_without_luck"].as_u64().unwrap())
            .collect();
        assert_eq!(places.iter().sum::<u64>(), 1 + 2 + 3);
    }
}

#[test]
fn points_are_shown_on_request() {
    let args = ["--points", "--simulations", "8"];
    let text = stdout(&args, evening());
    assert_eq!(text, stdout(&args, evening()), "the same again");
    let table = text.split("\nIn points ").nth(1).unwrap();
    assert!(table.lines().nth(1).unwrap().starts_with("black ") && table.lines().nth(1).unwrap().ends_with("Cy"));
    assert!(text.contains(" points better, and ") && !text.contains("turns better"));
    let json = |args: &[&str]| serde_json::from_str::<Value>(&stdout(args, evening())).unwrap();
    assert!(json(&["--json"])["players"][0]["in_points"].is_null());
    let json = json(&["--json", "--points", "--simulations", "8"]);
    let number = |points: &Value, what: &str| points[what]["points"].as_f64().unwrap();
    for player in json["players"].as_array().unwrap() {
        let points = &player["in_points"];
        let without = number(points, "points_without_luck");
        let luck = number(points, "luck") + number(points, "others_luck");
        assert!((without + luck - player["points"].as_f64().unwrap()).abs() < 1e-3);
    }
    let turn = &json["races"][0]["boats"][0]["turns"][0];
    assert!(
        turn["luck_in_points"]["white"]["standard_error"].is_number() && turn["dice"]["in_points"]["best"].is_string()
    );
}

#[test]
fn turns_of_a_stand_in_are_counted_apart() {
    // A pilot plays all of red's turns in the first race.
    let text = evening();
    let (head, rest) = text.split_once("end A").unwrap();
    let marked: Vec<String> = head.lines().map(by_stand_in).collect();
    let marked = format!("{}\nend A{rest}", marked.join("\n"));
    let turns = marked.matches(" stand-in").count();
    let report = stdout(&[], marked.clone());
    assert!(
        report.contains(&format!("\nTurns by a stand-in, counted apart\nred       {turns} turns, luck ")),
        "{report}"
    );
    assert!(report.contains("\n  stand-in "), "{report}");
    let json = |text: String| serde_json::from_str::<Value>(&stdout(&["--json"], text)).unwrap();
    let (own, apart) = (json(text), json(marked));
    let red =
        |json: &Value| json["players"].as_array().unwrap().iter().find(|it| it["color"] == "red").unwrap().clone();
    let (own, apart) = (red(&own), red(&apart));
    assert_eq!((&own["stand_in"]["turns"], &apart["stand_in"]["turns"]), (&0.into(), &turns.into()));
    for field in ["luck", "error"] {
        let [whole, mine, theirs] =
            [&own[field], &apart[field], &apart["stand_in"][field]].map(|it| it.as_f64().unwrap());
        assert!((whole - mine - theirs).abs() < 1e-3 && theirs != 0.0, "{field}: {whole} {mine} {theirs}");
    }
    assert_eq!(own["turns_without_luck"], apart["turns_without_luck"]);
}

/// A line of a record; if it is a turn of red, it is marked.
fn by_stand_in(line: &str) -> String {
    let turn = line.split(' ').nth(1) == Some("red") && line.starts_with(|first: char| first.is_ascii_digit());
    format!("{line}{}", if turn { " stand-in" } else { "" })
}

#[test]
fn the_picture_has_a_graph_for_each_race() {
    let folder = tempdir().unwrap();
    let svg = folder.path().join("match.svg");
    let text = evening().replace("red: Ada", "red: Ada <&> co");
    analyze(&["--svg", svg.to_str().unwrap()], text).assert().success();
    let svg = fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("red Ada &lt;&amp;&gt; co"));
    assert_eq!((svg.matches(">Race ").count(), svg.matches(" turns, luck ").count()), (3, 9));
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    assert!(stdout(&["--svg", "-"], evening()).ends_with("</svg>\n"), "a picture alone");
}

#[test]
fn unfinished_records_are_analysed_as_far_as_they_go() {
    let whole = evening();
    let head = |lines: usize| whole.lines().take(lines).map(|line| format!("{line}\n")).collect::<String>();
    assert_eq!(stdout(&[], head(12)), "Nothing has been played yet.\n");
    assert!(stdout(&[], head(13)).ends_with("Nothing has been played yet.\n"));
    assert!(stdout(&[], head(15)).contains("red       13.3  not placed yet\n"));
    assert!(stdout(&[], head(40)).contains("Race A, not over yet\n"));
    let folder = tempdir().unwrap();
    for lines in [12, 13, 15, 16, 17, 40, 89, 90] {
        let svg = folder.path().join("match.svg");
        analyze(&["--json", "--svg", svg.to_str().unwrap()], head(lines)).assert().success();
        assert!(!fs::read_to_string(svg).unwrap().contains("NaN"));
    }
}

#[test]
fn invalid_records_are_refused_with_line_and_reason() {
    let cases = [
        ("garbage\n".to_owned(), "line 1: a record must begin with the line `powerboats record 1`"),
        (String::new(), "line 1: a record must begin with"),
        (
            evening().replace("1 white +1 L u17", "1 white +1 L v16"),
            "line 18: this line does not follow from the rules",
        ),
    ];
    for (text, message) in cases {
        let done = analyze(&[], text).assert().code(2);
        let output = done.get_output();
        assert!(output.stdout.is_empty());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(message) && said.contains("standard input"), "{said}");
    }
    cargo_bin_cmd!("powerboats").args(["analyze", "there-is-no-such-file"]).assert().code(2);
    let done = analyze(&["--svg", "no/such/folder.svg"], evening()).assert().code(2);
    assert!(done.get_output().stdout.is_empty());
}
