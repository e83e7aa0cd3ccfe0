//! A regatta's history: its events page by page, read from the store without keeping the actor busy.

use crate::{
    ids::{PlayerId, RegattaId},
    people::{Ears, Names},
    room::{
        action::Refusal,
        event::{ClientEvent, LoggedEvent},
    },
    store::{Store, StoreError},
};
use powerboats_rules::Color;
use std::sync::Arc;

/// The most events in a page.
pub const MOST: usize = 1000;

/// A page of a regatta's history.
pub struct HistoryPage {
    /// The events that the caller may see.
    pub events: Vec<ClientEvent>,
    /// The event after which the next page begins, if there is one.
    pub next: Option<u64>,
}

/// Which events to read, and for whom.
#[derive(Clone, Debug)]
pub struct Span {
    /// The caller's seat; `None` for a spectator.
    pub color: Option<Color>,
    /// Only events after this one.
    pub since: u64,
    /// Only events up to this one.
    pub until: u64,
    /// What the caller may hear of others.
    pub ears: Arc<Ears>,
}

/// Up to `most` events of a span.
pub async fn page(
    store: &Store,
    names: &Names,
    id: &RegattaId,
    span: Span,
    most: usize,
) -> Result<HistoryPage, Refusal> {
    // An entry holds at least one event.
    let entries = store.page(id, span.since, most).await?;
    let (full, until) = (entries.len() >= most, span.until);
    let reading = move || cut_page(&entries, full, &span, most);
    let read = tokio::task::spawn_blocking(reading).await.map_err(|_| Refusal::broken())?;
    let (events, next) = read.map_err(|error| StoreError::Unreadable(format!("regatta {id}: {error}")))?;
    let mut players: Vec<PlayerId> = events.iter().filter_map(|event| event.what.author().cloned()).collect();
    players.sort_unstable();
    players.dedup();
    names.load(&players).await?;
    let events = events.into_iter().map(|event| ClientEvent::new(event, names)).collect();
    Ok(HistoryPage { events, next: next.filter(|next| *next < until) })
}

/// All events of a span, read page by page.
pub async fn all(store: &Store, names: &Names, id: &RegattaId, mut span: Span) -> Result<Vec<ClientEvent>, Refusal> {
    let mut events = Vec::new();
    loop {
        let page = page(store, names, id, span.clone(), MOST).await?;
        events.extend(page.events);
        match page.next {
            Some(next) => span.since = next,
            None => return Ok(events),
        }
    }
}

/// All events after this one, as they are stored, whoever may see them. For moderators.
pub async fn everything(store: &Store, id: &RegattaId, since: u64) -> Result<Vec<LoggedEvent>, Refusal> {
    let mut events = Vec::new();
    for (_, json) in store.page(id, since, MOST).await? {
        let entry: Vec<LoggedEvent> = serde_json::from_str(&json)?;
        events.extend(entry);
    }
    Ok(events)
}

/// The events that the caller may see, and after which event to continue. `full` means that there may be more entries.
fn cut_page(
    entries: &[(u64, String)],
    full: bool,
    span: &Span,
    most: usize,
) -> serde_json::Result<(Vec<LoggedEvent>, Option<u64>)> {
    let mut events = Vec::new();
    for (_, json) in entries {
        let entry: Vec<LoggedEvent> = serde_json::from_str(json)?;
        let wanted = |event: &LoggedEvent| {
            event.seq > span.since
                && event.seq <= span.until
                && event.what.audience().includes(span.color)
                && span.ears.hear(&event.what)
        };
        for event in entry.into_iter().filter(wanted) {
            if events.len() == most {
                let last = events.last().map(|event: &LoggedEvent| event.seq);
                return Ok((events, last));
            }
            events.push(event);
        }
    }
    let last = entries.last().map(|(seq, _)| *seq).filter(|_| full);
    Ok((events, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chat(seq: u64, side: &str) -> String {
        format!(r#"{{"seq":{seq},"at":1,"type":"chat","player":"{}","side":"{side}","text":"x"}}"#, PlayerId::random())
    }

    fn entry(events: &[(u64, &str)]) -> (u64, String) {
        let texts: Vec<String> = events.iter().map(|(seq, side)| chat(*seq, side)).collect();
        (events.last().unwrap().0, format!("[{}]", texts.join(",")))
    }

    #[test]
    fn pages_lose_no_event() {
        let spectators = "spectators";
        let log = [
            entry(&[(1, spectators), (2, "players"), (3, spectators)]),
            entry(&[(4, "players")]),
            entry(&[(5, spectators)]),
        ];
        let ears = Arc::new(Ears { reads_chat: true, ..Ears::default() });
        let span = |since| Span { color: None, since, until: 9, ears: ears.clone() };
        let (mut since, mut seen) = (0, vec![]);
        for _ in 0..10 {
            let entries: Vec<_> = log.iter().filter(|(seq, _)| *seq > since).take(1).cloned().collect();
            let (events, next) = cut_page(&entries, entries.len() == 1, &span(since), 1).unwrap();
            assert!(events.len() <= 1);
            seen.extend(events.iter().map(|event| event.seq));
            match next {
                Some(next) => since = next,
                None => break,
            }
        }
        assert_eq!(seen, [1, 3, 5]);
        assert_eq!(cut_page(&log, false, &span(1), 10).unwrap().0.len(), 2);
        assert_eq!(cut_page(&log, false, &span(1), 10).unwrap().1, None);
    }
}
