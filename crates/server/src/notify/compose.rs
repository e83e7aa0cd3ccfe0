//! What a message says: who just did what, and what the player can do now.

use crate::{
    ids::PlayerId,
    notify::{
        choices::{MessageChoices, MessageKind},
        words::{Words, fill},
    },
    people::{People, boat_name},
    room::{
        Room,
        settings::OccasionKind,
        view::{SeatView, Summary},
    },
};
use powerboats_rules::{Color, Entry, Rolled, TurnEntry};

/// The most things that others did in one message.
const MOST_DEEDS: usize = 6;

/// A message in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Notice {
    pub title: String,
    /// Sentences.
    pub lines: Vec<String>,
}

/// The people and pilots of a room, in words of one player.
struct Cast<'a> {
    summary: Summary,
    player: &'a PlayerId,
    words: &'static Words,
}

impl Cast<'_> {
    fn name(&self, color: Color) -> &str {
        let seat = self.summary.seats.iter().find(|seat| seat.color == color);
        seat.map_or(self.words.somebody, |seat| name_of(seat, self.words))
    }

    fn host(&self, people: &People) -> String {
        let host = &self.summary.host;
        if people.protects_player(self.player) {
            return boat_name(host);
        }
        let name = people.names.get(host);
        if name.is_empty() { self.words.somebody.to_owned() } else { name.to_string() }
    }
}

fn name_of<'a>(seat: &'a SeatView, words: &Words) -> &'a str {
    if seat.name.is_empty() { words.somebody } else { &seat.name }
}

/// Who else is in a regatta.
fn others(summary: &Summary, player: &PlayerId, words: &Words) -> String {
    let others = summary.seats.iter().filter(|seat| seat.player.as_ref() != Some(player));
    others.map(|seat| name_of(seat, words)).collect::<Vec<_>>().join(words.comma)
}

/// What a regatta is called: its title, or else who else is in it.
pub(super) fn game(summary: &Summary, player: &PlayerId, words: &Words) -> String {
    let others = others(summary, player, words);
    let title = summary.settings.title.clone();
    title.unwrap_or(if others.is_empty() { "Powerboats".to_owned() } else { others })
}

/// A regatta as a player may see it: to protected players, others are boats, and titles are left out. Everybody has the name of
/// today, because somebody may have become protected since the last event of the regatta. The names must be loaded.
pub(super) fn as_seen_by(player: &PlayerId, mut summary: Summary, people: &People) -> Summary {
    for seat in &mut summary.seats {
        if let Some(other) = &seat.player {
            seat.name = people.names.get(other).to_string();
        }
    }
    summary.settings.hide_title(&people.names);
    if people.protects_player(player) {
        summary.settings.title = None;
        for seat in &mut summary.seats {
            if let Some(other) = seat.player.as_ref().filter(|other| *other != player) {
                seat.name = boat_name(other);
            }
        }
    }
    summary
}

/// A message for a player about a room. The names of the player and of everybody in the room must be loaded.
pub(super) fn compose(
    room: &Room,
    people: &People,
    player: &PlayerId,
    kind: MessageKind,
    choices: &MessageChoices,
    now: i64,
) -> Notice {
    let words = choices.language.words();
    let cast = Cast { summary: as_seen_by(player, Summary::new(room, &people.names), people), player, words };
    let game = game(&cast.summary, player, words);
    let deadline = cast.summary.deadline;
    let until = || deadline.map(|until| fill(words.until, &[("time", &choices.time(until))]));
    let title = |text: &str| fill(text, &[("game", &game)]);
    let opponents = || fill(words.opponents, &[("names", &others(&cast.summary, player, words))]);
    match kind {
        MessageKind::Turn => {
            Notice { title: title(words.turn), lines: deeds(room, &cast).into_iter().chain(until()).collect() }
        }
        MessageKind::Reminder => {
            let left = span(deadline.unwrap_or(now) - now);
            let title = fill(words.reminder, &[("left", &left), ("game", &game)]);
            Notice { title, lines: deeds(room, &cast).into_iter().chain(until()).collect() }
        }
        MessageKind::Challenge => {
            let title = fill(words.challenge, &[("who", &cast.host(people))]);
            Notice { title, lines: vec![fill(words.seat_reserved, &[("game", &game)])] }
        }
        MessageKind::Table => {
            let is_season = room.occasion.as_ref().is_some_and(|occasion| occasion.kind == OccasionKind::Season);
            let text = if is_season { words.season_game } else { words.event_game };
            Notice { title: title(text), lines: vec![opponents()] }
        }
        MessageKind::Over | MessageKind::Digest => Notice { title: title(words.over), lines: result(&cast) },
    }
}

/// How much time is left, in hours or minutes, which all languages abbreviate like this.
fn span(milliseconds: i64) -> String {
    let minutes = (milliseconds.max(0) + 30_000) / 60_000;
    if minutes >= 120 { format!("{}\u{a0}h", minutes / 60) } else { format!("{minutes}\u{a0}min") }
}

/// What the others have done since the player's last turn, oldest first.
fn deeds(room: &Room, cast: &Cast) -> Vec<String> {
    let Some(table) = room.table() else { return Vec::new() };
    let own = room.seat_of(cast.player);
    let mut deeds = Vec::new();
    let mut race = table.race().map(powerboats_rules::Race::number);
    for entry in table.book().record().log.iter().rev() {
        let who = |color: Color| [("who", cast.name(color).to_owned())];
        let say = |text: &str, color: Color, more: &[(&str, String)]| {
            let values: Vec<(&str, String)> = who(color).into_iter().chain(more.iter().cloned()).collect();
            let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            Some(fill(text, &values))
        };
        let words = cast.words;
        let deed = match entry {
            Entry::Place(color, _) | Entry::Turn(TurnEntry { color, .. }) if Some(*color) == own => break,
            Entry::Place(color, berth) => say(words.placed, *color, &[("at", berth.0.to_string())]),
            Entry::Turn(turn) if turn.sunk => say(words.sank, turn.color, &[]),
            Entry::Turn(turn) if turn.finished => say(words.finished, turn.color, &[]),
            Entry::Turn(turn) if turn.damage > 0 => say(words.crashed, turn.color, &[("at", turn.end.to_string())]),
            Entry::Turn(turn) => {
                say(words.ran, turn.color, &[("at", turn.end.to_string()), ("n", speed(turn).to_string())])
            }
            Entry::Resign(color) => say(words.resigned, *color, &[]),
            Entry::Race(..) => race.take().map(|number| fill(words.race, &[("n", &number.to_string())])),
            Entry::Retire(_) | Entry::EndRace(..) | Entry::End(_) => None,
        };
        deeds.extend(deed);
        if deeds.len() == MOST_DEEDS {
            break;
        }
    }
    deeds.reverse();
    deeds
}

/// The total of the dice of a turn.
fn speed(turn: &TurnEntry) -> u32 {
    let rolled = match turn.dice.rolled {
        Rolled::Shows(rolled) => u32::from(rolled.total()),
        Rolled::Unknown(_) => 0,
    };
    u32::from(turn.dice.hold.total()) + rolled
}

/// The result of a regatta that is over: who won, and everybody's points.
fn result(cast: &Cast) -> Vec<String> {
    let Some(result) = &cast.summary.result else { return vec![cast.words.no_result.to_owned()] };
    let own = cast.summary.seats.iter().find(|seat| seat.player.as_ref() == Some(cast.player)).map(|seat| seat.color);
    let mut lines = Vec::new();
    for winner in result.ranking.first().into_iter().flatten() {
        lines.push(match Some(*winner) == own {
            true => cast.words.you_won.to_owned(),
            false => fill(cast.words.won, &[("who", cast.name(*winner))]),
        });
    }
    lines.extend(
        result
            .points
            .iter()
            .map(|(color, points)| fill(cast.words.points, &[("who", cast.name(*color)), ("n", &points.to_string())])),
    );
    lines
}
