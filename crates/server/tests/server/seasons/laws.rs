//! Laws of the pyramid, of the round robin and of the standings.

use powerboats_server::{
    compete::season::{
        group::{GameState, Group, Member, SeasonGame, SeasonGameResult},
        new_group,
        pyramid::{
            DOWN, Drawn, FEWEST, Finished, GROUP, GroupName, Movement, UP, draw, level_sizes, movement, next_ladder,
        },
        rounds::round_robin,
        standings::standings,
    },
    ids::PlayerId,
};
use std::collections::{BTreeMap, BTreeSet};

/// A small generator, so that a failure can be repeated.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

#[test]
fn a_pyramid_holds_everybody_once_in_groups_of_at_most_eleven() {
    for count in (2..=700).chain([5_000, 10_000]) {
        let ladder: Vec<usize> = (0..count).collect();
        let groups = draw(&ladder);
        let mut seen = BTreeSet::new();
        let mut per_level: BTreeMap<u8, usize> = BTreeMap::new();
        for Drawn { name, players } in &groups {
            assert!((2..=GROUP).contains(&players.len()), "{count} players: {name} has {}", players.len());
            assert_eq!(name.number as usize, *per_level.entry(name.level).or_default(), "groups are counted from 0");
            *per_level.entry(name.level).or_default() += 1;
            assert!(players.iter().all(|player| seen.insert(*player)), "nobody plays twice");
        }
        assert_eq!(seen.len(), count);
        for (level, groups) in &per_level {
            assert!(*groups <= 1 << (level - 1), "{count} players: level {level} has {groups} groups");
        }
        // The groups of a level have the same size, or differ by one.
        for level in per_level.keys() {
            let sizes: Vec<usize> =
                groups.iter().filter(|group| group.name.level == *level).map(|group| group.players.len()).collect();
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1, "{count}: {sizes:?}");
        }
        let sizes = level_sizes(count);
        assert!(sizes.len() == 1 || *sizes.last().unwrap() >= FEWEST);
    }
}

#[test]
fn names_of_groups_are_read_as_they_are_written() {
    let mut names = BTreeSet::new();
    for level in 1..=12 {
        for number in 0..(1_u32 << (level - 1)) {
            let name = GroupName { level, number };
            assert_eq!(GroupName::read(&name.to_string()), Some(name));
            assert!(names.insert(name.to_string()));
        }
    }
    assert_eq!(GroupName { level: 2, number: 1 }.to_string(), "2b");
    assert_eq!(GroupName { level: 6, number: 26 }.to_string(), "6aa");
    for bad in ["", "0", "a", "1a", "2", "2B", "02a", "2aaaaaaaa", "2é", "-1", "300a"] {
        assert_eq!(GroupName::read(bad), None, "{bad}");
    }
}

/// The final order of each group is the order in which it was drawn, turned round at random.
fn finish(groups: &[Drawn<usize>], random: &mut Random) -> Vec<Finished<usize>> {
    let shuffled = |group: &Drawn<usize>| {
        let mut order = group.players.clone();
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index as u64 + 1) as usize);
        }
        Finished { name: group.name, order }
    };
    groups.iter().map(shuffled).collect()
}

#[test]
fn two_go_up_and_four_go_down_in_a_full_pyramid() {
    let mut random = Random(7);
    for count in [11, 33, 77, 165, 341] {
        let groups = draw(&Vec::from_iter(0..count));
        let finished = finish(&groups, &mut random);
        let lowest = groups.last().unwrap().name.level;
        let ladder = next_ladder(&finished, |_| true);
        let level_after: BTreeMap<usize, u8> = draw(&ladder)
            .into_iter()
            .flat_map(|group| group.players.into_iter().map(move |player| (player, group.name.level)))
            .collect();
        for Finished { name, order } in &finished {
            for (place, player) in order.iter().enumerate() {
                let expected = match place {
                    place if name.level > 1 && place < UP => name.level - 1,
                    place if name.level < lowest && place >= GROUP - DOWN => name.level + 1,
                    _ => name.level,
                };
                assert_eq!(level_after[player], expected, "{count} players, {name}, place {place}");
            }
        }
    }
}

#[test]
fn promotion_loses_nobody_and_lets_nobody_fall_too_far() {
    let mut random = Random(42);
    for round in 0..400 {
        let count = 2 + random.below(500) as usize;
        let groups = draw(&Vec::from_iter(0..count));
        let finished = finish(&groups, &mut random);
        let gone: BTreeSet<usize> = (0..count).filter(|_| random.below(100) < 15).collect();
        let ladder = next_ladder(&finished, |player| !gone.contains(player));
        let expected: BTreeSet<usize> = (0..count).filter(|player| !gone.contains(player)).collect();
        assert_eq!(ladder.len(), expected.len(), "round {round}");
        assert_eq!(ladder.iter().copied().collect::<BTreeSet<_>>(), expected, "round {round}");
        // With newcomers at its end it is a pyramid again.
        let newcomers = random.below(60) as usize;
        let next: Vec<usize> = ladder.into_iter().chain(count..count + newcomers).collect();
        let drawn = draw(&next);
        assert_eq!(drawn.iter().map(|group| group.players.len()).sum::<usize>(), next.len());
        assert!(drawn.iter().all(|group| group.players.len() <= GROUP));
        for Finished { name, order } in &finished {
            for (place, player) in order.iter().enumerate() {
                let now = drawn.iter().find(|group| group.players.contains(player));
                let Some(level) = now.map(|group| group.name.level) else { continue };
                let fell = movement(*name, place, order.len(), groups.last().unwrap().name.level) == Movement::Down;
                // One level more only if the lowest level was too small and got some from above.
                assert!(level <= name.level + u8::from(fell) + 1, "round {round}: {name} to {level}");
            }
        }
    }
}

#[test]
fn everybody_meets_everybody_once_and_the_first_seat_is_shared() {
    for players in 0..=GROUP + 1 {
        let games = round_robin(players);
        let pairs: BTreeSet<(usize, usize)> =
            games.iter().map(|game| (game.first.min(game.second), game.first.max(game.second))).collect();
        assert_eq!(games.len(), players * players.saturating_sub(1) / 2);
        assert_eq!(pairs.len(), games.len(), "no pair meets twice");
        let mut busy = BTreeSet::new();
        for game in &games {
            assert!(game.first != game.second && game.first < players && game.second < players);
            assert!(busy.insert((game.round, game.first)) && busy.insert((game.round, game.second)));
        }
        for player in 0..players {
            let first = games.iter().filter(|game| game.first == player).count() as i64;
            let second = games.iter().filter(|game| game.second == player).count() as i64;
            assert!((first - second).abs() <= 1, "{players} players: {first} and {second}");
        }
    }
}

fn group_of(count: usize) -> (Group, Vec<PlayerId>) {
    let players: Vec<PlayerId> = (0..count).map(|number| PlayerId::derived(&format!("player {number}"))).collect();
    (new_group(1, &Drawn { name: GroupName { level: 1, number: 0 }, players: players.clone() }), players)
}

/// Decides the game of two players: points of the one and the other.
fn decide(group: &mut Group, one: &PlayerId, other: &PlayerId, points: (i64, i64)) {
    let game: &mut SeasonGame = group.games.iter_mut().find(|game| game.has(one) && game.has(other)).unwrap();
    let points = if game.first == *one { points } else { (points.1, points.0) };
    let rank = |own: i64, other: i64| if own >= other { 1 } else { 2 };
    let ranks = (rank(points.0, points.1), rank(points.1, points.0));
    game.state = GameState::Decided(SeasonGameResult::played(points, ranks));
}

fn order(group: &Group) -> Vec<PlayerId> {
    standings(group).into_iter().map(|line| line.player).collect()
}

#[test]
fn ties_are_broken_as_the_documentation_says() {
    // Before any game: the order of the ladder.
    let (mut group, p) = group_of(4);
    assert_eq!(order(&group), p);
    // Match points first.
    decide(&mut group, &p[3], &p[0], (10, 9));
    assert_eq!(order(&group)[0], p[3]);
    // 1 and 3 are level with two wins. 1 has beaten 3, but 3 has far more points: the game between them counts.
    decide(&mut group, &p[1], &p[3], (11, 10));
    decide(&mut group, &p[3], &p[2], (40, 0));
    decide(&mut group, &p[1], &p[2], (5, 4));
    decide(&mut group, &p[0], &p[1], (6, 5));
    let lines = standings(&group);
    assert_eq!(lines[0].score, lines[1].score);
    assert_eq!([&lines[0].player, &lines[1].player], [&p[1], &p[3]]);
    // A circle: 0, 1 and 2 beat each other, so the difference of points decides, then the points.
    let (mut group, p) = group_of(3);
    decide(&mut group, &p[0], &p[1], (10, 9));
    decide(&mut group, &p[1], &p[2], (20, 10));
    decide(&mut group, &p[2], &p[0], (12, 11));
    assert_eq!(order(&group), [p[1].clone(), p[0].clone(), p[2].clone()]);
    // Whoever drops out ranks last, whatever they have won.
    group.members[1].dropped = Some(5);
    assert_eq!(order(&group)[2], p[1]);
}

#[test]
fn standings_do_not_depend_on_the_order_of_games_and_count_each_point_once() {
    let mut random = Random(99);
    for _ in 0..100 {
        let (mut group, players) = group_of(2 + random.below(10) as usize);
        for index in 0..group.games.len() {
            let (one, other) = (group.games[index].first.clone(), group.games[index].second.clone());
            decide(&mut group, &one, &other, (random.below(4) as i64, random.below(4) as i64));
        }
        let lines = standings(&group);
        let games = group.games.len() as i64;
        assert_eq!(lines.iter().map(|line| line.score).sum::<i64>(), 2 * games, "two match points a game");
        let scored: i64 = lines.iter().map(|line| line.points).sum();
        assert_eq!(scored, lines.iter().map(|line| line.conceded).sum::<i64>());
        assert!(lines.iter().all(|line| line.games as usize == players.len() - 1));
        let turned = Group { games: group.games.iter().rev().cloned().collect(), ..group.clone() };
        assert_eq!(standings(&turned), lines);
    }
}

/// A member as it is drawn.
#[test]
fn a_new_group_waits() {
    let (group, players) = group_of(5);
    assert_eq!(group.games.len(), 10);
    assert!(group.games.iter().all(|game| game.state == GameState::Waiting));
    let ids: BTreeSet<_> = group.games.iter().map(|game| game.regatta.clone()).collect();
    assert_eq!(ids.len(), 10, "each game has an id of its own");
    let again = new_group(2, &Drawn { name: group.name, players });
    assert!(again.games.iter().all(|game| !ids.contains(&game.regatta)), "each season has ids of its own");
    assert!(group.members.iter().all(|member: &Member| member.dropped.is_none()));
}
