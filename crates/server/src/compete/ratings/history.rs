//! What a player's rated matches say about their opponents.

use crate::{compete::ratings::RatedMatch, ids::PlayerId};
use std::{cmp::Reverse, collections::BTreeMap};

/// How a player fared against another one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Meetings {
    pub won: u32,
    pub lost: u32,
    pub tied: u32,
}

impl Meetings {
    pub fn met(&self) -> u32 {
        self.won + self.lost + self.tied
    }

    fn balance(&self) -> i64 {
        i64::from(self.won) - i64::from(self.lost)
    }
}

/// How a player fared against each person whom they met in these matches.
pub(crate) fn meetings(player: &PlayerId, matches: &[RatedMatch]) -> BTreeMap<PlayerId, Meetings> {
    let mut all: BTreeMap<PlayerId, Meetings> = BTreeMap::new();
    for rated in matches {
        let rank_of =
            |who: &PlayerId| rated.seats.iter().find(|seat| seat.player.as_ref() == Some(who)).map(|seat| seat.rank);
        let Some(rank) = rank_of(player) else { continue };
        for seat in &rated.seats {
            let Some(other) = seat.player.as_ref().filter(|other| *other != player) else { continue };
            let meetings = all.entry(other.clone()).or_default();
            match rank.cmp(&seat.rank) {
                std::cmp::Ordering::Less => meetings.won += 1,
                std::cmp::Ordering::Equal => meetings.tied += 1,
                std::cmp::Ordering::Greater => meetings.lost += 1,
            }
        }
    }
    all
}

/// The opponents against whom a player has won more often than lost, and the other way round, the clearest first.
pub(crate) fn best_and_worst(all: &BTreeMap<PlayerId, Meetings>, most: usize) -> [Vec<(PlayerId, Meetings)>; 2] {
    let sorted = |sign: i64| {
        let clear = all.iter().filter(|(_, meetings)| sign * meetings.balance() > 0);
        let mut some: Vec<(PlayerId, Meetings)> = clear.map(|(player, met)| (player.clone(), met.clone())).collect();
        some.sort_by_key(|(player, met)| (Reverse(sign * met.balance()), Reverse(met.met()), player.clone()));
        some.truncate(most);
        some
    };
    [sorted(1), sorted(-1)]
}
