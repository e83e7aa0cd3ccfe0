//! The lake: which hexes are on the map and which are water (RULES 1.3, REFEREE `lake`).

use crate::hex::Hex;
use std::collections::HashSet;

/// A map of water and land. Everything outside it is land.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lake {
    pub rows: Vec<String>,
    hexes: HashSet<Hex>,
    water: HashSet<Hex>,
}

impl Lake {
    /// Reads 1 to 26 rows of `.` and `#`, all of the same length from 1 to 26.
    pub fn read(rows: &[String]) -> Result<Lake, String> {
        if rows.is_empty() || rows.len() > 26 {
            return Err(format!("a lake of {} rows", rows.len()));
        }
        let width = rows[0].chars().count();
        if width == 0 || width > 26 {
            return Err(format!("a lake {width} hexes wide"));
        }
        let mut lake = Lake { rows: rows.to_vec(), hexes: HashSet::new(), water: HashSet::new() };
        for (row, text) in (1..).zip(rows) {
            if text.chars().count() != width {
                return Err(format!("row {row} of the lake has a different length"));
            }
            for (column, sign) in (1..).zip(text.chars()) {
                let hex = Hex { column, row };
                lake.hexes.insert(hex);
                match sign {
                    '.' => _ = lake.water.insert(hex),
                    '#' => (),
                    _ => return Err(format!("{sign:?} in row {row} of the lake")),
                }
            }
        }
        Ok(lake)
    }

    pub fn contains(&self, hex: Hex) -> bool {
        self.hexes.contains(&hex)
    }

    pub fn is_water(&self, hex: Hex) -> bool {
        self.water.contains(&hex)
    }

    /// All hexes of the map, row by row.
    pub fn all_hexes(&self) -> Vec<Hex> {
        let mut all: Vec<Hex> = self.hexes.iter().copied().collect();
        all.sort_by_key(|hex| (hex.row, hex.column));
        all
    }
}
