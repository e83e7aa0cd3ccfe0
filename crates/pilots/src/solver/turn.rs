//! The values of all choices in one turn, for a boat alone or with other boats in the way.

use crate::solver::{
    Solution,
    grid::{FINISHED, ProgressCode, progress_code},
    hands::{Hands, MOST_DICE, place, smaller},
    lone_boat::LoneBoat,
};
use powerboats_rules::{
    DiceChoice, Hand, Heading, Hex, Judged, Progress, Runs, SINKS_AT, Steer, SteerOption, sort_short,
};

/// The result of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate {
    #[allow(missing_docs)]
    Finished,
    #[allow(missing_docs)]
    Sunk,
    /// The boat races on from this state.
    Racing(LoneBoat),
}

/// Larger hands are only approximated. A boat gets them only on purpose.
const LARGE: u8 = MOST_DICE as u8 + 1;

impl Solution {
    /// Expected turns from this state under best play, with sinking counted as [`Weights::sinking`](crate::Weights) turns.
    pub fn value(&self, lone: &LoneBoat) -> f32 {
        // If the boat could have come here by a run, the value is stored where that run began.
        if let Some(value) = self.stored_value(lone) {
            return value;
        }
        Turn::with_most(self, *lone, &[], MOST_DICE).best().1
    }

    /// The stored value of this state, if the boat could have come here by a run of its whole hand.
    fn stored_value(&self, lone: &LoneBoat) -> Option<f32> {
        let number = Hands::get().number(lone.hand)?;
        let back = lone.heading.back();
        let end = self.grid.cell(lone.at)?;
        if self.grid.run(end, back) < lone.hand.total().into() {
            return None;
        }
        let from = lone.at.ahead(back, lone.hand.total())?;
        // Only a run that changes no progress surely leads to this state.
        let quiet = self.course().judge(from, lone.heading, lone.hand.total(), lone.progress);
        (quiet == Judged::Racing(lone.progress))
            .then(|| self.after_run(from, lone.heading, number, lone.damage, lone.progress))
    }

    /// The value after running the hand with this number from a hex. The hand's total must be at most the run.
    #[inline]
    fn after_run(&self, from: Hex, heading: Heading, number: usize, damage: u8, progress: Progress) -> f32 {
        let Some(cell) = self.grid.cell(from) else { return self.weights().sinking };
        self.after((cell, heading, progress_code(progress)), number, usize::from(damage & 3))
    }

    /// The result of a move with `hand` in direction `heading`, and its value after this turn. `run` is the length of the run, and
    /// `steps` the number of hexes moved: fewer if another boat is in the way.
    pub fn fate(&self, lone: &LoneBoat, hand: Hand, heading: Heading, run: u8, steps: u8) -> (Fate, f32) {
        let damage = lone.damage + (hand.total() - run);
        match self.course().judge(lone.at, heading, steps, lone.progress) {
            Judged::Finished => (Fate::Finished, 0.0),
            Judged::Racing(_) if damage >= SINKS_AT => (Fate::Sunk, self.weights().sinking),
            Judged::Racing(progress) => {
                let crash = hand.total() > run;
                let at = lone.at.ahead(heading, steps).unwrap_or(lone.at);
                let next = LoneBoat { at, heading, hand: if crash { Hand::EMPTY } else { hand }, damage, progress };
                let number = Hands::get().number(hand).filter(|_| !crash && steps == run);
                let value = match number {
                    Some(number) => self.after_run(lone.at, heading, number, damage, lone.progress),
                    None if crash => self.after_run(at, heading, 0, damage, progress),
                    None => self.value(&next),
                };
                (Fate::Racing(next), value)
            }
        }
    }

    /// The best direction for these dice after the roll, and its value after this turn.
    pub fn best_steer(&self, lone: &LoneBoat, hand: Hand, taken: impl Fn(Hex) -> bool) -> (Steer, f32) {
        let directions = self.steer_values(lone, hand, taken);
        let better = |best: (Steer, f32), (option, value): (SteerOption, f32)| {
            if value < best.1 { (option.steer, value) } else { best }
        };
        directions.fold((Steer::Straight, f32::INFINITY), better)
    }

    /// The legal directions for these dice after the roll, from left to right, with their values after this turn.
    pub fn steer_values(
        &self,
        lone: &LoneBoat,
        hand: Hand,
        taken: impl Fn(Hex) -> bool,
    ) -> impl Iterator<Item = (SteerOption, f32)> {
        let runs = Runs::new(self.course(), lone.at, lone.heading, hand.total());
        Steer::ALL.into_iter().filter_map(move |steer| {
            let option = runs.option(steer, &taken)?;
            Some((option, self.fate(lone, hand, option.heading, option.run, option.steps).1))
        })
    }
}

/// The values of all choices of dice in a turn: expected turns, including this one. After this turn the boat is assumed to be alone.
pub struct Turn<'a> {
    solution: &'a Solution,
    lone: LoneBoat,
    /// The hexes of the other boats.
    others: &'a [Hex],
    /// Three tables, for one die fewer, the same number, and one more: the mean value of holding each hand, ordered by `place`.
    means: Vec<f32>,
    /// The first index of each table, and the end. A table is empty if there is no such choice.
    begin: [usize; 4],
}

impl<'a> Turn<'a> {
    /// Evaluates every choice of a boat that is alone.
    pub fn new(solution: &'a Solution, lone: LoneBoat) -> Turn<'a> {
        Turn::among(solution, lone, &[])
    }

    /// Evaluates every choice with other boats on these hexes. A boat that would end on one of them stops before it.
    pub fn among(solution: &'a Solution, lone: LoneBoat, others: &'a [Hex]) -> Turn<'a> {
        Turn::with_most(solution, lone, others, usize::MAX)
    }

    /// Evaluates every choice of at most `most` dice, or of one die fewer than the boat has. So the evaluation of a hand that is too
    /// large for the tables leads to smaller hands.
    fn with_most(solution: &'a Solution, lone: LoneBoat, others: &'a [Hex], most: usize) -> Turn<'a> {
        let have = usize::from(lone.hand.len());
        let counts = [have.checked_sub(1), Some(have), Some(have + 1)];
        let counts = counts.map(|count| count.filter(|&count| count <= most || count < have));
        let mut begin = [0; 4];
        for (i, count) in counts.iter().enumerate() {
            begin[i + 1] = begin[i] + count.map_or(0, |count| smaller(count + 1));
        }
        let mut means = vec![0.0; begin[3]];
        let ahead = Ahead::new(solution, &lone, others);
        for (i, count) in counts.into_iter().enumerate() {
            let Some(count) = count else { continue };
            let table = &mut means[begin[i]..begin[i + 1]];
            for rolled in hands_of(count) {
                table[place(rolled)] = ahead.steer(solution, &lone, rolled);
            }
            for size in (0..count).rev() {
                let (below, above) = table.split_at_mut(smaller(size + 1));
                mean_over_a_die(size, above, &mut below[smaller(size)..]);
            }
        }
        Turn { solution, lone, others, means, begin }
    }

    /// The state of the boat.
    pub fn lone(&self) -> &LoneBoat {
        &self.lone
    }

    /// Expected turns with a choice of dice. The choice must be legal.
    pub fn value_of(&self, choice: DiceChoice) -> f32 {
        let table = usize::from(choice.count + 1 - self.lone.hand.len());
        let mean = self.means[self.begin[table]..self.begin[table + 1]].get(place(choice.hold));
        mean.map_or(f32::INFINITY, |mean| 1.0 + mean)
    }

    /// The value after this turn, if the dice show this hand and the boat takes the best direction. The number of dice must be legal.
    pub fn value_after(&self, hand: Hand) -> f32 {
        let table = usize::from(hand.len() + 1 - self.lone.hand.len());
        self.means[self.begin[table]..self.begin[table + 1]].get(place(hand)).copied().unwrap_or(f32::INFINITY)
    }

    /// The best choice of dice and its expected turns. Of equal choices, the first in the order of `Hand::choices`.
    pub fn best(&self) -> (DiceChoice, f32) {
        let choices = self.lone.hand.choices();
        let mut best = (choices.get(0), f32::INFINITY);
        for choice in choices.iter() {
            let value = self.value_of(choice);
            if value < best.1 {
                best = (choice, value);
            }
        }
        best
    }

    /// The legal directions for these dice after the roll, from left to right, with their values after this turn.
    pub fn headings(&self, hand: Hand) -> impl Iterator<Item = (SteerOption, f32)> {
        self.solution.steer_values(&self.lone, hand, |hex| self.others.contains(&hex))
    }
}

/// All hands of this many dice, in the order of `place`.
fn hands_of(dice: usize) -> impl Iterator<Item = Hand> {
    let dice = dice as u8;
    (0..=dice)
        .flat_map(move |threes| (0..=dice - threes).map(move |twos| Hand::of([dice - threes - twos, twos, threes])))
}

/// The mean over one more die for all hands of `size` dice. They form a triangle: each row has the same number of threes, ordered by
/// twos.
fn mean_over_a_die(size: usize, one_more: &[f32], out: &mut [f32]) {
    let (mut i, mut o) = (0, 0);
    for row in 0..=size {
        let next_row = size + 2 - row;
        for _ in row..=size {
            out[o] = (one_more[i] + one_more[i + 1] + one_more[i + next_row]) * (1.0 / 3.0);
            (i, o) = (i + 1, o + 1);
        }
        i += 1;
    }
}

/// What is ahead of a boat in its three directions, so that the value of a hand is a table look-up.
struct Ahead<'a> {
    /// The longest run first.
    directions: [Direction; 3],
    cell: usize,
    /// The values of crashes with 1, 2, 3, and 4 or more damage.
    crash: [f32; 4],
    others: &'a [Hex],
}

#[derive(Clone, Copy)]
struct Direction {
    heading: Heading,
    run: usize,
    /// One bit for each number of steps that ends on another boat.
    taken: u32,
}

impl Direction {
    /// The steps to the last free hex of a run. The boat's own hex is free (rule 4.6).
    #[inline]
    fn free(&self, mut steps: usize) -> usize {
        while self.taken >> steps & 1 == 1 {
            steps -= 1;
        }
        steps
    }
}

impl<'a> Ahead<'a> {
    fn new(solution: &Solution, lone: &LoneBoat, others: &'a [Hex]) -> Ahead<'a> {
        let cell = solution.grid.cell(lone.at).unwrap_or(0);
        let three = [lone.heading, lone.heading.left(), lone.heading.right()];
        let mut directions =
            three.map(|heading| Direction { heading, run: solution.grid.run(cell, heading), taken: 0 });
        for &other in others {
            let steps = lone.at.distance(other);
            for direction in directions.iter_mut().filter(|direction| usize::from(steps) <= direction.run) {
                let meets = steps > 0 && lone.at.ahead(direction.heading, steps) == Some(other);
                direction.taken |= u32::from(meets) << steps;
            }
        }
        sort_short(&mut directions, |a, b| b.run.cmp(&a.run));
        let longest = directions[0].run;
        let mut crash = [f32::INFINITY; 4];
        for direction in directions.iter().filter(|direction| direction.run == longest) {
            let (end, then) = stop(solution, lone, cell, direction);
            for (more, crash) in (1..).zip(&mut crash) {
                let damage = usize::from(lone.damage) + more;
                let value = match then {
                    FINISHED => 0.0,
                    _ if damage >= usize::from(SINKS_AT) => solution.weights().sinking,
                    then => solution.after((end, direction.heading, then), 0, damage),
                };
                *crash = crash.min(value);
            }
        }
        Ahead { directions, cell, crash, others }
    }

    /// The value of the best direction for these dice after the roll.
    #[inline]
    fn steer(&self, solution: &Solution, lone: &LoneBoat, hand: Hand) -> f32 {
        let (total, longest) = (usize::from(hand.total()), self.directions[0].run);
        if total > longest {
            return self.crash[(total - longest).min(4) - 1];
        }
        let Some(number) = Hands::get().number(hand) else { return steer_large(solution, lone, hand, self.others) };
        let (code, damage) = (progress_code(lone.progress), usize::from(lone.damage & 3));
        let reach = self.directions.iter().take_while(|direction| direction.run >= total);
        let values = reach.map(|direction| match direction.free(total) {
            steps if steps < total => solution.fate(lone, hand, direction.heading, hand.total(), steps as u8).1,
            _ => solution.after((self.cell, direction.heading, code), number, damage),
        });
        values.fold(f32::INFINITY, f32::min)
    }
}

/// The cell where a crash in a direction ends, and the boat's progress there.
#[inline]
fn stop(solution: &Solution, lone: &LoneBoat, cell: usize, direction: &Direction) -> (usize, ProgressCode) {
    let steps = direction.free(direction.run);
    if steps == direction.run {
        let (end, judgement) = solution.grid.end(cell, direction.heading);
        return (end, judgement[usize::from(progress_code(lone.progress))]);
    }
    let end = lone.at.ahead(direction.heading, steps as u8).and_then(|hex| solution.grid.cell(hex)).unwrap_or(cell);
    let then = match solution.course().judge(lone.at, direction.heading, steps as u8, lone.progress) {
        Judged::Finished => FINISHED,
        Judged::Racing(progress) => progress_code(progress),
    };
    (end, then)
}

/// The same for hands that are too large for the tables. Only the lowest seven dice count.
fn steer_large(solution: &Solution, lone: &LoneBoat, mut hand: Hand, others: &[Hex]) -> f32 {
    while hand.len() > LARGE {
        hand = hand.dice().next().and_then(|highest| hand.without_die(highest)).unwrap_or(Hand::EMPTY);
    }
    solution.best_steer(lone, hand, |hex| others.contains(&hex)).1
}
