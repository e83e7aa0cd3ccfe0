//! Checks thousands of random lakes: all water is connected, and nearly every deal can be started and finished.

use crate::{
    chance::Prng,
    reading::{At, NUMBERS, Reading, STEP, add, at, number},
    shortest_paths::can_finish,
};
use powerboats_rules::{Course, Draw, Heading, Hex, Lake, Leg, Letter, RoundingSide, Sides, dealt, draw_layout};
use std::{ops::AddAssign, thread, time::Instant};

const LAKES: u64 = 20_000;
const THREADS: u64 = 2;
/// One in this many lakes is also compared with the independent implementation in `reading`.
const READ: u64 = 12;

#[derive(Default, Debug)]
struct Figures {
    lakes: u64,
    courses: u64,
    /// Courses that were compared with the independent implementation.
    read: u64,
    drawn_again: u64,
    drawn_again_light: u64,
    second_row: u64,
    gates: u64,
    narrow_gates: u64,
    least_gate: Option<usize>,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.lakes += other.lakes;
        self.courses += other.courses;
        self.read += other.read;
        self.drawn_again += other.drawn_again;
        self.drawn_again_light += other.drawn_again_light;
        self.second_row += other.second_row;
        self.gates += other.gates;
        self.narrow_gates += other.narrow_gates;
        self.least_gate = self.least_gate.into_iter().chain(other.least_gate).min();
    }
}

#[test]
fn r2_1_and_3_3_every_lake_has_courses_that_can_be_finished() {
    let begun = Instant::now();
    let mut all = Figures::default();
    let seen = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|seed| scope.spawn(move || check_lakes(seed))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    seen.into_iter().for_each(|figures| all += figures);
    println!("{all:#?}\n{:.1} s", begun.elapsed().as_secs_f32());
    assert!(all.lakes >= 20_000 && all.courses == 3 * all.lakes && all.read > 3_000);
    assert!(all.drawn_again * 100 < all.courses, "less than one deal in a hundred must be drawn again");
    assert!(all.narrow_gates * 10 < all.gates, "less than one gate in ten may have fewer than three hexes of water");
}

fn check_lakes(seed: u64) -> Figures {
    let mut chance = Prng::new(0x1a4e + seed);
    let mut figures = Figures::default();
    for i in 0..LAKES / THREADS {
        let sides = Sides::ALL[(i % 3) as usize];
        let layout = draw_layout(sides, &mut chance);
        let lake = layout.lake();
        figures.lakes += 1;
        assert!(is_connected(&lake), "the water is not connected: {layout:?}\n{lake:#?}");
        for letter in Letter::ALL {
            let order = draw_order(&mut chance);
            let course = dealt(&layout, letter, order);
            let what = || format!("race {letter}, buoys on {order:?} of {layout:?}");
            figures.courses += 1;
            let playable = course.as_ref().is_some_and(|course| course.is_playable(6));
            if !playable {
                figures.drawn_again += 1;
                figures.drawn_again_light += u64::from(sides == Sides::Light);
            }
            let Some(course) = course else { continue };
            figures.count_gates(&course);
            let places = course.places(6).unwrap_or_default();
            assert!(places.len() >= 6, "too few start places for six boats: {}", what());
            figures.second_row += u64::from(course.places(2).unwrap().len() < 6);
            if i / 3 % READ == 0 {
                figures.read += 1;
                compare(&course, playable, &what);
            }
        }
    }
    figures
}

impl Figures {
    fn count_gates(&mut self, course: &Course) {
        for gate in course.gates() {
            let water = gate.hexes.iter().filter(|&&hex| course.is_open(hex)).count();
            self.gates += 1;
            self.narrow_gates += u64::from(water < 3);
            self.least_gate = self.least_gate.into_iter().chain([water]).min();
        }
    }
}

fn draw_order(chance: &mut Prng) -> [u8; 4] {
    let mut left = vec![0, 1, 2, 3];
    [(); 4].map(|()| left.remove(chance.below(left.len() as u32) as usize))
}

/// Compares the engine's course with the independent implementation (rules 2.2 to 2.7 and 3.3).
fn compare(course: &Course, playable: bool, what: &impl Fn() -> String) {
    let reading = Reading::new(course.lake(), course.plan());
    let hand = |way: RoundingSide| if way == RoundingSide::Right { 1 } else { -1 };
    assert_eq!((hand(course.start_side()), hand(course.finish_side())), (reading.start_side, reading.finish_side));
    for (gate, own) in course.gates().iter().zip(&reading.gates) {
        assert_eq!((hand(gate.rounding), gate.heading as usize), (own.rounding, own.heading), "{}", what());
        assert!(gate.hexes.iter().map(|&hex| at(hex)).eq(own.ray.iter().copied()), "{}", what());
    }
    for hex in course.lake().hexes() {
        for heading in Heading::ALL.into_iter().filter(|&heading| hex.neighbour(heading).is_some()) {
            let (own, crossings) = (reading.crossed(at(hex), heading as usize), course.crossings(hex, heading));
            let bits = |crosses: &dyn Fn(Leg) -> bool| Leg::ALL.map(|leg| u8::from(crosses(leg)) << leg as u8);
            let forward: u8 = bits(&|leg| crossings.is_forward(leg)).into_iter().sum();
            let backward: u8 = bits(&|leg| crossings.is_backward(leg)).into_iter().sum();
            assert_eq!((forward, backward), (own.forward, own.backward), "{hex} {heading}, {}", what());
        }
    }
    let places = reading.places(6);
    let mut listed: Vec<At> = course.places(6).unwrap_or_default().into_iter().map(at).collect();
    listed.sort();
    let mut sorted = places.clone();
    sorted.sort();
    assert_eq!(listed, sorted, "{}", what());
    let can_finish = can_finish(&reading, &places);
    assert_eq!(can_finish.iter().all(|&can_finish| can_finish), playable, "{}", what());
    if playable {
        // A flood fill from the line reaches the whole line and part of each gate.
        let wet = flood(&reading.open, places[0]);
        assert!(reading.line.iter().all(|&hex| wet[number(hex)]), "the line is cut off: {}", what());
        for gate in &reading.gates {
            assert!(gate.ray.iter().any(|&hex| wet[number(hex)]), "a gate is cut off: {}", what());
        }
    }
}

/// Flood fill: all open hexes that can be reached from here.
fn flood(open: &[bool], from: At) -> Vec<bool> {
    let mut wet = vec![false; NUMBERS];
    wet[number(from)] = true;
    let mut queue = vec![from];
    while let Some(hex) = queue.pop() {
        for next in STEP.map(|step| add(hex, step)) {
            if open[number(next)] && !std::mem::replace(&mut wet[number(next)], true) {
                queue.push(next);
            }
        }
    }
    wet
}

fn is_connected(lake: &Lake) -> bool {
    let mut open = vec![false; NUMBERS];
    let water: Vec<At> = Hex::all().filter(|&hex| lake.is_water(hex)).map(at).collect();
    water.iter().for_each(|&hex| open[number(hex)] = true);
    flood(&open, water[0]) == open
}
