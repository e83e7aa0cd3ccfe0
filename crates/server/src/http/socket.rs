//! Sockets: a room's events as they happen and actions in return; the lobby's changes.

use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Path, Query},
        limits::{Bucket, OpenSocket},
        message::{Incoming, LobbyMessage, Outgoing, text},
        regattas::may_act,
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

/// The longest message a client may send.
const LONGEST: usize = 16 * 1024;

/// A client that takes longer than this to take a message is let go.
const SLOWEST: Duration = Duration::from_secs(10);

/// How often a silent client is asked whether it is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// A client that has been silent for so long is gone.
const SILENT: Duration = Duration::from_secs(95);

/// Messages that can't be read before a client is let go.
const PATIENCE: u32 = 20;

/// How long a client that is let go may go on sending.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What a reader says of itself.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The last event it saw; left out, it gets a snapshot first.
    #[serde(default, deserialize_with = "seq")]
    pub since: Option<u64>,
    /// The invitation to a private regatta.
    pub invite: Option<String>,
}

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

fn upgraded(upgrade: Upgrade) -> Result<WebSocketUpgrade, Refusal> {
    let upgrade = upgrade.map_err(|rejection| Refusal::new(RefusalReason::BadRequest, rejection.body_text()))?;
    // Small buffers: most sockets are silent most of the time.
    Ok(upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).read_buffer_size(4096).write_buffer_size(4096))
}

/// A regatta, live
///
/// A WebSocket. The server first sends a `snapshot`, or with `since` the `events` missed; then everything as it
/// happens. See the schemas `Outgoing` and `Incoming`.
#[utoipa::path(get, operation_id = "open_regatta_socket", path = "/api/regattas/{id}/socket", tag = "regattas",
    params(("id" = RegattaId, Path), Reading),
    responses(
        (status = 101, description = "The socket is open"),
        (status = "4XX", body = Refusal, description = "No socket, or no such regatta"),
    ))]
pub async fn room(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(Reading { since, invite }): Query<Reading>,
    Caller(player): Caller,
    Address(address): Address,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = upgraded(upgrade)?;
    let open = app.limits.socket(address)?;
    let visitor = Visitor { player: player.map(|player| player.id), invite };
    app.registry.admit(&id, &visitor).await?;
    Ok(upgrade.on_upgrade(move |mut socket| async move {
        // Only now: an upgrade may fail, and whoever never comes must not be counted among those who watch.
        let (outlet, messages) = mpsc::channel(BACKLOG);
        let (number, first) = match app.registry.read(&id, &visitor, since, &outlet).await {
            Ok(read) => read,
            Err(_) => return close(&mut socket, 1012, "come back").await,
        };
        drop(outlet);
        let allowance = app.limits.messages(visitor.player.as_ref());
        let conversation = Conversation { app, id, visitor, address, allowance, unread: 0, _open: open };
        conversation.hold(socket, first, messages, number).await;
    }))
}

/// One client at one room.
struct Conversation {
    app: App,
    id: RegattaId,
    visitor: Visitor,
    address: IpAddr,
    /// How many messages may come; `None` for no limit.
    allowance: Option<Bucket>,
    /// Messages that could not be read.
    unread: u32,
    _open: OpenSocket,
}

/// The client is gone, or was let go.
struct Gone;

impl Conversation {
    async fn hold(
        mut self,
        mut socket: WebSocket,
        first: Outgoing,
        mut messages: mpsc::Receiver<Utf8Bytes>,
        number: u64,
    ) {
        if send(&mut socket, Message::Text(text(&first))).await.is_err() {
            return self.app.registry.gone(&self.id, number).await;
        }
        drop(first);
        let mut alive = interval(KEEP_ALIVE);
        let mut heard = Instant::now();
        let mut revoked = self.app.people.revoked();
        loop {
            tokio::select! {
                () = signed_out(&mut revoked, self.visitor.player.as_ref()) => {
                    close(&mut socket, 1012, "say again who you are").await;
                    break;
                }
                message = messages.recv() => match message {
                    Some(message) => {
                        let more = from_fn(|| messages.try_recv().ok());
                        if send_all(&mut socket, once(message).chain(more)).await.is_err() {
                            break;
                        }
                    }
                    // The room let go of us: we were too slow, or it closes.
                    None => {
                        close(&mut socket, 1012, "come back").await;
                        break;
                    }
                },
                heard_now = socket.recv() => {
                    heard = Instant::now();
                    if !self.allowance.as_mut().is_none_or(Bucket::take) {
                        dismiss(&mut socket, "too many messages").await;
                        break;
                    }
                    let done = match heard_now {
                        Some(Ok(Message::Text(message))) => self.answer(&mut socket, &mut messages, &message).await,
                        Some(Ok(Message::Binary(_))) => self.answer(&mut socket, &mut messages, "").await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(Gone),
                    };
                    if done.is_err() {
                        break;
                    }
                }
                _ = alive.tick() => {
                    let silent = heard.elapsed() > SILENT;
                    if silent || send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                        break;
                    }
                }
            }
        }
        drop(messages);
        self.app.registry.gone(&self.id, number).await;
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
                let allowed = match &self.visitor.player {
                    Some(player) => may_act(&self.app, &self.id, player, self.address, &submission.action),
                    None => Ok(None),
                };
                let done = match allowed {
                    Ok(reserved) => {
                        let done = self.app.registry.act(&self.id, &self.visitor, &submission).await;
                        if reserved.is_some() {
                            self.app.registry.lobby.catch_up(&self.app.store).await;
                        }
                        done
                    }
                    Err(refusal) => Err(refusal),
                };
                match done {
                    Ok(seq) => Outgoing::Ack { id, seq },
                    Err(refusal) => Outgoing::Refused { id: Some(id), refusal },
                }
            }
            Err(error) => {
                self.unread += 1;
                if self.unread > PATIENCE {
                    dismiss(socket, "too many messages that can't be read").await;
                    return Err(Gone);
                }
                let refusal = Refusal::new(RefusalReason::BadRequest, format!("This message can't be read: {error}."));
                Outgoing::Refused { id: None, refusal }
            }
        };
        // What came of the action is told before it is acknowledged.
        let told = from_fn(|| messages.try_recv().ok());
        send_all(socket, told.chain(once(text(&answer)))).await
    }
}

/// Sends messages in one go: a packet for each would cost more than all the rest.
async fn send_all(socket: &mut WebSocket, messages: impl Iterator<Item = Utf8Bytes>) -> Result<(), Gone> {
    let sending = async {
        for message in messages {
            socket.feed(Message::Text(message)).await?;
        }
        socket.flush().await
    };
    match timeout(SLOWEST, sending).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// Ready when this player's sessions or tokens may have ended: whoever goes on has to show who they are.
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
    match timeout(SLOWEST, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    drop(send(socket, Message::Close(Some(frame))).await);
}

/// Closes the socket of a client that broke a rule. What it still sends is thrown away for a moment: closed at once, the
/// connection would be reset, and the client would not learn why.
async fn dismiss(socket: &mut WebSocket, reason: &'static str) {
    close(socket, 1008, reason).await;
    let drain = async { while let Some(Ok(_)) = socket.recv().await {} };
    drop(timeout(LAST_WORDS, drain).await);
}

/// Which regattas to be told of.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Watching {
    /// Only those that have not begun, or that are being sailed; of one's own, all that change.
    #[param(inline)]
    pub stage: Option<StageFilter>,
}

/// The lobby, live
///
/// A WebSocket. The server first sends up to 100 regattas: all of one's own, then the latest public ones, and how many
/// public ones there are. Then it sends those that are new or have changed; with `stage`, those that were or are of that
/// stage. See the schema `LobbyMessage`.
#[utoipa::path(get, operation_id = "open_lobby_socket", path = "/api/lobby/socket", tag = "regattas", params(Watching),
    responses(
        (status = 101, description = "The socket is open"),
        (status = "4XX", body = Refusal, description = "No socket"),
    ))]
pub async fn lobby(
    State(app): State<App>,
    Query(Watching { stage }): Query<Watching>,
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
    let all = || app.registry.lobby.overview(player.as_ref(), stage);
    let tells = |Change { summary, was }: &Change| {
        let own = player.as_ref().is_some_and(|player| is_of(summary, player));
        let fits = |stage| [*was, StageFilter::of(summary)].contains(&Some(stage));
        own || (shows(summary, None) && stage.is_none_or(fits))
    };
    let mut next = Some(all());
    let mut alive = interval(KEEP_ALIVE);
    let mut heard = Instant::now();
    loop {
        if let Some(message) = next.take()
            && send(&mut socket, Message::Text(text(&message))).await.is_err()
        {
            return;
        }
        tokio::select! {
            () = signed_out(&mut revoked, player.as_ref()) => {
                close(&mut socket, 1012, "say again who you are").await;
                return;
            }
            changed = changes.recv() => match changed {
                Ok(changed) => {
                    let told = changed.iter().filter(|change| tells(change));
                    let regattas: Vec<Summary> = told.map(|change| Summary::clone(&change.summary)).collect();
                    next = (!regattas.is_empty()).then_some(LobbyMessage::Changed { regattas });
                }
                Err(RecvError::Lagged(_)) => next = Some(all()),
                Err(RecvError::Closed) => return,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                // Nothing else is asked of the lobby than whether it is there.
                Some(Ok(message)) => {
                    heard = Instant::now();
                    next = matches!(message, Message::Text(_)).then_some(LobbyMessage::Pong {});
                    if !allowance.as_mut().is_none_or(Bucket::take) {
                        dismiss(&mut socket, "too many messages").await;
                        return;
                    }
                }
            },
            () = app.stopping.cancelled() => {
                drop(send(&mut socket, Message::Text(text(&LobbyMessage::Bye {}))).await);
                close(&mut socket, 1012, "come back").await;
                return;
            }
            _ = alive.tick() => {
                if heard.elapsed() > SILENT || send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                    return;
                }
            }
        }
    }
}
