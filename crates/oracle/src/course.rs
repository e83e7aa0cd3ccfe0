//! The course: buoys, line, sides, gates and start places (RULES 2.2–2.6, 3.3).

use crate::gate::{Gate, cross, doubled};
use crate::hex::{Heading, Hex};
use crate::lake::Lake;

/// A course on a lake, for a number of boats.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Course {
    pub lake: Lake,
    /// Buoys 0 to 3.
    pub buoys: [Hex; 4],
    /// The direction of the line, seen from buoy 0.
    pub heading: Heading,
    pub line: [Hex; 4],
    pub finish_buoy: Hex,
    pub start_side: Vec<Hex>,
    pub finish_side: Vec<Hex>,
    pub gates: [Gate; 3],
    pub places: Vec<Hex>,
}

/// A side of the line, seen along its heading.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

/// RULES 2.2: the line's four hexes next to buoy 0, and the finish buoy on the fifth.
pub(crate) fn line_from(buoy: Hex, heading: Heading) -> ([Hex; 4], Hex) {
    let first = buoy.step(heading);
    let second = first.step(heading);
    let third = second.step(heading);
    let fourth = third.step(heading);
    ([first, second, third, fourth], fourth.step(heading))
}

/// RULES 2.6: the side of the line on which a buoy lies. On the axis it is left.
fn side_of(buoy: Hex, line_buoy: Hex, heading: Heading) -> Side {
    let (q0, r0) = doubled(line_buoy);
    let along = doubled(line_buoy.step(heading));
    let to = doubled(buoy);
    let turn = cross((along.0 - q0, along.1 - r0), (to.0 - q0, to.1 - r0));
    if turn > 0 { Side::Right } else { Side::Left }
}

/// REFEREE `start_side`: the hexes of the map that touch the line on that side, including land and buoys.
fn touching(lake: &Lake, line: &[Hex; 4], heading: Heading, side: Side) -> Vec<Hex> {
    let mut found = Vec::new();
    for hex in line {
        let (ahead, astern) = match side {
            Side::Left => (heading.left(), heading.left().left()),
            Side::Right => (heading.right(), heading.right().right()),
        };
        for neighbour in [hex.step(astern), hex.step(ahead)] {
            if lake.contains(neighbour) && !found.contains(&neighbour) {
                found.push(neighbour);
            }
        }
    }
    found
}

/// The number of steps to the nearest hex of the line.
fn distance_to_line(hex: Hex, line: &[Hex; 4]) -> i32 {
    line.map(|l| l.distance(hex)).into_iter().min().unwrap_or(0)
}

/// RULES 3.3: the line, the hexes behind it and, only if these are too few, the hexes behind those.
fn start_places(lake: &Lake, buoys: &[Hex], line: &[Hex; 4], behind: &[Hex], boats: usize) -> Vec<Hex> {
    let open = |hex: Hex| lake.is_water(hex) && !buoys.contains(&hex);
    let near: Vec<Hex> = behind.iter().copied().filter(|&h| open(h)).collect();
    let mut places = line.to_vec();
    places.extend(&near);
    if places.len() >= boats {
        return places;
    }
    for place in near {
        for hex in place.neighbours() {
            let farther = distance_to_line(hex, line) > distance_to_line(place, line);
            if farther && open(hex) && !places.contains(&hex) {
                places.push(hex);
            }
        }
    }
    places
}

impl Course {
    /// Makes a course, or says why it is invalid.
    pub fn lay(lake: Lake, buoys: [Hex; 4], heading: Heading, boats: usize) -> Result<Course, String> {
        let (line, finish_buoy) = line_from(buoys[0], heading);
        let all_buoys = [buoys[0], buoys[1], buoys[2], buoys[3], finish_buoy];
        for (i, buoy) in all_buoys.iter().enumerate() {
            if !lake.contains(*buoy) {
                return Err(format!("buoy {i} is off the map"));
            }
            if line.contains(buoy) {
                return Err(format!("buoy {i} is on the line"));
            }
            if all_buoys[..i].contains(buoy) {
                return Err(format!("buoy {i} coincides with another"));
            }
        }
        if let Some(hex) = line.iter().find(|&&hex| !lake.is_water(hex)) {
            return Err(format!("the line is on land at {hex:?}"));
        }
        let start = side_of(buoys[1], buoys[0], heading);
        let finish = side_of(buoys[3], buoys[0], heading);
        let away = match start {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        };
        let behind = touching(&lake, &line, heading, away);
        let places = start_places(&lake, &all_buoys, &line, &behind, boats);
        if places.len() < boats {
            return Err(format!("only {} start places for {boats} boats", places.len()));
        }
        // RULES 2.3: m0 = m4 is the middle of the line, halfway between its second and third hex.
        let (a, b) = (line[1].axial(), line[2].axial());
        let middle = (a.0 + b.0, a.1 + b.1);
        let [m1, m2, m3] = [doubled(buoys[1]), doubled(buoys[2]), doubled(buoys[3])];
        Ok(Course {
            gates: [
                Gate::lay(&lake, buoys[1], middle, m2),
                Gate::lay(&lake, buoys[2], m1, m3),
                Gate::lay(&lake, buoys[3], m2, middle),
            ],
            start_side: touching(&lake, &line, heading, start),
            finish_side: touching(&lake, &line, heading, finish),
            lake,
            buoys,
            heading,
            line,
            finish_buoy,
            places,
        })
    }

    /// RULES 2.2: each of the five buoys blocks its hex.
    pub fn has_buoy(&self, hex: Hex) -> bool {
        self.buoys.contains(&hex) || self.finish_buoy == hex
    }

    /// RULES 4.3: is this hex water without a buoy? Boats do not matter.
    pub fn is_open(&self, hex: Hex) -> bool {
        self.lake.is_water(hex) && !self.has_buoy(hex)
    }

    /// All hexes where a boat can be, row by row.
    pub fn open_hexes(&self) -> Vec<Hex> {
        let mut open = self.lake.all_hexes();
        open.retain(|&hex| self.is_open(hex));
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hexes(names: &str) -> Vec<Hex> {
        names.split(' ').map(|n| Hex::parse(n).unwrap()).collect()
    }

    fn sorted(mut hexes: Vec<Hex>) -> Vec<Hex> {
        hexes.sort();
        hexes
    }

    /// A line from c5 to the east, with buoys 1 and 2 to the north and buoy 3 to the south.
    fn course(rows: &[&str], boats: usize) -> Result<Course, String> {
        let rows: Vec<String> = rows.iter().map(|r| (*r).to_string()).collect();
        let buoys = hexes("c5 k2 b2 b8");
        let buoys = [buoys[0], buoys[1], buoys[2], buoys[3]];
        Course::lay(Lake::read(&rows)?, buoys, Heading::E, boats)
    }

    #[test]
    fn r2_2_and_2_6_the_line_and_its_sides() {
        let course = course(&["............"; 9], 6).unwrap();
        assert_eq!(course.line.to_vec(), hexes("d5 e5 f5 g5"));
        assert_eq!(course.finish_buoy, hexes("h5")[0]);
        assert_eq!(sorted(course.start_side), hexes("c4 d4 e4 f4 g4"));
        assert_eq!(sorted(course.finish_side.clone()), hexes("c6 d6 e6 f6 g6"));
        let places = hexes("c6 d5 d6 e5 e6 f5 f6 g5 g6");
        assert_eq!(sorted(course.places), places);
    }

    #[test]
    fn r3_3_a_second_row_is_used_only_if_the_first_places_are_too_few() {
        let mut rows = ["............"; 9];
        rows[5] = "..##.#######";
        rows[6] = "...#...#####";
        // e6 is the only hex behind the line. It touches e7 and f7, which are farther away.
        let places = course(&rows, 6).unwrap().places;
        assert_eq!(sorted(places), hexes("d5 e5 e6 e7 f5 f7 g5"));
        assert_eq!(course(&rows, 5).unwrap().places.len(), 5);
        rows[6] = "...#.#.#####";
        assert_eq!(course(&rows, 6).unwrap().places.len(), 6);
        rows[6] = "...#########";
        assert!(course(&rows, 6).is_err());
        // b6 touches c6 and is two steps from the line, so it is farther away, although it lies beside the line.
        rows[5] = "#..#########";
        rows[6] = "############";
        assert_eq!(sorted(course(&rows, 6).unwrap().places), hexes("b6 c6 d5 e5 f5 g5"));
    }
}
