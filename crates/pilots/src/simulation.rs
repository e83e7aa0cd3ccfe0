//! Fast simulation of a race in which every boat plays like a Captain.

use crate::{
    CourseKnowledge, LoneBoat, Solution, Turn,
    random::QuickRandom,
    solver::{
        grid::{FINISHED, PROGRESS_CODES, ProgressCode, progress, progress_code},
        hands::{HANDS, Hands, MOST_DICE},
    },
};
use arrayvec::ArrayVec;
use powerboats_rules::{
    Boat, Color, DiceChoice, Draw, Hand, Heading, Hex, Race, SINKS_AT, Scoring, Status, sort_short,
};
use std::sync::Arc;

/// A boat in a simulated race.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedBoat {
    color: Color,
    at: Hex,
    heading: Heading,
    /// The number of its hand.
    hand: u8,
    pub(crate) damage: u8,
    code: ProgressCode,
    turns: u32,
    racing: bool,
}

/// The state of a simulated race.
#[derive(Clone, Debug)]
pub struct SimulatedRace {
    boats: ArrayVec<SimulatedBoat, 6>,
    turn: usize,
    finished: ArrayVec<Color, 6>,
    sunk: ArrayVec<Color, 6>,
    scoring: Scoring,
    number: u8,
}

impl SimulatedRace {
    /// The current state of a race. Hands of more than six dice lose their highest dice. `None` before all boats are placed.
    pub fn of(race: &Race) -> Option<SimulatedRace> {
        let boat_of = |boat: &Boat| {
            let (at, heading, racing) = match boat.status {
                Status::Unplaced => return None,
                Status::Racing { at, heading } => (at, heading, true),
                _ => (Hex::new(0, 0)?, Heading::E, false),
            };
            let hand = hand_number(boat.hand);
            let code = progress_code(boat.progress);
            Some(SimulatedBoat {
                color: boat.color,
                at,
                heading,
                hand,
                damage: boat.damage,
                code,
                turns: boat.turns,
                racing,
            })
        };
        let boats = race.boats().iter().map(boat_of).collect::<Option<ArrayVec<_, 6>>>()?;
        let turn = race.boats().iter().position(|boat| Some(boat.color) == race.phase().turn()).unwrap_or(0);
        let in_order = |status: Status| {
            let mut done: Vec<&Boat> = race.boats().iter().filter(|boat| boat.status == status).collect();
            sort_short(&mut done, |a, b| a.turns.cmp(&b.turns));
            done.into_iter().map(|boat| boat.color).collect()
        };
        let (finished, sunk) = (in_order(Status::Finished), in_order(Status::Sunk));
        Some(SimulatedRace { boats, turn, finished, sunk, scoring: race.scoring(), number: race.number() })
    }

    /// Is the race over (rule 5.2)?
    pub fn is_over(&self) -> bool {
        let classic = self.scoring == Scoring::Classic && self.finished.len() + 1 == self.boats.len();
        classic || self.boats.iter().all(|boat| !boat.racing)
    }

    /// Passes the turn to the next boat that is racing.
    fn pass_turn(&mut self) {
        for _ in 0..self.boats.len() {
            self.turn = if self.turn + 1 == self.boats.len() { 0 } else { self.turn + 1 };
            if self.boats[self.turn].racing {
                break;
            }
        }
    }

    /// The hexes of the other boats.
    #[inline]
    fn others(&self, boat: &SimulatedBoat) -> impl Iterator<Item = Hex> {
        let color = boat.color;
        self.boats.iter().filter(move |other| other.racing && other.color != color).map(|other| other.at)
    }

    /// A player's points if the race ends in this state (rules 5.1, 5.3).
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

    /// The boat with this colour.
    pub fn boat(&self, color: Color) -> Option<&SimulatedBoat> {
        self.boats.iter().find(|boat| boat.color == color)
    }
}

/// The number of a hand. Of more than six dice the highest are left out.
fn hand_number(mut hand: Hand) -> u8 {
    loop {
        if let Some(number) = Hands::get().number(hand) {
            return number as u8;
        }
        hand = hand.dice().next().and_then(|die| hand.without_die(die)).unwrap_or(Hand::EMPTY);
    }
}

/// Precomputed rolls, as numbers of hands.
struct Tables {
    /// For 0 to 6 dice: every roll, as often as it is likely.
    rolls: [Vec<u8>; MOST_DICE + 1],
    /// The number of two hands put together; 0 if they have more than six dice.
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

/// Simulates boats that play by a solution. It remembers every choice it has looked up.
pub struct Simulator {
    /// The best choice of dice in each state of a boat that is alone: 1 + hold + 84 × (count + 1 − dice). 0 if it has not been
    /// looked up yet.
    choices: Vec<u8>,
    /// The latest choices with other boats in the way, with a key that describes the situation.
    among: Vec<(u64, u8)>,
    /// The number of simulated turns.
    pub turns: u64,
}

/// The number of remembered choices with other boats in the way: a power of two.
const SLOTS: usize = 1 << 15;
/// A simulated race is stopped after this many turns.
const MOST_TURNS: usize = 600;

impl Simulator {
    /// Starts without any remembered choice.
    pub fn new(solution: &Solution) -> Simulator {
        let choices = vec![0; solution.grid.len() * 6 * HANDS * PROGRESS_CODES * 4];
        Simulator { choices, among: vec![(0, 0); SLOTS], turns: 0 }
    }

    /// The best choice of dice for the boat whose turn it is.
    #[inline]
    fn choose(&mut self, solution: &Solution, cell: usize, simulated: &SimulatedRace, boat: &SimulatedBoat) -> Choice {
        let block = (cell * 6 + boat.heading as usize) * HANDS + usize::from(boat.hand);
        let state = (block * PROGRESS_CODES + usize::from(boat.code)) * 4 + usize::from(boat.damage & 3);
        if self.choices[state] == 0 {
            self.choices[state] = look_up(solution, boat, &[]);
        }
        let alone = Choice::of(self.choices[state], boat);
        let meets = |other| alone.may_meet(solution, cell, boat, other);
        if simulated.others(boat).any(meets) { self.choose_among(solution, cell, simulated, state) } else { alone }
    }

    /// The same, with other boats in the way.
    #[cold]
    fn choose_among(&mut self, solution: &Solution, cell: usize, simulated: &SimulatedRace, state: usize) -> Choice {
        let boat = &simulated.boats[simulated.turn];
        let others: ArrayVec<Hex, 6> = simulated.others(boat).collect();
        // 25 bits for the state, then 7 bits for the direction and distance of each boat in the way, at most five.
        let mut key = 1 << 24 | state as u64;
        for &other in &others {
            let steps = boat.at.distance(other);
            let ways = boat.ways().map(|heading| {
                solution.grid.run(cell, heading) >= steps.into() && boat.at.ahead(heading, steps) == Some(other)
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

    /// Plays one turn.
    #[inline]
    pub fn turn(&mut self, solution: &Solution, simulated: &mut SimulatedRace, draw: &mut QuickRandom) {
        let boat = simulated.boats[simulated.turn];
        let Some(cell) = solution.grid.cell(boat.at) else { return simulated.pass_turn() };
        let tables = Tables::get();
        let choice = self.choose(solution, cell, simulated, &boat);
        let rolled = &tables.rolls[choice.rolls];
        let rolled = rolled[draw.below(rolled.len() as u32) as usize];
        let hand = tables.sum[choice.hold][usize::from(rolled)];
        self.run(solution, simulated, cell, hand);
    }

    /// Moves the boat whose turn it is in its best direction, with these dice after the roll.
    pub(crate) fn rolled(&mut self, solution: &Solution, simulated: &mut SimulatedRace, hand: Hand) {
        if let Some(cell) = solution.grid.cell(simulated.boats[simulated.turn].at) {
            self.run(solution, simulated, cell, hand_number(hand));
        }
    }

    #[inline]
    fn run(&mut self, solution: &Solution, simulated: &mut SimulatedRace, cell: usize, hand: u8) {
        self.turns += 1;
        let boat = simulated.boats[simulated.turn];
        let total = usize::from(Hands::get().by_total[usize::from(hand)].total);
        let headings = boat.ways();
        let runs = headings.map(|heading| solution.grid.run(cell, heading).min(total));
        let longest = runs[0].max(runs[1]).max(runs[2]);
        let mut best = (f32::INFINITY, boat.heading, 0);
        for (heading, run) in headings.into_iter().zip(runs).filter(|(_, run)| *run == longest) {
            let mut steps = run as u8;
            let is_taken = |hex| simulated.others(&boat).any(|other| other == hex);
            while steps > 0 && boat.at.ahead(heading, steps).is_some_and(is_taken) {
                steps -= 1;
            }
            let value = if usize::from(steps) == run {
                value(solution, &boat, cell, (heading, run, total), hand)
            } else {
                value_behind(solution, &boat, hand, (heading, run as u8, steps))
            };
            if value < best.0 {
                best = (value, heading, steps);
            }
        }
        let (_, heading, steps) = best;
        let after = judge(solution, &boat, heading, steps);
        let now = &mut simulated.boats[simulated.turn];
        now.turns += 1;
        now.at = boat.at.ahead(heading, steps).unwrap_or(boat.at);
        now.heading = heading;
        now.hand = if total > longest { 0 } else { hand };
        now.damage = boat.damage.saturating_add((total - longest) as u8);
        if after == FINISHED {
            now.racing = false;
            simulated.finished.push(boat.color);
        } else if now.damage >= SINKS_AT {
            now.racing = false;
            simulated.sunk.push(boat.color);
        } else {
            now.code = after;
        }
        simulated.pass_turn();
    }

    /// Plays until the race is over.
    pub fn play_out(&mut self, solution: &Solution, simulated: &mut SimulatedRace, draw: &mut QuickRandom) {
        for _ in 0..MOST_TURNS {
            if simulated.is_over() {
                break;
            }
            self.turn(solution, simulated, draw);
        }
    }
}

/// The simulator of the current course. Another course gets a new simulator.
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

/// The value of running a hand in a direction, if no boat is in the way.
#[inline]
fn value(
    solution: &Solution,
    boat: &SimulatedBoat,
    cell: usize,
    (heading, run, total): (Heading, usize, usize),
    hand: u8,
) -> f32 {
    let damage = usize::from(boat.damage);
    if run == total {
        return solution.after((cell, heading, boat.code), hand.into(), damage & 3);
    }
    let (end, judgement) = solution.grid.end(cell, heading);
    match judgement[usize::from(boat.code)] {
        FINISHED => 0.0,
        _ if damage + total - run >= usize::from(SINKS_AT) => solution.weights().sinking,
        then => solution.after((end, heading, then), 0, damage + total - run),
    }
}

#[inline]
fn judge(solution: &Solution, boat: &SimulatedBoat, heading: Heading, steps: u8) -> ProgressCode {
    match solution.course().judge(boat.at, heading, steps, progress(boat.code)) {
        powerboats_rules::Judged::Finished => FINISHED,
        powerboats_rules::Judged::Racing(progress) => progress_code(progress),
    }
}

impl SimulatedBoat {
    /// Straight, left and right.
    #[inline]
    fn ways(&self) -> [Heading; 3] {
        [self.heading, self.heading.left(), self.heading.right()]
    }

    fn lone(&self) -> LoneBoat {
        let hand = Hands::get().by_total[usize::from(self.hand)].hand;
        let progress = progress(self.code);
        LoneBoat { at: self.at, heading: self.heading, hand, damage: self.damage, progress }
    }
}

/// The value of a run that another boat cuts short.
#[cold]
fn value_behind(solution: &Solution, boat: &SimulatedBoat, hand: u8, (heading, run, steps): (Heading, u8, u8)) -> f32 {
    let hand = Hands::get().by_total[usize::from(hand)].hand;
    solution.fate(&boat.lone(), hand, heading, run, steps).1
}

/// The Captain's choice of dice, as a number that is never 0.
#[cold]
fn look_up(solution: &Solution, boat: &SimulatedBoat, others: &[Hex]) -> u8 {
    let lone = boat.lone();
    let turn = Turn::among(solution, lone, others);
    // The solution has no values for seven dice.
    let few = lone.hand.choices().iter().filter(|choice| usize::from(choice.count) <= MOST_DICE);
    let better = |a: &DiceChoice, b: &DiceChoice| turn.value_of(*a).total_cmp(&turn.value_of(*b));
    let best = few.min_by(better).unwrap_or(DiceChoice { hold: Hand::EMPTY, count: 0 });
    let hold = Hands::get().number(best.hold).unwrap_or(0);
    (1 + hold + HANDS * usize::from(best.count + 1 - lone.hand.len())) as u8
}

/// A choice of dice: the number of the held hand, and the number of dice to roll.
#[derive(Clone, Copy)]
struct Choice {
    hold: usize,
    rolls: usize,
}

impl Choice {
    #[inline]
    fn of(number: u8, boat: &SimulatedBoat) -> Choice {
        let hands = Hands::get();
        let size = usize::from(hands.by_total[usize::from(boat.hand)].size);
        let choice = usize::from(number - 1);
        let (hold, count) = (choice % HANDS, size + choice / HANDS - 1);
        Choice { hold, rolls: count - usize::from(hands.by_total[hold].size) }
    }

    /// Can the boat end its move on this hex, or crash there? If not, another boat on it hardly changes the best choice.
    #[inline]
    fn may_meet(self, solution: &Solution, cell: usize, boat: &SimulatedBoat, other: Hex) -> bool {
        let held = usize::from(Hands::get().by_total[self.hold].total);
        let steps = usize::from(boat.at.distance(other));
        if steps > held + 3 * self.rolls {
            return false;
        }
        boat.ways().into_iter().any(|heading| {
            let run = solution.grid.run(cell, heading);
            let ends = if steps < held + self.rolls { run == steps } else { run >= steps };
            ends && boat.at.ahead(heading, steps as u8) == Some(other)
        })
    }
}
