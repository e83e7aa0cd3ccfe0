//! A hex of the lake: its name, neighbours and coordinates.

use crate::Heading;
use std::{fmt, str::FromStr};

/// The largest lake is 26 × 26 (rule 1.3).
pub const SIZE: u8 = 26;

/// A hex, `a1` … `z26` (rule 1.1). Hexes are pointy-top, row 1 is the top, and even-numbered rows sit half a hex to the
/// right.
///
/// ```
/// use powerboats_rules::{Heading, Hex};
/// let hex: Hex = "k12".parse().unwrap();
/// assert_eq!(hex.neighbour(Heading::NE).unwrap().to_string(), "l11");
/// assert_eq!("a1".parse::<Hex>().unwrap().neighbour(Heading::W), None);
/// ```
// Stored as row << 5 | col: tables indexed by it have unused entries, but row and column need no division.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u16);

impl Hex {
    /// Length of a table indexed by [`Hex::index`].
    pub const TABLE: usize = (SIZE as usize) << 5;

    /// The hex in this column and row, both counted from 0; `None` outside 26 × 26.
    #[inline]
    pub const fn new(col: u8, row: u8) -> Option<Hex> {
        if col < SIZE && row < SIZE { Some(Hex((row as u16) << 5 | col as u16)) } else { None }
    }

    /// All 676 hexes, row by row.
    pub fn all() -> impl Iterator<Item = Hex> {
        (0..SIZE).flat_map(|row| (0..SIZE).filter_map(move |col| Hex::new(col, row)))
    }

    /// The column, counted from 0 (`a`).
    #[inline]
    pub const fn col(self) -> u8 {
        self.0 as u8 & 31
    }

    /// The row, counted from 0 (the top).
    #[inline]
    pub const fn row(self) -> u8 {
        (self.0 >> 5) as u8
    }

    /// Index into a table of length [`Hex::TABLE`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The hex next to this one; `None` outside 26 × 26.
    #[inline]
    pub fn neighbour(self, heading: Heading) -> Option<Hex> {
        self.ahead(heading, 1)
    }

    /// The hex `steps` straight ahead; `None` outside 26 × 26.
    #[inline]
    pub fn ahead(self, heading: Heading, steps: u8) -> Option<Hex> {
        let ((q, r), (dq, dr)) = (self.axial(), heading.axial());
        Hex::from_axial(q + dq * i32::from(steps), r + dr * i32::from(steps))
    }

    /// Axial coordinates: q grows to the east, r to the south-east.
    #[inline]
    pub const fn axial(self) -> (i32, i32) {
        let row = self.row() as i32;
        (self.col() as i32 - (row >> 1), row)
    }

    #[inline]
    const fn from_axial(q: i32, r: i32) -> Option<Hex> {
        let col = q + (r >> 1);
        if 0 <= r && r < SIZE as i32 && 0 <= col && col < SIZE as i32 {
            Some(Hex((r as u16) << 5 | col as u16))
        } else {
            None
        }
    }

    /// Number of steps between two hexes, across land and water.
    pub fn distance(self, other: Hex) -> u8 {
        let ((q, r), (oq, or)) = (self.axial(), other.axial());
        let (dq, dr) = (q - oq, r - or);
        // Fits into a byte: no two hexes are more than 38 steps apart.
        (dq.abs().max(dr.abs()).max((dq + dr).abs())) as u8
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.col()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of parsing a hex.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid hex {0:?}: expected a column a–z and a row 1–26, such as k12")]
pub struct NoHex(pub String);

impl FromStr for Hex {
    type Err = NoHex;
    fn from_str(text: &str) -> Result<Hex, NoHex> {
        let parse = || {
            let (&col, row) = text.as_bytes().split_first()?;
            let row = match *row {
                [ones @ b'1'..=b'9'] => ones - b'0',
                [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + ones - b'0',
                _ => return None,
            };
            Hex::new(col.checked_sub(b'a')?, row - 1)
        };
        parse().ok_or_else(|| NoHex(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(name: &str) -> Hex {
        name.parse().unwrap()
    }

    #[test]
    fn r1_1_hexes_are_named_by_column_and_row() {
        for hex in Hex::all() {
            assert_eq!(hex.to_string().parse(), Ok(hex));
        }
        assert_eq!(Hex::all().count(), 676);
        assert_eq!((hex("z26").col(), hex("z26").row()), (25, 25));
        for bad in ["", "a", "a0", "a27", "a01", "A1", "{1", "a1 ", "1a", "aa1", "é1"] {
            assert_eq!(bad.parse::<Hex>(), Err(NoHex(bad.to_owned())));
        }
    }

    #[test]
    fn r1_1_even_rows_sit_half_a_hex_to_the_right() {
        let neighbours = |at: &str| Heading::ALL.map(|heading| hex(at).neighbour(heading).unwrap().to_string());
        assert_eq!(neighbours("c3"), ["d3", "c2", "b2", "b3", "b4", "c4"]);
        assert_eq!(neighbours("c4"), ["d4", "d3", "c3", "b4", "c5", "d5"]);
    }

    #[test]
    fn stepping_ahead_equals_single_steps_and_reverses() {
        for start in Hex::all() {
            for heading in Heading::ALL {
                let mut at = Some(start);
                for steps in 0..30 {
                    let ahead = start.ahead(heading, steps);
                    assert_eq!(ahead, at);
                    let Some(here) = ahead else { break };
                    assert_eq!(here.distance(start), steps);
                    assert_eq!(here.ahead(heading.back(), steps), Some(start));
                    at = here.neighbour(heading);
                }
            }
        }
    }
}
