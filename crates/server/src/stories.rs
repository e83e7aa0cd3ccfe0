//! Stories: what happened in a regatta, page by page, read from the store without keeping its room busy.

use crate::{
    access::Admitted,
    action::Refusal,
    app::App,
    event::{Event, Told},
    ids::{PlayerId, RegattaId},
    store::StoreError,
};
use powerboats_rules::Color;

/// The most events of a page.
pub const MOST: usize = 1000;

/// Part of a story.
pub struct Page {
    /// Those the reader may know of.
    pub events: Vec<Told>,
    /// Where to go on, if there is more.
    pub next: Option<u64>,
}

/// Up to `most` events after `since`, for a visitor who may see the regatta.
pub async fn page(app: &App, id: &RegattaId, visitor: Admitted, since: u64, most: usize) -> Result<Page, Refusal> {
    // An entry has an event at least.
    let entries = app.store.page(id, since, most).await?;
    let full = entries.len() >= most;
    let reading = move || cut(&entries, full, visitor.color, since, most);
    let read = tokio::task::spawn_blocking(reading).await.map_err(|_| Refusal::broken())?;
    let (events, next) = read.map_err(|error| StoreError::Unreadable(format!("regatta {id}: {error}")))?;
    let mut players: Vec<PlayerId> = events.iter().filter_map(|event| event.what.speaker().cloned()).collect();
    players.sort_unstable();
    players.dedup();
    app.people.names.load(&players).await?;
    let events = events.into_iter().map(|event| Told::new(event, &app.people.names)).collect();
    Ok(Page { events, next: next.filter(|next| *next < visitor.seq) })
}

/// The events of some entries that somebody in this seat may know of, and where to go on. There may be more entries if
/// these are as many as were asked for.
fn cut(
    entries: &[(u64, String)],
    full: bool,
    seat: Option<Color>,
    since: u64,
    most: usize,
) -> serde_json::Result<(Vec<Event>, Option<u64>)> {
    let mut events = Vec::new();
    for (_, json) in entries {
        let entry: Vec<Event> = serde_json::from_str(json)?;
        for event in entry.into_iter().filter(|event| event.seq > since && event.what.whom().includes(seat)) {
            if events.len() == most {
                let last = events.last().map(|event: &Event| event.seq);
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
    fn a_story_is_cut_without_losing_anything() {
        let spectators = "spectators";
        let log = [
            entry(&[(1, spectators), (2, "players"), (3, spectators)]),
            entry(&[(4, "players")]),
            entry(&[(5, spectators)]),
        ];
        let (mut since, mut seen) = (0, vec![]);
        for _ in 0..10 {
            let entries: Vec<_> = log.iter().filter(|(seq, _)| *seq > since).take(1).cloned().collect();
            let (events, next) = cut(&entries, entries.len() == 1, None, since, 1).unwrap();
            assert!(events.len() <= 1);
            seen.extend(events.iter().map(|event| event.seq));
            match next {
                Some(next) => since = next,
                None => break,
            }
        }
        assert_eq!(seen, [1, 3, 5]);
        assert_eq!(cut(&log, false, None, 1, 10).unwrap().0.len(), 2);
        assert_eq!(cut(&log, false, None, 1, 10).unwrap().1, None);
    }
}
