//! WebSockets: a room's events and the actions of its players, and the changes in the lobby.

mod feed;
mod lobby;

pub(crate) use feed::{Feed, Listener, written};
pub(crate) use lobby::{__path_lobby, lobby};

use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Path, Query},
        limits::{Bucket, OpenSocket},
        message::{RegattaMessage, SocketRequest, text},
        regattas::{act_within_limits, visitor},
        shield::Shield,
    },
    ids::RegattaId,
    notify::Look,
    people::{AccountNews, Caller, News},
    room::{
        action::{Refusal, RefusalReason},
        event::seq,
    },
    rooms::{
        request::{Subscription, Visitor},
        subscribers::BACKLOG,
    },
    store::StoreError,
};
use axum::{
    extract::{
        State,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    response::Response,
};
use futures_util::SinkExt;
use serde::Deserialize;
use std::{
    iter::{from_fn, once},
    net::IpAddr,
    time::Duration,
};
use tokio::{
    sync::mpsc,
    time::{Instant, interval, timeout},
};

/// The longest message a client may send, in bytes.
const MAX_MESSAGE: usize = 16 * 1024;

/// How long a client may take to accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a silent client is pinged.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// A client that has been silent for this long is disconnected.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(95);

/// Invalid messages after which a client is disconnected.
const MAX_INVALID: u32 = 20;

/// How long a disconnected client may still send, so that it reads the reason.
const DRAIN_TIME: Duration = Duration::from_millis(500);

/// Query parameters of a regatta's socket.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct RoomQuery {
    /// Number of the last event the client has seen. If it is left out, the client gets a snapshot first.
    #[serde(default, deserialize_with = "seq")]
    pub since: Option<u64>,
    /// Whether to send `turn` messages too: whose turn it is, what you have to do, and what is legal.
    #[serde(default)]
    pub turns: bool,
    /// The invitation to a private regatta.
    pub invite: Option<String>,
}

pub(crate) type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

pub(crate) fn upgraded(upgrade: Upgrade) -> Result<WebSocketUpgrade, Refusal> {
    let upgrade = upgrade.map_err(|rejection| Refusal::new(RefusalReason::BadRequest, rejection.body_text()))?;
    // Small buffers, because most sockets are silent most of the time.
    Ok(upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).read_buffer_size(4096).write_buffer_size(4096))
}

/// Open a regatta's socket
///
/// A WebSocket. First, the server sends a `snapshot`, or with `since` the missed `events`. Then it sends everything as it
/// happens. See the schemas `RegattaMessage` and `SocketRequest`.
#[utoipa::path(get, operation_id = "open_regatta_socket", path = "/api/regattas/{id}/socket", tag = "regattas",
    params(("id" = RegattaId, Path), RoomQuery),
    responses(
        (status = 101, description = "The socket is open"),
        (status = "4XX", body = Refusal, description = "Not a WebSocket request, or no such regatta"),
    ))]
pub async fn room(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(RoomQuery { since, turns, invite }): Query<RoomQuery>,
    news: AccountNews,
    Caller(player): Caller,
    Address(address): Address,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = upgraded(upgrade)?;
    let open = app.limits.socket(address)?;
    let shield = Shield::of(&app, player.as_ref());
    let visitor = visitor(&app, player, invite).await?;
    app.registry.admit(&id, &visitor).await?;
    Ok(upgrade.on_upgrade(move |mut socket| async move {
        // Only now, because the upgrade may fail, and a client that never arrives must not count as a spectator.
        let (outlet, messages) = mpsc::channel(BACKLOG);
        let (number, first) = match app.registry.subscribe(&id, &visitor, Subscription { since, turns }, &outlet).await
        {
            Ok(read) => read,
            Err(_) => return close(&mut socket, 1012, "reconnect").await,
        };
        drop(outlet);
        let allowance = app.limits.messages(visitor.player.as_ref());
        let look = app.people.looking.socket(visitor.player.as_ref(), &app.store);
        let connection = RoomSocket { app, id, visitor, shield, address, allowance, look, invalid: 0, _open: open };
        connection.serve(socket, news, first, messages, number).await;
    }))
}

/// One client connected to one room.
struct RoomSocket {
    app: App,
    id: RegattaId,
    visitor: Visitor,
    /// Set if no text of others may reach the client.
    shield: Option<Shield>,
    address: IpAddr,
    /// How many messages the client may send; `None` for no limit.
    allowance: Option<Bucket>,
    look: Look,
    /// Number of invalid messages.
    invalid: u32,
    _open: OpenSocket,
}

/// The client has left or was disconnected.
struct Gone;

impl RoomSocket {
    async fn serve(
        mut self,
        mut socket: WebSocket,
        mut news: AccountNews,
        first: RegattaMessage,
        mut messages: mpsc::Receiver<Utf8Bytes>,
        number: u64,
    ) {
        if send(&mut socket, Message::Text(self.shielded(text(&first)))).await.is_err() {
            return self.app.registry.unsubscribe(&self.id, number).await;
        }
        drop(first);
        let mut keep_alive = interval(KEEP_ALIVE);
        let mut last_heard = Instant::now();
        let mut notices = self.app.moderation.watch();
        let online = self.app.people.online.count(self.visitor.player.as_ref());
        loop {
            tokio::select! {
                what = news.of(self.visitor.player.as_ref()) => match what {
                    News::Blocks if self.hear_again(number).await.is_ok() => {}
                    News::Blocks | News::Ended => {
                        close(&mut socket, 1012, "sign in again").await;
                        break;
                    }
                },
                Ok(()) = notices.changed() => {
                    let notice = text(&RegattaMessage::Notice(notices.borrow_and_update().clone()));
                    if send(&mut socket, Message::Text(notice)).await.is_err() {
                        break;
                    }
                }
                message = messages.recv() => match message {
                    Some(message) => {
                        let more = from_fn(|| messages.try_recv().ok());
                        let all = once(message).chain(more).map(|message| self.shielded(message));
                        if send_all(&mut socket, all).await.is_err() {
                            break;
                        }
                    }
                    // The room dropped us: we were too slow, or it closes.
                    None => {
                        close(&mut socket, 1012, "reconnect").await;
                        break;
                    }
                },
                received = socket.recv() => {
                    last_heard = Instant::now();
                    if !self.allowance.as_mut().is_none_or(Bucket::take) {
                        reject(&mut socket, "too many messages").await;
                        break;
                    }
                    let done = match received {
                        Some(Ok(Message::Text(message))) => self.answer(&mut socket, &mut messages, &message).await,
                        Some(Ok(Message::Binary(_))) => self.answer(&mut socket, &mut messages, "").await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(Gone),
                    };
                    if done.is_err() {
                        break;
                    }
                }
                _ = keep_alive.tick() => {
                    if self.app.registry.cluster.is_some() {
                        online.tell_others(&self.app.store);
                        self.look.tell_others();
                    }
                    let silent = last_heard.elapsed() > SILENCE_TIMEOUT;
                    if silent || send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                        break;
                    }
                }
            }
        }
        drop(messages);
        self.app.registry.unsubscribe(&self.id, number).await;
    }

    async fn answer(
        &mut self,
        socket: &mut WebSocket,
        messages: &mut mpsc::Receiver<Utf8Bytes>,
        message: &str,
    ) -> Result<(), Gone> {
        let answer = match serde_json::from_str(message) {
            Ok(SocketRequest::Ping {}) => RegattaMessage::Pong {},
            Ok(SocketRequest::Look { looking }) => {
                self.look.set(looking);
                return Ok(());
            }
            Ok(SocketRequest::Act(submission)) => {
                let id = submission.id.clone();
                match act_within_limits(&self.app, &self.id, &self.visitor, self.address, &submission).await {
                    Ok(seq) => RegattaMessage::Ack { id, seq },
                    Err(refusal) => RegattaMessage::Refused { id: Some(id), refusal },
                }
            }
            Err(error) => {
                self.invalid += 1;
                if self.invalid > MAX_INVALID {
                    reject(socket, "too many invalid messages").await;
                    return Err(Gone);
                }
                let refusal = Refusal::new(RefusalReason::BadRequest, format!("This message is invalid: {error}."));
                RegattaMessage::Refused { id: None, refusal }
            }
        };
        // The events of the action are sent before its acknowledgement.
        let events = from_fn(|| messages.try_recv().ok());
        send_all(socket, events.chain(once(text(&answer))).map(|message| self.shielded(message))).await
    }

    /// Tells the room whom this client may hear now.
    async fn hear_again(&mut self, number: u64) -> Result<(), StoreError> {
        let Some(player) = &self.visitor.player else { return Ok(()) };
        let ears = self.app.people.ears_of(player, self.visitor.ears.is_protected).await?;
        self.visitor.ears = ears.clone();
        self.app.registry.hear(&self.id, number, ears).await;
        Ok(())
    }

    /// A message as this client may get it.
    fn shielded(&self, message: Utf8Bytes) -> Utf8Bytes {
        self.shield.as_ref().map_or_else(|| message.clone(), |shield| shield.text(message.clone()))
    }
}

/// Sends messages together: a packet for each would cost more than everything else.
async fn send_all(socket: &mut WebSocket, messages: impl Iterator<Item = Utf8Bytes>) -> Result<(), Gone> {
    let sending = async {
        for message in messages {
            socket.feed(Message::Text(message)).await?;
        }
        socket.flush().await
    };
    match timeout(SEND_TIMEOUT, sending).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    drop(send(socket, Message::Close(Some(frame))).await);
}

/// Disconnects a client that broke a rule. What it still sends is discarded for a moment. If the connection were closed at
/// once, it would be reset, and the client would not learn the reason.
async fn reject(socket: &mut WebSocket, reason: &'static str) {
    close(socket, 1008, reason).await;
    let drain = async { while let Some(Ok(_)) = socket.recv().await {} };
    drop(timeout(DRAIN_TIME, drain).await);
}
