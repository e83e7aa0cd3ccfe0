//! WebSockets: a room's events and the actions of its players, and the changes in the lobby.

use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Path, Query},
        limits::{Bucket, OpenSocket},
        message::{Incoming, LobbyMessage, Outgoing, text},
        regattas::act_within_limits,
    },
    ids::{PlayerId, RegattaId},
    people::Caller,
    room::{
        action::{Refusal, RefusalReason},
        event::seq,
        view::Summary,
    },
    rooms::{
        lobby::{Change, StageFilter, is_of, shows},
        request::Visitor,
        subscribers::BACKLOG,
    },
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
    sync::{
        broadcast::{self, error::RecvError},
        mpsc,
    },
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
    /// The invitation to a private regatta.
    pub invite: Option<String>,
}

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

fn upgraded(upgrade: Upgrade) -> Result<WebSocketUpgrade, Refusal> {
    let upgrade = upgrade.map_err(|rejection| Refusal::new(RefusalReason::BadRequest, rejection.body_text()))?;
    // Small buffers, because most sockets are silent most of the time.
    Ok(upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).read_buffer_size(4096).write_buffer_size(4096))
}

/// Open a regatta's socket
///
/// A WebSocket. First, the server sends a `snapshot`, or with `since` the missed `events`. Then it sends everything as it
/// happens. See the schemas `Outgoing` and `Incoming`.
#[utoipa::path(get, operation_id = "open_regatta_socket", path = "/api/regattas/{id}/socket", tag = "regattas",
    params(("id" = RegattaId, Path), RoomQuery),
    responses(
        (status = 101, description = "The socket is open"),
        (status = "4XX", body = Refusal, description = "Not a WebSocket request, or no such regatta"),
    ))]
pub async fn room(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(RoomQuery { since, invite }): Query<RoomQuery>,
    Caller(player): Caller,
    Address(address): Address,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = upgraded(upgrade)?;
    let open = app.limits.socket(address)?;
    let visitor = Visitor { player: player.map(|player| player.id), invite };
    app.registry.admit(&id, &visitor).await?;
    Ok(upgrade.on_upgrade(move |mut socket| async move {
        // Only now, because the upgrade may fail, and a client that never arrives must not count as a spectator.
        let (outlet, messages) = mpsc::channel(BACKLOG);
        let (number, first) = match app.registry.subscribe(&id, &visitor, since, &outlet).await {
            Ok(read) => read,
            Err(_) => return close(&mut socket, 1012, "reconnect").await,
        };
        drop(outlet);
        let allowance = app.limits.messages(visitor.player.as_ref());
        let connection = RoomSocket { app, id, visitor, address, allowance, invalid: 0, _open: open };
        connection.serve(socket, first, messages, number).await;
    }))
}

/// One client connected to one room.
struct RoomSocket {
    app: App,
    id: RegattaId,
    visitor: Visitor,
    address: IpAddr,
    /// How many messages the client may send; `None` for no limit.
    allowance: Option<Bucket>,
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
        first: Outgoing,
        mut messages: mpsc::Receiver<Utf8Bytes>,
        number: u64,
    ) {
        if send(&mut socket, Message::Text(text(&first))).await.is_err() {
            return self.app.registry.unsubscribe(&self.id, number).await;
        }
        drop(first);
        let mut keep_alive = interval(KEEP_ALIVE);
        let mut last_heard = Instant::now();
        let mut revoked = self.app.people.revoked();
        loop {
            tokio::select! {
                () = signed_out(&mut revoked, self.visitor.player.as_ref()) => {
                    close(&mut socket, 1012, "sign in again").await;
                    break;
                }
                message = messages.recv() => match message {
                    Some(message) => {
                        let more = from_fn(|| messages.try_recv().ok());
                        if send_all(&mut socket, once(message).chain(more)).await.is_err() {
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
            Ok(Incoming::Ping {}) => Outgoing::Pong {},
            Ok(Incoming::Act(submission)) => {
                let id = submission.id.clone();
                match act_within_limits(&self.app, &self.id, &self.visitor, self.address, &submission).await {
                    Ok(seq) => Outgoing::Ack { id, seq },
                    Err(refusal) => Outgoing::Refused { id: Some(id), refusal },
                }
            }
            Err(error) => {
                self.invalid += 1;
                if self.invalid > MAX_INVALID {
                    reject(socket, "too many invalid messages").await;
                    return Err(Gone);
                }
                let refusal = Refusal::new(RefusalReason::BadRequest, format!("This message is invalid: {error}."));
                Outgoing::Refused { id: None, refusal }
            }
        };
        // The events of the action are sent before its acknowledgement.
        let events = from_fn(|| messages.try_recv().ok());
        send_all(socket, events.chain(once(text(&answer)))).await
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

/// Completes when this player's sessions or tokens may have ended, so that the client must reconnect and authenticate.
async fn signed_out(revoked: &mut broadcast::Receiver<PlayerId>, player: Option<&PlayerId>) {
    let Some(player) = player else { return std::future::pending().await };
    loop {
        match revoked.recv().await {
            Ok(other) if other != *player => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => return std::future::pending().await,
        }
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

/// Query parameters of the lobby's socket.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct LobbyQuery {
    /// Only regattas that have not started (`open`) or that are being played (`live`). Changes to your own are always sent.
    #[param(inline)]
    pub stage: Option<StageFilter>,
}

/// Open the lobby's socket
///
/// A WebSocket. First, the server sends up to 100 regattas (all of your own, then the newest public ones) and the number of
/// public ones. Then it sends regattas that are new or have changed; with `stage`, only those that enter, leave or change
/// in that stage. See the schema `LobbyMessage`.
#[utoipa::path(get, operation_id = "open_lobby_socket", path = "/api/lobby/socket", tag = "regattas", params(LobbyQuery),
    responses(
        (status = 101, description = "The socket is open"),
        (status = "4XX", body = Refusal, description = "Not a WebSocket request"),
    ))]
pub async fn lobby(
    State(app): State<App>,
    Query(LobbyQuery { stage }): Query<LobbyQuery>,
    Caller(player): Caller,
    Address(address): Address,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = upgraded(upgrade)?;
    let open = app.limits.socket(address)?;
    Ok(upgrade.on_upgrade(move |socket| async move {
        watch_lobby(socket, app, player.map(|player| player.id), stage).await;
        drop(open);
    }))
}

async fn watch_lobby(mut socket: WebSocket, app: App, player: Option<PlayerId>, stage: Option<StageFilter>) {
    let mut allowance = app.limits.messages(None);
    let mut changes = app.registry.lobby.watch();
    let mut revoked = app.people.revoked();
    app.registry.lobby.catch_up(&app.store).await;
    let overview = || app.registry.lobby.overview(player.as_ref(), stage);
    let is_visible = |Change { summary, was }: &Change| {
        let own = player.as_ref().is_some_and(|player| is_of(summary, player));
        let fits = |stage| [*was, StageFilter::of(summary)].contains(&Some(stage));
        own || (shows(summary, None) && stage.is_none_or(fits))
    };
    let mut next = Some(overview());
    let mut keep_alive = interval(KEEP_ALIVE);
    let mut last_heard = Instant::now();
    loop {
        if let Some(message) = next.take()
            && send(&mut socket, Message::Text(text(&message))).await.is_err()
        {
            return;
        }
        tokio::select! {
            () = signed_out(&mut revoked, player.as_ref()) => {
                close(&mut socket, 1012, "sign in again").await;
                return;
            }
            changed = changes.recv() => match changed {
                Ok(changed) => {
                    let visible = changed.iter().filter(|change| is_visible(change));
                    let regattas: Vec<Summary> = visible.map(|change| Summary::clone(&change.summary)).collect();
                    next = (!regattas.is_empty()).then_some(LobbyMessage::Changed { regattas });
                }
                Err(RecvError::Lagged(_)) => next = Some(overview()),
                Err(RecvError::Closed) => return,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                // The only message a lobby client sends is a ping.
                Some(Ok(message)) => {
                    last_heard = Instant::now();
                    next = matches!(message, Message::Text(_)).then_some(LobbyMessage::Pong {});
                    if !allowance.as_mut().is_none_or(Bucket::take) {
                        reject(&mut socket, "too many messages").await;
                        return;
                    }
                }
            },
            () = app.stopping.cancelled() => {
                drop(send(&mut socket, Message::Text(text(&LobbyMessage::Bye {}))).await);
                close(&mut socket, 1012, "reconnect").await;
                return;
            }
            _ = keep_alive.tick() => {
                if last_heard.elapsed() > SILENCE_TIMEOUT || send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                    return;
                }
            }
        }
    }
}
