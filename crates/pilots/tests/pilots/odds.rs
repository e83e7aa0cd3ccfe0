//! Checks the odds of a lone boat against a calculation by hand, brute force, the solver and the rules.

use crate::anywhere;
use powerboats_pilots::{LoneBoat, Odds, Par, QuickRandom, Route, Solution, Turn, Weights};
use powerboats_rules::{
    Action, Course, DiceChoice, Hand, Heading, Hex, Judged, Lake, Leg, Phase, PositionText, Progress, Race, Runs,
    SINKS_AT, Sides, Status, draw_lake, outcomes, roll,
};
use std::{collections::HashMap, sync::Arc};

fn solved(course: Course) -> Solution {
    Solution::new(Arc::new(course), Weights::default())
}

fn hex(name: &str) -> Hex {
    name.parse().unwrap()
}

const HOMEWARD: Progress = Progress { leg: Leg::Finish, owes: false };

/// A lake that is only a canal: six hexes long, one wide, leading north-west to the line.
fn canal() -> Course {
    let mut rows = vec![vec!['#'; 14]; 10];
    let end = hex("d3");
    let water = ["c3", "d3", "e3", "f3"].map(hex).into_iter().chain((1..=6).filter_map(|n| end.ahead(Heading::SE, n)));
    water.for_each(|hex| rows[usize::from(hex.row())][usize::from(hex.col())] = '.');
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    // All buoys are on land. Buoy 3 is in the south, so boats finish from there.
    Course::new(Lake::from_rows(&rows).unwrap(), "b3E,l1,n5,b10".parse().unwrap()).unwrap()
}

/// A boat without dice, this many steps before the line and facing it.
fn before_the_line(steps: u8) -> LoneBoat {
    let at = hex("d3").ahead(Heading::SE, steps).unwrap();
    LoneBoat { at, heading: Heading::NW, hand: Hand::EMPTY, damage: 0, progress: HOMEWARD }
}

/// Calculated by hand. In the canal a boat can only go straight, and a crash behind the line does not matter: the boat finishes as
/// soon as its total is at least the distance. V(d, dice) in turns:
///
/// - V(1, none) = 1: any roll is enough.
/// - V(2, none): roll one die. A 2 or 3 finishes; after a 1 one step is left, and the boat has a die: 1 + ⅓·1 = 4/3.
/// - V(3, none): a 3 finishes. After a 2 one step is left. After a 1 the boat holds it and adds a die: 2 to 4 for two steps.
///   Both surely finish in the next turn: 1 + ⅔·1 = 5/3.
/// - V(4, none): after a 3 one step is left, after a 2 two steps, and holding the die is enough: 1 each. After a 1 three steps are
///   left. Rolling two dice is too little only with 1 1 (1 of 9), and then one step is left: 1 + 1/9.
///   Holding the 1 is too little with another 1 (1 of 3), which is worse. So 1 + (1 + 1 + 10/9)/3 = 55/27.
/// - V(5, none): after a 3 two steps are left, and holding the 3 is enough. After a 2 three are left, and the boat holds the 2 and
///   adds a die: 1 each. After a 1 four are left: two dice show 4 or more in 6 of 9 rolls, and otherwise one or two steps are left
///   with enough dice: 1 + 3/9. So 1 + (1 + 1 + 4/3)/3 = 19/9.
#[test]
fn a_canal_calculated_by_hand() {
    let solution = solved(canal());
    for steps in 1..=5 {
        let LoneBoat { at, heading, .. } = before_the_line(steps);
        assert_eq!(solution.course().judge(at, heading, steps - 1, HOMEWARD), Judged::Racing(HOMEWARD));
        assert_eq!(solution.course().judge(at, heading, steps, HOMEWARD), Judged::Finished);
    }
    let paper = [1.0, 4.0 / 3.0, 5.0 / 3.0, 55.0 / 27.0, 19.0 / 9.0];
    let chances: [&[f64]; 5] = [
        &[0.0, 1.0],
        &[0.0, 2.0 / 3.0, 1.0 / 3.0],
        &[0.0, 1.0 / 3.0, 2.0 / 3.0],
        &[0.0, 0.0, 26.0 / 27.0, 1.0 / 27.0],
        &[0.0, 0.0, 8.0 / 9.0, 1.0 / 9.0],
    ];
    for ((steps, turns), chances) in (1..).zip(paper).zip(chances) {
        let lone = before_the_line(steps);
        assert!((f64::from(solution.value(&lone)) - turns).abs() < 1e-3, "{steps} steps: {}", solution.value(&lone));
        let odds = Odds::of(&solution, lone);
        assert_eq!(odds.finish_in.len(), chances.len(), "{steps} steps: {:?}", odds.finish_in);
        for (found, paper) in odds.finish_in.iter().zip(chances) {
            assert!((found - paper).abs() < 1e-12, "{steps} steps: {:?}", odds.finish_in);
        }
        assert!((odds.value(100.0) - turns).abs() < 1e-12);
        assert_eq!((odds.sink, odds.unsettled, odds.expected_damage()), (0.0, 0.0, 0.0));
    }
    // By hand as well: one step before the line, a 1 takes no damage, a 2 takes one and a 3 takes two.
    assert!((Odds::of(&solution, before_the_line(1)).damage_beyond - 1.0).abs() < 1e-12);
}

/// Searches the tree of all choices and rolls, `turns` turns deep, and returns the expected turns. A race that is not over by then
/// counts as `beyond`. It knows the rules, but nothing about the solver.
fn expectimax(course: &Course, lone: LoneBoat, turns: u8, beyond: f64, seen: &mut HashMap<(LoneBoat, u8), f64>) -> f64 {
    if turns == 0 {
        return beyond;
    }
    if let Some(value) = seen.get(&(lone, turns)) {
        return *value;
    }
    let mut steer = |hand: Hand| {
        let runs = Runs::new(course, lone.at, lone.heading, hand.total());
        let options = runs.options(|_| false).into_iter().map(|option| {
            let damage = lone.damage + option.damage;
            match course.judge(lone.at, option.heading, option.steps, lone.progress) {
                Judged::Finished => 0.0,
                Judged::Racing(_) if damage >= SINKS_AT => 100.0,
                Judged::Racing(progress) => {
                    let hand = if option.crash() { Hand::EMPTY } else { hand };
                    let next = LoneBoat { at: option.end, heading: option.heading, hand, damage, progress };
                    expectimax(course, next, turns - 1, beyond, seen)
                }
            }
        });
        options.fold(f64::INFINITY, f64::min)
    };
    let mut after = HashMap::new();
    let mut mean = |choice: DiceChoice| -> f64 {
        let ways = 3f64.powi(choice.rolls().into());
        let rolls = outcomes(choice.rolls());
        rolls
            .map(|roll| {
                let hand = choice.hold.with(roll.rolled);
                roll.ways as f64 / ways * *after.entry(hand).or_insert_with(|| steer(hand))
            })
            .sum()
    };
    let best = lone.hand.choices().iter().map(&mut mean).fold(f64::INFINITY, f64::min);
    seen.insert((lone, turns), 1.0 + best);
    1.0 + best
}

#[test]
fn the_solver_agrees_with_brute_force_on_a_pond() {
    let lake = Lake::from_rows(&["........", "........", "...#....", "........"]).unwrap();
    let course = Course::new(lake, "a2E,h1,h4,a4".parse().unwrap()).unwrap();
    let solution = solved(course.clone());
    let boats = [("d4", Heading::W, "", 0), ("h3", Heading::SW, "2", 3), ("g4", Heading::E, "21", 1)];
    for (at, heading, hand, damage) in boats {
        let lone = LoneBoat { at: hex(at), heading, hand: hand.parse().unwrap(), damage, progress: HOMEWARD };
        // Races that are not over in time count too little first, then too much.
        let [low, high] = [0.0, 130.0].map(|beyond| expectimax(&course, lone, 6, beyond, &mut HashMap::new()));
        let value = f64::from(solution.value(&lone));
        assert!(low - 1e-3 <= value && value <= high + 1e-3, "{at}: {low} {value} {high}");
        assert!(high - low < 0.2, "{at}: {low} {high}: look deeper");
        let odds = Odds::of(&solution, lone);
        assert!((odds.value(100.0) - value).abs() < 2e-3, "{at}: {} {value}", odds.value(100.0));
    }
}

#[test]
fn odds_add_up_to_the_value() {
    for seed in 0..3 {
        let (_, course) = draw_lake(Sides::ALL[seed as usize], 6, &mut QuickRandom::new(seed));
        let solution = solved(course);
        let start = Par::of(&solution).start;
        let lame = LoneBoat { damage: 3, hand: "3".parse().unwrap(), ..start };
        for lone in [start, lame] {
            let odds = Odds::of(&solution, lone);
            let all = odds.finish + odds.sink + odds.unsettled;
            assert!((all - 1.0).abs() < 1e-9, "{all}");
            assert!(odds.unsettled < 1e-3, "{}", odds.unsettled);
            let (value, found) = (f64::from(solution.value(&lone)), odds.value(100.0));
            assert!((value - found).abs() < 2e-3 + 150.0 * odds.unsettled, "seed {seed}: {value} {found}");
            // Every turn ends on some hex.
            let stops: f64 = odds.stops.values().sum();
            let turns = odds.value(0.0);
            assert!((stops - turns).abs() < 0.01, "seed {seed}: {stops} {turns}");
        }
        let route = Route::of(&solution, start);
        let par = solution.value(&start);
        assert!(route.finished && (route.turns() as f32 - par).abs() <= 2.0, "{route:?} {par}");
        assert!(route.hexes.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
    }
}

/// Plays a race of one boat by the rules, with the solver's decisions.
fn play(
    race: &Race,
    solution: &Solution,
    choices: &mut HashMap<LoneBoat, DiceChoice>,
    chance: &mut QuickRandom,
) -> f64 {
    let mut race = race.clone();
    loop {
        let boat = *race.boats().iter().find(|boat| boat.color == powerboats_rules::Color::Red).unwrap();
        let action = match (race.phase(), LoneBoat::of(&boat)) {
            (Phase::Dice(_), Some(lone)) => {
                Action::Choose(*choices.entry(lone).or_insert_with(|| Turn::new(solution, lone).best().0))
            }
            (Phase::Chance(_, choice), _) => Action::Roll(roll(choice.rolls(), chance)),
            (Phase::Steer(_, hand), Some(lone)) => Action::Steer(solution.best_steer(&lone, hand, |_| false).0),
            _ => return f64::from(boat.turns) + if boat.status == Status::Finished { 0.0 } else { 100.0 },
        };
        race.apply(action).unwrap();
    }
}

#[test]
fn a_hundred_thousand_races_take_as_long_as_the_solver_says() {
    const RACES: u32 = 100_000;
    let mut chance = QuickRandom::new(1);
    let (layout, course) = draw_lake(Sides::Dark, 6, &mut chance);
    let plan = *course.plan();
    let solution = solved(course);
    let par = Par::of(&solution);
    let LoneBoat { at, heading, .. } = par.start;
    let text = format!("{layout} {plan} A-turns red:{at}{heading}:-:0:start:0,white:sunk:-:4:start:1 dice:red");
    let race = text.parse::<PositionText>().unwrap().race().unwrap();
    let mut choices = HashMap::new();
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..RACES {
        let turns = play(&race, &solution, &mut choices, &mut chance);
        sum += turns;
        squares += turns * turns;
    }
    let mean = sum / f64::from(RACES);
    let error = ((squares / f64::from(RACES) - mean * mean) / f64::from(RACES)).sqrt();
    let off = (mean - f64::from(par.turns)).abs();
    assert!(off < 3.0 * error, "mean {mean}, value {}, standard error {error}", par.turns);
}

#[test]
fn odds_end_even_if_the_finish_cannot_be_reached() {
    // A lake that is only the line.
    let lake = Lake::from_rows(&["#######", "#....##", "#######"]).unwrap();
    let course = Course::new(lake, "a2E,g1,g3,a3".parse().unwrap()).unwrap();
    let solution = solved(course);
    let par = Par::of(&solution);
    let odds = Odds::of(&solution, par.start);
    assert_eq!(odds.finish, 0.0);
    assert_eq!(odds.turns_home(), None);
    assert!((odds.finish + odds.sink + odds.unsettled - 1.0).abs() < 1e-9);
    let route = Route::of(&solution, par.start);
    assert!(!route.finished);
}

#[test]
fn odds_add_up_on_any_lake() {
    let mut chance = QuickRandom::new(9);
    let mut checked = 0;
    while checked < 25 {
        let Some(race) = anywhere::race(&mut chance, 8) else { continue };
        let Some(lone) = race.boats().iter().find_map(LoneBoat::of) else { continue };
        let solution = solved(race.course().as_ref().clone());
        for lone in [lone, Par::of(&solution).start] {
            let odds = Odds::of(&solution, lone);
            assert!((odds.finish + odds.sink + odds.unsettled - 1.0).abs() < 1e-9, "{odds:?}");
            let route = Route::of(&solution, lone);
            assert_eq!((route.hexes[0], route.stops[0]), (lone.at, lone.at));
            assert!(route.hexes.iter().all(|hex| race.course().is_open(*hex)));
        }
        checked += 1;
    }
}
