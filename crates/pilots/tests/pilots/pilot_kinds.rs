//! Every pilot plays every kind of match legally to its end, and the same seed gives the same match.

use powerboats_pilots::{
    Admiral, CourseCache, LoneBoat, PilotKind, QuickRandom, Score, Turn,
    arena::{MatchResult, Mean, play_match},
    simulation::{SimulatedRace, Simulator},
};
use powerboats_rules::{
    Action, Color, Course, Draw, Heading, Hex, Lake, Leg, Phase, PositionText, Progress, Race, Scoring, Seats, Sides,
    draw_lake, roll,
};
use std::{sync::Arc, time::Duration};

/// The Admiral thinks only briefly: these tests check legality, not strength.
fn kind(number: usize) -> PilotKind {
    match &PilotKind::ALL[number % PilotKind::ALL.len()] {
        PilotKind::Admiral(_) => PilotKind::Admiral(Duration::from_millis(1)),
        kind => kind.clone(),
    }
}

fn without_time(results: Vec<MatchResult>) -> Vec<MatchResult> {
    results.into_iter().map(|result| MatchResult { time: Duration::ZERO, ..result }).collect()
}

#[test]
fn every_pilot_plays_to_the_end_and_matches_can_be_repeated() {
    // Every kind plays in at least one match.
    for (first, players, sides) in
        [(0, 2, Sides::Dark), (2, 3, Sides::Light), (5, 4, Sides::Mixed), (7, 6, Sides::Light)]
    {
        let kinds: Vec<PilotKind> = (first..first + players).map(kind).collect();
        // An illegal decision makes the match panic.
        let results = without_time(play_match(&kinds, sides, 7, players as u64));
        assert_eq!(results, without_time(play_match(&kinds, sides, 7, players as u64)));
        assert!(results.iter().all(|result| result.decisions > 0));
        assert!(
            (results.iter().map(|result| result.wins).sum::<f64>() - 1.0).abs() < 1e-9,
            "the match must be played to its end"
        );
    }
}

#[test]
fn seats_rotate_over_one_lake() {
    let kinds = [PilotKind::Skipper, PilotKind::Rookie];
    let results: Vec<_> = (0..4).map(|number| without_time(play_match(&kinds, Sides::Dark, 3, number))).collect();
    assert_ne!(results[0], results[1]);
    assert_ne!(results[0], results[2]);
}

/// A small lake with a wall in the middle and the line in the south.
fn pond() -> Arc<Course> {
    let rows = [
        "............",
        "............",
        "....###.....",
        "....###.....",
        "............",
        "............",
        "............",
    ];
    let plan = "c6E,b2,k1,j4".parse().unwrap();
    Arc::new(Course::new(Lake::from_rows(&rows).unwrap(), plan).unwrap())
}

fn position(text: &str) -> Race {
    text.parse::<PositionText>().unwrap().race().unwrap()
}

#[test]
fn pilots_decide_even_in_impossible_positions() {
    // More dice than any boat keeps, damage 3, and a finish that cannot be reached (the second lake is cut in two).
    for text in [
        "12./12./4.3#5./4.3#5./12./12./12. c6E,b2,k1,j4 A-turns red:d6NE:333222111111:3:1:9,white:a1E:-:0:start:9 dice:red",
        "12./12./4.3#5./4.3#5./12./12./12. c6E,b2,k1,j4 A-turns red:d6NE:11111111:0:2!:9,white:a1E:-:0:start:9 dice:red",
        "8.#3./8.#3./8.#3./8.#3./8.#3. a3E,k1,k5,b5 A-turns red:b3NE:21:2:start:3,white:c5E:-:0:start:3 dice:red",
    ] {
        let race = position(text);
        let courses = CourseCache::new();
        for kind in (0..PilotKind::ALL.len()).map(kind) {
            let mut race = race.clone();
            let mut draw = QuickRandom::new(1);
            let mut pilot = kind.pilot(&courses);
            for _ in 0..40 {
                let action = match race.phase() {
                    Phase::Over => break,
                    Phase::Chance(_, choice) => Action::Roll(roll(choice.rolls(), &mut draw)),
                    _ => pilot.decide(&race, &Score::of_race(&race), &mut draw),
                };
                race.apply(action).unwrap();
            }
        }
    }
}

#[test]
fn the_captains_choice_is_the_best_of_all_hints() {
    let courses = CourseCache::new();
    let known = courses.of(&pond());
    let mut draw = QuickRandom::new(3);
    for _ in 0..300 {
        let open: Vec<Hex> = pond().lake().hexes().filter(|&hex| pond().is_open(hex)).collect();
        let lone = LoneBoat {
            at: open[draw.below(open.len() as u32) as usize],
            heading: Heading::ALL[draw.below(6) as usize],
            hand: roll(draw.below(6) as u8, &mut draw),
            damage: draw.below(4) as u8,
            progress: Progress { leg: Leg::ALL[draw.below(5) as usize], owes: false },
        };
        let turn = Turn::new(known.solution(), lone);
        let (best, value) = turn.best();
        assert!(best.is_legal(lone.hand));
        assert!(lone.hand.choices().iter().all(|choice| turn.value_of(choice) >= value));
        // The stored value and the value from looking one turn ahead agree.
        assert!((known.solution().value(&lone) - value).abs() < 2e-3, "{lone:?}");
    }
}

/// The mean points of each boat.
fn mean_points(colors: &[Color], mut points: impl FnMut(u64) -> Vec<f64>) -> Vec<Mean> {
    let races: Vec<Vec<f64>> = (0..400).map(&mut points).collect();
    (0..colors.len()).map(|i| Mean::of(races.iter().map(|points| points[i]))).collect()
}

#[test]
fn a_simulated_race_gives_the_same_points_as_captains() {
    let courses = CourseCache::new();
    let mut draw = QuickRandom::new(8);
    let colors = [Color::Orange, Color::Yellow, Color::Black, Color::Red];
    let (_, course) = draw_lake(Sides::Dark, 4, &mut draw);
    let seats = Seats::new(colors).unwrap();
    let mut start = Race::new(Arc::new(course), 1, Scoring::Classic, seats, Color::Black, Default::default()).unwrap();
    let mut captain = PilotKind::Captain.pilot(&courses);
    let mut play = |race: &mut Race, until: fn(Phase) -> bool, draw: &mut QuickRandom| {
        while !until(race.phase()) {
            let action = match race.phase() {
                Phase::Chance(_, choice) => Action::Roll(roll(choice.rolls(), draw)),
                _ => captain.decide(race, &Score::of_race(race), draw),
            };
            race.apply(action).unwrap();
        }
    };
    play(&mut start, |phase| !matches!(phase, Phase::Place(_)), &mut draw);
    let captains = mean_points(&colors, |_| {
        let mut race = start.clone();
        play(&mut race, |phase| phase == Phase::Over, &mut draw);
        let result = race.result().expect("it is over");
        colors.map(|color| result.points[color] as f64).to_vec()
    });
    let known = courses.of(start.course());
    let mut simulator = Simulator::new(known.solution());
    let simulated = mean_points(&colors, |i| {
        let mut simulated = SimulatedRace::of(&start).expect("all are placed");
        simulator.play_out(known.solution(), &mut simulated, &mut QuickRandom::of_task(9, i));
        assert!(simulated.is_over());
        colors.map(|color| f64::from(simulated.points(color))).to_vec()
    });
    for (one, other) in captains.iter().zip(&simulated) {
        let error = one.error.hypot(other.error);
        assert!((one.mean - other.mean).abs() < 4.0 * error, "{captains:?} {simulated:?}");
    }
}

#[test]
fn the_admiral_evaluates_the_captains_choice_first() {
    let text =
        "12./12./4.3#5./4.3#5./12./12./12. c6E,b2,k1,j4 A-turns red:d6NE:21:0:start:0,white:e6NE:3:0:start:0 dice:red";
    let race = position(text);
    let courses = CourseCache::new();
    let mut admiral = Admiral::new(courses.clone(), Duration::from_millis(5));
    let evaluated = admiral.evaluate(admiral.promising(&race), &race, &Score::of_race(&race), &mut QuickRandom::new(5));
    let captains = PilotKind::Captain.pilot(&courses).decide(&race, &Score::of_race(&race), &mut QuickRandom::new(5));
    assert_eq!(evaluated[0].action, captains);
    assert!(
        evaluated.len() > 1 && evaluated.iter().all(|choice| choice.simulations >= 24 && choice.points.is_finite())
    );
}
