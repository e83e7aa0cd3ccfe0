//! The socket of an event: sends the event whenever something happens in it.

use crate::{
    app::App,
    compete::event::view::EventView,
    http::{
        address::Address,
        extract::Path,
        socket::{Feed, Listener, Upgrade, upgraded},
    },
    ids::EventId,
    people::{AccountNews, Caller},
    room::action::Refusal,
};
use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::{
    sync::watch::Receiver,
    time::{Interval, MissedTickBehavior, interval},
};

/// How often to look whether something has happened, on this node or another one.
const LOOK: Duration = Duration::from_secs(1);

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
/// A WebSocket. The server sends the event at once and after each change, within about a second: check-ins, rounds, results and
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
    app.events.view(&id).await?.ok_or_else(Refusal::not_found)?;
    let listener = Listener::new(&app, news, player.as_ref(), open);
    Ok(upgrade.on_upgrade(move |socket| listener.serve(socket, EventFeed::new(app, id))))
}

/// Tells an event to one client.
struct EventFeed {
    app: App,
    id: EventId,
    /// The version that the client has.
    seen: i64,
    look: Interval,
    news: Receiver<u64>,
}

impl EventFeed {
    fn new(app: App, id: EventId) -> EventFeed {
        let (mut look, news) = (interval(LOOK), app.events.news());
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        EventFeed { app, id, seen: 0, look, news }
    }
}

impl Feed for EventFeed {
    type Message = EventMessage;

    async fn changed(&mut self) -> bool {
        tokio::select! {
            _ = self.look.tick() => true,
            Ok(()) = self.news.changed() => true,
        }
    }

    async fn message(&mut self) -> Option<EventMessage> {
        match self.app.events.view(&self.id).await {
            Ok(Some((version, event))) if version != self.seen => {
                self.seen = version;
                Some(EventMessage::Event { event: Box::new(EventView::clone(&event)) })
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
