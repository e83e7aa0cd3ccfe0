//! Tests of `powerboats referee`.

use super::*;

/// The answers to this input, one per line.
fn answers(input: impl Into<Vec<u8>>) -> Vec<String> {
    let done = powerboats(&tempdir().unwrap(), &["referee"]).write_stdin(input).assert().success().stderr("");
    let text = String::from_utf8(done.get_output().stdout.clone()).expect("answers are UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(str::to_owned).collect()
}

/// The error code of each answer, or `ok`.
fn codes(input: impl Into<Vec<u8>>) -> Vec<String> {
    let code = |answer: String| match answer.strip_prefix(r#"{"error":{"code":""#) {
        Some(rest) => rest.split('"').next().unwrap().to_owned(),
        None => {
            assert!(answer.starts_with(r#"{"ok":"#), "{answer}");
            "ok".to_owned()
        }
    };
    answers(input).into_iter().map(code).collect()
}

const MATCH: &str = r#"{"op":"match","players":["red","white","black"],"side":"dark","seed":1}"#;

#[test]
fn the_same_seed_begins_the_same_match() {
    let input = format!("{MATCH}\n{{\"op\":\"legal\"}}\n{{\"op\":\"state\"}}\n");
    let first = answers(&*input);
    assert_eq!(first.len(), 3);
    assert!(first[0].starts_with(r#"{"ok":{"course":{"lake":["#) && first[1].starts_with(r#"{"ok":{"places":["#));
    assert_eq!(first[0], first[2]);
    assert_eq!(first, answers(&*input));
}

#[test]
fn every_invalid_line_is_answered() {
    let mut input = b"garbage\n\n   \n{\"op\":\n[1,2]\n\xff\xfe\n{\"op\":\"\xff\"}\n\0\n".to_vec();
    input.extend(format!("{MATCH}\n").bytes());
    let codes = codes(input);
    assert_eq!(codes[..8], ["bad-json"; 8]);
    assert_eq!(codes[8..], ["ok"]);
}

#[test]
fn requests_are_checked_strictly() {
    let input = [
        r#"{"op":"state"}"#,
        r#"{"op":"sail"}"#,
        r#"{"players":[]}"#,
        r#"{"op":"legal","please":true}"#,
        r#"{"op":"legal","op":"legal"}"#,
        r#"{"op":"steer","to":"up"}"#,
        MATCH,
        r#"{"op":"steer","to":"left"}"#,
        r#"{"op":"place","at":"a1","heading":"E"}"#,
    ];
    let expected = [
        "no-race",
        "unknown-op",
        "missing-field",
        "unknown-field",
        "bad-json",
        "bad-value",
        "ok",
        "wrong-phase",
        "illegal-place",
    ];
    assert_eq!(codes(input.join("\n")), expected);
}

#[test]
fn the_last_line_needs_no_newline() {
    assert_eq!(codes(MATCH), ["ok"]);
    assert_eq!(codes(format!("{MATCH}\r\n")), ["ok"]);
    assert!(codes("").is_empty());
}

#[test]
fn a_line_of_a_mebibyte_is_read_and_one_byte_more_is_not() {
    const MOST: usize = 1 << 20;
    for (length, first) in [(MOST, "ok"), (MOST + 1, "too-long"), (MOST + 2, "too-long"), (3 * MOST, "too-long")] {
        let padded = MATCH.to_owned() + &" ".repeat(length - MATCH.len());
        assert_eq!(codes(&*padded), [first], "{length} bytes without a newline");
        assert_eq!(codes(padded + "\n" + MATCH), [first, "ok"], "{length} bytes and another line");
    }
}

/// A program that waits for each answer before it sends the next line must not block.
#[test]
fn each_answer_is_sent_at_once() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let program = assert_cmd::cargo::cargo_bin!("powerboats");
    let mut child = Command::new(program).arg("referee").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut ask, mut answer) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for line in [MATCH, r#"{"op":"legal"}"#, "garbage"] {
        writeln!(ask, "{line}").unwrap();
        let mut text = String::new();
        answer.read_line(&mut text).unwrap();
        assert!(text.starts_with('{') && text.ends_with("}\n"), "{text}");
    }
    drop(ask);
    assert!(child.wait().unwrap().success());
}

/// An answer as JSON.
fn asked(referee: &mut powerboats_referee::Referee, line: &str) -> serde_json::Value {
    serde_json::from_str(&referee.answer(line.as_bytes())).unwrap()
}

#[test]
fn an_answer_has_the_id_of_its_request() {
    let mut referee = powerboats_referee::Referee::new(1);
    let longest = "x".repeat(64);
    for id in ["7".to_owned(), "18446744073709551615".to_owned(), "\"a\"".to_owned(), format!("{longest:?}")] {
        for (line, part) in [
            (format!(r#"{{"op":"version","id":{id}}}"#), "ok"),
            (format!(r#"{{"op":"state","id":{id}}}"#), "error"),
            (format!(r#"{{"op":"fly","id":{id}}}"#), "error"),
            (format!(r#"{{"op":"steer","id":{id}}}"#), "error"),
            (format!(r#"{{"id":{id}}}"#), "error"),
            (format!(r#"{{"op":"state","id":{id},"table":5}}"#), "error"),
        ] {
            let answer = referee.answer(line.as_bytes());
            assert!(answer.starts_with(&format!("{{\"{part}\":")), "{line}: {answer}");
            assert!(answer.ends_with(&format!(",\"id\":{id}}}")), "{line}: {answer}");
        }
    }
    for id in ["-1", "1.5", "null", "[]", "\"\"", &format!("\"{longest}y\"")] {
        let answer = asked(&mut referee, &format!(r#"{{"op":"version","id":{id}}}"#));
        assert_eq!((answer["error"]["code"].as_str(), answer.get("id")), (Some("bad-value"), None), "{answer}");
    }
}

#[test]
fn each_table_has_its_own_game() {
    let mut referee = powerboats_referee::Referee::new(1);
    let start = |seed: u32, table: &str| {
        format!(r#"{{"op":"match","players":["red","white"],"side":"dark","seed":{seed},"table":"{table}"}}"#)
    };
    let state = |table: &str| format!(r#"{{"op":"state","table":"{table}"}}"#);
    asked(&mut referee, MATCH);
    let [one, two] = [(5, "one"), (6, "two")].map(|(seed, table)| asked(&mut referee, &start(seed, table)));
    assert_ne!(one["ok"]["course"], two["ok"]["course"]);
    let place = one["ok"]["course"]["places"][0].as_str().unwrap();
    asked(&mut referee, &format!(r#"{{"op":"place","at":"{place}","heading":"E","table":"one"}}"#));
    assert_ne!(asked(&mut referee, &state("one")), one);
    assert_eq!(asked(&mut referee, &state("two")), two);
    assert_eq!(asked(&mut referee, r#"{"op":"state"}"#)["ok"]["state"]["boats"].as_array().unwrap().len(), 3);
    assert_eq!(asked(&mut referee, r#"{"op":"close","table":"one"}"#), serde_json::json!({"ok": {}}));
    for op in ["state", "close"] {
        let gone = asked(&mut referee, &format!(r#"{{"op":"{op}","table":"one"}}"#));
        assert_eq!(gone["error"]["code"], "no-race", "{gone}");
    }
    let most = asked(&mut referee, r#"{"op":"version"}"#)["ok"]["tables"].as_u64().unwrap();
    for number in 3..=most {
        assert!(asked(&mut referee, &start(1, &number.to_string()))["ok"].is_object(), "{number}");
    }
    assert_eq!(asked(&mut referee, &start(1, "too many"))["error"]["code"], "bad-value");
    // An existing table can start a new race, and a free one can be used.
    assert!(asked(&mut referee, &start(2, "two"))["ok"].is_object());
    asked(&mut referee, r#"{"op":"close"}"#);
    assert!(asked(&mut referee, &start(1, "too many"))["ok"].is_object());
}

#[test]
fn a_match_has_a_record_and_a_race_has_a_position() {
    let mut referee = powerboats_referee::Referee::new(1);
    for op in ["record", "position"] {
        assert_eq!(asked(&mut referee, &format!(r#"{{"op":"{op}"}}"#))["error"]["code"], "no-race");
    }
    let begun = asked(&mut referee, MATCH);
    for place in begun["ok"]["course"]["places"].as_array().unwrap().iter().take(3) {
        asked(&mut referee, &format!(r#"{{"op":"place","at":{place},"heading":"E"}}"#));
    }
    let rolled = asked(&mut referee, r#"{"op":"dice","hold":[],"count":1}"#);
    let to = &rolled["ok"]["options"][0]["to"];
    asked(&mut referee, &format!(r#"{{"op":"steer","to":{to}}}"#));
    let record = asked(&mut referee, r#"{"op":"record","names":{"red":"Ada Lovelace"}}"#);
    let text = record["ok"]["record"].as_str().unwrap();
    assert!(text.starts_with("powerboats record 1\n") && text.contains("\nred: Ada Lovelace\n"), "{text}");
    assert!(text.contains("\nwhite: white\n"), "{text}");
    let book = powerboats_rules::replay(text).unwrap();
    let position = asked(&mut referee, r#"{"op":"position"}"#);
    let race = position["ok"]["position"].as_str().unwrap().parse::<powerboats_rules::PositionText>().unwrap();
    assert_eq!(race.race().unwrap(), *book.regatta().race().unwrap());
    for (names, code) in
        [(r#"{"mauve":"x"}"#, "unknown-field"), (r#"{"red":"a\nb"}"#, "bad-value"), (r#"["x"]"#, "bad-value")]
    {
        let answer = asked(&mut referee, &format!(r#"{{"op":"record","names":{names}}}"#));
        assert_eq!(answer["error"]["code"], code, "{answer}");
    }
    // A race on a lake of one's own has no tiles, so it has no record, but a position.
    let race = r#"{"op":"race","lake":["............","............","............",".....##.....","............","............","............"],"line":{"buoy":"e3","heading":"E"},"buoys":["k2","k6","b6"],"players":["red","white"],"starter":"red"}"#;
    asked(&mut referee, race);
    assert_eq!(asked(&mut referee, r#"{"op":"record"}"#)["error"]["code"], "no-race");
    let position = asked(&mut referee, r#"{"op":"position"}"#);
    assert!(position["ok"]["position"].as_str().unwrap().starts_with("12./12./12./5."), "{position}");
}

#[test]
fn a_course_that_cannot_be_finished_says_so() {
    let mut referee = powerboats_referee::Referee::new(1);
    // Buoy 1 stands on an island of its own lake: a wall of land lies between it and the boats.
    let rows = [".".repeat(12), ".".repeat(12), ".".repeat(12), ".".repeat(12), "#".repeat(12), ".".repeat(12)];
    let race = serde_json::json!({
        "op": "race", "lake": rows, "line": {"buoy": "d3", "heading": "E"}, "buoys": ["c6", "f6", "i6"],
        "players": ["red", "white"], "starter": "red",
    });
    assert!(asked(&mut referee, &race.to_string())["ok"].is_object());
    let hint = asked(&mut referee, r#"{"op":"hint"}"#);
    assert_eq!((&hint["ok"]["finishable"], &hint["ok"]["places"]), (&false.into(), &serde_json::json!([])), "{hint}");
    let position = asked(&mut referee, r#"{"op":"position"}"#)["ok"]["position"].as_str().unwrap().to_owned();
    let folder = tempdir().unwrap();
    let text = stdout(&folder, &["hint", "--position", &position]);
    assert!(text.ends_with("\nNo way leads to the finish from here.\n") && !text.contains("turns"), "{text}");
}
