//! Seasons of players who have blocked each other: they are drawn into different groups, or their game is not opened.

use super::laws::Random;
use crate::test_server::{PASSWORD, TestDatabase, TestServer, Visitor, unlimited};
use powerboats_server::{
    compete::season::{
        group::{GameState, Group, Phase, SeasonGameResult, Step},
        new_group,
        pyramid::{Drawn, GroupName, draw, separate},
        standings::standings,
    },
    config::Config,
    ids::PlayerId,
    store::{BlockKind, Store},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

fn swapped(ladder: &[usize], swaps: &[(usize, usize)]) -> Vec<usize> {
    let mut ladder = ladder.to_vec();
    swaps.iter().for_each(|(one, other)| ladder.swap(*one, *other));
    ladder
}

#[test]
fn a_draw_keeps_pairs_apart_where_there_is_another_group_on_their_level() {
    let mut random = Random(5);
    for _ in 0..60 {
        let count = 4 + random.below(300) as usize;
        let ladder: Vec<usize> = (0..count).collect();
        let mut pairs = BTreeSet::new();
        for _ in 0..random.below(1 + count as u64 / 4) {
            let [one, other] = [(); 2].map(|()| random.below(count as u64) as usize);
            pairs.extend((one != other).then_some([(one, other), (other, one)]).into_iter().flatten());
        }
        let apart = |one: &usize, other: &usize| pairs.contains(&(*one, *other));
        let swaps = separate(&ladder, apart);
        assert_eq!(swaps, separate(&ladder, apart), "the same swaps each time");
        let after = swapped(&ladder, &swaps);
        assert_eq!(separate(&after, apart), [], "nothing is left to do");
        let (before, after) = (draw(&ladder), draw(&after));
        for (before, Drawn { name, players }) in before.iter().zip(&after) {
            let level = |groups: &[Drawn<usize>]| -> BTreeSet<usize> {
                let same = groups.iter().filter(|group| group.name.level == name.level);
                same.flat_map(|group| group.players.clone()).collect()
            };
            assert_eq!((before.name, before.players.len()), (*name, players.len()));
            assert_eq!(level(&draw(&ladder)), level(&after), "everybody stays on their level");
            let together = |one| players.iter().any(|other| apart(one, other));
            assert!(level(&after).len() <= 11 || !players.iter().any(together), "{count} players, {name}");
        }
    }
    assert_eq!(separate(&Vec::from_iter(0..200), |_, _| false), []);
    assert!(separate(&Vec::from_iter(0..200), |_, _| true).is_empty(), "nobody can be kept apart from everybody");
}

fn group_of(count: usize) -> (Group, Vec<PlayerId>) {
    let players: Vec<PlayerId> = (0..count).map(|number| PlayerId::derived(&format!("player {number}"))).collect();
    (new_group(1, &Drawn { name: GroupName { level: 1, number: 0 }, players: players.clone() }), players)
}

#[test]
fn a_game_of_two_who_are_apart_is_not_opened_and_counts_for_neither() {
    let (mut group, players) = group_of(4);
    let apart = group.games.iter().position(|game| game.has(&players[0]) && game.has(&players[1])).unwrap();
    group.games[apart].apart = true;
    let decided = Step::Decide(apart, SeasonGameResult::UNPLAYED);
    let steps = group.steps(Phase::Playing { at_once: 4 }, 0);
    assert!(steps.contains(&decided) && !steps.contains(&Step::Open(apart)), "{steps:?}");
    assert_eq!(steps.len(), 6, "all other games are opened: {steps:?}");
    // Not before its turn comes: they may take the block back until then.
    group.members[0].holiday = Some(5);
    assert!(!group.steps(Phase::Playing { at_once: 4 }, 0).contains(&decided));
    // It is no walkover either.
    (group.members[0].holiday, group.members[0].dropped) = (None, Some(1));
    assert!(group.steps(Phase::Playing { at_once: 4 }, 0).contains(&decided));
    group.members[0].dropped = None;
    for (index, game) in group.games.iter_mut().enumerate() {
        game.state = GameState::Decided(match index == apart {
            true => SeasonGameResult::UNPLAYED,
            false => SeasonGameResult::played((3, 3), (1, 1)),
        });
    }
    assert!(group.is_decided());
    for line in standings(&group) {
        let expected = if players[..2].contains(&line.player) { 2 } else { 3 };
        assert_eq!((line.games, line.draws, line.losses, line.score), (expected, expected, 0, i64::from(expected)));
    }
}

async fn until(who: &Visitor, path: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let answer = who.get(path).await;
        if answer.status == 200 && fits(&answer.body) {
            return answer.body;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "{path} does not become as expected: {answer:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A season of four: there is one group only, so the two are in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_season_goes_on_without_the_game_of_two_who_blocked_each_other() {
    let season = "length=4s wait=1s grace=60s games=4".parse().unwrap();
    let server = TestServer::open(TestDatabase::sqlite(), Config { season, ..unlimited() }).await;
    let mut players = Vec::new();
    for name in ["Ann", "Ben", "Eve", "Joe"] {
        let visitor = server.guest(name).await;
        visitor.post("/api/me/register", json!({"login": name.to_lowercase(), "password": PASSWORD})).await.is(200);
        let id = visitor.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned();
        players.push((visitor, id));
    }
    let (ann, ben) = (&players[0].1, &players[1].1);
    players[1].0.put(&format!("/api/me/blocks/{ann}"), json!({"kind": "block"})).await.is(204);
    for (visitor, _) in &players {
        visitor.post("/api/me/season", json!({})).await.is(201);
    }
    let guest = server.visitor();
    until(&guest, "/api/seasons/1", |season| season["season"]["stage"] == "closed").await;
    let page = guest.get("/api/seasons/1/groups/1").await.is(200);
    let (mut played, mut unplayed) = (0, Vec::new());
    for game in page["games"].as_array().unwrap() {
        match game["how"].as_str() {
            Some("played") => played += 1,
            _ => unplayed.push(game),
        }
    }
    let [game] = unplayed[..] else { panic!("{page:#}") };
    assert_eq!((played, game["how"].as_str()), (5, Some("unplayed")));
    let pair = [&game["first"], &game["second"]].map(|side| side["player"].as_str().unwrap());
    assert!(pair.contains(&ann.as_str()) && pair.contains(&ben.as_str()), "{game}");
    assert_eq!(game["regatta"], Value::Null, "it was never opened");
    for line in page["standings"].as_array().unwrap() {
        let games = if pair.contains(&line["player"].as_str().unwrap()) { 2 } else { 3 };
        assert_eq!(line["games"], games, "{line}");
    }
    // Everybody has a place, and goes on.
    let places: BTreeSet<i64> = {
        let mut places = BTreeSet::new();
        for (visitor, _) in &players {
            places.insert(visitor.get("/api/me/season").await.is(200)["past"][0]["place"].as_i64().unwrap());
        }
        places
    };
    assert_eq!(places, BTreeSet::from([1, 2, 3, 4]));
    assert_eq!(guest.get("/api/seasons/2").await.is(200)["season"]["players"], 4);
    server.close().await;
}

/// The twelfth and the fifteenth on the ladder would come into group 2a.
async fn two_who_blocked_each_other_come_into_different_groups(place: TestDatabase) {
    let store = Store::open(&place.database()).await.unwrap();
    let mut ladder = Vec::new();
    store.announce_season(1, 1).await.unwrap();
    for number in 0..23 {
        let id = PlayerId::random();
        store.add_guest(&id, &format!("Player {number}"), &id.to_string()).await.unwrap();
        assert!(store.enter_season(1, &id, 1 + number).await.unwrap());
        ladder.push(id);
    }
    assert!(store.block(&ladder[14], &ladder[11], BlockKind::Block, 9).await.unwrap());
    store.close().await;
    let season = "length=600s wait=600s games=1".parse().unwrap();
    let server = TestServer::open(place, Config { season, ..unlimited() }).await;
    let guest = server.visitor();
    until(&guest, "/api/seasons/1", |season| season["season"]["stage"] == "running").await;
    let mut groups = Vec::new();
    for name in ["1", "2a", "2b"] {
        let page = guest.get(&format!("/api/seasons/1/groups/{name}")).await.is(200);
        let lines = page["standings"].as_array().unwrap().clone();
        let players = lines.iter().map(|line| PlayerId::read(line["player"].as_str().unwrap()).unwrap());
        groups.push(players.collect::<BTreeSet<PlayerId>>());
    }
    assert_eq!(groups[0], ladder[..11].iter().cloned().collect());
    let of_2a = [12, 14, 15, 18, 19, 22].map(|place| ladder[place].clone());
    assert_eq!(groups[1], of_2a.into(), "the twelfth and the thirteenth have changed places");
    assert!(groups[2].contains(&ladder[11]) && groups[2].len() == 6);
    let place = server.stop().await;
    // The ladder is settled once: what comes later changes nothing.
    let store = Store::open(&place.database()).await.unwrap();
    let settled = store.season_ladder(1).await.unwrap();
    store.settle_ladder(1, &[(0, 1)]).await.unwrap();
    assert_eq!(store.season_ladder(1).await.unwrap(), settled);
    store.close().await;
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_blocked_each_other_come_into_different_groups_on_sqlite() {
    two_who_blocked_each_other_come_into_different_groups(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_blocked_each_other_come_into_different_groups_on_postgres() {
    two_who_blocked_each_other_come_into_different_groups(TestDatabase::postgres().await).await;
}
