//! A lake: which hexes are water. All other hexes, and everything outside the map, are land.

use crate::{Hex, hex::SIZE};
use std::fmt;

/// A map of up to 26 × 26 hexes of water and land.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Lake {
    width: u8,
    /// One bit mask per row: a column's bit is set for water.
    water: Vec<u32>,
}

/// What is wrong with a map. Rows and columns are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LakeFault {
    /// Too many rows, or none.
    #[error("expected 1 to 26 rows, found {0}")]
    Rows(usize),
    /// The first row is empty or too long.
    #[error("expected 1 to 26 hexes in a row, found {0}")]
    Width(usize),
    /// A row's length differs from the first row's.
    #[allow(missing_docs)]
    #[error("row {row} has {found} hexes, but the first row has {expected}")]
    Uneven { row: usize, found: usize, expected: usize },
    /// A symbol other than `.` and `#`.
    #[allow(missing_docs)]
    #[error("row {row}, hex {col}: unknown symbol {found:?}: expected '.' (water) or '#' (land)")]
    Symbol { row: usize, col: usize, found: char },
}

/// All faults of a map, in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLake(pub Vec<LakeFault>);

crate::named::fault_list!(BadLake);

impl Lake {
    /// Reads rows of `.` (water) and `#` (land), the top row first.
    ///
    /// ```
    /// use powerboats_rules::Lake;
    /// let lake = Lake::from_rows(&["..#", "#.."]).unwrap();
    /// assert!(lake.is_water("a1".parse().unwrap()));
    /// let error = Lake::from_rows(&["..", ".?."]).unwrap_err();
    /// assert_eq!(error.0.len(), 2); // the second row's length and its '?'
    /// ```
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Lake, BadLake> {
        let mut faults = Vec::new();
        if rows.is_empty() || rows.len() > SIZE.into() {
            return Err(BadLake(vec![LakeFault::Rows(rows.len())]));
        }
        let width = rows[0].as_ref().chars().count();
        if width == 0 || width > SIZE.into() {
            faults.push(LakeFault::Width(width));
        }
        let mut water = vec![0u32; rows.len()];
        for (i, text) in rows.iter().enumerate() {
            let (row, found) = (i + 1, text.as_ref().chars().count());
            if found != width {
                faults.push(LakeFault::Uneven { row, found, expected: width });
            }
            for (j, symbol) in text.as_ref().chars().enumerate().take(SIZE.into()) {
                match symbol {
                    '.' => water[i] |= 1 << j,
                    '#' => {}
                    found => faults.push(LakeFault::Symbol { row, col: j + 1, found }),
                }
            }
        }
        if faults.is_empty() { Ok(Lake { width: width as u8, water }) } else { Err(BadLake(faults)) }
    }

    /// Number of hexes in a row.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> u8 {
        self.water.len() as u8 // at most 26
    }

    /// Is this hex on the map?
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        hex.col() < self.width && hex.row() < self.height()
    }

    /// Is this hex water? Outside the map all is land.
    #[inline]
    pub fn is_water(&self, hex: Hex) -> bool {
        let row = self.water.get(usize::from(hex.row()));
        row.is_some_and(|row| row >> hex.col() & 1 == 1)
    }

    /// All hexes of the map, row by row.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        let width = self.width;
        (0..self.height()).flat_map(move |row| (0..width).filter_map(move |col| Hex::new(col, row)))
    }

    /// The map as rows of `.` and `#`.
    pub fn rows(&self) -> Vec<String> {
        let symbol = |row: u32, col| if row >> col & 1 == 1 { '.' } else { '#' };
        let text = |&row: &u32| (0..self.width).map(|col| symbol(row, col)).collect();
        self.water.iter().map(text).collect()
    }
}

impl fmt::Debug for Lake {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_3_everything_outside_the_map_is_land() {
        let lake = Lake::from_rows(&["..", ".#", ".."]).unwrap();
        let water = |name: &str| lake.is_water(name.parse().unwrap());
        assert!(water("a1") && water("b3") && water("a2"));
        assert!(!water("b2") && !water("c1") && !water("a4") && !water("z26"));
        assert_eq!(lake.rows(), ["..", ".#", ".."]);
        assert_eq!(lake.hexes().count(), 6);
    }

    #[test]
    fn an_invalid_map_lists_all_its_faults() {
        assert_eq!(Lake::from_rows::<&str>(&[]), Err(BadLake(vec![LakeFault::Rows(0)])));
        assert_eq!(Lake::from_rows(&[""]), Err(BadLake(vec![LakeFault::Width(0)])));
        assert!(Lake::from_rows(&[".".repeat(27)]).is_err());
        assert!(Lake::from_rows(&vec!["."; 27]).is_err());
        let faults = Lake::from_rows(&[".x", "..#", "ü."]).unwrap_err().0;
        assert_eq!(
            faults,
            [
                LakeFault::Symbol { row: 1, col: 2, found: 'x' },
                LakeFault::Uneven { row: 2, found: 3, expected: 2 },
                LakeFault::Symbol { row: 3, col: 1, found: 'ü' },
            ]
        );
    }
}
