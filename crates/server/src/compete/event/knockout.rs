//! Who goes on in a knockout.

use crate::{
    compete::event::{standings::shares, state::EventState},
    ids::PlayerId,
};
use std::{cmp::Reverse, collections::BTreeMap};

/// The players of the next round who are still here. Before the first round that is everybody. Later it is the best `advance`
/// players of each heat, and those who sat out. In a small heat at least one player drops out.
pub fn qualified(event: &EventState, advance: usize, here: impl Fn(&PlayerId) -> bool) -> Vec<PlayerId> {
    let Some(last) = event.rounds.last() else {
        return event.present().filter(|player| here(player)).cloned().collect();
    };
    let smallest = last.games.iter().map(|game| game.seats.iter().flatten().count()).min().unwrap_or(2);
    let advance = advance.min(smallest.saturating_sub(1)).max(1);
    let so_far = points_so_far(event);
    let mut all: Vec<PlayerId> = last.sits_out.iter().filter(|player| here(player)).cloned().collect();
    for game in &last.games {
        let ranks = game.ranks().unwrap_or_default();
        let points =
            |seat: usize| game.result.as_ref().and_then(|result| result.points.get(seat)).copied().unwrap_or(0);
        let seated = game.seats.iter().zip(ranks).enumerate();
        let mut heat: Vec<_> = seated
            .filter_map(|(seat, (player, rank))| {
                let player = player.as_ref().filter(|player| here(player))?;
                let before = so_far.get(player).copied().unwrap_or(0);
                Some((rank, Reverse(points(seat)), Reverse(before), event.lot(player), player.clone()))
            })
            .collect();
        heat.sort();
        all.extend(heat.into_iter().take(advance).map(|(.., player)| player));
    }
    all
}

/// What each player has scored in all rounds, in sixtieths of a point, so that a shared point stays a whole number.
fn points_so_far(event: &EventState) -> BTreeMap<PlayerId, u32> {
    let mut points = BTreeMap::new();
    for game in event.rounds.iter().flat_map(|round| &round.games) {
        let Some(ranks) = game.ranks() else { continue };
        for (player, share) in game.seats.iter().zip(shares(&ranks)) {
            if let Some(player) = player {
                *points.entry(player.clone()).or_default() += share;
            }
        }
    }
    points
}
