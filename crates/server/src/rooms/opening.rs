//! New regattas: opened by a host, or as a rematch by the same players.

use crate::{
    ids::{PlayerId, RegattaId, random_bytes, random_text},
    room::{
        Room,
        action::{Refusal, RoomAction},
        settings::{Settings, Visibility},
    },
    rooms::registry::Registry,
    store::{Commit, LogEntry, NewRow, RowUpdate, now},
};
use powerboats_referee::Secret;

/// A regatta that is ready to be stored.
pub struct Opening {
    #[allow(missing_docs)]
    pub room: Room,
    /// What to store.
    pub commit: Commit,
}

impl Registry {
    /// Opens a regatta. `seat` is the host's join action, if they take a seat.
    pub async fn create(
        &self,
        settings: Settings,
        host: &PlayerId,
        seat: Option<RoomAction>,
    ) -> Result<RegattaId, Refusal> {
        let Opening { room, commit } = self.prepare(settings, host, seat, Vec::new())?;
        self.store.append(vec![commit]).await?;
        Ok(room.id)
    }

    /// Prepares a regatta without storing it. `seat` is the host's join action, if they take a seat.
    fn prepare(
        &self,
        settings: Settings,
        host: &PlayerId,
        seat: Option<RoomAction>,
        invited: Vec<PlayerId>,
    ) -> Result<Opening, Refusal> {
        let (id, at) = (RegattaId::random(), now());
        let secret = Secret::new(random_bytes());
        let (mut room, mut events) = Room::open(id.clone(), secret, settings, host.clone(), invited, at);
        if let Some(join) = seat {
            events.extend(room.act(host, &join, None, at, &mut random_bytes)?);
        }
        let json = serde_json::to_string(&room.number(events, None, at))?;
        let entry = LogEntry { seq: room.seq, actor: None, action: None, at, events: json };
        let commit = Commit {
            create: Some(NewRow { secret: room.secrets(), invite: random_text(20) }),
            row: Some(RowUpdate { stage: room.stage.name().as_str(), deadline: None, host: room.host.clone() }),
            joined: room.seat_of(host).map(|_| host.clone()).into_iter().collect(),
            ..Commit::new(id, entry)
        };
        Ok(Opening { room, commit })
    }

    /// Prepares a rematch. The player who asked for it becomes the host, in the same seat as before. If the regatta is private,
    /// the other players are invited.
    pub fn rematch(&self, room: &Room, host: &PlayerId) -> Result<Opening, Refusal> {
        let join = RoomAction::Join { color: room.seat_of(host), salt: None, seal: None };
        let players = room.seats.values().filter_map(|seat| Some(seat.person()?.player.clone()));
        let invited = match room.settings.visibility {
            Visibility::Private => players.filter(|player| player != host).collect(),
            Visibility::Public | Visibility::Link => Vec::new(),
        };
        self.prepare(room.settings.clone(), host, Some(join), invited)
    }
}
