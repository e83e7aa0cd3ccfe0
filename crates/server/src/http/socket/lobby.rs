//! The lobby's WebSocket: the list of regattas and its changes.

use super::{KEEP_ALIVE, SILENCE_TIMEOUT, Upgrade, close, reject, send, upgraded};
use crate::{
    app::App,
    http::{
        address::Address,
        extract::Query,
        limits::Bucket,
        message::{Incoming, LobbyMessage, text},
        shield::Shield,
    },
    people::{AccountNews, Caller, News},
    room::{action::Refusal, view::Summary},
    rooms::lobby::{Change, StageFilter, Viewer, is_of, shows},
};
use axum::{
    extract::{
        State,
        ws::{Message, WebSocket},
    },
    response::Response,
};
use serde::Deserialize;
use tokio::{
    sync::broadcast::error::RecvError,
    time::{Instant, interval},
};

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
    news: AccountNews,
    Caller(player): Caller,
    Address(address): Address,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = upgraded(upgrade)?;
    let open = app.limits.socket(address)?;
    let shield = Shield::of(&app, player.as_ref());
    let viewer = Viewer::new(&app.people.names, app.people.ears(player.as_ref()).await?, player);
    Ok(upgrade.on_upgrade(move |socket| async move {
        watch_lobby(socket, app, news, viewer, shield, stage).await;
        drop(open);
    }))
}

async fn watch_lobby(
    mut socket: WebSocket,
    app: App,
    mut news: AccountNews,
    mut viewer: Viewer,
    shield: Option<Shield>,
    stage: Option<StageFilter>,
) {
    let player = viewer.player().cloned();
    let mut allowance = app.limits.messages(None);
    let mut changes = app.registry.lobby.watch();
    let mut notices = app.moderation.watch();
    let online = app.people.online.count(player.as_ref());
    let mut look = app.people.looking.socket(player.as_ref(), &app.store);
    app.registry.lobby.catch_up(&app.store).await;
    let is_visible = |Change { summary, was }: &Change| {
        let own = player.as_ref().is_some_and(|player| is_of(summary, player));
        let fits = |stage| [*was, StageFilter::of(summary)].contains(&Some(stage));
        own || (shows(summary, None) && stage.is_none_or(fits))
    };
    let mut next = Some(app.registry.lobby.overview(&viewer, stage).await);
    let mut keep_alive = interval(KEEP_ALIVE);
    let mut last_heard = Instant::now();
    loop {
        if let Some(message) = next.take() {
            let message = text(&message);
            let message = shield.as_ref().map_or(message.clone(), |shield| shield.text(message));
            if send(&mut socket, Message::Text(message)).await.is_err() {
                return;
            }
        }
        tokio::select! {
            what = news.of(player.as_ref()) => match what {
                News::Blocks if viewer.hear_again(&app.people).await.is_ok() => {
                    next = Some(app.registry.lobby.overview(&viewer, stage).await);
                }
                News::Blocks | News::Ended => {
                    close(&mut socket, 1012, "sign in again").await;
                    return;
                }
            },
            Ok(()) = notices.changed() => {
                next = Some(LobbyMessage::Notice(notices.borrow_and_update().clone()));
            }
            changed = changes.recv() => match changed {
                Ok(changed) => {
                    viewer.meet(changed.iter().map(|change| &change.summary)).await;
                    let visible = changed.iter().filter(|change| is_visible(change));
                    let regattas: Vec<Summary> = visible.filter_map(|change| viewer.sees(&change.summary)).collect();
                    next = (!regattas.is_empty()).then_some(LobbyMessage::Changed { regattas });
                }
                Err(RecvError::Lagged(_)) => next = Some(app.registry.lobby.overview(&viewer, stage).await),
                Err(RecvError::Closed) => return,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                // A lobby client sends pings, and says whether its player looks.
                Some(Ok(message)) => {
                    last_heard = Instant::now();
                    next = match &message {
                        Message::Text(text) => match serde_json::from_str(text) {
                            Ok(Incoming::Look { looking }) => {
                                look.set(looking);
                                None
                            }
                            _ => Some(LobbyMessage::Pong {}),
                        },
                        _ => None,
                    };
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
                if app.registry.cluster.is_some() {
                    online.tell_others(&app.store);
                }
                if last_heard.elapsed() > SILENCE_TIMEOUT || send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                    return;
                }
            }
        }
    }
}
