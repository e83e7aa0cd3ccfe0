//! The graphs of an analysis as one SVG picture.

use super::Analyzed;
use powerboats_chart::{BoatGraph, RaceGraph, graphs};
use powerboats_pilots::analysis::{BoatAnalysis, BoatEnding, RaceAnalysis};

pub fn draw(analyzed: &Analyzed) -> String {
    let races: Vec<RaceGraph> = analyzed.analysis.races.iter().map(race).collect();
    let players = analyzed.book.record().players.iter().map(|(color, name)| (*color, name.as_str().to_owned()));
    graphs(&races, &players.collect::<Vec<_>>())
}

fn race(race: &RaceAnalysis) -> RaceGraph {
    RaceGraph { letter: race.letter, over: race.over, boats: race.boats.iter().map(boat).collect() }
}

fn boat(boat: &BoatAnalysis) -> BoatGraph {
    let (turns, luck, errors) = (boat.turns.len(), boat.luck(), boat.error());
    BoatGraph {
        color: boat.color,
        par: boat.par,
        to_go: boat.to_go_by_turn(),
        sunk: boat.ending == BoatEnding::Sunk,
        title: format!("{}: {turns} turns, luck {luck:+.1}, errors {errors:.1}", boat.color),
    }
}
