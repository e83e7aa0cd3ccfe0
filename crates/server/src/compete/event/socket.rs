//! The socket of an event: sends the event whenever something happens in it.

use crate::{
    app::App,
    compete::event::view::EventView,
    http::{
        address::Address,
        extract::Path,
        shield::Shield,
        socket::{Feed, Listener, Upgrade, upgraded},
    },
    ids::EventId,
    people::{AccountNews, Caller},
    room::action::Refusal,
};
use axum::{
    extract::{State, ws::Utf8Bytes},
    response::Response,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::{
    sync::watch::Receiver,
    time::{Instant, Interval, MissedTickBehavior, interval, sleep_until},
};

/// How often to look whether something has happened, on this node or another one.
const LOOK: Duration = Duration::from_secs(1);

/// How many bytes of an event a client gets in a second. A long event is sent less often, always in its newest state.
const BYTES_A_SECOND: u32 = 256 << 10;

/// A message from an event to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum EventMessage {
    /// The event: the first message, sent again after each change.
    Event {
        #[allow(missing_docs)]
        event: Box<EventView>,
    },
    /// The answer to `ping`.
    Pong {},
    /// The server is about to close the connection. Reconnect in a moment.
    Bye {},
}

/// Open an event's socket
///
/// A WebSocket. The server sends the event at once and after each change, within seconds: check-ins, rounds, results and
/// standings. See the schema `EventMessage`.
#[utoipa::path(get, operation_id = "open_event_socket", path = "/api/events/{id}/socket", tag = "events",
    params(("id" = EventId, Path)),
    responses(
        (status = 101, description = "The socket is open"),
        (status = "4XX", body = Refusal, description = "Not a WebSocket request, or no such event"),
    ))]
pub async fn watch(
    State(app): State<App>,
    Path(id): Path<EventId>,
    Address(address): Address,
    news: AccountNews,
    Caller(player): Caller,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = upgraded(upgrade)?;
    let open = app.limits.socket(address)?;
    app.events.shown(&id).await?.ok_or_else(Refusal::not_found)?;
    let listener = Listener::new(&app, news, player.as_ref(), open);
    Ok(upgrade.on_upgrade(move |socket| listener.serve(socket, EventFeed::new(app, id))))
}

/// Tells an event to one client.
struct EventFeed {
    app: App,
    id: EventId,
    /// The version that the client has.
    seen: i64,
    /// When the next message may be sent.
    next: Instant,
    look: Interval,
    news: Receiver<u64>,
}

impl EventFeed {
    fn new(app: App, id: EventId) -> EventFeed {
        let (mut look, news) = (interval(LOOK), app.events.news());
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        EventFeed { app, id, seen: 0, next: Instant::now(), look, news }
    }
}

impl Feed for EventFeed {
    type Message = EventMessage;

    async fn changed(&mut self) -> bool {
        sleep_until(self.next).await;
        tokio::select! {
            _ = self.look.tick() => true,
            Ok(()) = self.news.changed() => true,
        }
    }

    async fn message(&mut self, shield: Option<&Shield>) -> Option<Utf8Bytes> {
        match self.app.events.shown(&self.id).await {
            Ok(Some(shown)) if shown.version != self.seen => {
                let message = shown.message(shield);
                (self.seen, self.next) = (shown.version, Instant::now() + pause_after(message.len()));
                Some(message)
            }
            Ok(_) => None,
            Err(error) => {
                tracing::warn!(event = %self.id, %error, "an event can't be read for its socket");
                None
            }
        }
    }

    fn pong() -> EventMessage {
        EventMessage::Pong {}
    }

    fn bye() -> EventMessage {
        EventMessage::Bye {}
    }
}

/// How long to wait after a message of so many bytes.
fn pause_after(bytes: usize) -> Duration {
    Duration::from_secs_f64(bytes as f64 / f64::from(BYTES_A_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_club_evening_is_told_at_once_and_the_longest_event_after_seconds() {
        assert!(pause_after(25_000) < Duration::from_millis(100));
        assert!((4..8).contains(&pause_after(1_500_000).as_secs()));
    }
}
