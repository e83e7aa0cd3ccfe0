//! The hands of up to six dice: numbered by total, and by size, and how they grow and shrink.

use crate::backup::{Backup, Plan};
use powerboats_rules::{Die, Hand};
use std::sync::LazyLock;

/// Most dice the solver holds: a seventh changes no value that matters.
pub const MOST_DICE: usize = 6;

/// Hands of up to six dice: 1 + 3 + 6 + 10 + 15 + 21 + 28.
pub const HANDS: usize = smaller(MOST_DICE + 1);

/// Hands of fewer than `size` dice: where those of `size` dice begin when hands are numbered by size.
pub const fn smaller(size: usize) -> usize {
    size * (size + 1) * (size + 2) / 6
}

/// The place of a hand numbered by size: rows of equal threes, in them by twos.
pub const fn place(hand: Hand) -> usize {
    let [ones, twos, threes] = hand.counts();
    let size = (ones + twos + threes) as usize;
    let (twos, threes) = (twos as usize, threes as usize);
    // Rows have size + 1, size, … hands.
    smaller(size) + threes * (2 * size + 3 - threes) / 2 + twos
}

/// A hand of the solver.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub hand: Hand,
    pub size: u8,
    pub total: u8,
    /// Its number by size.
    pub place: u8,
    /// Number by size of the hand with one die less, for each kind of die it has; one kind is there again for each it
    /// has not. For the empty hand: itself.
    pub less: [u8; 3],
}

/// All tables about hands.
pub struct Hands {
    /// Every hand, by total, then by number of dice.
    pub by_total: [Entry; HANDS],
    /// Hands of a total of at most 0, 1, … 25: a prefix of `by_total`.
    pub up_to: [usize; 26],
    /// Where each stands in the table of a backup.
    pub slots: [u8; HANDS],
    /// How to work out all hands of a total of at most 0, 1, … 25.
    pub plans: [Plan; 26],
    /// By size to by total.
    number: [u8; HANDS],
}

impl Hands {
    /// The tables, made once.
    #[inline]
    pub fn get() -> &'static Hands {
        static HANDS: LazyLock<Hands> = LazyLock::new(Hands::new);
        &HANDS
    }

    /// The number by total of a hand, if it has at most six dice.
    #[inline]
    pub fn number(&self, hand: Hand) -> Option<usize> {
        (usize::from(hand.len()) <= MOST_DICE).then(|| self.number[place(hand)].into())
    }

    fn new() -> Hands {
        let dice = 0..=MOST_DICE as u8;
        let mut list: Vec<Hand> =
            dice.flat_map(|dice| powerboats_rules::outcomes(dice).map(|outcome| outcome.rolled)).collect();
        list.sort_by_key(|hand| (hand.total(), hand.len()));
        let entry = |hand: Hand| {
            let mut parts = Die::ALL.into_iter().filter_map(|die| hand.without_die(die)).map(|part| place(part) as u8);
            let first = parts.next().unwrap_or(0);
            let second = parts.next().unwrap_or(first);
            let less = [first, second, parts.next().unwrap_or(first)];
            Entry { hand, size: hand.len(), total: hand.total(), place: place(hand) as u8, less }
        };
        let by_total: [Entry; HANDS] =
            list.into_iter().map(entry).collect::<Vec<_>>().try_into().expect("there are 84 hands");
        let mut number = [0; HANDS];
        for (i, entry) in by_total.iter().enumerate() {
            number[usize::from(entry.place)] = i as u8;
        }
        let up_to =
            std::array::from_fn(|total| by_total.iter().filter(|entry| usize::from(entry.total) <= total).count());
        let slots = by_total.map(|entry| Backup::slot(entry.size.into(), entry.place.into()));
        let plans = std::array::from_fn(|total| Plan::new(&by_total, total, (total + 1).min(MOST_DICE)));
        Hands { by_total, up_to, slots, plans, number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_numbered_twice() {
        let hands = Hands::get();
        assert!(hands.by_total.is_sorted_by_key(|entry| entry.total));
        assert_eq!(hands.by_total[0].hand, Hand::EMPTY);
        let mut places: Vec<_> = hands.by_total.iter().map(|entry| entry.place).collect();
        places.sort();
        assert_eq!(places, (0..HANDS as u8).collect::<Vec<_>>());
        for (i, entry) in hands.by_total.iter().enumerate() {
            assert_eq!(hands.number(entry.hand), Some(i));
            let size = usize::from(entry.size);
            assert!((smaller(size)..smaller(size + 1)).contains(&entry.place.into()));
            for die in Die::ALL {
                match entry.hand.without_die(die) {
                    Some(less) => assert!(entry.less.contains(&(place(less) as u8))),
                    None => assert!(entry.hand.is_empty() || entry.less.iter().all(|&l| l < entry.place)),
                }
            }
        }
        assert_eq!(hands.up_to[..5], [1, 2, 4, 7, 11]);
        assert_eq!(hands.up_to[18..], [84; 8]);
        assert_eq!(hands.number("1111111".parse().unwrap()), None);
    }
}
