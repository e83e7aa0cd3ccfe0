//! Notation of a lake: `1d,4dr,2l/6d,3lr,5d` for six tiles, `3.2#/5.` for any other map.

use super::{Misread, Piece};
use crate::{Laid, Lake, Layout, Side};
use std::{fmt, str::FromStr};

/// A lake in text notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LakeText {
    /// Six tiles in reading order: the number, `d` for dark or `l` for light, and `r` if rotated by 180°.
    Laid(Layout),
    /// Rows of `.` (water) and `#` (land); a number in front of a symbol repeats it.
    Drawn(Lake),
}

impl LakeText {
    #[allow(missing_docs)]
    pub fn lake(&self) -> Lake {
        match self {
            LakeText::Laid(layout) => layout.lake(),
            LakeText::Drawn(lake) => lake.clone(),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (laid, before) in self.tiles().iter().zip(["", ",", ",", "/", ",", ","]) {
            let side = ['d', 'l'][laid.side as usize];
            write!(f, "{before}{}{side}{}", laid.tile, if laid.turned { "r" } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Layout {
    type Err = Misread;
    fn from_str(text: &str) -> Result<Layout, Misread> {
        read_layout(Piece::new(text))
    }
}

pub(crate) fn read_layout(text: Piece) -> Result<Layout, Misread> {
    let [above, below] = text.pieces('/', "two rows of tiles separated by a slash, such as 1d,4dr,2l/6d,3lr,5d")?;
    let row = |row: Piece| -> Result<[Laid; 3], Misread> {
        let [a, b, c] = row.pieces(',', "three tiles separated by commas")?;
        Ok([read_laid(a)?, read_laid(b)?, read_laid(c)?])
    };
    let ([a, b, c], [d, e, f]) = (row(above)?, row(below)?);
    Layout::new([a, b, c, d, e, f]).map_err(|bad| text.misread(bad))
}

fn read_laid(text: Piece) -> Result<Laid, Misread> {
    let (tile, side, turned) = match *text.text.as_bytes() {
        [tile, side] => (tile, side, false),
        [tile, side, b'r'] => (tile, side, true),
        _ => (0, 0, false),
    };
    match (tile, side) {
        (b'1'..=b'6', b'd' | b'l') => {
            let side = if side == b'd' { Side::Dark } else { Side::Light };
            Ok(Laid { tile: tile - b'0', side, turned })
        }
        _ => Err(text.expected("a tile: a number 1–6, then d or l, then r if it is rotated")),
    }
}

impl fmt::Display for LakeText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let lake = match self {
            LakeText::Laid(layout) => return layout.fmt(f),
            LakeText::Drawn(lake) => lake,
        };
        for (i, row) in lake.rows().iter().enumerate() {
            f.write_str(if i > 0 { "/" } else { "" })?;
            for stretch in row.as_bytes().chunk_by(|a, b| a == b) {
                let symbol = stretch[0] as char;
                match stretch.len() {
                    1 => write!(f, "{symbol}")?,
                    length => write!(f, "{length}{symbol}")?,
                }
            }
        }
        Ok(())
    }
}

impl FromStr for LakeText {
    type Err = Misread;
    fn from_str(text: &str) -> Result<LakeText, Misread> {
        read_lake(Piece::new(text))
    }
}

/// Reads a lake. A text with a `.` or `#` in it is a map, any other text is a list of tiles.
pub(super) fn read_lake(text: Piece) -> Result<LakeText, Misread> {
    if !text.text.contains(['.', '#']) {
        return read_layout(text).map(LakeText::Laid);
    }
    let rows = text.split('/').map(read_row).collect::<Result<Vec<String>, _>>()?;
    Lake::from_rows(&rows).map(LakeText::Drawn).map_err(|bad| text.misread(bad))
}

fn read_row(row: Piece) -> Result<String, Misread> {
    let mut hexes = String::new();
    let mut rest = row;
    while !rest.text.is_empty() {
        let (number, after) = rest.cut_before(|c| !c.is_ascii_digit());
        let what = "a number from 2 to 26";
        let times = if number.text.is_empty() { 1 } else { number.number(what)? };
        if times > 26 || times == 0 || hexes.len() > 26 {
            return Err(number.expected(what));
        }
        let symbol = after.text.chars().next().filter(|symbol| matches!(symbol, '.' | '#'));
        let symbol = symbol.ok_or_else(|| after.expected("'.' (water) or '#' (land)"))?;
        hexes.extend(std::iter::repeat_n(symbol, times));
        rest = after.part(1, after.text.len());
    }
    Ok(hexes)
}
