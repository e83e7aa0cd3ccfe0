//! The numbering of decisions for learning programs: every decision of a race has one of 267 numbers.

use crate::solver::hands::{HANDS, MOST_DICE, place, smaller};
use powerboats_rules::{DiceChoice, Hand, Heading, Steer, outcomes};
use std::{fmt, sync::LazyLock};

/// The version of the numbering and of the observation. It changes whenever either of them does.
pub const VERSION: u32 = 1;

/// The most start places that a course can have: four on the line and five behind it.
pub const PLACES: usize = 9;

/// The number of the first decision that places a boat.
const FIRST_PLACE: usize = Steer::ALL.len();

/// The number of the first choice of dice.
pub(super) const FIRST_DICE: usize = FIRST_PLACE + PLACES * Heading::ALL.len();

/// For each number of dice to roll: how many choices roll fewer. A choice holds at most as many dice as the limit leaves.
const FEWER_ROLLS: [usize; MOST_DICE + 2] = {
    let mut before = [0; MOST_DICE + 2];
    let mut rolls = 0;
    while rolls <= MOST_DICE {
        before[rolls + 1] = before[rolls] + smaller(MOST_DICE + 1 - rolls);
        rolls += 1;
    }
    before
};

/// The number of choices of dice with at most [`NumberedDecision::MOST_DICE`] dice.
pub(super) const DICE: usize = FEWER_ROLLS[MOST_DICE + 1];

/// A decision of a learning program. Start places are counted, because they are on other hexes on every course.
///
/// | numbers | decisions |
/// |---|---|
/// | 0 to 2 | steer left, straight, right |
/// | 3 to 56 | place the boat: 3 + 6 × place + heading, with the place's index in [`Course::places`](powerboats_rules::Course::places) and the headings in the order E, NE, NW, W, SW, SE |
/// | 57 to 266 | choose dice, ordered by the number of dice to roll, then by the held dice: their number, threes, twos |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumberedDecision {
    #[allow(missing_docs)]
    Steer(Steer),
    /// The index of the start place, and the heading.
    Place(u8, Heading),
    #[allow(missing_docs)]
    Dice(DiceChoice),
}

impl NumberedDecision {
    /// The number of decisions.
    pub const COUNT: usize = FIRST_DICE + DICE;

    /// The most dice that a numbered choice takes. The rules know no limit.
    pub const MOST_DICE: u8 = MOST_DICE as u8;

    /// The decision with this number.
    ///
    /// ```
    /// use powerboats_pilots::training::NumberedDecision;
    /// let texts = [1, 12, 57, 145].map(|number| NumberedDecision::of(number).unwrap().to_string());
    /// assert_eq!(texts, ["S", "place 1 W", "-", "11+?"]);
    /// assert_eq!(NumberedDecision::of(267), None);
    /// ```
    #[inline]
    pub fn of(number: usize) -> Option<NumberedDecision> {
        Numbers::get().decisions.get(number).copied()
    }

    /// The number of this decision; `None` for more than [`NumberedDecision::MOST_DICE`] dice.
    #[inline]
    pub fn number(self) -> Option<usize> {
        match self {
            NumberedDecision::Steer(steer) => Some(steer as usize),
            NumberedDecision::Place(place, heading) => {
                (usize::from(place) < PLACES).then(|| FIRST_PLACE + usize::from(place) * 6 + heading as usize)
            }
            NumberedDecision::Dice(choice) => {
                let fits = choice.count <= NumberedDecision::MOST_DICE && choice.hold.len() <= choice.count;
                fits.then(|| FIRST_DICE + FEWER_ROLLS[usize::from(choice.rolls())] + place(choice.hold))
            }
        }
    }
}

impl fmt::Display for NumberedDecision {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            NumberedDecision::Steer(steer) => write!(f, "{}", powerboats_rules::Action::Steer(steer)),
            NumberedDecision::Place(place, heading) => write!(f, "place {place} {heading}"),
            NumberedDecision::Dice(choice) => write!(f, "{}", powerboats_rules::Action::Choose(choice)),
        }
    }
}

/// Tables of the numbering.
pub(super) struct Numbers {
    decisions: Vec<NumberedDecision>,
    /// For each hand, by [`place`]: the numbers of its choices of dice.
    pub choices: Vec<Vec<u16>>,
    /// For each hand, by [`place`]: whether each choice of dice is legal.
    pub legal: Vec<[bool; DICE]>,
}

impl Numbers {
    pub fn get() -> &'static Numbers {
        static NUMBERS: LazyLock<Numbers> = LazyLock::new(Numbers::new);
        &NUMBERS
    }

    fn new() -> Numbers {
        let hands = || (0..=MOST_DICE as u8).flat_map(|dice| outcomes(dice).map(|outcome| outcome.rolled));
        let mut decisions = Steer::ALL.map(NumberedDecision::Steer).to_vec();
        decisions
            .extend((0..PLACES as u8).flat_map(|at| Heading::ALL.map(|heading| NumberedDecision::Place(at, heading))));
        decisions.resize(NumberedDecision::COUNT, NumberedDecision::Steer(Steer::Straight));
        for hold in hands() {
            for rolls in 0..=NumberedDecision::MOST_DICE - hold.len() {
                let choice = NumberedDecision::Dice(DiceChoice { hold, count: hold.len() + rolls });
                decisions[choice.number().expect("a choice within the limit")] = choice;
            }
        }
        let number = |choice: DiceChoice| NumberedDecision::Dice(choice).number().map(|number| number as u16);
        let mut choices = vec![Vec::new(); HANDS];
        let mut legal = vec![[false; DICE]; HANDS];
        for hand in hands() {
            let numbers: Vec<u16> = hand.choices().iter().filter_map(number).collect();
            numbers.iter().for_each(|&number| legal[place(hand)][usize::from(number) - FIRST_DICE] = true);
            choices[place(hand)] = numbers;
        }
        Numbers { decisions, choices, legal }
    }

    /// The index of a hand in the tables. Dice beyond the limit do not count.
    #[inline]
    pub fn index(hand: Hand) -> usize {
        if hand.len() <= NumberedDecision::MOST_DICE { place(hand) } else { place(limited(hand)) }
    }
}

/// The lowest dice of a hand, as many as the limit allows. Only a position that was set up has more.
#[cold]
fn limited(hand: Hand) -> Hand {
    let dice: Vec<_> = hand.dice().collect();
    dice.into_iter().rev().take(MOST_DICE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_decision() {
        assert_eq!(NumberedDecision::COUNT, 267);
        for number in 0..NumberedDecision::COUNT {
            assert_eq!(NumberedDecision::of(number).and_then(NumberedDecision::number), Some(number));
        }
        let seven = DiceChoice { hold: Hand::EMPTY, count: 7 };
        assert_eq!(NumberedDecision::Dice(seven).number(), None);
    }

    /// A trained policy depends on these numbers. If the test fails, give the numbering a new version.
    #[test]
    fn the_numbering_of_version_1_never_changes() {
        let text: String = (0..NumberedDecision::COUNT)
            .filter_map(NumberedDecision::of)
            .map(|decision| format!("{decision};"))
            .collect();
        let sum = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        assert_eq!((VERSION, sum), (1, 0x869c_cb05_4662_1418));
    }
}
