//! `Boat` and `RaceResult`: what a race tells about its boats.

use powerboats_rules::{self as rules, Color, PerColor};
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// A boat in a race, as it was when you asked. It does not change with the race.
///
/// >>> import powerboats as pb
/// >>> text = "12./12./12./12./12. d3E,k1,k5,b5 C-turns red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red"
/// >>> boat = pb.Race.from_position(text).boat("red")
/// >>> boat.at, boat.heading, boat.hand, boat.damage, boat.leg, boat.turns
/// ('e5', 'NE', '21', 2, 'finish', 14)
#[pyclass(frozen, eq, module = "powerboats")]
#[derive(Clone, PartialEq)]
pub struct Boat(pub rules::Boat);

#[pymethods]
impl Boat {
    #[getter]
    fn color(&self) -> &'static str {
        self.0.color.name()
    }

    /// ``unplaced``, ``racing``, ``finished``, ``sunk``, ``resigned`` or ``unfinished``.
    #[getter]
    fn status(&self) -> &'static str {
        self.0.status.name()
    }

    /// Its hex, such as ``k12``; None if it is not on the lake.
    #[getter]
    fn at(&self) -> Option<String> {
        self.0.at().map(|at| at.to_string())
    }

    /// ``E``, ``NE``, ``NW``, ``W``, ``SW`` or ``SE``; None if it is not on the lake.
    #[getter]
    fn heading(&self) -> Option<&'static str> {
        self.0.heading().map(rules::Heading::name)
    }

    /// The dice it kept from its last turn, such as ``321``.
    #[getter]
    fn hand(&self) -> String {
        self.0.hand.to_string()
    }

    #[getter]
    fn damage(&self) -> u8 {
        self.0.damage
    }

    /// The part of the damage that comes from earlier races.
    #[getter]
    fn kept(&self) -> u8 {
        self.0.kept
    }

    /// The mark it must cross next: ``start``, ``1``, ``2``, ``3`` or ``finish``.
    #[getter]
    fn leg(&self) -> &'static str {
        self.0.progress.leg.name()
    }

    /// Did it cross that gate the wrong way, so that it must cross it once more?
    #[getter]
    fn owes(&self) -> bool {
        self.0.progress.owes
    }

    /// The turns it has taken in this race.
    #[getter]
    fn turns(&self) -> u32 {
        self.0.turns
    }

    fn __repr__(&self) -> String {
        let rules::Boat { color, status, hand, damage, .. } = self.0;
        let place = self.0.at().map_or_else(|| status.name().to_owned(), |at| format!("at {at}"));
        format!("<Boat {color} {place}, hand \"{hand}\", damage {damage}>")
    }
}

/// The result of a race that is over.
#[pyclass(frozen, eq, get_all, module = "powerboats")]
#[derive(Clone, PartialEq)]
pub struct RaceResult {
    /// The finishers, first to last.
    order: Vec<&'static str>,
    /// The boats that sank, in the order they did.
    sunk: Vec<&'static str>,
    /// The turns each boat took.
    turns: BTreeMap<&'static str, u32>,
    /// The points each player gained.
    points: BTreeMap<&'static str, i64>,
}

impl RaceResult {
    pub fn new(race: &rules::Race, result: &rules::RaceResult) -> RaceResult {
        let colors = || race.boats().iter().map(|boat| boat.color);
        RaceResult {
            order: result.order.iter().map(|color| color.name()).collect(),
            sunk: result.sunk.iter().map(|color| color.name()).collect(),
            turns: by_color(colors(), &result.turns),
            points: by_color(colors(), &result.points),
        }
    }
}

#[pymethods]
impl RaceResult {
    fn __repr__(&self) -> String {
        format!("<RaceResult {:?}>", self.points)
    }
}

/// A value for each of these colours.
pub fn by_color<T: Copy>(colors: impl Iterator<Item = Color>, values: &PerColor<T>) -> BTreeMap<&'static str, T> {
    colors.map(|color| (color.name(), values[color])).collect()
}
