//! The standings of a group, with the tie-breaks that `docs/seasons.md` lists.

use super::group::{Group, How, Score};
use crate::ids::PlayerId;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Match points for a win and for a draw.
pub const WIN: i64 = 2;
/// See [`WIN`].
pub const DRAW: i64 = 1;

/// What a player has made of the games so far: a line of the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SeasonTally)]
pub struct Tally {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Games that are decided, without those that were not played.
    pub games: u32,
    #[allow(missing_docs)]
    pub wins: u32,
    #[allow(missing_docs)]
    pub draws: u32,
    #[allow(missing_docs)]
    pub losses: u32,
    /// Match points: 2 for a win, 1 for a draw.
    pub score: i64,
    /// Points of all races.
    pub points: i64,
    /// Points that the opponents made.
    pub conceded: i64,
    /// Whether they dropped out. Then they rank behind everybody else.
    pub dropped: bool,
}

/// The standings: the leader first. The order is total, so that it can't depend on who computes it.
pub fn standings(group: &Group) -> Vec<Tally> {
    let mut lines: Vec<Tally> = group.members.iter().map(|member| line(group, &member.player)).collect();
    for (line, member) in lines.iter_mut().zip(&group.members) {
        line.dropped = member.dropped.is_some();
    }
    let seeded: Vec<PlayerId> = group.members.iter().map(|member| member.player.clone()).collect();
    let seed = |player: &PlayerId| seeded.iter().position(|other| other == player);
    // Scores among those who are level can only be computed once it is known who they are.
    let direct: Vec<i64> = lines.iter().map(|line| direct_score(group, line, &lines)).collect();
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|index| {
        let line = &lines[*index];
        let difference = line.points - line.conceded;
        let better = (line.score, direct[*index], difference, line.points);
        (line.dropped, Reverse(better), seed(&line.player))
    });
    order.into_iter().map(|index| lines[index].clone()).collect()
}

fn line(group: &Group, player: &PlayerId) -> Tally {
    let mut line = Tally {
        player: player.clone(),
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        score: 0,
        points: 0,
        conceded: 0,
        dropped: false,
    };
    for (own, other) in results(group, player).map(|(own, other, _)| (own, other)) {
        line.games += 1;
        line.score += own.score;
        line.points += own.points;
        line.conceded += other.points;
        match own.score {
            WIN => line.wins += 1,
            DRAW => line.draws += 1,
            _ => line.losses += 1,
        }
    }
    line
}

/// The games of a player that count: their own side, the other side and the opponent.
fn results<'g>(group: &'g Group, player: &'g PlayerId) -> impl Iterator<Item = (Score, Score, &'g PlayerId)> {
    group.games.iter().filter_map(move |game| {
        let result = game.result().filter(|result| result.how != How::Unplayed)?;
        if game.first == *player {
            Some((result.first, result.second, &game.second))
        } else if game.second == *player {
            Some((result.second, result.first, &game.first))
        } else {
            None
        }
    })
}

/// Match points against those with the same score.
fn direct_score(group: &Group, line: &Tally, lines: &[Tally]) -> i64 {
    let level = |player: &PlayerId| {
        lines.iter().any(|other| other.player == *player && other.score == line.score && other.dropped == line.dropped)
    };
    results(group, &line.player).filter(|(_, _, opponent)| level(opponent)).map(|(own, _, _)| own.score).sum()
}
