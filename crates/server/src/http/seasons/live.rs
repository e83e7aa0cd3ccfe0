//! Live standings: a WebSocket that sends a group whenever something has happened in it.

use super::{group_page, no_group};
use crate::{
    app::App,
    compete::season::pyramid::GroupName,
    http::{
        address::Address,
        extract::Path,
        limits::Bucket,
        message::text,
        shield::Shield,
        socket::{KEEP_ALIVE, SILENCE_TIMEOUT, Upgrade, close, reject, send, upgraded},
    },
    people::{AccountNews, Caller, Player},
    room::action::Refusal,
};
use axum::{
    extract::{
        State,
        ws::{Message, WebSocket},
    },
    response::Response,
};
use std::time::Duration;
use tokio::time::{Instant, interval};

/// How often it looks for changes.
const POLL: Duration = Duration::from_secs(2);

/// Follow a group
///
/// A WebSocket. The server sends a `GroupPage` at once, and again whenever something has happened in the group.
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
    Ok(upgrade.on_upgrade(move |socket| async move {
        send_changes(app, news, number, name, socket, player).await;
        drop(open);
    }))
}

async fn send_changes(
    app: App,
    mut news: AccountNews,
    number: i64,
    name: GroupName,
    mut socket: WebSocket,
    player: Option<Player>,
) {
    let (shield, player) = (Shield::of(&app, player.as_ref()), player.map(|player| player.id));
    let mut allowance = app.limits.messages(None);
    let (mut sent, mut heard, mut pinged) = (None, Instant::now(), Instant::now());
    let mut ticks = interval(POLL);
    loop {
        tokio::select! {
            () = news.end_of(player.as_ref()) => {
                return close(&mut socket, 1012, "sign in again").await;
            }
            _ = ticks.tick() => {}
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {
                    heard = Instant::now();
                    if !allowance.as_mut().is_none_or(Bucket::take) {
                        return reject(&mut socket, "too many messages").await;
                    }
                    continue;
                }
            },
            () = app.stopping.cancelled() => return,
        }
        if heard.elapsed() > SILENCE_TIMEOUT {
            return;
        }
        let Ok(Some(changes)) = app.store.season_group_changes(number, name).await else { return };
        let message = if sent == Some(changes) {
            if pinged.elapsed() < KEEP_ALIVE {
                continue;
            }
            Message::Ping(Default::default())
        } else {
            let Ok(page) = group_page(&app, number, &name.to_string()).await else { return };
            Message::Text(shield.as_ref().map_or_else(|| text(&page), |shield| shield.text(text(&page))))
        };
        (sent, pinged) = (Some(changes), Instant::now());
        if send(&mut socket, message).await.is_err() {
            return;
        }
    }
}
