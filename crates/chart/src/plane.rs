//! The coordinates of hexes on the chart. Only this file defines the size of a hex.

use powerboats_rules::{Heading, Hex, Lake, RoundingSide};

/// A point of the chart: x points east, y points south.
pub(crate) type Point = (f64, f64);

/// The length of a hex's side, and the distance from its centre to a corner.
pub const HEX_SIDE: f64 = 20.0;

/// The width of a hex, and the distance between neighbouring centres: √3 sides.
pub const HEX_WIDTH: f64 = HEX_SIDE * SQRT_3;

const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// The width of the land drawn around the map.
const SHORE: f64 = 32.0;

/// The width of the outer frame with its letters and numbers.
pub(crate) const RIM: f64 = 25.0;

/// The centre of a hex. `a1` touches the axes, so the rim has negative coordinates (see [`ViewBox`]).
///
/// ```
/// use powerboats_chart::{HEX_SIDE, HEX_WIDTH, center};
/// assert_eq!(center("a1".parse().unwrap()), (HEX_WIDTH / 2.0, HEX_SIDE));
/// ```
pub fn center(hex: Hex) -> (f64, f64) {
    let shift = if hex.row() % 2 == 1 { 0.5 } else { 0.0 };
    ((f64::from(hex.col()) + shift + 0.5) * HEX_WIDTH, f64::from(hex.row()) * 1.5 * HEX_SIDE + HEX_SIDE)
}

/// The six corners of a hex, clockwise from the top.
pub fn corners(hex: Hex) -> [(f64, f64); 6] {
    let (x, y) = center(hex);
    let (w, s) = (HEX_WIDTH / 2.0, HEX_SIDE);
    [(0.0, -s), (w, -s / 2.0), (w, s / 2.0), (0.0, s), (-w, s / 2.0), (-w, -s / 2.0)].map(|(dx, dy)| (x + dx, y + dy))
}

/// The angle for SVG's `rotate` that turns a shape from east to this heading.
pub const fn degrees(heading: Heading) -> i32 {
    [0, -60, -120, 180, 120, 60][heading as usize]
}

/// The factor for SVG's `scale(1 …)`. Shapes are drawn for the left side; the right side is their mirror image.
pub(crate) const fn mirror(side: RoundingSide) -> i32 {
    match side {
        RoundingSide::Left => 1,
        RoundingSide::Right => -1,
    }
}

/// The unit vector of this heading.
pub(crate) fn unit(heading: Heading) -> Point {
    let (q, r) = heading.axial();
    (f64::from(q) + f64::from(r) / 2.0, f64::from(r) * SQRT_3 / 2.0)
}

// Not `hypot`: its rounding differs between machines, and the same scene must give the same bytes everywhere.
pub(crate) fn distance(a: Point, b: Point) -> f64 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    (x * x + y * y).sqrt()
}

/// The point on the way from `a` (`part` 0) to `b` (`part` 1).
pub(crate) fn between(a: Point, b: Point, part: f64) -> Point {
    (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
}

/// The distance from a point to the line segment from `a` to `b`.
pub(crate) fn distance_to_piece(at: Point, a: Point, b: Point) -> f64 {
    let (along, to) = ((b.0 - a.0, b.1 - a.1), (at.0 - a.0, at.1 - a.1));
    let square = along.0 * along.0 + along.1 * along.1;
    let part = if square > 0.0 { ((to.0 * along.0 + to.1 * along.1) / square).clamp(0.0, 1.0) } else { 0.0 };
    distance(at, between(a, b, part))
}

/// The part of the plane that a chart shows: the SVG's `viewBox`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "(f64, f64, f64, f64)"))]
pub struct ViewBox {
    /// The left edge; negative.
    pub left: f64,
    /// The upper edge; negative.
    pub top: f64,
    #[allow(missing_docs)]
    pub width: f64,
    #[allow(missing_docs)]
    pub height: f64,
}

impl From<ViewBox> for (f64, f64, f64, f64) {
    fn from(ViewBox { left, top, width, height }: ViewBox) -> (f64, f64, f64, f64) {
        (left, top, width, height)
    }
}

impl ViewBox {
    /// The view box of this lake's chart.
    pub fn of(lake: &Lake) -> ViewBox {
        let shift = if lake.height() > 1 { 0.5 } else { 0.0 };
        let width = (f64::from(lake.width()) + shift) * HEX_WIDTH;
        let height = (f64::from(lake.height()) * 1.5 + 0.5) * HEX_SIDE;
        let margin = SHORE + RIM;
        ViewBox { left: -margin, top: -margin, width: (width + 2.0 * margin).ceil(), height: height + 2.0 * margin }
    }

    /// The right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// This box made smaller by `margin` on every side, or larger if `margin` is negative.
    pub(crate) fn shrunk(&self, margin: f64) -> ViewBox {
        let ViewBox { left, top, width, height } = *self;
        ViewBox { left: left + margin, top: top + margin, width: width - 2.0 * margin, height: height - 2.0 * margin }
    }

    pub(crate) fn contains(&self, (x, y): Point) -> bool {
        self.left <= x && x <= self.right() && self.top <= y && y <= self.bottom()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_1_neighbours_lie_one_hex_width_away_in_their_heading() {
        for hex in Hex::all() {
            for heading in Heading::ALL {
                let Some(next) = hex.neighbour(heading) else { continue };
                let ((x, y), (dx, dy)) = (center(hex), unit(heading));
                assert!(distance(center(next), (x + dx * HEX_WIDTH, y + dy * HEX_WIDTH)) < 1e-9);
            }
        }
    }

    #[test]
    fn every_corner_of_the_lake_is_in_the_view() {
        let lake = Lake::from_rows(&vec![".".repeat(26); 26]).unwrap();
        let view = ViewBox::of(&lake);
        assert!(lake.hexes().flat_map(corners).all(|corner| view.shrunk(SHORE + RIM - 1e-9).contains(corner)));
    }
}
