//! What happened in a room, read from the store: outside the room's queue, so that reading slows nobody's game down.

use crate::{
    action::{Refusal, Why},
    event::{Event, Told},
    ids::{PlayerId, RegattaId},
    people::Names,
    store::Store,
};
use powerboats_rules::Color;

/// Some of the events of a room, as somebody may know them.
pub struct Page {
    /// In order.
    pub events: Vec<Told>,
    /// The event after which the next page begins, if there is one.
    pub next: Option<u64>,
}

/// Which events of a room are wanted, and for whom.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The seat of whoever reads; `None` for a spectator.
    pub color: Option<Color>,
    /// Only events after this one.
    pub since: u64,
    /// Only events up to this one.
    pub until: u64,
    /// Entries read at the most.
    pub limit: u32,
}

/// Reads the events of a span, as many entries as its limit allows.
pub async fn page(store: &Store, names: &Names, id: &RegattaId, span: Span) -> Result<Page, Refusal> {
    let Span { color, since, until, limit } = span;
    let broken = || Refusal::new(Why::Broken, "The log can't be read now.");
    let stored = store.entries_page(id, since, limit).await?;
    let full = stored.len() == limit as usize;
    let last = stored.last().map(|(seq, ..)| *seq);
    let mut events = Vec::new();
    for (_, _, _, json) in stored {
        let entry: Vec<Event> = serde_json::from_str(&json).map_err(|_| broken())?;
        events.extend(entry.into_iter().filter(|event| event.seq > since && event.seq <= until));
    }
    events.retain(|event| event.what.whom().includes(color));
    let speakers: Vec<PlayerId> = events.iter().filter_map(|event| event.what.speaker().cloned()).collect();
    names.load(&speakers).await?;
    let events = events.into_iter().map(|event| Told::new(event, names)).collect();
    Ok(Page { events, next: last.filter(|last| full && *last < until) })
}

/// Reads all events of a span, page by page.
pub async fn all(store: &Store, names: &Names, id: &RegattaId, mut span: Span) -> Result<Vec<Told>, Refusal> {
    let mut events = Vec::new();
    loop {
        let page = page(store, names, id, span).await?;
        events.extend(page.events);
        match page.next {
            Some(next) => span.since = next,
            None => return Ok(events),
        }
    }
}
