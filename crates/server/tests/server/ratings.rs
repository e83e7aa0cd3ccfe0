//! Ratings: laws of the stored ratings, and the interface.

use crate::battery;
use crate::test_server::{PASSWORD, TestDatabase, TestServer, Visitor, act, open, send};
use powerboats_ratings::Ladder;
use powerboats_server::{
    compete::ratings::{RatedMatch, RatedSeat, RatingStep, audit, rate_all, recompute},
    ids::{PlayerId, RegattaId},
    store::{Commit, LogEntry, NewRow, Store},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};

/// Small random numbers, the same in each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

async fn new_player(store: &Store, number: usize) -> PlayerId {
    let id = PlayerId::random();
    store.add_guest(&id, &format!("player {number}"), &format!("session {number}")).await.unwrap();
    id
}

async fn new_regatta(store: &Store) -> RegattaId {
    let id = RegattaId::random();
    let create = Some(NewRow { secret: "secret".to_owned(), invite: "invite".to_owned() });
    let entry = LogEntry { first: 1, last: 1, actor: None, action: None, at: 1, events: "[]".to_owned() };
    store.append(vec![Commit { create, ..Commit::new(id.clone(), entry) }]).await.unwrap();
    id
}

/// Random matches of these players, some of them with a pilot, some at the same moment.
async fn random_matches(store: &Store, players: &[PlayerId], count: usize, chance: &mut Chance) -> Vec<RatedMatch> {
    let mut matches = Vec::new();
    for _ in 0..count {
        let boats = 2 + chance.below(3);
        let first = chance.below(players.len());
        let mut seats: Vec<RatedSeat> = (0..boats)
            .map(|seat| RatedSeat {
                player: Some(players[(first + seat) % players.len()].clone()),
                pilot: None,
                rank: 1 + chance.below(boats),
                forfeit: false,
            })
            .collect();
        if boats > 2 {
            (seats[0].player, seats[0].pilot) = (None, Some(serde_json::from_str("\"mate\"").unwrap()));
        }
        let at = 86_400_000 * chance.below(20) as i64;
        matches.push(RatedMatch { regatta: new_regatta(store).await, ladder: Ladder::of(boats), at, seats });
    }
    matches
}

fn by_key(steps: Vec<RatingStep>) -> BTreeMap<(PlayerId, RegattaId), RatingStep> {
    steps.into_iter().map(|step| ((step.player.clone(), step.regatta.clone()), step)).collect()
}

/// Whatever the order in which matches arrive, and however often they are rated in between, the ratings become those that are
/// computed from nothing.
async fn arrival_does_not_matter(place: TestDatabase) {
    let store = Store::open(&place.database()).await.unwrap();
    let mut chance = Chance(7);
    let mut players = Vec::new();
    for number in 0..8 {
        players.push(new_player(&store, number).await);
    }
    let matches = random_matches(&store, &players, 40, &mut chance).await;
    let expected = by_key(recompute(matches.clone()));
    let mut left = matches.clone();
    while !left.is_empty() {
        let most = left.len().min(1 + chance.below(6));
        let some: Vec<RatedMatch> = (0..most).map(|_| left.swap_remove(chance.below(left.len()))).collect();
        store.add_rated_matches(&some).await.unwrap();
        store.add_rated_matches(&some[..1]).await.unwrap(); // a repeat changes nothing
        rate_all(&store).await.unwrap();
    }
    assert_eq!(by_key(store.rating_steps().await.unwrap()), expected);
    for player in &players {
        for ladder in Ladder::ALL {
            let mut own: Vec<&RatingStep> =
                expected.values().filter(|step| step.player == *player && step.ladder == ladder).collect();
            own.sort_by_key(|step| (step.at, step.regatta.clone()));
            let standing = store.standing(player, ladder).await.unwrap();
            assert_eq!(standing, own.last().map(|step| step.standing()));
            assert_eq!(standing.map_or(0, |standing| standing.matches as usize), own.len());
        }
    }
    store.close().await;
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn arrival_does_not_matter_on_sqlite() {
    arrival_does_not_matter(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn arrival_does_not_matter_on_postgres() {
    arrival_does_not_matter(TestDatabase::postgres().await).await;
}

fn duel(players: [&PlayerId; 2], winner: usize, at: i64) -> RatedMatch {
    let seat = |index: usize| RatedSeat {
        player: Some(players[index].clone()),
        pilot: None,
        rank: if index == winner { 1 } else { 2 },
        forfeit: false,
    };
    RatedMatch { regatta: RegattaId::random(), ladder: Ladder::Duel, at, seats: vec![seat(0), seat(1)] }
}

async fn registered(server: &TestServer, name: &str) -> (Visitor, String) {
    let player = server.guest(name).await;
    player.post("/api/me/register", json!({"login": name, "password": PASSWORD})).await;
    let id = player.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned();
    (player, id)
}

/// A rated duel that the second player resigns.
async fn resigned_duel(one: &Visitor, other: &Visitor, settings: Value) -> String {
    let regatta = open(one, settings).await;
    act(other, &regatta, "join", json!({"type": "join"})).await.is(200);
    act(one, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    act(other, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    act(other, &regatta, "resign", json!({"type": "resign"})).await.is(200);
    regatta
}

/// Waits until a match is rated. Returns what it meant for the ratings.
async fn rated(who: &Visitor, regatta: &str) -> Value {
    for _ in 0..200 {
        let stakes = who.get(&format!("/api/regattas/{regatta}/ratings")).await.is(200);
        if stakes["seats"][0]["change"].is_number() {
            return stakes;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the match was not rated");
}

battery! {
    /// From the first match to the profile: expected ranks before, changes after, history, opponents, export, and deletion.
    async fn a_rated_duel_changes_the_ratings(server: TestServer) {
        let settings = json!({"seats": 2, "races": 1, "rated": true, "clock": {"type": "correspondence", "hours": 1}});
        let (ann, ann_id) = registered(&server, "ann").await;
        let (ben, ben_id) = registered(&server, "ben").await;
        let friendly = resigned_duel(&ann, &ben, json!({"seats": 2, "races": 1, "clock": {"type": "live", "turn": 30, "bank": 60}})).await;
        let regatta = resigned_duel(&ann, &ben, settings.clone()).await;
        let stakes = rated(&ann, &regatta).await;
        assert_eq!((&stakes["ladder"], &stakes["rated"]), (&json!("duel"), &json!(true)));
        let seat = |player: &str| stakes["seats"].as_array().unwrap().iter().find(|seat| seat["player"] == player).unwrap().clone();
        let (won, lost) = (seat(&ann_id), seat(&ben_id));
        assert_eq!((&won["rating"], &won["expected"], &won["provisional"]), (&json!(1500.0), &json!(1.5), &json!(true)));
        assert!(won["change"].as_f64().unwrap() > 10.0);
        assert_eq!(won["change"].as_f64().unwrap(), -lost["change"].as_f64().unwrap());
        assert_eq!((&won["rank"], &lost["rank"]), (&json!(1), &json!(2)));
        let of_friendly = format!("/api/regattas/{friendly}/ratings");
        let unrated = ann.get(&of_friendly).await.is(200);
        assert_eq!((&unrated["rated"], &unrated["seats"][0]["change"]), (&json!(false), &Value::Null));

        let guest = server.guest("Gus").await;
        let history = guest.get(&format!("/api/players/{ben_id}/ratings/duel")).await.is(200);
        assert_eq!((&history["matches"], &history["steps"][0]["regatta"]), (&json!(1), &json!(regatta)));
        assert_eq!(history["worst"], json!([{"player": ann_id, "name": "ann", "won": 0, "lost": 1, "tied": 0}]));
        assert_eq!((&history["rank"], &history["percentile"]), (&Value::Null, &Value::Null), "provisional");
        let profile = guest.get(&format!("/api/players/{ann_id}")).await.is(200);
        assert_eq!((&profile["name"], &profile["registered"]), (&json!("ann"), &json!(true)));
        assert_eq!(profile["achievements"][0]["feat"], "first-win");
        assert_eq!(profile["achievements"][0]["regatta"], regatta.as_str());
        assert_eq!(profile["records"][0]["longest_streak"], 1);
        assert_eq!((&profile["form"][0]["rank"], &profile["title"]), (&json!(1), &Value::Null));
        let export = ann.get("/api/me/export").await.is(200);
        assert_eq!(export["ratings"][0]["steps"][0]["regatta"], regatta.as_str());

        guest.get("/api/ladders/nonsense").await.refused(404, "not-found");
        guest.get("/api/ladders/duel?after=x").await.refused(400, "bad-request");
        assert_eq!(guest.get("/api/ladders/duel").await.is(200)["total"], 0, "two provisional ratings");

        let private = json!({"online": true, "profile": false});
        assert_eq!(send(ben.ask("PUT", "/api/me/visibility").json(&private)).await.is(200), private);
        guest.get(&format!("/api/players/{ben_id}")).await.refused(404, "not-found");
        for path in ["", "/ratings/duel"] {
            let path = format!("/api/players/{ann_id}{path}");
            let (others, own) = (guest.get(&path).await.is(200), ann.get(&path).await.is(200));
            assert!(!others.to_string().contains(&ben_id), "whoever is private is not named: {others}");
            assert!(own.to_string().contains(&ben_id), "Ann knows whom she met: {own}");
        }
        assert_eq!(ben.get(&format!("/api/players/{ben_id}")).await.is(200)["private"], true);
        // His rating is private, too, but not in a rated regatta, where it is at stake.
        let seats = |stakes: &Value| stakes["seats"].as_array().unwrap().iter().filter(|seat| seat["player"] == ben_id).count();
        assert_eq!(seats(&guest.get(&of_friendly).await.is(200)), 0);
        assert_eq!(seats(&ben.get(&of_friendly).await.is(200)), 1);
        assert_eq!(seats(&guest.get(&format!("/api/regattas/{regatta}/ratings")).await.is(200)), 1);
        assert!(ben.get("/api/me/export").await.is(200)["browsers"].is_array());
        send(ann.ask("DELETE", "/api/me").json(&json!({"password": PASSWORD}))).await;
        guest.get(&format!("/api/players/{ann_id}")).await.refused(404, "not-found");
        let history = ben.get(&format!("/api/players/{ben_id}/ratings/duel")).await.is(200);
        assert_eq!(history["worst"][0]["name"], "", "a deleted player has no name");

        let place = server.stop().await;
        let store = Store::open(&place.database()).await.unwrap();
        let stored = store.rating_steps().await.unwrap();
        let found = audit::verify(&store).await.unwrap();
        assert_eq!((found.matches, found.steps, found.differences.len()), (1, 2, 0));
        assert_eq!(audit::remake(&store).await.unwrap(), 1);
        assert_eq!(store.rating_steps().await.unwrap(), stored, "made again from nothing, to the bit");
        store.close().await;
        place.clear().await;
    }

    /// Nobody chooses which races count for titles by giving up in time.
    async fn a_regatta_that_somebody_gives_up_is_analysed_too(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let clock = json!({"type": "live", "turn": 30, "bank": 60});
        let regatta = resigned_duel(&ann, &ben, json!({"seats": 2, "races": 1, "clock": clock})).await;
        let id = RegattaId::read(&regatta).unwrap();
        let place = server.stop().await;
        let store = Store::open(&place.database()).await.unwrap();
        // A node of a cluster may have stopped before its reader came to it.
        let unread = store.committed("ended", store.cursor("analysis").await.unwrap(), i64::MAX).await.unwrap();
        let waits = store.next_job("analysis", |job| *job == id).await.unwrap().is_some();
        let is_analysed = store.analysis(&id).await.unwrap().is_some();
        assert!(waits || is_analysed || unread.iter().any(|entry| entry.regatta == id));
        store.close().await;
        place.clear().await;
    }

    /// Players whose rating is settled are on the ladder, in pages, best first.
    async fn the_ladder_has_pages_and_a_distribution(server: TestServer) {
        let place = server.stop().await;
        let store = Store::open(&place.database()).await.unwrap();
        let mut players = Vec::new();
        for number in 0..5 {
            players.push(new_player(&store, number).await);
        }
        let now = powerboats_server::store::now();
        let mut matches = Vec::new();
        for round in 0..60 {
            for (one, other) in [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)] {
                let regatta = new_regatta(&store).await;
                // The one with the lower number wins three of four.
                let rated = duel([&players[one], &players[other]], usize::from(round % 4 == 0), now - 3_600_000 + round);
                matches.push(RatedMatch { regatta, ..rated });
            }
        }
        store.add_rated_matches(&matches).await.unwrap();
        rate_all(&store).await.unwrap();
        store.close().await;
        let server = TestServer::open(place, crate::test_server::unlimited()).await;
        let guest = server.visitor();
        let first = guest.get("/api/ladders/duel?limit=2").await.is(200);
        assert_eq!((&first["total"], first["players"].as_array().unwrap().len()), (&json!(5), 2));
        assert_eq!(first["players"][0]["player"], players[0].as_str());
        let next = first["next"].as_str().unwrap();
        let second = guest.get(&format!("/api/ladders/duel?limit=3&after={next}")).await.is(200);
        let ranks: Vec<i64> = second["players"].as_array().unwrap().iter().map(|row| row["rank"].as_i64().unwrap()).collect();
        assert_eq!((ranks, &second["next"]), (vec![3, 4, 5], &Value::Null));
        let classes = guest.get("/api/ladders/duel/distribution").await.is(200);
        let count: i64 = classes.as_array().unwrap().iter().map(|class| class["players"].as_i64().unwrap()).sum();
        assert_eq!(count, 5);
        let best = guest.get(&format!("/api/players/{}/ratings/duel", players[0])).await.is(200);
        assert_eq!((&best["rank"], &best["percentile"]), (&json!(1), &json!(100.0)));
        server.close().await;
    }
}
