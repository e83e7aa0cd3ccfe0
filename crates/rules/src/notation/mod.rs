//! Text notation for a lake, a course, dice, a turn and a whole position.
//!
//! Parsing only decides what a text means. Whether that is legal is checked later, against a race.

mod action;
pub(crate) mod course;
pub(crate) mod lake;
mod position;
pub(crate) mod turn;

pub use course::Berth;
pub use lake::LakeText;
pub use position::{IllegalPosition, PositionText};
pub use turn::{DiceText, Rolled, TurnText};

use crate::{BadLake, BadLayout, NoColor, NoHand, NoHeading, NoHex, NoLeg, NoScoring, NoSides};

/// Why a text cannot be parsed, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {reason}")]
pub struct Misread {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// The reason a text cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages explain them
pub enum Reason {
    #[error("expected {0}")]
    Expected(&'static str),
    #[error(transparent)]
    Hex(#[from] NoHex),
    #[error(transparent)]
    Heading(#[from] NoHeading),
    #[error(transparent)]
    Hand(#[from] NoHand),
    #[error(transparent)]
    Color(#[from] NoColor),
    #[error(transparent)]
    Leg(#[from] NoLeg),
    #[error(transparent)]
    Sides(#[from] NoSides),
    #[error(transparent)]
    Scoring(#[from] NoScoring),
    #[error(transparent)]
    Lake(#[from] BadLake),
    #[error(transparent)]
    Layout(#[from] BadLayout),
}

/// A part of a text, with its column in the whole text.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    column: usize,
}

impl<'a> Piece<'a> {
    pub(crate) fn new(text: &'a str) -> Piece<'a> {
        Piece { text, column: 1 }
    }

    /// An error at the start of this piece.
    pub(crate) fn misread(self, reason: impl Into<Reason>) -> Misread {
        Misread { column: self.column, reason: reason.into() }
    }

    pub(crate) fn expected(self, what: &'static str) -> Misread {
        self.misread(Reason::Expected(what))
    }

    /// Parses the whole piece as one value.
    pub(crate) fn read<T: std::str::FromStr<Err: Into<Reason>>>(self) -> Result<T, Misread> {
        self.text.parse().map_err(|error: T::Err| self.misread(error))
    }

    /// The part from byte `start` to byte `end`, which must be character boundaries.
    fn part(self, start: usize, end: usize) -> Piece<'a> {
        Piece { text: &self.text[start..end], column: self.column + self.text[..start].chars().count() }
    }

    /// The parts before and after the first `separator`.
    pub(crate) fn cut(self, separator: char) -> Option<(Piece<'a>, Piece<'a>)> {
        let at = self.text.find(separator)?;
        Some((self.part(0, at), self.part(at + separator.len_utf8(), self.text.len())))
    }

    /// The piece without this end, and whether it was there.
    pub(crate) fn strip_end(self, end: &str) -> (Piece<'a>, bool) {
        let stripped = self.text.strip_suffix(end);
        (stripped.map_or(self, |text| self.part(0, text.len())), stripped.is_some())
    }

    /// Splits before the first character that `test` accepts, or at the end.
    pub(crate) fn cut_before(self, test: impl Fn(char) -> bool) -> (Piece<'a>, Piece<'a>) {
        let at = self.text.find(test).unwrap_or(self.text.len());
        (self.part(0, at), self.part(at, self.text.len()))
    }

    /// The pieces between separators: at least one.
    pub(crate) fn split(self, separator: char) -> impl Iterator<Item = Piece<'a>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let now = rest?;
            let (piece, next) = now.cut(separator).map_or((now, None), |(piece, next)| (piece, Some(next)));
            rest = next;
            Some(piece)
        })
    }

    /// Exactly `N` pieces between separators.
    pub(crate) fn pieces<const N: usize>(self, separator: char, what: &'static str) -> Result<[Piece<'a>; N], Misread> {
        let pieces: Vec<Piece> = self.split(separator).take(N + 1).collect();
        pieces.try_into().map_err(|pieces: Vec<Piece>| {
            // Report the first empty piece, or else the first surplus piece.
            let fault = pieces.iter().find(|piece| piece.text.is_empty()).or(pieces.get(N));
            fault.copied().unwrap_or(self).expected(what)
        })
    }

    /// Parses a number without sign or leading zeros.
    pub(crate) fn number<T: std::str::FromStr>(self, what: &'static str) -> Result<T, Misread> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits && (self.text == "0" || !self.text.starts_with('0'));
        // Plain digits fail to parse only if the number is too large.
        let what = if plain && !self.text.is_empty() { "a smaller number" } else { what };
        self.text.parse().ok().filter(|_| plain).ok_or_else(|| self.expected(what))
    }
}
