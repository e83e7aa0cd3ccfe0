//! Rooms as the store has them: secrets and entries, read into a room.

use crate::{
    ids::{PlayerId, RegattaId},
    room::{Room, event::LoggedEvent},
    store::{RegattaRow, Store, StoreError, StoredEntry},
};
use powerboats_referee::Secret;

/// A room as its log says; `None` if there is no such regatta.
pub(crate) async fn read_room(store: &Store, id: &RegattaId) -> Result<Option<(Room, RegattaRow)>, StoreError> {
    let Some((row, log)) = store.load(id).await? else { return Ok(None) };
    if log.is_empty() {
        return Ok(None); // the server stopped before the first entry was stored
    }
    let secrets = read_secrets(id, &row)?;
    let log = log.iter().map(|entry| read_entry(id, entry)).collect::<Result<Vec<_>, _>>()?;
    let room = Room::replay(id.clone(), secrets, log).map_err(|reason| unreadable(id, &reason))?;
    Ok(Some((room, row)))
}

fn unreadable(id: &RegattaId, reason: &str) -> StoreError {
    StoreError::Unreadable(format!("regatta {id}: {reason}"))
}

/// The secrets in a regatta's row.
pub(super) fn read_secrets(id: &RegattaId, row: &RegattaRow) -> Result<Vec<Secret>, StoreError> {
    Room::read_secrets(&row.secret).ok_or_else(|| unreadable(id, "its secret"))
}

/// The events of an entry, and the action that caused them.
pub(super) type ReadEntry = (Vec<LoggedEvent>, Option<(PlayerId, String)>);

/// Reads a stored entry.
pub(super) fn read_entry(id: &RegattaId, entry: &StoredEntry) -> Result<ReadEntry, StoreError> {
    let (_, actor, action, json) = entry;
    let events = serde_json::from_str(json).map_err(|error| unreadable(id, &error.to_string()))?;
    Ok((events, actor.clone().zip(action.clone())))
}
