//! Errors as the browser bindings throw them: a code and values, which the page translates.

use crate::{BadSession, Code, Fault, fair::Unfair, game::refused};
use powerboats_rules::{
    BadDeal, BadRegatta, BadSeats, Color, IllegalAction, Misread, Phase, Reason, RecordError, RecordFault, TextFault,
};
use serde::{Serialize, Serializer};

/// An error as the bindings throw it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Thrown {
    /// The text to show, for the page.
    code: String,
    /// The error in English.
    message: String,
    /// The values for the translated text, by name.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, ThrownValue>))]
    values: Values,
}

/// A text or a number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
enum ThrownValue {
    Text(String),
    Number(u64),
}

/// A short list, because a map for so few values would only be more code for the browser.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Values(Vec<(&'static str, ThrownValue)>);

impl Values {
    fn new() -> Values {
        Values(Vec::new())
    }

    fn of<const COUNT: usize>(values: [(&'static str, ThrownValue); COUNT]) -> Values {
        Values(values.into())
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

fn text_of(text: impl std::fmt::Display) -> ThrownValue {
    ThrownValue::Text(text.to_string())
}

fn number_of(number: impl TryInto<u64>) -> ThrownValue {
    ThrownValue::Number(number.try_into().unwrap_or(u64::MAX))
}

impl Thrown {
    /// As one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }
}

impl From<Fault> for Thrown {
    fn from(Fault { code, message }: Fault) -> Thrown {
        Thrown { code: code.name().to_owned(), message, values: Values::new() }
    }
}

impl From<IllegalAction> for Thrown {
    fn from(illegal: IllegalAction) -> Thrown {
        let (_, values) = illegal_action(&illegal);
        Thrown { values, ..refused(illegal).into() }
    }
}

impl From<RecordFault> for Thrown {
    fn from(fault: RecordFault) -> Thrown {
        match fault {
            RecordFault::Refused(illegal) => illegal.into(),
            other => Fault::new(Code::BadValue, other).into(),
        }
    }
}

impl From<BadSession> for Thrown {
    fn from(bad: BadSession) -> Thrown {
        match bad {
            BadSession::Roll(illegal) => illegal.into(),
            other => Fault::new(Code::BadValue, other).into(),
        }
    }
}

impl From<RecordError> for Thrown {
    fn from(error: RecordError) -> Thrown {
        let (code, mut values) = match &error.fault {
            TextFault::First => ("first", Values::new()),
            TextFault::Missing(word) => ("missing", Values::of([("word", text_of(word))])),
            TextFault::Misread(misread) => parse_error(misread),
            TextFault::Fault(fault) => record_fault(fault),
        };
        values.0.push(("line", number_of(error.line)));
        Thrown { code: format!("record.{code}"), message: Fault::new(Code::BadValue, &error).message, values }
    }
}

fn parse_error(Misread { column, reason }: &Misread) -> (&'static str, Values) {
    let (code, text) = match reason {
        Reason::Expected(_) => ("unread", ""),
        Reason::Hex(none) => ("hex", none.0.as_str()),
        Reason::Heading(none) => ("heading", none.0.as_str()),
        Reason::Hand(none) => ("hand", none.0.as_str()),
        Reason::Color(none) => ("color", none.0.as_str()),
        Reason::Leg(none) => ("leg", none.0.as_str()),
        Reason::Sides(none) => ("sides", none.0.as_str()),
        Reason::Scoring(none) => ("scoring", none.0.as_str()),
        Reason::Lake(_) | Reason::Layout(_) => ("lake", ""),
    };
    (code, Values::of([("column", number_of(*column)), ("text", text_of(text))]))
}

fn record_fault(fault: &RecordFault) -> (&'static str, Values) {
    match fault {
        RecordFault::Seats(BadSeats::Twice(color)) => ("twice", Values::of([("color", text_of(color))])),
        RecordFault::Seats(BadSeats::Number(n)) => ("players", Values::of([("n", number_of(*n))])),
        RecordFault::Regatta(BadRegatta::ClassicForTwo) => ("two", Values::new()),
        RecordFault::Regatta(BadRegatta::Races(n)) => ("races", Values::of([("n", number_of(*n))])),
        RecordFault::Regatta(BadRegatta::Start(_)) => ("start", Values::new()),
        RecordFault::Side(tile, ..) => ("side", Values::of([("tile", number_of(*tile))])),
        RecordFault::Course(_) => ("course", Values::new()),
        RecordFault::Deal(BadDeal::NotNow) => ("deal.now", Values::new()),
        RecordFault::Deal(BadDeal::OtherLake | BadDeal::OffSpots(_)) => ("deal.spots", Values::new()),
        RecordFault::Deal(BadDeal::Unplayable) => ("deal.stands", Values::new()),
        RecordFault::Refused(illegal) => illegal_action(illegal),
        RecordFault::NotTheirTurn(now, not) => ("turn", Values::of([("now", text_of(now)), ("not", text_of(not))])),
        RecordFault::OtherRace(now, not) => ("race", Values::of([("now", text_of(now)), ("not", text_of(not))])),
        RecordFault::Over => ("over", Values::new()),
        RecordFault::NoRace => ("norace", Values::new()),
        RecordFault::Differs(entry) => ("differs", Values::of([("text", text_of(entry))])),
    }
}

fn illegal_action(illegal: &IllegalAction) -> (&'static str, Values) {
    match illegal {
        IllegalAction::NotNow(Phase::Over) => ("raceover", Values::new()),
        IllegalAction::NotNow(phase) => ("now", Values::of([("color", text_of(phase.turn().map_or("", Color::name)))])),
        IllegalAction::NoPlace(at) => ("place", Values::of([("at", text_of(at))])),
        IllegalAction::Taken(at) => ("taken", Values::of([("at", text_of(at))])),
        IllegalAction::Dice { hand, choice } => (
            "dice",
            Values::of([("hand", text_of(hand)), ("hold", text_of(choice.hold)), ("n", number_of(choice.count))]),
        ),
        IllegalAction::Roll { expected, found } => {
            ("roll", Values::of([("expected", number_of(*expected)), ("n", number_of(*found))]))
        }
        IllegalAction::Steer { run, longest, .. } => {
            ("steer", Values::of([("run", number_of(*run)), ("longest", number_of(*longest))]))
        }
    }
}

impl From<Unfair> for Thrown {
    fn from(unfair: Unfair) -> Thrown {
        let (code, values) = match &unfair {
            Unfair::Missing(word) => ("missing", Values::of([("word", text_of(word))])),
            Unfair::Twice(word) => ("twice", Values::of([("word", text_of(word))])),
            Unfair::NoSecret => ("nosecret", Values::new()),
            Unfair::OtherSecret { .. } => ("othersecret", Values::new()),
            Unfair::BadSalt(text) => ("salt", Values::of([("text", text_of(text))])),
            Unfair::BadSeal(text) => ("seal", Values::of([("text", text_of(text))])),
            Unfair::OtherSalt(color) => ("othersalt", Values::of([("color", text_of(color))])),
            Unfair::BadRedrawn(text) => ("redrawn", Values::of([("text", text_of(text))])),
            Unfair::Lake(..) => ("lake", Values::new()),
            Unfair::Course(race) => ("course", Values::of([("letter", text_of(race))])),
            Unfair::Start => ("start", Values::new()),
            Unfair::Roll { race, number, color, fair, found } => (
                "roll",
                Values::of([
                    ("letter", text_of(race)),
                    ("number", number_of(*number)),
                    ("color", text_of(color)),
                    ("fair", text_of(fair)),
                    ("found", text_of(found)),
                ]),
            ),
        };
        Thrown { code: format!("unfair.{code}"), message: Fault::new(Code::BadValue, &unfair).message, values }
    }
}
