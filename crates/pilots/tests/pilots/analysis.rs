//! The analysis: its law holds, and it judges the pilots correctly.

use crate::table;
use powerboats_pilots::{
    CourseCache, PilotKind,
    PilotKind::{Captain, Rookie, Skipper},
    analysis::{Analysis, BoatAnalysis, BoatEnding, MistakeDetail, PlayerAnalysis, SkillClass},
    arena::Mean,
};
use powerboats_rules::*;

/// The solver's tolerance, added up over a race.
const TOLERANCE: f64 = 1e-2;

fn analyze(book: &Logbook, courses: &CourseCache) -> Analysis {
    let mut heard = 0;
    let analysis = Analysis::of(book, courses, |done| {
        assert_eq!(done, heard + 1);
        heard = done;
    });
    assert_eq!(heard, book.record().log.len());
    analysis.expect("the record of a logbook can be replayed")
}

fn boats(analysis: &Analysis) -> impl Iterator<Item = &BoatAnalysis> {
    analysis.races.iter().flat_map(|race| &race.boats)
}

/// Checks that par + traffic + errors − luck = cost, and that each turn continues the one before.
fn assert_lawful(analysis: &Analysis, tolerance: f64) {
    for boat in boats(analysis) {
        assert!(boat.residue().abs() <= tolerance, "{}: {}", boat.color, boat.residue());
        assert!(boat.errors().all(|error| error >= 0.0));
        assert!(boat.turns.iter().zip(1..).all(|(turn, number)| turn.number == number));
        assert!(boat.turns.windows(2).all(|pair| pair[0].after == pair[1].before));
        let last = boat.turns.last().map(|turn| turn.after);
        match boat.ending {
            BoatEnding::Finished => assert_eq!((boat.turns_to_go, last), (0.0, Some(0.0))),
            BoatEnding::Sunk => assert_eq!((boat.turns_to_go, last), (100.0, Some(100.0))),
            BoatEnding::Racing => assert!(boat.turns_to_go > 0.0 && last.is_none_or(|last| last == boat.turns_to_go)),
        }
        for turn in &boat.turns {
            assert!(turn.heading.free || turn.heading.error == 0.0);
            assert!(!turn.rolled.is_empty() || turn.luck == 0.0);
        }
    }
}

#[test]
fn par_plus_traffic_plus_errors_minus_luck_is_the_cost() {
    let kind = [Captain, Skipper, Rookie, Captain];
    for (players, sides) in [(4, Sides::Dark), (3, Sides::Light), (2, Sides::Mixed)] {
        let courses = CourseCache::new();
        for dice in 0..3 {
            let book = table::play(&kind[..players], sides, (players as u64, dice), &courses);
            assert_lawful(&analyze(&book, &courses), TOLERANCE);
        }
    }
}

#[test]
fn the_law_holds_for_random_players() {
    let courses = CourseCache::new();
    for seed in 0..4 {
        let mut book = table::open(&[Color::Black, Color::Red, Color::White], Sides::Mixed, 1);
        play_at_random(&mut book, 400, &mut powerboats_pilots::QuickRandom::new(seed)).expect("random play is legal");
        let analysis = analyze(&book, &courses);
        assert_lawful(&analysis, TOLERANCE);
        assert!(analysis.players().iter().all(|player| player.class() == Some(SkillClass::Rookie)));
    }
}

#[test]
fn the_luck_of_equal_pilots_averages_to_zero() {
    let courses = CourseCache::new();
    let mut lucks = Vec::new();
    for dice in 0..60 {
        let book = table::play(&[Captain, Captain, Captain, Captain], Sides::Dark, (1, dice), &courses);
        // The dice of different boats are independent. To be safe, a match counts as one sample all the same.
        let players = analyze(&book, &courses).players();
        lucks.push(players.iter().map(|player| player.luck).sum::<f64>());
    }
    let luck = Mean::of(lucks.iter().copied());
    assert!(luck.mean.abs() < 3.0 * luck.error, "{luck:?}");
    assert!(luck.error < 1.5, "{luck:?}: there are too few matches for this test");
}

#[test]
fn pilots_can_be_told_apart_by_their_error_rate() {
    let courses = CourseCache::new();
    let mut last = f64::INFINITY;
    // The Admiral plays for points, so its errors in turns are those of a Commander.
    let ladder = PilotKind::LADDER.into_iter().zip(SkillClass::ALL.into_iter().rev());
    for (kind, own) in ladder.filter(|(kind, _)| !matches!(kind, PilotKind::Admiral(_))) {
        let players: Vec<PlayerAnalysis> = (0..4)
            .flat_map(|dice| {
                let book = table::play(&vec![kind.clone(); 4], Sides::Dark, (2, dice), &courses);
                analyze(&book, &courses).players()
            })
            .collect();
        let rate = Mean::of(players.iter().map(PlayerAnalysis::capped_error_rate)).mean;
        assert!(rate < last, "{kind}: {rate}, the step below: {last}");
        last = rate;
        let close =
            |player: &&PlayerAnalysis| player.class().is_some_and(|class| (class as usize).abs_diff(own as usize) <= 1);
        let close = players.iter().filter(close).count();
        assert!(close * 4 >= players.len() * 3, "{kind}: {close} of {} are {own:?} or next to it", players.len());
    }
}

#[test]
fn a_captain_makes_no_errors() {
    let courses = CourseCache::new();
    let book = table::play(&[Captain, Captain, Captain, Captain], Sides::Light, (3, 0), &courses);
    for boat in boats(&analyze(&book, &courses)) {
        assert!(boat.errors().all(|error| error == 0.0));
    }
}

#[test]
fn an_unfinished_record_is_analysed_as_far_as_it_goes() {
    let courses = CourseCache::new();
    let book = table::play(&[Captain, Skipper, Captain], Sides::Dark, (4, 0), &courses);
    let whole = analyze(&book, &courses);
    let text = book.record().to_string();
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("race A")).expect("a race");
    for end in (first..lines.len()).step_by(7).chain(first..first + 5) {
        // A record that ends before an end line that must follow is invalid.
        let Ok(book) = replay(&lines[..end].join("\n")) else { continue };
        let part = analyze(&book, &courses);
        assert_lawful(&part, TOLERANCE);
        for (part, whole) in boats(&part).zip(boats(&whole)) {
            assert_eq!(part.turns[..], whole.turns[..part.turns.len()]);
            assert_eq!(part.par, whole.par);
        }
        // A boat that is not placed yet has par to go.
        for player in part.players() {
            let cost: f64 = part.boats(player.color).map(|(_, boat)| boat.cost()).sum();
            assert!((player.cost - cost).abs() < 1e-9 && (part.races.is_empty() || player.cost > 0.0));
        }
    }
    let none = analyze(&replay(&lines[..first].join("\n")).expect("a header is a record"), &courses);
    assert!(none.races.is_empty() && none.players().iter().all(|player| player.class().is_none()));
}

#[test]
fn totals_are_sums_and_mistakes_come_worst_first() {
    let courses = CourseCache::new();
    let book = table::play(&[Skipper, Rookie], Sides::Dark, (5, 0), &courses);
    let analysis = analyze(&book, &courses);
    for player in analysis.players() {
        let PlayerAnalysis { color, error, luck, cost, decisions, .. } = player;
        let mine = || analysis.boats(color).map(|(_, boat)| boat);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        close(error, mine().map(BoatAnalysis::error).sum());
        close(luck, mine().map(BoatAnalysis::luck).sum());
        close(player.without_luck(), cost + luck);
        let mistakes = analysis.mistakes(color);
        assert!(mistakes.is_sorted_by(|a, b| a.error >= b.error));
        close(error, mistakes.iter().map(|mistake| mistake.error).sum());
        assert!(mistakes.len() <= decisions as usize);
    }
}

/// The same record, with this boat's placings and turns marked as a stand-in's wherever the turn's number passes the test.
fn with_stand_in(book: &Logbook, color: Color, played: impl Fn(u32) -> bool) -> Logbook {
    let mut record = book.record().clone();
    let marked = |(index, entry): (usize, &Entry)| match entry {
        Entry::Place(by, _) if *by == color && played(0) => Some(index),
        Entry::Turn(turn) if turn.color == color && played(turn.number) => Some(index),
        _ => None,
    };
    record.stand_ins = record.log.iter().enumerate().filter_map(marked).collect();
    replay(&record.to_string()).expect("marks change nothing else")
}

#[test]
fn turns_of_a_stand_in_count_apart() {
    let courses = CourseCache::new();
    let book = table::play(&[Rookie, Captain], Sides::Dark, (5, 1), &courses);
    let whole = analyze(&book, &courses);
    let red = book.regatta().seats().iter().next().expect("a player");
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    for played in [|number: u32| number.is_multiple_of(2), |number: u32| number > 3, |_: u32| true] {
        let marked = analyze(&with_stand_in(&book, red, played), &courses);
        assert_lawful(&marked, TOLERANCE);
        let (before, after) = (whole.players()[0], marked.players()[0]);
        let turns = marked.boats(red).flat_map(|(_, boat)| &boat.turns).filter(|turn| played(turn.number));
        let lucks: Vec<f64> = turns.map(|turn| turn.luck).collect();
        assert_eq!(after.stand_in.turns as usize, lucks.len());
        close(after.stand_in.luck, lucks.iter().sum());
        close(after.luck + after.stand_in.luck, before.luck);
        close(after.error + after.stand_in.error, before.error);
        close(after.without_luck(), before.without_luck());
        let own = |number: u32| !played(number);
        for mistake in marked.mistakes(red) {
            assert!(match mistake.what {
                MistakeDetail::Placing(_) => own(0),
                MistakeDetail::Dice(number, ..) | MistakeDetail::Heading(number, ..) => own(number),
            });
        }
        assert_eq!(marked.players()[1], whole.players()[1], "the other player's figures stay");
    }
    // A player who was never there did nothing.
    let absent = analyze(&with_stand_in(&book, red, |_| true), &courses).players()[0];
    assert_eq!((absent.decisions, absent.class(), absent.luck, absent.error), (0, None, 0.0, 0.0));
    assert_eq!(absent.capped_luck.percentile(), None);
}

#[test]
fn the_bounds_of_classes_rise() {
    assert!(SkillClass::ALL.is_sorted_by(|a, b| a.most() < b.most()));
    assert_eq!([0.0, 0.01, 0.02, 0.05, 0.07, 0.09, 0.12, 9.0].map(SkillClass::of), SkillClass::ALL);
    assert_eq!(SkillClass::of(f64::NAN), SkillClass::Rookie);
}

/// A game in which every boat takes as many dice as it can, all ones. Nobody plays like this, but a record may contain it.
fn hoard(seed: u64) -> (u8, Logbook) {
    let mut draw = powerboats_pilots::QuickRandom::new(seed);
    let mut book = table::open(&[Color::Orange, Color::Red], Sides::Dark, seed);
    let mut most = 0;
    while let RegattaPhase::Race(phase) = book.regatta().phase()
        && book.record().log.len() < 200
    {
        let race = book.regatta().race().expect("a race");
        let action = match phase {
            Phase::Chance(_, choice) => Action::Roll(Hand::of([choice.rolls(), 0, 0])),
            Phase::Dice(color) => {
                let have = race.hand().len();
                most = most.max(have);
                let runs = |count: u8| race.options_of(color, Hand::of([count, 0, 0]));
                let fits = |&count: &u8| runs(count).first().is_some_and(|option| !option.crash());
                let count = [have + 1, have].into_iter().find(fits).unwrap_or(have.saturating_sub(1));
                Action::Choose(DiceChoice { hold: Hand::of([have.min(count), 0, 0]), count })
            }
            Phase::Steer(..) => {
                let water = |option: &SteerOption| {
                    let ways = Steer::ALL.map(|steer| option.heading.steered(steer));
                    ways.map(|heading| race.course().run(option.end, heading)).into_iter().max()
                };
                Action::Steer(race.steer_options().iter().max_by_key(|option| water(option)).expect("a heading").steer)
            }
            _ => random_action(race, &mut draw).expect("somebody's turn"),
        };
        book.apply(action).expect("legal");
    }
    (most, book)
}

#[test]
fn very_many_dice_are_analysed_in_time() {
    let (most, book) = (0..40).map(hoard).max_by_key(|(most, _)| *most).expect("some match");
    assert!(most > 7, "{most} dice");
    let begin = std::time::Instant::now();
    // Of more than seven dice only the lowest count, so the tolerance is larger.
    assert_lawful(&analyze(&book, &CourseCache::new()), f64::INFINITY);
    assert!(begin.elapsed().as_secs() < 60, "{most} dice took {:?}", begin.elapsed());
}
