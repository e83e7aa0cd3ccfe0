//! Regattas that the server opens by itself: once, however often and from wherever it tries; and seats that pilots get for good.

use crate::test_server::TestDatabase;
use powerboats_rules::Color;
use powerboats_server::{
    config::Config,
    ids::{PlayerId, RegattaId},
    people::People,
    room::{
        action::{RefusalReason, RoomAction, Submission},
        event::Absence,
        settings::{Clock, Occasion, OccasionKind, Settings},
        view::{Snapshot, StageName},
    },
    rooms::{
        arranging::{Arranged, Arrangement, Sitter, Start, Starter},
        registry::Registry,
        request::{RoomRequest, Visitor},
    },
    store::{Store, Tenancy},
};
use serde_json::{from_value, json};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

struct Node {
    registry: Registry,
    stopping: CancellationToken,
}

impl Node {
    async fn open(place: &TestDatabase, tenancy: Tenancy) -> Node {
        let store = Store::open_as(&place.database(), tenancy).await.unwrap();
        let people = People::open(store.clone(), &Config::default(), None).await.unwrap();
        let stopping = CancellationToken::new();
        let registry = Registry::open(store, people, stopping.clone(), Duration::from_secs(60), 0, None).await.unwrap();
        Node { registry, stopping }
    }

    async fn player(&self, name: &str) -> PlayerId {
        let id = PlayerId::random();
        self.registry.store.add_guest(&id, name, id.as_str()).await.unwrap();
        id
    }

    async fn look(&self, id: &RegattaId) -> Snapshot {
        let visitor = Visitor::default();
        *self.registry.ask(id, |reply| RoomRequest::Snapshot(visitor.clone(), reply)).await.unwrap()
    }

    async fn act(&self, id: &RegattaId, who: &PlayerId, name: &str, action: RoomAction) -> Result<u64, RefusalReason> {
        let submission = Submission { id: name.to_owned(), action, seen: None };
        let visitor = Visitor::new(Some(who.clone()), None);
        self.registry.act(id, &visitor, &submission).await.map_err(|refusal| refusal.code)
    }

    async fn close(self) {
        self.stopping.cancel();
        self.registry.close().await;
        self.registry.store.close().await;
    }
}

fn settings() -> Settings {
    from_value(json!({"seats": 2, "races": 1, "visibility": "link", "clock": {"type": "correspondence", "hours": 24}}))
        .unwrap()
}

fn duel(name: &str, one: &PlayerId, other: &PlayerId) -> Arrangement {
    let seats = [(Color::ALL[0], one), (Color::ALL[1], other)];
    let seats = seats.into_iter().map(|(color, player)| (color, Sitter::Player(player.clone()))).collect();
    let occasion = Occasion { kind: OccasionKind::Season, reference: "3/2b".to_owned() };
    Arrangement::at_once(RegattaId::derived(name), settings(), seats, occasion).unwrap()
}

async fn an_arranged_regatta_starts_at_once_and_only_once(place: TestDatabase) {
    let node = Node::open(&place, Tenancy::Alone).await;
    let (ann, ben) = (node.player("Ann").await, node.player("Ben").await);
    let id = RegattaId::derived("season 3 group 2b game 1");
    assert_eq!(id, RegattaId::read(id.as_str()).unwrap());
    let game = duel("season 3 group 2b game 1", &ann, &ben);
    assert_eq!(node.registry.arrange(game.clone()).await, Ok(Arranged::Now));
    let seen = node.look(&id).await;
    assert_eq!(seen.regatta.stage, StageName::Live);
    assert_eq!(seen.salts.len(), 2, "the server drew salts");
    assert!(seen.regatta.deadline.is_some(), "the first player's clock runs");
    assert_eq!(node.registry.arrange(game.clone()).await, Ok(Arranged::Before));
    assert_eq!(node.look(&id).await.seq, seen.seq);
    assert_eq!(seen.regatta.occasion.unwrap().reference, "3/2b");
    let occasion = node.registry.store.occasion(&id).await.unwrap().unwrap();
    assert_eq!((occasion.kind, occasion.reference.as_str()), (OccasionKind::Season, "3/2b"));
    // A seat too few changes nothing.
    let mut bad = duel("bad", &ann, &ben);
    bad.seats.pop_last();
    assert_eq!(node.registry.arrange(bad).await.unwrap_err().code, RefusalReason::BadRequest);
    assert_eq!(node.registry.store.last_of(&RegattaId::derived("bad")).await.unwrap(), 0);
    // After a restart it is the same.
    node.close().await;
    let node = Node::open(&place, Tenancy::Alone).await;
    assert_eq!(node.registry.arrange(game).await, Ok(Arranged::Before));
    assert_eq!(node.look(&id).await.regatta.seats.len(), 2);
    node.close().await;
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arranged_regatta_starts_once_on_sqlite() {
    an_arranged_regatta_starts_at_once_and_only_once(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arranged_regatta_starts_once_on_postgres() {
    an_arranged_regatta_starts_at_once_and_only_once(TestDatabase::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_nodes_that_arrange_the_same_regatta_one_succeeds() {
    let place = TestDatabase::postgres().await;
    let nodes = [Node::open(&place, Tenancy::Shared).await, Node::open(&place, Tenancy::Shared).await];
    let (ann, ben) = (nodes[0].player("Ann").await, nodes[0].player("Ben").await);
    let games: Vec<Arrangement> = (0..40).map(|number| duel(&format!("game {number}"), &ann, &ben)).collect();
    // On a very busy machine PostgreSQL can be out of reach for a moment. Whoever arranges asks again then, and the first attempt
    // may have succeeded all the same.
    let asked_again = AtomicBool::new(false);
    let asks = async |node: &Node, game: &Arrangement| {
        for _ in 0..20 {
            match node.registry.arrange(game.clone()).await {
                Err(refusal) if refusal.code == RefusalReason::Unavailable => {
                    asked_again.store(true, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
                outcome => return outcome,
            }
        }
        panic!("the database stays out of reach");
    };
    let arrange = async |node: &Node| futures_util::future::join_all(games.iter().map(|game| asks(node, game))).await;
    let (one, other) = tokio::join!(arrange(&nodes[0]), arrange(&nodes[1]));
    for ((one, other), game) in one.into_iter().zip(other).zip(&games) {
        let outcomes = [one.unwrap(), other.unwrap()];
        let count = outcomes.iter().filter(|outcome| **outcome == Arranged::Now).count();
        assert!(count == 1 || count == 0 && asked_again.load(Ordering::Relaxed), "{outcomes:?}");
        let log = nodes[1].registry.store.entries(&game.id, 0).await.unwrap();
        assert_eq!(log.len(), 1);
    }
    for node in nodes {
        node.close().await;
    }
    place.clear().await;
}

/// A season or an event plans who starts. Otherwise the dice decide, and not always the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_seat_starts_if_that_is_planned() {
    let place = TestDatabase::sqlite();
    let node = Node::open(&place, Tenancy::Alone).await;
    let people = [node.player("Ann").await, node.player("Ben").await, node.player("Eve").await];
    let mut firsts = [0, 0];
    for number in 0..48 {
        let starter = if number < 24 { Starter::FirstSeat } else { Starter::Rolled };
        let pilot = Sitter::Pilot(serde_json::from_str("\"rookie\"").unwrap());
        let sitters = people.iter().map(|player| Sitter::Player(player.clone())).chain([pilot]);
        let seats = Color::ALL.into_iter().zip(sitters).collect();
        let game = duel(&format!("start {number}"), &people[0], &people[1]);
        let game = Arrangement { starter, seats, settings: Settings { seats: 4, ..settings() }, ..game };
        let id = game.id.clone();
        node.registry.arrange(game).await.unwrap();
        let log = node.registry.store.entries(&id, 0).await.unwrap();
        let starts = format!("\"starter\":\"{}\"", Color::ALL[0].name());
        firsts[number / 24] += usize::from(log[0].3.contains(&starts));
    }
    assert_eq!(firsts[0], 24);
    assert!((1..20).contains(&firsts[1]), "{} of 24", firsts[1]);
    node.close().await;
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_dropped_out_cannot_come_back_and_a_pilot_finishes() {
    let place = TestDatabase::sqlite();
    let node = Node::open(&place, Tenancy::Alone).await;
    let (ann, ben) = (node.player("Ann").await, node.player("Ben").await);
    let game = duel("dropout", &ann, &ben);
    let id = game.id.clone();
    node.registry.arrange(game).await.unwrap();
    node.registry.hand_over(&id, &ben, Absence::Dropout).await.unwrap();
    let before = node.look(&id).await.seq;
    node.registry.hand_over(&id, &ben, Absence::Deadline).await.unwrap();
    assert_eq!(node.look(&id).await.seq, before, "twice changes nothing");
    assert_eq!(node.act(&id, &ben, "back", RoomAction::Back {}).await, Err(RefusalReason::NotSeated));
    // Both are handed over when the time of a season is over. The pilots finish.
    node.registry.hand_over(&id, &ann, Absence::Deadline).await.unwrap();
    let began = Instant::now();
    while node.look(&id).await.regatta.stage != StageName::Over {
        assert!(began.elapsed() < Duration::from_secs(60), "the pilots finish the race");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(node.look(&id).await.regatta.result.is_some());
    node.registry.hand_over(&id, &ann, Absence::Deadline).await.unwrap();
    node.close().await;
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_on_holiday_gets_more_time_when_it_is_their_turn() {
    let place = TestDatabase::sqlite();
    let node = Node::open(&place, Tenancy::Alone).await;
    let (ann, ben) = (node.player("Ann").await, node.player("Ben").await);
    let game = duel("holiday", &ann, &ben);
    let id = game.id.clone();
    node.registry.arrange(game).await.unwrap();
    let regatta = node.look(&id).await.regatta;
    let turn = regatta.turn;
    let player_of = |wanted: bool| {
        let seat = regatta.seats.iter().find(|seat| (Some(seat.color) == turn) == wanted).unwrap();
        seat.player.clone().unwrap()
    };
    let until = regatta.deadline.unwrap() + 86_400_000;
    node.registry.extend(&id, &player_of(false), until).await.unwrap();
    assert_eq!(node.look(&id).await.regatta.deadline, regatta.deadline, "it is not their turn");
    node.registry.extend(&id, &player_of(true), until).await.unwrap();
    assert_eq!(node.look(&id).await.regatta.deadline, Some(until));
    node.registry.extend(&id, &player_of(true), until - 1).await.unwrap();
    assert_eq!(node.look(&id).await.regatta.deadline, Some(until), "a holiday never shortens a turn");
    node.close().await;
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_regatta_can_wait_until_all_players_have_come() {
    let place = TestDatabase::sqlite();
    let node = Node::open(&place, Tenancy::Alone).await;
    let (ann, ben, eve) = (node.player("Ann").await, node.player("Ben").await, node.player("Eve").await);
    let clock = Clock::Live { turn: 30, bank: 60 };
    let game = Arrangement {
        start: Start::WhenAllCome,
        settings: Settings { clock, ..settings() },
        ..duel("live", &ann, &ben)
    };
    let id = game.id.clone();
    assert_eq!(node.registry.arrange(game).await, Ok(Arranged::Now));
    assert_eq!(node.look(&id).await.regatta.stage, StageName::Open);
    let join = RoomAction::Join { color: None, salt: None, seal: None };
    assert_eq!(node.act(&id, &eve, "join", join.clone()).await, Err(RefusalReason::NoSeat));
    for who in [&ann, &ben] {
        node.act(&id, who, "join", join.clone()).await.unwrap();
        node.act(&id, who, "ready", RoomAction::Ready { ready: true, seal: None }).await.unwrap();
    }
    assert_eq!(node.look(&id).await.regatta.stage, StageName::Live);
    node.close().await;
    place.clear().await;
}
