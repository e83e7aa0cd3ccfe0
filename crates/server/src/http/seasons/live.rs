//! Live standings: a WebSocket that sends a group whenever something has happened in it.

use super::{group_page, no_group, views::GroupPage};
use crate::{
    app::App,
    compete::season::pyramid::GroupName,
    http::{
        address::Address,
        extract::Path,
        shield::Shield,
        socket::{Feed, Listener, Upgrade, upgraded, written},
    },
    people::{AccountNews, Caller},
    room::action::Refusal,
};
use axum::{
    extract::{State, ws::Utf8Bytes},
    response::Response,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// How often it looks for changes.
const POLL: Duration = Duration::from_secs(2);

/// A message from a group of a season to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum GroupMessage {
    /// The group: the first message, sent again after each change.
    Group(Box<GroupPage>),
    /// The answer to `ping`.
    Pong {},
    /// The server is about to close the connection. Reconnect in a moment.
    Bye {},
}

/// Follow a group
///
/// A WebSocket. The server sends the group at once, and again whenever something has happened in it. See the schema
/// `GroupMessage`.
#[utoipa::path(get, operation_id = "follow_season_group", path = "/api/seasons/{number}/groups/{name}/socket",
    tag = "seasons",
    params(("number" = i64, Path, description = "The number of the season, from 1"),
        ("name" = String, Path, description = "The name of the group")),
    responses((status = 101, description = "The socket is open"),
        (status = "4XX", body = Refusal, description = "Not a WebSocket request, or no such group")))]
pub(super) async fn follow(
    State(app): State<App>,
    Path((number, name)): Path<(i64, String)>,
    Address(address): Address,
    news: AccountNews,
    Caller(player): Caller,
    upgrade: Upgrade,
) -> Result<Response, Refusal> {
    let upgrade = upgraded(upgrade)?;
    let open = app.limits.socket(address)?;
    let name = GroupName::read(&name).ok_or_else(no_group)?;
    app.store.season_group_changes(number, name).await?.ok_or_else(no_group)?;
    let listener = Listener::new(&app, news, player.as_ref(), open);
    Ok(upgrade.on_upgrade(move |socket| listener.serve(socket, GroupFeed::new(app, number, name))))
}

/// Tells a group to one client.
struct GroupFeed {
    app: App,
    number: i64,
    name: GroupName,
    /// The number of changes that the client knows.
    seen: Option<i64>,
    look: Interval,
}

impl GroupFeed {
    fn new(app: App, number: i64, name: GroupName) -> GroupFeed {
        let mut look = interval(POLL);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        GroupFeed { app, number, name, seen: None, look }
    }

    /// The group, if it has changed since it was last sent.
    async fn page(&mut self) -> Result<Option<GroupMessage>, Refusal> {
        let changes = self.app.store.season_group_changes(self.number, self.name).await?;
        if changes == self.seen {
            return Ok(None);
        }
        let page = group_page(&self.app, self.number, &self.name.to_string()).await?;
        self.seen = changes;
        Ok(Some(GroupMessage::Group(Box::new(page))))
    }
}

impl Feed for GroupFeed {
    type Message = GroupMessage;

    async fn changed(&mut self) -> bool {
        self.look.tick().await;
        true
    }

    async fn message(&mut self, shield: Option<&Shield>) -> Option<Utf8Bytes> {
        let page = self.page().await.unwrap_or_else(|refusal| {
            tracing::warn!(season = self.number, group = %self.name, ?refusal, "a group can't be read for its socket");
            None
        });
        page.map(|page| written(&page, shield))
    }

    fn pong() -> GroupMessage {
        GroupMessage::Pong {}
    }

    fn bye() -> GroupMessage {
        GroupMessage::Bye {}
    }
}
