//! Draws the tables of an event: who races whom in which round, and who sits where.
//!
//! Everybody should meet as many different others as possible, and sit in each seat about equally often. Tables of two follow
//! the circle method, which repeats no meeting before everybody has met everybody. Larger tables are searched for
//! (`search`), because no construction covers all numbers of players. The same seed gives the same tables on every machine.
//!
//! ```
//! use powerboats_heats::{Draw, TableSize};
//!
//! let draw = Draw { size: TableSize::new(3).unwrap(), rounds: 4, fill: false, seed: 1 };
//! let round = draw.next(&[], &["Ann", "Ben", "Cleo", "Dan", "Eve"]);
//! assert_eq!(round.tables.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2]);
//! ```
#![forbid(unsafe_code)]

mod apart;
mod bound;
mod circle;
mod meetings;
mod search;
mod seats;

pub use apart::Apart;
pub use bound::fewest_repeats;
pub use meetings::{Meetings, repeats};

use meetings::Roster;

/// The number of boats at a full table, 2 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TableSize(usize);

impl TableSize {
    /// `None` if there can be no such table.
    pub fn new(boats: usize) -> Option<TableSize> {
        (2..=6).contains(&boats).then_some(TableSize(boats))
    }

    /// The number of boats.
    pub const fn boats(self) -> usize {
        self.0
    }

    /// How many people sit at each table: as few tables as possible, and as even as possible, the larger ones first. An odd
    /// person out of tables of two has a table of their own.
    pub fn split(self, people: usize) -> Vec<usize> {
        if self.0 == 2 {
            return (0..people.div_ceil(2)).map(|table| 2.min(people - 2 * table)).collect();
        }
        let tables = people.div_ceil(self.0);
        (0..tables).map(|table| people / tables + usize::from(table < people % tables)).collect()
    }
}

/// One round: its tables, and who sits out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round<P> {
    /// The seats of each table, in order. `None` is a seat for a pilot.
    pub tables: Vec<Vec<Option<P>>>,
    /// The person for whom there is no opponent.
    pub sits_out: Option<P>,
}

impl<P> Round<P> {
    /// Everybody in this round, also who sits out.
    pub fn people(&self) -> impl Iterator<Item = &P> {
        self.tables.iter().flatten().flatten().chain(&self.sits_out)
    }
}

/// How tables are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    #[allow(missing_docs)]
    pub size: TableSize,
    /// Rounds of the whole event. The rounds that are left are planned together.
    pub rounds: usize,
    /// Whether pilots fill tables that are not full.
    pub fill: bool,
    #[allow(missing_docs)]
    pub seed: u64,
}

impl Draw {
    /// Draws the next round for those who are present. As long as nobody joins or leaves, it is the next round of one plan.
    pub fn next<P: Ord + Clone>(&self, past: &[Round<P>], present: &[P]) -> Round<P> {
        let mut present = present.to_vec();
        present.sort();
        present.dedup();
        let is_same = |round: &&Round<P>| {
            let mut people: Vec<&P> = round.people().collect();
            people.sort();
            people.into_iter().eq(&present)
        };
        let since = past.len() - past.iter().rev().take_while(is_same).count();
        let (before, after) = past.split_at(since);
        let mut plan = self.plan(before, &present, self.rounds.saturating_sub(since).max(after.len() + 1));
        if plan.starts_with(after) {
            return plan.swap_remove(after.len());
        }
        // Somebody changed a round by hand. The rest is planned anew.
        self.plan(past, &present, self.rounds.saturating_sub(past.len()).max(1)).swap_remove(0)
    }

    /// Plans several rounds for the same people, after rounds that have been played.
    pub fn plan<P: Ord + Clone>(&self, past: &[Round<P>], people: &[P], rounds: usize) -> Vec<Round<P>> {
        let roster = Roster::new(past, people);
        let tables = if self.size.boats() == 2 && past.is_empty() {
            circle::rounds(people.len(), rounds, self.seed)
        } else {
            search::rounds(&roster, self.size, rounds, self.seed)
        };
        seats::seated(self, &roster, tables)
    }
}
