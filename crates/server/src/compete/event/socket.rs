//! The socket of an event: sends the event whenever something happens in it.

use crate::{
    app::App,
    compete::event::view::EventView,
    http::{
        address::Address,
        extract::Path,
        limits::Bucket,
        message::text,
        shield::Shield,
        socket::{KEEP_ALIVE, SILENCE_TIMEOUT, Upgrade, close, reject, send, upgraded},
    },
    ids::{EventId, PlayerId},
    people::{AccountNews, Caller},
    room::action::Refusal,
};
use axum::{
    extract::{
        State,
        ws::{Message, WebSocket},
    },
    response::Response,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval};

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
    let (shield, player) = (Shield::of(&app, player.as_ref()), player.map(|player| player.id));
    app.events.view(&id).await?.ok_or_else(Refusal::not_found)?;
    Ok(upgrade.on_upgrade(move |socket| async move {
        send_changes(socket, app, news, id, player, shield).await;
        drop(open);
    }))
}

async fn send_changes(
    mut socket: WebSocket,
    app: App,
    mut accounts: AccountNews,
    id: EventId,
    player: Option<PlayerId>,
    shield: Option<Shield>,
) {
    let mut allowance = app.limits.messages(None);
    let (mut news, mut seen, mut last_heard) = (app.events.news(), 0, Instant::now());
    let (mut look, mut keep_alive) = (interval(LOOK), interval(KEEP_ALIVE));
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            () = accounts.end_of(player.as_ref()) => {
                return close(&mut socket, 1012, "sign in again").await;
            }
            _ = look.tick() => changed(&app, &id, &mut seen).await,
            Ok(()) = news.changed() => changed(&app, &id, &mut seen).await,
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                // The only message a client sends is a ping.
                Some(Ok(message)) => {
                    last_heard = Instant::now();
                    if !allowance.as_mut().is_none_or(Bucket::take) {
                        return reject(&mut socket, "too many messages").await;
                    }
                    matches!(message, Message::Text(_)).then_some(EventMessage::Pong {})
                }
            },
            () = app.stopping.cancelled() => {
                drop(send(&mut socket, Message::Text(text(&EventMessage::Bye {}))).await);
                return close(&mut socket, 1012, "reconnect").await;
            }
            _ = keep_alive.tick() => {
                if last_heard.elapsed() > SILENCE_TIMEOUT || send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                    return;
                }
                None
            }
        };
        if let Some(message) = message {
            let message = shield.as_ref().map_or_else(|| text(&message), |shield| shield.text(text(&message)));
            if send(&mut socket, Message::Text(message)).await.is_err() {
                return;
            }
        }
    }
}

/// The event, if it has changed since it was last sent.
async fn changed(app: &App, id: &EventId, seen: &mut i64) -> Option<EventMessage> {
    match app.events.view(id).await {
        Ok(Some((version, event))) if version != *seen => {
            *seen = version;
            Some(EventMessage::Event { event: Box::new(EventView::clone(&event)) })
        }
        Ok(_) => None,
        Err(error) => {
            tracing::warn!(event = %id, %error, "an event can't be read for its socket");
            None
        }
    }
}
