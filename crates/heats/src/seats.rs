//! Who sits where at a table, so that everybody sits in each seat about equally often.

use crate::{Draw, Round, meetings::Roster};
use std::collections::VecDeque;

/// A table while seats are given: people by number, `None` for a pilot.
type Order = Vec<Option<usize>>;

/// How often each person has sat in each seat.
type Sat = [[u16; 6]];

/// Gives the people of each table their seats, round by round, then evens them out in view of all rounds.
pub(crate) fn seated<P: Ord + Clone>(draw: &Draw, roster: &Roster<P>, rounds: Vec<Vec<Vec<usize>>>) -> Vec<Round<P>> {
    let mut sat = roster.sat.clone();
    let sits_out = |table: &[usize]| table.len() == 1 && !draw.fill;
    let order = |table: &Vec<usize>, sat: &mut Sat| -> Order {
        let seats = if draw.fill { draw.size.boats() } else { table.len() };
        let mut places: Order = table.iter().copied().map(Some).collect();
        places.resize(seats, None);
        sit(places, sat)
    };
    let mut orders: Vec<Vec<Order>> = rounds
        .iter()
        .map(|tables| tables.iter().filter(|table| !sits_out(table)).map(|table| order(table, &mut sat)).collect())
        .collect();
    even_out(&mut orders.iter_mut().flatten().collect::<Vec<_>>(), &mut sat);
    let person = |number: usize| roster.people[number].clone();
    let round = |(tables, orders): (Vec<Vec<usize>>, Vec<Order>)| Round {
        tables: orders.into_iter().map(|order| order.into_iter().map(|seat| seat.map(person)).collect()).collect(),
        sits_out: tables.iter().find(|table| sits_out(table)).map(|table| person(table[0])),
    };
    rounds.into_iter().zip(orders).map(round).collect()
}

/// Gives the people of a table the seats that they know least.
fn sit(mut places: Order, sat: &mut Sat) -> Order {
    let mut best = (u32::MAX, places.clone());
    permute(&mut places, 0, 0, sat, &mut best);
    for (seat, player) in best.1.iter().enumerate() {
        if let Some(player) = player {
            sat[*player][seat] += 1;
        }
    }
    best.1
}

/// Exchanges pairs of seats at several tables at once, as long as that makes the seats more even.
///
/// If all tables have the same size and nobody has sat anywhere before, then the numbers of times that a person sits in any two seats
/// differ by at most one. The reason: follow the tables from somebody who sits in seat `a` too often to the person in seat `b`
/// of such a table, from there to a table where that one sits in seat `a`, and so on. All people whom this reaches sit in
/// seat `a` at most as often as in seat `b`, taken together, so somebody among them sits in seat `b` more often.
fn even_out(tables: &mut [&mut Order], sat: &mut Sat) {
    let seats = tables.iter().map(|table| table.len()).max().unwrap_or(0);
    let pairs = (0..seats).flat_map(|a| (0..seats).filter(move |b| *b != a).map(move |b| [a, b]));
    let pairs: Vec<[usize; 2]> = pairs.collect();
    // Each chain lowers the sum of the squares of all numbers in `sat`, so this ends.
    while pairs.iter().any(|pair| exchange(tables, sat, *pair)) {}
}

/// Exchanges two seats at the tables of a chain that makes the seats more even; false if there is none.
fn exchange(tables: &mut [&mut Order], sat: &mut Sat, [a, b]: [usize; 2]) -> bool {
    for first in 0..sat.len() {
        if let Some((chain, last)) = chain(tables, sat, [a, b], first) {
            chain.into_iter().for_each(|table| tables[table].swap(a, b));
            sat[first][a] -= 1;
            sat[first][b] += 1;
            if let Some(last) = last {
                sat[last][a] += 1;
                sat[last][b] -= 1;
            }
            return true;
        }
    }
    false
}

/// The tables of a chain that begins with this person in seat `a`, and the person in seat `b` at its end. At each table, the person in
/// seat `b` is the one in seat `a` of the next table. For the two at the ends an exchange makes the seats more even; the others
/// sit in both seats as often as before. A pilot can be at the end, too: pilots may sit anywhere.
fn chain(tables: &[&mut Order], sat: &Sat, [a, b]: [usize; 2], first: usize) -> Option<(Vec<usize>, Option<usize>)> {
    let more = |person: usize| i32::from(sat[person][a]) - i32::from(sat[person][b]);
    let gains = |last: Option<usize>| match last {
        Some(last) => more(last) + 2 < more(first),
        None => more(first) > 1,
    };
    // The table by which each person was reached.
    let mut reached: Vec<Option<usize>> = vec![None; sat.len()];
    let mut waiting = VecDeque::from([first]);
    while let Some(person) = waiting.pop_front() {
        for (number, table) in tables.iter().enumerate() {
            if table.get(a) != Some(&Some(person)) {
                continue;
            }
            let Some(other) = table.get(b).copied() else { continue };
            if gains(other) {
                let mut chain = vec![number];
                let mut at = person;
                while let Some(table) = reached[at].filter(|_| at != first) {
                    chain.push(table);
                    at = tables[table][a].unwrap_or(first);
                }
                return Some((chain, other));
            }
            if let Some(other) = other.filter(|other| *other != first && reached[*other].is_none()) {
                reached[other] = Some(number);
                waiting.push_back(other);
            }
        }
    }
    None
}

/// Tries all orders of the places from `fixed` on.
fn permute(places: &mut Vec<Option<usize>>, fixed: usize, cost: u32, sat: &Sat, best: &mut (u32, Vec<Option<usize>>)) {
    if cost >= best.0 {
        return;
    }
    if fixed == places.len() {
        *best = (cost, places.clone());
        return;
    }
    for other in fixed..places.len() {
        if other > fixed && places[other].is_none() && places[fixed].is_none() {
            continue;
        }
        places.swap(fixed, other);
        let here = places[fixed].map_or(0, |player| sitting_again(&sat[player], fixed, places.len()));
        permute(places, fixed + 1, cost + here, sat, best);
        places.swap(fixed, other);
    }
}

/// The cost of giving a player this seat again: the square of how much more often they had it than their rarest seat.
fn sitting_again(sat: &[u16; 6], seat: usize, seats: usize) -> u32 {
    let least = sat[..seats].iter().min().copied().unwrap_or(0);
    let more = u32::from(sat[seat] - least);
    more * more
}
