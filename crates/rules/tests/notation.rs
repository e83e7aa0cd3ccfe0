//! Tests of notation and records: printed values parse back, and the example files are accepted or rejected as expected.

use powerboats_rules::*;
use proptest::{collection::vec, prelude::*, sample::select};
use std::{fs, path::Path, str::FromStr};

fn hex() -> impl Strategy<Value = Hex> {
    select(Hex::all().collect::<Vec<_>>())
}

fn heading() -> impl Strategy<Value = Heading> {
    select(&Heading::ALL[..])
}

fn color() -> impl Strategy<Value = Color> {
    select(&Color::ALL[..])
}

fn hand() -> impl Strategy<Value = Hand> {
    vec(select(&Die::ALL[..]), 0..9).prop_map(|dice| dice.into_iter().collect())
}

fn layout() -> impl Strategy<Value = Layout> {
    let order = Just([1u8, 2, 3, 4, 5, 6]).prop_shuffle();
    (order, vec((select(&Side::ALL[..]), any::<bool>()), 6)).prop_map(|(order, how)| {
        let laid = |i: usize| Laid { tile: order[i], side: how[i].0, turned: how[i].1 };
        Layout::new(std::array::from_fn(laid)).unwrap()
    })
}

fn lake() -> impl Strategy<Value = LakeText> {
    let row = |width| vec(select(vec!['.', '#']), width).prop_map(String::from_iter);
    let drawn = (1..=26usize, 1..=26usize).prop_flat_map(move |(width, height)| vec(row(width), height));
    let drawn = drawn.prop_map(|rows| LakeText::Drawn(Lake::from_rows(&rows).unwrap()));
    prop_oneof![layout().prop_map(LakeText::Laid), drawn]
}

fn course() -> impl Strategy<Value = CoursePlan> {
    (hex(), heading(), [hex(), hex(), hex()]).prop_map(|(start_buoy, heading, buoys)| CoursePlan {
        start_buoy,
        heading,
        buoys,
    })
}

fn dice() -> impl Strategy<Value = DiceText> {
    let rolled = prop_oneof![hand().prop_map(Rolled::Shows), (1..9u8).prop_map(Rolled::Unknown)];
    (hand(), rolled).prop_map(|(hold, rolled)| DiceText { hold, rolled })
}

fn steer() -> impl Strategy<Value = Steer> {
    select(&Steer::ALL[..])
}

fn boat() -> impl Strategy<Value = Boat> {
    let status = (hex(), heading()).prop_flat_map(|(at, heading)| {
        let racing = Status::Racing { at, heading };
        let unfinished = Status::Unfinished { at, heading };
        select(vec![racing, racing, Status::Unplaced, Status::Finished, Status::Sunk, unfinished])
    });
    let progress = (select(&Leg::ALL[..]), any::<bool>()).prop_map(|(leg, owes)| Progress { leg, owes });
    (color(), status, hand(), any::<u8>(), any::<u8>(), progress, any::<u32>()).prop_map(
        |(color, status, hand, damage, kept, progress, turns)| Boat {
            color,
            status,
            hand,
            damage,
            kept,
            progress,
            turns,
        },
    )
}

fn phase() -> impl Strategy<Value = Phase> {
    (color(), hand(), hand()).prop_flat_map(|(color, hold, hand)| {
        let choice = DiceChoice { hold, count: hold.len() + hand.len() };
        select(vec![
            Phase::Place(color),
            Phase::Dice(color),
            Phase::Chance(color, choice),
            Phase::Steer(color, hand),
            Phase::Over,
        ])
    })
}

fn position() -> impl Strategy<Value = PositionText> {
    let position = (1..=3u8, select(&Scoring::ALL[..]), vec(boat(), 1..=6), phase())
        .prop_map(|(race, scoring, boats, phase)| Position { race, scoring, boats, phase });
    (lake(), course(), position).prop_map(|(lake, plan, position)| PositionText { lake, plan, position })
}

fn entry() -> impl Strategy<Value = Entry> {
    let letter = || select(&Letter::ALL[..]);
    let turn = (any::<u32>(), color(), (hand(), hand()), steer(), hex(), any::<u8>(), any::<(bool, bool)>()).prop_map(
        |(number, color, (hold, rolled), steer, end, damage, (finished, sunk))| {
            let dice = DiceText { hold, rolled: Rolled::Shows(rolled) };
            Entry::Turn(TurnEntry { number, color, dice, steer, end, damage, finished, sunk })
        },
    );
    let rank = (1..=6u8, color(), any::<i64>()).prop_map(|(rank, color, points)| Rank { rank, color, points });
    prop_oneof![
        (letter(), course()).prop_map(|(letter, plan)| Entry::Race(letter, plan)),
        (color(), hex(), heading()).prop_map(|(color, at, heading)| Entry::Place(color, Berth(at, heading))),
        turn,
        color().prop_map(Entry::Resign),
        color().prop_map(Entry::Retire),
        (letter(), vec((color(), any::<i64>()), 1..=6)).prop_map(|(letter, points)| Entry::EndRace(letter, points)),
        vec(rank, 1..=6).prop_map(Entry::End),
    ]
}

fn record() -> impl Strategy<Value = Record> {
    let line = || "\\PC{1,40}".prop_filter_map("one line", |text: String| OneLine::new(text.trim()));
    let tag = ("[a-z]{1,8}", "\\PC{1,40}").prop_filter_map("a tag", |(name, text)| Tag::new(&name, text.trim()));
    let roll = vec((color(), select(&Die::ALL[..])), 1..=6).prop_map(StartRoll);
    let header = (vec(tag, 0..4), vec((color(), line()), 0..=6), select(&Sides::ALL[..]), select(&Scoring::ALL[..]));
    (header, any::<u8>(), layout(), vec(roll, 0..3), vec(entry(), 0..20)).prop_map(
        |((tags, mut players, sides, scoring), races, layout, start, log)| {
            players.sort_by_key(|(color, _)| *color);
            let played = |(index, entry): (usize, &Entry)| match entry {
                Entry::Turn(turn) if turn.number % 2 == 1 => Some(index),
                _ => None,
            };
            let stand_ins = log.iter().enumerate().filter_map(played).collect();
            Record { tags, players, sides, scoring, races, layout, start, log, stand_ins }
        },
    )
}

fn parses_back<T: ToString + FromStr<Err: std::fmt::Debug + PartialEq> + PartialEq + std::fmt::Debug>(
    value: T,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(value.to_string().parse::<T>(), Ok(value));
    Ok(())
}

proptest! {
    #[test]
    fn a_printed_lake_parses_back(lake in lake()) {
        parses_back(lake)?;
    }

    #[test]
    fn a_printed_course_parses_back(course in course()) {
        parses_back(course)?;
    }

    #[test]
    fn a_printed_berth_parses_back(at in hex(), heading in heading()) {
        parses_back(Berth(at, heading))?;
    }

    #[test]
    fn a_printed_turn_parses_back(dice in dice(), steer in steer()) {
        parses_back(dice)?;
        parses_back(TurnText { dice, steer })?;
    }

    #[test]
    fn a_printed_action_parses_back(at in hex(), heading in heading(), dice in dice(), rolled in hand(), steer in steer()) {
        let actions =
            [Action::Place(at, heading), Action::Choose(dice.choice()), Action::Roll(rolled), Action::Steer(steer)];
        for action in actions {
            parses_back(action)?;
        }
    }

    #[test]
    fn a_printed_position_parses_back(position in position()) {
        parses_back(position)?;
    }

    #[test]
    fn a_printed_record_parses_back(record in record()) {
        parses_back(record)?;
    }

    #[test]
    fn an_error_names_a_column_inside_the_text(text in "[ -~äé#.]{0,60}") {
        for column in [
            text.parse::<LakeText>().err(),
            text.parse::<CoursePlan>().err(),
            text.parse::<TurnText>().err(),
            text.parse::<Action>().err(),
            text.parse::<PositionText>().err(),
        ].into_iter().flatten().map(|misread| misread.column) {
            prop_assert!((1..=text.chars().count() + 1).contains(&column));
        }
    }
}

/// The names and texts of all files in a folder of `tests`.
fn folder(name: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let files = fs::read_dir(&path).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Parses a text as the notation its file is named for, and prints the value again.
fn read(kind: &str, text: &str) -> Result<String, String> {
    fn parse_and_print<T: FromStr<Err: ToString> + ToString>(text: &str) -> Result<String, String> {
        text.parse::<T>().map(|value| value.to_string()).map_err(|error| error.to_string())
    }
    match kind {
        "lakes.txt" => parse_and_print::<LakeText>(text),
        "courses.txt" => parse_and_print::<CoursePlan>(text),
        "turns.txt" => parse_and_print::<TurnText>(text),
        "positions.txt" => {
            let position = text.parse::<PositionText>().map_err(|misread| misread.to_string())?;
            position.race().map_err(|illegal| illegal.to_string())?;
            Ok(position.to_string())
        }
        other => panic!("unknown kind of notation: {other}"),
    }
}

#[test]
fn valid_examples_parse_and_print_unchanged() {
    for (file, text) in folder("notation/valid") {
        for line in text.lines().filter(|line| !line.is_empty()) {
            assert_eq!(read(&file, line), Ok(line.to_owned()), "{file}");
        }
    }
}

/// An example has two lines: the text, and the expected error.
#[test]
fn invalid_examples_give_the_expected_error() {
    for (file, text) in folder("notation/invalid") {
        for pair in text.split("\n\n") {
            let (line, error) = pair.trim_end().split_once('\n').unwrap_or_else(|| panic!("{file}: {pair}"));
            assert_eq!(read(&file, line), Err(error.to_owned()), "{file}: {line}");
        }
    }
}

#[test]
fn valid_records_replay_and_print_unchanged() {
    for (file, text) in folder("records/valid") {
        let book = replay(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let expected: String = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(book.record().to_string(), expected, "{file}");
    }
}

/// The first line of a file is `# ` and the expected error.
#[test]
fn invalid_records_give_the_expected_error() {
    for (file, text) in folder("records/invalid") {
        let expected = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_else(|| panic!("{file}"));
        match replay(&text) {
            Ok(_) => panic!("{file} was accepted"),
            Err(error) => assert_eq!(error.to_string(), expected, "{file}"),
        }
    }
}
