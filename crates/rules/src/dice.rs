//! Dice that show 1, 2 or 3, a hand of dice, and the choices a player has with it.

use std::{fmt, str::FromStr};

/// The face of a die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Die {
    One = 1,
    Two = 2,
    Three = 3,
}

impl Die {
    #[allow(missing_docs)]
    pub const ALL: [Die; 3] = [Die::One, Die::Two, Die::Three];

    /// The die that shows this number.
    pub const fn new(shows: u8) -> Option<Die> {
        match shows {
            1 => Some(Die::One),
            2 => Some(Die::Two),
            3 => Some(Die::Three),
            _ => None,
        }
    }
}

/// A hand of dice, as a multiset: the order of the dice does not matter.
///
/// In play a boat never keeps more than 25 dice, because it has just run their total. A set-up position may give a boat
/// up to 32, and its next turn can add one.
///
/// ```
/// use powerboats_rules::Hand;
/// let hand: Hand = "132".parse().unwrap();
/// assert_eq!((hand.to_string().as_str(), hand.len(), hand.total()), ("321", 3, 6));
/// ```
// One byte each for the ones, twos and threes, so that one instruction adds, compares or counts a hand. No byte of a sum
// or product below exceeds 255 while a hand has at most 66 dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(u32);

impl Hand {
    #[allow(missing_docs)]
    pub const EMPTY: Hand = Hand(0);

    /// The most dice a set-up position may give a boat.
    pub const MOST: usize = 32;

    /// A hand with these numbers of ones, twos and threes.
    ///
    /// # Panics
    /// If there are more than 66 dice. No boat and no choice can have that many.
    pub const fn of(counts: [u8; 3]) -> Hand {
        let [ones, twos, threes] = counts;
        assert!(ones as u32 + twos as u32 + threes as u32 <= 66);
        Hand::packed(counts)
    }

    #[inline]
    const fn packed([ones, twos, threes]: [u8; 3]) -> Hand {
        Hand(ones as u32 | (twos as u32) << 8 | (threes as u32) << 16)
    }

    /// The numbers of ones, twos and threes.
    #[inline]
    pub const fn counts(self) -> [u8; 3] {
        [self.0 as u8, (self.0 >> 8) as u8, (self.0 >> 16) as u8]
    }

    /// Number of dice.
    #[inline]
    pub const fn len(self) -> u8 {
        (self.0.wrapping_mul(0x01_01_01) >> 16) as u8
    }

    #[allow(missing_docs)]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The speed: the sum of the dice.
    #[inline]
    pub const fn total(self) -> u8 {
        (self.0.wrapping_mul(0x01_02_03) >> 16) as u8
    }

    /// Does this hand contain all dice of `part`?
    #[inline]
    pub const fn contains(self, part: Hand) -> bool {
        // If a byte is too small, the subtraction borrows its guard bit.
        const GUARD: u32 = 0x80_80_80;
        (self.0 | GUARD).wrapping_sub(part.0) & GUARD == GUARD
    }

    /// Both hands together.
    #[inline]
    pub const fn with(self, more: Hand) -> Hand {
        Hand(self.0 + more.0)
    }

    /// This hand and one more die.
    #[inline]
    pub const fn with_die(self, die: Die) -> Hand {
        self.with(Hand::one(die))
    }

    /// This hand without one die, or `None` if it has no such die.
    pub const fn without_die(self, die: Die) -> Option<Hand> {
        let one = Hand::one(die);
        if self.contains(one) { Some(Hand(self.0 - one.0)) } else { None }
    }

    const fn one(die: Die) -> Hand {
        Hand(1 << (8 * (die as u32 - 1)))
    }

    /// The dice in descending order.
    pub fn dice(self) -> impl Iterator<Item = Die> {
        Die::ALL.into_iter().rev().flat_map(move |die| std::iter::repeat_n(die, self.counts()[die as usize - 1].into()))
    }

    /// All choices that rule 4.2 allows with this hand.
    #[inline]
    pub const fn choices(self) -> DiceChoices {
        let [a, b, c] = self.counts();
        let holds = (a as u32 + 1) * (b as u32 + 1) * (c as u32 + 1);
        DiceChoices { hand: self, holds }
    }
}

impl FromIterator<Die> for Hand {
    fn from_iter<I: IntoIterator<Item = Die>>(dice: I) -> Hand {
        dice.into_iter().fold(Hand::EMPTY, Hand::with_die)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.dice().try_for_each(|die| write!(f, "{}", die as u8))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// The error of parsing a hand of dice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid dice {0:?}: expected at most 33 digits, each 1, 2 or 3")]
pub struct NoHand(pub String);

impl FromStr for Hand {
    type Err = NoHand;
    fn from_str(text: &str) -> Result<Hand, NoHand> {
        if text.len() > Hand::MOST + 1 {
            return Err(NoHand(text.to_owned()));
        }
        text.bytes()
            .map(|byte| Die::new(byte.wrapping_sub(b'0')))
            .collect::<Option<Hand>>()
            .ok_or_else(|| NoHand(text.to_owned()))
    }
}

/// A player's choice of dice: hold some of them, and roll others so that the hand has `count` dice (rule 4.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DiceChoice {
    /// Dice that are not rolled again.
    pub hold: Hand,
    /// Number of dice after the roll.
    pub count: u8,
}

impl DiceChoice {
    /// Number of dice to roll.
    #[inline]
    pub const fn rolls(self) -> u8 {
        self.count.saturating_sub(self.hold.len())
    }

    /// Does rule 4.2 allow this choice with this hand?
    #[inline]
    pub fn is_legal(self, hand: Hand) -> bool {
        let (have, held) = (hand.len(), self.hold.len());
        hand.contains(self.hold) && held <= self.count && self.count.abs_diff(have) <= 1
    }
}

/// All legal choices with a hand, each once. They are computed by index, not stored.
#[derive(Clone, Copy, Debug)]
pub struct DiceChoices {
    hand: Hand,
    /// How many different hands can be held: (ones + 1)(twos + 1)(threes + 1).
    holds: u32,
}

impl DiceChoices {
    /// Number of choices. Each hold goes with the same number of dice or one more; each but the whole hand also goes
    /// with one fewer.
    #[inline]
    pub const fn len(self) -> u32 {
        3 * self.holds - 1
    }

    /// Always false: keeping all dice is always legal.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Choice number `i`.
    ///
    /// # Panics
    /// If `i` is not less than [`DiceChoices::len`].
    #[inline]
    pub const fn get(self, i: u32) -> DiceChoice {
        assert!(i < self.len());
        // First all choices with one die more, then with the same number, then with one fewer.
        // `len` leaves out the last index, which would be the illegal "hold all dice, one die fewer".
        let fewer = (i >= self.holds) as u32 + (i >= 2 * self.holds) as u32;
        let count = self.hand.len() + 1 - fewer as u8;
        let hold = i - fewer * self.holds;
        let [a, b, _] = self.hand.counts();
        let (a, b) = (a as u32 + 1, b as u32 + 1);
        let (ones, rest) = (hold % a, hold / a);
        let hold = Hand::packed([ones as u8, (rest % b) as u8, (rest / b) as u8]);
        DiceChoice { hold, count }
    }

    #[allow(missing_docs)]
    pub const fn iter(self) -> DiceChoicesIter {
        DiceChoicesIter { choices: self, next: 0 }
    }
}

impl IntoIterator for DiceChoices {
    type Item = DiceChoice;
    type IntoIter = DiceChoicesIter;
    fn into_iter(self) -> DiceChoicesIter {
        self.iter()
    }
}

/// The choices of [`DiceChoices`], one after the other.
#[derive(Clone, Debug)]
pub struct DiceChoicesIter {
    choices: DiceChoices,
    next: u32,
}

impl Iterator for DiceChoicesIter {
    type Item = DiceChoice;

    #[inline]
    fn next(&mut self) -> Option<DiceChoice> {
        let choice = (self.next < self.choices.len()).then(|| self.choices.get(self.next))?;
        self.next += 1;
        Some(choice)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.choices.len() - self.next) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for DiceChoicesIter {}

/// One result of a roll, with its odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What the rolled dice show.
    pub rolled: Hand,
    /// How many of the 3ⁿ equally likely rolls give this result.
    pub ways: u64,
}

/// All outcomes of rolling `dice` dice, with their exact odds. At most 33 dice, so that 3ⁿ fits into 64 bits.
///
/// ```
/// use powerboats_rules::outcomes;
/// let odds: Vec<String> = outcomes(2).map(|o| format!("{} {}/9", o.rolled, o.ways)).collect();
/// assert_eq!(odds, ["33 1/9", "32 2/9", "22 1/9", "31 2/9", "21 2/9", "11 1/9"]);
/// ```
pub fn outcomes(dice: u8) -> impl Iterator<Item = Outcome> {
    (0..=dice).flat_map(move |ones| {
        (0..=dice - ones).map(move |twos| {
            let threes = dice - ones - twos;
            Outcome { rolled: Hand::of([ones, twos, threes]), ways: binomial(dice, ones) * binomial(dice - ones, twos) }
        })
    })
}

fn binomial(n: u8, k: u8) -> u64 {
    (0..u64::from(k)).fold(1, |product, i| product * (u64::from(n) - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn hands(most: u8) -> impl Iterator<Item = Hand> {
        (0..=most).flat_map(|n| outcomes(n).map(|outcome| outcome.rolled))
    }

    #[test]
    fn a_printed_hand_parses_back() {
        for hand in hands(6) {
            assert_eq!(hand.to_string().parse(), Ok(hand));
            assert_eq!(hand.dice().collect::<Hand>(), hand);
        }
        assert!("124".parse::<Hand>().is_err() && "1 2".parse::<Hand>().is_err());
        assert!("1".repeat(34).parse::<Hand>().is_err());
    }

    #[test]
    fn r4_2_choices_lists_each_legal_choice_once() {
        for hand in hands(5) {
            let listed: BTreeSet<_> = hand.choices().into_iter().collect();
            assert_eq!(listed.len(), hand.choices().len() as usize);
            assert_eq!(hand.choices().iter().len(), listed.len());
            let legal = hands(6)
                .flat_map(|hold| (0..8).map(move |count| DiceChoice { hold, count }))
                .filter(|choice| choice.is_legal(hand))
                .collect();
            assert_eq!(listed, legal);
        }
    }

    #[test]
    fn r4_2_at_most_one_die_is_added_or_removed() {
        let hand: Hand = "32".parse().unwrap();
        let legal = |hold: &str, count| {
            let hold = hold.parse().unwrap();
            DiceChoice { hold, count }.is_legal(hand)
        };
        assert!(legal("32", 2) && legal("32", 3) && legal("", 1) && legal("3", 1) && legal("", 3));
        assert!(!legal("32", 1), "after removing one of two dice, at most one can be held");
        assert!(!legal("", 0) && !legal("", 4), "at most one die is added or removed");
        assert!(!legal("33", 2), "only dice in the hand can be held");
        assert!(DiceChoice { hold: Hand::EMPTY, count: 0 }.is_legal(Hand::EMPTY));
    }

    #[test]
    fn r6_1_hold_the_three_and_roll_two_dice() {
        let hand: Hand = "32".parse().unwrap();
        let choice = DiceChoice { hold: "3".parse().unwrap(), count: 3 };
        assert!(choice.is_legal(hand));
        assert_eq!(choice.rolls(), 2);
        let after = choice.hold.with("13".parse().unwrap());
        assert_eq!((after, after.total()), ("313".parse().unwrap(), 7));
    }

    #[test]
    fn the_odds_of_a_roll_add_up_to_one() {
        for n in 0..=33 {
            assert_eq!(outcomes(n).map(|o| o.ways).sum::<u64>(), 3u64.pow(n.into()));
            assert!(outcomes(n).all(|o| o.rolled.len() == n));
        }
    }
}
