//! The daily lake: one course a day, the same for everyone, raced alone, with one attempt that counts.
//!
//! An attempt is not a room. Nobody waits for it, nobody watches it, and it has no clock, so it needs no actor: its log is read,
//! the decision is judged by the pure [`Attempt`], and appended under the next number. Of two nodes that judge the same
//! number, one stores it; the other reads the log again. So nothing is kept in memory, and nothing acknowledged is lost.

mod attempt;
mod day;
mod lake;
mod review;
mod reviewer;
mod routes;
mod streak;
mod suspicion;
mod view;

pub use attempt::{Attempt, AttemptEnding, Deed};
pub use day::Day;
pub use lake::DailyLake;
pub use review::Review;
pub use reviewer::run;
pub use routes::routes;
pub use streak::Streak;
pub use suspicion::Accuracy;
pub use view::DailyRun;

use crate::{
    app::App,
    ids::{AttemptId, random_bytes},
    jobs::scheduler::{Lane, Payer},
    people::Player,
    room::action::{Refusal, RefusalReason},
    rooms::registry::Registry,
    store::{ActionRow, AttemptRow, NewAction, Store, StoreError, now},
};
use powerboats_pilots::{CourseCache, Par};
use powerboats_referee::{Happening, Secret};
use powerboats_rules::Course;
use std::sync::Arc;

/// The name under which the store keeps the secret of the lakes. All servers share it.
const SECRET: &str = "daily-secret";

/// How often a decision is judged again because another node was faster.
const TRIES: usize = 3;

/// The lake of a day, and its par in turns. A day to come has none.
pub(crate) async fn lake_of(registry: &Registry, day: Day) -> Result<(DailyLake, f64), Refusal> {
    let today = Day::of(now());
    if let Some(stored) = stored_lake(&registry.store, day).await? {
        return Ok(stored);
    }
    // Days before the first one that anybody asked for have no lake, so that the archive is finite.
    if day != today {
        return Err(Refusal::not_found());
    }
    let secret = registry.store.shared_value(SECRET, &hex::encode(random_bytes())).await?;
    let lake = DailyLake::draw(&secret, day);
    let drawn = lake.clone();
    let solve = move || {
        let course = Arc::new(Course::new(drawn.layout.lake(), drawn.course).ok()?);
        Some(Par::of(CourseCache::new().of(&course).solution()).turns)
    };
    let par =
        registry.scheduler.run(Payer::Strangers, Lane::Slow, solve).await.flatten().ok_or_else(Refusal::broken)?;
    let text = serde_json::to_string(&lake)?;
    registry.store.add_daily_lake(day.number(), &text, (f64::from(par) * 1000.0).round() as i64).await?;
    // Another server may have been first. All of them use the one that is stored.
    stored_lake(&registry.store, day).await?.ok_or_else(Refusal::broken)
}

async fn stored_lake(store: &Store, day: Day) -> Result<Option<(DailyLake, f64)>, StoreError> {
    let Some((text, par)) = store.daily_lake(day.number()).await? else { return Ok(None) };
    let lake = serde_json::from_str(&text).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    Ok(Some((lake, par as f64 / 1000.0)))
}

/// Reads an attempt's log.
pub(crate) async fn load(registry: &Registry, row: AttemptRow) -> Result<Attempt, Refusal> {
    let (lake, _) = lake_of(registry, Day::numbered(row.day)).await?;
    let actions = registry.store.attempt_actions(&row.id).await?;
    Ok(Attempt::load(&lake, row, actions)?)
}

/// A player's attempt on a day, if there is one.
async fn attempt_of(app: &App, day: Day, player: &Player) -> Result<Option<Attempt>, Refusal> {
    match app.store.attempt_of(day.number(), &player.id).await? {
        Some(row) => load(&app.registry, row).await.map(Some),
        None => Ok(None),
    }
}

fn no_attempt() -> Refusal {
    Refusal::new(RefusalReason::NotStarted, "You have not begun an attempt on this day.")
}

fn over() -> Refusal {
    Refusal::new(RefusalReason::Over, "Your attempt on this day is over. Each player has one.")
}

/// Begins today's attempt, or returns the one that goes on.
async fn begin(app: &App, day: Day, player: &Player) -> Result<Attempt, Refusal> {
    let time = now();
    lake_of(&app.registry, day).await?;
    if let Some(attempt) = attempt_of(app, day, player).await? {
        return if attempt.ending(time).is_some() { Err(over()) } else { Ok(attempt) };
    }
    if day != Day::of(time) {
        return Err(Refusal::new(RefusalReason::TimedOut, "This day is over. Only today's lake can be raced."));
    }
    let secret = Secret::new(random_bytes()).reveal();
    app.store.begin_attempt(&AttemptId::random(), day.number(), &player.id, player.registered, &secret).await?;
    // If the same player began on another node at the same moment, this is that attempt.
    attempt_of(app, day, player).await?.ok_or_else(Refusal::broken)
}

/// Judges and stores a deed. Returns the attempt after it, and its events.
async fn act(
    app: &App,
    day: Day,
    player: &Player,
    number: i64,
    deed: Deed,
) -> Result<(Attempt, Vec<Happening>), Refusal> {
    for _ in 0..TRIES {
        let mut attempt = attempt_of(app, day, player).await?.ok_or_else(no_attempt)?;
        if let Some(events) = attempt.repeated(number, &deed) {
            let events = events.to_vec();
            return Ok((attempt, events));
        }
        if attempt.ending(now()).is_some() {
            return Err(over());
        }
        let next = attempt.number() + 1;
        if number != next {
            let message = format!("Expected decision number {next}, found {number}. Get your attempt again.");
            return Err(Refusal::new(RefusalReason::Stale, message));
        }
        let (events, ending) = attempt.act(&deed)?;
        let row = ActionRow { decision: serde_json::to_string(&deed)?, events: serde_json::to_string(&events)? };
        let ending = ending.map(|ending| (ending, i64::from(attempt.turns())));
        let action = NewAction { attempt: attempt.row.id.clone(), number, row, ending };
        if app.store.append_action(&action).await? {
            let attempt = attempt_of(app, day, player).await?.ok_or_else(no_attempt)?;
            return Ok((attempt, events));
        }
    }
    Err(Refusal::unavailable())
}
