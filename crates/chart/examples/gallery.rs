//! Draws random lakes with courses, boats and wakes into a folder: `cargo run --example gallery -- FOLDER [COUNT]`.

use powerboats_chart::{Hull, Scene, Wake, Water, svg};
use powerboats_rules::{Color, Course, Draw, Heading, Hex, Sides, draw_lake};
use std::{error::Error, fs, path::Path, time::Instant};

/// The SplitMix64 generator.
struct Chance(u64);

impl Draw for Chance {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % u64::from(n)) as u32
    }
}

/// A boat that moves about from its start place: 1 to 6 hexes a turn over water, turning by at most 60°.
fn wander(course: &Course, color: Color, from: Hex, chance: &mut Chance) -> (Hull, Wake) {
    let (mut at, mut heading) = (from, Heading::ALL[chance.below(6) as usize]);
    let mut hexes = vec![at];
    for _ in 0..3 + chance.below(5) {
        let headings = [heading.left(), heading, heading.right()];
        heading = headings[chance.below(3) as usize];
        let best = headings.into_iter().max_by_key(|&heading| course.run(at, heading)).unwrap_or(heading);
        heading = if course.run(at, heading) == 0 { best } else { heading };
        let steps = course.run(at, heading).min(1 + chance.below(6) as u8);
        at = at.ahead(heading, steps).unwrap_or(at);
        hexes.push(at);
    }
    (Hull { color, at, heading, damage: chance.below(4) as u8 }, Wake { color, hexes })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("missing argument: the folder for the pictures")?;
    let count: u64 = arguments.next().map_or(Ok(6), |text| text.parse())?;
    fs::create_dir_all(&folder)?;
    for number in 0..count {
        let sides = Sides::ALL[number as usize % 3];
        let mut chance = Chance(number);
        let (_, course) = draw_lake(sides, 6, &mut chance);
        let places = course.places(6).ok_or("a valid course has start places")?;
        let pairs = Color::ALL.into_iter().zip(places);
        let (boats, wakes) = pairs.map(|(color, place)| wander(&course, color, place, &mut chance)).unzip();
        let mut scene = Scene { boats, wakes, ..Scene::of_course(&course) };
        for water in [Water::Light, Water::Dark] {
            scene.water = water;
            let start = Instant::now();
            let chart = svg(&scene);
            let took = start.elapsed();
            let name = format!("{number:02}-{sides}-{}.svg", water.name());
            println!("{name}: {} KB in {:.1} ms", chart.len() / 1000, took.as_secs_f64() * 1000.0);
            fs::write(Path::new(&folder).join(name), chart)?;
        }
    }
    Ok(())
}
