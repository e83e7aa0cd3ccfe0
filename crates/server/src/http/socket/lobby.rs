//! The lobby's WebSocket: the list of regattas and its changes.

use super::{Feed, Listener, Upgrade, upgraded, written};
use crate::{
    app::App,
    http::{
        address::Address,
        extract::Query,
        message::{LobbyMessage, SocketRequest},
        shield::Shield,
    },
    moderate::ServerNotice,
    notify::Look,
    people::{AccountNews, Caller, OnlineGuard},
    room::{action::Refusal, view::Summary},
    rooms::lobby::{Change, Changes, StageFilter, Viewer, is_of, shows},
};
use axum::{
    extract::{State, ws::Utf8Bytes},
    response::Response,
};
use serde::Deserialize;
use tokio::sync::{
    broadcast::{Receiver, error::RecvError},
    watch,
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
    let listener = Listener::new(&app, news, player.as_ref(), open);
    let viewer = Viewer::new(&app.people.names, app.people.ears(player.as_ref()).await?, player);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let feed = LobbyFeed::new(app, viewer, stage).await;
        listener.serve(socket, feed).await;
    }))
}

/// Tells the lobby to one client.
struct LobbyFeed {
    app: App,
    viewer: Viewer,
    stage: Option<StageFilter>,
    changes: Receiver<Changes>,
    notices: watch::Receiver<ServerNotice>,
    online: OnlineGuard,
    look: Look,
    due: Option<Due>,
}

/// What is to be told next.
enum Due {
    Everything,
    Changes(Changes),
    Notice,
}

impl LobbyFeed {
    async fn new(app: App, viewer: Viewer, stage: Option<StageFilter>) -> LobbyFeed {
        let (changes, notices) = (app.registry.lobby.watch(), app.moderation.watch());
        let online = app.people.online.count(viewer.player());
        let look = app.people.looking.socket(viewer.player(), &app.store);
        app.registry.lobby.catch_up(&app.store).await;
        LobbyFeed { app, viewer, stage, changes, notices, online, look, due: Some(Due::Everything) }
    }

    async fn due_message(&mut self) -> Option<LobbyMessage> {
        match self.due.take()? {
            Due::Everything => Some(self.app.registry.lobby.overview(&self.viewer, self.stage).await),
            Due::Notice => Some(LobbyMessage::Notice(self.notices.borrow_and_update().clone())),
            Due::Changes(changes) => {
                self.viewer.meet(changes.iter().map(|change| &change.summary)).await;
                let visible = changes.iter().filter(|change| self.is_visible(change));
                let regattas: Vec<Summary> = visible.filter_map(|change| self.viewer.sees(&change.summary)).collect();
                (!regattas.is_empty()).then_some(LobbyMessage::Changed { regattas })
            }
        }
    }

    fn is_visible(&self, Change { summary, was }: &Change) -> bool {
        let own = self.viewer.player().is_some_and(|player| is_of(summary, player));
        let fits = |stage| [*was, StageFilter::of(summary)].contains(&Some(stage));
        own || (shows(summary, None) && self.stage.is_none_or(fits))
    }
}

impl Feed for LobbyFeed {
    type Message = LobbyMessage;

    async fn changed(&mut self) -> bool {
        if self.due.is_some() {
            return true;
        }
        self.due = tokio::select! {
            Ok(()) = self.notices.changed() => Some(Due::Notice),
            changed = self.changes.recv() => match changed {
                Ok(changes) => Some(Due::Changes(changes)),
                Err(RecvError::Lagged(_)) => Some(Due::Everything),
                Err(RecvError::Closed) => None,
            },
        };
        self.due.is_some()
    }

    async fn message(&mut self, shield: Option<&Shield>) -> Option<Utf8Bytes> {
        self.due_message().await.map(|message| written(&message, shield))
    }

    async fn hear_again(&mut self) -> bool {
        self.due = Some(Due::Everything);
        self.viewer.hear_again(&self.app.people).await.is_ok()
    }

    /// A lobby client sends pings, and says whether its player looks.
    fn answer(&mut self, text: &str) -> Option<LobbyMessage> {
        match serde_json::from_str(text) {
            Ok(SocketRequest::Look { looking }) => {
                self.look.set(looking);
                None
            }
            Ok(SocketRequest::Ping {} | SocketRequest::Act(_)) | Err(_) => Some(LobbyMessage::Pong {}),
        }
    }

    fn pong() -> LobbyMessage {
        LobbyMessage::Pong {}
    }

    fn bye() -> LobbyMessage {
        LobbyMessage::Bye {}
    }

    fn beat(&self) {
        if self.app.registry.cluster.is_some() {
            self.online.tell_others(&self.app.store);
            self.look.tell_others();
        }
    }
}
