//! The subscribers of a room: clients that receive its events as they happen.

use crate::{
    cluster::{NodeId, Presence, View},
    http::message::{PresenceView, RegattaMessage, text},
    ids::PlayerId,
    people::{Ears, Names},
    room::{
        Room,
        absence::Gone,
        event::{Audience, ClientEvent, LoggedEvent},
    },
    rooms::{request::Subscription, turn::TurnsTold},
    store::now,
};
use axum::extract::ws::Utf8Bytes;
use powerboats_rules::Color;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::mpsc;

/// A subscriber's queue of messages. It is bounded: a client that is too slow is disconnected, never waited for.
pub type Outlet = mpsc::Sender<Utf8Bytes>;

/// Messages that may wait in a subscriber's queue.
pub const BACKLOG: usize = 256;

/// The most names of spectators that are shown.
pub const MOST_WATCHING: usize = 20;

/// A connected client.
pub struct Subscriber {
    /// `None` if not signed in.
    player: Option<PlayerId>,
    outlet: Outlet,
    /// What the client may hear of others.
    ears: Arc<Ears>,
    /// What it was told about turns; `None` if it does not want that.
    turns: Option<TurnsTold>,
}

impl Subscriber {
    #[allow(missing_docs)]
    pub fn new(player: Option<PlayerId>, outlet: Outlet, ears: Arc<Ears>, wanted: Subscription) -> Subscriber {
        Subscriber { player, outlet, ears, turns: wanted.turns.then(TurnsTold::default) }
    }
}

/// All clients connected to a room.
#[derive(Default)]
pub struct Subscribers {
    subscribers: Vec<(u64, Subscriber)>,
    /// Who is connected through other nodes.
    elsewhere: HashMap<NodeId, Presence>,
}

impl Subscribers {
    #[allow(missing_docs)]
    pub fn is_empty(&self) -> bool {
        self.subscribers.is_empty()
    }

    /// Adds a subscriber and returns its number, which no other one has, not even in a later actor of the same room: a
    /// client of the last actor may still say that it is gone.
    pub fn add(&mut self, subscriber: Subscriber) -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        self.subscribers.push((number, subscriber));
        number
    }

    /// Closes all connections of a player who may no longer see this room.
    pub fn disconnect(&mut self, player: &PlayerId) {
        self.subscribers.retain(|(_, subscriber)| subscriber.player.as_ref() != Some(player));
    }

    #[allow(missing_docs)]
    pub fn remove(&mut self, number: u64) {
        self.subscribers.retain(|(other, _)| *other != number);
    }

    /// Sends each subscriber the events that it may see, and what follows from them for turns.
    pub fn publish(&mut self, room: &Room, events: &[LoggedEvent], json: &str, names: &Names) {
        self.publish_events(room, events, json, names);
        self.tell_turns(room);
    }

    /// Whether a program wants to be told about turns, for which the room must be up to date.
    pub fn want_turns(&self) -> bool {
        self.subscribers.iter().any(|(_, subscriber)| subscriber.turns.is_some())
    }

    /// Tells programs whose turn it is, if they want to know and that has changed.
    pub fn tell_turns(&mut self, room: &Room) {
        self.subscribers.retain_mut(|(_, subscriber)| {
            let Some(told) = &mut subscriber.turns else { return true };
            let seat = subscriber.player.as_ref().and_then(|player| room.seat_of(player));
            told.next(room, seat)
                .is_none_or(|turn| subscriber.outlet.try_send(text(&RegattaMessage::Turn(Box::new(turn)))).is_ok())
        });
    }

    /// `json` is the events in stored form. If everyone may see them and none carries a name, it is sent as it is.
    fn publish_events(&mut self, room: &Room, events: &[LoggedEvent], json: &str, names: &Names) {
        if events.iter().all(|event| event.what.audience() == Audience::All && event.what.speaker().is_none()) {
            return self.publish_plain(json);
        }
        let addressed: Vec<(Audience, ClientEvent)> =
            events.iter().map(|event| (event.what.audience(), ClientEvent::new(event.clone(), names))).collect();
        let message = |seat: Option<Color>, ears: &Ears| {
            let mine =
                addressed.iter().filter(|(audience, sent)| audience.includes(seat) && ears.hear(&sent.event.what));
            let events: Vec<ClientEvent> = mine.map(|(_, event)| event.clone()).collect();
            (!events.is_empty()).then(|| text(&RegattaMessage::Events { events }))
        };
        let seat = |subscriber: &Subscriber| subscriber.player.as_ref().and_then(|player| room.seat_of(player));
        self.send(|subscriber| message(seat(subscriber), &subscriber.ears));
    }

    /// Sends events in stored form to all subscribers. Everyone may see them, and none carries a name.
    pub fn publish_plain(&mut self, json: &str) {
        let message = Utf8Bytes::from(format!(r#"{{"type":"events","events":{json}}}"#));
        self.send(|_| Some(message.clone()));
    }

    /// Who is connected here: the players, and how many clients are not signed in.
    pub fn here(&self) -> (Vec<PlayerId>, usize) {
        let players: Vec<PlayerId> =
            self.subscribers.iter().filter_map(|(_, subscriber)| subscriber.player.clone()).collect();
        let anonymous = self.subscribers.len() - players.len();
        (players, anonymous)
    }

    /// Notes who is connected through another node. Returns whether that has changed.
    pub fn set_elsewhere(&mut self, presence: Presence) -> bool {
        let nobody = presence.players.is_empty() && presence.anonymous == 0;
        let before = match nobody {
            true => self.elsewhere.remove(&presence.node),
            false => self.elsewhere.insert(presence.node.clone(), presence.clone()),
        };
        let who = |presence: &Presence| (presence.players.clone(), presence.anonymous);
        before.as_ref().map(who) != (!nobody).then(|| who(&presence))
    }

    /// Forgets who was connected through nodes that have gone.
    pub fn forget_dead(&mut self, view: &View) {
        self.elsewhere.retain(|node, _| view.alive.contains(node));
    }

    /// Sends everyone the list of who is connected.
    pub fn publish_presence(&mut self, room: &Room, gone: &Gone, names: &Names, free_chat: bool) {
        let message = |ears: &Ears| {
            let presence = self.presence(room, gone, names, ears);
            text(&RegattaMessage::Presence(PresenceView { free_chat, ..presence }))
        };
        let for_most = message(&Ears::default());
        // Players who have blocked others do not see them.
        let picky = self.subscribers.iter().filter(|(_, subscriber)| !subscriber.ears.strangers.is_empty());
        let picky: HashMap<u64, Utf8Bytes> =
            picky.map(|(number, subscriber)| (*number, message(&subscriber.ears))).collect();
        self.send_numbered(|number, _| Some(picky.get(&number).unwrap_or(&for_most).clone()));
    }

    /// From now on a subscriber may hear only this. It is told who is there, as it sees it.
    pub fn hear(&mut self, number: u64, ears: Arc<Ears>, room: &Room, gone: &Gone, names: &Names, free_chat: bool) {
        let presence = PresenceView { free_chat, ..self.presence(room, gone, names, &ears) };
        let message = text(&RegattaMessage::Presence(presence));
        if let Some((_, subscriber)) = self.subscribers.iter_mut().find(|(other, _)| *other == number) {
            subscriber.ears = ears;
        }
        self.send_numbered(|other, _| (other == number).then(|| message.clone()));
    }

    /// All signed-in players who are connected, here or through other nodes.
    pub fn players(&self) -> BTreeSet<PlayerId> {
        let here = self.subscribers.iter().filter_map(|(_, subscriber)| subscriber.player.clone());
        here.chain(self.elsewhere.values().flat_map(|presence| presence.players.iter().cloned())).collect()
    }

    /// Who is connected, and who is not, for a client with these ears.
    pub fn presence(&self, room: &Room, gone: &Gone, names: &Names, ears: &Ears) -> PresenceView {
        let here = self.subscribers.iter().map(|(_, subscriber)| subscriber.player.as_ref());
        let there = self.elsewhere.values().flat_map(|presence| {
            presence.players.iter().map(Some).chain(std::iter::repeat_n(None, presence.anonymous))
        });
        let (mut present, mut spectators, mut watching) = (BTreeSet::new(), 0, BTreeSet::new());
        for player in here.chain(there) {
            match player.and_then(|player| room.seat_of(player)) {
                Some(color) => drop(present.insert(color)),
                None => {
                    spectators += 1;
                    let shown =
                        player.filter(|player| !ears.strangers.contains(*player)).map(|player| names.face(player));
                    let name = shown.filter(|face| !face.is_protected).unwrap_or_default().name;
                    if watching.len() < MOST_WATCHING && !name.is_empty() {
                        watching.insert(name.to_string());
                    }
                }
            }
        }
        // A time in the future: they were heard of a moment ago.
        let now = now();
        let since = |(player, since): (&PlayerId, &i64)| Some((room.seat_of(player)?, *since));
        let mut absent: BTreeMap<Color, i64> = gone.0.iter().filter_map(since).collect();
        absent.retain(|color, since| !present.contains(color) && *since <= now);
        PresenceView { present, absent, spectators, watching: watching.into_iter().collect(), free_chat: false }
    }

    /// Tells all clients to reconnect and closes their connections: the room leaves memory, or the server stops.
    pub fn disconnect_all(&mut self) {
        let bye = text(&RegattaMessage::Bye {});
        self.send(|_| Some(bye.clone()));
        self.subscribers.clear();
    }

    fn send(&mut self, message: impl Fn(&Subscriber) -> Option<Utf8Bytes>) {
        self.send_numbered(|_, subscriber| message(subscriber));
    }

    fn send_numbered(&mut self, message: impl Fn(u64, &Subscriber) -> Option<Utf8Bytes>) {
        // Dropping the outlet closes the connection.
        self.subscribers.retain(|(number, subscriber)| match message(*number, subscriber) {
            Some(message) => subscriber.outlet.try_send(message).is_ok(),
            None => !subscriber.outlet.is_closed(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_actors_give_the_same_number_to_a_client() {
        let subscriber = || Subscriber::new(None, mpsc::channel(1).0, Arc::default(), Subscription::default());
        let (mut first, mut second) = (Subscribers::default(), Subscribers::default());
        let number = first.add(subscriber());
        second.add(subscriber());
        // A client of the first actor leaves after the room was loaded again.
        second.remove(number);
        assert!(!second.is_empty());
    }
}
