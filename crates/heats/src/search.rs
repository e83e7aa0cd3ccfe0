//! The search for larger tables, and for tables of two after people have joined or left: many random exchanges between two
//! tables of a round. One that leads to fewer repeated meetings is kept, and now and then one that does not.

use crate::{
    TableSize,
    bound::{fewest_repeats, pairs},
    meetings::{Meetings, Roster},
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw as _;

/// Exchanges tried for each seat, and how warm the search begins, attempt by attempt. Most plans need only the first one.
const ATTEMPTS: [(u64, u64); 5] = [(400, WARM), (2_000, WARM), (8_000, HOT), (20_000, MILD), (20_000, HOT)];

/// A plan with at most this many repeats in a thousand meetings above the bound is good enough.
const GOOD: usize = 95;

/// The chance, of 2³², to keep an exchange that costs one more. It falls to the last of these, and in the end to none.
const HOT: u64 = 0x7980_0000;
const WARM: u64 = 0x7400_0000;
const MILD: u64 = 0x6d00_0000;
const COOL: u64 = 0x6000_0000;

/// The cost of a repeated meeting, and of one more small table.
const REPEAT: i64 = 3;

/// The tables of each round, as indices of people.
pub(crate) fn rounds<P>(roster: &Roster<P>, size: TableSize, rounds: usize, seed: u64) -> Vec<Vec<Vec<usize>>> {
    let people = roster.people.len();
    // With tables of two, one of an odd number sits out: their opponent is nobody.
    let with_nobody = if size.boats() == 2 { people + people % 2 } else { people };
    let sizes = size.split(with_nobody);
    let meetings = rounds * sizes.iter().map(|size| pairs(*size)).sum::<usize>();
    let before = roster.met.repeats();
    let bound = fewest_repeats(&sizes, rounds);
    let mut best: Option<(usize, Vec<Vec<usize>>)> = None;
    for (attempt, (effort, warmth)) in (0..).zip(ATTEMPTS) {
        let mut search = Search::new(roster, &sizes, rounds, QuickRandom::of_task(seed, attempt));
        search.run(effort * (rounds * with_nobody) as u64, warmth);
        let repeats = search.met.repeats() - before;
        if best.as_ref().is_none_or(|(fewest, _)| repeats < *fewest) {
            best = Some((repeats, search.rounds));
        }
        if best.as_ref().is_some_and(|(fewest, _)| (fewest.saturating_sub(bound)) * 1000 <= GOOD * meetings) {
            break;
        }
    }
    let rounds = best.map(|(_, rounds)| rounds).unwrap_or_default();
    rounds.into_iter().map(|round| tables(&round, &sizes, people)).collect()
}

/// A round as tables, the larger ones first, without nobody.
fn tables(round: &[usize], sizes: &[usize], people: usize) -> Vec<Vec<usize>> {
    let mut from = 0;
    let table = |size: &usize| {
        let table = &round[from..from + size];
        from += size;
        table.iter().copied().filter(|player| *player < people).collect()
    };
    let mut tables: Vec<Vec<usize>> = sizes.iter().map(table).collect();
    tables.sort_by_key(|table| std::cmp::Reverse(table.len()));
    tables
}

/// A list in random order.
pub(crate) fn shuffled<T>(mut list: Vec<T>, random: &mut QuickRandom) -> Vec<T> {
    for place in (1..list.len()).rev() {
        list.swap(place, random.below(place as u32 + 1) as usize);
    }
    list
}

struct Search {
    /// The people of each round, table after table.
    rounds: Vec<Vec<usize>>,
    /// The table of each place, and where each table begins and ends.
    table_of: Vec<usize>,
    spans: Vec<(usize, usize)>,
    met: Meetings,
    small: Vec<i64>,
    random: QuickRandom,
}

impl Search {
    fn new<P>(roster: &Roster<P>, sizes: &[usize], rounds: usize, mut random: QuickRandom) -> Search {
        let people: usize = sizes.iter().sum();
        let mut spans = Vec::with_capacity(sizes.len());
        for size in sizes {
            let from = spans.last().map_or(0, |(_, until)| *until);
            spans.push((from, from + size));
        }
        let table_of = (0..sizes.len()).flat_map(|table| std::iter::repeat_n(table, sizes[table])).collect();
        let rounds = (0..rounds).map(|_| shuffled((0..people).collect(), &mut random)).collect();
        let small = roster.small.iter().map(|count| i64::from(*count)).chain([0]).collect();
        let mut search = Search { rounds, table_of, spans, met: roster.met.clone(), small, random };
        for round in &search.rounds {
            for (from, until) in &search.spans {
                search.met.add_table(&round[*from..*until]);
                if until - from < search.spans[0].1 {
                    for player in &round[*from..*until] {
                        search.small[*player] += 1;
                    }
                }
            }
        }
        search
    }

    fn run(&mut self, tries: u64, start: u64) {
        if self.spans.len() < 2 {
            return;
        }
        let places = self.table_of.len() as u32;
        for left in (0..tries).rev() {
            let round = self.random.below(self.rounds.len() as u32) as usize;
            let (one, other) = (self.random.below(places) as usize, self.random.below(places) as usize);
            if self.table_of[one] == self.table_of[other] {
                continue;
            }
            let cost = self.cost(round, one, other);
            let warmth = if left < tries / 8 { 0 } else { COOL + (start - COOL) * left / tries };
            if cost <= 0 || self.accepts(cost, warmth) {
                self.exchange(round, one, other);
            }
        }
    }

    /// Whether to keep an exchange that makes the plan worse.
    fn accepts(&mut self, cost: i64, warmth: u64) -> bool {
        let chance = (0..cost.min(40)).fold(1 << 32, |chance: u64, _| (chance * warmth) >> 32);
        self.random.bits() >> 32 < chance
    }

    /// How much worse the plan becomes if two people of a round exchange their places.
    fn cost(&self, round: usize, one: usize, other: usize) -> i64 {
        let people = &self.rounds[round];
        let (a, b) = (people[one], people[other]);
        let moves = |from: usize, leaves: usize, comes: usize| -> i64 {
            let (first, last) = self.spans[self.table_of[from]];
            let met = |place: usize| {
                let here = people[place];
                again(self.met.of(comes, here)) - again(self.met.of(leaves, here) - 1)
            };
            (first..last).filter(|place| *place != from).map(met).sum()
        };
        let (size_a, size_b) = (self.size(one), self.size(other));
        let fairness = match size_a.cmp(&size_b) {
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => self.small[b] - self.small[a] + 1,
            std::cmp::Ordering::Greater => self.small[a] - self.small[b] + 1,
        };
        moves(one, a, b) + moves(other, b, a) + fairness
    }

    fn size(&self, place: usize) -> usize {
        let (from, until) = self.spans[self.table_of[place]];
        until - from
    }

    fn exchange(&mut self, round: usize, one: usize, other: usize) {
        let (a, b) = (self.rounds[round][one], self.rounds[round][other]);
        for (from, leaves, comes) in [(one, a, b), (other, b, a)] {
            let (first, last) = self.spans[self.table_of[from]];
            for place in (first..last).filter(|place| *place != from) {
                let here = self.rounds[round][place];
                self.met.remove(leaves, here);
                self.met.add(comes, here);
            }
        }
        let change = self.size(one).cmp(&self.size(other)) as i64;
        self.small[a] += change;
        self.small[b] -= change;
        self.rounds[round].swap(one, other);
    }
}

/// What a meeting costs if two people have met this often. A third meeting is a little worse than a second.
#[inline]
fn again(met: u16) -> i64 {
    if met == 0 { 0 } else { REPEAT + i64::from(met) }
}
