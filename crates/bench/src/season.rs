//! A season of 10,000 players on SQLite, from the draw to the end, and the time to read pages with 100,000 rated players afterwards.

use crate::histories;
use powerboats_referee::Happening;
use powerboats_server::{
    compete::{
        Outcomes,
        season::{self, SeasonFormat, SeasonStage, group::GameState, standings::standings},
    },
    config::{Config, Rates},
    ids::{PlayerId, RegattaId},
    moderate::State,
    people::People,
    room::{
        Room,
        event::{Ending, LoggedEvent, RoomEvent},
    },
    rooms::registry::Registry,
    serve,
    store::{Commit, Database, LogEntry, RowUpdate, Store, now},
};
use std::{
    collections::HashSet,
    future::Future,
    path::Path,
    sync::OnceLock,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

/// Players of the season, and all players in the database.
const PLAYERS: usize = 10_000;
const ALL: usize = 100_000;

/// Requests for each kind of page.
const PAGES: usize = 3000;

/// Writes in flight, so that they share transactions.
const IN_FLIGHT: usize = 128;

/// What one run measures: seconds for the season, and the 99th percentile of pages in milliseconds: a group, a ladder, a profile.
fn measured() -> (f64, [f64; 3]) {
    static MEASURED: OnceLock<(f64, [f64; 3])> = OnceLock::new();
    *MEASURED.get_or_init(|| tokio::runtime::Runtime::new().expect("a runtime").block_on(measure()))
}

/// Seconds from the draw to the end of a season.
pub fn seconds() -> f64 {
    measured().0
}

/// The 99th percentile of the time to read the standings of a group over HTTP, in milliseconds.
pub fn page_p99() -> f64 {
    measured().1[0]
}

/// The same for a page of a ladder, somewhere in it.
pub fn ladder_p99() -> f64 {
    measured().1[1]
}

/// The same for the profile of a player with a long history.
pub fn profile_p99() -> f64 {
    measured().1[2]
}

async fn measure() -> (f64, [f64; 3]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("powerboats.db");
    let database = Database::Sqlite(file.clone());
    let seconds = play(&database).await;
    let racers = rate_everybody(&file).await;
    (seconds, read_pages(&database, folder.path(), &racers).await)
}

/// Gives all players ratings between 1000 and 2000, and some of them long histories; lets all readers of committed events be up to date.
/// Returns the players with histories.
async fn rate_everybody(file: &Path) -> Vec<String> {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}?mode=rw", file.display());
    let pool = sqlx::AnyPool::connect(&url).await.expect("the database of the season");
    let rate = "INSERT INTO ratings (player, ladder, at, matches, mean, spread, settled_until)
                SELECT id, 'duel', created, 40, 1000000000 + rowid * 7919 % 1000003 * 1000, 100000000, 9000000000000000
                FROM players WHERE true ON CONFLICT (player, ladder) DO NOTHING";
    let rated = sqlx::query(rate).execute(&pool).await.expect("ratings").rows_affected();
    assert_eq!(rated, ALL as u64);
    // Some readers have no cursor before they read for the first time.
    let new = "INSERT INTO cursors (reader, position) VALUES ('lobby', 0), ('fair play', 0) ON CONFLICT DO NOTHING";
    let read = "UPDATE cursors SET position = (SELECT MAX(position) FROM entries)";
    for sql in [new, read] {
        sqlx::query(sql).execute(&pool).await.expect("cursors");
    }
    let racers = histories::add(&pool).await;
    pool.close().await;
    racers
}

/// Runs jobs, many at the same time.
async fn run_all<T, F: Future<Output = ()> + Send + 'static>(items: Vec<T>, job: impl Fn(T) -> F) {
    let mut running = JoinSet::new();
    for item in items {
        if running.len() >= IN_FLIGHT {
            running.join_next().await;
        }
        running.spawn(job(item));
    }
    running.join_all().await;
}

async fn play(database: &Database) -> f64 {
    let store = Store::open(database).await.expect("a new database");
    let people = People::open(store.clone(), &Config::default(), None).await.expect("a new database");
    let moderation = State::open(&store, &Config::default()).await.expect("a new database");
    let stopping = CancellationToken::new();
    let registry = Registry::open(store.clone(), people, stopping.clone(), Duration::from_secs(60), 0, None)
        .await
        .expect("no rooms");
    store.announce_season(1, now() + 3_600_000).await.expect("a season");
    run_all((0..ALL).collect(), |number| {
        let store = store.clone();
        async move {
            let id = PlayerId::derived(&format!("player {number}"));
            store.add_guest(&id, &format!("Player {number}"), id.as_str()).await.expect("a new player");
            if number < PLAYERS {
                assert!(store.enter_season(1, &id, number as i64).await.expect("an entry"));
            }
        }
    })
    .await;
    let format = SeasonFormat { wait: 3_600_000, ..SeasonFormat::default() };
    let began = Instant::now();
    store.move_season(1, now()).await.expect("a start");
    season::start(&registry, Outcomes::new(registry.clone()), format, &moderation);
    feed_results(&store).await;
    let seconds = began.elapsed().as_secs_f64();
    check(&store).await;
    stopping.cancel();
    registry.close().await;
    store.close().await;
    seconds
}

/// Ends every game that is opened, until the season is closed. In each of them one player resigns.
async fn feed_results(store: &Store) {
    let mut ended: HashSet<RegattaId> = HashSet::new();
    loop {
        let seasons = store.seasons().await.expect("seasons");
        if seasons.iter().any(|season| season.number == 1 && season.stage == SeasonStage::Closed) {
            assert!(ended.len() >= 45_000, "only {} games were played", ended.len());
            return;
        }
        let groups = store.all_season_groups(1, now()).await.expect("groups");
        let running = groups
            .into_iter()
            .flat_map(|group| group.games)
            .filter(|game| matches!(game.state, GameState::Running { .. }) && !ended.contains(&game.regatta));
        let running: Vec<RegattaId> = running.map(|game| game.regatta).collect();
        ended.extend(running.iter().cloned());
        if running.is_empty() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        run_all(running, |regatta| {
            let store = store.clone();
            async move { resign(&store, regatta).await }
        })
        .await;
    }
}

/// Commits what a room would commit when one of two players resigns.
async fn resign(store: &Store, regatta: RegattaId) {
    let (row, last) = store.regatta(&regatta).await.expect("a regatta").expect("it was opened");
    let secret = Room::read_secrets(&row.secret).expect("a secret")[0].reveal();
    let loser = season::COLORS[usize::from(regatta.as_str().as_bytes()[0] % 2)];
    let game = RoomEvent::Game { happening: Happening::Resigned { color: loser }, stand_in: false };
    let events = [game, RoomEvent::Ended { why: Ending::Resigned }, RoomEvent::Secret { secret, later: Vec::new() }];
    let at = now();
    let events: Vec<LoggedEvent> = (last + 1..).zip(events).map(|(seq, what)| LoggedEvent { seq, at, what }).collect();
    let entry = LogEntry {
        first: last + 1,
        last: last + 3,
        actor: None,
        action: None,
        at,
        events: serde_json::to_string(&events).expect("events are JSON"),
    };
    let host = PlayerId::derived("player 0");
    let row = Some(RowUpdate { stage: "over", deadline: None, host, holder: None });
    store.append(vec![Commit { row, ..Commit::new(regatta, entry) }]).await.expect("the log goes on");
}

/// Every game is decided, and every point counted once.
async fn check(store: &Store) {
    let groups = store.all_season_groups(1, now()).await.expect("groups");
    let games: usize = groups.iter().map(|group| group.games.len()).sum();
    assert!((45_000..=50_000).contains(&games), "{games} games");
    assert_eq!(groups.iter().map(|group| group.members.len()).sum::<usize>(), PLAYERS);
    for group in &groups {
        assert!(group.is_decided());
        let scores: i64 = standings(group).iter().map(|line| line.score).sum();
        assert_eq!(scores, 2 * group.games.len() as i64, "two match points a game");
    }
    assert_eq!(store.season_ladder(2).await.expect("a ladder").len(), PLAYERS, "everybody goes on");
}

/// Reads pages from a server on this database.
async fn read_pages(database: &Database, folder: &Path, racers: &[String]) -> [f64; 3] {
    let listen = ([127, 0, 0, 1], 0).into();
    let config = Config { listen, database: database.clone(), rates: Rates::OFF, ..Config::default() };
    let ((ready, address), (stop, stopped)) = (oneshot::channel(), oneshot::channel::<()>());
    let ready = move |address| ready.send(address).expect("the benchmark waits for it");
    let server = tokio::spawn(serve(config, ready, async move { stopped.await.unwrap_or_default() }));
    let address = address.await.expect("the server starts");
    let mut socket = TcpStream::connect(address).await.expect("the server listens");
    socket.set_nodelay(true).expect("a socket");
    let group = |number: usize| {
        // Level 9 is full: 256 groups.
        let name = season::pyramid::GroupName { level: 9, number: (number * 7919 % 256) as u32 };
        format!("/api/seasons/1/groups/{name}")
    };
    let ladder = |number: usize| {
        let mean = 1_000_000_000 + number * 7919 % 999_000 * 1000;
        format!("/api/ladders/duel?after={}-zzzzzzzzzzzzzzzz", mean + 100_000_000)
    };
    let profile = |number: usize| format!("/api/players/{}", racers[number * 7919 % racers.len()]);
    let times = [
        p99(&mut socket, 5000, group).await,
        p99(&mut socket, 5000, ladder).await,
        p99(&mut socket, 20_000, profile).await,
    ];
    drop(socket);
    drop(stop);
    drop(server.await);
    assert!(folder.exists());
    times
}

/// The 99th percentile of the time to read pages, in milliseconds. Each must have at least this many bytes.
async fn p99(socket: &mut TcpStream, least: usize, path: impl Fn(usize) -> String) -> f64 {
    let mut times = Vec::new();
    for number in 0..PAGES {
        let (path, began) = (path(number), Instant::now());
        let size = get(socket, &path).await;
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        assert!(size > least, "{path}: a page of {size} bytes");
    }
    times.sort_by(f64::total_cmp);
    times[PAGES * 99 / 100]
}

/// Requests a page, and returns the size of the answer.
async fn get(socket: &mut TcpStream, path: &str) -> usize {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    socket.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = Vec::new();
    loop {
        let mut part = [0; 65_536];
        let count = socket.read(&mut part).await.expect("an answer");
        assert!(count > 0, "the server closed the connection: {}", String::from_utf8_lossy(&answer));
        answer.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&answer);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            assert!(head.starts_with("HTTP/1.1 200"), "{head}");
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if length.is_some_and(|length: usize| body.len() >= length) {
                return body.len();
            }
        }
    }
}
