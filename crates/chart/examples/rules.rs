//! Draws the diagrams of docs/rules.md into a folder: `cargo run --example rules -- FOLDER`.

use powerboats_chart::{Hull, Scene, Wake, svg};
use powerboats_rules::{Color, Course, CoursePlan, Heading, Hex, Lake};
use std::{error::Error, fs, path::Path};

/// All diagrams: the name of the file, and the picture.
pub fn diagrams() -> Result<Vec<(&'static str, String)>, Box<dyn Error>> {
    Ok(vec![
        ("headings.svg", headings()?),
        ("start.svg", start()?),
        ("gates.svg", gates()?),
        ("turn.svg", turn()?),
        ("crash.svg", crash()?),
        ("behind.svg", behind()?),
    ])
}

fn hex(name: &str) -> Result<Hex, Box<dyn Error>> {
    Ok(name.parse()?)
}

fn hexes(names: &str) -> Result<Vec<Hex>, Box<dyn Error>> {
    names.split(' ').map(hex).collect()
}

fn boat(color: Color, at: &str, heading: Heading, damage: u8) -> Result<Hull, Box<dyn Error>> {
    Ok(Hull { color, at: hex(at)?, heading, damage })
}

/// Hexes to shade: runs of water that a boat could take, or places where a boat may start.
fn shaded(hexes: Vec<Hex>) -> Vec<(Hex, f64)> {
    hexes.into_iter().map(|hex| (hex, 0.45)).collect()
}

/// Six boats round an island, each heading away from it.
fn headings() -> Result<String, Box<dyn Error>> {
    let lake = Lake::from_rows(&[".......", ".......", "...#...", ".......", "......."])?;
    let island = hex("d3")?;
    let around =
        |(color, heading): (Color, Heading)| Some(Hull { color, at: island.neighbour(heading)?, heading, damage: 0 });
    let boats = Color::ALL.into_iter().zip(Heading::ALL).filter_map(around).collect();
    let title = "The six headings: orange E, yellow NE, black NW, red W, purple SW, white SE".to_owned();
    Ok(svg(&Scene { boats, title: Some(title), ..Scene::of_lake(&lake) }))
}

/// A small course that starts to the right.
pub fn course() -> Result<Course, Box<dyn Error>> {
    let rows = [
        "................",
        "................",
        "................",
        ".........##.....",
        "........###.....",
        ".........#......",
        "................",
        "................",
        "................",
        "................",
        "................",
    ];
    let plan = CoursePlan { start_buoy: hex("c4")?, heading: Heading::SE, buoys: [hex("m9")?, hex("l3")?, hex("f2")?] };
    Ok(Course::new(Lake::from_rows(&rows)?, plan)?)
}

/// Rule 6.8: three boats on the line, the fourth behind one of them; shaded are all start places.
fn start() -> Result<String, Box<dyn Error>> {
    let course = course()?;
    let places = course.places(4).ok_or("a playable course has places")?;
    let line = course.line();
    let behind = places.iter().find(|place| !line.contains(place)).ok_or("there are places behind the line")?;
    let at = [line[0], line[1], line[3], *behind];
    let colors = [Color::Orange, Color::Black, Color::Red, Color::White];
    let boats =
        colors.into_iter().zip(at).map(|(color, at)| Hull { color, at, heading: Heading::E, damage: 0 }).collect();
    let title = "Four boats at the start; shaded hexes are start places".to_owned();
    Ok(svg(&Scene { boats, heat: shaded(places), title: Some(title), ..Scene::of_course(&course) }))
}

/// The way round that course: the hexes where the boat turns.
pub fn route() -> Result<Vec<Hex>, Box<dyn Error>> {
    hexes("d7 i7 k11 o11 p9 l1 f1 d5")
}

/// A boat's way round a whole course.
fn gates() -> Result<String, Box<dyn Error>> {
    let course = course()?;
    let wake = Wake { color: Color::Red, hexes: route()? };
    let boats = vec![boat(Color::Red, "d5", Heading::SW, 0)?];
    let title = "Once round: over the line, through three gates, and to the finish".to_owned();
    Ok(svg(&Scene { boats, wakes: vec![wake], title: Some(title), ..Scene::of_course(&course) }))
}

/// Rule 6.2: a total of 7 fits only to the right.
fn turn() -> Result<String, Box<dyn Error>> {
    let mut rows = vec![".#.........", ".......#..."];
    rows.extend(["..........."; 7]);
    let lake = Lake::from_rows(&rows)?;
    let boats = vec![boat(Color::Orange, "e9", Heading::SE, 0)?];
    let wakes = vec![Wake { color: Color::Orange, hexes: hexes("a2 e9")? }];
    let heat = shaded(hexes("b2 c2 d2 e2 f2 g2")?);
    let title = "A total of 7: left is blocked, straight on has 6 hexes, right is open".to_owned();
    Ok(svg(&Scene { boats, wakes, heat, title: Some(title), ..Scene::of_lake(&lake) }))
}

/// Rule 6.3: a total of 5 fits nowhere, and the longest run is 3.
fn crash() -> Result<String, Box<dyn Error>> {
    let lake = Lake::from_rows(&[".#....", "...#..", "......", "......", "......", "###...", "......"])?;
    let boats = vec![boat(Color::Orange, "c5", Heading::SE, 2)?];
    let wakes = vec![Wake { color: Color::Orange, hexes: hexes("a2 c5")? }];
    let heat = shaded(hexes("b2 c2")?);
    let title = "A total of 5: the longest run is 3, to the right. A crash with 2 damage".to_owned();
    Ok(svg(&Scene { boats, wakes, heat, title: Some(title), ..Scene::of_lake(&lake) }))
}

/// Rule 6.5: the run would end on another boat.
fn behind() -> Result<String, Box<dyn Error>> {
    let lake = Lake::from_rows(&["......."; 5])?;
    let boats = vec![boat(Color::Orange, "d3", Heading::SE, 0)?, boat(Color::Red, "d4", Heading::W, 0)?];
    let wakes = vec![Wake { color: Color::Orange, hexes: hexes("c1 d3")? }];
    let title = "A total of 3 to the right ends on the red boat: orange stops after 2".to_owned();
    Ok(svg(&Scene { boats, wakes, title: Some(title), ..Scene::of_lake(&lake) }))
}

#[allow(dead_code)] // a test uses only the diagrams
fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder?")?;
    fs::create_dir_all(&folder)?;
    for (name, picture) in diagrams()? {
        fs::write(Path::new(&folder).join(name), picture)?;
    }
    Ok(())
}
