//! Short texts that people can read and type: a lake, a course, dice, a turn, a whole position.
//!
//! Reading a text only says what it means; whether that is legal is judged later, against a race.

pub(crate) mod course;
pub(crate) mod lake;
mod position;
pub(crate) mod turn;

pub use course::Berth;
pub use lake::LakeText;
pub use position::{IllegalPosition, PositionText};
pub use turn::{DiceText, Rolled, TurnText};

use crate::{BadLake, BadLayout, NoColor, NoHand, NoHeading, NoHex, NoLeg, NoScoring, NoSides};

/// Why a text cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {reason}")]
pub struct Misread {
    /// Counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // each says it itself
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

/// A piece of a text that knows where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    column: usize,
}

impl<'a> Piece<'a> {
    pub(crate) fn new(text: &'a str) -> Piece<'a> {
        Piece { text, column: 1 }
    }

    /// A fault at the beginning of this piece.
    pub(crate) fn misread(self, reason: impl Into<Reason>) -> Misread {
        Misread { column: self.column, reason: reason.into() }
    }

    pub(crate) fn expected(self, what: &'static str) -> Misread {
        self.misread(Reason::Expected(what))
    }

    /// Reads all of it as one thing.
    pub(crate) fn read<T: std::str::FromStr<Err: Into<Reason>>>(self) -> Result<T, Misread> {
        self.text.parse().map_err(|error: T::Err| self.misread(error))
    }

    /// From byte `start` to byte `end`, both between characters.
    fn part(self, start: usize, end: usize) -> Piece<'a> {
        Piece { text: &self.text[start..end], column: self.column + self.text[..start].chars().count() }
    }

    /// Before and after the first `separator`.
    pub(crate) fn cut(self, separator: char) -> Option<(Piece<'a>, Piece<'a>)> {
        let at = self.text.find(separator)?;
        Some((self.part(0, at), self.part(at + separator.len_utf8(), self.text.len())))
    }

    /// Cut before the first character that `test` accepts, or at the end.
    pub(crate) fn cut_before(self, test: impl Fn(char) -> bool) -> (Piece<'a>, Piece<'a>) {
        let at = self.text.find(test).unwrap_or(self.text.len());
        (self.part(0, at), self.part(at, self.text.len()))
    }

    /// All pieces between separators: at least one.
    pub(crate) fn split(self, separator: char) -> impl Iterator<Item = Piece<'a>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let now = rest?;
            let (piece, next) = now.cut(separator).map_or((now, None), |(piece, next)| (piece, Some(next)));
            rest = next;
            Some(piece)
        })
    }

    /// Just `N` pieces between separators.
    pub(crate) fn pieces<const N: usize>(self, separator: char, what: &'static str) -> Result<[Piece<'a>; N], Misread> {
        let pieces: Vec<Piece> = self.split(separator).take(N + 1).collect();
        pieces.try_into().map_err(|pieces: Vec<Piece>| {
            // Where one is empty or there is one too many, the fault is there.
            let fault = pieces.iter().find(|piece| piece.text.is_empty()).or(pieces.get(N));
            fault.copied().unwrap_or(self).expected(what)
        })
    }

    /// A number written without sign or leading zeros.
    pub(crate) fn number<T: std::str::FromStr>(self, what: &'static str) -> Result<T, Misread> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits && (self.text == "0" || !self.text.starts_with('0'));
        // Plain digits that are no number are too many.
        let what = if plain && !self.text.is_empty() { "a smaller number" } else { what };
        self.text.parse().ok().filter(|_| plain).ok_or_else(|| self.expected(what))
    }
}
