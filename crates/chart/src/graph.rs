//! Draws the graph of an analysis: the expected turns to go of each boat, turn by turn. As wide as a phone.
//!
//! Colours are plain attributes, so that the picture can stand alone. Every part has a class, so that a page can give it the
//! colours of its theme with CSS.

use crate::{
    Look, look,
    palette::INK,
    plane::Point,
    sheet::{At, N, Pen, escaped},
};
use powerboats_rules::{Color, Letter, sort_long};
use std::fmt::Write;

const WIDTH: f64 = 390.0;
/// The left, right, top and bottom edge of the plot.
const PLOT: [f64; 4] = [36.0, WIDTH - 14.0, 12.0, 190.0];
/// The height of a graph without its heading.
const HEIGHT: f64 = 214.0;
/// The height of a graph in a picture of several races: it has a heading, and the axis has a label.
const PART: f64 = HEIGHT + 60.0;
const LEGEND_ROW: f64 = 24.0;
const PAPER: &str = "#fdfbf5";
const GRID: &str = "#d8d5ca";
/// The par line, and the edge of the boats' lines.
const SOFT: &str = "#8f8b7d";
/// Higher values are cut off, in multiples of par: they only show how likely the boat is to sink.
const TALLEST: f64 = 1.5;
/// Turns between two emblems on a line.
const EMBLEMS: usize = 6;

/// Writes formatted text to a string, which cannot fail.
macro_rules! put {
    ($svg:expr, $($text:tt)*) => { let _ = $svg.write_fmt(format_args!($($text)*)); };
}

/// One race of an analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct RaceGraph {
    #[allow(missing_docs)]
    pub letter: Letter,
    #[allow(missing_docs)]
    pub over: bool,
    #[allow(missing_docs)]
    pub boats: Vec<BoatGraph>,
}

/// One boat in a race.
#[derive(Clone, PartialEq, Debug)]
pub struct BoatGraph {
    #[allow(missing_docs)]
    pub color: Color,
    /// Expected turns from the best start place.
    pub par: f64,
    /// Expected turns to go: at the start, then after each turn.
    pub to_go: Vec<f64>,
    /// Did the boat sink in its last turn?
    pub sunk: bool,
    /// A tooltip for the boat's line.
    pub title: String,
}

/// The graph of one race, for a page. `title` and `description` are for screen readers, in the reader's language.
pub fn graph(race: &RaceGraph, title: &str, description: &str) -> String {
    let id = format!("graph-{}", race.letter);
    let (width, height) = (N(WIDTH), N(HEIGHT));
    let mut svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" class="graph" viewBox="0 0 {width} {height}""#);
    put!(svg, r#" role="img" aria-labelledby="{id}-title" aria-describedby="{id}-desc" font-size="12">"#);
    put!(svg, r#"<title id="{id}-title">{}</title>"#, escaped(title));
    put!(svg, r#"<desc id="{id}-desc">{}</desc>"#, escaped(description));
    plot(&mut svg, race);
    svg + "</svg>\n"
}

/// A picture of all races with a legend, in English.
pub fn graphs(races: &[RaceGraph], players: &[(Color, String)]) -> String {
    let legend = 46.0 + LEGEND_ROW * players.len().div_ceil(2) as f64;
    let height = legend + PART * races.len() as f64 + 4.0;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="graph" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-labelledby="graph-title" font-family="system-ui, sans-serif" font-size="13" fill="{INK}">"#
    );
    svg += "\n<title id=\"graph-title\">Expected turns to go in each race, boat by boat</title>\n";
    put!(svg, "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{PAPER}\"/>\n");
    svg += r#"<text x="14" y="26" font-size="17" font-weight="600">Turns to go, turn by turn</text>"#;
    let [_, right, ..] = PLOT;
    if races.iter().flat_map(|race| &race.boats).any(|boat| boat.sunk) {
        cross(&mut svg, (right - 42.0, 21.0));
        put!(svg, r#"<text x="{right}" y="26" text-anchor="end">sunk</text>"#);
    }
    for (i, (color, name)) in players.iter().enumerate() {
        key(&mut svg, *color, name, (14.0 + 188.0 * (i % 2) as f64, 50.0 + LEGEND_ROW * (i / 2) as f64));
    }
    for (i, race) in races.iter().enumerate() {
        part(&mut svg, race, legend + PART * i as f64);
    }
    svg + "\n</svg>\n"
}

/// A boat in the legend.
fn key(svg: &mut String, color: Color, name: &str, (x, y): Point) {
    line(svg, color, &format!("M{x} {}h44", y - 4.0));
    emblem(svg, color, (x + 22.0, y - 4.0), 0.8);
    let mut text = format!("{color} {name}");
    if text.chars().count() > 20 {
        text = text.chars().take(19).chain(['…']).collect();
    }
    put!(svg, "<text x=\"{}\" y=\"{y}\">{}</text>\n", x + 52.0, escaped(&text));
}

/// A race in a picture of several.
fn part(svg: &mut String, race: &RaceGraph, y: f64) {
    let [_, right, _, bottom] = PLOT;
    let unfinished = if race.over { "" } else { ", not over yet" };
    let heading = format!(r#"y="16" font-size="15" font-weight="600">Race {}{unfinished}"#, race.letter);
    put!(svg, "\n<g transform=\"translate(0 {y})\"><text x=\"14\" {heading}</text>");
    if let Some(par) = lowest_par(race) {
        let stroke = right - 74.0;
        put!(svg, r#"<path d="M{stroke} 11h14" stroke="{SOFT}" stroke-width="5" stroke-linecap="round"/>"#);
        put!(svg, r#"<text x="{right}" y="16" text-anchor="end">par {par:.1}</text>"#);
    }
    *svg += r#"<g transform="translate(0 18)">"#;
    plot(svg, race);
    put!(svg, r#"<text x="{right}" y="{}" text-anchor="end">turns taken</text></g></g>"#, bottom + 33.0);
}

fn lowest_par(race: &RaceGraph) -> Option<f64> {
    race.boats.iter().map(|boat| boat.par).min_by(f64::total_cmp)
}

/// Maps turns taken and turns to go to points of the plot.
struct Scale {
    taken: f64,
    to_go: f64,
}

impl Scale {
    /// The axes fit what usually happens: neither a moment of danger nor a boat that started with much damage stretches them. The
    /// upper edge is a round number.
    fn of(race: &RaceGraph) -> Scale {
        let par = lowest_par(race).unwrap_or(1.0).max(1.0);
        let taken = race.boats.iter().map(|boat| boat.to_go.len().saturating_sub(1)).max().unwrap_or(0) as f64;
        let top = usual_most(race).max(par).min(par * TALLEST).ceil();
        let step = tick_step(top) as f64;
        Scale { taken: taken.max(par).ceil(), to_go: (top / step).ceil() * step }
    }

    fn at(&self, taken: f64, to_go: f64) -> Point {
        let [left, right, top, bottom] = PLOT;
        let height = (bottom - top) * to_go.min(self.to_go) / self.to_go;
        (left + (right - left) * taken / self.taken, bottom - height)
    }
}

/// All but one in twenty of the turns to go are at most this.
fn usual_most(race: &RaceGraph) -> f64 {
    let mut all: Vec<f64> = race.boats.iter().flat_map(|boat| &boat.to_go).copied().collect();
    sort_long(&mut all, f64::total_cmp);
    all.get(all.len() * 19 / 20).copied().unwrap_or_default()
}

/// A round distance between the numbers of an axis, so that there are at most nine.
fn tick_step(most: f64) -> usize {
    let fits = |step: &usize| most / *step as f64 <= 8.0;
    [1, 2, 5, 10, 20, 50, 100].into_iter().find(fits).unwrap_or(1 + most as usize / 8)
}

fn ticks(most: f64) -> impl Iterator<Item = u32> {
    (0..=most as u32).step_by(tick_step(most))
}

fn plot(svg: &mut String, race: &RaceGraph) {
    let scale = Scale::of(race);
    let [left, _, _, bottom] = PLOT;
    let edges = PLOT.map(N);
    for to_go in ticks(scale.to_go) {
        let (_, y) = scale.at(0.0, to_go.into());
        put!(svg, r#"<path class="grid" d="M{} {}H{}" stroke="{GRID}"/>"#, edges[0], N(y), edges[1]);
        label(svg, (left - 6.0, y + 4.5), "end", to_go);
    }
    for taken in ticks(scale.taken) {
        let (x, _) = scale.at(taken.into(), 0.0);
        put!(svg, r#"<path class="axis" d="M{} {}v4" stroke="{INK}"/>"#, N(x), edges[3]);
        label(svg, (x, bottom + 17.0), "middle", taken);
    }
    let [left, right, top, bottom] = edges;
    put!(svg, r#"<path class="axis" d="M{left} {top}V{bottom}H{right}" fill="none" stroke="{INK}"/>"#);
    if let Some(par) = lowest_par(race) {
        let path = path([scale.at(0.0, par), scale.at(par, 0.0)]);
        put!(svg, r#"<path class="par" d="{path}" stroke="{SOFT}" stroke-opacity=".5" stroke-width="5""#);
        *svg += r#" stroke-linecap="round"/>"#;
    }
    race.boats.iter().for_each(|boat| draw_boat(svg, boat, &scale));
}

/// A number at an axis.
fn label(svg: &mut String, at: Point, anchor: &str, number: u32) {
    put!(svg, r#"<text transform="translate({})" text-anchor="{anchor}">{number}</text>"#, At(at));
}

fn draw_boat(svg: &mut String, boat: &BoatGraph, scale: &Scale) {
    let color = boat.color;
    let points: Vec<Point> = (0..).zip(&boat.to_go).map(|(taken, to_go)| scale.at(taken.into(), *to_go)).collect();
    let Some(&end) = points.last() else { return };
    put!(svg, r#"<g class="boat boat-{color}" data-color="{color}"><title>{}</title>"#, escaped(&boat.title));
    line(svg, color, &path(points.iter().copied()));
    // Each boat has its emblems at other turns, so that they do not hide each other.
    for &at in points.iter().skip(1 + color as usize).step_by(EMBLEMS).filter(|at| at.0 < end.0) {
        emblem(svg, color, at, 0.7);
    }
    emblem(svg, color, end, 1.0);
    if boat.sunk {
        cross(svg, end);
    }
    *svg += "</g>";
}

fn path(points: impl IntoIterator<Item = Point>) -> String {
    let (mut pen, mut points) = (Pen::default(), points.into_iter());
    points.next().into_iter().for_each(|first| pen.move_to(first));
    points.for_each(|point| pen.line_to(point));
    pen.data()
}

/// A line in a boat's colour and dashes. Its edge shows it on any background.
fn line(svg: &mut String, color: Color, path: &str) {
    let Look { hull, dashes, .. } = look(color);
    *svg += r#"<g fill="none" stroke-linejoin="round" stroke-linecap="round">"#;
    put!(svg, r#"<path class="edge" d="{path}" stroke="{SOFT}" stroke-opacity=".6" stroke-width="4.4"/>"#);
    put!(svg, r#"<path d="{path}" stroke="{hull}" stroke-width="2.6" stroke-dasharray="{dashes}"/></g>"#);
}

/// A disc in a boat's colour with its emblem.
fn emblem(svg: &mut String, color: Color, at: Point, scale: f64) {
    let Look { hull, sign, emblem, .. } = look(color);
    put!(svg, r#"<g transform="translate({})scale({})">"#, At(at), N(scale));
    put!(svg, r#"<circle class="disc" r="7.5" fill="{hull}" stroke="{INK}"/>"#);
    put!(svg, r#"<path d="{emblem}" fill="{sign}" transform="rotate(-90)"/></g>"#);
}

/// Marks where a boat sank.
fn cross(svg: &mut String, at: Point) {
    put!(svg, r#"<path class="sunk" transform="translate({})" stroke-width="2.5""#, At(at));
    *svg += r##" d="M-7.5-7.5 7.5 7.5M-7.5 7.5 7.5-7.5" stroke="#c8102e"/>"##;
}
