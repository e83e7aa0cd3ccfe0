//! Compressed solutions: they are small, every value is close, and decisions made from them are as good.

use powerboats_pilots::{Fate, LoneBoat, QuickRandom, Solution, Turn, Weights};
use powerboats_rules::{
    Course, Hand, Heading, Hex, Lake, Leg, Progress, Runs, Sides, Steer, draw_lake, outcomes, roll,
};
use std::sync::Arc;

/// The largest allowed difference, in turns.
const CLOSE: f32 = 0.002;

fn all_hands() -> Vec<Hand> {
    (0..=6).flat_map(outcomes).map(|outcome| outcome.rolled).collect()
}

fn all_progress() -> impl Iterator<Item = Progress> {
    let owed = |leg: Leg| if leg.is_gate() { &[false, true][..] } else { &[false] };
    Leg::ALL.into_iter().flat_map(move |leg| owed(leg).iter().map(move |&owes| Progress { leg, owes }))
}

fn open_water(course: &Course) -> Vec<Hex> {
    course.lake().hexes().filter(|&hex| course.is_open(hex)).collect()
}

/// The largest difference between stored values, and the number of values.
fn compare(one: &Solution, other: &Solution) -> (f32, usize) {
    let (mut worst, mut count) = (0.0_f32, 0);
    let hands = all_hands();
    for at in open_water(one.course()) {
        for heading in Heading::ALL {
            for (&hand, progress) in hands.iter().flat_map(|hand| all_progress().map(move |progress| (hand, progress)))
            {
                for damage in 0..4 {
                    let value = |solution: &Solution| solution.stored(at, heading, hand, damage, progress);
                    let (Some(a), Some(b)) = (value(one), value(other)) else { continue };
                    (worst, count) = (worst.max((a - b).abs()), count + 1);
                }
            }
        }
    }
    (worst, count)
}

/// A solution, the solution restored from its compressed copy, and the copy's size.
fn both(course: Course) -> (Solution, Solution, usize) {
    let course = Arc::new(course);
    let solution = Solution::new(course.clone(), Weights::default());
    let compact = solution.compact();
    let restored = compact.restore(course);
    (solution, restored, compact.bytes())
}

fn laid(sides: Sides, seed: u64) -> Course {
    draw_lake(sides, 4, &mut QuickRandom::new(seed)).1
}

#[test]
fn restored_values_of_real_courses_are_close_and_the_copy_is_small() {
    for (sides, seed) in [(Sides::Dark, 1), (Sides::Light, 2), (Sides::Mixed, 3), (Sides::Dark, 4)] {
        let (solution, restored, bytes) = both(laid(sides, seed));
        let (worst, count) = compare(&solution, &restored);
        assert!(worst <= CLOSE, "{sides:?}, {seed}: {worst}");
        assert!(count > 1_000_000);
        assert!(bytes < 2 << 20 && 4 * bytes < solution.bytes(), "{sides:?}, {seed}: {bytes} of {}", solution.bytes());
    }
}

/// Values are highest where boats can only sink.
#[test]
fn courses_without_a_way_to_the_finish_are_restored_too() {
    let odd: [(&[&str], &str); 3] = [
        (&["######", "#....#", "######"], "a2E,c1,e3,b3"),
        (&["......##....", "......##....", "......##....", "......##...."], "a2E,c1,e4,b4"),
        (
            &["..........", "..........", "....#.....", "..........", "..........", "......##..", ".........."],
            "b5E,h2,i6,b7",
        ),
    ];
    for (rows, plan) in odd {
        let lake = Lake::from_rows(rows).expect("a lake");
        let (solution, restored, _) = both(Course::new(lake, plan.parse().expect("a plan")).expect("a course"));
        let (worst, count) = compare(&solution, &restored);
        assert!(worst <= CLOSE && count > 0, "{plan}: {worst}");
    }
}

/// A choice made from the restored solution loses at most twice the largest difference.
#[test]
fn decisions_from_the_restored_solution_are_as_good() {
    let (solution, restored, _) = both(laid(Sides::Mixed, 7));
    let hexes = open_water(solution.course());
    let hands = all_hands();
    let progress: Vec<Progress> = all_progress().collect();
    let mut quick = QuickRandom::new(8);
    let mut pick = |most: usize| powerboats_rules::Draw::below(&mut quick, most as u32) as usize;
    let mut random = QuickRandom::new(9);
    let (mut worst, mut sum, mut count) = (0.0_f32, 0.0, 0);
    let mut lose = |turns: f32| (worst, sum, count) = (worst.max(turns), sum + f64::from(turns), count + 1);
    for _ in 0..20_000 {
        let (at, heading) = (hexes[pick(hexes.len())], Heading::ALL[pick(6)]);
        let (hand, damage) = (hands[pick(hands.len())], pick(4) as u8);
        let lone = LoneBoat { at, heading, hand, damage, progress: progress[pick(progress.len())] };
        let others = [hexes[pick(hexes.len())], hexes[pick(hexes.len())]];
        let others = if others.contains(&at) { &[][..] } else { &others[..] };
        let best = Turn::among(&solution, lone, others);
        let (choice, _) = Turn::among(&restored, lone, others).best();
        lose(best.value_of(choice) - best.best().1);
        let hand = choice.hold.with(roll(choice.rolls(), &mut random));
        let taken = |hex: Hex| others.contains(&hex);
        let value = |steer: Steer| {
            let runs = Runs::new(solution.course(), lone.at, lone.heading, hand.total());
            let option = runs.option(steer, taken).expect("a legal heading");
            let (fate, value) = solution.fate(&lone, hand, option.heading, option.run, option.steps);
            assert!(fate != Fate::Finished || value == 0.0);
            value
        };
        let (steer, _) = restored.best_steer(&lone, hand, taken);
        lose(value(steer) - solution.best_steer(&lone, hand, taken).1);
    }
    assert!(worst <= 2.0 * CLOSE, "{worst}");
    assert!(sum / f64::from(count) < 1e-4, "{}", sum / f64::from(count));
}
