//! What other nodes tell: about one room, about accounts, and about visitors.

use super::{
    Cluster,
    bus::log_bad,
    message::{NodeMessage, RoomMessage, decode},
};
use async_nats::Subscriber;
use futures_util::{FutureExt, StreamExt};
use std::marker::PhantomData;

/// What a room hears from other nodes. For a server alone it stays silent.
#[derive(Default)]
pub struct Feed {
    subscriber: Option<Subscriber>,
    /// How often messages had been lost when this began.
    pub losses: u64,
}

/// Something heard.
pub enum Heard {
    #[allow(missing_docs)]
    Message(RoomMessage),
    /// A message that can't be read: the store must be asked what has happened.
    Unreadable,
}

impl Feed {
    pub(super) fn new(subscriber: Subscriber, losses: u64) -> Feed {
        Feed { subscriber: Some(subscriber), losses }
    }

    fn read(&mut self, message: Option<async_nats::Message>) -> Option<Heard> {
        let Some(message) = message else {
            self.subscriber = None;
            return None;
        };
        Some(match decode(&message.payload) {
            Ok(message) => Heard::Message(message),
            Err(error) => {
                log_bad("a message about a room", &error);
                Heard::Unreadable
            }
        })
    }

    /// Waits for the next message.
    pub async fn next(&mut self) -> Heard {
        while let Some(subscriber) = &mut self.subscriber {
            let message = subscriber.next().await;
            if let Some(heard) = self.read(message) {
                return heard;
            }
        }
        std::future::pending().await
    }

    /// A message that has already arrived.
    pub fn try_next(&mut self) -> Option<Heard> {
        let message = self.subscriber.as_mut()?.next().now_or_never()?;
        self.read(message)
    }
}

/// Hints that something has changed.
pub struct Hints(pub(super) Subscriber);

impl Hints {
    /// Waits for the next hint. Those that wait count as one.
    pub async fn next(&mut self) {
        if self.0.next().await.is_none() {
            return std::future::pending().await;
        }
        while self.0.next().now_or_never().flatten().is_some() {}
    }
}

/// What the other nodes tell about visitors.
pub struct Told<T> {
    pub(super) cluster: Cluster,
    pub(super) subscriber: Subscriber,
    pub(super) kind: PhantomData<T>,
}

impl<T: NodeMessage> Told<T> {
    /// The next message of another node.
    pub async fn next(&mut self) -> Option<T> {
        loop {
            let message = self.subscriber.next().await?;
            match decode::<T>(&message.payload) {
                Ok(told) if Some(told.node()) == self.cluster.me().as_ref() => {}
                Ok(told) => return Some(told),
                Err(error) => log_bad(T::WHAT, &error),
            }
        }
    }
}
