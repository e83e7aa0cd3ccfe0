//! One line of a record's log.

use crate::{
    Berth, Color, CoursePlan, DiceText, Hex, Letter, Misread, Move, Rolled, Steer,
    notation::{Piece, course, turn},
};
use std::fmt;

/// One line of a record's log: something that happened in the regatta.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A course was dealt: `race A: k12E,f7,q20,c5`.
    Race(Letter, CoursePlan),
    /// A boat was placed: `place red k12NE`.
    Place(Color, Berth),
    /// A turn was taken: `3 red 3+31 R m14`.
    Turn(TurnEntry),
    /// A player resigned: `resign red`.
    Resign(Color),
    /// A boat retired from its race: `retire red`.
    Retire(Color),
    /// A race ended, with the points it gave: `end A: red 2, white 1`.
    EndRace(Letter, Vec<(Color, i64)>),
    /// The regatta ended: `end: 1 red 11, 2 white 8`.
    End(Vec<Rank>),
}

/// A player's final rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rank {
    /// Counted from 1. Players who share a rank have the same number.
    pub rank: u8,
    #[allow(missing_docs)]
    pub color: Color,
    #[allow(missing_docs)]
    pub points: i64,
}

/// A turn and its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnEntry {
    /// The number of the boat's turn in this race, counted from 1.
    pub number: u32,
    #[allow(missing_docs)]
    pub color: Color,
    #[allow(missing_docs)]
    pub dice: DiceText,
    #[allow(missing_docs)]
    pub steer: Steer,
    /// Where the boat ended.
    pub end: Hex,
    /// Damage taken in this turn.
    pub damage: u8,
    /// Did the boat finish in this turn?
    pub finished: bool,
    /// Did the boat sink in this turn?
    pub sunk: bool,
}

impl TurnEntry {
    /// The turn that ended with this move.
    pub fn new(number: u32, dice: DiceText, moved: &Move) -> TurnEntry {
        TurnEntry {
            number,
            color: moved.color,
            dice,
            steer: moved.option.steer,
            end: moved.option.end,
            damage: moved.option.damage,
            finished: moved.finished,
            sunk: moved.sunk,
        }
    }
}

impl fmt::Display for TurnEntry {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let TurnEntry { number, color, dice, steer, end, .. } = self;
        write!(f, "{number} {color} {dice} {} {end}", turn::steer_letter(*steer))?;
        if self.damage > 0 {
            write!(f, " crash {}", self.damage)?;
        }
        f.write_str(if self.finished { " finish" } else { "" })?;
        f.write_str(if self.sunk { " sunk" } else { "" })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Entry::Race(letter, plan) => write!(f, "race {letter}: {plan}"),
            Entry::Place(color, berth) => write!(f, "place {color} {berth}"),
            Entry::Turn(turn) => turn.fmt(f),
            Entry::Resign(color) => write!(f, "resign {color}"),
            Entry::Retire(color) => write!(f, "retire {color}"),
            Entry::EndRace(letter, points) => {
                let points = points.iter().map(|(color, points)| format!("{color} {points}"));
                write!(f, "end {letter}: {}", points.collect::<Vec<_>>().join(", "))
            }
            Entry::End(ranks) => {
                let ranks = ranks.iter().map(|Rank { rank, color, points }| format!("{rank} {color} {points}"));
                write!(f, "end: {}", ranks.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

const LINE: &str = "a line of the log: `race A: …`, `place COLOUR …`, `NUMBER COLOUR DICE STEER HEX`, `resign COLOUR`, `retire COLOUR`, `end A: …` or `end: …`";

/// The end of a line whose decision a pilot made for a person.
pub(super) const STAND_IN: &str = " stand-in";

/// Reads a line of the log.
pub(super) fn read_entry(line: Piece) -> Result<Entry, Misread> {
    let (word, rest) = line.cut(' ').ok_or_else(|| line.expected(LINE))?;
    match word.text {
        "race" => {
            let (letter, plan) = after_colon(rest)?;
            Ok(Entry::Race(read_letter(letter)?, course::read_course(plan)?))
        }
        "place" => {
            let [color, berth] = rest.pieces(' ', "a colour and a place, such as red k12NE")?;
            Ok(Entry::Place(color.read()?, course::read_berth(berth)?))
        }
        "resign" => Ok(Entry::Resign(rest.read()?)),
        "retire" => Ok(Entry::Retire(rest.read()?)),
        "end" => {
            let (letter, points) = after_colon(rest)?;
            let read = |piece: Piece| {
                let [color, points] = piece.pieces(' ', "a colour and its points, such as red 2")?;
                Ok((color.read()?, read_points(points)?))
            };
            Ok(Entry::EndRace(read_letter(letter)?, list(points)?.into_iter().map(read).collect::<Result<_, _>>()?))
        }
        "end:" => {
            let read = |piece: Piece| {
                let [rank, color, points] = piece.pieces(' ', "rank, colour and points, such as 1 red 11")?;
                Ok(Rank { rank: rank.number("a rank")?, color: color.read()?, points: read_points(points)? })
            };
            Ok(Entry::End(list(rest)?.into_iter().map(read).collect::<Result<_, _>>()?))
        }
        _ if word.text.starts_with(|c: char| c.is_ascii_digit()) => read_turn(word, rest).map(Entry::Turn),
        _ => Err(line.expected(LINE)),
    }
}

/// Splits a list at `, `, with one entry per player: at most six.
pub(super) fn list(text: Piece) -> Result<Vec<Piece>, Misread> {
    let mut pieces = Vec::new();
    for (i, piece) in text.split(',').enumerate() {
        if i == 6 {
            return Err(piece.expected("no more than six players"));
        }
        let piece = match piece.cut_before(|c| c != ' ') {
            (space, piece) if i > 0 && space.text == " " => piece,
            _ if i > 0 => return Err(piece.expected("one space after a comma")),
            _ => piece,
        };
        pieces.push(piece);
    }
    Ok(pieces)
}

fn after_colon(text: Piece) -> Result<(Piece, Piece), Misread> {
    let (before, after) = text.cut(':').ok_or_else(|| text.expected("a letter and a colon, such as A:"))?;
    match after.cut(' ') {
        Some((nothing, after)) if nothing.text.is_empty() => Ok((before, after)),
        _ => Err(after.expected("one space after the colon")),
    }
}

fn read_letter(text: Piece) -> Result<Letter, Misread> {
    let letter = Letter::ALL.into_iter().find(|letter| text.text == letter.to_string());
    letter.ok_or_else(|| text.expected("race A, B or C"))
}

/// Reads a number of points in its canonical form, negative numbers included.
fn read_points(text: Piece) -> Result<i64, Misread> {
    let points = text.text.parse::<i64>().ok().filter(|points| points.to_string() == text.text);
    points.ok_or_else(|| text.expected("a number of points"))
}

fn read_turn<'a>(number: Piece<'a>, rest: Piece<'a>) -> Result<TurnEntry, Misread> {
    let words: Vec<Piece> = rest.split(' ').collect();
    let [color, dice, steer, end, outcome @ ..] = &words[..] else {
        return Err(rest.expected("COLOUR DICE STEER HEX after the turn's number, such as red 3+31 R m14"));
    };
    let (damage, outcome) = match outcome {
        [crash, damage, outcome @ ..] if crash.text == "crash" => (damage.number("the damage of the crash")?, outcome),
        _ => (0, outcome),
    };
    if damage == 0 && words.get(4).is_some_and(|word| word.text == "crash") {
        return Err(words[4].expected("no crash without damage"));
    }
    let take = |word: &str, outcome: &mut &[Piece]| {
        let there = outcome.first().is_some_and(|piece| piece.text == word);
        *outcome = &outcome[usize::from(there)..];
        there
    };
    let mut outcome = outcome;
    let (finished, sunk) = (take("finish", &mut outcome), take("sunk", &mut outcome));
    if let Some(piece) = outcome.first() {
        return Err(piece.expected("`crash N`, `finish` or `sunk`, in that order, or the end of the line"));
    }
    let text = turn::read_dice(*dice)?;
    if let Rolled::Unknown(_) = text.rolled {
        return Err(dice.expected("what the dice showed"));
    }
    Ok(TurnEntry {
        number: number.number("the number of the turn")?,
        color: color.read()?,
        dice: text,
        steer: turn::read_steer(*steer)?,
        end: end.read()?,
        damage,
        finished,
        sunk,
    })
}
