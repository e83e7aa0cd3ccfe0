//! Reviews attempts that are over, in the background. What a crash interrupts is done after the restart.

use super::{
    AttemptEnding, Review, load,
    suspicion::{Accuracy, RUNS},
};
use crate::{
    ids::PlayerId,
    jobs::scheduler::{Lane, Payer},
    people::Ears,
    room::action::Refusal,
    rooms::registry::Registry,
    store::{AttemptRow, StoreError},
    stream::Leads,
};
use std::time::Duration;
use tokio::time::timeout;

/// How often the store is asked for attempts.
const PAUSE: Duration = Duration::from_millis(500);

/// The pause after a failure.
const LONG_PAUSE: Duration = Duration::from_secs(30);

/// What is stored for an attempt that can't be reviewed, so that it is not tried for ever.
const NO_REVIEW: &str = "null";

/// Reviews attempts until the server stops. In a cluster one node does.
pub async fn run(registry: Registry, leads: Leads) {
    let mut pause = PAUSE;
    while timeout(pause, registry.stopping.cancelled()).await.is_err() {
        pause = PAUSE;
        if leads()
            && let Err(refusal) = review_all(&registry).await
        {
            tracing::warn!(?refusal, "daily attempts can't be reviewed at the moment");
            pause = LONG_PAUSE;
        }
    }
}

async fn review_all(registry: &Registry) -> Result<(), Refusal> {
    for row in registry.store.unreviewed_attempts().await? {
        review(registry, row).await?;
    }
    Ok(())
}

async fn review(registry: &Registry, row: AttemptRow) -> Result<(), Refusal> {
    let (id, player, day, finished) =
        (row.id.clone(), row.player.clone(), row.day, row.ending == Some(AttemptEnding::Finished));
    let book = load(registry, row).await?.book("", &Ears::default());
    let review =
        registry.scheduler.run(Payer::Player(player.clone()), Lane::Slow, move || Review::of(&book)).await.flatten();
    let Some(review) = review else {
        tracing::error!(attempt = %id, "a daily attempt can't be reviewed");
        return Ok(registry.store.save_review(&id, NO_REVIEW, None, false).await?);
    };
    let together = [review.accuracy, earlier(registry, &player, day).await?].into_iter().sum::<Accuracy>();
    // A boat that gave up after a few perfect turns proves nothing.
    let flagged = finished && together.is_machine_like();
    let text = serde_json::to_string(&review)?;
    let error = (review.error * 1000.0).round() as i64;
    Ok(registry.store.save_review(&id, &text, Some(error), flagged).await?)
}

/// How well a player decided in the attempts before this day.
async fn earlier(registry: &Registry, player: &PlayerId, day: i64) -> Result<Accuracy, StoreError> {
    let reviews = registry.store.latest_reviews(player, day, RUNS as i64 - 1).await?;
    let read = |text: &String| serde_json::from_str::<Option<Review>>(text).ok().flatten();
    Ok(reviews.iter().filter_map(read).map(|review| review.accuracy).sum())
}
