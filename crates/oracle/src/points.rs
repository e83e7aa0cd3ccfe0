//! The points of a race and the ranking of a match (RULES 5.1–5.5).

use crate::seat::Color;
use std::collections::BTreeMap;

/// Points by colour.
pub(crate) type Points = BTreeMap<Color, i64>;

/// How a race is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scoring {
    Classic,
    Turns,
}

impl Scoring {
    pub fn name(self) -> &'static str {
        match self {
            Scoring::Classic => "classic",
            Scoring::Turns => "turns",
        }
    }

    pub fn parse(name: &str) -> Option<Scoring> {
        let both = [Scoring::Classic, Scoring::Turns];
        both.into_iter().find(|s| s.name() == name)
    }

    /// RULES 5.3: turns with two players, else classic.
    pub fn default_for(players: usize) -> Scoring {
        if players == 2 { Scoring::Turns } else { Scoring::Classic }
    }
}

/// The result of a race.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RaceResult {
    pub order: Vec<Color>,
    pub sunk: Vec<Color>,
    pub turns: BTreeMap<Color, u64>,
    pub points: Points,
}

/// RULES 5.1: the k-th of p boats to finish (k from 1) gets (p − k) · r.
fn place_points(players: usize, k: usize, race: u64) -> i64 {
    (players as i64 - k as i64) * race as i64
}

/// RULES 5.3: one point for each turn less than the last finisher, and 5 for each boat that sank.
fn turn_points(own: u64, last: u64, sunk: usize) -> i64 {
    (last as i64 - own as i64) + 5 * sunk as i64
}

/// RULES 5.1, 5.3: the points of all players for one race.
pub(crate) fn race_result(
    order: &[Color],
    sunk: &[Color],
    turns: BTreeMap<Color, u64>,
    race: u64,
    scoring: Scoring,
) -> RaceResult {
    let mut points: Points = turns.keys().map(|&color| (color, 0)).collect();
    for (k, color) in (1..).zip(order) {
        let mut gained = place_points(turns.len(), k, race);
        if scoring == Scoring::Turns {
            let last = order[order.len() - 1];
            gained += turn_points(turns[color], turns[&last], sunk.len());
        }
        points.insert(*color, gained);
    }
    RaceResult { order: order.to_vec(), sunk: sunk.to_vec(), turns, points }
}

/// RULES 5.5: ranks by points, then by place in the last race. If neither finished it, players share the rank.
pub(crate) fn ranking(points: &Points, last_order: &[Color]) -> Vec<Vec<Color>> {
    let place = |color: Color| {
        let finished = last_order.iter().position(|&c| c == color);
        finished.unwrap_or(usize::MAX)
    };
    let mut left: Vec<Color> = points.keys().copied().collect();
    let mut ranks = Vec::new();
    while !left.is_empty() {
        let most = left.iter().map(|c| points[c]).max().unwrap_or(0);
        let mut leaders: Vec<Color> = left.clone();
        leaders.retain(|c| points[c] == most);
        let best = leaders.iter().map(|&c| place(c)).min().unwrap_or(0);
        leaders.retain(|&c| place(c) == best);
        left.retain(|c| !leaders.contains(c));
        ranks.push(leaders);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::COLORS;
    use Color::*;

    #[test]
    fn r6_9_points_of_five_players_in_three_races() {
        let order = &COLORS[..5];
        let turns: BTreeMap<_, _> = order.iter().map(|&c| (c, 9)).collect();
        let wanted = [[4, 3, 2, 1, 0], [8, 6, 4, 2, 0], [12, 9, 6, 3, 0]];
        for (race, wanted) in (1..).zip(wanted) {
            let result = race_result(order, &[], turns.clone(), race, Scoring::Classic);
            let got: Vec<i64> = order.iter().map(|c| result.points[c]).collect();
            assert_eq!(got, wanted);
        }
    }

    #[test]
    fn r5_3_turns_and_sunk_boats_are_not_multiplied() {
        let turns = BTreeMap::from([(Orange, 7), (Black, 9), (White, 3)]);
        let result = race_result(&[Black, Orange], &[White], turns, 3, Scoring::Turns);
        let wanted = BTreeMap::from([(Black, 6 - 2 + 5), (Orange, 3 + 5), (White, 0)]);
        assert_eq!(result.points, wanted);
    }

    #[test]
    fn r5_5_ties_go_to_the_better_place_or_are_shared() {
        let points = BTreeMap::from([(Orange, 5), (Yellow, 5), (Black, 5), (Red, 5), (White, 9)]);
        let wanted = vec![vec![White], vec![Red], vec![Yellow], vec![Orange, Black]];
        assert_eq!(ranking(&points, &[White, Red, Yellow]), wanted);
    }
}
