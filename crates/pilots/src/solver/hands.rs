//! Tables of all hands of up to six dice: their numbers by total and by size, and the hands with one die more or fewer.

use powerboats_rules::{Hand, sort_short};
use std::sync::LazyLock;

/// The most dice the solver considers. A seventh die would change no value that matters.
pub const MOST_DICE: usize = 6;

/// The number of hands of up to six dice: 1 + 3 + 6 + 10 + 15 + 21 + 28.
pub const HANDS: usize = smaller(MOST_DICE + 1);

/// The number of hands of fewer than `size` dice. When hands are numbered by size, those of `size` dice begin there.
pub const fn smaller(size: usize) -> usize {
    size * (size + 1) * (size + 2) / 6
}

/// The index of a hand when hands are ordered by size, then by threes, then by twos.
pub const fn place(hand: Hand) -> usize {
    let [ones, twos, threes] = hand.counts();
    let size = (ones + twos + threes) as usize;
    let (twos, threes) = (twos as usize, threes as usize);
    // There are size + 1 hands without threes, size hands with one three, and so on.
    smaller(size) + threes * (2 * size + 3 - threes) / 2 + twos
}

/// Table sizes for numbers and ranks: powers of two, so that a masked index needs no bounds check.
pub const NUMBERS: usize = 128;
pub const RANKS: usize = 32;

/// A hand's number: hands are ordered by total, then by size, then by threes.
pub const fn number(size: usize, twos: usize, threes: usize) -> usize {
    let total = size + twos + 2 * threes;
    let mut before = rank(size, twos, threes);
    let mut other = 0;
    while other <= MOST_DICE {
        let mut three = 0;
        while three <= other {
            let mut two = 0;
            while two + three <= other {
                let points = other + two + 2 * three;
                if other == size {
                    // The rank counts the hands of the same size.
                } else if points < total || points == total && other < size {
                    before += 1;
                }
                two += 1;
            }
            three += 1;
        }
        other += 1;
    }
    before
}

/// For each total: the first number of its hands, which is the number of hands with a smaller total.
pub const BEGIN: [usize; 3 * MOST_DICE + 2] = {
    let mut begin = [0; 3 * MOST_DICE + 2];
    let mut total = 0;
    while total < begin.len() {
        let mut size = 0;
        while size <= MOST_DICE {
            let mut threes = 0;
            while threes <= size {
                let mut twos = 0;
                while twos + threes <= size {
                    begin[total] += (size + twos + 2 * threes < total) as usize;
                    twos += 1;
                }
                threes += 1;
            }
            size += 1;
        }
        total += 1;
    }
    begin
};

/// The number of hands with this total.
pub const fn hands_of(total: usize) -> usize {
    BEGIN[total + 1] - BEGIN[total]
}

/// Runs `$body` for each total, as code without a loop, until it breaks.
macro_rules! each_total {
    (|$total:ident| $body:expr) => {
        each_total!(@ $total, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18)
    };
    (@ $total:ident, $body:expr, $($number:literal)*) => {
        // The loop is only there for `break`.
        loop {
            $( { const $total: usize = $number; $body } )*
            break;
        }
    };
}
pub(crate) use each_total;

/// A table with an entry for each hand, by size and rank, calculated at compile time.
macro_rules! table {
    ($zero:expr, |$size:ident, $twos:ident, $threes:ident| $entry:expr) => {{
        let mut table = [[$zero; RANKS]; MOST_DICE + 1];
        let mut $size = 0;
        while $size <= MOST_DICE {
            let mut $threes = 0;
            while $threes <= $size {
                let mut $twos = 0;
                while $twos + $threes <= $size {
                    table[$size][rank($size, $twos, $threes)] = $entry;
                    $twos += 1;
                }
                $threes += 1;
            }
            $size += 1;
        }
        table
    }};
}

/// The number of each hand, by size and rank.
pub const BY_RANK: [[u8; RANKS]; MOST_DICE + 1] = table!(0, |size, twos, threes| number(size, twos, threes) as u8);

/// The size and rank of each hand, by number.
pub const BY_NUMBER: [(usize, usize); NUMBERS] = {
    let mut by_number = [(0, 0); NUMBERS];
    let mut size = 0;
    while size <= MOST_DICE {
        let mut rank = 0;
        while rank < smaller(size + 1) - smaller(size) {
            by_number[BY_RANK[size][rank] as usize] = (size, rank);
            rank += 1;
        }
        size += 1;
    }
    by_number
};

/// A hand's total minus its size. Ranks are ordered by it.
pub const fn extra(size: usize, rank: usize) -> usize {
    EXTRA[size][rank] as usize
}

const EXTRA: [[u8; RANKS]; MOST_DICE + 1] = table!(0, |size, twos, threes| (twos + 2 * threes) as u8);

/// The ranks of the hand with one more die: a one, a two or a three.
pub const MORE: [[[usize; 3]; RANKS]; MOST_DICE + 1] = table!([0; 3], |size, twos, threes| [
    rank(size + 1, twos, threes),
    rank(size + 1, twos + 1, threes),
    rank(size + 1, twos, threes + 1)
]);

/// The ranks of the hand with one die fewer, for each kind of die it has. A kind is repeated in place of each kind it lacks.
pub const LESS: [[[usize; 3]; RANKS]; MOST_DICE + 1] = table!([0; 3], |size, twos, threes| {
    let one = if twos + threes < size { Some(rank(size - 1, twos, threes)) } else { None };
    let two = if twos > 0 { Some(rank(size - 1, twos - 1, threes)) } else { None };
    let three = if threes > 0 { Some(rank(size - 1, twos, threes - 1)) } else { None };
    match (one, two, three) {
        (Some(a), Some(b), Some(c)) => [a, b, c],
        (Some(a), Some(b), None) | (Some(a), None, Some(b)) | (None, Some(a), Some(b)) => [a, b, a],
        (Some(a), None, None) | (None, Some(a), None) | (None, None, Some(a)) => [a; 3],
        (None, None, None) => [0; 3],
    }
});

/// A hand's rank among the hands of its size: by total, then by threes.
pub const fn rank(size: usize, twos: usize, threes: usize) -> usize {
    let mut before = 0;
    let mut other = 0;
    while other <= size {
        let mut two = 0;
        while two + other <= size {
            let (points, own) = (two + 2 * other, twos + 2 * threes);
            before += (points < own || points == own && other < threes) as usize;
            two += 1;
        }
        other += 1;
    }
    before
}

#[cfg(test)]
fn rank_of(hand: Hand) -> usize {
    let [_, twos, threes] = hand.counts();
    rank(hand.len().into(), twos.into(), threes.into())
}

/// A hand of the solver.
#[derive(Clone, Copy, Debug)]
pub struct HandEntry {
    pub hand: Hand,
    pub size: u8,
    pub total: u8,
}

/// All tables about hands.
pub struct Hands {
    /// All hands by number: by total, then by size.
    pub by_total: [HandEntry; HANDS],
    /// The number of hands with a total of at most 0, 1, … 25.
    pub up_to: [usize; 26],
    /// The number of each hand, by `place`.
    number: [u8; HANDS],
}

impl Hands {
    /// The tables. They are made once.
    #[inline]
    pub fn get() -> &'static Hands {
        static HANDS: LazyLock<Hands> = LazyLock::new(Hands::new);
        &HANDS
    }

    /// The number of a hand, if it has at most six dice.
    #[inline]
    pub fn number(&self, hand: Hand) -> Option<usize> {
        (usize::from(hand.len()) <= MOST_DICE).then(|| self.number[place(hand)].into())
    }

    fn new() -> Hands {
        let dice = 0..=MOST_DICE as u8;
        let mut list: Vec<Hand> =
            dice.flat_map(|dice| powerboats_rules::outcomes(dice).map(|outcome| outcome.rolled)).collect();
        let key = |hand: &Hand| (hand.total(), hand.len(), hand.counts()[2]);
        sort_short(&mut list, |a, b| key(a).cmp(&key(b)));
        let entry = |hand: Hand| HandEntry { hand, size: hand.len(), total: hand.total() };
        let by_total: [HandEntry; HANDS] =
            list.into_iter().map(entry).collect::<Vec<_>>().try_into().expect("there are 84 hands");
        let mut number = [0; HANDS];
        for (i, entry) in by_total.iter().enumerate() {
            number[place(entry.hand)] = i as u8;
        }
        let up_to =
            std::array::from_fn(|total| by_total.iter().filter(|entry| usize::from(entry.total) <= total).count());
        Hands { by_total, up_to, number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powerboats_rules::Die;

    #[test]
    fn hands_are_numbered_twice() {
        let hands = Hands::get();
        assert!(hands.by_total.is_sorted_by_key(|entry| entry.total));
        assert_eq!(hands.by_total[0].hand, Hand::EMPTY);
        let mut places: Vec<_> = hands.by_total.iter().map(|entry| place(entry.hand)).collect();
        places.sort();
        assert_eq!(places, (0..HANDS).collect::<Vec<_>>());
        for (i, entry) in hands.by_total.iter().enumerate() {
            assert_eq!(hands.number(entry.hand), Some(i));
            let size = usize::from(entry.size);
            assert!((smaller(size)..smaller(size + 1)).contains(&place(entry.hand)));
            let rank = rank_of(entry.hand);
            assert_eq!(usize::from(BY_RANK[size][rank]), i);
            assert_eq!(BY_NUMBER[i], (size, rank));
            assert_eq!(extra(size, rank), usize::from(entry.total) - size);
            for less in Die::ALL.into_iter().filter_map(|die| entry.hand.without_die(die)) {
                assert!(LESS[size][rank].contains(&rank_of(less)));
            }
        }
        assert_eq!(hands.up_to[..5], [1, 2, 4, 7, 11]);
        assert_eq!(BEGIN[1..], hands.up_to[..=18]);
        assert_eq!(hands.up_to[18..], [84; 8]);
        assert_eq!(hands.number("1111111".parse().unwrap()), None);
    }
}
