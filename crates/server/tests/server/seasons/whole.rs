//! A season of 200 players from entering to promotion, and the start of the next one: the keeper, the reader and the rooms of a
//! real server on SQLite. Only the time of the season is simulated.

use crate::test_server::TestDatabase;
use powerboats_referee::Happening;
use powerboats_rules::Color;
use powerboats_server::{
    compete::{
        Outcomes,
        season::{
            self, COLORS, SeasonFormat, SeasonStage,
            group::{GameState, Group, How, SeasonGame},
            keeper::Keeper,
            pyramid::GroupName,
            standings::standings,
        },
    },
    config::Config,
    ids::{PlayerId, RegattaId},
    people::People,
    room::{
        Room,
        action::{RoomAction, Submission},
        event::{Absence, Ending, LoggedEvent, RoomEvent},
    },
    rooms::{registry::Registry, request::Visitor},
    store::{Commit, LogEntry, RowUpdate, SeasonRow, Store, now},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

const PLAYERS: usize = 200;

/// Days from one look at the games to the next.
const WAVE: i64 = 12;

/// What a player does when the season has gone on for some days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Habit {
    Plays,
    /// Drops out on this day.
    DropsOut(i64),
    /// Does not decide any more from this day on.
    FallsSilent(i64),
}

fn player(number: usize) -> PlayerId {
    PlayerId::derived(&format!("player {number}"))
}

/// 15 % drop out: half of them say so.
fn habit(number: usize) -> Habit {
    let day = WAVE * (1 + number as i64 / 20 % 2);
    match number % 20 {
        3 => Habit::DropsOut(day),
        10 => Habit::FallsSilent(day),
        16 if number % 40 == 16 => Habit::DropsOut(day),
        16 => Habit::FallsSilent(day),
        _ => Habit::Plays,
    }
}

/// A server without HTTP. Its keeper of seasons acts only when the test says what time it is.
struct World {
    registry: Registry,
    store: Store,
    keeper: Keeper,
    stopping: CancellationToken,
    habits: BTreeMap<PlayerId, Habit>,
}

impl World {
    async fn open(place: &TestDatabase, format: SeasonFormat) -> World {
        let store = Store::open(&place.database()).await.unwrap();
        let people = People::open(store.clone(), &Config::default(), None).await.unwrap();
        let stopping = CancellationToken::new();
        let idle_after = Duration::from_secs(60);
        let registry = Registry::open(store.clone(), people, stopping.clone(), idle_after, 0, None).await.unwrap();
        season::read_results(&registry, Outcomes::new(registry.clone()));
        let habits = (0..PLAYERS).map(|number| (player(number), habit(number))).collect();
        World { keeper: Keeper::new(registry.clone(), format), registry, store, stopping, habits }
    }

    /// Newcomers, in this order.
    async fn enter(&self, season: i64, numbers: std::ops::Range<usize>, now: i64) {
        for number in numbers {
            let id = player(number);
            self.store.add_guest(&id, &format!("Player {number}"), id.as_str()).await.unwrap();
            assert!(self.store.enter_season(season, &id, now + number as i64).await.unwrap());
            assert!(!self.store.enter_season(season, &id, now).await.unwrap(), "nobody enters twice");
        }
    }

    async fn season(&self, number: i64) -> SeasonRow {
        self.store.seasons().await.unwrap().into_iter().find(|season| season.number == number).unwrap()
    }

    async fn groups(&self, season: i64, now: i64) -> Vec<Group> {
        self.store.all_season_groups(season, now).await.unwrap()
    }

    /// Lets the keeper do everything that is due at this time.
    async fn keep(&self, season: i64, now: i64) {
        for _ in 0..10 {
            self.keeper.step(now).await.unwrap();
            if self.store.season_groups_to_look_at(season, now).await.unwrap().is_empty() {
                return;
            }
        }
        panic!("the keeper does not come to an end");
    }

    /// Waits until the reader has seen what the games did.
    async fn until(&self, season: i64, now: i64, what: &str, fits: impl Fn(&SeasonGame) -> bool) {
        let began = Instant::now();
        while !self.groups(season, now).await.iter().flat_map(|group| &group.games).all(&fits) {
            assert!(began.elapsed() < Duration::from_secs(120), "{what}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Players do what they do on this day. Returns the games that end, and those in which a stand-in takes over.
    async fn live(&self, now: i64, day: i64) -> (BTreeSet<RegattaId>, BTreeSet<RegattaId>) {
        for (player, habit) in &self.habits {
            if *habit == Habit::DropsOut(day) {
                assert!(self.store.drop_from_season(1, player, now).await.unwrap());
            }
        }
        self.keep(1, now).await;
        let (mut ended, mut silent) = (BTreeSet::new(), BTreeSet::new());
        for group in self.groups(1, now).await {
            for game in group.games.iter().filter(|game| is_running(game)) {
                let sides = [&game.first, &game.second];
                let habits = sides.map(|player| self.habits[player]);
                let dropped = sides.map(|player| group.member(player).is_none_or(|member| member.dropped.is_some()));
                if let Some(seat) = habits.iter().position(|habit| *habit == Habit::FallsSilent(day)) {
                    self.time_runs_out(&game.regatta, COLORS[seat]).await;
                    silent.insert(game.regatta.clone());
                } else if is_slow(game) || dropped == [true, true] {
                    // The season's end finds it unfinished, or two pilots play it.
                } else if let Some(seat) = dropped.iter().position(|dropped| *dropped) {
                    self.resign(&game.regatta, sides[1 - seat]).await;
                    ended.insert(game.regatta.clone());
                } else if is_done(game, day) {
                    self.ends(&game.regatta).await;
                    ended.insert(game.regatta.clone());
                }
            }
        }
        (ended, silent)
    }

    /// A player resigns in a room that runs, because a pilot has the other seat.
    async fn resign(&self, regatta: &RegattaId, player: &PlayerId) {
        let submission = Submission { id: "resign".to_owned(), action: RoomAction::Resign {}, seen: None };
        self.registry.act(regatta, &Visitor::new(Some(player.clone()), None), &submission).await.unwrap();
    }

    /// Commits what a room would commit when one of two players resigns.
    async fn ends(&self, regatta: &RegattaId) {
        let (row, _) = self.store.regatta(regatta).await.unwrap().unwrap();
        let secret = Room::read_secrets(&row.secret).unwrap()[0].reveal();
        let color = COLORS[usize::from(regatta.as_str().as_bytes()[0] % 2)];
        let game = RoomEvent::Game { happening: Happening::Resigned { color }, stand_in: false };
        let events =
            vec![game, RoomEvent::Ended { why: Ending::Resigned }, RoomEvent::Secret { secret, later: Vec::new() }];
        let row = RowUpdate { stage: "over", deadline: None, host: player(0), holder: None };
        self.commit(regatta, events, Some(row)).await;
    }

    /// Commits what a room would commit when a player's time runs out again and again.
    async fn time_runs_out(&self, regatta: &RegattaId, color: Color) {
        self.commit(regatta, vec![RoomEvent::TakenOver { color, why: Absence::Timeouts }], None).await;
    }

    async fn commit(&self, regatta: &RegattaId, events: Vec<RoomEvent>, row: Option<RowUpdate>) {
        let first = self.store.last_of(regatta).await.unwrap() + 1;
        let (at, last) = (now(), first + events.len() as u64 - 1);
        let events: Vec<LoggedEvent> = (first..).zip(events).map(|(seq, what)| LoggedEvent { seq, at, what }).collect();
        let events = serde_json::to_string(&events).unwrap();
        let entry = LogEntry { first, last, actor: None, action: None, at, events };
        self.store.append(vec![Commit { row, ..Commit::new(regatta.clone(), entry) }]).await.unwrap();
    }

    async fn close(self) {
        self.stopping.cancel();
        self.registry.close().await;
        self.store.close().await;
    }
}

fn is_running(game: &SeasonGame) -> bool {
    matches!(game.state, GameState::Running { .. })
}

fn digest(game: &SeasonGame) -> usize {
    game.regatta.as_str().bytes().map(usize::from).sum()
}

/// A few players never finish their game.
fn is_slow(game: &SeasonGame) -> bool {
    digest(game).is_multiple_of(64)
}

/// Half of the games that run end on this day.
fn is_done(game: &SeasonGame, day: i64) -> bool {
    (digest(game) as i64 + day / WAVE) % 2 == 0
}

fn how(groups: &[Group], how: How) -> usize {
    let games = groups.iter().flat_map(|group| &group.games);
    games.filter(|game| game.result().is_some_and(|result| result.how == how)).count()
}

fn check_load(groups: &[Group], most: usize) {
    let mut load: BTreeMap<&PlayerId, usize> = BTreeMap::new();
    for game in groups.iter().flat_map(|group| &group.games).filter(|game| is_running(game)) {
        for player in [&game.first, &game.second] {
            *load.entry(player).or_default() += 1;
        }
    }
    assert!(load.values().all(|games| *games <= most), "nobody has more than {most} games at once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_season_of_two_hundred_is_played_on_time_and_the_next_one_starts_three_days_later() {
    let (place, format) = (TestDatabase::sqlite(), SeasonFormat::default());
    let world = World::open(&place, format.clone()).await;

    // Entering.
    let announced = now();
    world.keeper.step(announced).await.unwrap();
    world.enter(1, 0..PLAYERS, announced).await;
    let starts = announced + 3 * DAY;
    world.keeper.step(starts - 1).await.unwrap();
    let season = world.season(1).await;
    assert_eq!((season.stage, season.starts, season.players), (SeasonStage::Entering, starts, PLAYERS as i64));

    // It begins to the minute, is drawn, and the first games are opened.
    world.keeper.step(starts).await.unwrap();
    assert_eq!(world.season(1).await.stage, SeasonStage::Drawing);
    world.keep(1, starts).await;
    let season = world.season(1).await;
    let ends = starts + 84 * DAY;
    assert_eq!((season.stage, season.starts, season.ends), (SeasonStage::Running, starts, Some(ends)));
    assert!(!world.store.enter_season(1, &player(0), starts).await.unwrap(), "nobody enters once it runs");

    // It is played.
    let mut batches = 0;
    for day in (0..84).step_by(WAVE as usize) {
        let now = starts + day * DAY;
        let (ended, silent) = world.live(now, day).await;
        batches += usize::from(!ended.is_empty());
        world
            .until(1, now, "the reader decides games that are over", |game| {
                let absent = || match game.state {
                    GameState::Running { first_absent, second_absent } => first_absent || second_absent,
                    GameState::Waiting | GameState::Decided(_) => true,
                };
                (!ended.contains(&game.regatta) || game.result().is_some())
                    && (!silent.contains(&game.regatta) || absent())
            })
            .await;
        world.keep(1, now).await;
        check_load(&world.groups(1, now).await, format.games);
    }
    assert!(batches >= 3, "games are opened in batches");
    let groups = world.groups(1, ends).await;
    let dropped: BTreeSet<PlayerId> = groups
        .iter()
        .flat_map(|group| &group.members)
        .filter(|member| member.dropped.is_some())
        .map(|member| member.player.clone())
        .collect();
    let quits = |player: &PlayerId| world.habits[player] != Habit::Plays;
    assert!(dropped.iter().all(quits), "nobody who plays is dropped");
    assert_eq!(dropped.len() * 100, PLAYERS * 15, "all who say so or fall silent are dropped");

    // Its time is over: pilots finish what runs.
    let unfinished: BTreeSet<RegattaId> = groups
        .iter()
        .flat_map(|group| &group.games)
        .filter(|game| is_running(game))
        .map(|game| game.regatta.clone())
        .collect();
    assert!(unfinished.len() > 5, "{} games are left", unfinished.len());
    world.keeper.step(ends - 1).await.unwrap();
    assert_eq!(world.season(1).await.stage, SeasonStage::Running);
    world.keeper.step(ends).await.unwrap();
    assert_eq!(world.season(1).await.stage, SeasonStage::Finishing);
    world.keeper.step(ends + 1).await.unwrap();
    world.until(1, ends, "pilots finish all games", |game| game.result().is_some()).await;
    let closed = ends + HOUR;
    world.keep(1, closed).await;
    let season = world.season(1).await;
    assert_eq!((season.stage, season.ends, season.closed), (SeasonStage::Closed, Some(ends), Some(closed)));
    assert!(closed < ends + format.grace, "it is closed before the time of the pilots is up");

    // Every game is decided, each point counted once, and nobody was left out.
    let groups = world.groups(1, closed).await;
    assert!(groups.iter().all(Group::is_decided));
    let games: usize = groups.iter().map(|group| group.games.len()).sum();
    let finished = |game: &&SeasonGame| unfinished.contains(&game.regatta);
    let by_pilots = groups.iter().flat_map(|group| &group.games).filter(finished);
    assert!(by_pilots.clone().all(|game| game.result().is_some_and(|result| result.how == How::Played)));
    assert!(how(&groups, How::Played) * 10 > games * 7, "most games are really played");
    assert!(how(&groups, How::Walkover) > 0, "games of dropouts that were not opened");
    for group in &groups {
        let lines = standings(group);
        let first_out = lines.iter().position(|line| line.dropped).unwrap_or(lines.len());
        assert!(lines[first_out..].iter().all(|line| line.dropped), "dropouts rank last");
        let unplayed =
            group.games.iter().filter(|game| game.result().is_some_and(|it| it.how == How::Unplayed)).count();
        let scores: i64 = lines.iter().map(|line| line.score).sum();
        assert_eq!(scores, 2 * (group.games.len() - unplayed) as i64, "two match points a game");
    }

    // Three days later the next one starts, with everybody who did not drop out, and with newcomers.
    let next = closed + 3 * DAY;
    assert_eq!(world.season(2).await.starts, next);
    world.enter(2, PLAYERS..PLAYERS + 7, closed).await;
    world.keeper.step(next - 1).await.unwrap();
    assert_eq!(world.season(2).await.stage, SeasonStage::Entering);
    let ladder: BTreeSet<PlayerId> = world.store.season_ladder(2).await.unwrap().into_iter().collect();
    let goes_on = |player: &PlayerId| world.habits.contains_key(player) && !dropped.contains(player);
    assert_eq!(ladder.iter().filter(|player| goes_on(player)).count(), PLAYERS - dropped.len());
    assert_eq!(ladder.len(), PLAYERS - dropped.len() + 7);
    world.keeper.step(next).await.unwrap();
    // Drawn, but not yet opened: opening is as in the first season.
    world.keeper.step(next).await.unwrap();
    assert_eq!(world.season(2).await.stage, SeasonStage::Running);
    let level_of = |groups: &[Group]| -> BTreeMap<PlayerId, GroupName> {
        let members =
            |group: &Group| group.members.iter().map(|member| (member.player.clone(), group.name)).collect::<Vec<_>>();
        groups.iter().flat_map(members).collect()
    };
    let drawn = level_of(&world.groups(2, next).await);
    let lowest = groups.iter().map(|group| group.name.level).max().unwrap();
    for group in &groups {
        let lines = standings(group);
        let level = |place: usize| drawn.get(&lines[place].player).map(|name| name.level);
        for place in 0..season::pyramid::UP {
            let expected = group.name.level.max(2) - 1;
            assert_eq!(level(place), Some(expected), "{}: place {place} goes up", group.name);
        }
        if group.name.level < lowest {
            // Somebody goes down only as far as places above are not free.
            assert!(level(lines.len() - 1).is_none_or(|level| level <= group.name.level + 1));
        }
    }
    world.close().await;
}
