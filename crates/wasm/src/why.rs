//! Errors as a code and values, which the page translates.

use powerboats_referee::fair::Unfair;
use powerboats_rules::{
    BadDeal, BadRegatta, BadSeats, IllegalAction, Misread, Phase, Reason, RecordError, RecordFault, TextFault,
};
use serde_json::{Value, json};

/// An error that the page can translate.
pub trait Why {
    /// The code, and the values for the translated text.
    fn why(&self) -> (String, Value);
}

impl Why for RecordError {
    fn why(&self) -> (String, Value) {
        let (code, mut values) = match &self.fault {
            TextFault::First => ("first", json!({})),
            TextFault::Missing(word) => ("missing", json!({ "word": word })),
            TextFault::Misread(misread) => parse_error(misread),
            TextFault::Fault(fault) => record_fault(fault),
        };
        values["line"] = self.line.into();
        (format!("record.{code}"), values)
    }
}

fn parse_error(Misread { column, reason }: &Misread) -> (&'static str, Value) {
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
    (code, json!({ "column": column, "text": text }))
}

fn record_fault(fault: &RecordFault) -> (&'static str, Value) {
    match fault {
        RecordFault::Seats(BadSeats::Twice(color)) => ("twice", json!({ "color": color })),
        RecordFault::Seats(BadSeats::Number(n)) => ("players", json!({ "n": n })),
        RecordFault::Regatta(BadRegatta::ClassicForTwo) => ("two", json!({})),
        RecordFault::Regatta(BadRegatta::Races(n)) => ("races", json!({ "n": n })),
        RecordFault::Regatta(BadRegatta::Start(_)) => ("start", json!({})),
        RecordFault::Side(tile, ..) => ("side", json!({ "tile": tile })),
        RecordFault::Course(_) => ("course", json!({})),
        RecordFault::Deal(BadDeal::NotNow) => ("deal.now", json!({})),
        RecordFault::Deal(BadDeal::OtherLake | BadDeal::OffSpots(_)) => ("deal.spots", json!({})),
        RecordFault::Deal(BadDeal::Unplayable) => ("deal.stands", json!({})),
        RecordFault::Refused(illegal) => illegal_action(illegal),
        RecordFault::NotTheirTurn(now, not) => ("turn", json!({ "now": now, "not": not })),
        RecordFault::OtherRace(now, not) => ("race", json!({ "now": now.to_string(), "not": not.to_string() })),
        RecordFault::Over => ("over", json!({})),
        RecordFault::NoRace => ("norace", json!({})),
        RecordFault::Differs(entry) => ("differs", json!({ "text": entry.to_string() })),
    }
}

fn illegal_action(illegal: &IllegalAction) -> (&'static str, Value) {
    match illegal {
        IllegalAction::NotNow(Phase::Over) => ("raceover", json!({})),
        IllegalAction::NotNow(phase) => ("now", json!({ "color": phase.turn() })),
        IllegalAction::NoPlace(at) => ("place", json!({ "at": at.to_string() })),
        IllegalAction::Taken(at) => ("taken", json!({ "at": at.to_string() })),
        IllegalAction::Dice { hand, choice } => {
            ("dice", json!({ "hand": hand.to_string(), "hold": choice.hold.to_string(), "n": choice.count }))
        }
        IllegalAction::Roll { expected, found } => ("roll", json!({ "expected": expected, "n": found })),
        IllegalAction::Steer { run, longest, .. } => ("steer", json!({ "run": run, "longest": longest })),
    }
}

impl Why for Unfair {
    fn why(&self) -> (String, Value) {
        let (code, values) = match self {
            Unfair::Missing(word) => ("missing", json!({ "word": word })),
            Unfair::Twice(word) => ("twice", json!({ "word": word })),
            Unfair::NoSecret => ("nosecret", json!({})),
            Unfair::OtherSecret { .. } => ("othersecret", json!({})),
            Unfair::BadSalt(text) => ("salt", json!({ "text": text })),
            Unfair::BadSeal(text) => ("seal", json!({ "text": text })),
            Unfair::OtherSalt(color) => ("othersalt", json!({ "color": color })),
            Unfair::BadRedrawn(text) => ("redrawn", json!({ "text": text })),
            Unfair::Lake(..) => ("lake", json!({})),
            Unfair::Course(race) => ("course", json!({ "letter": race.to_string() })),
            Unfair::Start => ("start", json!({})),
            Unfair::Roll { race, number, color, fair, found } => (
                "roll",
                json!({ "letter": race.to_string(), "number": number, "color": color,
                        "fair": fair.to_string(), "found": found.to_string() }),
            ),
        };
        (format!("unfair.{code}"), values)
    }
}
