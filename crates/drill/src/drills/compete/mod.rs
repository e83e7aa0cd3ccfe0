//! The kill drill for competitions: kills the server while seasons and events run. No game may be missing, none opened twice, and no
//! point counted twice. The ratings must be those that follow from the logs.

mod event;
mod season;

use crate::{
    DrillError,
    disruption::{Disruption, DisruptionStats, Disruptor},
    report::{Figure, Report},
    server::Server,
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use powerboats_server::{
    compete::ratings::audit,
    store::{Database, Store, StoreError},
};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The size of the drill.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Players of the seasons.
    pub players: usize,
    /// How often the server is killed.
    pub kills: u32,
    /// `postgres://…`; if not given, a temporary SQLite file.
    pub database: Option<String>,
    /// The seed of all randomness.
    pub seed: u64,
}

/// Kills the server as planned while the players play, and checks what is stored.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let disruptor = Disruptor::new(Disruption::Kill, plan.database.as_deref()).await?;
    let mut setup = disruptor.setup(plan.database.as_deref())?;
    setup.extra.extend(["--season".to_owned(), season::FORMAT.to_owned()]);
    let mut server = Server::with_setup(setup).await?;
    let crowd = season::Crowd::enter(&server.api, plan.players).await?;
    let playing = crowd.play(plan.seed);
    let evenings = [
        event::Evening::begin(&server.api, plan.seed).await?,
        event::Evening::begin(&server.api, plan.seed + 1).await?,
    ];
    let (began, mut stats) = (Instant::now(), DisruptionStats::default());
    let mut draw = QuickRandom::new(plan.seed);
    for _ in 0..plan.kills {
        sleep(Duration::from_millis(100 + u64::from(draw.below(2900)))).await;
        disruptor.kill(&mut server, &mut stats).await?;
    }
    let took = began.elapsed();
    let played = playing.finish().await?;
    let mut rounds = 0;
    for evening in evenings {
        rounds += evening.finish().await?;
    }
    // Kill the server once more, so that the check sees only what is stored and not what is in memory.
    disruptor.kill(&mut server, &mut stats).await?;
    let mut found = season::check(&server.api, &server.database).await?;
    let event_games = event::check(&server.api, &server.database, &mut found).await?;
    found.faults.extend(check_ratings(&server.database).await?);
    stats.faults.extend(found.faults);
    let kind = if server.database.contains("://") { "PostgreSQL" } else { "SQLite" };
    let note = format!(
        "{kind}: {} kills in {:.0} s ({:.0} ms until ready again); {} seasons with {} games, {} of them played, {} resignations; {rounds} rounds of events with {event_games} games",
        plan.kills,
        took.as_secs_f64(),
        stats.down.as_secs_f64() * 1000.0 / f64::from(plan.kills.max(1)),
        found.seasons,
        found.games,
        found.played,
        played,
    );
    let figures = vec![Figure::none("kill-compete", stats.faults.len(), "faults")];
    Ok(Report { figures, notes: vec![note], faults: stats.faults })
}

/// How long the last matches may wait to be rated.
const RATED_WITHIN: Duration = Duration::from_secs(60);

/// Compares the stored ratings with those that follow from the logs. Returns what differs.
async fn check_ratings(name: &str) -> Result<Option<String>, DrillError> {
    let Ok(database) = name.parse::<Database>();
    let unreadable = |error: StoreError| DrillError::Setup(error.to_string());
    let store = Store::open_to_read(&database).await.map_err(unreadable)?;
    let began = Instant::now();
    loop {
        let audit = audit::verify(&store).await.map_err(unreadable)?;
        if audit.differences.is_empty() && audit.matches > 0 {
            return Ok(None);
        }
        if began.elapsed() > RATED_WITHIN {
            return Ok(Some(format!("{} ratings of {} matches differ", audit.differences.len(), audit.matches)));
        }
        sleep(Duration::from_secs(1)).await;
    }
}
