//! The text format of a record: a header, then one line for each event.

use super::{Entry, Logbook, OneLine, Record, RecordFault, Tag, Walk, entry};
use crate::{
    BadRegatta, Color, Die, Misread, StartRoll,
    notation::{Piece, lake::read_layout},
};
use std::{fmt, str::FromStr};

/// The first line of every record.
const FIRST: &str = "powerboats record 1";

/// The required header lines, in this order, after the tags and players and before the rolls for the start.
pub(super) const HEADER: [&str; 4] = ["sides", "scoring", "races", "lake"];

/// What is wrong in a line of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextFault {
    /// The first line is not the first line of a record.
    #[error("a record must begin with the line `{FIRST}`")]
    First,
    /// The line cannot be parsed.
    #[error(transparent)]
    Misread(#[from] Misread),
    /// A required header line is missing.
    #[error("missing header line: expected `{0}: …` here")]
    Missing(&'static str),
    /// The line can be parsed, but contradicts the rules.
    #[error(transparent)]
    Fault(#[from] RecordFault),
}

/// What is wrong with a record, and in which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    #[allow(missing_docs)]
    pub fault: TextFault,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{FIRST}")?;
        self.tags.iter().try_for_each(|tag| writeln!(f, "{}: {}", tag.name(), tag.text()))?;
        self.players.iter().try_for_each(|(color, name)| writeln!(f, "{color}: {}", name.as_str()))?;
        let Record { sides, scoring, races, layout, .. } = self;
        write!(f, "sides: {sides}\nscoring: {scoring}\nraces: {races}\nlake: {layout}\n")?;
        for round in &self.start {
            let rolls = round.0.iter().map(|(color, die)| format!("{color} {}", *die as u8));
            writeln!(f, "roll: {}", rolls.collect::<Vec<_>>().join(", "))?;
        }
        for (index, entry) in self.log.iter().enumerate() {
            let stand_in = if self.stand_ins.binary_search(&index).is_ok() { entry::STAND_IN } else { "" };
            writeln!(f, "{entry}{stand_in}")?;
        }
        Ok(())
    }
}

/// The lines of a text, numbered from 1, without blank lines and comments (`#`).
fn lines(text: &str) -> impl Iterator<Item = (usize, Piece<'_>)> {
    let lines = (1..).zip(text.lines().map(str::trim_end));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(n, line)| (n, Piece::new(line)))
}

/// Reads the lines of a text one after the other.
struct Reader<'a> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = (usize, Piece<'a>)> + 'a>>,
    /// The number of the line after the last one.
    end: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let lines: Box<dyn Iterator<Item = _>> = Box::new(lines(text));
        Reader { lines: lines.peekable(), end: text.lines().count() + 1 }
    }

    /// The next line, if it is a header line `word: value` whose word `wanted` accepts.
    fn header<T>(&mut self, wanted: impl Fn(&str) -> Option<T>) -> Option<(usize, T, Piece<'a>)> {
        let &(line, text) = self.lines.peek()?;
        let (word, rest) = text.cut(':')?;
        let word = wanted(word.text)?;
        self.lines.next();
        let value = rest.cut(' ').filter(|(space, _)| space.text.is_empty()).map_or(rest, |(_, value)| value);
        Some((line, word, value))
    }

    /// The value of a required header line, which must be the next line.
    fn must(&mut self, word: &'static str) -> Result<(usize, Piece<'a>), RecordError> {
        let line = self.lines.peek().map_or(self.end, |(line, _)| *line);
        let found = self.header(|found| (found == word).then_some(()));
        found.map(|(line, (), value)| (line, value)).ok_or_else(|| at(line)(TextFault::Missing(word)))
    }
}

fn at<F: Into<TextFault>>(line: usize) -> impl FnOnce(F) -> RecordError {
    move |fault| RecordError { line, fault: fault.into() }
}

/// Reads a record and replays it, checking every line against the rules.
pub fn replay(text: &str) -> Result<Logbook, RecordError> {
    let (record, line_of) = read(text)?;
    let mut walk = Walk::new(&record).map_err(|fault| {
        let line = match fault {
            RecordFault::Seats(_) => line_of.players,
            RecordFault::Regatta(BadRegatta::ClassicForTwo) => line_of.scoring,
            RecordFault::Regatta(BadRegatta::Races(_)) => line_of.races,
            RecordFault::Regatta(BadRegatta::Start(_)) => line_of.start,
            _ => line_of.lake,
        };
        at(line)(fault)
    })?;
    while let Some(&line) = line_of.log.get(walk.line()) {
        walk.advance().map_err(at(line))?;
    }
    walk.finish().map_err(at(text.lines().count() + 1))
}

/// The line numbers of a record's parts.
#[derive(Default)]
struct Lines {
    /// The last player's line, or the first line if there is no player.
    players: usize,
    scoring: usize,
    races: usize,
    lake: usize,
    /// The last roll for the start, or the lake's line if there is no roll.
    start: usize,
    log: Vec<usize>,
}

impl FromStr for Record {
    type Err = RecordError;
    fn from_str(text: &str) -> Result<Record, RecordError> {
        read(text).map(|(record, _)| record)
    }
}

fn read(text: &str) -> Result<(Record, Lines), RecordError> {
    let mut reader = Reader::new(text);
    match reader.lines.next() {
        Some((_, line)) if line.text == FIRST => {}
        first => return Err(at(first.map_or(1, |(line, _)| line))(TextFault::First)),
    }
    let one_line = |line, value: Piece| {
        OneLine::new(value.text).ok_or_else(|| at(line)(value.expected("a text of 1 to 200 characters")))
    };
    let mut line_of = Lines { players: 1, ..Lines::default() };
    let mut tags = Vec::new();
    let mut players: Vec<(Color, OneLine)> = Vec::new();
    let free = |word: &str| (!HEADER.contains(&word)).then(|| word.to_owned());
    while let Some((line, word, value)) = reader.header(free) {
        match word.parse::<Color>() {
            Ok(color) => {
                players.push((color, one_line(line, value)?));
                line_of.players = line;
            }
            Err(_) => {
                let what = "a word of a–z, a colon and a text, such as `event: Club evening`";
                let tag = Tag::new(&word, value.text).filter(|_| players.is_empty());
                tags.push(tag.ok_or_else(|| at(line)(Piece::new(&word).expected(what)))?);
            }
        }
    }
    let (line, text) = reader.must("sides")?;
    let sides = text.read().map_err(at(line))?;
    let (line, text) = reader.must("scoring")?;
    let scoring = text.read().map_err(at(line))?;
    line_of.scoring = line;
    let (line, text) = reader.must("races")?;
    let races = text.number("a number of races").map_err(at(line))?;
    line_of.races = line;
    let (line, text) = reader.must("lake")?;
    let layout = read_layout(text).map_err(at(line))?;
    (line_of.lake, line_of.start) = (line, line);
    let mut rolls = Vec::new();
    while let Some((line, (), value)) = reader.header(|word| (word == "roll").then_some(())) {
        rolls.push(read_roll(value).map_err(at(line))?);
        line_of.start = line;
    }
    players.sort_by_key(|(color, _)| *color); // not checked yet: there may be very many
    let (log, stand_ins) = (Vec::new(), Vec::new());
    let mut record = Record { tags, players, sides, scoring, races, layout, start: rolls, log, stand_ins };
    for (line, text) in reader.lines {
        let (text, stand_in) = text.strip_end(entry::STAND_IN);
        let entry = entry::read_entry(text).map_err(at(line))?;
        if stand_in {
            if !matches!(entry, Entry::Place(..) | Entry::Turn(_)) {
                return Err(at(line)(text.expected("`stand-in` only after a placing or a turn")));
            }
            record.stand_ins.push(record.log.len());
        }
        record.log.push(entry);
        line_of.log.push(line);
    }
    Ok((record, line_of))
}

fn read_roll(text: Piece) -> Result<StartRoll, Misread> {
    let roll = |piece: Piece| -> Result<(Color, Die), Misread> {
        let [color, die] = piece.pieces(' ', "a colour and its die, such as red 3")?;
        let shows: u8 = die.number("a die that shows 1, 2 or 3")?;
        Ok((color.read()?, Die::new(shows).ok_or_else(|| die.expected("a die that shows 1, 2 or 3"))?))
    };
    Ok(StartRoll(entry::list(text)?.into_iter().map(roll).collect::<Result<_, _>>()?))
}
