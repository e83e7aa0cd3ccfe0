//! Deletes what people said long ago: chat and phrases in regattas that are over, and reports that were dealt with.

use crate::{
    compete::event::log::EventChange,
    ids::{EventId, PlayerId, RegattaId},
    room::{
        event::{LoggedEvent, RoomEvent},
        view::Summary,
    },
    store::{Store, StoreError, now, writer::statement::Statement},
};
use std::collections::BTreeSet;

/// Entries that are read at a time.
const AT_ONCE: i64 = 200;

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

impl Store {
    /// Deletes the texts of chat and the phrases in regattas that are over, and reports that were dealt with, if they are older
    /// than this many days. Events keep their numbers. Returns how many messages there were.
    pub async fn forget_chats(&self, days: u32) -> Result<usize, StoreError> {
        let before = now() - i64::from(days) * DAY;
        let reports = "DELETE FROM reports WHERE closed IS NOT NULL AND closed < $1";
        self.write(vec![Statement::new(reports).bind(before)]).await?;
        let (mut count, mut after) = (0, 0);
        loop {
            let sql = r#"SELECT e.position, e.regatta, e.last, e.events FROM entries e JOIN regattas r ON r.id = e.regatta
                         WHERE e.position > $1 AND e.at < $2 AND r.stage IN ('over', 'closed')
                         AND (e.events LIKE '%"type":"chat"%' OR e.events LIKE '%"type":"phrase"%') ORDER BY e.position LIMIT $3"#;
            let rows: Vec<(i64, RegattaId, i64, String)> =
                sqlx::query_as(sql).bind(after).bind(before).bind(AT_ONCE).fetch_all(&self.pool).await?;
            let Some((position, ..)) = rows.last() else { return Ok(count) };
            after = *position;
            let mut writes = Vec::new();
            for (_, regatta, last, events) in &rows {
                let Some((text, found)) = without_speech(events) else { continue };
                writes.push(new_events(regatta, *last, text));
                count += found;
            }
            if !writes.is_empty() {
                self.write(writes).await?;
            }
        }
    }
}

impl Store {
    /// Deletes the texts of all chat messages of a player who has deleted their account, also where they only watched, and where
    /// a report has them. Reads the whole log.
    pub async fn forget_words_of(&self, player: &PlayerId) -> Result<(), StoreError> {
        let sql = r#"SELECT regatta, last, events FROM entries WHERE actor = $1 AND events LIKE '%"type":"chat"%'"#;
        let rows: Vec<(RegattaId, i64, String)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        let write = |(regatta, last, events): &(RegattaId, i64, String)| {
            Some(new_events(regatta, *last, without_texts(events)?.0))
        };
        let rooms: BTreeSet<&RegattaId> = rows.iter().map(|(regatta, ..)| regatta).collect();
        let reports = "UPDATE reports SET log = '[]' WHERE regatta = $1";
        let reports = rooms.into_iter().map(|regatta| Statement::new(reports).bind(regatta));
        for some in rows.iter().filter_map(write).chain(reports).collect::<Vec<_>>().chunks(AT_ONCE as usize) {
            self.write(some.to_vec()).await?;
        }
        Ok(())
    }
}

impl Store {
    /// Deletes the titles that a player has given to regattas and events, and the reasons of their corrections. Reads the whole
    /// log.
    pub async fn forget_titles_of(&self, player: &PlayerId) -> Result<(), StoreError> {
        let mark = format!("%\"title_by\":\"{player}\"%");
        let sql = "SELECT regatta, last, events FROM entries WHERE events LIKE $1";
        let logs: Vec<(RegattaId, i64, String)> = sqlx::query_as(sql).bind(mark.clone()).fetch_all(&self.pool).await?;
        let log = |(regatta, last, events): &(RegattaId, i64, String)| {
            Some(new_events(regatta, *last, without_title(events)?))
        };
        let sql = "SELECT id, summary FROM regattas WHERE summary LIKE $1";
        let summaries: Vec<(RegattaId, String)> = sqlx::query_as(sql).bind(mark).fetch_all(&self.pool).await?;
        let summary = |(regatta, text): &(RegattaId, String)| {
            let mut summary: Summary = serde_json::from_str(text).ok()?;
            (summary.settings.title, summary.settings.title_by) = (None, None);
            let sql = "UPDATE regattas SET summary = $1 WHERE id = $2";
            Some(Statement::new(sql).bind(serde_json::to_string(&summary).ok()?).bind(regatta))
        };
        let sql = "SELECT event, seq, what FROM event_entries WHERE actor = $1";
        let changes: Vec<(EventId, i64, String)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        let change = |(event, seq, what): &(EventId, i64, String)| {
            let sql = "UPDATE event_entries SET what = $1 WHERE event = $2 AND seq = $3";
            Some(Statement::new(sql).bind(without_words(what)?).bind(event).bind(*seq))
        };
        let events = Statement::new("UPDATE events SET title = '' WHERE organiser = $1").bind(player);
        let writes = logs.iter().filter_map(log).chain(summaries.iter().filter_map(summary));
        let writes: Vec<Statement> = writes.chain(changes.iter().filter_map(change)).chain([events]).collect();
        for some in writes.chunks(AT_ONCE as usize) {
            self.write(some.to_vec()).await?;
        }
        Ok(())
    }
}

/// The events with which a regatta was opened, without its title; `None` if there is none.
fn without_title(events: &str) -> Option<String> {
    let mut events: Vec<LoggedEvent> = serde_json::from_str(events).ok()?;
    for event in &mut events {
        if let RoomEvent::Created { settings, .. } = &mut event.what {
            (settings.title, settings.title_by) = (None, None);
        }
    }
    serde_json::to_string(&events).ok()
}

/// What an organiser did, without what they wrote; `None` if they wrote nothing.
fn without_words(what: &str) -> Option<String> {
    let mut what: EventChange = serde_json::from_str(what).ok()?;
    match &mut what {
        EventChange::Opened { settings, .. } => settings.title.clear(),
        EventChange::Corrected { reason, .. } => reason.clear(),
        EventChange::CheckedIn { .. }
        | EventChange::CheckedOut { .. }
        | EventChange::RoundStarted { .. }
        | EventChange::Closed { .. } => return None,
    }
    serde_json::to_string(&what).ok()
}

fn new_events(regatta: &RegattaId, last: i64, events: String) -> Statement {
    let sql = "UPDATE entries SET events = $1 WHERE regatta = $2 AND last = $3";
    Statement::new(sql).bind(events).bind(regatta).bind(last)
}

/// The events without the texts of chat, and how many there were; `None` if there were none.
fn without_texts(events: &str) -> Option<(String, usize)> {
    without(events, |event| match event {
        RoomEvent::Chat { text, .. } if !text.is_empty() => {
            text.clear();
            true
        }
        _ => false,
    })
}

/// The events without the texts of chat, and without the phrases.
fn without_speech(events: &str) -> Option<(String, usize)> {
    without(events, |event| match event {
        RoomEvent::Chat { text, .. } if !text.is_empty() => {
            text.clear();
            true
        }
        RoomEvent::Phrase { .. } => {
            *event = RoomEvent::Noted {};
            true
        }
        _ => false,
    })
}

/// The events as `delete` changes them, and how many it has changed; `None` if there were none.
fn without(events: &str, delete: impl Fn(&mut RoomEvent) -> bool) -> Option<(String, usize)> {
    let mut events: Vec<LoggedEvent> = serde_json::from_str(events).ok()?;
    let count = events.iter_mut().map(|event| delete(&mut event.what)).filter(|changed| *changed).count();
    (count > 0).then_some(())?;
    Some((serde_json::to_string(&events).ok()?, count))
}
