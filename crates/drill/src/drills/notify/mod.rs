//! The notification drill: players who move only when they are told that it is their turn. A message that is lost would
//! stop its game for ever. Measures how long messages take, and kills the server again and again.

mod game;
mod push_service;

use crate::{
    DrillError, concurrent,
    disruption::{Disruption, DisruptionStats, Disruptor},
    report::{Bar, Figure, Report},
    server::Server,
};
use game::{Game, Games};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use push_service::PushService;
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep};

/// The size of the drill.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Games of two people.
    pub games: usize,
    /// How long the latency is measured, before the first kill.
    pub measure: Duration,
    /// How often the server is killed.
    pub kills: u32,
    /// `postgres://…`; if not given, a temporary SQLite file.
    pub database: Option<String>,
    /// The seed of all randomness.
    pub seed: u64,
}

/// How long the last messages may take after the last kill.
const LAST_MESSAGES: Duration = Duration::from_secs(60);

/// Measures, kills, and checks that every game's last turn was told.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let service = PushService::start().await?;
    let disruptor = Disruptor::new(Disruption::Kill, plan.database.as_deref()).await?;
    let mut setup = disruptor.setup(plan.database.as_deref())?;
    setup.extra.extend(["--push-hosts".to_owned(), service.host()]);
    let mut server = Server::with_setup(setup).await?;
    let opened = {
        let (api, service) = (server.api.clone(), service.clone());
        concurrent::run_many(plan.games, move |number| Game::open(api.clone(), service.clone(), number)).await?
    };
    let games = Arc::new(Games::default());
    let mut draw = QuickRandom::new(plan.seed);
    for game in opened {
        // They begin at different times, so that the load is even.
        let wait = Duration::from_millis(u64::from(draw.below(game::THINK_TIME.1 as u32)));
        tokio::spawn(game.play(games.clone(), wait, u64::from(draw.below(u32::MAX))));
    }
    sleep(Duration::from_millis(game::THINK_TIME.1)).await;
    service.take();
    let turns = games.turns();
    sleep(plan.measure).await;
    let measured = service.take();
    let rate = (games.turns() - turns) as f64 / plan.measure.as_secs_f64();
    let duplicates_before = service.duplicates();
    let (began, mut stats) = (Instant::now(), DisruptionStats::default());
    for _ in 0..plan.kills {
        sleep(Duration::from_millis(100 + u64::from(draw.below(2900)))).await;
        disruptor.kill(&mut server, &mut stats).await?;
    }
    let took = began.elapsed();
    games.stop();
    sleep(Duration::from_secs(2)).await; // some are in the middle of a turn
    let settled = Instant::now();
    while games.untold() > 0 && settled.elapsed() < LAST_MESSAGES {
        sleep(Duration::from_millis(50)).await;
    }
    let (lost, mut faults) = (games.untold(), stats.faults);
    faults.extend(games.faults());
    faults.extend(service.faults());
    let kind = if server.database.contains("://") { "PostgreSQL" } else { "SQLite" };
    let notes = vec![
        format!(
            "{kind}: {} games, {rate:.0} turns a second; from the commit to the push service: {measured}",
            plan.games
        ),
        format!(
            "{} kills in {:.0} s; {} turns in all, {} messages; sent twice, with the same topic: {} without a kill, {} around kills",
            plan.kills,
            took.as_secs_f64(),
            games.turns(),
            service.messages(),
            duplicates_before,
            service.duplicates() - duplicates_before,
        ),
    ];
    let seconds = (measured.p99 / 10.0).ceil() / 100.0;
    let figures = vec![
        Figure { name: "notify", value: seconds, unit: "s, p99", bar: Bar::AtMost(2.0) },
        Figure {
            name: "notify-moving",
            value: measured.count as f64,
            unit: "messages",
            bar: Bar::AtLeast(plan.games as f64 / 2.0),
        },
        Figure::none("notify-lost", lost, "messages lost"),
        Figure::none("notify-twice", duplicates_before, "messages sent twice without a kill"),
        Figure::none("notify-faults", faults.len(), "faults"),
    ];
    Ok(Report { figures, notes, faults })
}
