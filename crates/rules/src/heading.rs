//! The six headings of a boat, and the three directions it can steer.

/// One of the six sides of a hex, in the order of rule 1.2: anticlockwise from east.
///
/// ```text
///    NW  NE
///   W  ⬡  E
///    SW  SE
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the compass above explains them
pub enum Heading {
    E,
    NE,
    NW,
    W,
    SW,
    SE,
}

impl Heading {
    /// In the order of rule 1.2.
    pub const ALL: [Heading; 6] = {
        use Heading::*;
        [E, NE, NW, W, SW, SE]
    };

    /// This heading turned `sixths` × 60° to the left.
    #[inline]
    pub const fn turned_left(self, sixths: usize) -> Heading {
        const TWICE: [Heading; 12] = {
            use Heading::*;
            [E, NE, NW, W, SW, SE, E, NE, NW, W, SW, SE]
        };
        TWICE[self as usize + sixths % 6]
    }

    /// This heading turned 60° to the left.
    #[inline]
    pub const fn left(self) -> Heading {
        self.turned_left(1)
    }

    /// This heading turned 60° to the right.
    #[inline]
    pub const fn right(self) -> Heading {
        self.turned_left(5)
    }

    /// The opposite heading.
    #[inline]
    pub const fn back(self) -> Heading {
        self.turned_left(3)
    }

    /// The heading after steering.
    #[inline]
    pub const fn steered(self, steer: Steer) -> Heading {
        match steer {
            Steer::Left => self.left(),
            Steer::Straight => self,
            Steer::Right => self.right(),
        }
    }

    /// One step in axial coordinates: q grows to the east, r to the south-east.
    #[inline]
    pub const fn axial(self) -> (i32, i32) {
        [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)][self as usize]
    }

    /// `E`, `NE`, …
    pub const fn name(self) -> &'static str {
        ["E", "NE", "NW", "W", "SW", "SE"][self as usize]
    }
}

crate::named::named!(Heading, NoHeading, "heading", "E, NE, NW, W, SW or SE");

/// How a boat turns before it moves (rule 4.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Steer {
    /// 60° to the left.
    Left,
    /// Keep the heading.
    Straight,
    /// 60° to the right.
    Right,
}

impl Steer {
    /// From left to right.
    pub const ALL: [Steer; 3] = [Steer::Left, Steer::Straight, Steer::Right];

    /// `left`, `straight` or `right`.
    pub const fn name(self) -> &'static str {
        ["left", "straight", "right"][self as usize]
    }
}

crate::named::named!(Steer, NoSteer, "direction", "left, straight or right");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_2_six_headings_anticlockwise() {
        assert_eq!(Heading::ALL.map(Heading::name), ["E", "NE", "NW", "W", "SW", "SE"]);
        for (i, heading) in Heading::ALL.into_iter().enumerate() {
            assert_eq!(heading.left(), Heading::ALL[(i + 1) % 6]);
            assert_eq!(heading.left().right(), heading);
            assert_eq!(heading.back().back(), heading);
            assert_eq!(heading.left().left().left(), heading.back());
            assert_eq!(heading.name().parse(), Ok(heading));
            let ((q, r), (bq, br)) = (heading.axial(), heading.back().axial());
            assert_eq!((q + bq, r + br), (0, 0));
        }
        assert!("e".parse::<Heading>().is_err());
    }
}
