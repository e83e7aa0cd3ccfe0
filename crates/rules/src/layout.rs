//! The layout of the six tiles in the frame: place, side and rotation of each tile.

use crate::{
    Hex, Lake, Letter, Side, Spot,
    hex::SIZE,
    tile::{TILE_HEIGHT, TILE_WIDTH, frame, tile},
};

/// A tile laid in one of the six places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// The tile's number, 1 to 6.
    pub tile: u8,
    /// The side that is up.
    pub side: Side,
    /// Is the tile rotated by 180°?
    pub turned: bool,
}

/// What is wrong with a layout.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutFault {
    /// The tile's number is not 1 to 6.
    #[error("unknown tile {0}: expected 1 to 6")]
    NoTile(u8),
    /// Each tile must be used once.
    #[error("tile {0} is used twice")]
    Twice(u8),
}

/// All faults of a layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLayout(pub Vec<LayoutFault>);

crate::named::fault_list!(BadLayout);

/// The six tiles in reading order: three in the upper row, three in the lower row (rule 1.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout([Laid; 6]);

impl Layout {
    /// Checks that each tile is used exactly once.
    pub fn new(tiles: [Laid; 6]) -> Result<Layout, BadLayout> {
        let mut faults = Vec::new();
        let mut seen = [false; 7];
        for Laid { tile, .. } in tiles {
            match seen.get_mut(usize::from(tile)).filter(|_| tile > 0) {
                None => faults.push(LayoutFault::NoTile(tile)),
                Some(seen) if *seen => faults.push(LayoutFault::Twice(tile)),
                Some(seen) => *seen = true,
            }
        }
        if faults.is_empty() { Ok(Layout(tiles)) } else { Err(BadLayout(faults)) }
    }

    /// The tiles in reading order.
    pub fn tiles(&self) -> &[Laid; 6] {
        &self.0
    }

    /// The lake hex of a tile's hex. `place` is 0–5 in reading order.
    fn lake_hex(place: usize, turned: bool, hex: Hex) -> Hex {
        let (mut col, mut row) = (hex.col(), hex.row());
        if turned {
            (col, row) = (TILE_WIDTH - 1 - col, TILE_HEIGHT - 1 - row);
        }
        let (across, down) = (place as u8 % 3, place as u8 / 3);
        let hex = Hex::new(1 + across * TILE_WIDTH + col, 1 + down * TILE_HEIGHT + row);
        hex.expect("three tiles of 8 × 12 and a ring of one hex are 26 wide and 26 high")
    }

    /// The lake made of these tiles and the frame.
    pub fn lake(&self) -> Lake {
        let mut rows = vec![vec!['#'; SIZE.into()]; SIZE.into()];
        for (row, ring) in rows.iter_mut().zip(frame()) {
            for (hex, water) in row.iter_mut().zip(ring) {
                *hex = if *water == Some(true) { '.' } else { '#' };
            }
        }
        for (place, laid) in self.0.iter().enumerate() {
            let map = &tile(laid.tile, laid.side).lake;
            for hex in map.hexes().filter(|&hex| map.is_water(hex)) {
                let at = Layout::lake_hex(place, laid.turned, hex);
                rows[usize::from(at.row())][usize::from(at.col())] = '.';
            }
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        Lake::from_rows(&rows).expect("26 rows of 26 symbols, all '.' or '#'")
    }

    /// The four spots with this letter, in reading order of their tiles (rule 1.5).
    pub fn spots(&self, letter: Letter) -> [Spot; 4] {
        let mut spots = self.0.iter().enumerate().flat_map(|(place, laid)| {
            let spots = &tile(laid.tile, laid.side).spots;
            spots.iter().filter(|spot| spot.letter == letter).map(move |spot| Spot {
                letter,
                at: Layout::lake_hex(place, laid.turned, spot.at),
                heading: if laid.turned { spot.heading.back() } else { spot.heading },
            })
        });
        std::array::from_fn(|_| spots.next().expect("each letter is on four of the six tiles"))
    }
}
