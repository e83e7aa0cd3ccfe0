//! A fleet of Captains, simulated fast: what becomes of a race if everyone plays as a Captain from here.

use crate::{
    CourseKnowledge, Lone, Solution, Turn,
    random::QuickRandom,
    solver::{
        hands::{HANDS, Hands, MOST_DICE},
        waters::{FINISHED, STANDINGS, Standing, progress, standing},
    },
};
use arrayvec::ArrayVec;
use powerboats_rules::{Boat, Color, DiceChoice, Draw, Hand, Heading, Hex, Race, SINKS_AT, Scoring, Status};
use std::sync::Arc;

/// A boat as the simulation sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sailor {
    color: Color,
    at: Hex,
    heading: Heading,
    /// Number of its hand.
    hand: u8,
    pub(crate) damage: u8,
    standing: Standing,
    turns: u32,
    racing: bool,
}

/// The boats of a race, whose turn it is, and how it stands.
#[derive(Clone, Debug)]
pub struct Fleet {
    boats: ArrayVec<Sailor, 6>,
    turn: usize,
    finished: ArrayVec<Color, 6>,
    sunk: ArrayVec<Color, 6>,
    scoring: Scoring,
    number: u8,
}

impl Fleet {
    /// A race as it stands; hands of more than six dice lose their highest. `None` before all boats are placed.
    pub fn of(race: &Race) -> Option<Fleet> {
        let sailor = |boat: &Boat| {
            let (at, heading, racing) = match boat.status {
                Status::Unplaced => return None,
                Status::Racing { at, heading } => (at, heading, true),
                _ => (Hex::new(0, 0)?, Heading::E, false),
            };
            let hand = hand_number(boat.hand);
            let standing = standing(boat.progress);
            Some(Sailor {
                color: boat.color,
                at,
                heading,
                hand,
                damage: boat.damage,
                standing,
                turns: boat.turns,
                racing,
            })
        };
        let boats = race.boats().iter().map(sailor).collect::<Option<ArrayVec<_, 6>>>()?;
        let turn = race.boats().iter().position(|boat| Some(boat.color) == race.phase().turn()).unwrap_or(0);
        let in_order = |status: Status| {
            let mut done: Vec<&Boat> = race.boats().iter().filter(|boat| boat.status == status).collect();
            done.sort_by_key(|boat| boat.turns);
            done.into_iter().map(|boat| boat.color).collect()
        };
        let (finished, sunk) = (in_order(Status::Finished), in_order(Status::Sunk));
        Some(Fleet { boats, turn, finished, sunk, scoring: race.scoring(), number: race.number() })
    }

    /// Nothing left to sail (rule 5.2)?
    pub fn is_over(&self) -> bool {
        let classic = self.scoring == Scoring::Classic && self.finished.len() + 1 == self.boats.len();
        classic || self.boats.iter().all(|boat| !boat.racing)
    }

    /// On to the next boat that races.
    fn pass_turn(&mut self) {
        for _ in 0..self.boats.len() {
            self.turn = if self.turn + 1 == self.boats.len() { 0 } else { self.turn + 1 };
            if self.boats[self.turn].racing {
                break;
            }
        }
    }

    /// Where the other boats lie.
    #[inline]
    fn others(&self, boat: &Sailor) -> impl Iterator<Item = Hex> {
        let color = boat.color;
        self.boats.iter().filter(move |other| other.racing && other.color != color).map(|other| other.at)
    }

    /// Points a player gains if the race ends like this (rules 5.1, 5.3).
    pub fn points(&self, color: Color) -> f32 {
        let Some(place) = self.finished.iter().position(|&other| other == color) else { return 0.0 };
        let mut points = (self.boats.len() - 1 - place) as f32 * f32::from(self.number);
        if self.scoring == Scoring::Turns {
            let turns =
                |color| self.boats.iter().find(|boat| boat.color == color).map_or(0.0, |boat| boat.turns as f32);
            let last = self.finished.last().map_or(0.0, |&last| turns(last));
            points += last - turns(color) + 5.0 * self.sunk.len() as f32;
        }
        points
    }

    /// The boat of this colour.
    pub fn boat(&self, color: Color) -> Option<&Sailor> {
        self.boats.iter().find(|boat| boat.color == color)
    }
}

/// The number of a hand, without its highest dice if there are more than six.
fn hand_number(mut hand: Hand) -> u8 {
    loop {
        if let Some(number) = Hands::get().number(hand) {
            return number as u8;
        }
        hand = hand.dice().next().and_then(|die| hand.without_die(die)).unwrap_or(Hand::EMPTY);
    }
}

/// Rolls and choices as numbers.
struct Tables {
    /// For 0 to 6 dice: every way they can fall, as numbers of hands.
    rolls: [Vec<u8>; MOST_DICE + 1],
    /// Number of two hands together; 0 if they have more than six dice.
    sum: Box<[[u8; HANDS]; HANDS]>,
}

impl Tables {
    fn get() -> &'static Tables {
        static TABLES: std::sync::LazyLock<Tables> = std::sync::LazyLock::new(|| {
            let hands = Hands::get();
            let number = |hand: Hand| hands.number(hand).unwrap_or(0) as u8;
            let rolls = std::array::from_fn(|dice| {
                let outcomes = powerboats_rules::outcomes(dice as u8);
                outcomes.flat_map(|o| std::iter::repeat_n(number(o.rolled), o.ways as usize)).collect()
            });
            let mut sum = Box::new([[0; HANDS]; HANDS]);
            for (i, a) in hands.by_total.iter().enumerate() {
                for (j, b) in hands.by_total.iter().enumerate() {
                    sum[i][j] = number(a.hand.with(b.hand));
                }
            }
            Tables { rolls, sum }
        });
        &TABLES
    }
}

/// The solution's policy, looked up once and remembered, and boats that sail by it.
pub struct Simulator {
    /// Best choice of dice alone by state, 0 if not looked up yet: 1 + hold + 84 × (count + 1 − dice).
    choices: Vec<u8>,
    /// The latest choices with other boats in the way, by a key of what matters.
    among: Vec<(u64, u8)>,
    /// Boat-turns simulated.
    pub turns: u64,
}

/// Choices among other boats that are remembered: a power of two.
const SLOTS: usize = 1 << 15;
/// Turns after which a simulated race is called off.
const MOST_TURNS: usize = 600;

impl Simulator {
    /// Knows nothing by heart yet.
    pub fn new(solution: &Solution) -> Simulator {
        let choices = vec![0; solution.waters.len() * 6 * HANDS * STANDINGS * 4];
        Simulator { choices, among: vec![(0, 0); SLOTS], turns: 0 }
    }

    /// The best choice of dice.
    #[inline]
    fn choose(&mut self, solution: &Solution, water: usize, fleet: &Fleet, boat: &Sailor) -> Choice {
        let block = (water * 6 + boat.heading as usize) * HANDS + usize::from(boat.hand);
        let state = (block * STANDINGS + usize::from(boat.standing)) * 4 + usize::from(boat.damage & 3);
        if self.choices[state] == 0 {
            self.choices[state] = look_up(solution, boat, &[]);
        }
        let alone = Choice::of(self.choices[state], boat);
        let meets = |other| alone.may_meet(solution, water, boat, other);
        if fleet.others(boat).any(meets) { self.choose_among(solution, water, fleet, state) } else { alone }
    }

    /// The same with other boats in the way.
    #[cold]
    fn choose_among(&mut self, solution: &Solution, water: usize, fleet: &Fleet, state: usize) -> Choice {
        let boat = &fleet.boats[fleet.turn];
        let others: ArrayVec<Hex, 6> = fleet.others(boat).collect();
        // The state, and then way and distance of each boat that lies on a way: 25 bits and 7 for each of five at the most.
        let mut key = 1 << 24 | state as u64;
        for &other in &others {
            let steps = boat.at.distance(other);
            let ways = boat.ways().map(|heading| {
                solution.waters.run(water, heading) >= steps.into() && boat.at.ahead(heading, steps) == Some(other)
            });
            if let Some(way) = ways.iter().position(|&meets| meets) {
                key = key << 7 | (way as u64 + 1) << 5 | u64::from(steps);
            }
        }
        let slot = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOTS.ilog2());
        let (known, choice) = &mut self.among[slot as usize];
        if *known != key {
            (*known, *choice) = (key, look_up(solution, boat, &others));
        }
        Choice::of(*choice, boat)
    }

    /// One turn of the boat whose turn it is.
    #[inline]
    pub fn turn(&mut self, solution: &Solution, fleet: &mut Fleet, draw: &mut QuickRandom) {
        let boat = fleet.boats[fleet.turn];
        let Some(water) = solution.waters.number(boat.at) else { return fleet.pass_turn() };
        let tables = Tables::get();
        let choice = self.choose(solution, water, fleet, &boat);
        let rolled = &tables.rolls[choice.rolls];
        let rolled = rolled[draw.below(rolled.len() as u32) as usize];
        let hand = tables.sum[choice.hold][usize::from(rolled)];
        self.run(solution, fleet, water, hand);
    }

    /// The boat whose turn it is has rolled, and runs this hand along its best heading.
    pub(crate) fn rolled(&mut self, solution: &Solution, fleet: &mut Fleet, hand: Hand) {
        if let Some(water) = solution.waters.number(fleet.boats[fleet.turn].at) {
            self.run(solution, fleet, water, hand_number(hand));
        }
    }

    #[inline]
    fn run(&mut self, solution: &Solution, fleet: &mut Fleet, water: usize, hand: u8) {
        self.turns += 1;
        let boat = fleet.boats[fleet.turn];
        let total = usize::from(Hands::get().by_total[usize::from(hand)].total);
        let three = boat.ways();
        let runs = three.map(|heading| solution.waters.run(water, heading).min(total));
        let longest = runs[0].max(runs[1]).max(runs[2]);
        let mut best = (f32::INFINITY, boat.heading, 0);
        for (heading, run) in three.into_iter().zip(runs).filter(|(_, run)| *run == longest) {
            let mut steps = run as u8;
            let is_taken = |hex| fleet.others(&boat).any(|other| other == hex);
            while steps > 0 && boat.at.ahead(heading, steps).is_some_and(is_taken) {
                steps -= 1;
            }
            let value = if usize::from(steps) == run {
                value(solution, &boat, water, (heading, run, total), hand)
            } else {
                value_behind(solution, &boat, hand, (heading, run as u8, steps))
            };
            if value < best.0 {
                best = (value, heading, steps);
            }
        }
        let (_, heading, steps) = best;
        let after = judge(solution, &boat, heading, steps);
        let now = &mut fleet.boats[fleet.turn];
        now.turns += 1;
        now.at = boat.at.ahead(heading, steps).unwrap_or(boat.at);
        now.heading = heading;
        now.hand = if total > longest { 0 } else { hand };
        now.damage = boat.damage.saturating_add((total - longest) as u8);
        if after == FINISHED {
            now.racing = false;
            fleet.finished.push(boat.color);
        } else if now.damage >= SINKS_AT {
            now.racing = false;
            fleet.sunk.push(boat.color);
        } else {
            now.standing = after;
        }
        fleet.pass_turn();
    }

    /// Sails on until the race is over.
    pub fn sail(&mut self, solution: &Solution, fleet: &mut Fleet, draw: &mut QuickRandom) {
        for _ in 0..MOST_TURNS {
            if fleet.is_over() {
                break;
            }
            self.turn(solution, fleet, draw);
        }
    }
}

/// The simulator of the course that is on, made anew for each course.
#[derive(Default)]
pub(crate) struct Simulators {
    latest: Option<(Arc<CourseKnowledge>, Simulator)>,
}

impl Simulators {
    pub fn of(&mut self, known: &Arc<CourseKnowledge>) -> &mut Simulator {
        let latest = self.latest.take().filter(|(course, _)| Arc::ptr_eq(course, known));
        let latest = latest.unwrap_or_else(|| (known.clone(), Simulator::new(known.solution())));
        &mut self.latest.insert(latest).1
    }
}

/// What running a hand along a heading is worth, if no boat is in the way.
#[inline]
fn value(
    solution: &Solution,
    boat: &Sailor,
    water: usize,
    (heading, run, total): (Heading, usize, usize),
    hand: u8,
) -> f32 {
    let damage = usize::from(boat.damage);
    if run == total {
        return solution.after((water, heading, boat.standing), hand.into(), damage & 3);
    }
    let (end, judgement) = solution.waters.end(water, heading);
    match judgement[usize::from(boat.standing)] {
        FINISHED => 0.0,
        _ if damage + total - run >= usize::from(SINKS_AT) => solution.weights().sinking,
        then => solution.after((end, heading, then), 0, damage + total - run),
    }
}

#[inline]
fn judge(solution: &Solution, boat: &Sailor, heading: Heading, steps: u8) -> Standing {
    match solution.course().judge(boat.at, heading, steps, progress(boat.standing)) {
        powerboats_rules::Judged::Finished => FINISHED,
        powerboats_rules::Judged::Racing(progress) => standing(progress),
    }
}

impl Sailor {
    /// The headings it may take.
    #[inline]
    fn ways(&self) -> [Heading; 3] {
        [self.heading, self.heading.left(), self.heading.right()]
    }

    fn lone(&self) -> Lone {
        let hand = Hands::get().by_total[usize::from(self.hand)].hand;
        let progress = progress(self.standing);
        Lone { at: self.at, heading: self.heading, hand, damage: self.damage, progress }
    }
}

/// What a run is worth that another boat cuts short.
#[cold]
fn value_behind(solution: &Solution, boat: &Sailor, hand: u8, (heading, run, steps): (Heading, u8, u8)) -> f32 {
    let hand = Hands::get().by_total[usize::from(hand)].hand;
    solution.fate(&boat.lone(), hand, heading, run, steps).1
}

/// The Captain's choice, as a number that is never 0.
#[cold]
fn look_up(solution: &Solution, boat: &Sailor, others: &[Hex]) -> u8 {
    let lone = boat.lone();
    let turn = Turn::among(solution, lone, others);
    // A seventh die would not be on file.
    let few = lone.hand.choices().iter().filter(|choice| usize::from(choice.count) <= MOST_DICE);
    let better = |a: &DiceChoice, b: &DiceChoice| turn.value_of(*a).total_cmp(&turn.value_of(*b));
    let best = few.min_by(better).unwrap_or(DiceChoice { hold: Hand::EMPTY, count: 0 });
    let hold = Hands::get().number(best.hold).unwrap_or(0);
    (1 + hold + HANDS * usize::from(best.count + 1 - lone.hand.len())) as u8
}

/// A choice of dice: the number of the hand it holds, and how many it rolls.
#[derive(Clone, Copy)]
struct Choice {
    hold: usize,
    rolls: usize,
}

impl Choice {
    #[inline]
    fn of(number: u8, boat: &Sailor) -> Choice {
        let hands = Hands::get();
        let size = usize::from(hands.by_total[usize::from(boat.hand)].size);
        let choice = usize::from(number - 1);
        let (hold, count) = (choice % HANDS, size + choice / HANDS - 1);
        Choice { hold, rolls: count - usize::from(hands.by_total[hold].size) }
    }

    /// Can it end on this hex, or crash there? If not, a boat on it hardly makes another choice better.
    #[inline]
    fn may_meet(self, solution: &Solution, water: usize, boat: &Sailor, other: Hex) -> bool {
        let held = usize::from(Hands::get().by_total[self.hold].total);
        let steps = usize::from(boat.at.distance(other));
        if steps > held + 3 * self.rolls {
            return false;
        }
        boat.ways().into_iter().any(|heading| {
            let run = solution.waters.run(water, heading);
            let ends = if steps < held + self.rolls { run == steps } else { run >= steps };
            ends && boat.at.ahead(heading, steps as u8) == Some(other)
        })
    }
}
