//! Draws wakes: a boat's path, in its colour and with its own dash pattern.

use crate::{
    boat::{Paint, paint},
    plane::{HEX_WIDTH, Point, between, center, distance, unit},
    sheet::{Pen, Sheet, put},
};
use powerboats_rules::{Color, Heading, Hex};

/// The path of a boat across the lake.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wake {
    #[allow(missing_docs)]
    pub color: Color,
    /// The hexes of the path, oldest first: all of them, or only those where the boat turned.
    pub hexes: Vec<Hex>,
}

/// The dash pattern of a wake, which distinguishes wakes without colour.
pub(crate) const fn pattern(color: Color) -> &'static str {
    match color {
        Color::Orange => "none",
        Color::Yellow => "9 5",
        Color::Black => "0.1 5",
        Color::Red => "14 5 0.1 5",
        Color::Purple => "5 5",
        Color::White => "9 5 0.1 5 0.1 5",
    }
}

pub(crate) fn draw(sheet: &mut Sheet, wakes: &[Wake]) {
    sheet.open("wakes");
    for wake in wakes {
        let path = path(wake);
        if path.is_empty() {
            continue;
        }
        let (color, dashes) = (wake.color, pattern(wake.color));
        let Paint { hull, foam, .. } = paint(color);
        put!(sheet, r#"<g class="wake wake-{color}" fill="none" stroke-linecap="round" stroke-linejoin="round">"#);
        put!(sheet, r##"<path d="{path}" stroke="#fff" stroke-width="8" stroke-opacity=".34"/>"##);
        put!(
            sheet,
            r#"<g stroke-dasharray="{dashes}"><path d="{path}" stroke="{foam}" stroke-width="3.6" opacity=".7"/>"#
        );
        put!(sheet, r#"<path d="{path}" stroke="{hull}" stroke-width="2.4"/></g>"#);
        sheet.close();
    }
    sheet.close();
}

/// Straight lines with rounded turns. Each colour is drawn a little off the centres, so that wakes do not cover each
/// other.
fn path(wake: &Wake) -> String {
    let aside = unit(Heading::ALL[wake.color as usize]);
    let place = |&hex: &Hex| (center(hex).0 + 2.6 * aside.0, center(hex).1 + 2.6 * aside.1);
    let mut places: Vec<Point> = wake.hexes.iter().map(place).collect();
    places.dedup();
    let mut pen = Pen::default();
    let [first, .., last] = places[..] else { return String::new() };
    pen.move_to(first);
    for turn in places.windows(3) {
        let [before, at, after] = [turn[0], turn[1], turn[2]];
        let (came, goes) = (distance(before, at), distance(at, after));
        let straight = distance(before, after) > came + goes - 0.01;
        if !straight {
            // At most half of a straight piece, so that two turns do not overlap.
            let reach = |leg: f64| (HEX_WIDTH * 0.5).min(leg / 2.0) / leg;
            pen.line_to(between(at, before, reach(came)));
            pen.curve_to(at, between(at, after, reach(goes)));
        }
    }
    pen.line_to(last);
    pen.data()
}
