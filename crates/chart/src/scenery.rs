//! Draws scenery on the land: trees, rocks, reeds, huts and a lighthouse. It has no meaning in the game.

use crate::{
    depth::Depths,
    land::WOOD,
    noise::Noise,
    plane::{HEX_SIDE, Point, RIM, ViewBox, center, distance},
    sheet::Sheet,
    thing,
};
use powerboats_rules::{Heading, Hex, Lake, sort_long, sort_short};

/// Distance between places for scenery.
const APART: f64 = 13.0;

/// Draws all scenery, except near `taken` hexes.
pub(crate) fn draw(sheet: &mut Sheet, lake: &Lake, view: &ViewBox, depths: &Depths, taken: &[Hex], noise: Noise) {
    thing::define(sheet);
    let mut things = buildings(lake, depths, taken, noise.salted(7));
    let standing: Vec<Point> = things.iter().map(|thing| thing.1).chain(taken.iter().map(|&hex| center(hex))).collect();
    let view = view.shrunk(RIM + 4.0);
    // The rim may cut off a tree, but not a hut.
    let inner = view.shrunk(9.0);
    for j in 0..(view.height / APART) as i32 {
        for i in 0..(view.width / APART) as i32 {
            let jitter = |salt| noise.salted(salt).pick(i, j);
            let (x, y) = (f64::from(i) + 0.1 + 0.8 * jitter(8), f64::from(j) + 0.1 + 0.8 * jitter(9));
            let at = (view.left + x * APART, view.top + y * APART);
            if standing.iter().all(|&other| distance(at, other) > 0.85 * HEX_SIDE) {
                let thing = plant(at, depths, noise, jitter(10)).filter(|&name| name != "hut" || inner.contains(at));
                things.extend(thing.map(|name| (name, at)));
            }
        }
    }
    // Things farther south are drawn in front.
    sort_long(&mut things, |a, b| a.1.1.total_cmp(&b.1.1));
    sheet.open("scenery");
    things.into_iter().for_each(|(name, at)| sheet.stamp(name, at));
    sheet.close();
}

/// What stands at a place, if anything. `chance` is a random number from 0 to 1.
fn plant(at: Point, depths: &Depths, noise: Noise, chance: f64) -> Option<&'static str> {
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

/// A lighthouse on the largest island, and huts, tents and rocks on others.
fn buildings(lake: &Lake, depths: &Depths, taken: &[Hex], noise: Noise) -> Vec<(&'static str, Point)> {
    let mut islands = islands(lake);
    sort_short(&mut islands, |a, b| b.len().cmp(&a.len()).then_with(|| a.first().cmp(&b.first())));
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

/// The land regions that are surrounded by water, in reading order.
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
