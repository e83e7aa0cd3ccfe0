//! Who plays with whom: players of about the same rating, and those who wait longest first.

use crate::{compete::play_now::PILOTS_AFTER, ids::PlayerId};
use std::collections::BTreeSet;

/// A player who waits for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiter {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Number of boats.
    pub seats: usize,
    #[allow(missing_docs)]
    pub is_registered: bool,
    #[allow(missing_docs)]
    pub rating: i64,
    /// In milliseconds since 1970.
    pub since: i64,
    /// Whether pilots may fill the table, once they are offered.
    pub takes_pilots: bool,
}

/// Players who play together. Pilots take the seats that are left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    #[allow(missing_docs)]
    pub seats: usize,
    #[allow(missing_docs)]
    pub players: Vec<PlayerId>,
}

/// Ratings in one game may be this far apart at first. The range doubles every five seconds, so that nobody waits in vain.
const RANGE: i64 = 100;

/// How far apart ratings may be for somebody who has waited this long, in milliseconds.
fn range(waited: i64) -> i64 {
    RANGE << (waited / 5_000).clamp(0, 20)
}

/// Pairs of players who must not meet, because one of them has blocked the other.
pub type Strangers = BTreeSet<[PlayerId; 2]>;

fn may_meet(one: &Waiter, other: &Waiter, strangers: &Strangers) -> bool {
    let blocks = |one: &Waiter, other: &Waiter| strangers.contains(&[one.player.clone(), other.player.clone()]);
    strangers.is_empty() || !blocks(one, other) && !blocks(other, one)
}

/// The games that can start now.
pub fn matches(waiting: &[Waiter], strangers: &Strangers, now: i64) -> Vec<Match> {
    let mut all = Vec::new();
    let players = |group: &[&Waiter]| group.iter().map(|waiter| waiter.player.clone()).collect();
    for seats in 2..=6 {
        let mut here: Vec<&Waiter> = waiting.iter().filter(|waiter| waiter.seats == seats).collect();
        here.sort_by_key(|waiter| (waiter.rating, waiter.since, &waiter.player));
        while let Some(group) = best_group(&here, seats, strangers, now) {
            here.retain(|waiter| !group.iter().any(|other| other.player == waiter.player));
            all.push(Match { seats, players: players(&group) });
        }
        here.retain(|waiter| waiter.takes_pilots && now - waiter.since >= PILOTS_AFTER);
        let mut groups: Vec<Vec<&Waiter>> = Vec::new();
        for waiter in here {
            let fits = |group: &&mut Vec<&Waiter>| {
                group.len() < seats && group.iter().all(|other| may_meet(waiter, other, strangers))
            };
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(waiter),
                None => groups.push(vec![waiter]),
            }
        }
        all.extend(groups.iter().map(|group| Match { seats, players: players(group) }));
    }
    all
}

/// The neighbours in rating who play together next: around the player who has waited longest, as close as possible.
fn best_group<'a>(here: &[&'a Waiter], seats: usize, strangers: &Strangers, now: i64) -> Option<Vec<&'a Waiter>> {
    let mut longest: Vec<&Waiter> = here.to_vec();
    longest.sort_by_key(|waiter| waiter.since);
    longest.into_iter().find_map(|first| {
        let pool: Vec<&Waiter> = here.iter().copied().filter(|other| may_meet(first, other, strangers)).collect();
        let spread = |group: &&[&Waiter]| group[seats - 1].rating - group[0].rating;
        let agrees = |group: &&[&Waiter]| {
            let meets_all = |one: &&Waiter| group.iter().all(|other| may_meet(one, other, strangers));
            group.iter().any(|waiter| waiter.player == first.player) && group.iter().all(meets_all)
        };
        let best = pool.windows(seats).filter(agrees).min_by_key(spread)?;
        (spread(&best) <= range(now - first.since)).then(|| best.to_vec())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiter(seats: usize, rating: i64, since: i64) -> Waiter {
        Waiter { player: PlayerId::random(), seats, is_registered: true, rating, since, takes_pilots: false }
    }

    fn ratings(waiting: &[Waiter], now: i64) -> Vec<Vec<i64>> {
        let rating = |player: &PlayerId| waiting.iter().find(|waiter| waiter.player == *player).unwrap().rating;
        matches(waiting, &Strangers::new(), now).iter().map(|game| game.players.iter().map(rating).collect()).collect()
    }

    #[test]
    fn neighbours_in_rating_play_together() {
        let waiting: Vec<Waiter> = [1500, 900, 1520, 950].map(|rating| waiter(2, rating, 0)).into();
        let mut games = ratings(&waiting, 1000);
        games.sort();
        assert_eq!(games, [[900, 950], [1500, 1520]]);
    }

    #[test]
    fn who_is_far_away_waits_longer_but_not_for_ever() {
        let waiting = [waiter(2, 1000, 0), waiter(2, 1700, 0)];
        assert!(matches(&waiting, &Strangers::new(), 5_000).is_empty());
        assert_eq!(ratings(&waiting, 16_000), [[1000, 1700]]);
    }

    #[test]
    fn tables_of_another_size_do_not_mix_and_everybody_plays_once() {
        let mut waiting: Vec<Waiter> = (0..7).map(|rating| waiter(3, rating, rating)).collect();
        waiting.extend((0..3).map(|rating| waiter(2, rating, rating)));
        let games = matches(&waiting, &Strangers::new(), 1000);
        assert_eq!(
            games.iter().map(|game| (game.seats, game.players.len())).collect::<Vec<_>>(),
            [(2, 2), (3, 3), (3, 3)]
        );
        let mut players: Vec<&PlayerId> = games.iter().flat_map(|game| &game.players).collect();
        players.sort();
        players.dedup();
        assert_eq!(players.len(), 8);
        assert!(games.iter().all(|game| !game.players.contains(&waiting[9].player)), "the last of three waits on");
    }

    #[test]
    fn pilots_come_after_half_a_minute_and_only_for_those_who_want_them() {
        let wants = Waiter { takes_pilots: true, ..waiter(4, 0, 0) };
        let waiting = [wants.clone(), waiter(4, 0, 0)];
        assert!(matches(&waiting, &Strangers::new(), 29_999).is_empty());
        assert_eq!(matches(&waiting, &Strangers::new(), 30_000), [Match { seats: 4, players: vec![wants.player] }]);
    }

    #[test]
    fn players_who_have_blocked_each_other_never_meet() {
        let waiting: Vec<Waiter> =
            (0..5).map(|rating| Waiter { takes_pilots: true, ..waiter(3, rating, rating) }).collect();
        let id = |index: usize| waiting[index].player.clone();
        let strangers = Strangers::from([[id(0), id(1)], [id(2), id(1)]]);
        for now in [1000, 40_000] {
            let games = matches(&waiting, &strangers, now);
            assert!(!games.is_empty());
            for game in games {
                let meets =
                    |one: usize, other: usize| game.players.contains(&id(one)) && game.players.contains(&id(other));
                assert!(!meets(0, 1) && !meets(1, 2), "{game:?}");
            }
        }
        let two = [waiter(2, 0, 0), waiter(2, 0, 0)];
        let strangers = Strangers::from([[two[1].player.clone(), two[0].player.clone()]]);
        assert!(matches(&two, &strangers, 1_000_000).is_empty());
    }
}
