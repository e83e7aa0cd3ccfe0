//! Random draws and their legality: dice, starters and a match's courses (RULES 1.3–1.6, 2.1, 3.1).

use crate::course::{Course, line_from};
use crate::distances::Distances;
use crate::fields::{color, dice, hex, list};
use crate::hex::{HEADINGS, Heading, Hex};
use crate::lake::Lake;
use crate::marks::{Leg, Progress};
use crate::seat::Color;
use serde_json::Value;
use std::collections::HashSet;

/// A lake, and the buoys of a race on it.
#[derive(Clone, Debug)]
pub(crate) struct Deal {
    pub rows: Vec<String>,
    pub buoys: [Hex; 4],
    pub heading: Heading,
}

/// The source of an answer's random parts.
pub(crate) trait Chance {
    /// Rolls this many dice, in any order.
    fn dice(&mut self, count: usize) -> Result<Vec<u8>, String>;
    /// Deals the next race's course. `earlier` are the courses of the match so far.
    fn deal(&mut self, earlier: &[Course], boats: usize) -> Result<Deal, String>;
    /// RULES 3.1: the player who starts race A.
    fn starter(&mut self, players: &[Color]) -> Result<Color, String>;
}

/// Takes the random parts from the answer under test.
pub(crate) struct FromAnswer<'a> {
    pub ok: &'a Value,
}

impl Chance for FromAnswer<'_> {
    fn dice(&mut self, count: usize) -> Result<Vec<u8>, String> {
        match dice(&self.ok["rolled"]) {
            Some(rolled) if rolled.len() == count => Ok(rolled),
            _ => Err(format!("ok.rolled: expected {count} dice of 1–3, got {}", self.ok["rolled"])),
        }
    }

    fn deal(&mut self, _: &[Course], _: usize) -> Result<Deal, String> {
        let course = &self.ok["course"];
        let read = || {
            let rows = list(&course["lake"], |row| Some(row.as_str()?.to_string()))?;
            let buoys: [Hex; 4] = list(&course["buoys"], hex)?.try_into().ok()?;
            let heading = buoys[0].heading_to(hex(&course["line"][0])?)?;
            Some(Deal { rows, buoys, heading })
        };
        read().ok_or(format!("ok.course: expected a course, got {course}"))
    }

    fn starter(&mut self, players: &[Color]) -> Result<Color, String> {
        let starter = &self.ok["state"]["starter"];
        color(starter)
            .filter(|c| players.contains(c))
            .ok_or(format!("ok.state.starter: expected a player, got {starter}"))
    }
}

/// A tile's place in the 3 × 2 grid.
type Tile = (i32, i32);

/// RULES 1.3: the tile of a hex; `None` for the border.
pub(crate) fn tile_of(hex: Hex) -> Option<Tile> {
    let inside = (2..=25).contains(&hex.column) && (2..=25).contains(&hex.row);
    inside.then_some(((hex.column - 2) / 8, (hex.row - 2) / 12))
}

/// RULES 1.6: the next four hexes are water, they and the fifth are on the same tile, and at least two more water hexes
/// touch them on either side.
pub(crate) fn is_spot(lake: &Lake, spot: Hex, heading: Heading) -> bool {
    let (line, fifth) = line_from(spot, heading);
    let tile = tile_of(spot);
    let four_of_water = line.iter().all(|&hex| lake.is_water(hex));
    let same_tile = tile.is_some() && line.iter().chain([&fifth]).all(|&hex| tile_of(hex) == tile);
    let room = |one: Heading, other: Heading| {
        let mut water: HashSet<Hex> = HashSet::new();
        for hex in line {
            water.extend([hex.step(one), hex.step(other)]);
        }
        water.retain(|&hex| lake.is_water(hex));
        water.len() >= 2
    };
    let left = room(heading.left(), heading.left().left());
    let right = room(heading.right(), heading.right().right());
    four_of_water && same_tile && left && right
}

/// RULES 1.3, 1.5: the lake is 26 × 26, the four spots of a letter are on four tiles, and two letters share two tiles.
fn check_spots(lake: &Lake, deal: &Deal, earlier: &[Course]) -> Result<(), String> {
    if deal.rows.len() != 26 || deal.rows.iter().any(|row| row.len() != 26) {
        return Err("the lake is not 26 × 26 (1.3)".into());
    }
    if earlier.first().is_some_and(|course| course.lake != *lake) {
        return Err("the lake changed between races (1.4)".into());
    }
    let tiles: HashSet<Tile> = deal.buoys.into_iter().filter_map(tile_of).collect();
    if tiles.len() != 4 {
        return Err("the buoys are not on four tiles (1.5)".into());
    }
    for course in earlier {
        let of_both = course.buoys.into_iter().filter_map(tile_of);
        if of_both.filter(|tile| tiles.contains(tile)).count() != 2 {
            return Err("two letters do not share two tiles (1.5)".into());
        }
    }
    if !is_spot(lake, deal.buoys[0], deal.heading) {
        return Err("buoy 0 is not on a spot (1.6)".into());
    }
    for buoy in deal.buoys {
        if !HEADINGS.into_iter().any(|h| is_spot(lake, buoy, h)) {
            return Err(format!("{} cannot be a spot (1.6)", buoy.name()));
        }
    }
    Ok(())
}

/// The course of a deal, if it is legal for the next race of a match.
pub(crate) fn legal_course(deal: &Deal, earlier: &[Course], boats: usize) -> Result<Course, String> {
    let lake = Lake::read(&deal.rows)?;
    check_spots(&lake, deal, earlier)?;
    let course = Course::lay(lake, deal.buoys, deal.heading, boats)?;
    // RULES 2.1: from each start place a path over water crosses all five marks.
    let distances = Distances::of(&course);
    let before_the_start = Progress { leg: Leg::Start, owes: false, finished: false };
    for &place in &course.places {
        if !distances.can_finish(place, before_the_start) {
            return Err(format!("the course cannot be finished from {} (2.1)", place.name()));
        }
    }
    Ok(course)
}
