//! Tests of `powerboats random` and `powerboats replay`.

use super::*;

/// The record of a new random match.
fn record(folder: &TempDir, players: &str, seed: &str) -> String {
    let args = ["random", "--matches", "1", "--players", players, "--seed", seed, "--record", "record.txt"];
    let report = stdout(folder, &args);
    let record = get(folder, "record.txt");
    let turns = record.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    let figure = |name: &str| {
        let line = report.lines().find(|line| line.starts_with(name)).expect("each figure has a line");
        line[name.len()..].trim().to_owned()
    };
    assert_eq!(figure("seed"), seed);
    assert_eq!(figure("matches"), "1");
    assert_eq!(figure("turns"), turns.to_string());
    assert_eq!(figure("crashes"), record.matches(" crash ").count().to_string());
    record
}

#[test]
fn replay_draws_the_last_race_with_its_wakes() {
    let folder = tempdir().unwrap();
    stdout(&folder, &["random", "--matches", "1", "--seed", "3", "--record", "match.txt"]);
    stdout(&folder, &["replay", "match.txt", "-o", "race.svg"]);
    let picture = std::fs::read_to_string(folder.path().join("race.svg")).unwrap();
    for color in ["orange", "yellow", "black", "red"] {
        assert!(picture.contains(&format!("wake-{color}")), "{color}");
    }
}

#[test]
fn a_new_record_can_be_replayed() {
    for (players, seed) in [("2", "1"), ("3", "2"), ("6", "3")] {
        let folder = tempdir().unwrap();
        let record = record(&folder, players, seed);
        assert_eq!(files(&folder), ["record.txt"]);
        let report = stdout(&folder, &["replay", "record.txt"]);
        assert!(report.starts_with("every line is valid: 3 races, "), "{report}");
        assert!(report.contains("\nwon by "), "{report}");
        let piped = powerboats(&folder, &["replay", "-"]).write_stdin(record).assert().success();
        assert_eq!(String::from_utf8_lossy(&piped.get_output().stdout), report);
    }
}

#[test]
fn the_same_seed_plays_the_same_matches() {
    let folder = tempdir().unwrap();
    let run = || {
        let report = stdout(&folder, &["random", "--matches", "5", "--seed", "9", "--side", "mixed"]);
        report.lines().filter(|line| !line.starts_with("time")).map(str::to_owned).collect::<Vec<_>>()
    };
    let figures = run();
    assert_eq!(figures, run());
    assert!(figures.contains(&"races      15".to_owned()), "{figures:?}");
}

/// A changed record is refused with the file, the line and the reason.
#[test]
fn a_bad_record_is_refused_with_its_line() {
    let folder = tempdir().unwrap();
    let record = record(&folder, "3", "2");
    let lines: Vec<&str> = record.lines().collect();
    let line_of = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    let with = |at: usize, line: &str| {
        let mut changed = lines.clone();
        changed[at] = line;
        changed.join("\n")
    };
    let (lake, place, end) = (line_of("lake: "), line_of("place "), line_of("end A: "));
    let cases = [
        (0, with(0, "powerboats record 2"), "a record must begin with the line `powerboats record 1`"),
        (lake, with(lake, "lake: 1d,2d,3d/4d,5d,5d"), "tile 5 is used twice"),
        (place, with(place, "place mauve a1E"), "unknown colour \"mauve\""),
        (place, with(place, lines[place + 1]), "'s turn, not "),
        (
            end,
            with(end, "end A: orange 99, yellow 0, black 0"),
            "this line does not follow from the rules: expected `end A: ",
        ),
        (end, with(end, "nonsense"), "expected a line of the log"),
    ];
    for (at, text, reason) in cases {
        put(&folder, "bad.txt", text);
        denies(&folder, &["replay", "bad.txt"], &["powerboats: bad.txt: line ", reason]);
        denies(&folder, &["replay", "bad.txt"], &[&format!("line {}: ", at + 1)]);
    }
}

#[test]
fn a_record_may_end_early() {
    let folder = tempdir().unwrap();
    let record = record(&folder, "3", "2");
    let first = record.lines().position(|line| line.starts_with("1 ")).unwrap();
    put(&folder, "early.txt", record.lines().take(first + 1).collect::<Vec<_>>().join("\n"));
    let report = stdout(&folder, &["replay", "early.txt"]);
    assert!(report.starts_with("every line is valid: 0 races, 1 turn\n"), "{report}");
    assert!(report.contains("the record ends during a race: "), "{report}");
}

#[test]
fn files_that_are_not_records_are_refused() {
    let folder = tempdir().unwrap();
    put(&folder, "garbage", [0xff, 0xfe, 0, 1, b'\n', 0x80]);
    put(&folder, "late-garbage", b"powerboats record 1\nred: \xff\n");
    put(&folder, "zeros", [0; 4096]);
    put(&folder, "empty", "");
    put(&folder, "long", vec![b'\n'; (16 << 20) + 1]);
    fs::create_dir(folder.path().join("folder")).unwrap();
    refuses(&folder, &["replay", "garbage"], &["garbage: line 1: not valid UTF-8"]);
    refuses(&folder, &["replay", "late-garbage"], &["late-garbage: line 2: not valid UTF-8"]);
    denies(&folder, &["replay", "zeros"], &["zeros: line 1: a record must begin with"]);
    denies(&folder, &["replay", "empty"], &["empty: line 1: a record must begin with"]);
    refuses(&folder, &["replay", "long"], &["long is larger than 16 MiB"]);
    refuses(&folder, &["replay", "folder"], &["folder"]);
    refuses(&folder, &["replay", "missing.txt"], &["cannot open missing.txt"]);
    denies(&folder, &["replay", "-"], &["standard input: line 1: a record must begin with"]);
}

#[test]
fn the_invalid_example_records_are_refused() {
    let folder = tempdir().unwrap();
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/records");
    let mut checked = 0;
    for entry in fs::read_dir(records.join("invalid")).unwrap() {
        let path = entry.unwrap().path();
        let path = path.to_str().unwrap();
        denies(&folder, &["replay", path], &[&format!("{path}: line ")]);
        checked += 1;
    }
    assert!(checked > 20);
    for entry in fs::read_dir(records.join("valid")).unwrap() {
        stdout(&folder, &["replay", entry.unwrap().path().to_str().unwrap()]);
    }
}

#[test]
fn a_record_that_cannot_be_written_leaves_no_file() {
    let folder = tempdir().unwrap();
    refuses(&folder, &["random", "--matches", "1", "--record", "none/record.txt"], &["cannot write none/record.txt"]);
}
