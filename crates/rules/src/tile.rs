//! The twelve tile sides and the frame, read from the text maps in `tiles/`.

use crate::{BadLake, Heading, Hex, Lake, NoHeading, hex::SIZE};
use std::{fmt, sync::LazyLock};

/// A race, and the letter on its buoys' spots (rules 1.5, 2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Letter {
    A,
    B,
    C,
}

impl Letter {
    #[allow(missing_docs)]
    pub const ALL: [Letter; 3] = [Letter::A, Letter::B, Letter::C];

    /// The race's number: 1, 2 or 3.
    pub const fn race(self) -> u8 {
        self as u8 + 1
    }

    /// The letter of race 1, 2 or 3.
    pub fn of_race(race: u8) -> Option<Letter> {
        Letter::ALL.into_iter().find(|letter| letter.race() == race)
    }

    fn of_char(letter: char) -> Option<Letter> {
        Letter::ALL.into_iter().find(|l| l.char() == letter)
    }

    /// `A`, `B` or `C`.
    pub const fn char(self) -> char {
        ['A', 'B', 'C'][self as usize]
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// The two sides of a tile (rule 1.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Easier.
    Dark,
    /// Harder: more islands, tighter water.
    Light,
}

impl Side {
    #[allow(missing_docs)]
    pub const ALL: [Side; 2] = [Side::Dark, Side::Light];
}

/// A place for a buoy: a hex, and the side of the hex where the letter is printed (rule 1.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// The race that uses this spot.
    pub letter: Letter,
    /// The hex: in the tile's coordinates, or in the lake's once the tile is laid.
    pub at: Hex,
    /// The direction of the line if buoy 0 stands here.
    pub heading: Heading,
}

/// One side of a tile: 8 × 12 hexes with two spots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    #[allow(missing_docs)]
    pub name: String,
    /// Water and land. Unlike on a lake, odd-numbered rows sit half a hex to the right.
    pub lake: Lake,
    /// The two spots, in the tile's coordinates.
    pub spots: [Spot; 2],
}

/// Number of columns of a tile.
pub const TILE_WIDTH: u8 = 8;
/// Number of rows of a tile.
pub const TILE_HEIGHT: u8 = 12;

/// What is wrong with the text map of a tile or the frame. Lines are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TileFault {
    /// The first line is not the name.
    #[error("line 1: expected `name: …`")]
    Name,
    /// The second line does not give two spots.
    #[error("line 2: expected `spots: A E, B SW`, two letters of A, B, C with their headings")]
    Spots,
    /// A spot's heading is unknown.
    #[error("line 2: {0}")]
    Heading(NoHeading),
    /// Too few or too many rows.
    #[error("expected {expected} map rows, found {found}")]
    Rows {
        /// 12 for a tile, 26 for the frame.
        expected: usize,
        #[allow(missing_docs)]
        found: usize,
    },
    /// A row is spaced wrongly or has the wrong length.
    #[error("line {line}: expected {hexes} hexes separated by single spaces, with every second row indented by one")]
    Row {
        #[allow(missing_docs)]
        line: usize,
        /// 8 for a tile, 26 for the frame.
        hexes: u8,
    },
    /// A symbol that is not allowed at this place.
    #[error("line {line}, hex {hex}: unexpected symbol {found:?}")]
    Symbol {
        #[allow(missing_docs)]
        line: usize,
        /// Counted from 1 in the row.
        hex: usize,
        #[allow(missing_docs)]
        found: char,
    },
    /// A spot's letter is missing on the map, or appears twice.
    #[error("spot {0} must be on the map exactly once")]
    Letter(Letter),
    /// No room for the line (rule 1.6).
    #[error("spot {0}: the next four hexes along its heading must be water, and the fifth must be on the tile")]
    Line(Letter),
    /// No room beside the line (rule 1.6).
    #[error("spot {0}: at least two water hexes must touch the line on either side")]
    Berth(Letter),
    /// The map is not a valid lake.
    #[error(transparent)]
    Map(#[from] BadLake),
}

/// The symbols of a map, row by row. `first` is the line number of the map's first row in the text. Rows whose index has
/// the parity `shifted` are indented.
fn drawn_rows(
    text: &[&str],
    first: usize,
    (width, height): (u8, u8),
    shifted: usize,
) -> Result<Vec<Vec<char>>, TileFault> {
    if text.len() != usize::from(height) {
        return Err(TileFault::Rows { expected: height.into(), found: text.len() });
    }
    let row = |(i, text): (usize, &&str)| {
        let wrong = TileFault::Row { line: first + i, hexes: width };
        let text = if i % 2 == shifted { text.strip_prefix(' ').ok_or(wrong.clone())? } else { text };
        let symbols: Vec<char> = text.chars().collect();
        let spaced = symbols.iter().enumerate().all(|(j, &symbol)| (j % 2 == 1) == (symbol == ' '));
        if !spaced || symbols.len() != 2 * usize::from(width) - 1 {
            return Err(wrong);
        }
        Ok(symbols.into_iter().step_by(2).collect())
    };
    text.iter().enumerate().map(row).collect()
}

impl Tile {
    /// Reads and checks a tile's text map (rules 1.5, 1.6).
    pub fn parse(text: &str) -> Result<Tile, TileFault> {
        let lines: Vec<&str> = text.lines().collect();
        let [name, spots, map @ ..] = lines.as_slice() else { return Err(TileFault::Name) };
        let name = name.strip_prefix("name: ").filter(|name| !name.trim().is_empty());
        let headings = parse_headings(spots)?;
        let symbols = drawn_rows(map, 3, (TILE_WIDTH, TILE_HEIGHT), 0)?;

        let mut rows = Vec::new();
        let mut found = Vec::new();
        for (i, row) in symbols.into_iter().enumerate() {
            let mut text = String::new();
            for (j, symbol) in row.into_iter().enumerate() {
                let letter = Letter::of_char(symbol.to_ascii_uppercase());
                if let Some(letter) = letter
                    && headings.iter().any(|&(spot, _)| spot == letter)
                {
                    // Both indices are below 26.
                    found.extend(Hex::new(j as u8, i as u8).map(|at| (letter, at)));
                    text.push(if symbol.is_uppercase() { '.' } else { '#' });
                } else if matches!(symbol, '.' | '#') {
                    text.push(symbol);
                } else {
                    return Err(TileFault::Symbol { line: i + 3, hex: j + 1, found: symbol });
                }
            }
            rows.push(text);
        }
        let spot = |(letter, heading)| {
            let mut places = found.iter().filter(|(l, _)| *l == letter);
            match (places.next(), places.next()) {
                (Some(&(_, at)), None) => Ok(Spot { letter, at, heading }),
                _ => Err(TileFault::Letter(letter)),
            }
        };
        let tile = Tile {
            name: name.ok_or(TileFault::Name)?.to_owned(),
            lake: Lake::from_rows(&rows)?,
            spots: [spot(headings[0])?, spot(headings[1])?],
        };
        tile.spots.iter().try_for_each(|spot| tile.check_spot(spot))?;
        Ok(tile)
    }

    /// Checks the room for a line at this spot (rule 1.6).
    fn check_spot(&self, spot: &Spot) -> Result<(), TileFault> {
        let Spot { letter, at, heading } = *spot;
        // A tile's first row is shifted, but a lake's is not. So compute neighbours one row further down, where the tile's
        // rows are shifted like a lake's.
        let down = |hex: Hex| Hex::new(hex.col(), hex.row() + 1);
        let up = |hex: Hex| Hex::new(hex.col(), hex.row().checked_sub(1)?);
        let ahead = |steps| down(at)?.ahead(heading, steps);
        let water = |hex: Option<Hex>| hex.and_then(up).is_some_and(|hex| self.lake.is_water(hex));
        let fifth = ahead(5).and_then(up).is_some_and(|hex| self.lake.contains(hex));
        if !fifth || !(1..=4).all(|steps| water(ahead(steps))) {
            return Err(TileFault::Line(letter));
        }
        for turn in [Heading::left, Heading::right] {
            // Five hexes touch the line on this side; the first is a neighbour of the spot itself.
            let beside = |steps| ahead(steps)?.neighbour(turn(heading));
            if (0..=4).filter(|&steps| water(beside(steps))).count() < 2 {
                return Err(TileFault::Berth(letter));
            }
        }
        Ok(())
    }
}

fn parse_headings(line: &str) -> Result<[(Letter, Heading); 2], TileFault> {
    let spot = |text: &str| -> Result<(Letter, Heading), TileFault> {
        let (letter, heading) = text.split_once(' ').ok_or(TileFault::Spots)?;
        let mut chars = letter.chars();
        let letter = chars.next().and_then(Letter::of_char).filter(|_| chars.next().is_none());
        Ok((letter.ok_or(TileFault::Spots)?, heading.parse().map_err(TileFault::Heading)?))
    };
    let spots = line.strip_prefix("spots: ").and_then(|spots| spots.split_once(", "));
    let (first, second) = spots.ok_or(TileFault::Spots)?;
    let spots = [spot(first)?, spot(second)?];
    if spots[0].0 == spots[1].0 { Err(TileFault::Spots) } else { Ok(spots) }
}

/// The frame, row by row: whether each hex of the outer ring is water; `None` inside the ring.
pub type Frame = Vec<Vec<Option<bool>>>;

/// Reads and checks the frame's text map: `.` and `#` in the outer ring, `_` inside.
pub fn parse_frame(text: &str) -> Result<Frame, TileFault> {
    let lines: Vec<&str> = text.lines().collect();
    let symbols = drawn_rows(&lines, 1, (SIZE, SIZE), 1)?;
    let last = usize::from(SIZE) - 1;
    let read = |i: usize, (j, symbol)| {
        let ring = [i, j].iter().any(|&k| k == 0 || k == last);
        match (ring, symbol) {
            (true, '.') => Ok(Some(true)),
            (true, '#') => Ok(Some(false)),
            (false, '_') => Ok(None),
            (_, found) => Err(TileFault::Symbol { line: i + 1, hex: j + 1, found }),
        }
    };
    let row = |(i, row): (usize, Vec<char>)| row.into_iter().enumerate().map(|symbol| read(i, symbol)).collect();
    symbols.into_iter().enumerate().map(row).collect()
}

/// The game's frame.
pub fn frame() -> &'static Frame {
    static FRAME: LazyLock<Frame> =
        LazyLock::new(|| parse_frame(include_str!("../tiles/frame.txt")).expect("a test reads the frame"));
    &FRAME
}

/// Side `side` of tile `number` (1–6).
///
/// # Panics
/// If `number` is not 1 to 6.
pub fn tile(number: u8, side: Side) -> &'static Tile {
    static TILES: LazyLock<Vec<Tile>> = LazyLock::new(|| {
        let read = |text: &&str| Tile::parse(text).expect("a test reads every tile");
        MAPS.iter().map(read).collect()
    });
    &TILES[usize::from(number - 1) * 2 + side as usize]
}

/// The text maps of the tiles 1 to 6, each with its dark side before its light side.
pub const MAPS: [&str; 12] = [
    include_str!("../tiles/1-dark.txt"),
    include_str!("../tiles/1-light.txt"),
    include_str!("../tiles/2-dark.txt"),
    include_str!("../tiles/2-light.txt"),
    include_str!("../tiles/3-dark.txt"),
    include_str!("../tiles/3-light.txt"),
    include_str!("../tiles/4-dark.txt"),
    include_str!("../tiles/4-light.txt"),
    include_str!("../tiles/5-dark.txt"),
    include_str!("../tiles/5-light.txt"),
    include_str!("../tiles/6-dark.txt"),
    include_str!("../tiles/6-light.txt"),
];
