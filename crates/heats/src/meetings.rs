//! Who has met whom, who sat where, and who had a small table.

use crate::Round;
use std::collections::BTreeMap;

/// How often each pair of people has met, by index. The last index is nobody: meeting nobody is sitting out.
#[derive(Clone, Debug)]
pub struct Meetings {
    players: usize,
    counts: Vec<u16>,
}

impl Meetings {
    /// Nobody has met anybody.
    pub fn new(players: usize) -> Meetings {
        Meetings { players, counts: vec![0; players * players] }
    }

    /// How often two of them have met.
    #[inline]
    pub fn of(&self, one: usize, other: usize) -> u16 {
        self.counts[one * self.players + other]
    }

    /// Adds a meeting.
    #[inline]
    pub fn add(&mut self, one: usize, other: usize) {
        self.counts[one * self.players + other] += 1;
        self.counts[other * self.players + one] += 1;
    }

    /// Takes a meeting back.
    #[inline]
    pub fn remove(&mut self, one: usize, other: usize) {
        self.counts[one * self.players + other] -= 1;
        self.counts[other * self.players + one] -= 1;
    }

    /// Adds all meetings of a table.
    pub fn add_table(&mut self, table: &[usize]) {
        for (place, one) in table.iter().enumerate() {
            for other in &table[..place] {
                self.add(*one, *other);
            }
        }
    }

    /// Meetings of pairs who had met before.
    pub fn repeats(&self) -> usize {
        let repeats = |(one, other): (usize, usize)| usize::from(self.of(one, other).saturating_sub(1));
        (0..self.players).flat_map(|one| (0..one).map(move |other| (one, other))).map(repeats).sum()
    }
}

/// Meetings in these rounds of pairs who had met before.
pub fn repeats<P: Ord + Clone>(rounds: &[Round<P>]) -> usize {
    let people: std::collections::BTreeSet<P> = rounds.iter().flat_map(Round::people).cloned().collect();
    Roster::new(rounds, &people.into_iter().collect::<Vec<_>>()).met.repeats_of_people()
}

impl Meetings {
    fn repeats_of_people(&self) -> usize {
        let people = self.players.saturating_sub(1);
        let pairs = (0..people).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.map(|(one, other)| usize::from(self.of(one, other).saturating_sub(1))).sum()
    }
}

/// The people of a plan by index, and what the rounds before it mean for them.
pub(crate) struct Roster<P> {
    pub people: Vec<P>,
    /// With nobody as the last index.
    pub met: Meetings,
    /// How often each sat in each seat.
    pub sat: Vec<[u16; 6]>,
    /// How often each had a table with fewer people than another one in that round.
    pub small: Vec<u16>,
}

impl<P: Ord + Clone> Roster<P> {
    pub fn new(past: &[Round<P>], people: &[P]) -> Roster<P> {
        let index: BTreeMap<&P, usize> = people.iter().enumerate().map(|(index, person)| (person, index)).collect();
        let nobody = people.len();
        let (mut met, mut sat, mut small) = (Meetings::new(nobody + 1), vec![[0; 6]; nobody], vec![0; nobody]);
        for round in past {
            let largest = round.tables.iter().map(|table| table.iter().flatten().count()).max().unwrap_or(0);
            for table in &round.tables {
                let here: Vec<usize> = table.iter().flatten().filter_map(|person| index.get(person).copied()).collect();
                met.add_table(&here);
                for (seat, person) in table.iter().enumerate() {
                    if let Some(person) = person.as_ref().and_then(|person| index.get(person)) {
                        sat[*person][seat] += 1;
                        small[*person] += u16::from(table.iter().flatten().count() < largest);
                        if table.iter().flatten().count() == 1 {
                            met.add(*person, nobody);
                        }
                    }
                }
            }
            if let Some(person) = round.sits_out.as_ref().and_then(|person| index.get(person)) {
                met.add(*person, nobody);
            }
        }
        Roster { people: people.to_vec(), met, sat, small }
    }
}
