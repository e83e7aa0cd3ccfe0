//! Rules 1.1 to 1.7: hexes, headings, the layout of the tiles, and seats.

use crate::chance::{Prng, Script};
use powerboats_rules::{
    Color, Heading, Hex, Laid, Layout, LayoutFault, Letter, MAPS, Seats, Side, Sides, draw_layout, frame,
};
use std::collections::BTreeSet;

/// The centre of a hex in the plane. Neighbours are one apart, and y points south.
fn middle(hex: Hex) -> (f64, f64) {
    let half = if hex.row() % 2 == 1 { 0.5 } else { 0.0 };
    (f64::from(hex.col()) + half, f64::from(hex.row()) * 3f64.sqrt() / 2.0)
}

#[test]
fn r1_1_each_neighbour_lies_at_distance_one_and_at_its_angle() {
    for hex in Hex::all() {
        for heading in Heading::ALL {
            let Some(next) = hex.neighbour(heading) else { continue };
            let ((x, y), (nx, ny)) = (middle(hex), middle(next));
            let angle = (60.0 * f64::from(heading as u8)).to_radians(); // anticlockwise from east: rule 1.2
            assert!((nx - x - angle.cos()).abs() < 1e-9 && (ny - y + angle.sin()).abs() < 1e-9, "{hex} {heading}");
        }
    }
}

#[test]
fn r1_2_turning_left_is_anticlockwise() {
    let round: Vec<&str> =
        std::iter::successors(Some(Heading::E), |h| Some(h.left())).take(7).map(Heading::name).collect();
    assert_eq!(round, ["E", "NE", "NW", "W", "SW", "SE", "E"]);
    assert!(Heading::ALL.into_iter().all(|heading| heading.right() == heading.turned_left(5)));
}

/// Tile `i + 1` in place `i`, dark side up, not rotated.
fn in_order() -> [Laid; 6] {
    [1, 2, 3, 4, 5, 6].map(|tile| Laid { tile, side: Side::Dark, turned: false })
}

/// Which hexes are water, read from the tile's file: water is `.` or a capital letter.
fn drawn_tile(laid: Laid) -> Vec<Vec<bool>> {
    let text = MAPS[usize::from(laid.tile - 1) * 2 + laid.side as usize];
    let water = |symbol: char| symbol == '.' || symbol.is_uppercase();
    text.lines().skip(2).map(|row| row.chars().filter(|c| *c != ' ').map(water).collect()).collect()
}

/// The top left corners of the six places: columns b–i, j–q and r–y, rows 2–13 and 14–25.
const CORNERS: [&str; 6] = ["b2", "j2", "r2", "b14", "j14", "r14"];

#[test]
fn r1_3_six_tiles_lie_three_by_two_inside_the_frame() {
    let layout = Layout::new(in_order()).unwrap();
    let lake = layout.lake();
    assert_eq!((lake.width(), lake.height()), (26, 26));
    let mut covered = BTreeSet::new();
    for (laid, corner) in in_order().into_iter().zip(CORNERS) {
        let corner: Hex = corner.parse().unwrap();
        for (row, drawn) in (0..12).zip(drawn_tile(laid)) {
            for (col, water) in (0..8).zip(drawn) {
                let hex = Hex::new(corner.col() + col, corner.row() + row).unwrap();
                assert_eq!(lake.is_water(hex), water, "tile {} at {hex}", laid.tile);
                assert!(covered.insert(hex));
            }
        }
    }
    for hex in Hex::all() {
        let ring = frame()[usize::from(hex.row())][usize::from(hex.col())];
        assert_eq!(ring.is_none(), covered.contains(&hex), "{hex} must be part of the frame or of a tile, not both");
        if let Some(water) = ring {
            assert_eq!(lake.is_water(hex), water, "{hex}");
        }
    }
}

#[test]
fn r1_3_each_border_piece_has_water_and_shore() {
    let frame = frame();
    let column = |col: usize| frame.iter().map(|row| row[col].unwrap()).collect::<Vec<_>>();
    let row = |row: usize| frame[row].iter().map(|hex| hex.unwrap()).collect::<Vec<_>>();
    for piece in [row(0), row(25), column(0), column(25)] {
        let water = piece.iter().filter(|&&water| water).count();
        assert!((4..=22).contains(&water), "{water} of 26 are water");
    }
}

#[test]
fn r1_4_a_turned_tile_is_rotated_by_180_degrees() {
    for side in Side::ALL {
        let straight = in_order().map(|laid| Laid { side, ..laid });
        let turned = straight.map(|laid| Laid { turned: true, ..laid });
        let (one, other) = (Layout::new(straight).unwrap(), Layout::new(turned).unwrap());
        for corner in CORNERS.map(|corner| corner.parse::<Hex>().unwrap()) {
            for (col, row) in (0..8).flat_map(|col| (0..12).map(move |row| (col, row))) {
                let hex = |col, row| Hex::new(corner.col() + col, corner.row() + row).unwrap();
                assert_eq!(one.lake().is_water(hex(col, row)), other.lake().is_water(hex(7 - col, 11 - row)));
            }
        }
        // The rotation also turns the spots, and each still has its line of water.
        for letter in Letter::ALL {
            for (spot, back) in one.spots(letter).iter().zip(other.spots(letter)) {
                assert_eq!(back.heading, spot.heading.back());
                assert!((1..=4).all(|n| other.lake().is_water(back.at.ahead(back.heading, n).unwrap())));
            }
        }
    }
}

#[test]
fn r1_4_each_tile_is_drawn_in_each_place_and_rotation() {
    let mut chance = Prng::new(14);
    for (sides, expected) in [(Sides::Dark, 1), (Sides::Light, 1), (Sides::Mixed, 2)] {
        let mut seen = BTreeSet::new();
        for _ in 0..600 {
            let layout = draw_layout(sides, &mut chance);
            let tiles: BTreeSet<u8> = layout.tiles().iter().map(|laid| laid.tile).collect();
            assert_eq!(tiles.len(), 6, "each tile once");
            for (place, laid) in layout.tiles().iter().enumerate() {
                assert!(sides == Sides::Mixed || (laid.side == Side::Light) == (sides == Sides::Light));
                seen.insert((place, laid.tile, laid.side, laid.turned));
            }
        }
        assert_eq!(seen.len(), 6 * 6 * 2 * expected, "{sides}");
    }
}

#[test]
fn r1_4_the_random_numbers_decide_the_layout() {
    // The first five numbers shuffle the tiles (here all stay in place), the next six rotate them.
    let mut script = Script::new([5, 4, 3, 2, 1, 0, 1, 0, 0, 0, 1]);
    let layout = draw_layout(Sides::Light, &mut script);
    assert!(script.is_done());
    assert_eq!(layout.tiles().map(|laid| laid.tile), [1, 2, 3, 4, 5, 6]);
    assert_eq!(layout.tiles().map(|laid| laid.turned), [false, true, false, false, false, true]);
}

#[test]
fn r1_4_each_tile_is_laid_exactly_once() {
    let mut tiles = in_order();
    tiles[1].tile = 1;
    tiles[5].tile = 7;
    assert_eq!(Layout::new(tiles).unwrap_err().0, [LayoutFault::Twice(1), LayoutFault::NoTile(7)]);
}

#[test]
fn r1_5_a_letter_has_four_spots_on_four_tiles() {
    let mut chance = Prng::new(15);
    for _ in 0..50 {
        let layout = draw_layout(Sides::Mixed, &mut chance);
        for letter in Letter::ALL {
            let places: BTreeSet<(u8, u8)> =
                layout.spots(letter).iter().map(|spot| ((spot.at.col() - 1) / 8, (spot.at.row() - 1) / 12)).collect();
            assert_eq!(places.len(), 4, "race {letter} on {layout:?}");
        }
    }
}

#[test]
fn r1_7_left_neighbours_lead_round_the_table() {
    for table in 0u8..64 {
        let colors: Vec<Color> = Color::ALL.into_iter().filter(|&color| table >> color as u8 & 1 == 1).collect();
        let Ok(seats) = Seats::new(colors.iter().copied()) else {
            assert!(colors.len() < 2);
            continue;
        };
        for (i, &color) in colors.iter().enumerate() {
            assert_eq!(seats.left_neighbour(color), colors[(i + 1) % colors.len()]);
            let mut round = colors.clone();
            round.rotate_left(i);
            assert_eq!(seats.from(color).collect::<Vec<_>>(), round);
        }
    }
}
