//! The coastline between water and land, traced along the hexes and smoothed.

use crate::{
    noise::Noise,
    plane::{HEX_SIDE, HEX_WIDTH, Point, between, distance},
    sheet::Pen,
};
use powerboats_rules::{Heading, Hex, Lake, sort_long};

/// The farthest that smoothing may move a point of the coast.
const MAX_SHIFT: f64 = 0.13 * HEX_WIDTH;

/// All coastlines of a lake as closed loops. A point inside an odd number of loops is water, any other point is land.
pub(crate) struct Coast {
    /// Control points of the curves.
    loops: Vec<Vec<Point>>,
}

impl Coast {
    pub fn of(lake: &Lake, noise: Noise) -> Coast {
        let loops = trace(lake).into_iter().map(|middles| roughened(&smoothed(&middles), noise)).collect();
        Coast { loops }
    }

    /// The coastlines as path data.
    pub fn path(&self) -> String {
        let mut pen = Pen::default();
        self.loops.iter().for_each(|points| pen.round_loop(points));
        pen.data()
    }

    /// The curves as short straight pieces, `fineness` for each control point.
    pub fn pieces(&self, fineness: u32) -> impl Iterator<Item = (Point, Point)> {
        self.loops.iter().flat_map(move |points| {
            let flat = flattened(points, fineness);
            let ends: Vec<Point> = flat.iter().skip(1).chain(flat.first()).copied().collect();
            flat.into_iter().zip(ends)
        })
    }
}

/// Points on the parabolas that [`Pen::round_loop`] draws.
fn flattened(points: &[Point], fineness: u32) -> Vec<Point> {
    let n = points.len();
    let bends = (0..n).flat_map(|i| {
        let [before, bend, after] = [points[(i + n - 1) % n], points[i], points[(i + 1) % n]];
        let (from, to) = (between(before, bend, 0.5), between(bend, after, 0.5));
        (0..fineness).map(move |step| {
            let t = f64::from(step) / f64::from(fineness);
            between(between(from, bend, t), between(bend, to, t), t)
        })
    });
    bends.collect()
}

/// A corner of a hex, in half hex widths and half hex sides. Integers, so that corners can be compared.
type Corner = (i32, i32);

/// The side of a hex in this direction. Its corners are in clockwise order around the hex.
fn side(hex: Hex, heading: Heading) -> (Corner, Corner) {
    let (col, row) = (i32::from(hex.col()), i32::from(hex.row()));
    let (x, y) = (2 * col + 1 + (row & 1), 3 * row + 2);
    let [n, ne, se, s, sw, nw] =
        [(x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)];
    match heading {
        Heading::E => (ne, se),
        Heading::SE => (se, s),
        Heading::SW => (s, sw),
        Heading::W => (sw, nw),
        Heading::NW => (nw, n),
        Heading::NE => (n, ne),
    }
}

fn place((x, y): Corner) -> Point {
    (f64::from(x) * HEX_WIDTH / 2.0, f64::from(y) * HEX_SIDE / 2.0)
}

/// The sides between water and land, with the water on their right.
fn sides(lake: &Lake) -> impl Iterator<Item = (Corner, Corner)> {
    lake.hexes().filter(|&hex| lake.is_water(hex)).flat_map(move |hex| {
        let is_land = move |heading: &Heading| !hex.neighbour(*heading).is_some_and(|next| lake.is_water(next));
        Heading::ALL.into_iter().filter(is_land).map(move |heading| side(hex, heading))
    })
}

/// Joins these sides into closed loops, and returns the middle of each side.
/// Three hexes meet at a corner, so a coast can leave a corner by only one side, and loops never touch.
fn trace(lake: &Lake) -> Vec<Vec<Point>> {
    let mut sides: Vec<(Corner, Corner)> = sides(lake).collect();
    sort_long(&mut sides, |a, b| a.0.cmp(&b.0));
    let mut drawn = vec![false; sides.len()];
    let mut loops = Vec::new();
    for first in 0..sides.len() {
        let mut middles = Vec::new();
        let mut next = Some(first).filter(|&first| !drawn[first]);
        while let Some(side) = next {
            drawn[side] = true;
            let (from, to) = sides[side];
            middles.push(between(place(from), place(to), 0.5));
            let after = sides.binary_search_by(|other| other.0.cmp(&to)).ok();
            next = after.filter(|&after| !drawn[after]);
        }
        if !middles.is_empty() {
            loops.push(middles);
        }
    }
    loops
}

/// Smooths the zigzag of the hexes without shrinking small islands (Taubin's filter).
fn smoothed(middles: &[Point]) -> Vec<Point> {
    let n = middles.len();
    let pull = |points: &[Point], part: f64| -> Vec<Point> {
        let towards = |i: usize| between(points[(i + n - 1) % n], points[(i + 1) % n], 0.5);
        (0..n).map(|i| between(points[i], towards(i), part)).collect()
    };
    let smooth = (0..2).fold(middles.to_vec(), |points, _| pull(&pull(&points, 0.5), -0.53));
    let limited = |(&middle, &point): (&Point, &Point)| {
        let moved = distance(middle, point);
        if moved > MAX_SHIFT { between(middle, point, MAX_SHIFT / moved) } else { point }
    };
    middles.iter().zip(&smooth).map(limited).collect()
}

/// Doubles the number of points and moves each a little. Nearby points move alike, so a coast never crosses itself.
fn roughened(points: &[Point], noise: Noise) -> Vec<Point> {
    let n = points.len();
    let (across, along) = (noise.salted(1), noise.salted(2));
    let push = |noise: Noise, at: Point| 1.6 * noise.at(at, 31.0) + 2.3 * noise.salted(3).at(at, 10.0);
    let pushed = |at: Point| (at.0 + push(across, at), at.1 + push(along, at));
    let doubled = (0..n).flat_map(|i| {
        let [a, b, c, d] = [n - 1, 0, 1, 2].map(|k| points[(i + k) % n]);
        // Halfway from b to c on a Catmull–Rom curve.
        let half = |a: f64, b: f64, c: f64, d: f64| (9.0 * (b + c) - a - d) / 16.0;
        [b, (half(a.0, b.0, c.0, d.0), half(a.1, b.1, c.1, d.1))]
    });
    doubled.map(pushed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::{center, distance_to_piece, unit};

    /// Lakes of all sizes from 1 × 1, from all water to all land.
    fn lakes() -> impl Iterator<Item = Lake> {
        let chance = Noise::of(&Lake::from_rows(&["."]).unwrap());
        (0..240).map(move |number| {
            let pick = |salt, i, j| chance.salted(number as u64 * 8 + salt).pick(i, j);
            let size = |salt| 1 + (pick(salt, 0, 0) * 26.0) as i32;
            let (width, height, land) = (size(0), size(1), f64::from(number % 11) / 10.0);
            let symbol = |i, j| if pick(2, i, j) < land { '#' } else { '.' };
            let rows: Vec<String> = (0..height).map(|j| (0..width).map(|i| symbol(i, j)).collect()).collect();
            Lake::from_rows(&rows).unwrap()
        })
    }

    /// Is this point inside an odd number of loops?
    fn is_water(pieces: &[(Point, Point)], (x, y): Point) -> bool {
        let crosses =
            |&&(a, b): &&(Point, Point)| (a.1 > y) != (b.1 > y) && x < a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1);
        pieces.iter().filter(crosses).count() % 2 == 1
    }

    #[test]
    fn the_inner_half_of_every_hex_is_drawn_as_water_or_land() {
        for lake in lakes() {
            let pieces: Vec<_> = Coast::of(&lake, Noise::of(&lake)).pieces(4).collect();
            for hex in lake.hexes() {
                let (x, y) = center(hex);
                assert_eq!(is_water(&pieces, (x, y)), lake.is_water(hex), "{hex} of {lake:?}");
                for (dx, dy) in Heading::ALL.map(unit) {
                    let near = (x + dx * HEX_WIDTH / 4.0, y + dy * HEX_WIDTH / 4.0);
                    assert_eq!(is_water(&pieces, near), lake.is_water(hex), "near {hex} of {lake:?}");
                }
            }
        }
    }

    #[test]
    fn the_coast_stays_within_a_quarter_hex_of_the_sides_of_hexes() {
        for lake in lakes() {
            let sides: Vec<_> = sides(&lake).map(|(from, to)| (place(from), place(to))).collect();
            for (at, _) in Coast::of(&lake, Noise::of(&lake)).pieces(4) {
                let near = sides.iter().map(|&(a, b)| distance_to_piece(at, a, b)).fold(f64::MAX, f64::min);
                assert!(near < HEX_WIDTH / 4.0, "{near} from the coast of {lake:?}");
            }
        }
    }
}
