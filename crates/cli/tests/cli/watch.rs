//! Tests of `powerboats watch`.

use super::*;

#[test]
fn a_match_is_shown_race_by_race() {
    let folder = tempdir().unwrap();
    let args = ["watch", "--seed", "5", "--players", "3", "--side", "mixed"];
    let text = stdout(&folder, &args);
    for part in ["Race A   lake ", "\nend A: ", "\nRace C   lake ", "\nend: 1 "] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let last = text.lines().last().unwrap();
    assert!(last.ends_with("To repeat this match: powerboats watch --players 3 --seed 5 --side mixed"), "{last}");
    assert_eq!(text, stdout(&folder, &args));
}

#[test]
fn a_pipe_gets_no_escape_codes() {
    let folder = tempdir().unwrap();
    assert!(!stdout(&folder, &["watch", "--seed", "5"]).contains('\x1b'));
    let plain = powerboats(&folder, &["watch", "--seed", "5"]).env("NO_COLOR", "1").assert().success();
    assert!(!plain.get_output().stdout.contains(&b'\x1b'));
    let random = powerboats(&folder, &["random", "--matches", "3"]).assert().success();
    assert!(![&random.get_output().stdout, &random.get_output().stderr].iter().any(|out| out.contains(&b'\x1b')));
}

#[test]
fn its_record_can_be_replayed() {
    let folder = tempdir().unwrap();
    stdout(&folder, &["watch", "captain", "skipper", "--seed", "5", "--record", "match.txt"]);
    assert!(stdout(&folder, &["replay", "match.txt"]).contains("captain"));
    // Some editors write a byte order mark at the start of a file.
    put(&folder, "marked.txt", format!("\u{feff}{}", get(&folder, "match.txt")));
    let replayed = |file: &str| stdout(&folder, &["replay", file]).replace(file, "");
    assert_eq!(replayed("marked.txt"), replayed("match.txt"));
}

#[test]
fn it_stops_after_the_given_number_of_turns() {
    let text = stdout(&tempdir().unwrap(), &["watch", "--seed", "5", "--turns", "3"]);
    assert!(text.contains("\n3 turns. ") && !text.contains("end A"), "{text}");
}
