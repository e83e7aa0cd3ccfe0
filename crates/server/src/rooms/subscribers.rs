//! The subscribers of a room: clients that receive its events as they happen.

use crate::{
    http::message::{Outgoing, text},
    ids::PlayerId,
    people::Names,
    room::{
        Room,
        event::{Audience, ClientEvent, LoggedEvent},
    },
};
use axum::extract::ws::Utf8Bytes;
use powerboats_rules::Color;
use std::collections::BTreeSet;
use tokio::sync::mpsc;

/// A subscriber's queue of messages. It is bounded: a client that is too slow is disconnected, never waited for.
pub type Outlet = mpsc::Sender<Utf8Bytes>;

/// Messages that may wait in a subscriber's queue.
pub const BACKLOG: usize = 256;

/// A connected client.
pub struct Subscriber {
    /// `None` if not signed in.
    pub player: Option<PlayerId>,
    #[allow(missing_docs)]
    pub outlet: Outlet,
}

/// All clients connected to a room.
#[derive(Default)]
pub struct Subscribers {
    subscribers: Vec<(u64, Subscriber)>,
    next: u64,
}

impl Subscribers {
    #[allow(missing_docs)]
    pub fn is_empty(&self) -> bool {
        self.subscribers.is_empty()
    }

    /// Adds a subscriber and returns its number.
    pub fn add(&mut self, subscriber: Subscriber) -> u64 {
        self.next += 1;
        self.subscribers.push((self.next, subscriber));
        self.next
    }

    /// Closes all connections of a player who may no longer see this room.
    pub fn disconnect(&mut self, player: &PlayerId) {
        self.subscribers.retain(|(_, subscriber)| subscriber.player.as_ref() != Some(player));
    }

    #[allow(missing_docs)]
    pub fn remove(&mut self, number: u64) {
        self.subscribers.retain(|(other, _)| *other != number);
    }

    /// Sends each subscriber the events that it may see.
    ///
    /// `json` is the events in stored form. If everyone may see them and none carries a name, it is sent as it is.
    pub fn publish(&mut self, room: &Room, events: &[LoggedEvent], json: &str, names: &Names) {
        if events.iter().all(|event| event.what.audience() == Audience::All && event.what.speaker().is_none()) {
            let message = Utf8Bytes::from(format!(r#"{{"type":"events","events":{json}}}"#));
            return self.send(|_| Some(message.clone()));
        }
        let addressed: Vec<(Audience, ClientEvent)> =
            events.iter().map(|event| (event.what.audience(), ClientEvent::new(event.clone(), names))).collect();
        let message = |seat: Option<Color>| {
            let mine = addressed.iter().filter(|(audience, _)| audience.includes(seat)).map(|(_, event)| event.clone());
            let events: Vec<ClientEvent> = mine.collect();
            (!events.is_empty()).then(|| text(&Outgoing::Events { events }))
        };
        self.send(|subscriber| message(subscriber.player.as_ref().and_then(|player| room.seat_of(player))));
    }

    /// Sends everyone the list of who is connected.
    pub fn publish_presence(&mut self, room: &Room) {
        let (present, spectators) = self.present(room);
        let message = text(&Outgoing::Presence { present, spectators });
        self.send(|_| Some(message.clone()));
    }

    /// Seats whose players are connected, and the number of spectators.
    pub fn present(&self, room: &Room) -> (BTreeSet<Color>, usize) {
        let seat =
            |(_, subscriber): &(u64, Subscriber)| subscriber.player.as_ref().and_then(|player| room.seat_of(player));
        let present = self.subscribers.iter().filter_map(seat).collect();
        (present, self.subscribers.iter().filter(|subscriber| seat(subscriber).is_none()).count())
    }

    /// Tells all clients to reconnect and closes their connections: the room leaves memory, or the server stops.
    pub fn disconnect_all(&mut self) {
        let bye = text(&Outgoing::Bye {});
        self.send(|_| Some(bye.clone()));
        self.subscribers.clear();
    }

    fn send(&mut self, message: impl Fn(&Subscriber) -> Option<Utf8Bytes>) {
        // Dropping the outlet closes the connection.
        self.subscribers.retain(|(_, subscriber)| match message(subscriber) {
            Some(message) => subscriber.outlet.try_send(message).is_ok(),
            None => !subscriber.outlet.is_closed(),
        });
    }
}
