//! The circle method for tables of two: one player stays, and all others move on by one place after each round.

use crate::search::shuffled;
use powerboats_pilots::QuickRandom;

/// The pairs of each round, as indices of players. With an odd number, somebody else is alone in each round. A meeting is
/// repeated only after everybody has met everybody.
pub fn rounds(players: usize, rounds: usize, seed: u64) -> Vec<Vec<Vec<usize>>> {
    let mut order = shuffled((0..players).collect(), &mut QuickRandom::new(seed));
    let even = players + players % 2;
    order.resize(even, players); // the index `players` is nobody
    let mut all = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let pairs = (0..even / 2).map(|place| [order[place], order[even - 1 - place]]);
        let people = |pair: [usize; 2]| pair.into_iter().filter(|player| *player < players).collect::<Vec<_>>();
        let mut pairs: Vec<Vec<usize>> = pairs.map(people).collect();
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.len()));
        all.push(pairs);
        if even > 2 {
            order[1..].rotate_right(1);
        }
    }
    all
}
