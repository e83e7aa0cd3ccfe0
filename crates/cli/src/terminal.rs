//! Draws a lake in the terminal: two characters per hex, every second row shifted right by one character.

use powerboats_rules::{Color, Course, Heading, Hex, Race};
use std::fmt::Write;

/// Whether to use colours. Pipes, files and `NO_COLOR` get plain text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Color,
    Plain,
}

const fn arrow(heading: Heading) -> char {
    ['→', '↗', '↖', '←', '↙', '↘'][heading as usize]
}

/// The letter of a boat. No two colours begin with the same letter.
pub const fn letter(color: Color) -> char {
    ['O', 'Y', 'B', 'R', 'P', 'W'][color as usize]
}

/// Foreground and background of a boat, as numbers of the 256-colour palette.
const fn paint(color: Color) -> (u8, u8) {
    [(16, 208), (16, 226), (231, 16), (231, 160), (231, 93), (16, 231)][color as usize]
}

/// Two characters with their foreground and background colour.
struct Cell {
    text: String,
    ink: (u8, u8),
}

fn cell(course: &Course, race: &Race, hex: Hex) -> Cell {
    const WATER: u8 = 25;
    let new = |text: &str, ink| Cell { text: text.to_owned(), ink };
    if let Some(boat) = race.boats().iter().find(|boat| boat.at() == Some(hex)) {
        let heading = boat.heading().map_or(' ', arrow);
        return Cell { text: format!("{}{heading}", letter(boat.color)), ink: paint(boat.color) };
    }
    if let Some(number) = course.buoys().iter().position(|&buoy| buoy == hex) {
        return new(["0o", "1o", "2o", "3o", "Fo"][number], (231, 196));
    }
    if course.line().contains(&hex) {
        return new("::", (231, 240));
    }
    let gate = course.gates().iter().position(|gate| gate.hexes.contains(&hex));
    match (course.lake().is_water(hex), gate) {
        (false, _) => new("##", (22, 70)),
        (true, Some(number)) => new([" ¹", " ²", " ³"][number], (123, WATER)),
        (true, None) => new(" ·", (67, WATER)),
    }
}

/// The lake with its course and boats.
pub fn lake(race: &Race, ink: Ink) -> String {
    let course = race.course();
    let mut text = String::from("   ");
    for col in 0..course.lake().width() {
        text.extend([(b'a' + col) as char, ' ']);
    }
    for hex in course.lake().hexes() {
        if hex.col() == 0 {
            let space = if hex.row() % 2 == 1 { " " } else { "" };
            let _ = write!(text, "\n{:>2} {space}", hex.row() + 1); // writing to a string cannot fail
        }
        let Cell { text: two, ink: (front, back) } = cell(course, race, hex);
        let _ = match ink {
            Ink::Color => write!(text, "\x1b[38;5;{front};48;5;{back}m{two}\x1b[0m"),
            Ink::Plain => write!(text, "{two}"),
        };
    }
    text.push('\n');
    text
}
