//! What a player wants to be told, and when.

use crate::notify::words::Language;
use jiff::{SignedDuration, Timestamp, civil::Time, tz::TimeZone};
use serde::{Deserialize, Serialize};

/// A kind of message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    /// It is the player's turn.
    Turn,
    /// The player's time runs out.
    Reminder,
    /// Somebody has reserved a seat for the player: a challenge, an invitation or a rematch.
    Challenge,
    /// The server has opened a regatta for the player: of a season or of an event.
    Table,
    /// A regatta of the player is over.
    Over,
    /// The list of the regattas that wait for the player.
    Digest,
}

impl MessageKind {
    const ALL: [MessageKind; 6] = [
        MessageKind::Turn,
        MessageKind::Reminder,
        MessageKind::Challenge,
        MessageKind::Table,
        MessageKind::Over,
        MessageKind::Digest,
    ];

    /// The name used in JSON and in the store.
    pub fn as_str(self) -> &'static str {
        ["turn", "reminder", "challenge", "table", "over", "digest"][self as usize]
    }

    /// Reads the name used in the store.
    pub fn read(text: &str) -> Option<MessageKind> {
        MessageKind::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// The ways in which a message reaches a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum MessageChannel {
    Push,
    Mail,
}

impl MessageChannel {
    /// The name used in JSON and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            MessageChannel::Push => "push",
            MessageChannel::Mail => "mail",
        }
    }

    /// Reads the name used in the store.
    pub fn read(text: &str) -> Option<MessageChannel> {
        [MessageChannel::Push, MessageChannel::Mail].into_iter().find(|channel| channel.as_str() == text)
    }
}

/// Which kinds of messages are sent over a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessageSwitches {
    /// It is your turn.
    pub turn: bool,
    /// Your time runs out.
    pub reminder: bool,
    /// Somebody challenges or invites you.
    pub challenge: bool,
    /// A regatta of a season or of an event is open for you.
    pub table: bool,
    /// A regatta of yours is over.
    pub over: bool,
}

impl MessageSwitches {
    /// All kinds of messages.
    pub const ALL: MessageSwitches =
        MessageSwitches { turn: true, reminder: true, challenge: true, table: true, over: true };
    /// No messages.
    pub const NONE: MessageSwitches =
        MessageSwitches { turn: false, reminder: false, challenge: false, table: false, over: false };

    fn wants(self, kind: MessageKind) -> bool {
        match kind {
            MessageKind::Turn => self.turn,
            MessageKind::Reminder => self.reminder,
            MessageKind::Challenge => self.challenge,
            MessageKind::Table => self.table,
            MessageKind::Over => self.over,
            MessageKind::Digest => true, // it has a choice of its own
        }
    }
}

/// A part of the day, in minutes since midnight. If it begins later than it ends, it goes past midnight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    /// The first minute, 0 to 1439.
    #[schema(maximum = 1439)]
    pub from: u16,
    /// The minute after the last one, 0 to 1439.
    #[schema(maximum = 1439)]
    pub until: u16,
}

/// What a player wants to be told, and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessageChoices {
    /// The language of the messages.
    pub language: Language,
    /// The player's time zone, by its IANA name: `Europe/Berlin`.
    pub zone: String,
    /// When no message is sent: it waits until the end. Null: never.
    pub quiet: Option<QuietHours>,
    /// Messages that the browsers show.
    pub push: MessageSwitches,
    #[allow(missing_docs)]
    pub mail: MessageSwitches,
    /// The hour of the day, 0 to 23, at which a mail lists what waits; null: no such mail.
    #[schema(maximum = 23)]
    pub digest: Option<u8>,
}

impl Default for MessageChoices {
    fn default() -> MessageChoices {
        MessageChoices {
            language: Language::English,
            zone: "UTC".to_owned(),
            quiet: None,
            push: MessageSwitches::ALL,
            mail: MessageSwitches { over: false, ..MessageSwitches::ALL },
            digest: None,
        }
    }
}

/// What is wrong with choices.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadChoices {
    #[allow(missing_docs)]
    #[error("unknown time zone {0:?}: expected a name like Europe/Berlin")]
    Zone(String),
    #[allow(missing_docs)]
    #[error("invalid quiet hours: expected minutes from 0 to 1439")]
    Quiet,
    #[allow(missing_docs)]
    #[error("invalid hour {0}: expected 0 to 23")]
    Hour(u8),
}

/// Who is told something after quiet hours needs this much time for it, in milliseconds.
const LEAST_TIME: i64 = 10 * 60_000;

/// What can't wait until the end of quiet hours is told this long before they begin, in milliseconds.
const BEFORE_QUIET: i64 = 60_000;

fn moment(at: i64) -> Timestamp {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH)
}

impl MessageChoices {
    /// What is wrong, if anything.
    pub fn check(&self) -> Result<(), BadChoices> {
        if self.zone.len() > 64 || TimeZone::get(&self.zone).is_err() {
            return Err(BadChoices::Zone(self.zone.chars().take(64).collect()));
        }
        if self.quiet.is_some_and(|quiet| quiet.from >= 1440 || quiet.until >= 1440) {
            return Err(BadChoices::Quiet);
        }
        match self.digest {
            Some(hour) if hour > 23 => Err(BadChoices::Hour(hour)),
            _ => Ok(()),
        }
    }

    /// Whether the player wants messages of this kind over this channel.
    pub fn wants(&self, kind: MessageKind, channel: MessageChannel) -> bool {
        match channel {
            MessageChannel::Push => self.push.wants(kind),
            MessageChannel::Mail => self.mail.wants(kind),
        }
    }

    pub(super) fn time_zone(&self) -> TimeZone {
        TimeZone::get(&self.zone).unwrap_or(TimeZone::UTC)
    }

    /// If this moment is in the quiet hours: when they end.
    pub fn quiet_until(&self, now: i64) -> Option<i64> {
        let QuietHours { from, until } = self.quiet.filter(|quiet| quiet.from != quiet.until)?;
        let local = moment(now).to_zoned(self.time_zone());
        let minute = local.hour() as u16 * 60 + local.minute() as u16;
        let is_quiet = match from < until {
            true => (from..until).contains(&minute),
            false => minute >= from || minute < until,
        };
        is_quiet.then(|| self.next(until, now))
    }

    /// When to tell something that should be told at `due` and is useless after `until`: before quiet hours that leave too little
    /// time after them.
    pub(super) fn in_time(&self, due: i64, until: i64) -> i64 {
        match (self.quiet, self.quiet_until(due)) {
            (Some(quiet), Some(end)) if until - end < LEAST_TIME => self.last(quiet.from, due) - BEFORE_QUIET,
            _ => due,
        }
    }

    /// The last time up to `now` at which clocks in the player's zone showed this minute of the day.
    fn last(&self, minute: u16, now: i64) -> i64 {
        const DAY: i64 = 24 * 3_600_000;
        // Days have 23 to 25 hours.
        let first = self.next(minute, now - DAY - 2 * 3_600_000);
        if first > now {
            return now;
        }
        let second = self.next(minute, first);
        if second <= now { second } else { first }
    }

    /// When the next digest is due, if the player wants one.
    pub fn next_digest(&self, now: i64) -> Option<i64> {
        self.digest.map(|hour| self.next(u16::from(hour.min(23)) * 60, now))
    }

    /// The next time after `now` at which clocks in the player's zone show this minute of the day. If they skip it, the
    /// moment at which they have.
    fn next(&self, minute: u16, now: i64) -> i64 {
        let zone = self.time_zone();
        let time = Time::constant((minute / 60) as i8, (minute % 60) as i8, 0, 0);
        let today = moment(now).to_zoned(zone.clone()).date();
        for days in 0..3 {
            let day = today.saturating_add(SignedDuration::from_hours(24 * days));
            if let Ok(then) = day.to_datetime(time).to_zoned(zone.clone())
                && then.timestamp().as_millisecond() > now
            {
                return then.timestamp().as_millisecond();
            }
        }
        now + 24 * 3_600_000 // clocks never skip three days
    }

    /// A moment as the player writes it.
    pub(super) fn time(&self, at: i64) -> String {
        let local = moment(at).to_zoned(self.time_zone());
        let (day, clock) = (local.date(), local.strftime("%H:%M"));
        match self.language {
            Language::English => format!("{}, {clock}", local.strftime("%A %-d %B")),
            Language::German | Language::French => format!("{}, {clock}", local.strftime("%d.%m.")),
            Language::Chinese => format!("{} 月 {} 日 {clock}", day.month(), day.day()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(zone: &str, from: u16, until: u16) -> MessageChoices {
        MessageChoices { zone: zone.to_owned(), quiet: Some(QuietHours { from, until }), ..MessageChoices::default() }
    }

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    #[test]
    fn quiet_hours_are_those_of_the_players_clock() {
        let night = choices("Europe/Berlin", 22 * 60, 7 * 60);
        assert_eq!(night.quiet_until(at("2026-01-10T20:59:00Z")), None);
        assert_eq!(night.quiet_until(at("2026-01-10T21:00:00Z")), Some(at("2026-01-11T06:00:00Z")));
        assert_eq!(night.quiet_until(at("2026-01-11T05:59:00Z")), Some(at("2026-01-11T06:00:00Z")));
        assert_eq!(night.quiet_until(at("2026-01-11T06:00:00Z")), None);
        assert_eq!(night.quiet_until(at("2026-07-10T20:00:00Z")), Some(at("2026-07-11T05:00:00Z")), "in summer");
        assert_eq!(choices("Asia/Taipei", 60, 60).quiet_until(at("2026-01-10T17:00:00Z")), None, "none at all");
    }

    /// Law: quiet hours end later than now, within a day and an hour, and are over then; on every day of the year, also when
    /// the clocks change.
    #[test]
    fn quiet_hours_end() {
        for zone in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"] {
            for (from, until) in [(22 * 60, 7 * 60), (0, 150), (120, 180), (23 * 60 + 59, 0), (0, 1439), (150, 120)] {
                let choices = choices(zone, from, until);
                let mut now = at("2026-01-01T00:00:00Z");
                while now < at("2027-01-01T00:00:00Z") {
                    if let Some(end) = choices.quiet_until(now) {
                        assert!(end > now && end - now <= 25 * 3_600_000, "{zone} {from} {until} {now} {end}");
                        assert!(
                            choices.quiet_until(end).is_none_or(|later| later > end),
                            "{zone} {from} {until} {now}"
                        );
                    }
                    now += 47 * 60_000;
                }
            }
        }
    }

    #[test]
    fn what_can_not_wait_is_told_before_quiet_hours() {
        let night = choices("Europe/Berlin", 22 * 60, 7 * 60);
        let in_time = |due: &str, until: &str| night.in_time(at(due), at(until));
        let before = at("2026-01-10T20:59:00Z");
        assert_eq!(in_time("2026-01-11T02:00:00Z", "2026-01-11T05:00:00Z"), before);
        assert_eq!(in_time("2026-01-10T21:00:00Z", "2026-01-11T05:00:00Z"), before);
        assert_eq!(in_time("2026-01-11T02:00:00Z", "2026-01-11T06:05:00Z"), before, "too little time after them");
        assert_eq!(in_time("2026-01-11T02:00:00Z", "2026-01-11T08:00:00Z"), at("2026-01-11T02:00:00Z"));
        assert_eq!(in_time("2026-01-10T19:00:00Z", "2026-01-10T22:00:00Z"), at("2026-01-10T19:00:00Z"));
        for zone in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"] {
            let night = choices(zone, 120, 600);
            for hours in 0..24 * 365 {
                let due = at("2026-01-01T00:00:00Z") + hours * 3_600_000;
                let told = night.in_time(due, due + 1);
                let is_right = told == due || (told < due && due - told < 26 * 3_600_000);
                assert!(is_right && night.quiet_until(told).is_none(), "{zone} {due} {told}");
            }
        }
    }

    #[test]
    fn a_digest_comes_once_a_day() {
        let choices =
            MessageChoices { digest: Some(8), zone: "America/New_York".to_owned(), ..MessageChoices::default() };
        let mut due = at("2026-01-01T00:00:00Z");
        for _ in 0..365 {
            let next = choices.next_digest(due).unwrap();
            assert!((23 * 3_600_000..=25 * 3_600_000).contains(&(next - due)) || due == at("2026-01-01T00:00:00Z"));
            due = next;
        }
        assert_eq!(MessageChoices::default().next_digest(0), None);
    }

    #[test]
    fn bad_choices_are_refused() {
        assert_eq!(MessageChoices::default().check(), Ok(()));
        for zone in ["Berlin", "", "../../etc/passwd", "Europe/Berlin\n", &"x".repeat(100)] {
            let choices = MessageChoices { zone: zone.to_owned(), ..MessageChoices::default() };
            assert!(matches!(choices.check(), Err(BadChoices::Zone(_))), "{zone}");
        }
        assert_eq!(choices("UTC", 1440, 0).check(), Err(BadChoices::Quiet));
        assert_eq!(MessageChoices { digest: Some(24), ..MessageChoices::default() }.check(), Err(BadChoices::Hour(24)));
        for kind in MessageKind::ALL {
            assert_eq!(MessageKind::read(kind.as_str()), Some(kind));
        }
    }
}
