//! Notation of a course: `k12E,f7,q20,c5` is buoy 0 with the line's heading, then buoys 1, 2 and 3.

use super::{Misread, Piece};
use crate::{CoursePlan, Heading, Hex, NoHex};
use std::{fmt, str::FromStr};

/// A hex and a heading, written `k12NE`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Berth(pub Hex, pub Heading);

impl fmt::Display for Berth {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

impl FromStr for Berth {
    type Err = Misread;
    fn from_str(text: &str) -> Result<Berth, Misread> {
        read_berth(Piece::new(text))
    }
}

pub(crate) fn read_berth(text: Piece) -> Result<Berth, Misread> {
    let (hex, heading) = text.cut_before(|c| c.is_ascii_uppercase());
    if hex.text.is_empty() {
        return Err(text.misread(NoHex(text.text.to_owned())));
    }
    Ok(Berth(hex.read()?, heading.read()?))
}

impl fmt::Display for CoursePlan {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [b1, b2, b3] = self.buoys;
        write!(f, "{},{b1},{b2},{b3}", Berth(self.start_buoy, self.heading))
    }
}

impl FromStr for CoursePlan {
    type Err = Misread;
    fn from_str(text: &str) -> Result<CoursePlan, Misread> {
        read_course(Piece::new(text))
    }
}

pub(crate) fn read_course(text: Piece) -> Result<CoursePlan, Misread> {
    let [start, b1, b2, b3] =
        text.pieces(',', "buoy 0 with its heading and buoys 1, 2 and 3, such as k12E,f7,q20,c5")?;
    let Berth(start_buoy, heading) = read_berth(start)?;
    Ok(CoursePlan { start_buoy, heading, buoys: [b1.read()?, b2.read()?, b3.read()?] })
}
