//! Draws boats: a speedboat in its colour, with its seat number, its emblem, and marks for its damage.

use crate::{
    FONT,
    palette::INK,
    plane::{Point, center, degrees},
    sheet::{At, Sheet, put},
    wake::pattern,
};
use powerboats_rules::{Boat, Color, Heading, Hex};

/// A boat on the chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hull {
    #[allow(missing_docs)]
    pub color: Color,
    #[allow(missing_docs)]
    pub at: Hex,
    #[allow(missing_docs)]
    pub heading: Heading,
    /// Drawn as marks on the hull, at most four.
    pub damage: u8,
}

impl Hull {
    /// A boat of a race; `None` if it is not on the lake.
    pub fn of(boat: &Boat) -> Option<Hull> {
        Some(Hull { color: boat.color, at: boat.at()?, heading: boat.heading()?, damage: boat.damage })
    }
}

/// The colours of one boat.
pub(crate) struct Paint {
    pub hull: &'static str,
    /// Lighter or darker than the hull.
    pub deck: &'static str,
    pub edge: &'static str,
    /// The edges of the wake.
    pub foam: &'static str,
    /// Emblem and number: a colour that contrasts with the deck.
    pub sign: &'static str,
}

pub(crate) const fn paint(color: Color) -> Paint {
    let (hull, deck, sign) = match color {
        Color::Orange => ("#f47b16", "#ff9a3d", "#2b1400"),
        Color::Yellow => ("#f6c700", "#ffe04a", "#2e2500"),
        Color::Black => ("#1d222a", "#3a424d", "#ffffff"),
        Color::Red => ("#c8102e", "#e63950", "#ffffff"),
        Color::Purple => ("#7a2fb8", "#9a55d6", "#ffffff"),
        Color::White => ("#f4f7fa", "#ffffff", INK),
    };
    let (edge, foam) = match color {
        Color::Black => ("#e8eef4", "#ffffff"),
        Color::Red | Color::Purple => (INK, "#ffffff"),
        Color::Orange | Color::Yellow | Color::White => (INK, INK),
    };
    Paint { hull, deck, edge, foam, sign }
}

/// What distinguishes a boat from the others, for lists and graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Look {
    /// The hull's colour.
    pub hull: &'static str,
    /// A colour that contrasts with the hull.
    pub sign: &'static str,
    /// The wake's `stroke-dasharray`.
    pub dashes: &'static str,
    /// The outline of the emblem as path data, facing east, centred on the origin.
    pub emblem: &'static str,
}

/// The look of this colour's boat.
pub const fn look(color: Color) -> Look {
    let Paint { hull, sign, .. } = paint(color);
    Look { hull, sign, dashes: pattern(color), emblem: emblem(color).1 }
}

/// The emblem on deck: its name, and its outline centred on the origin.
const fn emblem(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::Orange => ("circle", "M-3.7 0a3.7 3.7 0 1 1 7.4 0 3.7 3.7 0 1 1-7.4 0z"),
        Color::Yellow => ("triangle", "M4 0-3.4 4.4V-4.4z"),
        Color::Black => ("square", "M-3.2-3.2H3.2V3.2H-3.2z"),
        Color::Red => ("diamond", "M-4.2 0 0-4.8 4.2 0 0 4.8z"),
        Color::Purple => ("star", "M4.6 0 1.3 1 1.4 4.4-.6 1.7-3.7 2.7-1.7 0-3.7-2.7-.6-1.7 1.4-4.4 1.3-1z"),
        Color::White => ("cross", "M-1.3-4H1.3V-1.3H4V1.3H1.3V4H-1.3V1.3H-4V-1.3H-1.3z"),
    }
}

/// The outline of every boat, heading east, centred on the origin. The shapes below lie within it.
const HULL: &str = "M17.2 0C14-5.4 7-9-2-9L-11.4-8.3Q-14-8-14-5.4V5.4Q-14 8-11.4 8.3L-2 9C7 9 14 5.4 17.2 0z";
const DECK: &str =
    "M14.4 0C11.4-4 5.8-6.7-2-6.7L-10.8-6.1Q-12-6-12-4.8V4.8Q-12 6-10.8 6.1L-2 6.7C5.8 6.7 11.4 4 14.4 0z";
const MOTOR: &str = "M-17.6-2.2q0-1.2 1.2-1.2h3v6.8h-3q-1.2 0-1.2-1.2z";
const COCKPIT: &str = "M.8-5.2Q2.4 0 .8 5.2L-1.6 5.6Q-2.6 5.6-2.6 4.6V-4.6Q-2.6-5.6-1.6-5.6z";
const WINDSCREEN: &str = "M-.6-6.3Q4.4-4 4.4 0T-.6 6.3Q1.4 3 1.4 0T-.6-6.3z";
/// The mark for one damage: a burst with many points.
const SCAR: &str = "M0-4.6 1.1-1.9 3.8-2.7 2.1 0 4.2 2.1 1.5 1.7.4 4.4-1.1 1.8-3.8 2.7-2.1.2-4.4-1.7-1.6-1.7z";

/// Places of the damage marks, along the hull's edge, so that they do not cover the emblem or the number.
const SCARS: [(f64, f64); 4] = [(1.5, -8.6), (-3.5, 8.8), (-13.2, -7.4), (9.5, 6.6)];

pub(crate) fn draw(sheet: &mut Sheet, hulls: &[Hull]) {
    sheet.open("boats");
    for hull in hulls {
        let boat = boat(hull.color, hull.heading, hull.damage);
        put!(sheet, r#"<g transform="translate({})">{boat}</g>"#, At(center(hull.at)));
    }
    sheet.close();
}

/// A boat as an SVG group centred on the origin, for pages that move boats over a chart.
pub fn boat(color: Color, heading: Heading, damage: u8) -> String {
    let Paint { hull, deck, edge, sign, .. } = paint(color);
    let (name, outline) = emblem(color);
    let turn = degrees(heading);
    let scars: String = SCARS.into_iter().take(damage.into()).map(scar).collect();
    let shapes = [
        format!(r##"<path d="{HULL}" fill="none" stroke="#03121f" stroke-opacity=".3" stroke-width="6.4"/>"##),
        format!(r##"<path d="{HULL}" stroke="#fff" stroke-width="4.2" stroke-linejoin="round"/>"##),
        format!(r##"<path d="{MOTOR}" fill="#39424c" stroke="#fff" stroke-width=".9"/>"##),
        format!(r#"<path d="{HULL}" fill="{hull}" stroke="{edge}" stroke-width="1.4" stroke-linejoin="round"/>"#),
        format!(r#"<path d="{DECK}" fill="{deck}"/>"#),
        format!(r#"<path d="{COCKPIT}" fill="{INK}"/>"#),
        format!(r##"<path d="{WINDSCREEN}" fill="#c9ecfa" stroke="{INK}" stroke-width=".6"/>"##),
        format!(r#"<path d="{outline}" transform="translate(-7.6 0)" fill="{sign}"/>{scars}"#),
    ];
    // The number stays upright on every heading.
    let (seat, upright) = (color as u8 + 1, format!(r#"transform="translate(8.3 0)rotate({})" y="3.3""#, -turn));
    let font = format!(r#"font-family="{FONT}" font-size="9.2" font-weight="800" text-anchor="middle""#);
    let number = format!(r#"<text {upright} {font} fill="{sign}">{seat}</text>"#);
    let class = format!("boat boat-{color} emblem-{name}");
    format!(r#"<g class="{class}" transform="rotate({turn})">{}{number}</g>"#, shapes.concat())
}

fn scar(at: Point) -> String {
    let paint = r##"fill="#ffd84a" stroke="#a3140a" stroke-width="1.1" stroke-linejoin="round""##;
    format!(r#"<path class="damage" transform="translate({})" d="{SCAR}" {paint}/>"#, At(at))
}
