//! The start drill: starts a server on a database with thousands of live correspondence games, in many of which a pilot is
//! to move.

use crate::{
    DrillError,
    database::{
        self,
        seeded_games::{self, SeededGame, Turn},
    },
    report::{Bar, Figure, Report},
    server::{Server, Setup},
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use powerboats_server::store::now;
use std::{collections::HashSet, time::Duration};
use tokio::time::{Instant, sleep};

/// The size of the drill.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number of live games.
    pub games: usize,
    /// The number of games in which a pilot is to move.
    pub due: usize,
    /// An empty database, `postgres://…`; if not given, a temporary SQLite file.
    pub database: Option<String>,
    /// The seed of all randomness.
    pub seed: u64,
}

const PILOTS: [&str; 3] = ["rookie", "skipper", "captain"];

/// How long to wait for the pilots to move.
const MOVE_LIMIT: Duration = Duration::from_secs(90);

/// The events of the games are an hour old. In milliseconds.
const HOUR: i64 = 3_600_000;

/// Fills a database, starts a server with it, and waits until it is ready and every pilot has moved.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    // Start the server once, so that it creates its tables.
    let mut server = Server::with_setup(Setup { database: plan.database.clone(), ..Setup::default() }).await?;
    server.terminate().await?;
    if !server.exits_within(Duration::from_secs(20)).await? {
        server.kill().await?;
    }
    let began = Instant::now();
    let due = fill(&server.database, plan).await?;
    let made = began.elapsed().as_secs_f64();
    let launched = Instant::now();
    let launched_at = now();
    server.restart().await?;
    let ready = launched.elapsed().as_secs_f64();
    let reader = database::open(&server.database).await?;
    let (mut left, mut moved) = (due.len(), launched.elapsed());
    while left > 0 && launched.elapsed() < MOVE_LIMIT {
        sleep(Duration::from_millis(500)).await;
        let sql = r#"SELECT DISTINCT regatta FROM entries WHERE at >= $1
                     AND (events LIKE '%"type":"moved"%' OR events LIKE '%"type":"placed"%')"#;
        let rows: Vec<(String,)> = sqlx::query_as(sql).bind(launched_at).fetch_all(&reader).await?;
        left = due.len() - rows.iter().filter(|(regatta,)| due.contains(regatta)).count();
        moved = launched.elapsed();
    }
    reader.close().await;
    let faults = match left {
        0 => Vec::new(),
        left => vec![format!("{left} of {} pilots have not moved {MOVE_LIMIT:?} after the start", due.len())],
    };
    let notes = vec![format!(
        "{} live games (made in {made:.0} s), a pilot to move in {} of them; the server used {:.0} MiB and {:.1} s of processor \
         time in {:.0} s",
        plan.games,
        due.len(),
        server.memory(),
        server.processor_time().as_secs_f64(),
        launched.elapsed().as_secs_f64(),
    )];
    let seconds = |name, value, bar| Figure { name, value, unit: "s", bar: Bar::AtMost(bar) };
    let figures = vec![
        seconds("start-ready", (ready * 10.0).ceil() / 10.0, 10.0),
        seconds("start-moved", (moved.as_secs_f64() * 10.0).ceil() / 10.0, 60.0),
        Figure::none("start", left, "pilots that have not moved"),
    ];
    Ok(Report { figures, notes, faults })
}

/// Fills the database. Returns the games in which a pilot is to move.
async fn fill(database: &str, plan: &Plan) -> Result<HashSet<String>, DrillError> {
    let mut draw = QuickRandom::new(plan.seed);
    let players = seeded_games::player_ids(plan.games.div_ceil(5));
    let (mut due, mut games) = (HashSet::new(), Vec::with_capacity(plan.games));
    for number in 0..plan.games {
        // Spread them evenly over all games.
        let is_due = number * plan.due / plan.games != (number + 1) * plan.due / plan.games;
        let turn = if is_due { Turn::Pilot } else { Turn::Person };
        let player = &players[draw.below(players.len() as u32) as usize];
        let game = SeededGame::play(player, PILOTS[games.len() % PILOTS.len()], turn, now() - HOUR, &mut draw)?;
        if is_due {
            due.insert(game.id.to_string());
        }
        games.push(game);
        tokio::task::yield_now().await;
    }
    seeded_games::store(database, &players, &games).await?;
    Ok(due)
}
