//! The start drill: thousands of live correspondence games in the database, and in many of them a pilot is to move.

use crate::{
    Trouble,
    fleet::{self, Game, Turn},
    ledger,
    report::{Bar, Figure, Report},
    server::{Server, Setup},
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use powerboats_server::store::now;
use std::{collections::HashSet, time::Duration};
use tokio::time::{Instant, sleep};

/// How much there is to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Live games in all.
    pub games: usize,
    /// Those in which a pilot is to move.
    pub due: usize,
    /// `postgres://…`, empty; or a SQLite file of its own.
    pub database: Option<String>,
    /// Of everything random.
    pub seed: u64,
}

const PILOTS: [&str; 3] = ["rookie", "skipper", "captain"];

/// Pilots that have not moved so long after the start won't.
const LONGEST: Duration = Duration::from_secs(90);

/// All that happens in these games happened an hour ago.
const HOUR: i64 = 3_600_000;

/// Fills a database, starts a server with it, and waits until it is ready and every pilot has moved.
pub async fn run(plan: &Plan) -> Result<Report, Trouble> {
    // It makes its tables itself.
    let mut server = Server::with(Setup { database: plan.database.clone(), ..Setup::default() }).await?;
    server.ask_to_end().await?;
    if !server.ends_within(Duration::from_secs(20)).await? {
        server.kill().await?;
    }
    let began = Instant::now();
    let due = fill(&server.database, plan).await?;
    let made = began.elapsed().as_secs_f64();
    let launched = Instant::now();
    let launched_at = now();
    server.restart().await?;
    let ready = launched.elapsed().as_secs_f64();
    let reader = ledger::open(&server.database).await?;
    let (mut left, mut moved) = (due.len(), launched.elapsed());
    while left > 0 && launched.elapsed() < LONGEST {
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
        left => vec![format!("{left} of {} pilots have not moved after {LONGEST:?}", due.len())],
    };
    let notes = vec![format!(
        "{} live games, in {} of them a pilot is to move (made in {made:.0} s); {:.0} MiB and {:.1} s of processor time \
         after {:.0} s",
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

/// The games in which a pilot is to move.
async fn fill(database: &str, plan: &Plan) -> Result<HashSet<String>, Trouble> {
    let mut draw = QuickRandom::new(plan.seed);
    let people = fleet::people(plan.games.div_ceil(5));
    let (mut due, mut games) = (HashSet::new(), Vec::with_capacity(plan.games));
    for number in 0..plan.games {
        // Spread evenly.
        let is_due = number * plan.due / plan.games != (number + 1) * plan.due / plan.games;
        let turn = if is_due { Turn::Pilot } else { Turn::Person };
        let player = &people[draw.below(people.len() as u32) as usize];
        let game = Game::sail(player, PILOTS[games.len() % PILOTS.len()], turn, now() - HOUR, &mut draw)?;
        if is_due {
            due.insert(game.id.to_string());
        }
        games.push(game);
        tokio::task::yield_now().await;
    }
    fleet::store(database, &people, &games).await?;
    Ok(due)
}
