//! The standings of an event, with their tie-breaks.
//!
//! 1. Points. A game gives the share of opponents whom one has beaten, a tie counting half: 1 for the first of any table, 0 for
//!    the last. Who sits out gets half a point. Points are counted in sixtieths, so that all shares are whole numbers.
//! 2. Games won: alone in first place.
//! 3. The mean points of the people whom one has met.
//! 4. Whoever is still equal shares the place.
//!
//! In a knockout the round that one has reached comes first, then the rank in its heat.

use crate::{
    compete::event::{settings::Format, state::EventState},
    ids::PlayerId,
};
use std::{
    cmp::{Ordering, Reverse},
    collections::BTreeMap,
};

/// One point, in sixtieths.
pub const POINT: u32 = 60;

/// One player in the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placing {
    /// From 1; players who are equal share it.
    pub place: usize,
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// In sixtieths.
    pub points: u32,
    /// Games that count.
    pub games: u32,
    #[allow(missing_docs)]
    pub wins: u32,
    /// The points of all people met, in sixtieths, and how many they are.
    pub met: (u32, u32),
    /// In a knockout: the last round the player was in, and the rank in its heat.
    pub reached: Option<(usize, u8)>,
}

/// What each seat of a game with these ranks scores, in sixtieths.
pub fn shares(ranks: &[u8]) -> Vec<u32> {
    let opponents = u32::try_from(ranks.len().saturating_sub(1)).unwrap_or(1).max(1);
    let share = |rank: &u8| {
        let beaten = ranks.iter().filter(|other| *other > rank).count() as u32;
        let tied = ranks.iter().filter(|other| *other == rank).count() as u32 - 1;
        (2 * beaten + tied) * POINT / (2 * opponents)
    };
    ranks.iter().map(share).collect()
}

/// The standings, the best first.
pub fn standings(event: &EventState) -> Vec<Placing> {
    let new = |player: &PlayerId| Placing {
        place: 0,
        player: player.clone(),
        points: 0,
        games: 0,
        wins: 0,
        met: (0, 0),
        reached: None,
    };
    let mut all: BTreeMap<PlayerId, Placing> =
        event.players.keys().map(|player| (player.clone(), new(player))).collect();
    let mut meetings: Vec<(PlayerId, PlayerId)> = Vec::new();
    let is_knockout = matches!(event.settings.format, Format::Knockout { .. });
    for (number, round) in (1..).zip(&event.rounds) {
        if let Some(standing) = round.sits_out.as_ref().and_then(|player| all.get_mut(player)) {
            standing.points += POINT / 2;
            standing.reached = is_knockout.then_some((number, 0));
        }
        for game in &round.games {
            let people: Vec<&PlayerId> = game.seats.iter().flatten().collect();
            if is_knockout {
                for player in &people {
                    if let Some(standing) = all.get_mut(*player) {
                        standing.reached = Some((number, 0));
                    }
                }
            }
            let Some(ranks) = game.ranks() else { continue };
            let shares = shares(&ranks);
            let wins = ranks.iter().filter(|rank| **rank == 1).count() == 1;
            for (seat, player) in game.seats.iter().enumerate() {
                let Some(standing) = player.as_ref().and_then(|player| all.get_mut(player)) else { continue };
                standing.points += shares[seat];
                standing.games += 1;
                standing.wins += u32::from(wins && ranks[seat] == 1);
                standing.reached = is_knockout.then_some((number, ranks[seat]));
            }
            let pairs = people.iter().flat_map(|one| people.iter().map(move |other| (*one, *other)));
            meetings.extend(pairs.filter(|(one, other)| one != other).map(|(one, other)| (one.clone(), other.clone())));
        }
    }
    for (one, other) in meetings {
        let points = all.get(&other).map_or(0, |standing| standing.points);
        if let Some(standing) = all.get_mut(&one) {
            standing.met = (standing.met.0 + points, standing.met.1 + 1);
        }
    }
    placed(all.into_values().collect())
}

/// Sorts the players and gives them their places.
fn placed(mut all: Vec<Placing>) -> Vec<Placing> {
    all.sort_by(compare);
    for index in 0..all.len() {
        let tied = index > 0 && compare(&all[index - 1], &all[index]) == Ordering::Equal;
        all[index].place = if tied { all[index - 1].place } else { index + 1 };
    }
    all
}

/// The better player first.
fn compare(one: &Placing, other: &Placing) -> Ordering {
    let reached = |standing: &Placing| standing.reached.map(|(round, rank)| (round, Reverse(rank)));
    let mean = |(a, b): (u32, u32), (c, d): (u32, u32)| {
        (u64::from(a) * u64::from(d.max(1))).cmp(&(u64::from(c) * u64::from(b.max(1))))
    };
    reached(other)
        .cmp(&reached(one))
        .then(other.points.cmp(&one.points))
        .then(other.wins.cmp(&one.wins))
        .then_with(|| mean(other.met, one.met))
}
