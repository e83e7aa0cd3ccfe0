//! Seasons on a real server: on both kinds of database, and on a cluster of two servers.

use crate::{
    cluster::next,
    moderation::{moderate, operator},
    safety::socket,
    test_server::{PASSWORD, TestDatabase, TestServer, Visitor, act, send, unlimited},
};
use futures_util::SinkExt;
use powerboats_server::{
    compete::season::{SeasonFormat, SeasonStage, group::SeasonGameResult, new_group, pyramid},
    config::Config,
    ids::{PlayerId, RegattaId},
    store::{Commit, LogEntry, NewRow, RowUpdate, Seen, Store, now},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};
use tokio_tungstenite::tungstenite::Message;

/// Short seasons. At most two games at once, so that there are several batches.
fn quick() -> Config {
    let season: SeasonFormat = "length=600s wait=1s grace=60s games=2".parse().unwrap();
    Config { season, ..unlimited() }
}

async fn registered(server: &TestServer, name: &str) -> (Visitor, String) {
    let visitor = server.guest(name).await;
    visitor.post("/api/me/register", json!({"login": name.to_lowercase(), "password": PASSWORD})).await.is(200);
    let id = visitor.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned();
    (visitor, id)
}

/// Asks again and again until an answer fits.
async fn until(who: &Visitor, path: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let answer = who.get(path).await;
        if answer.status == 200 && fits(&answer.body) {
            return answer.body;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{path} does not become as expected: {answer:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn stage(value: &Value, stage: &str) -> bool {
    value["season"]["stage"] == stage
}

fn games(group: &Value) -> Vec<&Value> {
    group["games"].as_array().unwrap().iter().collect()
}

/// At most two running games for each player.
fn check_load(group: &Value) {
    let mut load: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games(group).into_iter().filter(|game| game["stage"] == "running") {
        for side in ["first", "second"] {
            *load.entry(game[side]["player"].as_str().unwrap()).or_default() += 1;
        }
    }
    assert!(load.values().all(|games| *games <= 2), "{load:?}");
}

async fn a_season_runs_by_itself(server: TestServer) {
    let guest = server.guest("Guest").await;
    until(&guest, "/api/seasons", |seasons| seasons[0]["stage"] == "entering").await;
    guest.post("/api/me/season", json!({})).await.refused(403, "not-registered");
    let mut players = Vec::new();
    for name in ["Ann", "Ben", "Eve", "Joe", "Kim"] {
        players.push(registered(&server, name).await);
    }
    players[0].0.post("/api/me/season", json!({})).await.is(201);
    players[0].0.post("/api/me/season", json!({})).await.refused(409, "already-entered");
    for (visitor, _) in &players[1..] {
        // The season may start at this moment: then there is none to enter until the next one is announced.
        while visitor.post("/api/me/season", json!({})).await.status != 201 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    until(&guest, "/api/seasons/1", |season| stage(season, "running")).await;
    // The same player may have been late for the first season: five entered it, or four and one the next.
    let group = "/api/seasons/1/groups/1";
    let first = until(&guest, group, |group| games(group).iter().any(|game| game["stage"] == "running")).await;
    let members: BTreeSet<String> =
        first["standings"].as_array().unwrap().iter().map(|line| line["player"].as_str().unwrap().to_owned()).collect();
    let count = members.len();
    assert!((4..=5).contains(&count));
    assert_eq!(games(&first).len(), count * (count - 1) / 2);
    players.retain(|(_, id)| members.contains(id));
    // The socket of the group sends the same page, and answers a ping.
    let mut live = socket(&server.urls()[0], &format!("{group}/socket"), None).await;
    let mut told = next(&mut live).await;
    assert_eq!(told.as_object_mut().unwrap().remove("type").unwrap(), "group");
    assert_eq!((&told["season"], &told["name"]), (&first["season"], &first["name"]));
    live.send(Message::text(json!({"type": "ping"}).to_string())).await.unwrap();
    while next(&mut live).await["type"] != "pong" {}
    // One drops out. Everybody else resigns whatever runs, again and again.
    let (leaver, left) = &players[0];
    leaver.delete("/api/me/season?from=current").await.is(200);
    leaver.delete("/api/me/season?from=current").await.refused(409, "not-entered");
    let began = Instant::now();
    let mut opened = BTreeSet::new();
    loop {
        let page = guest.get(group).await.is(200);
        check_load(&page);
        for game in games(&page).into_iter().filter(|game| game["stage"] == "running") {
            let regatta = game["regatta"].as_str().unwrap();
            opened.insert(regatta.to_owned());
            let loser = game["second"]["player"].as_str().unwrap();
            let has_leaver = [&game["first"], &game["second"]].iter().any(|side| side["player"] == left.as_str());
            let loser = if loser == left { game["first"]["player"].as_str().unwrap() } else { loser };
            // Nobody resigns against the player who dropped out before a pilot has the seat.
            let room = guest.get(&format!("/api/regattas/{regatta}")).await.is(200);
            let seats = room["regatta"]["seats"].as_array().unwrap();
            if has_leaver && !seats.iter().any(|seat| seat["player"] == left.as_str() && seat["left"] == true) {
                continue;
            }
            if let Some((visitor, _)) = players.iter().find(|(_, id)| id == loser) {
                let answer = act(visitor, regatta, "resign", json!({"type": "resign"})).await;
                assert!(answer.status == 200 || answer.body["code"] == "over", "{answer:?}");
            }
        }
        let season = guest.get("/api/seasons/1").await.is(200);
        if stage(&season, "closed") {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(90), "the season ends: {page:#}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let page = guest.get(group).await.is(200);
    let played: Vec<&Value> = games(&page).into_iter().filter(|game| game["how"] == "played").collect();
    assert!(games(&page).iter().all(|game| game["stage"] == "decided"), "every game is decided");
    let regattas: BTreeSet<&str> = played.iter().map(|game| game["regatta"].as_str().unwrap()).collect();
    assert_eq!(regattas.len(), played.len(), "each game is a regatta of its own");
    assert!(games(&page).iter().any(|game| game["how"] == "walkover"), "games not opened before the drop-out");
    let lines = page["standings"].as_array().unwrap();
    assert_eq!(lines.last().unwrap()["player"], left.as_str(), "whoever drops out ranks last");
    let scores: i64 = lines.iter().map(|line| line["score"].as_i64().unwrap()).sum();
    assert_eq!(scores, 2 * games(&page).len() as i64, "each game gives two match points, once");
    // A regatta of the season says so.
    let mark = guest.get(&format!("/api/regattas/{}", regattas.first().unwrap())).await.is(200);
    assert_eq!(mark["regatta"]["occasion"], json!({"kind": "season", "reference": "1/1"}));
    // Everybody else goes on.
    let next = guest.get("/api/seasons/2").await.is(200);
    assert_eq!(next["season"]["players"].as_i64().unwrap(), 4);
    let (winner, _) = players.iter().find(|(_, id)| *id == lines[0]["player"].as_str().unwrap()).unwrap();
    let mine = winner.get("/api/me/season").await.is(200);
    assert_eq!((mine["entered"].as_bool(), mine["past"][0]["place"].as_i64()), (Some(true), Some(1)));
    let export = winner.get("/api/me/export").await.is(200);
    assert_eq!(export["seasons"]["past"][0]["season"], 1);
    // Games of seasons are rated, a moment after they end.
    let path = format!("/api/players/{}", lines[0]["player"].as_str().unwrap());
    let profile = until(&guest, &path, |profile| profile["ratings"][0]["ladder"] == "duel").await;
    assert_eq!(profile["seasons_won"], json!([{"season": 1, "group": "1"}]));
    // The opponents of the player who dropped out have won, whatever the pilots did.
    let of_leaver =
        games(&page).into_iter().flat_map(|game| [&game["first"], &game["second"]].map(|side| (side, game)));
    for (side, game) in of_leaver.filter(|(side, _)| side["player"] == left.as_str()) {
        assert_eq!(side["score"], 0, "{game}");
    }
    assert_eq!(
        guest.get("/api/seasons").await.is(200).as_array().unwrap().last().unwrap()["winner"]["player"],
        lines[0]["player"]
    );
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_season_runs_by_itself_on_sqlite() {
    a_season_runs_by_itself(TestServer::open(TestDatabase::sqlite(), quick()).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_season_runs_by_itself_on_postgres() {
    a_season_runs_by_itself(TestServer::open(TestDatabase::postgres().await, quick()).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_season_runs_by_itself_on_a_cluster() {
    a_season_runs_by_itself(TestServer::open_cluster(TestDatabase::postgres().await, quick()).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_of_a_season_ends_and_pilots_finish_its_games() {
    let season: SeasonFormat = "length=4s wait=1s grace=60s games=4".parse().unwrap();
    let server = TestServer::open(TestDatabase::sqlite(), Config { season, ..unlimited() }).await;
    let mut players = Vec::new();
    for name in ["Ann", "Ben", "Eve", "Joe"] {
        let (visitor, id) = registered(&server, name).await;
        visitor.post("/api/me/season", json!({})).await.is(201);
        players.push((visitor, id));
    }
    let (ann, _) = &players[0];
    until(ann, "/api/seasons/1", |season| stage(season, "closed")).await;
    let page = ann.get("/api/seasons/1/groups/1").await.is(200);
    assert_eq!(games(&page).len(), 6);
    assert!(games(&page).iter().all(|game| game["how"] == "played"), "{page:#}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn holidays_are_limited_and_a_holiday_opens_no_game() {
    let season: SeasonFormat = "length=600s wait=1s games=4 holidays=2d".parse().unwrap();
    let server = TestServer::open(TestDatabase::sqlite(), Config { season, ..unlimited() }).await;
    let mut players = Vec::new();
    for name in ["Ann", "Ben", "Eve", "Joe"] {
        players.push(registered(&server, name).await);
    }
    let (ann, ann_id) = &players[0];
    ann.delete("/api/me/season/holiday").await.refused(409, "no-holiday");
    ann.post("/api/me/season/holiday", json!({"days": 0})).await.refused(400, "bad-request");
    ann.post("/api/me/season/holiday", json!({"days": 3})).await.refused(409, "no-holiday");
    let mine = ann.post("/api/me/season/holiday", json!({"days": 2})).await.is(201);
    assert!(mine["holiday"].is_i64());
    ann.post("/api/me/season/holiday", json!({"days": 1})).await.refused(409, "no-holiday");
    for (visitor, _) in &players {
        visitor.post("/api/me/season", json!({})).await.is(201);
    }
    let group = "/api/seasons/1/groups/1";
    let is_running = |game: &&&Value| game["stage"] == "running";
    let page = until(ann, group, |group| games(group).iter().filter(is_running).count() == 3).await;
    let of_ann =
        |game: &&Value| game["first"]["player"] == ann_id.as_str() || game["second"]["player"] == ann_id.as_str();
    assert!(games(&page).into_iter().filter(of_ann).all(|game| game["stage"] == "waiting"));
    ann.delete("/api/me/season/holiday").await.is(200);
    until(ann, group, |group| games(group).iter().filter(is_running).count() == 6).await;
    // A day that has begun counts, however soon she comes back, and the holiday began before the season.
    assert_eq!(ann.get("/api/me/season").await.is(200)["holidays_left"], 1);
    ann.post("/api/me/season/holiday", json!({"days": 2})).await.refused(409, "no-holiday");
    ann.post("/api/me/season/holiday", json!({"days": 1})).await.is(201);
    let mine = ann.delete("/api/me/season/holiday").await.is(200);
    assert_eq!(mine["holidays_left"], 0);
    ann.post("/api/me/season/holiday", json!({"days": 1})).await.refused(409, "no-holiday");
    server.close().await;
}

/// Players who have deleted themselves are not counted when the season starts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_season_does_not_count_deleted_accounts() {
    let season: SeasonFormat = "length=600s wait=600s".parse().unwrap();
    let server = TestServer::open(TestDatabase::sqlite(), Config { season, ..unlimited() }).await;
    let guest = server.guest("Gus").await;
    until(&guest, "/api/seasons/1", |season| stage(season, "entering")).await;
    let mut players = Vec::new();
    for name in ["Ann", "Ben", "Eve", "Joe"] {
        let (visitor, _) = registered(&server, name).await;
        visitor.post("/api/me/season", json!({})).await.is(201);
        players.push(visitor);
    }
    assert_eq!(guest.get("/api/seasons/1").await.is(200)["season"]["players"], 4);
    send(players[0].ask("DELETE", "/api/me").json(&json!({"password": PASSWORD}))).await;
    assert_eq!(guest.get("/api/seasons/1").await.is(200)["season"]["players"], 3);
    server.close().await;
}

/// A season of four in which all games are decided and looked at, but which nobody has closed: the server died at that moment.
async fn decided_season(store: &Store) {
    let mut ladder = Vec::new();
    for name in ["Ann", "Ben", "Eve", "Joe"] {
        let id = PlayerId::random();
        store.add_guest(&id, name, name).await.unwrap();
        ladder.push(id);
    }
    store.announce_season(1, 1).await.unwrap();
    for player in &ladder {
        assert!(store.enter_season(1, player, 1).await.unwrap());
    }
    store.begin_drawing(1, 1, now() + 600_000).await.unwrap();
    let drawn = pyramid::draw(&ladder);
    let group = new_group(1, &drawn[0]);
    store.add_season_group(&group).await.unwrap();
    store.advance_season(1, SeasonStage::Drawing, SeasonStage::Running).await.unwrap();
    let decided: Vec<(RegattaId, SeasonGameResult)> =
        group.games.iter().map(|game| (game.regatta.clone(), SeasonGameResult::UNPLAYED)).collect();
    store.decide_season_games(&decided, 2).await.unwrap();
    let changes = store.season_group_changes(1, group.name).await.unwrap().unwrap();
    store.season_groups_seen(1, &[Seen { name: group.name, changes, due: None }]).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_season_is_closed_although_a_server_died_in_between() {
    let place = TestDatabase::sqlite();
    let store = Store::open(&place.database()).await.unwrap();
    decided_season(&store).await;
    store.close().await;
    let server = TestServer::open(place, quick()).await;
    let guest = server.guest("Gus").await;
    until(&guest, "/api/seasons/1", |season| stage(season, "closed")).await;
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_season_without_players_is_closed() {
    let place = TestDatabase::sqlite();
    let store = Store::open(&place.database()).await.unwrap();
    store.announce_season(1, 1).await.unwrap();
    store.begin_drawing(1, 1, now() + 600_000).await.unwrap();
    store.close().await;
    let server = TestServer::open(place, quick()).await;
    let guest = server.guest("Gus").await;
    until(&guest, "/api/seasons/1", |season| stage(season, "closed")).await;
    server.close().await;
}

/// A clock gets more time as soon as less than a turn would be left, and in the end a turn is left after the holiday.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_are_moved_for_players_on_holiday_a_day_at_a_time() {
    const DAY: i64 = 86_400_000;
    let place = TestDatabase::sqlite();
    let store = Store::open(&place.database()).await.unwrap();
    decided_season(&store).await;
    let players: Vec<PlayerId> = store.season_ladder(1).await.unwrap();
    let group = new_group(2, &pyramid::draw(&players)[0]);
    store.announce_season(2, 1).await.unwrap();
    store.add_season_group(&group).await.unwrap();
    let game = group.games.iter().find(|game| game.has(&players[0])).unwrap();
    let (regatta, turn) = (&game.regatta, DAY / 2);
    assert!(store.begin_holiday(&players[0], 0, 5 * DAY, 0, 5 * DAY).await.unwrap());
    let mut create = Some(NewRow { secret: "secret".to_owned(), invite: "invite".to_owned() });
    store.season_game_opened(regatta, 1).await.unwrap();
    let last = 5 * DAY - 30_000;
    let cases = [
        (0, turn, true),
        (0, turn + DAY, false),
        (4 * DAY, 5 * DAY, false),
        (last, 5 * DAY, true),
        (last, 5 * DAY + turn, false),
    ];
    for (seq, (now, deadline, due)) in (1..).zip(cases) {
        let entry = LogEntry { first: seq, last: seq, actor: None, action: None, at: 1, events: "[]".to_owned() };
        let row = RowUpdate { stage: "live", deadline: Some(deadline), host: players[0].clone(), holder: None };
        let commit = Commit { create: create.take(), row: Some(row), ..Commit::new(regatta.clone(), entry) };
        store.append(vec![commit]).await.unwrap();
        let found = store.season_games_on_holiday(now, 60_000, turn).await.unwrap();
        assert_eq!(found.iter().any(|game| game.regatta == *regatta), due, "now {now}, deadline {deadline}");
    }
    store.close().await;
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_annulled_game_counts_as_not_played() {
    let server = TestServer::open(TestDatabase::sqlite(), quick()).await;
    let boss = operator(&server).await;
    let mut players = Vec::new();
    for name in ["Ann", "Ben", "Eve", "Joe"] {
        let (visitor, id) = registered(&server, name).await;
        visitor.post("/api/me/season", json!({})).await.is(201);
        players.push((visitor, id));
    }
    let group = "/api/seasons/1/groups/1";
    let page = until(&boss, group, |group| games(group).iter().any(|game| game["stage"] == "running")).await;
    let game = games(&page).into_iter().find(|game| game["stage"] == "running").unwrap();
    let regatta = game["regatta"].as_str().unwrap();
    let (loser, _) = players.iter().find(|(_, id)| game["second"]["player"] == id.as_str()).unwrap();
    act(loser, regatta, "resign", json!({"type": "resign"})).await.is(200);
    let how = |group: &Value, how: &str| games(group).iter().any(|game| game["how"] == how);
    until(&boss, group, |group| how(group, "played")).await;
    moderate(&boss, json!({"type": "annul", "regatta": regatta})).await.is(200);
    let page = until(&boss, group, |group| how(group, "unplayed")).await;
    let score = |line: &Value| line["score"].as_i64().unwrap();
    assert_eq!(page["standings"].as_array().unwrap().iter().map(score).sum::<i64>(), 0);
    server.close().await;
}
