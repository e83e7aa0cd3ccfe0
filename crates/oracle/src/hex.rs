//! Hexes and headings: names, neighbours and distance (RULES 1.1, 1.2).

/// A hex by column and row, both counted from 1. `a1` is column 1, row 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Hex {
    pub column: i32,
    pub row: i32,
}

/// One of the six sides of a hex, in anticlockwise order (RULES 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Heading {
    E,
    NE,
    NW,
    W,
    SW,
    SE,
}

/// All headings in the order of RULES 1.2.
pub(crate) const HEADINGS: [Heading; 6] = [Heading::E, Heading::NE, Heading::NW, Heading::W, Heading::SW, Heading::SE];

impl Heading {
    /// The heading 60° to the left.
    pub fn left(self) -> Heading {
        match self {
            Heading::E => Heading::NE,
            Heading::NE => Heading::NW,
            Heading::NW => Heading::W,
            Heading::W => Heading::SW,
            Heading::SW => Heading::SE,
            Heading::SE => Heading::E,
        }
    }

    /// The heading 60° to the right.
    pub fn right(self) -> Heading {
        self.back().left().left()
    }

    /// The opposite heading.
    pub fn back(self) -> Heading {
        self.left().left().left()
    }

    /// The unit vector of the heading in the plane: x points right, y down.
    pub fn vector(self) -> (f64, f64) {
        let height = 3f64.sqrt() / 2.0;
        match self {
            Heading::E => (1.0, 0.0),
            Heading::NE => (0.5, -height),
            Heading::NW => (-0.5, -height),
            Heading::W => (-1.0, 0.0),
            Heading::SW => (-0.5, height),
            Heading::SE => (0.5, height),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Heading::E => "E",
            Heading::NE => "NE",
            Heading::NW => "NW",
            Heading::W => "W",
            Heading::SW => "SW",
            Heading::SE => "SE",
        }
    }

    pub fn parse(name: &str) -> Option<Heading> {
        HEADINGS.into_iter().find(|h| h.name() == name)
    }
}

impl Hex {
    /// The neighbour in this direction. Even-numbered rows sit half a hex to the right (RULES 1.1).
    pub fn step(self, heading: Heading) -> Hex {
        let shifted = self.row.rem_euclid(2) == 0;
        let (to_the_left, to_the_right) =
            if shifted { (self.column, self.column + 1) } else { (self.column - 1, self.column) };
        let (column, row) = match heading {
            Heading::E => (self.column + 1, self.row),
            Heading::W => (self.column - 1, self.row),
            Heading::NE => (to_the_right, self.row - 1),
            Heading::NW => (to_the_left, self.row - 1),
            Heading::SE => (to_the_right, self.row + 1),
            Heading::SW => (to_the_left, self.row + 1),
        };
        Hex { column, row }
    }

    /// The hexes that touch this one.
    pub fn neighbours(self) -> [Hex; 6] {
        HEADINGS.map(|heading| self.step(heading))
    }

    /// The heading of the step to a neighbour.
    pub fn heading_to(self, neighbour: Hex) -> Option<Heading> {
        HEADINGS.into_iter().find(|&h| self.step(h) == neighbour)
    }

    /// Axial coordinates: q grows to the east, r to the south-east.
    pub fn axial(self) -> (i32, i32) {
        let r = self.row - 1;
        (self.column - r.div_euclid(2), r)
    }

    /// The number of steps between two hexes.
    pub fn distance(self, other: Hex) -> i32 {
        let (q, r) = self.axial();
        let (other_q, other_r) = other.axial();
        let (dq, dr) = (other_q - q, other_r - r);
        (dq.abs() + dr.abs() + (dq + dr).abs()) / 2
    }

    /// `a1` … `z26`.
    pub fn name(self) -> String {
        let letter = u8::try_from(self.column - 1).unwrap_or(u8::MAX - b'a') + b'a';
        format!("{}{}", char::from(letter), self.row)
    }

    /// Reads `a1` … `z26`. Capitals and leading zeros are not allowed.
    pub fn parse(name: &str) -> Option<Hex> {
        let letter = name.chars().next()?;
        let column = ('a'..='z').position(|l| l == letter)? + 1;
        let hex = Hex { column: i32::try_from(column).ok()?, row: name[1..].parse().ok()? };
        ((1..=26).contains(&hex.row) && hex.name() == name).then_some(hex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_1_even_rows_sit_half_a_hex_to_the_right() {
        let named = |name: &str| Hex::parse(name).unwrap();
        assert_eq!(named("c3").step(Heading::NE), named("c2"));
        assert_eq!(named("c3").step(Heading::NW), named("b2"));
        assert_eq!(named("c2").step(Heading::SE), named("d3"));
        assert_eq!(named("c2").step(Heading::SW), named("c3"));
    }

    #[test]
    fn r1_2_left_undoes_right_and_back_undoes_a_step() {
        let start = Hex { column: 9, row: 8 };
        for heading in HEADINGS {
            assert_eq!(heading.left().right(), heading);
            assert_eq!(start.step(heading).step(heading.back()), start);
            let bent = start.step(heading).step(heading.left().left());
            assert_eq!(bent, start.step(heading.left()));
            assert_eq!(start.distance(bent.step(heading)), 2);
        }
    }

    #[test]
    fn r1_1_only_exact_names_are_read() {
        assert_eq!(Hex::parse("z26"), Some(Hex { column: 26, row: 26 }));
        for wrong in ["a0", "a27", "A1", "a01", "aa1", "1a", "a", "", "a1 ", "{1"] {
            assert_eq!(Hex::parse(wrong), None, "{wrong}");
        }
    }
}
