//! New regattas: opened by a host, or as a rematch by the same players.

use crate::{
    cluster::{Cluster, NodeId, Origin},
    ids::{PlayerId, RegattaId, random_bytes, random_text},
    jobs::scheduler::Payer,
    people::Face,
    room::{
        Next, Room,
        absence::Gone,
        action::{Refusal, RefusalReason, RoomAction},
        event::{Offer, RoomEvent},
        seat::Seat,
        settings::{Clock, Settings},
        view::Summary,
    },
    rooms::registry::Registry,
    store::{Commit, LogEntry, NewRow, RowUpdate, now},
};
use powerboats_referee::Secret;
use powerboats_rules::Color;
use std::{collections::BTreeMap, net::IpAddr, sync::Arc};

/// How long players can accept a rematch, except in correspondence regattas.
const ACCEPT_TIME: i64 = 60_000;

/// How long a registered player pays with the guests of their address: a day.
const NEWCOMER: i64 = 86_400_000;

/// A regatta that is ready to be stored.
pub struct Opening {
    #[allow(missing_docs)]
    pub room: Room,
    /// What to store.
    pub commit: Commit,
}

impl Registry {
    /// Opens a regatta. `seats` are the host's actions that take seats, for themselves and for pilots; the players in
    /// `challenged` get reserved seats.
    pub async fn create(
        &self,
        settings: Settings,
        host: &PlayerId,
        seats: Vec<RoomAction>,
        challenged: Vec<PlayerId>,
    ) -> Result<RegattaId, Refusal> {
        if self.cluster.as_ref().is_some_and(|cluster| cluster.me().is_none()) {
            return Err(Refusal::unavailable());
        }
        self.people.names.load(&challenged).await?;
        if challenged.iter().any(|player| player == host || self.people.names.get(player).is_empty()) {
            return Err(no_such_player());
        }
        if !challenged.is_empty() {
            let strangers = self.store.strangers_of(host).await?;
            if challenged.iter().any(|player| strangers.contains(player)) {
                return Err(no_such_player()); // the refusal does not reveal who has blocked whom
            }
        }
        let joins = seats.iter().any(|action| matches!(action, RoomAction::Join { .. }));
        let people: Vec<PlayerId> = joins.then(|| host.clone()).into_iter().chain(challenged.iter().cloned()).collect();
        self.check_registered(&settings, &people).await?;
        let Opening { room, commit } = self.prepare(settings, host, seats, |room| {
            let free = Color::ALL.into_iter().filter(|color| !room.seats.contains_key(color));
            let to: BTreeMap<Color, PlayerId> = free.zip(challenged).collect();
            (!to.is_empty()).then_some(Offer { of: None, to, until: None })
        })?;
        self.store.append(vec![commit]).await?;
        self.tell_lobbies(room.seq, Arc::new(Summary::new(&room, &self.people.names)));
        Ok(room.id)
    }

    /// Checks that these people may play with these settings: in a rated regatta all of them must be registered.
    pub(super) async fn check_registered(&self, settings: &Settings, people: &[PlayerId]) -> Result<(), Refusal> {
        for player in people.iter().filter(|_| settings.rated) {
            if self.store.account(player).await?.is_none_or(|account| account.login.is_none()) {
                let message =
                    "A rated regatta is for registered players only. Guests can register and keep their seats.";
                return Err(Refusal::new(RefusalReason::NotRegistered, message));
            }
        }
        Ok(())
    }

    /// Prepares a regatta without storing it. `seats` are the host's actions that take seats.
    fn prepare(
        &self,
        settings: Settings,
        host: &PlayerId,
        seats: Vec<RoomAction>,
        offer: impl FnOnce(&Room) -> Option<Offer>,
    ) -> Result<Opening, Refusal> {
        let at = now();
        let secret = Secret::new(random_bytes());
        let (mut room, mut events) = Room::open(RegattaId::random(), secret, settings, host.clone(), Vec::new(), at);
        for action in seats {
            events.extend(room.act(host, &action, None, at, &Gone::default(), &mut random_bytes)?);
        }
        if let Some(offer) = offer(&room) {
            if room.seats.len() + offer.to.len() > usize::from(room.settings.seats) {
                return Err(Refusal::new(RefusalReason::NoSeat, "There are not enough seats for all of them."));
            }
            events.extend(room.offer(offer));
        }
        self.opening(room, events, at)
    }

    /// Describes what to store of a new room, which these events have brought where it is.
    pub(super) fn opening(&self, mut room: Room, events: Vec<RoomEvent>, at: i64) -> Result<Opening, Refusal> {
        let json = serde_json::to_string(&room.number(events, None, at))?;
        let entry = LogEntry { first: 1, last: room.seq, actor: None, action: None, at, events: json };
        let deadline = match room.next(i64::MIN) {
            Next::AskPilot(..) | Next::GoOn => Some(at),
            Next::Wait(until) => until,
        };
        let (stage, host) = (room.stage.name().as_str(), room.host.clone());
        let commit = Commit {
            create: Some(NewRow { secret: room.secrets(), invite: random_text(20) }),
            row: Some(RowUpdate { stage, deadline, host, holder: self.node() }),
            joined: room.seats.values().filter_map(|seat| Some(seat.person()?.player.clone())).collect(),
            ..Commit::new(room.id.clone(), entry)
        };
        Ok(Opening { room, commit })
    }

    /// This node's id in its cluster.
    pub(super) fn node(&self) -> Option<NodeId> {
        self.cluster.as_ref().and_then(Cluster::me)
    }

    /// In a cluster: tells the lobbies of all nodes about a room that this one has changed.
    pub(super) fn tell_lobbies(&self, seq: u64, summary: Arc<Summary>) {
        if let Some(cluster) = &self.cluster {
            self.lobby.put(seq, summary.clone());
            cluster.tell_lobbies(seq, summary);
        }
    }

    /// Remembers on all nodes from which address a player opened or entered a regatta.
    pub fn note_origin(&self, player: &PlayerId, address: IpAddr) {
        if self.lobby.note_origin(player, address)
            && let Some(cluster) = &self.cluster
            && let Some(node) = cluster.me()
        {
            cluster.tell_all(Origin { node, player: player.clone(), address });
        }
    }

    /// Hears from which addresses players opened or entered regattas at other nodes, until the program ends.
    pub async fn follow_origins(self) {
        let Some(cluster) = &self.cluster else { return };
        let mut origins = cluster.told::<Origin>().await;
        while let Some(Origin { player, address, .. }) = origins.next().await {
            self.lobby.note_origin(&player, address);
        }
    }

    /// Who pays for what the pilots of a host think: a registered player alone, the guests of one address together, and with
    /// them those who came within the last day, because registering is free. Guests whose address is unknown, because the server
    /// has restarted since they came, also pay together.
    pub async fn payer(&self, host: &PlayerId) -> Payer {
        let known = self.people.names.load(std::slice::from_ref(host)).await.is_ok();
        match known && pays_with_others(&self.people.names.face(host), now()) {
            true => Payer::guest(self.lobby.network_of(host)),
            false => Payer::Player(host.clone()),
        }
    }

    /// Prepares a rematch. The player who asked for it becomes the host, in the same seat as before. The pilots sit where
    /// they sat, and the seats of the other players are reserved for them for a while. Players who must not meet the host get
    /// no seat; theirs are free.
    pub async fn rematch(&self, room: &Room, host: &PlayerId) -> Result<Opening, Refusal> {
        let strangers = self.store.strangers_of(host).await?;
        let mut seats = vec![RoomAction::Join { color: room.seat_of(host), salt: None, seal: None }];
        let mut to = BTreeMap::new();
        for (color, seat) in &room.seats {
            match seat {
                Seat::Pilot(pilot) => {
                    seats.push(RoomAction::SeatPilot { color: Some(*color), pilot: pilot.clone() });
                }
                Seat::Person(person) if person.player == *host || strangers.contains(&person.player) => {}
                Seat::Person(person) => drop(to.insert(*color, person.player.clone())),
            }
        }
        let time = match room.settings.clock {
            Clock::Correspondence { hours } => i64::from(hours) * 3_600_000,
            Clock::None {} | Clock::Live { .. } => ACCEPT_TIME,
        };
        let count = u8::try_from(room.seats.len()).unwrap_or(room.settings.seats);
        let settings = Settings { seats: count, ..room.settings.clone() };
        let offer = Offer { of: Some(room.id.clone()), to, until: Some(now() + time) };
        self.prepare(settings, host, seats, |_| Some(offer))
    }
}

fn no_such_player() -> Refusal {
    Refusal::new(RefusalReason::NotFound, "There is no such player to challenge.")
}

fn pays_with_others(face: &Face, now: i64) -> bool {
    !face.is_registered || now - face.created < NEWCOMER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_just_come_pays_with_the_guests() {
        let guest = Face { created: 5, ..Face::default() };
        let player = Face { is_registered: true, ..guest.clone() };
        assert!(pays_with_others(&guest, 5 + 2 * NEWCOMER));
        assert!(pays_with_others(&player, 6) && !pays_with_others(&player, 5 + NEWCOMER));
    }
}
