//! Rules 1.5 and 1.6: checks the tile maps, read here independently of the engine.

use crate::reading::{At, STEP, add};
use powerboats_rules::{Heading, MAPS, Side, Tile, TileFault, parse_frame, tile};
use std::collections::{BTreeMap, BTreeSet};

/// A tile's text map. Points are half hexes to the east and rows to the south; the first row is shifted.
struct Drawing {
    name: String,
    headings: BTreeMap<char, usize>,
    symbols: BTreeMap<At, char>,
}

fn drawing(text: &str) -> Drawing {
    let mut lines = text.lines();
    let name = lines.next().unwrap().trim_start_matches("name: ").to_owned();
    let spots = lines.next().unwrap().trim_start_matches("spots: ");
    let heading = |name: &str| Heading::ALL.into_iter().position(|heading| heading.name() == name).unwrap();
    let headings = spots.split(", ").map(|spot| (spot.chars().next().unwrap(), heading(&spot[2..]))).collect();
    let mut symbols = BTreeMap::new();
    for (y, line) in (0..).zip(lines) {
        symbols.extend((0..).zip(line.chars()).filter(|(_, symbol)| *symbol != ' ').map(|(x, c)| ((x, y), c)));
    }
    Drawing { name, headings, symbols }
}

impl Drawing {
    fn is_water(&self, at: At) -> bool {
        self.symbols.get(&at).is_some_and(|&symbol| symbol == '.' || symbol.is_uppercase())
    }

    /// The percentage of land.
    fn land(&self) -> f64 {
        let land = self.symbols.keys().filter(|&&at| !self.is_water(at)).count();
        land as f64 * 100.0 / self.symbols.len() as f64
    }

    fn spot(&self, letter: char) -> At {
        let mut found = self.symbols.iter().filter(|(_, symbol)| symbol.eq_ignore_ascii_case(&letter));
        let (&at, _) = found.next().unwrap();
        assert!(found.next().is_none(), "{}: {letter} twice", self.name);
        at
    }
}

#[test]
fn r1_5_both_sides_have_the_same_pair_and_each_pair_is_on_two_tiles() {
    let pairs: Vec<String> = MAPS.iter().map(|text| drawing(text).headings.into_keys().collect()).collect();
    let mut on = BTreeMap::new();
    for sides in pairs.chunks(2) {
        assert_eq!(sides[0], sides[1], "both sides of a tile");
        *on.entry(sides[0].as_str()).or_insert(0) += 1;
    }
    assert_eq!(on, BTreeMap::from([("AB", 2), ("AC", 2), ("BC", 2)]));
    for letter in ["A", "B", "C"] {
        assert_eq!(on.iter().filter(|(pair, _)| pair.contains(letter)).map(|(_, tiles)| tiles).sum::<i32>(), 4);
    }
}

#[test]
fn r1_6_every_map_is_parsed_as_drawn() {
    for (i, text) in MAPS.iter().enumerate() {
        let (drawing, tile) = (drawing(text), tile(i as u8 / 2 + 1, Side::ALL[i % 2]));
        assert_eq!(tile, &Tile::parse(text).unwrap());
        assert_eq!((drawing.symbols.len(), &drawing.name), (8 * 12, &tile.name));
        for hex in tile.lake.hexes() {
            let (col, row) = (i32::from(hex.col()), i32::from(hex.row()));
            let at = (2 * col + (row + 1) % 2, row);
            assert_eq!(tile.lake.is_water(hex), drawing.is_water(at), "{}, row {row}, hex {col}", tile.name);
        }
        for spot in tile.spots {
            let (col, row) = (i32::from(spot.at.col()), i32::from(spot.at.row()));
            assert_eq!(drawing.spot(spot.letter.char()), (2 * col + (row + 1) % 2, row));
            assert_eq!(drawing.headings[&spot.letter.char()], spot.heading as usize);
        }
    }
}

#[test]
fn r1_6_a_spot_has_its_line_and_start_places_on_its_own_tile() {
    for drawing in MAPS.map(drawing) {
        for (&letter, &heading) in &drawing.headings {
            let what = format!("{}, spot {letter}", drawing.name);
            let ahead = |n: i32| add(drawing.spot(letter), (STEP[heading].0 * n, STEP[heading].1 * n));
            assert!((1..=4).all(|n| drawing.is_water(ahead(n))), "{what}");
            assert!(drawing.symbols.contains_key(&ahead(5)), "{what}");
            for side in [[1, 2], [5, 4]] {
                let touching = (1..=4).flat_map(|n| side.map(|turned| add(ahead(n), STEP[(heading + turned) % 6])));
                let water: BTreeSet<At> = touching.filter(|&at| drawing.is_water(at)).collect();
                assert!(water.len() >= 2, "{what}: {} berths", water.len());
            }
        }
    }
}

#[test]
fn r1_4_dark_sides_have_less_land_than_light_ones() {
    for sides in MAPS.map(drawing).chunks(2) {
        let [dark, light] = [sides[0].land(), sides[1].land()];
        assert!((8.0..=14.0).contains(&dark), "{}: {dark:.1} % land", sides[0].name);
        assert!((16.0..=24.0).contains(&light), "{}: {light:.1} % land", sides[1].name);
    }
}

#[test]
fn r1_6_each_side_has_its_own_name() {
    let names: BTreeSet<String> = MAPS.iter().map(|text| drawing(text).name).collect();
    assert_eq!(names.len(), 12, "{names:?}");
    assert!(names.iter().all(|name| !name.trim().is_empty()));
}

#[test]
fn r1_6_the_water_of_a_tile_is_connected() {
    for drawing in MAPS.map(drawing) {
        let water: BTreeSet<At> = drawing.symbols.keys().copied().filter(|&at| drawing.is_water(at)).collect();
        let mut queue: Vec<At> = water.first().copied().into_iter().collect();
        let mut wet: BTreeSet<At> = queue.iter().copied().collect();
        while let Some(at) = queue.pop() {
            queue.extend(
                STEP.map(|step| add(at, step)).into_iter().filter(|next| water.contains(next) && wet.insert(*next)),
            );
        }
        assert_eq!(wet, water, "{}", drawing.name);
    }
}

/// A tile of open water, with spot A on its third row and the line to the east.
fn open_tile() -> Vec<String> {
    let mut rows: Vec<String> =
        (0..12).map(|i| format!("{}. . . . . . . .", if i % 2 == 0 { " " } else { "" })).collect();
    rows[2] = " . A . . . . . .".to_owned();
    rows[6] = " . . . . . . b .".to_owned();
    rows
}

fn parse(rows: &[String], spots: &str) -> Result<Tile, TileFault> {
    Tile::parse(&format!("name: Test\nspots: {spots}\n{}\n", rows.join("\n")))
}

#[test]
fn r1_6_a_tile_without_room_for_the_line_is_invalid() {
    use powerboats_rules::Letter::*;
    let with = |changes: &[(usize, &str)]| {
        let mut rows = open_tile();
        changes.iter().for_each(|(row, text)| rows[*row] = (*text).to_owned());
        parse(&rows, "A E, B W").map(|_| ())
    };
    assert_eq!(with(&[]), Ok(()));
    assert_eq!(with(&[(2, " . A . . . # . .")]), Err(TileFault::Line(A)), "the fourth hex is land");
    assert_eq!(with(&[(2, " . A . . . . # .")]), Ok(()), "land under the finish buoy");
    assert_eq!(with(&[(2, " . . . A . . . .")]), Err(TileFault::Line(A)), "the fifth hex is off the tile");
    assert_eq!(with(&[(2, " . . A . . . . .")]), Ok(()), "the fifth hex is the tile's last");
    // Five hexes touch the line above (c2–g2) and five below (c4–g4).
    assert_eq!(with(&[(1, ". . # # # . . .")]), Ok(()), "two of them are water");
    assert_eq!(with(&[(1, ". . # # # # . .")]), Err(TileFault::Berth(A)), "only one of them is water");
    assert_eq!(with(&[(3, ". . # # # # . .")]), Err(TileFault::Berth(A)), "the same on the other side");
    assert!(parse(&open_tile(), "A E, B E").is_err(), "B's line runs off the tile");
}

#[test]
fn r1_6_an_invalid_map_gives_an_error() {
    use powerboats_rules::Letter::*;
    let rows = open_tile();
    assert_eq!(Tile::parse(""), Err(TileFault::Name));
    assert_eq!(parse(&rows, "A E"), Err(TileFault::Spots));
    assert_eq!(parse(&rows, "A E, A W"), Err(TileFault::Spots));
    assert_eq!(parse(&rows, "A E, D W"), Err(TileFault::Spots));
    assert!(matches!(parse(&rows, "A E, B N"), Err(TileFault::Heading(_))));
    assert_eq!(parse(&rows[1..], "A E, B W"), Err(TileFault::Rows { expected: 12, found: 11 }));
    let change = |row: usize, text: &str| {
        let mut rows = rows.clone();
        rows[row] = text.to_owned();
        parse(&rows, "A E, B W")
    };
    assert_eq!(change(0, ". . . . . . . ."), Err(TileFault::Row { line: 3, hexes: 8 }), "not shifted");
    assert_eq!(change(1, ". . . . . . ."), Err(TileFault::Row { line: 4, hexes: 8 }), "too short");
    assert_eq!(change(1, ". . C . . . . ."), Err(TileFault::Symbol { line: 4, hex: 3, found: 'C' }));
    assert_eq!(change(1, ". . A . . . . ."), Err(TileFault::Letter(A)), "A appears twice");
    assert_eq!(change(6, " . . . . . . . ."), Err(TileFault::Letter(B)), "B is missing");
}

#[test]
fn r1_3_a_frame_is_a_ring_of_26_by_26() {
    let ring = |symbol: char| -> Vec<String> {
        let edge = |i: usize, j: usize| [i, j].iter().any(|&k| k == 0 || k == 25);
        let row = |i: usize| (0..26).map(|j| if edge(i, j) { symbol } else { '_' }.to_string()).collect::<Vec<_>>();
        (0..26).map(|i| format!("{}{}", if i % 2 == 1 { " " } else { "" }, row(i).join(" "))).collect()
    };
    assert!(parse_frame(&ring('#').join("\n")).is_ok());
    let mut rows = ring('.');
    assert_eq!(parse_frame(&rows.join("\n")).unwrap().iter().flatten().filter(|hex| **hex == Some(true)).count(), 100);
    rows[1] = rows[1].replacen('_', ".", 1);
    assert_eq!(parse_frame(&rows.join("\n")), Err(TileFault::Symbol { line: 2, hex: 2, found: '.' }));
}
