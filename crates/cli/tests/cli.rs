//! The commands as a person or a program meets them: what they print, what they write, and what they refuse.

use assert_cmd::{Command, cargo::cargo_bin_cmd};
use std::{fs, path::Path};
use tempfile::{TempDir, tempdir};

/// A command in a folder of its own.
fn powerboats(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("powerboats");
    command.current_dir(folder.path()).args(args);
    command
}

/// What a command prints that goes well.
fn stdout(folder: &TempDir, args: &[&str]) -> String {
    let done = powerboats(folder, args).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).expect("output is UTF-8")
}

/// Exit code 2, nothing on standard output, no new file; gives what stands on standard error.
fn refusal(folder: &TempDir, args: &[&str]) -> String {
    let before = files(folder);
    let done = powerboats(folder, args).assert().code(2);
    let output = done.get_output();
    assert!(output.stdout.is_empty(), "{args:?} printed {}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(files(folder), before, "{args:?} wrote something");
    let message = String::from_utf8(output.stderr.clone()).expect("messages are UTF-8");
    assert!(!message.contains("panicked"), "{message}");
    message
}

/// Refused, with a message that has all these parts.
fn refuses(folder: &TempDir, args: &[&str], parts: &[&str]) {
    let message = refusal(folder, args);
    for part in parts {
        assert!(message.contains(part), "{args:?}: {message:?} lacks {part:?}");
    }
}

fn files(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn put(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) {
    fs::write(folder.path().join(name), content).unwrap();
}

fn get(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

mod arguments {
    use super::*;

    #[test]
    fn without_a_command_there_is_help() {
        let message = refusal(&tempdir().unwrap(), &[]);
        for command in ["lake", "watch", "random", "replay", "perft", "referee"] {
            assert!(message.contains(&format!("\n  {command} ")), "{message}");
        }
    }

    #[test]
    fn help_and_version_are_no_faults() {
        let folder = tempdir().unwrap();
        assert_eq!(stdout(&folder, &["--version"]), concat!("powerboats ", env!("CARGO_PKG_VERSION"), "\n"));
        for command in ["lake", "watch", "random", "replay", "perft", "referee"] {
            assert!(stdout(&folder, &[command, "--help"]).contains(&format!("Usage: powerboats {command}")));
        }
    }

    #[test]
    fn what_no_command_takes_is_refused() {
        let folder = tempdir().unwrap();
        let cases: [(&[&str], &str); 9] = [
            (&["sail"], "'sail'"),
            (&["lake", "--bogus"], "'--bogus'"),
            (&["lake", "extra"], "'extra'"),
            (&["watch", "--bogus"], "'--bogus'"),
            (&["random", "--bogus"], "'--bogus'"),
            (&["replay", "one", "two"], "'two'"),
            (&["perft", "2", "3"], "'3'"),
            (&["perft", "--bogus", "2"], "'--bogus'"),
            (&["referee", "extra"], "'extra'"),
        ];
        for (args, part) in cases {
            refuses(&folder, args, &[part]);
        }
    }

    #[test]
    fn what_a_command_needs_must_be_there() {
        let folder = tempdir().unwrap();
        refuses(&folder, &["replay"], &["<FILE>"]);
        refuses(&folder, &["perft"], &["<DEPTH>"]);
        refuses(&folder, &["lake", "-o"], &["<FILE>"]);
    }

    #[test]
    fn a_seed_is_a_number_below_2_to_the_64th() {
        let folder = tempdir().unwrap();
        for command in ["lake", "watch", "random"] {
            for seed in ["x", "", "-1", "1.5", "18446744073709551616"] {
                refuses(&folder, &[command, "--seed", seed], &[seed, "--seed"]);
            }
        }
        let range = "a seed is a whole number from 0 to 18446744073709551615";
        refuses(&folder, &["lake", "--seed", "seven"], &["seven", range]);
        stdout(&folder, &["lake", "--seed", "18446744073709551615"]);
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let folder = tempdir().unwrap();
        let cases: [&[&str]; 9] = [
            &["watch", "--players", "1"],
            &["watch", "--players", "7"],
            &["watch", "--delay", "10001"],
            &["watch", "--turns", "-1"],
            &["random", "--players", "7"],
            &["random", "--matches", "0"],
            &["random", "--matches", "many"],
            &["perft", "0"],
            &["perft", "13"],
        ];
        for args in cases {
            refuses(&folder, args, &[args[args.len() - 1]]);
        }
    }
}

mod lake {
    use super::*;
    use powerboats_referee::{Referee, SeededDice};
    use powerboats_rules::{Layout, Sides, draw_lake};

    #[test]
    fn a_seed_gives_one_lake() {
        let folder = tempdir().unwrap();
        let lake = |args: &[&str]| stdout(&folder, &[&["lake"], args].concat());
        let seven = lake(&["--seed", "7"]);
        assert!(seven.starts_with("<svg ") && seven.ends_with("</svg>\n"));
        assert_eq!(seven, lake(&["--seed", "7", "--race", "A", "--side", "dark", "--water", "dark"]));
        let others: [&[&str]; 6] = [
            &["--seed", "8"],
            &["--seed", "7", "--side", "light"],
            &["--seed", "7", "--side", "mixed"],
            &["--seed", "7", "--race", "b"],
            &["--seed", "7", "--race", "none"],
            &["--seed", "7", "--water", "light"],
        ];
        for other in others {
            assert_ne!(seven, lake(other), "{other:?}");
        }
    }

    #[test]
    fn without_a_seed_lakes_differ() {
        let folder = tempdir().unwrap();
        assert_ne!(stdout(&folder, &["lake"]), stdout(&folder, &["lake"]));
    }

    #[test]
    fn a_file_is_written_whole_and_what_it_shows_is_said() {
        let folder = tempdir().unwrap();
        let args = ["lake", "--seed", "7", "--side", "light", "-o", "lake.svg"];
        let done = powerboats(&folder, &args).assert().success().stdout("");
        let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        let svg = get(&folder, "lake.svg");
        assert_eq!(files(&folder), ["lake.svg"]);
        assert_eq!(svg, stdout(&folder, &args[..5]));
        // The layout that is said draws the same lake again.
        let rest = said.strip_prefix("lake.svg: seed 7, lake ").expect("what it shows is said");
        let (layout, _) = rest.split_once(", course ").expect("the course is said");
        let again = stdout(&folder, &["lake", "--layout", layout, "--race", "none"]);
        assert_eq!(again, stdout(&folder, &["lake", "--seed", "7", "--side", "light", "--race", "none"]));
        // An old file gives way.
        put(&folder, "lake.svg", "old");
        powerboats(&folder, &args).assert().success();
        assert_eq!(get(&folder, "lake.svg"), svg);
    }

    /// The lake of a seed is the lake of the match with that seed.
    #[test]
    fn the_match_of_a_seed_is_on_its_lake() {
        let folder = tempdir().unwrap();
        for (sides, seed) in [(Sides::Dark, 1), (Sides::Light, 2), (Sides::Mixed, 3)] {
            let players = r#"["orange","yellow","black","red","purple","white"]"#;
            let line = format!(r#"{{"op":"match","players":{players},"side":"{sides}","seed":{seed}}}"#);
            let answer = Referee::new(0).answer(line.as_bytes());
            let (layout, course) = draw_lake(sides, 6, &mut SeededDice::new(seed));
            let rows: Vec<String> = layout.lake().rows().iter().map(|row| format!("{row:?}")).collect();
            assert!(answer.contains(&format!(r#""lake":[{}]"#, rows.join(","))), "the referee's lake");
            let svg = stdout(&folder, &["lake", "--seed", &seed.to_string(), "--side", sides.name()]);
            assert!(svg.contains(&format!(">Powerboats: lake {layout}</title>")), "the chart's lake");
            for (buoy, number) in course.plan().buoys.into_iter().zip(1..) {
                assert!(svg.contains(&format!("Buoy {number} at {buoy} is rounded")), "the chart's course");
                assert!(answer.contains(&format!("\"{buoy}\"")), "the referee's course");
            }
        }
    }

    #[test]
    fn tiles_may_be_laid_by_hand() {
        let folder = tempdir().unwrap();
        let text = "1d,4dr,2l/6d,3lr,5d";
        let svg = stdout(&folder, &["lake", "--layout", text, "--seed", "1", "--race", "c"]);
        assert!(svg.contains(&format!("Powerboats: lake {}", text.parse::<Layout>().unwrap())));
        let light = stdout(&folder, &["lake", "--layout", "1l,4lr,2l/6l,3lr,5l", "--race", "none"]);
        assert!(light.contains("water-light") && svg.contains("water-dark"));
    }

    #[test]
    fn a_bad_layout_is_refused_with_its_place() {
        let folder = tempdir().unwrap();
        let cases = [
            ("", "column 1: expected two rows of tiles"),
            ("1d,2d,3d", "column 1: expected two rows of tiles"),
            ("1d,2d,3d/4d,5d", "column 10: expected three tiles"),
            ("1d,2x,3d/4d,5d,6d", "column 4: expected a tile"),
            ("1d,2d,3d/4d,5d,5l", "tile 5 is laid twice"),
            ("1d,2d,3d/4d,5d,7d", "column 16: expected a tile"),
        ];
        for (layout, reason) in cases {
            refuses(&folder, &["lake", "--layout", layout, "-o", "lake.svg"], &["--layout", reason]);
        }
        refuses(&folder, &["lake", "--layout", "1d,2d,3d/4d,5d,6d", "--side", "dark"], &["--side"]);
    }

    #[test]
    fn other_bad_words_are_refused() {
        let folder = tempdir().unwrap();
        refuses(&folder, &["lake", "--side", "blue", "-o", "lake.svg"], &["blue", "dark, light, mixed"]);
        refuses(&folder, &["lake", "--race", "d", "-o", "lake.svg"], &["'d'", "a, b, c, none"]);
        refuses(&folder, &["lake", "--water", "mixed", "-o", "lake.svg"], &["mixed", "light, dark"]);
    }

    #[test]
    fn where_nothing_can_be_written_nothing_is_left() {
        let folder = tempdir().unwrap();
        fs::create_dir(folder.path().join("folder")).unwrap();
        refuses(&folder, &["lake", "-o", "folder"], &["can't write folder"]);
        refuses(&folder, &["lake", "-o", "none/lake.svg"], &["can't write none/lake.svg"]);
        assert_eq!(fs::read_dir(folder.path().join("folder")).unwrap().count(), 0);
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_is_written_to_and_stays_a_pipe() {
        use std::{os::unix::fs::FileTypeExt, process};
        let folder = tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut reader = process::Command::new("cat").arg(&pipe).stdout(process::Stdio::null()).spawn().unwrap();
        powerboats(&folder, &["lake", "--seed", "1", "-o", "pipe"]).assert().success();
        let still = fs::metadata(&pipe).unwrap().file_type().is_fifo();
        if !still {
            reader.kill().unwrap(); // it waits for ever
        }
        reader.wait().unwrap();
        assert!(still);
    }
}

mod watch {
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
        assert!(last.ends_with("The same match again: powerboats watch --players 3 --seed 5 --side mixed"), "{last}");
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
    fn its_record_replays() {
        let folder = tempdir().unwrap();
        stdout(&folder, &["watch", "captain", "skipper", "--seed", "5", "--record", "match.txt"]);
        assert!(stdout(&folder, &["replay", "match.txt"]).contains("captain"));
        // Some editors put a byte order mark first.
        put(&folder, "marked.txt", format!("\u{feff}{}", get(&folder, "match.txt")));
        let replayed = |file: &str| stdout(&folder, &["replay", file]).replace(file, "");
        assert_eq!(replayed("marked.txt"), replayed("match.txt"));
    }

    #[test]
    fn it_ends_after_so_many_turns() {
        let text = stdout(&tempdir().unwrap(), &["watch", "--seed", "5", "--turns", "3"]);
        assert!(text.contains("\n3 turns. ") && !text.contains("end A"), "{text}");
    }
}

mod random_and_replay {
    use super::*;

    /// A record just made.
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
    fn a_record_just_made_replays() {
        for (players, seed) in [("2", "1"), ("3", "2"), ("6", "3")] {
            let folder = tempdir().unwrap();
            let record = record(&folder, players, seed);
            assert_eq!(files(&folder), ["record.txt"]);
            let report = stdout(&folder, &["replay", "record.txt"]);
            assert!(report.starts_with("every line is right: 3 races, "), "{report}");
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
            (0, with(0, "powerboats record 2"), "a record begins with the line `powerboats record 1`"),
            (lake, with(lake, "lake: 1d,2d,3d/4d,5d,5d"), "tile 5 is laid twice"),
            (place, with(place, "place mauve a1E"), "\"mauve\" is no colour"),
            (place, with(place, lines[place + 1]), "'s turn, not "),
            (end, with(end, "end A: orange 99, yellow 0, black 0"), "by the rules this line reads `end A: "),
            (end, with(end, "nonsense"), "expected a line of the log"),
        ];
        for (at, text, reason) in cases {
            put(&folder, "bad.txt", text);
            refuses(&folder, &["replay", "bad.txt"], &["powerboats: bad.txt: line ", reason]);
            refuses(&folder, &["replay", "bad.txt"], &[&format!("line {}: ", at + 1)]);
        }
    }

    #[test]
    fn a_record_may_end_early() {
        let folder = tempdir().unwrap();
        let record = record(&folder, "3", "2");
        let first = record.lines().position(|line| line.starts_with("1 ")).unwrap();
        put(&folder, "early.txt", record.lines().take(first + 1).collect::<Vec<_>>().join("\n"));
        let report = stdout(&folder, &["replay", "early.txt"]);
        assert!(report.starts_with("every line is right: 0 races, 1 turn\n"), "{report}");
        assert!(report.contains("the record ends in mid-race: "), "{report}");
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let folder = tempdir().unwrap();
        put(&folder, "garbage", [0xff, 0xfe, 0, 1, b'\n', 0x80]);
        put(&folder, "late-garbage", b"powerboats record 1\nred: \xff\n");
        put(&folder, "zeros", [0; 4096]);
        put(&folder, "empty", "");
        put(&folder, "long", vec![b'\n'; (16 << 20) + 1]);
        fs::create_dir(folder.path().join("folder")).unwrap();
        refuses(&folder, &["replay", "garbage"], &["garbage: line 1: this is no UTF-8 text"]);
        refuses(&folder, &["replay", "late-garbage"], &["late-garbage: line 2: this is no UTF-8 text"]);
        refuses(&folder, &["replay", "zeros"], &["zeros: line 1: a record begins with"]);
        refuses(&folder, &["replay", "empty"], &["empty: line 1: a record begins with"]);
        refuses(&folder, &["replay", "long"], &["long is longer than 16 MiB"]);
        refuses(&folder, &["replay", "folder"], &["folder"]);
        refuses(&folder, &["replay", "missing.txt"], &["can't open missing.txt"]);
        refuses(&folder, &["replay", "-"], &["standard input: line 1: a record begins with"]);
    }

    #[test]
    fn the_invalid_records_on_file_are_refused() {
        let folder = tempdir().unwrap();
        let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/records");
        let mut checked = 0;
        for entry in fs::read_dir(records.join("invalid")).unwrap() {
            let path = entry.unwrap().path();
            let path = path.to_str().unwrap();
            refuses(&folder, &["replay", path], &[&format!("{path}: line ")]);
            checked += 1;
        }
        assert!(checked > 20);
        for entry in fs::read_dir(records.join("valid")).unwrap() {
            stdout(&folder, &["replay", entry.unwrap().path().to_str().unwrap()]);
        }
    }

    #[test]
    fn a_record_that_cannot_be_written_is_no_file_at_all() {
        let folder = tempdir().unwrap();
        refuses(
            &folder,
            &["random", "--matches", "1", "--record", "none/record.txt"],
            &["can't write none/record.txt"],
        );
    }
}

mod perft {
    use super::*;

    #[test]
    fn counts_are_right() {
        let text = stdout(&tempdir().unwrap(), &["perft", "5"]);
        // All but the time, which differs from run to run.
        let lines = text.lines().map(|line| line.split("  (").next().unwrap());
        let names = ["pond", "crowd", "home", "regatta"];
        let counts = [
            [42, 1512, 3024, 6048, 13968],
            [23, 122, 122, 976, 4026],
            [5, 14, 32, 352, 1376],
            [54, 2592, 108_864, 217_728, 435_456],
        ];
        let golden = names.iter().zip(counts).flat_map(|(name, counts)| {
            let line = move |(depth, count)| format!("{name:<12} depth {depth}: {count:>14}  right");
            (1..).zip(counts).map(line).collect::<Vec<_>>()
        });
        assert!(lines.eq(golden), "{text}");
    }

    #[test]
    fn one_start_may_be_chosen() {
        let folder = tempdir().unwrap();
        let text = stdout(&folder, &["perft", "3", "--start", "home"]);
        assert_eq!(text.lines().filter(|line| line.starts_with("home ") && line.contains("  right  ")).count(), 3);
        assert_eq!(text.lines().count(), 3);
        let parts = ["there is no start \"away\"", "pond, crowd, home, regatta"];
        refuses(&folder, &["perft", "1", "--start", "away"], &parts);
    }
}

mod referee {
    use super::*;

    /// The answers to these bytes, a line each.
    fn answers(input: impl Into<Vec<u8>>) -> Vec<String> {
        let done = powerboats(&tempdir().unwrap(), &["referee"]).write_stdin(input).assert().success().stderr("");
        let text = String::from_utf8(done.get_output().stdout.clone()).expect("answers are UTF-8");
        assert!(text.is_empty() || text.ends_with('\n'));
        text.lines().map(str::to_owned).collect()
    }

    /// The codes of errors, `ok` for the rest.
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
    fn a_match_begins_and_is_the_same_each_time() {
        let input = format!("{MATCH}\n{{\"op\":\"legal\"}}\n{{\"op\":\"state\"}}\n");
        let first = answers(&*input);
        assert_eq!(first.len(), 3);
        assert!(first[0].starts_with(r#"{"ok":{"course":{"lake":["#) && first[1].starts_with(r#"{"ok":{"places":["#));
        assert_eq!(first[0], first[2]);
        assert_eq!(first, answers(&*input));
    }

    #[test]
    fn garbage_is_answered_line_by_line() {
        let mut input = b"garbage\n\n   \n{\"op\":\n[1,2]\n\xff\xfe\n{\"op\":\"\xff\"}\n\0\n".to_vec();
        input.extend(format!("{MATCH}\n").bytes());
        let codes = codes(input);
        assert_eq!(codes[..8], ["bad-json"; 8]);
        assert_eq!(codes[8..], ["ok"]);
    }

    #[test]
    fn requests_are_judged_strictly() {
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
    fn the_last_line_needs_no_end() {
        assert_eq!(codes(MATCH), ["ok"]);
        assert_eq!(codes(format!("{MATCH}\r\n")), ["ok"]);
        assert!(codes("").is_empty());
    }

    #[test]
    fn a_line_of_a_mebibyte_is_read_and_one_byte_more_is_not() {
        const MOST: usize = 1 << 20;
        for (length, first) in [(MOST, "ok"), (MOST + 1, "too-long"), (MOST + 2, "too-long"), (3 * MOST, "too-long")] {
            let padded = MATCH.to_owned() + &" ".repeat(length - MATCH.len());
            assert_eq!(codes(&*padded), [first], "{length} bytes, and no end of line");
            assert_eq!(codes(padded + "\n" + MATCH), [first, "ok"], "{length} bytes, and another line");
        }
    }

    /// Somebody who waits for an answer before asking again gets it.
    #[test]
    fn each_answer_comes_at_once() {
        use std::io::{BufRead, BufReader, Write};
        use std::process::{Command, Stdio};
        let program = assert_cmd::cargo::cargo_bin!("powerboats");
        let mut child =
            Command::new(program).arg("referee").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
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
}

/// A reader that goes away early is no fault: quiet, and exit code 0.
#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_quietly() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};
    let folder = tempdir().unwrap();
    let commands: [&[&str]; 4] =
        [&["lake", "--seed", "7"], &["watch", "--seed", "7", "--players", "6"], &["perft", "6"], &["referee"]];
    for args in commands {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("powerboats"))
            .args(args)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        // For the referee: more than pipes hold. It may hang up before all is written.
        let writer = std::thread::spawn(move || {
            let _ = input.write_all("{\"op\":\"state\"}\n".repeat(100_000).as_bytes());
        });
        let mut first = String::new();
        BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(!first.is_empty(), "{args:?}");
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "{args:?}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
        writer.join().unwrap();
    }
}
