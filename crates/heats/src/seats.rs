//! Who sits where at a table, so that everybody sits in each seat about equally often.

use crate::{Draw, Round, meetings::Roster};

/// How often the seats of all rounds are looked at again.
const PASSES: usize = 4;

/// A table while seats are given: people by number, `None` for a pilot.
type Order = Vec<Option<usize>>;

/// How often each person has sat in each seat.
type Sat = [[u16; 6]];

/// Gives the people of each table their seats, round by round, then again in view of all rounds.
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
    for _ in 0..PASSES {
        for places in orders.iter_mut().flatten() {
            count(places, &mut sat, |times| *times -= 1);
            *places = sit(std::mem::take(places), &mut sat);
        }
    }
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
    count(&best.1, sat, |times| *times += 1);
    best.1
}

/// Changes the number of times that the people of a table have sat in their seats.
fn count(places: &Order, sat: &mut Sat, change: impl Fn(&mut u16)) {
    for (seat, player) in places.iter().enumerate() {
        if let Some(player) = player {
            change(&mut sat[*player][seat]);
        }
    }
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
