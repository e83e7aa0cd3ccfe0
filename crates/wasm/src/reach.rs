//! Where a choice of dice can lead, and where each direction leads, as JSON.

use powerboats_pilots::{End, Reach};
use powerboats_referee::OptionView;
use powerboats_rules::{Heading, Hex, Leg, Phase, Race, Steer};
use serde::Serialize;

/// The possible outcomes of a choice of dice.
#[derive(Serialize)]
pub struct ReachView {
    crash: f64,
    damage: f64,
    sink: f64,
    finish: f64,
    /// The lowest and the highest total.
    totals: [u8; 2],
    ends: Vec<EndView>,
}

#[derive(Serialize)]
struct EndView {
    to: Steer,
    heading: Heading,
    at: Hex,
    ending: &'static str,
    damage: u8,
    leg: Leg,
    chance: f64,
}

impl From<Reach> for ReachView {
    fn from(reach: Reach) -> ReachView {
        let end = |end: &End| EndView {
            to: end.steer,
            heading: end.heading,
            at: end.at,
            ending: end.ending.name(),
            damage: end.damage,
            leg: end.leg,
            chance: end.chance,
        };
        let Reach { crash, damage, sink, finish, totals: (low, high), ends } = reach;
        ReachView { crash, damage, sink, finish, totals: [low, high], ends: ends.iter().map(end).collect() }
    }
}

/// One of the three directions of a boat that steers: where it leads, or why it is not legal.
#[derive(Serialize)]
pub struct HeadingView {
    to: Steer,
    heading: Heading,
    /// The number of water hexes, at most the total.
    run: u8,
    /// The longest run of all three directions.
    longest: u8,
    /// What blocks the boat after its run, if the run is shorter than the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<Block>,
    /// The blocked hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<Hex>,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<OptionView>,
    /// The hexes the boat would move over. For an illegal direction, all hexes of its run.
    path: Vec<Hex>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Block {
    Land,
    Buoy,
}

/// All three directions from left to right. Empty in other phases.
pub fn headings(race: &Race) -> Vec<HeadingView> {
    let boat = race.phase().turn().and_then(|color| race.boat(color));
    let (Phase::Steer(_, hand), Some(boat), Some(runs)) = (race.phase(), boat, race.steer_runs()) else {
        return Vec::new();
    };
    let (Some(from), Some(facing)) = (boat.at(), boat.heading()) else { return Vec::new() };
    let options = race.steer_options();
    let view = |to: Steer| {
        let (heading, run) = (facing.steered(to), runs.run(to));
        let option = options.iter().find(|option| option.steer == to);
        let steps = option.map_or(run, |option| option.steps);
        let stop = (run < hand.total()).then(|| from.ahead(heading, run + 1));
        let blocked = stop.map(|hex| match hex {
            Some(hex) if race.course().buoys().contains(&hex) => Block::Buoy,
            _ => Block::Land,
        });
        let path = (1..=steps).filter_map(|step| from.ahead(heading, step)).collect();
        let (longest, stop) = (runs.longest(), stop.flatten());
        HeadingView { to, heading, run, longest, blocked, stop, option: option.map(OptionView::new), path }
    };
    Steer::ALL.map(view).into()
}
