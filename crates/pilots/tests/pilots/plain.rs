//! The reference solver: simple, slow, in double precision, and directly from the rules.

use powerboats_pilots::Solution;
use powerboats_rules::{Course, DiceChoice, Die, Hand, Heading, Hex, Judged, Leg, Progress, SINKS_AT, Steer, outcomes};

/// The most dice, as in the solver.
const MOST_DICE: u8 = 6;

/// The sweeps stop when no value changes by more than this.
const SETTLED: f64 = 1e-8;

/// A lone boat without its dice.
#[derive(Clone, Copy, Debug)]
pub struct Afloat {
    pub at: Hex,
    pub heading: Heading,
    pub progress: Progress,
    pub damage: u8,
}

/// The result of a move.
#[derive(Clone, Copy)]
enum Then {
    Finished,
    Sunk,
    /// The boat races on with these dice, or without dice after a crash.
    Afloat(Afloat, Hand),
}

/// Expected turns from every state.
pub struct Plain<'a> {
    course: &'a Course,
    sinking: f64,
    /// Hands of up to six dice.
    hands: Vec<Hand>,
    /// The index of each hand, by ones, twos and threes.
    number: [[[usize; 7]; 7]; 7],
    /// For each hand: its choices, as indices into the table of `expect`.
    choices: Vec<Vec<usize>>,
    values: Vec<f64>,
}

/// All possible progress. Only gates can be owed.
fn all_progress() -> impl Iterator<Item = Progress> {
    Leg::ALL.into_iter().rev().flat_map(|leg| {
        [false, true].into_iter().filter(move |&owes| leg.is_gate() || !owes).map(move |owes| Progress { leg, owes })
    })
}

impl<'a> Plain<'a> {
    /// Sweeps over all states until nothing changes.
    pub fn new(course: &'a Course, sinking: f64) -> Plain<'a> {
        let hands: Vec<Hand> = (0..=MOST_DICE).flat_map(|dice| outcomes(dice).map(|outcome| outcome.rolled)).collect();
        let mut number = [[[usize::MAX; 7]; 7]; 7];
        for (i, hand) in hands.iter().enumerate() {
            let [ones, twos, threes] = hand.counts().map(usize::from);
            number[ones][twos][threes] = i;
        }
        let mut plain = Plain { course, sinking, hands, number, choices: Vec::new(), values: Vec::new() };
        let place = |choice: DiceChoice| plain.place(choice.hold, choice.count);
        let choices =
            |hand: &Hand| hand.choices().iter().filter(|choice| choice.count <= MOST_DICE).map(place).collect();
        plain.choices = plain.hands.iter().map(choices).collect();
        plain.values = vec![sinking; Hex::TABLE * 6 * 10 * 4 * plain.hands.len()];
        plain.sweep_until_settled();
        plain
    }

    /// The largest difference to any value that the solver stores, and its state.
    pub fn worst(&self, solution: &Solution) -> (f64, Option<(Afloat, Hand)>) {
        let mut worst = (0.0, None);
        for at in self.course.lake().hexes().filter(|&hex| self.course.is_open(hex)) {
            for heading in Heading::ALL {
                for hand in self.hands.iter().copied().filter(|hand| hand.total() <= self.course.run(at, heading)) {
                    for (progress, damage) in
                        all_progress().flat_map(|progress| (0..SINKS_AT).map(move |d| (progress, d)))
                    {
                        let boat = Afloat { at, heading, progress, damage };
                        let stored = solution.stored(at, heading, hand, damage, progress).map_or(f64::NAN, f64::from);
                        let error = (stored - self.after(boat, hand)).abs();
                        // A missing value is the largest possible difference.
                        if error > worst.0 || error.is_nan() {
                            worst = (error, Some((boat, hand)));
                        }
                    }
                }
            }
        }
        worst
    }

    /// The value of a state before the dice are chosen. The boat must have room behind it for the hand's total.
    pub fn value(&self, boat: Afloat, hand: Hand) -> f64 {
        self.values[self.index(boat, hand)]
    }

    /// The value after running a hand's total from a hex, as the solver stores it.
    pub fn after(&self, boat: Afloat, hand: Hand) -> f64 {
        self.worth(self.run(boat, hand, 0))
    }

    fn hand(&self, hand: Hand) -> usize {
        let [ones, twos, threes] = hand.counts().map(usize::from);
        self.number[ones][twos][threes]
    }

    fn index(&self, boat: Afloat, hand: Hand) -> usize {
        let Afloat { at, heading, progress, damage } = boat;
        let code = progress.leg as usize * 2 + usize::from(progress.owes);
        let boat = ((at.index() * 6 + heading as usize) * 10 + code) * 4 + usize::from(damage);
        boat * self.hands.len() + self.hand(hand)
    }

    /// The index of a choice in the table of `expect`.
    fn place(&self, hold: Hand, count: u8) -> usize {
        usize::from(count) * self.hands.len() + self.hand(hold)
    }

    fn sweep_until_settled(&mut self) {
        let mut hexes: Vec<Hex> = self.course.lake().hexes().filter(|&hex| self.course.is_open(hex)).collect();
        loop {
            let mut largest = 0f64;
            for progress in all_progress() {
                for &at in &hexes {
                    for heading in Heading::ALL {
                        largest = largest.max(self.look_at(at, heading, progress));
                    }
                }
            }
            // Alternate the direction, so that changes spread both ways.
            hexes.reverse();
            if largest < SETTLED {
                break;
            }
        }
    }

    /// Calculates all states at this hex, heading and progress. Returns the largest change.
    fn look_at(&mut self, at: Hex, heading: Heading, progress: Progress) -> f64 {
        let behind = self.course.run(at, heading.back());
        let mut largest = 0f64;
        for damage in 0..SINKS_AT {
            let boat = Afloat { at, heading, progress, damage };
            let table = self.expect(boat);
            for i in (0..self.hands.len()).filter(|&i| self.hands[i].total() <= behind) {
                let best = self.choices[i].iter().map(|&choice| table[choice]).fold(f64::INFINITY, f64::min);
                let index = self.index(boat, self.hands[i]);
                largest = largest.max((self.values[index] - 1.0 - best).abs());
                self.values[index] = 1.0 + best;
            }
        }
        largest
    }

    /// For each choice of dice: the mean value of the best direction over all rolls.
    fn expect(&self, boat: Afloat) -> Vec<f64> {
        let mut table = vec![f64::INFINITY; (usize::from(MOST_DICE) + 1) * self.hands.len()];
        for count in 0..=MOST_DICE {
            // Large hands come first: those with no die to roll, then those with one die to roll, and so on.
            for &hold in self.hands.iter().rev().filter(|hold| hold.len() <= count) {
                table[self.place(hold, count)] = if hold.len() == count {
                    self.steer(boat, hold)
                } else {
                    let with = |die: Die| table[self.place(hold.with_die(die), count)];
                    Die::ALL.into_iter().map(with).sum::<f64>() / 3.0
                };
            }
        }
        table
    }

    /// Rule 4.3: the least value among the legal directions.
    fn steer(&self, boat: Afloat, hand: Hand) -> f64 {
        let headings = Steer::ALL.map(|steer| boat.heading.steered(steer));
        let runs = headings.map(|heading| self.course.run(boat.at, heading).min(hand.total()));
        let longest = runs.into_iter().max().unwrap_or(0);
        let may = headings.into_iter().zip(runs).filter(|&(_, run)| run == longest);
        let worth = |(heading, run)| self.worth(self.run(Afloat { heading, ..boat }, hand, hand.total() - run));
        may.map(worth).fold(f64::INFINITY, f64::min)
    }

    /// Rules 4.5 to 4.9: moves the total straight ahead, except the last `short` hexes, which are a crash.
    fn run(&self, boat: Afloat, hand: Hand, short: u8) -> Then {
        let steps = hand.total() - short;
        let damage = boat.damage + short;
        match self.course.judge(boat.at, boat.heading, steps, boat.progress) {
            Judged::Finished => Then::Finished,
            Judged::Racing(_) if damage >= SINKS_AT => Then::Sunk,
            Judged::Racing(progress) => {
                let at = boat.at.ahead(boat.heading, steps).expect("it is open water");
                Then::Afloat(Afloat { at, progress, damage, ..boat }, if short > 0 { Hand::EMPTY } else { hand })
            }
        }
    }

    fn worth(&self, then: Then) -> f64 {
        match then {
            Then::Finished => 0.0,
            Then::Sunk => self.sinking,
            Then::Afloat(boat, hand) => self.value(boat, hand),
        }
    }
}
