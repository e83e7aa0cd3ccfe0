//! The digest: the regattas that wait for a player, as a mail a day and as a calendar of deadlines.

use super::{
    Notify,
    choices::{MessageChoices, MessageKind},
    compose::{self, Notice},
    picture::Signature,
};
use crate::{
    app::App,
    http::extract::{Path, Query},
    ids::PlayerId,
    room::{action::Refusal, view::Summary},
    rooms::{
        lobby::{StageFilter, Wanted},
        registry::Registry,
    },
    store::{OutboxRow, StoreError, now},
};
use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use jiff::Timestamp;
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(calendar))
}

const PURPOSE: &str = "calendar";

/// The most regattas in a digest.
const MOST: usize = 100;

/// An appointment in the calendar ends with the deadline and begins this many milliseconds before.
const APPOINTMENT: i64 = 30 * 60_000;

/// The regattas in which it is the player's turn, those with the nearest deadline first.
async fn waiting(registry: &Registry, player: &PlayerId) -> Result<Vec<Arc<Summary>>, StoreError> {
    let wanted = Wanted { mine: true, ..Wanted::first(Some(StageFilter::Live), MOST) };
    let waits = |summary: &Arc<Summary>| {
        let turn = summary.seats.iter().find(|seat| Some(seat.color) == summary.turn);
        !summary.paused && turn.is_some_and(|seat| seat.player.as_ref() == Some(player) && !seat.away)
    };
    let mut waiting: Vec<Arc<Summary>> = registry.lobby.page(Some(player), &wanted).regattas;
    waiting.retain(waits);
    waiting.sort_by_key(|summary| (summary.deadline.unwrap_or(i64::MAX), summary.created));
    let seated = waiting.iter().flat_map(|summary| &summary.seats).filter_map(|seat| seat.player.clone());
    let authors = waiting.iter().filter_map(|summary| summary.settings.title_by.clone());
    registry.people.names.load(&seated.chain(authors).chain([player.clone()]).collect::<Vec<_>>()).await?;
    let seen = |summary: Arc<Summary>| compose::as_seen_by(player, Summary::clone(&summary), &registry.people);
    Ok(waiting.into_iter().map(|summary| Arc::new(seen(summary))).collect())
}

/// What a digest says, and its calendar; `None` if nothing waits.
pub(super) async fn compose(
    notify: &Notify,
    registry: &Registry,
    player: &PlayerId,
    choices: &MessageChoices,
) -> Result<Option<(Notice, Option<String>)>, StoreError> {
    let waiting = waiting(registry, player).await?;
    if waiting.is_empty() {
        return Ok(None);
    }
    let words = choices.language.words();
    let line = |summary: &Arc<Summary>| {
        let until = summary.deadline.map(|at| format!(" ({})", choices.time(at))).unwrap_or_default();
        format!("{}{until}\n{}", compose::game(summary, player, words), notify.room_url(&summary.id))
    };
    let title = super::words::fill(words.digest, &[("n", &waiting.len().to_string())]);
    let has_deadlines = waiting.iter().any(|summary| summary.deadline.is_some());
    let calendar = has_deadlines.then(|| ics(notify, player, choices, &waiting));
    Ok(Some((Notice { title, lines: waiting.iter().map(line).collect() }, calendar)))
}

/// Puts the digests that are due into the outbox.
pub(super) async fn post_due(registry: &Registry) -> Result<(), StoreError> {
    for (player, choices, due) in registry.store.due_digests(now()).await? {
        let next = super::settings::read(Some(&choices)).and_then(|choices| choices.next_digest(now()));
        let row = OutboxRow {
            id: format!("mail digest {player}"),
            player,
            channel: "mail".to_owned(),
            target: String::new(),
            kind: MessageKind::Digest.as_str().to_owned(),
            regatta: String::new(),
            seq: due,
            at: due,
            due,
            attempts: 0,
        };
        registry.store.post_digest(&row, due, next).await?;
    }
    Ok(())
}

/// The address of a player's calendar. Whoever knows it can read it.
pub(super) fn calendar_url(notify: &Notify, player: &PlayerId) -> String {
    notify.url(&format!("/api/calendar/{player}?key={}", notify.sign(PURPOSE, player)))
}

/// Get your calendar
///
/// Your deadlines as iCalendar, for a calendar program that subscribes to it. `GET /api/me/notifications` has the address.
#[utoipa::path(get, operation_id = "get_calendar", path = "/api/calendar/{player}", tag = "notifications",
    params(("player" = PlayerId, Path), Signature), security(()), responses(
    (status = 200, description = "The calendar", body = String, content_type = "text/calendar"),
    (status = 404, description = "The link is not valid", body = Refusal),
))]
async fn calendar(
    State(app): State<App>,
    Path(player): Path<PlayerId>,
    Query(Signature { key }): Query<Signature>,
) -> Result<Response, Refusal> {
    if !app.notify.is_signed(PURPOSE, &player, &key) || app.store.account(&player).await?.is_none() {
        return Err(Refusal::not_found());
    }
    let choices = super::settings::read(app.store.notify_choices(&player).await?.as_deref()).unwrap_or_default();
    let text = ics(&app.notify, &player, &choices, &waiting(&app.registry, &player).await?);
    Ok(([(header::CONTENT_TYPE, "text/calendar; charset=utf-8")], text).into_response())
}

/// The deadlines as iCalendar (RFC 5545).
fn ics(notify: &Notify, player: &PlayerId, choices: &MessageChoices, waiting: &[Arc<Summary>]) -> String {
    let words = choices.language.words();
    let mut lines = vec!["BEGIN:VCALENDAR".to_owned(), "VERSION:2.0".to_owned(), "PRODID:-//Powerboats//EN".to_owned()];
    for summary in waiting {
        let Some(deadline) = summary.deadline else { continue };
        let title = super::words::fill(words.turn, &[("game", &compose::game(summary, player, words))]);
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}-{}@powerboats", summary.id, summary.turn_began.unwrap_or_default()),
            format!("DTSTAMP:{}", utc(now())),
            format!("DTSTART:{}", utc(deadline - APPOINTMENT)),
            format!("DTEND:{}", utc(deadline)),
            format!("SUMMARY:{}", escaped(&title)),
            format!("URL:{}", notify.room_url(&summary.id)),
            "END:VEVENT".to_owned(),
        ]);
    }
    lines.push("END:VCALENDAR".to_owned());
    lines.iter().map(|line| folded(line)).collect()
}

fn utc(at: i64) -> String {
    let at = Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH);
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// A text as a value: no character of it can begin another line or property.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A line with its end, in parts of at most 75 bytes.
fn folded(line: &str) -> String {
    let (mut folded, mut length) = (String::with_capacity(line.len() + 2), 0);
    for c in line.chars() {
        if length + c.len_utf8() > 74 {
            folded += "\r\n ";
            length = 1;
        }
        folded.push(c);
        length += c.len_utf8();
    }
    folded + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_title_can_break_the_calendar() {
        assert_eq!(escaped("a;b,c\\d\r\nEND:VEVENT"), "a\\;b\\,c\\\\d  END:VEVENT");
        let long = format!("SUMMARY:{}", "賽".repeat(60));
        let text = folded(&long);
        assert!(text.ends_with("\r\n") && text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        assert_eq!(text.replace("\r\n ", "").trim_end(), long, "nothing is lost");
        assert_eq!(utc(1_767_225_600_000), "20260101T000000Z");
    }
}
