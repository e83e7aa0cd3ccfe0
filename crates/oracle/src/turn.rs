//! The choices of a turn: dice, directions, and where each direction leads (RULES 4.2–4.7).

use crate::course::Course;
use crate::hex::{Heading, Hex};
use std::collections::BTreeSet;

/// Sorts dice high to low, as the protocol shows them.
pub(crate) fn sorted(mut dice: Vec<u8>) -> Vec<u8> {
    dice.sort_by(|a, b| b.cmp(a));
    dice
}

fn how_many(dice: &[u8], face: u8) -> usize {
    dice.iter().filter(|&&die| die == face).count()
}

/// RULES 4.2: may a boat with these dice hold `hold` and go to `count` dice?
pub(crate) fn dice_allowed(dice: &[u8], hold: &[u8], count: usize) -> bool {
    let has_held_dice = [1, 2, 3].into_iter().all(|face| how_many(hold, face) <= how_many(dice, face));
    let one_at_most = count.abs_diff(dice.len()) <= 1;
    has_held_dice && one_at_most && count >= hold.len()
}

/// RULES 4.2: each legal choice once.
pub(crate) fn dice_choices(dice: &[u8]) -> BTreeSet<(Vec<u8>, usize)> {
    let mut choices = BTreeSet::new();
    for threes in 0..=how_many(dice, 3) {
        for twos in 0..=how_many(dice, 2) {
            for ones in 0..=how_many(dice, 1) {
                let mut hold = vec![3; threes];
                hold.extend(vec![2; twos]);
                hold.extend(vec![1; ones]);
                for count in 0..=dice.len() + 1 {
                    if dice_allowed(dice, &hold, count) {
                        choices.insert((hold.clone(), count));
                    }
                }
            }
        }
    }
    choices
}

/// RULES 4.3: a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Steer {
    Left,
    Straight,
    Right,
}

/// All directions.
pub(crate) const STEERS: [Steer; 3] = [Steer::Left, Steer::Straight, Steer::Right];

impl Steer {
    pub fn name(self) -> &'static str {
        match self {
            Steer::Left => "left",
            Steer::Straight => "straight",
            Steer::Right => "right",
        }
    }

    pub fn parse(name: &str) -> Option<Steer> {
        STEERS.into_iter().find(|s| s.name() == name)
    }

    fn from(self, heading: Heading) -> Heading {
        match self {
            Steer::Left => heading.left(),
            Steer::Straight => heading,
            Steer::Right => heading.right(),
        }
    }
}

/// A direction and where it leads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    pub to: Steer,
    pub heading: Heading,
    /// The number of water hexes, at most the total.
    pub run: usize,
    /// The hexes moved over, without the starting hex.
    pub path: Vec<Hex>,
    pub end: Hex,
    pub crash: bool,
    pub damage: u64,
}

/// RULES 4.3: the open hexes straight ahead, at most `total`.
pub(crate) fn run_of_water(course: &Course, at: Hex, heading: Heading, total: usize) -> Vec<Hex> {
    let mut run = Vec::new();
    let mut hex = at.step(heading);
    while run.len() < total && course.is_open(hex) {
        run.push(hex);
        hex = hex.step(heading);
    }
    run
}

/// RULES 4.6: shortens the run to the last free hex. The starting hex counts as free.
fn travelled(run: &[Hex], others: &[Hex]) -> Vec<Hex> {
    let mut path = run.to_vec();
    while path.last().is_some_and(|end| others.contains(end)) {
        path.pop();
    }
    path
}

/// RULES 4.3–4.7: the legal directions of a boat.
pub(crate) fn steer_choices(course: &Course, at: Hex, heading: Heading, total: usize, others: &[Hex]) -> Vec<Choice> {
    let mut all = Vec::new();
    for to in STEERS {
        let heading = to.from(heading);
        let run = run_of_water(course, at, heading, total);
        let path = travelled(&run, others);
        all.push(Choice {
            to,
            heading,
            run: run.len(),
            end: path.last().copied().unwrap_or(at),
            path,
            crash: run.len() < total,
            damage: (total - run.len()) as u64,
        });
    }
    let longest = all.iter().map(|choice| choice.run).max().unwrap_or(0);
    all.retain(|choice| choice.run == longest);
    all
}
