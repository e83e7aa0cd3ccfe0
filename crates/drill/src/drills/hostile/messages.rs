//! The messages that a hostile client sends, valid and invalid.

use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;

/// Data to send over an open WebSocket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostileMessage {
    /// A frame with this opcode and payload.
    Frame(u8, Vec<u8>),
    /// Bytes that are not a frame.
    Bytes(Vec<u8>),
}

/// Actions that are valid at the right time and in the right seat.
const ACTIONS: &[&str] = &[
    r#"{"type":"join"}"#,
    r#"{"type":"join","color":"red","salt":"0123456789abcdef"}"#,
    r#"{"type":"join","seal":"9f9f5111f7b27a781f1f1ddde5ebc2dd2b796bfc7365c9c28b548e564176929f"}"#,
    r#"{"type":"ready","ready":true,"seal":"9f9f5111f7b27a781f1f1ddde5ebc2dd2b796bfc7365c9c28b548e564176929f"}"#,
    r#"{"type":"reveal","salt":"0123456789abcdef"}"#,
    r#"{"type":"leave"}"#,
    r#"{"type":"recolor","color":"white"}"#,
    r#"{"type":"ready","ready":true}"#,
    r#"{"type":"ready","ready":false}"#,
    r#"{"type":"seat-pilot","pilot":"rookie"}"#,
    r#"{"type":"unseat","color":"orange"}"#,
    r#"{"type":"start"}"#,
    r#"{"type":"close"}"#,
    r#"{"type":"place","at":"m13","heading":"NE"}"#,
    r#"{"type":"dice","hold":[],"count":1}"#,
    r#"{"type":"dice","hold":[],"count":0}"#,
    r#"{"type":"dice","hold":[3,3,2,1],"count":5}"#,
    r#"{"type":"steer","to":"straight"}"#,
    r#"{"type":"steer","to":"left"}"#,
    r#"{"type":"plan","plan":{"first":{"type":"dice","hold":[],"count":1},"steer":["left","right"]}}"#,
    r#"{"type":"plan","plan":null}"#,
    r#"{"type":"auto-steer","on":true}"#,
    r#"{"type":"back"}"#,
    r#"{"type":"chat","text":"hello"}"#,
    r#"{"type":"phrase","phrase":"hello"}"#,
    r#"{"type":"mute","player":"abcdefghijkmnpqr","muted":true}"#,
    r#"{"type":"rematch"}"#,
];

/// JSON values of all types, most of them wrong in any field.
const VALUES: &[&str] = &[
    "null",
    "true",
    "0",
    "-1",
    "1e400",
    "18446744073709551616",
    "0.5",
    r#""""#,
    r#""red""#,
    r#""\u0000""#,
    r#""\ud800""#,
    "[]",
    "[[]]",
    "[1,2,3,1,2,3,1,2,3,1,2,3,1,2,3]",
    "{}",
    r#"{"type":"act"}"#,
    r#"{"type":{"type":"dice"}}"#,
];

fn pick<'a>(draw: &mut QuickRandom, from: &[&'a str]) -> &'a str {
    from[draw.below(from.len() as u32) as usize]
}

fn noise(draw: &mut QuickRandom, most: u32) -> Vec<u8> {
    (0..draw.below(most)).map(|_| draw.bits() as u8).collect()
}

/// A well-formed message with an action.
fn action(draw: &mut QuickRandom) -> String {
    let (id, action) = (draw.below(50), pick(draw, ACTIONS));
    let seen = if draw.below(4) == 0 { r#","seen":1"# } else { "" };
    format!(r#"{{"type":"act","id":"{id}","action":{action}{seen}}}"#)
}

/// An action with some bytes changed, removed or repeated.
fn corrupted(draw: &mut QuickRandom) -> Vec<u8> {
    let mut bytes = action(draw).into_bytes();
    for _ in 0..=draw.below(4) {
        let at = draw.below(bytes.len() as u32) as usize;
        match draw.below(4) {
            0 => bytes[at] = draw.bits() as u8,
            1 => bytes.truncate(at.max(1)),
            2 => bytes.extend_from_within(at..),
            _ => bytes.insert(at, b"{}[]\",:0"[draw.below(8) as usize]),
        }
    }
    bytes
}

/// A message in which some values have the wrong type.
fn mistyped(draw: &mut QuickRandom) -> String {
    let (id, other) = (pick(draw, VALUES), pick(draw, VALUES));
    match draw.below(5) {
        0 => format!(r#"{{"type":"act","id":{id},"action":{other}}}"#),
        1 => format!(r#"{{"type":"act","id":"1","action":{{"type":"dice","hold":{id},"count":{other}}}}}"#),
        2 => format!(r#"{{"type":"act","id":"1","action":{{"type":"place","at":{id},"heading":{other}}}}}"#),
        3 => format!(r#"{{"type":"act","id":"1","action":{{"type":"chat","text":{id}}},"seen":{other}}}"#),
        _ => other.to_owned(),
    }
}

fn large(draw: &mut QuickRandom) -> Vec<u8> {
    let length = 1 << (10 + draw.below(8));
    match draw.below(3) {
        0 => vec![b'['; length],
        1 => format!(r#"{{"type":"act","id":"{}","action":{{"type":"back"}}}}"#, "x".repeat(length)).into_bytes(),
        _ => format!(r#"{{"type":"act","id":"1","action":{{"type":"chat","text":"{}"}}}}"#, "é".repeat(length))
            .into_bytes(),
    }
}

/// A random message. Most are text frames, because an invalid frame ends the connection.
pub fn random_message(draw: &mut QuickRandom) -> HostileMessage {
    const TEXT: u8 = 1;
    match draw.below(40) {
        0..14 => HostileMessage::Frame(TEXT, action(draw).into_bytes()),
        14..22 => HostileMessage::Frame(TEXT, corrupted(draw)),
        22..30 => HostileMessage::Frame(TEXT, mistyped(draw).into_bytes()),
        30..34 => HostileMessage::Frame(TEXT, noise(draw, 200)),
        34 => HostileMessage::Frame(TEXT, large(draw)),
        35 => HostileMessage::Frame(2, noise(draw, 300)),
        36 => HostileMessage::Frame(9, noise(draw, 200)),
        37 => HostileMessage::Frame(draw.below(16) as u8, noise(draw, 100)),
        38 => HostileMessage::Frame(8, noise(draw, 10)),
        _ => HostileMessage::Bytes(noise(draw, 400)),
    }
}
