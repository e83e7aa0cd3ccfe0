//! Draws charts of many lakes and checks them as XML.

use powerboats_chart::{Hull, Scene, ViewBox, Wake, Water, boat, svg};
use powerboats_rules::{Color, Course, Draw, Heading, Hex, Lake, Sides, draw_lake};
use std::collections::BTreeSet;

struct Chance(u64);

impl Draw for Chance {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

fn course(seed: u64) -> Course {
    draw_lake(Sides::ALL[seed as usize % 3], 6, &mut Chance(seed)).1
}

/// Six boats on the start places, with wakes.
fn boats(course: &Course) -> (Vec<Hull>, Vec<Wake>) {
    let places = course.places(6).unwrap();
    let hull = |(color, at)| Hull { color, at, heading: Heading::ALL[color as usize], damage: color as u8 };
    let wake = |(color, at)| Wake { color, hexes: vec![at, at, course.line()[0], at] };
    let pairs = || Color::ALL.into_iter().zip(places.iter().copied());
    (pairs().map(hull).collect(), pairs().map(wake).collect())
}

/// The classes of the groups directly below the root, in order.
fn layers(chart: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(chart).unwrap();
    let groups = document.root_element().children().filter(|node| node.has_tag_name("g"));
    groups.filter_map(|group| group.attribute("class").map(str::to_owned)).collect()
}

const LAYERS: [&str; 9] = ["water", "grid", "heat", "land", "wakes", "course", "buoys", "boats", "rim"];

#[test]
fn charts_are_well_formed_and_small_and_have_all_layers() {
    for seed in 0..12 {
        let course = course(seed);
        let (boats, wakes) = boats(&course);
        for water in [Water::Light, Water::Dark] {
            let scene = Scene { boats: boats.clone(), wakes: wakes.clone(), water, ..Scene::of_course(&course) };
            let chart = svg(&scene);
            assert_eq!(layers(&chart), LAYERS);
            assert!(chart.len() < 120_000, "{} bytes", chart.len());
            assert!(!chart.contains("NaN") && !chart.contains("inf"));
            assert_eq!(chart, svg(&scene), "the same scene must give the same text");
        }
    }
}

#[test]
fn every_reference_has_exactly_one_definition() {
    let course = course(1);
    let (boats, wakes) = boats(&course);
    let prefix = Some("my \"chart\"-1".to_owned());
    let title = Some("A & B <3".to_owned());
    let chart = svg(&Scene { boats, wakes, prefix, title, water: Water::Dark, ..Scene::of_course(&course) });
    let document = roxmltree::Document::parse(&chart).unwrap();
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "ids must be unique");
    assert!(ids.iter().all(|id| id.starts_with("mychart-1-")));
    let links = document.descendants().filter_map(|node| node.attribute("href")?.strip_prefix('#'));
    let fills = document.descendants().filter_map(|node| {
        node.attribute("fill").or(node.attribute("clip-path"))?.strip_prefix("url(#")?.strip_suffix(')')
    });
    links.chain(fills).for_each(|id| assert!(ids.contains(&id), "{id}"));
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!((title.text(), title.attribute("id")), (Some("A & B <3"), root.attribute("aria-labelledby")));
}

#[test]
fn charts_of_different_lakes_or_water_share_no_ids() {
    let (one, two) = (course(1), course(2));
    let ids = |scene: &Scene| -> BTreeSet<String> {
        let chart = svg(scene);
        let document = roxmltree::Document::parse(&chart).unwrap();
        document.descendants().filter_map(|node| node.attribute("id").map(str::to_owned)).collect()
    };
    let (one, two) = (Scene::of_course(&one), Scene::of_course(&two));
    let dark = Scene { water: Water::Dark, ..one.clone() };
    assert!(ids(&one).is_disjoint(&ids(&two)));
    assert!(ids(&one).is_disjoint(&ids(&dark)));
}

#[test]
fn lakes_of_every_size_can_be_drawn() {
    for (width, height) in [(1, 1), (1, 2), (2, 1), (3, 2), (1, 26), (26, 1), (7, 5), (26, 26)] {
        for symbol in [".", "#"] {
            let lake = Lake::from_rows(&vec![symbol.repeat(width); height]).unwrap();
            assert_eq!(layers(&svg(&Scene::of_lake(&lake))), LAYERS);
            let view = ViewBox::of(&lake);
            assert!(view.width > 100.0 && view.height > 100.0);
        }
    }
}

#[test]
fn boats_can_be_told_apart_without_colours() {
    let emblem = |color: Color| {
        let boat = boat(color, Heading::E, 0);
        let class = boat.split("emblem-").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
        // All boats have the same hull. Apart from colours, only the emblem's outline and the number differ.
        let document = roxmltree::Document::parse(&boat).unwrap();
        let outlines: Vec<_> = document.descendants().filter_map(|node| node.attribute("d")).collect();
        let number = document.descendants().find_map(|node| node.text()).unwrap_or_default();
        (class, outlines.join(" "), number.to_owned())
    };
    let all: Vec<_> = Color::ALL.into_iter().map(emblem).collect();
    assert_eq!(all.iter().map(|emblem| &emblem.0).collect::<BTreeSet<_>>().len(), 6);
    assert_eq!(all.iter().map(|emblem| &emblem.1).collect::<BTreeSet<_>>().len(), 6);
    assert_eq!(all.iter().map(|emblem| emblem.2.as_str()).collect::<Vec<_>>(), ["1", "2", "3", "4", "5", "6"]);
}

#[test]
fn wakes_can_be_told_apart_without_colours() {
    let lake = Lake::from_rows(&["...."]).unwrap();
    let hexes: Vec<Hex> = lake.hexes().collect();
    let dashes = Color::ALL.map(|color| {
        let wakes = vec![Wake { color, hexes: hexes.clone() }];
        let chart = svg(&Scene { wakes, ..Scene::of_lake(&lake) });
        let wake = chart.split("wake-").nth(1).unwrap();
        wake.split("stroke-dasharray=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned()
    });
    assert_eq!(dashes.iter().collect::<BTreeSet<_>>().len(), 6);
}

#[test]
fn each_damage_is_drawn_as_a_mark_up_to_four() {
    let marks = |damage| boat(Color::Red, Heading::SW, damage).matches("class=\"damage\"").count();
    assert_eq!([0, 1, 2, 3, 4, 9].map(marks), [0, 1, 2, 3, 4, 4]);
}

#[test]
fn gates_have_a_chevron_on_each_open_hex() {
    for seed in 0..6 {
        let course = course(seed);
        let chart = svg(&Scene::of_course(&course));
        let document = roxmltree::Document::parse(&chart).unwrap();
        for (gate, number) in course.gates().iter().zip(1..) {
            let class = format!("gate gate-{number}");
            let group = document.descendants().find(|node| node.attribute("class") == Some(&class)).unwrap();
            let open = gate.hexes.iter().filter(|&&hex| course.is_open(hex)).count();
            assert_eq!(group.children().filter(|node| node.has_tag_name("use")).count(), open);
        }
    }
}

#[test]
fn the_opacity_of_a_shaded_hex_follows_its_heat() {
    let lake = Lake::from_rows(&["......", "......"]).unwrap();
    let heats = [1.0, 0.5, 0.0, -1.0, 7.0, f64::NAN];
    let heat: Vec<(Hex, f64)> = lake.hexes().zip(heats).collect();
    for water in [Water::Light, Water::Dark] {
        let chart = svg(&Scene { heat: heat.clone(), water, ..Scene::of_lake(&lake) });
        assert_eq!(layers(&chart), LAYERS);
        let document = roxmltree::Document::parse(&chart).unwrap();
        let group = document.descendants().find(|node| node.attribute("class") == Some("heat")).unwrap();
        let stamps: Vec<_> = group.children().filter(|node| node.has_tag_name("use")).collect();
        let opacities: Vec<_> = stamps.iter().filter_map(|node| node.attribute("fill-opacity")).collect();
        // Values above 1 count as 1. Zero, negative values and NaN are not drawn.
        assert_eq!(opacities, ["0.80", "0.40", "0.80"]);
        let (x, y) = powerboats_chart::center("e1".parse().unwrap());
        let near = |name: &str, to: f64| (stamps[2].attribute(name).unwrap().parse::<f64>().unwrap() - to).abs() < 0.06;
        assert!(near("x", x) && near("y", y));
        assert!(chart.contains("Shaded hexes: 3, most of all "));
    }
    assert!(!svg(&Scene::of_lake(&lake)).contains("Shaded"));
}
