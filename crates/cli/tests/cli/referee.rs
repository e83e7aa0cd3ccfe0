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
