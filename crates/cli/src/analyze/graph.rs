//! A graph for each race, as one SVG picture: how many turns each boat had yet to go, turn by turn. As wide as a phone.

use super::Analyzed;
use powerboats_pilots::analysis::{BoatAnalysis, BoatEnding, RaceAnalysis};
use powerboats_rules::Color;
use std::fmt::{Error, Write};

const WIDTH: f64 = 390.0;
/// The plot of a race: its left, right, top and bottom edge, within the race's part of the picture.
const PLOT: [f64; 4] = [36.0, WIDTH - 14.0, 30.0, 226.0];
/// Height of a race's part.
const PART: f64 = 274.0;
const LEGEND_ROW: f64 = 24.0;
const INK: &str = "#16222c";
const PAPER: &str = "#fdfbf5";
/// More turns than this times par are off the chart: they weigh the risk of sinking.
const TALLEST: f64 = 1.5;

/// How a boat's line looks: its colour, its dashes, and its sign, round the origin. No two are alike in any of them.
struct Style {
    color: &'static str,
    dashes: &'static str,
    sign: &'static str,
}

const fn style(color: Color) -> Style {
    // The colours of the boats, darkened where they would be lost on paper; the signs are those on their decks.
    let (color, dashes, sign) = match color {
        Color::Orange => ("#d9610a", "none", "M-4 0a4 4 0 1 1 8 0 4 4 0 1 1-8 0z"),
        Color::Yellow => ("#a88400", "9 3", "M0-5 4.6 3.4H-4.6z"),
        Color::Black => ("#1d222a", "2 3", "M-3.6-3.6H3.6V3.6H-3.6z"),
        Color::Red => ("#c8102e", "12 3 2 3", "M-4.6 0 0-5.2 4.6 0 0 5.2z"),
        Color::Purple => {
            ("#7a2fb8", "5 3", "M0-7 1.8-2.3 6.7-2.1 2.8 .9 4.2 5.7 0 2.9-4.2 5.7-2.8 .9-6.7-2.1-1.8-2.3z")
        }
        Color::White => ("#5b7f99", "9 3 2 3 2 3", "M-1.5-4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5z"),
    };
    Style { color, dashes, sign }
}

/// The picture.
pub fn draw(analyzed: &Analyzed) -> Result<String, Error> {
    let mut svg = String::new();
    let players = &analyzed.book.record().players;
    let legend = 46.0 + LEGEND_ROW * players.len().div_ceil(2) as f64;
    let height = legend + PART * analyzed.analysis.races.len() as f64 + 4.0;
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" font-family="system-ui, sans-serif" font-size="13" fill="{INK}" role="img">"#
    )?;
    writeln!(svg, "<title>Expected turns to go in each race, boat by boat</title>")?;
    writeln!(svg, r##"<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>"##)?;
    writeln!(svg, r#"<text x="14" y="26" font-size="17" font-weight="600">Turns to go, turn by turn</text>"#)?;
    let mut boats = analyzed.analysis.races.iter().flat_map(|race| &race.boats);
    if boats.any(|boat| boat.ending == BoatEnding::Sunk) {
        let right = PLOT[1];
        wreck(&mut svg, right - 42.0, 21.0)?;
        writeln!(svg, r#"<text x="{right}" y="26" text-anchor="end">sunk</text>"#)?;
    }
    for (i, (color, name)) in players.iter().enumerate() {
        let (x, y) = (14.0 + 188.0 * (i % 2) as f64, 50.0 + LEGEND_ROW * (i / 2) as f64);
        key(&mut svg, *color, name.as_str(), x, y)?;
    }
    for (i, race) in analyzed.analysis.races.iter().enumerate() {
        let y = legend + PART * i as f64;
        writeln!(svg, r#"<g transform="translate(0 {y})">"#)?;
        race_graph(&mut svg, race)?;
        writeln!(svg, "</g>")?;
    }
    writeln!(svg, "</svg>")?;
    Ok(svg)
}

/// A line of the legend.
fn key(svg: &mut String, color: Color, name: &str, x: f64, y: f64) -> Result<(), Error> {
    let Style { color: ink, dashes, .. } = style(color);
    let line = y - 4.0;
    writeln!(
        svg,
        r#"<path d="M{x} {line}h44" stroke="{ink}" stroke-width="2.4" stroke-dasharray="{dashes}" fill="none"/>"#
    )?;
    sign(svg, color, x + 22.0, line)?;
    let mut text = format!("{color} {name}");
    if text.chars().count() > 20 {
        text = text.chars().take(19).chain(['…']).collect();
    }
    writeln!(svg, r#"<text x="{}" y="{y}">{}</text>"#, x + 52.0, escaped(&text))
}

fn sign(svg: &mut String, color: Color, x: f64, y: f64) -> Result<(), Error> {
    let Style { color: ink, sign, .. } = style(color);
    let (fill, edge) = if color == Color::White { ("#ffffff", ink) } else { (ink, PAPER) };
    writeln!(
        svg,
        r#"<path transform="translate({x:.1} {y:.1})" d="{sign}" fill="{fill}" stroke="{edge}" stroke-width="1.6"/>"#
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// From turns taken and turns to go to the plot.
struct Scale {
    taken: f64,
    to_go: f64,
}

impl Scale {
    fn of(race: &RaceAnalysis) -> Scale {
        let par = race.boats.iter().map(|boat| boat.par).fold(1.0, f64::max);
        let taken = race.boats.iter().map(|boat| boat.turns.len()).max().unwrap_or(0) as f64;
        let top = race.boats.iter().flat_map(points).map(|(_, to_go)| to_go).fold(par, f64::max);
        Scale { taken: taken.max(par).ceil(), to_go: top.min(par * TALLEST).ceil() }
    }

    fn x(&self, taken: f64) -> f64 {
        PLOT[0] + (PLOT[1] - PLOT[0]) * taken / self.taken
    }

    /// What is off the chart lies on its upper edge.
    fn y(&self, to_go: f64) -> f64 {
        PLOT[3] - (PLOT[3] - PLOT[2]) * to_go.min(self.to_go) / self.to_go
    }
}

/// Turns taken and turns to go, from the start on; a boat that sank ends where it was before.
fn points(boat: &BoatAnalysis) -> impl Iterator<Item = (f64, f64)> {
    let placed = boat.placing.is_some();
    let start = boat.turns.first().map_or(boat.rest, |turn| turn.before);
    let to_go = boat.turns.iter().map(|turn| if boat.sank_in(turn.number) { turn.before } else { turn.after });
    (0..).map(f64::from).zip(std::iter::once(start).chain(to_go)).filter(move |_| placed)
}

fn race_graph(svg: &mut String, race: &RaceAnalysis) -> Result<(), Error> {
    let scale = Scale::of(race);
    let [left, right, top, bottom] = PLOT;
    let unfinished = if race.over { "" } else { ", not over yet" };
    writeln!(svg, r#"<text x="14" y="16" font-size="15" font-weight="600">Race {}{unfinished}</text>"#, race.letter)?;
    for to_go in (0..).step_by(step(scale.to_go)).take_while(|&to_go| f64::from(to_go) <= scale.to_go) {
        let y = scale.y(to_go.into());
        writeln!(svg, r##"<path d="M{left} {y:.1}H{right}" stroke="#d8d5ca"/>"##)?;
        writeln!(svg, r#"<text x="{}" y="{:.1}" text-anchor="end">{to_go}</text>"#, left - 6.0, y + 4.5)?;
    }
    for taken in (0..).step_by(step(scale.taken)).take_while(|&taken| f64::from(taken) <= scale.taken) {
        let x = scale.x(taken.into());
        writeln!(svg, r##"<path d="M{x:.1} {bottom}v4" stroke="{INK}"/>"##)?;
        writeln!(svg, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{taken}</text>"#, bottom + 17.0)?;
    }
    writeln!(svg, r#"<text x="{right}" y="{}" text-anchor="end">turns taken</text>"#, bottom + 33.0)?;
    writeln!(svg, r#"<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="{INK}"/>"#)?;
    par_line(svg, race, &scale)?;
    race.boats.iter().try_for_each(|boat| boat_line(svg, boat, &scale))
}

/// Best play with average dice.
fn par_line(svg: &mut String, race: &RaceAnalysis, scale: &Scale) -> Result<(), Error> {
    let par = race.boats.iter().map(|boat| boat.par).fold(f64::INFINITY, f64::min);
    if par > scale.taken {
        return Ok(()); // there are no boats
    }
    let (x, y) = (scale.x(0.0), scale.y(par));
    let (end_x, end_y) = (scale.x(par), scale.y(0.0));
    writeln!(
        svg,
        r##"<path d="M{x:.1} {y:.1}L{end_x:.1} {end_y:.1}" stroke="#b9b4a3" stroke-width="5" stroke-linecap="round"/>"##
    )?;
    // Named where the eye looks first; the grey stroke beside it is the line's own.
    let right = PLOT[1];
    let stroke = right - 74.0;
    writeln!(
        svg,
        r##"<path d="M{stroke} 11h14" stroke="#b9b4a3" stroke-width="5" stroke-linecap="round"/><text x="{right}" y="16" text-anchor="end">par {par:.1}</text>"##
    )
}

fn boat_line(svg: &mut String, boat: &BoatAnalysis, scale: &Scale) -> Result<(), Error> {
    let Style { color: ink, dashes, .. } = style(boat.color);
    let line: Vec<(f64, f64)> = points(boat).map(|(taken, to_go)| (scale.x(taken), scale.y(to_go))).collect();
    let (Some(&(end_x, end_y)), luck) = (line.last(), boat.luck()) else { return Ok(()) };
    let path: Vec<String> = line.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    writeln!(
        svg,
        r#"<path d="M{}" fill="none" stroke="{ink}" stroke-width="2.2" stroke-dasharray="{dashes}" stroke-linejoin="round"><title>{}: {} turns, luck {luck:+.1}, errors {:.1}</title></path>"#,
        path.join("L"),
        boat.color,
        boat.turns.len(),
        boat.error()
    )?;
    // Signs now and then, each boat's at turns of its own, so that they do not hide each other.
    let first = 1 + boat.color as usize;
    for &(x, y) in line.iter().skip(first).step_by(6).filter(|&&(x, _)| x < end_x) {
        sign(svg, boat.color, x, y)?;
    }
    sign(svg, boat.color, end_x, end_y)?;
    if boat.ending == BoatEnding::Sunk {
        wreck(svg, end_x, end_y)?;
    }
    Ok(())
}

/// A cross where a boat went down.
fn wreck(svg: &mut String, x: f64, y: f64) -> Result<(), Error> {
    let cross = "M-7.5-7.5 7.5 7.5M-7.5 7.5 7.5-7.5";
    writeln!(svg, r#"<path transform="translate({x:.1} {y:.1})" d="{cross}" stroke="{INK}" stroke-width="1.8"/>"#)
}

/// Between the numbers at an axis.
fn step(most: f64) -> usize {
    [2, 5, 10, 20, 50, 100].into_iter().find(|&step| most / step as f64 <= 8.0).unwrap_or(1 + most as usize / 8)
}
