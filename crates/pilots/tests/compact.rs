//! A compact copy of a solved course: small, close to the solution everywhere, and as good to decide by.

use powerboats_pilots::{Fate, Lone, QuickRandom, Solution, Turn, Weights};
use powerboats_rules::{
    Course, Hand, Heading, Hex, Lake, Leg, Progress, Runs, Sides, Steer, draw_lake, outcomes, roll,
};
use std::sync::Arc;

/// The bar, in turns.
const CLOSE: f32 = 0.002;

fn all_hands() -> Vec<Hand> {
    (0..=6).flat_map(outcomes).map(|outcome| outcome.rolled).collect()
}

fn standings() -> impl Iterator<Item = Progress> {
    let owed = |leg: Leg| if leg.is_gate() { &[false, true][..] } else { &[false] };
    Leg::ALL.into_iter().flat_map(move |leg| owed(leg).iter().map(move |&owes| Progress { leg, owes }))
}

fn open_water(course: &Course) -> Vec<Hex> {
    course.lake().hexes().filter(|&hex| course.is_open(hex)).collect()
}

/// The largest difference of any stored value, and how many there are.
fn compare(one: &Solution, other: &Solution) -> (f32, usize) {
    let (mut worst, mut count) = (0.0_f32, 0);
    let hands = all_hands();
    for at in open_water(one.course()) {
        for heading in Heading::ALL {
            for (&hand, progress) in hands.iter().flat_map(|hand| standings().map(move |progress| (hand, progress))) {
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

/// A solution and its copy, restored.
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
fn every_value_of_laid_courses_is_close_and_the_copy_small() {
    for (sides, seed) in [(Sides::Dark, 1), (Sides::Light, 2), (Sides::Mixed, 3), (Sides::Dark, 4)] {
        let (solution, restored, bytes) = both(laid(sides, seed));
        let (worst, count) = compare(&solution, &restored);
        assert!(worst <= CLOSE, "{sides:?}, {seed}: {worst}");
        assert!(count > 1_000_000);
        assert!(bytes < 2 << 20 && 4 * bytes < solution.bytes(), "{sides:?}, {seed}: {bytes} of {}", solution.bytes());
    }
}

/// Where boats only sink, values are highest.
#[test]
fn odd_waters_are_restored_too() {
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

/// What a choice made by the copy loses, by the solution: at most what two values can be off.
#[test]
fn decisions_by_the_copy_are_as_good() {
    let (solution, restored, _) = both(laid(Sides::Mixed, 7));
    let waters = open_water(solution.course());
    let hands = all_hands();
    let standings: Vec<Progress> = standings().collect();
    let mut quick = QuickRandom::new(8);
    let mut pick = |most: usize| powerboats_rules::Draw::below(&mut quick, most as u32) as usize;
    let mut winds = QuickRandom::new(9);
    let (mut worst, mut sum, mut count) = (0.0_f32, 0.0, 0);
    let mut lose = |turns: f32| (worst, sum, count) = (worst.max(turns), sum + f64::from(turns), count + 1);
    for _ in 0..20_000 {
        let (at, heading) = (waters[pick(waters.len())], Heading::ALL[pick(6)]);
        let (hand, damage) = (hands[pick(hands.len())], pick(4) as u8);
        let lone = Lone { at, heading, hand, damage, progress: standings[pick(standings.len())] };
        let others = [waters[pick(waters.len())], waters[pick(waters.len())]];
        let others = if others.contains(&at) { &[][..] } else { &others[..] };
        let best = Turn::among(&solution, lone, others);
        let (choice, _) = Turn::among(&restored, lone, others).best();
        lose(best.value_of(choice) - best.best().1);
        let hand = choice.hold.with(roll(choice.rolls(), &mut winds));
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
