//! The graph of an analysis: valid XML that a page can style and a screen reader can read.

use powerboats_chart::{BoatGraph, RaceGraph, graph, graphs};
use powerboats_rules::{Color, Letter};
use roxmltree::{Document, Node};

fn boat(color: Color, to_go: &[f64], sunk: bool) -> BoatGraph {
    BoatGraph { color, par: 13.3, to_go: to_go.to_vec(), sunk, title: format!("{color} <&>") }
}

fn race(letter: Letter) -> RaceGraph {
    let boats = vec![
        boat(Color::Red, &[13.3, 12.0, 140.0, 9.0, 0.0], false),
        boat(Color::White, &[13.3, 11.5, 11.5], true),
        boat(Color::Black, &[13.3], false), // placed, but it has not moved yet
    ];
    RaceGraph { letter, over: true, boats }
}

fn with_class<'a>(svg: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |node: &Node| node.attribute("class").is_some_and(|classes| classes.split(' ').any(|it| it == class));
    svg.descendants().filter(has).collect()
}

#[test]
fn a_graph_has_a_name_a_description_and_a_line_for_each_boat() {
    let text = graph(&race(Letter::B), "Race B <&>", "Three boats");
    let svg = Document::parse(&text).unwrap();
    let root = svg.root_element();
    let by_id = |name| {
        let id = root.attribute(name).unwrap();
        svg.descendants().find(|node| node.attribute("id") == Some(id)).unwrap().text().unwrap()
    };
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!((by_id("aria-labelledby"), by_id("aria-describedby")), ("Race B <&>", "Three boats"));
    let boats = with_class(&svg, "boat");
    let colors: Vec<_> = boats.iter().map(|boat| boat.attribute("data-color").unwrap()).collect();
    assert_eq!(colors, ["red", "white", "black"]);
    assert_eq!(boats[0].first_element_child().unwrap().text(), Some("red <&>"));
    assert_eq!(with_class(&svg, "sunk").len(), 1);
    // What a page gives its own colours.
    for class in ["grid", "axis", "par", "edge", "disc"] {
        assert!(!with_class(&svg, class).is_empty(), "{class}");
    }
}

#[test]
fn everything_lies_within_the_picture() {
    let text = graph(&race(Letter::A), "", "");
    let svg = Document::parse(&text).unwrap();
    for disc in with_class(&svg, "disc") {
        let moved = disc.parent_element().unwrap().attribute("transform").unwrap();
        let at = moved.strip_prefix("translate(").and_then(|rest| rest.split(')').next()).unwrap();
        let [x, y] = at.split(' ').map(|number| number.parse::<f64>().unwrap()).collect::<Vec<_>>()[..] else {
            panic!("{moved}")
        };
        assert!((0.0..=390.0).contains(&x) && (0.0..=214.0).contains(&y), "{moved}");
    }
}

/// The numbers at the axes of turns to go and of turns taken.
fn axes(race: &RaceGraph) -> [Vec<u32>; 2] {
    let text = graph(race, "", "");
    let svg = Document::parse(&text).unwrap();
    ["end", "middle"].map(|anchor| {
        let labels = svg.descendants().filter(|node| node.attribute("text-anchor") == Some(anchor));
        labels.map(|label| label.text().unwrap().parse().unwrap()).collect()
    })
}

#[test]
fn the_axes_fit_the_race_and_have_round_numbers() {
    let usual = [vec![0, 5, 10, 15, 20], vec![0, 2, 4, 6, 8, 10, 12, 14]];
    assert_eq!(axes(&race(Letter::A)), usual, "a boat that nearly sank");
    let mut damaged = race(Letter::B);
    damaged.boats[1].par = 64.0;
    damaged.boats[1].to_go = vec![64.0, 71.0, 88.0];
    assert_eq!(axes(&damaged), usual, "a boat that began with much damage");
    let calm = RaceGraph { letter: Letter::A, over: true, boats: vec![boat(Color::Red, &[13.3, 6.0, 0.0], false)] };
    assert_eq!(axes(&calm)[0], [0, 2, 4, 6, 8, 10, 12, 14], "no room for what did not happen");
    let mut danger = [12.0; 40];
    danger[7] = 55.0;
    let danger = RaceGraph { letter: Letter::A, over: true, boats: vec![boat(Color::Red, &danger, false)] };
    assert_eq!(axes(&danger)[0].last(), Some(&14), "one moment of danger is cut off");
    let long = boat(Color::Red, &[13.3; 47], false);
    let long = RaceGraph { letter: Letter::A, over: false, boats: vec![long] };
    assert_eq!(axes(&long)[1], [0, 10, 20, 30, 40]);
}

#[test]
fn a_picture_of_a_match_has_a_legend_and_all_races() {
    let players = [(Color::Red, "Ada & Eve".to_owned()), (Color::White, "Bo".repeat(20))];
    let text = graphs(&[race(Letter::A), race(Letter::B)], &players);
    let svg = Document::parse(&text).unwrap();
    let texts: Vec<_> = svg.descendants().filter(|node| node.has_tag_name("text")).filter_map(|it| it.text()).collect();
    for text in ["Race A", "Race B", "par 13.3", "red Ada & Eve", "sunk"] {
        assert!(texts.contains(&text), "{text} is missing in {texts:?}");
    }
    assert!(texts.iter().any(|text| text.starts_with("white BoBo") && text.ends_with('…')));
    // Without races and boats there is still a picture.
    assert!(Document::parse(&graphs(&[], &[])).is_ok());
    let empty = RaceGraph { letter: Letter::C, over: false, boats: Vec::new() };
    let text = graphs(&[empty], &[]);
    assert!(Document::parse(&text).is_ok() && !text.contains("NaN") && !text.contains("inf"));
}
