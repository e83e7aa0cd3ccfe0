//! Keeps people apart who must not meet.

use crate::{Round, meetings::Roster, search::shuffled};
use powerboats_pilots::QuickRandom;
use std::collections::BTreeSet;

/// Pairs of people who must not meet, in either order.
pub type Apart<P> = BTreeSet<[P; 2]>;

/// How often the search begins again with another order, if swaps alone do not help.
const TRIES: u64 = 60;

/// People by index, and where they are: at a table, or out.
struct Seating<'a> {
    /// The people of each table. If somebody sits out, that is the last table.
    tables: Vec<Vec<usize>>,
    /// By two indexes: whether the two must not meet.
    forbidden: &'a [Vec<bool>],
    /// By two indexes: how often the two have met.
    met: &'a [Vec<u16>],
    /// Whether the last table is for those who sit out.
    has_out: bool,
}

impl Seating<'_> {
    /// Pairs at a table who must not meet, and pairs who have met before.
    fn cost_of(&self, table: usize) -> (usize, usize) {
        if self.has_out && table + 1 == self.tables.len() {
            return (0, 0);
        }
        let here = &self.tables[table];
        let pairs =
            here.iter().enumerate().flat_map(|(place, one)| here[..place].iter().map(move |other| (*one, *other)));
        pairs.fold((0, 0), |(bad, again), (one, other)| {
            (bad + usize::from(self.forbidden[one][other]), again + usize::from(self.met[one][other]))
        })
    }

    fn cost(&self) -> (usize, usize) {
        let add = |(bad, again): (usize, usize), cost: (usize, usize)| (bad + cost.0, again + cost.1);
        (0..self.tables.len()).map(|table| self.cost_of(table)).fold((0, 0), add)
    }

    fn cost_of_both(&self, one: usize, other: usize) -> (i64, i64) {
        let (one, other) = (self.cost_of(one), self.cost_of(other));
        ((one.0 + other.0) as i64, (one.1 + other.1) as i64)
    }

    fn swap(&mut self, [one, other]: [(usize, usize); 2]) {
        let person = self.tables[one.0][one.1];
        self.tables[one.0][one.1] = std::mem::replace(&mut self.tables[other.0][other.1], person);
    }

    /// Swaps two people as long as fewer pairs meet who must not. Of all swaps it takes the best.
    fn descend(&mut self) {
        loop {
            let places: Vec<(usize, usize)> =
                self.tables.iter().enumerate().flat_map(|(t, table)| (0..table.len()).map(move |p| (t, p))).collect();
            let troubled = |place: &&(usize, usize)| self.cost_of(place.0).0 > 0;
            let from: Vec<(usize, usize)> = places.iter().filter(troubled).copied().collect();
            let mut best = None;
            for one in from {
                for other in places.iter().copied().filter(|other| other.0 != one.0) {
                    let before = self.cost_of_both(one.0, other.0);
                    self.swap([one, other]);
                    let after = self.cost_of_both(one.0, other.0);
                    self.swap([one, other]);
                    let gain = (before.0 - after.0, before.1 - after.1);
                    if gain.0 > 0 && best.is_none_or(|(known, _)| gain > known) {
                        best = Some((gain, [one, other]));
                    }
                }
            }
            match best {
                Some((_, swap)) => self.swap(swap),
                None => return,
            }
        }
    }

    /// Puts everybody somewhere else.
    fn shuffle(&mut self, seed: u64) {
        let people = self.tables.iter().flatten().copied().collect();
        let people = shuffled(people, &mut QuickRandom::of_task(0, seed));
        self.tables.iter_mut().flatten().zip(people).for_each(|(place, person)| *place = person);
    }
}

impl<P: Ord + Clone> Round<P> {
    /// Swaps people between tables so that as few of these pairs as possible sit together. Of several ways it takes one with few
    /// repeated meetings. A round without such a pair stays as it is.
    pub fn keep_apart(&mut self, past: &[Round<P>], apart: &Apart<P>) {
        let people: Vec<P> = self.people().cloned().collect();
        let is_forbidden = |one: &P, other: &P| {
            apart.contains(&[one.clone(), other.clone()]) || apart.contains(&[other.clone(), one.clone()])
        };
        let (roster, all) = (Roster::new(past, &people), 0..people.len());
        let met: Vec<Vec<u16>> =
            all.clone().map(|one| all.clone().map(|other| roster.met.of(one, other)).collect()).collect();
        let forbidden: Vec<Vec<bool>> =
            people.iter().map(|one| people.iter().map(|other| is_forbidden(one, other)).collect()).collect();
        let mut numbers = all;
        let mut tables: Vec<Vec<usize>> =
            self.tables.iter().map(|table| numbers.by_ref().take(table.iter().flatten().count()).collect()).collect();
        tables.extend(self.sits_out.is_some().then(|| numbers.collect()));
        let has_out = self.sits_out.is_some();
        let mut best = Seating { tables, forbidden: &forbidden, met: &met, has_out };
        if best.cost().0 == 0 {
            return;
        }
        best.descend();
        for seed in 0..TRIES {
            if best.cost().0 == 0 {
                break;
            }
            let mut other = Seating { tables: best.tables.clone(), forbidden: &forbidden, met: &met, has_out };
            other.shuffle(seed);
            other.descend();
            if other.cost() < best.cost() {
                best = other;
            }
        }
        let mut sitters = best.tables.into_iter().flatten().map(|number| people[number].clone());
        self.tables.iter_mut().flatten().flatten().zip(&mut sitters).for_each(|(seat, person)| *seat = person);
        self.sits_out = self.sits_out.take().and(sitters.next());
    }
}
