//! Sockets on which a client only listens: the lobby, an event, a group of a season. They differ in what is told, and in
//! nothing else.

use super::{KEEP_ALIVE, SILENCE_TIMEOUT, close, reject, send};
use crate::{
    app::App,
    http::{
        limits::{Bucket, OpenSocket},
        message::text,
        shield::Shield,
    },
    ids::PlayerId,
    people::{AccountNews, News, Player},
};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use serde::Serialize;
use tokio::time::{Instant, interval};

/// What is told on such a socket.
pub(crate) trait Feed: Send {
    /// Another message of the server.
    type Message: Serialize + Send;

    /// Waits until there may be something to tell; false if there never will be. It may be cancelled and called again at any
    /// time, so it does nothing but wait.
    fn changed(&mut self) -> impl Future<Output = bool> + Send;

    /// What there is to tell now, if anything, as a client with this shield may get it. It is asked again only after the
    /// client has taken the message, so nothing piles up for a slow client.
    fn message(&mut self, shield: Option<&Shield>) -> impl Future<Output = Option<Utf8Bytes>> + Send;

    /// The player may see more or fewer people than before. False if the client must connect again.
    fn hear_again(&mut self) -> impl Future<Output = bool> + Send {
        async { true }
    }

    /// The answer to a text from the client.
    fn answer(&mut self, _text: &str) -> Option<Self::Message> {
        Some(Self::pong())
    }

    /// The answer to a ping.
    fn pong() -> Self::Message;

    /// The last message before the server stops.
    fn bye() -> Self::Message;

    /// Called as often as the client is pinged.
    fn beat(&self) {}
}

/// A message as a client with this shield may get it.
pub(crate) fn written(message: &impl Serialize, shield: Option<&Shield>) -> Utf8Bytes {
    let message = text(message);
    match shield {
        Some(shield) => shield.text(message),
        None => message,
    }
}

/// A client that listens.
pub(crate) struct Listener {
    app: App,
    news: AccountNews,
    player: Option<PlayerId>,
    /// Set if no text of others may reach the client.
    shield: Option<Shield>,
    _open: OpenSocket,
}

impl Listener {
    pub fn new(app: &App, news: AccountNews, player: Option<&Player>, open: OpenSocket) -> Listener {
        let shield = Shield::of(app, player);
        Listener { app: app.clone(), news, player: player.map(|player| player.id.clone()), shield, _open: open }
    }

    /// Tells the client everything until it leaves or is disconnected.
    pub async fn serve<F: Feed>(mut self, mut socket: WebSocket, mut feed: F) {
        let mut allowance = self.app.limits.messages(None);
        let mut keep_alive = interval(KEEP_ALIVE);
        let mut last_heard = Instant::now();
        loop {
            let message = tokio::select! {
                what = self.news.of(self.player.as_ref()) => match what {
                    News::Blocks if feed.hear_again().await => feed.message(self.shield.as_ref()).await,
                    News::Blocks | News::Ended => return close(&mut socket, 1012, "sign in again").await,
                },
                goes_on = feed.changed() => {
                    if !goes_on {
                        return;
                    }
                    feed.message(self.shield.as_ref()).await
                }
                received = socket.recv() => {
                    let Some(Ok(received)) = received else { return };
                    last_heard = Instant::now();
                    if !allowance.as_mut().is_none_or(Bucket::take) {
                        return reject(&mut socket, "too many messages").await;
                    }
                    match received {
                        Message::Close(_) => return,
                        Message::Text(text) => feed.answer(&text).map(|answer| written(&answer, self.shield.as_ref())),
                        Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => None,
                    }
                }
                () = self.app.stopping.cancelled() => {
                    drop(send(&mut socket, Message::Text(text(&F::bye()))).await);
                    return close(&mut socket, 1012, "reconnect").await;
                }
                _ = keep_alive.tick() => {
                    feed.beat();
                    let silent = last_heard.elapsed() > SILENCE_TIMEOUT;
                    if silent || send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                        return;
                    }
                    None
                }
            };
            let Some(message) = message else { continue };
            if send(&mut socket, Message::Text(message)).await.is_err() {
                return;
            }
        }
    }
}
