//! What stands on the land: trees, rocks, reeds, huts and a lighthouse. It has no meaning in the game.

use crate::{
    depth::Depths,
    land::WOOD,
    noise::Noise,
    plane::{HEX_SIDE, Point, RIM, ViewBox, center, distance},
    sheet::{Sheet, put},
};
use powerboats_rules::{Heading, Hex, Lake};

/// Distance between places where something may grow.
const APART: f64 = 13.0;

/// Draws all scenery, but nothing near `taken` hexes.
pub(crate) fn draw(sheet: &mut Sheet, lake: &Lake, view: &ViewBox, depths: &Depths, taken: &[Hex], noise: Noise) {
    define(sheet);
    let mut things = buildings(lake, depths, taken, noise.salted(7));
    let standing: Vec<Point> = things.iter().map(|thing| thing.1).chain(taken.iter().map(|&hex| center(hex))).collect();
    let view = view.shrunk(RIM + 4.0);
    // A tree may be cut by the rim, a hut would look odd.
    let inner = view.shrunk(9.0);
    for j in 0..(view.height / APART) as i32 {
        for i in 0..(view.width / APART) as i32 {
            let jitter = |salt| noise.salted(salt).pick(i, j);
            let (x, y) = (f64::from(i) + 0.1 + 0.8 * jitter(8), f64::from(j) + 0.1 + 0.8 * jitter(9));
            let at = (view.left + x * APART, view.top + y * APART);
            if standing.iter().all(|&other| distance(at, other) > 0.85 * HEX_SIDE) {
                let thing = grows(at, depths, noise, jitter(10)).filter(|&name| name != "hut" || inner.contains(at));
                things.extend(thing.map(|name| (name, at)));
            }
        }
    }
    // What is nearer stands before what is farther.
    things.sort_by(|a, b| a.1.1.total_cmp(&b.1.1));
    sheet.open("scenery");
    things.into_iter().for_each(|(name, at)| sheet.stamp(name, at));
    sheet.close();
}

/// What grows at a place, if anything; `chance` is between 0 and 1.
fn grows(at: Point, depths: &Depths, noise: Noise, chance: f64) -> Option<&'static str> {
    let depth = depths.at(at);
    let (forest, wet) = (noise.salted(11).at(at, 55.0), noise.salted(12).at(at, 60.0));
    let tree = if noise.salted(13).at(at, 90.0) + (chance * 40.0) % 1.0 * 0.8 > 0.4 { "pine" } else { "leaf" };
    if depth < -20.0 && chance < 0.012 {
        Some("hut")
    } else if depth < WOOD {
        (chance < 0.55 + 0.4 * forest).then_some(tree)
    } else if depth < -8.5 {
        (chance < 0.12 + 0.12 * forest).then_some(tree)
    } else if depth < -7.0 {
        (chance < 0.07).then_some("bush")
    } else if (-3.5..-1.0).contains(&depth) {
        (chance < 0.07).then_some("rock")
    } else if (1.0..4.5).contains(&depth) && wet > 0.25 {
        (chance < 0.5).then_some("reed")
    } else {
        None
    }
}

/// A lighthouse on the largest island, huts on other large ones.
fn buildings(lake: &Lake, depths: &Depths, taken: &[Hex], noise: Noise) -> Vec<(&'static str, Point)> {
    let mut islands = islands(lake);
    islands.sort_by_key(|island| (usize::MAX - island.len(), island.first().copied()));
    let inland = |island: &[Hex]| {
        let free = island.iter().filter(|hex| !taken.contains(hex));
        free.copied().min_by(|&a, &b| depths.at(center(a)).total_cmp(&depths.at(center(b))))
    };
    let mut things = Vec::new();
    for (i, island) in islands.iter().enumerate() {
        let name = match (i, island.len()) {
            (0, 3..) => "lighthouse",
            (_, 4..) if noise.pick(i as i32, 1) < 0.4 => "hut",
            (_, 3..) if noise.pick(i as i32, 2) < 0.3 => "tent",
            (_, 1) if noise.pick(i as i32, 0) < 0.5 => "skerry",
            _ => continue,
        };
        things.extend(inland(island).map(|hex| (name, (center(hex).0, center(hex).1 + 4.0))));
    }
    things
}

/// The land regions that water surrounds, in reading order.
fn islands(lake: &Lake) -> Vec<Vec<Hex>> {
    let mut seen = vec![false; Hex::TABLE];
    let mut islands = Vec::new();
    for start in lake.hexes().filter(|&hex| !lake.is_water(hex)) {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let (mut region, mut done, mut shore) = (vec![start], 0, false);
        while let Some(&hex) = region.get(done) {
            done += 1;
            for next in Heading::ALL.map(|heading| hex.neighbour(heading).filter(|&next| lake.contains(next))) {
                let Some(next) = next else {
                    shore = true;
                    continue;
                };
                if !lake.is_water(next) && !std::mem::replace(&mut seen[next.index()], true) {
                    region.push(next);
                }
            }
        }
        if !shore {
            islands.push(region);
        }
    }
    islands
}

/// The light of the lighthouse, by night only.
fn beam(sheet: &Sheet) -> String {
    let Some(color) = sheet.colors.beam else { return String::new() };
    let id = sheet.id("beam");
    format!(
        r##"<radialGradient id="{id}" gradientUnits="userSpaceOnUse" cx="0" cy="-24" r="74"><stop stop-color="{color}" stop-opacity=".7"/><stop offset="1" stop-color="{color}" stop-opacity="0"/></radialGradient><path d="M0-24-72-42V-18zM0-24 72-30V-6z" fill="url(#{id})"/>"##
    )
}

/// Each thing stands with its foot at the origin.
fn define(sheet: &mut Sheet) {
    let c = sheet.colors;
    let shade = c.shadow;
    let beam = beam(sheet);
    let things = [
        (
            "pine",
            format!(
                r#"<ellipse cx="1.6" cy=".4" rx="4.6" ry="1.7" fill="{shade}" opacity=".3"/><path d="M0-13 3.4-7H2.2L4.6-2.6H3L5 .6H-5L-3-2.6H-4.6L-2.2-7H-3.4z" fill="{}"/><path d="M0-13V.6H-5L-3-2.6H-4.6L-2.2-7H-3.4z" fill="{}"/>"#,
                c.pine[0], c.pine[1]
            ),
        ),
        (
            "leaf",
            format!(
                r#"<ellipse cx="1.6" cy=".4" rx="4.8" ry="1.8" fill="{shade}" opacity=".3"/><path d="M-.7-4h1.4V.6H-.7z" fill="{}"/><path d="M-4.8-5a3.2 3.2 0 0 1 1.4-4.6 4 4 0 0 1 7 .4A3.2 3.2 0 0 1 4.4-3.6 4 4 0 0 1-.6-2.6 3.3 3.3 0 0 1-4.8-5z" fill="{}"/><path d="M-3.9-6a2.6 2.6 0 0 1 1.4-3A3 3 0 0 1 1.4-9.6 4.6 4.6 0 0 1-3.9-6z" fill="{}"/>"#,
                c.bark, c.leaf[0], c.leaf[1]
            ),
        ),
        (
            "bush",
            format!(
                r#"<path d="M-3.4.6a2.2 2.2 0 0 1 1-3.4 2.6 2.6 0 0 1 4.6-.2A2 2 0 0 1 3.4.6z" fill="{}"/><circle cx="-.8" cy="-2" r="1.3" fill="{}"/>"#,
                c.leaf[0], c.leaf[1]
            ),
        ),
        (
            "rock",
            format!(
                r#"<path d="M-3.4 1.2-2.6-1.4-.2-2.6 2.4-1.6 3.4 1.2z" fill="{}"/><path d="M-2.6-1.4-.2-2.6 1-.9-1.4.2z" fill="{}"/>"#,
                c.rock[0], c.rock[1]
            ),
        ),
        (
            "skerry",
            format!(
                r#"<ellipse cx="1" cy="2" rx="10" ry="3.6" fill="{shade}" opacity=".25"/><path d="M-9.5 2-8-3.6-4.6-6.4-2.6-11 1.6-12.6 5-8.4 8.4-3 9.4 2 3 4-5 3.8z" fill="{}"/><path d="M-8-3.6-4.6-6.4-2.6-11 1.6-12.6 1-7-2.4-1.6-6 .4z" fill="{}"/><path d="M1-7 5-8.4 4.6-3 1 1z" fill="{}" opacity=".5"/>"#,
                c.rock[0], c.rock[1], c.rock[1]
            ),
        ),
        (
            "reed",
            format!(
                r#"<path d="M-2.6 1.4-3.2-4M-.8 1.6-.6-6.4M1 1.4 1.8-5M2.6 1.2 4-3" stroke="{}" stroke-width=".8" stroke-linecap="round"/><path d="M-.6-6.6v2.2M1.8-5.2 1.5-3.2" stroke="{}" stroke-width="1.6" stroke-linecap="round"/>"#,
                c.reed, c.bark
            ),
        ),
        (
            "hut",
            format!(
                r#"<path d="M-6 1.6H9L11-1 6-2z" fill="{shade}" opacity=".28"/><path d="M-6-5H6V1.4H-6z" fill="{}"/><path d="M-1.4-3H1.4V1.4h-2.8z" fill="{}"/><path d="M-8-4.4-4.4-10H8L4.6-4.4z" fill="{}"/><path d="M4.6-4.4 8-10 8.6-4.4z" fill="{}"/>"#,
                c.wall, c.rim_ink, c.roof[1], c.roof[0]
            ),
        ),
        (
            "tent",
            format!(
                r#"<path d="M-6 1.4H9L4-2z" fill="{shade}" opacity=".28"/><path d="M-7 1.2 0-8 3 1.2z" fill="{}"/><path d="M0-8 7.4-.4 3 1.2z" fill="{}"/><path d="M-2.8 1.2-.4-5 .6 1.2z" fill="{}"/>"#,
                c.tent[0], c.tent[1], c.bark
            ),
        ),
        (
            "lighthouse",
            format!(
                r##"{beam}<ellipse cx="3" cy="1" rx="8.6" ry="2.8" fill="{shade}" opacity=".3"/><path d="M-4.6 1-2.8-20H2.8L4.6 1Q0 2.8-4.6 1z" fill="{}"/><path d="M-4.1-4.6-3.7-9.4H3.7L4.1-4.6zM-3.2-14.6-2.8-19.4H2.8L3.2-14.6z" fill="{}"/><path d="M1.2 2 .8-20h2L4.6 1Q3 1.9 1.2 2z" fill="{shade}" opacity=".18"/><path d="M-4-21.4h8v1.6h-8z" fill="{}"/><path d="M-2.2-26h4.4v4.6h-4.4z" fill="#ffe27a"/><path d="M-3-26Q0-31 3-26z" fill="{}"/>"##,
                c.wall, c.roof[0], c.rim_ink, c.roof[0]
            ),
        ),
    ];
    sheet.svg.push_str("<defs>");
    for (name, shapes) in things {
        let id = sheet.id(name);
        put!(sheet, r#"<g id="{id}">{shapes}</g>"#);
    }
    sheet.svg.push_str("</defs>\n");
}
