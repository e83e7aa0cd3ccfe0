//! Where each direction of a boat that steers leads, as JSON.

use crate::SteerOptionView;
use powerboats_rules::{Heading, Hex, Phase, Race, Steer};
use serde::Serialize;

/// One of the three directions of a boat that steers: where it leads, or why it is not legal.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HeadingView {
    to: Steer,
    heading: Heading,
    /// The number of water hexes, at most the total.
    run: u8,
    /// The longest run of all three directions.
    longest: u8,
    /// What blocks the boat after its run, if the run is shorter than the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    blocked: Option<Block>,
    /// The blocked hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    stop: Option<Hex>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    option: Option<SteerOptionView>,
    /// The hexes the boat would move over. For an illegal direction, all hexes of its run.
    path: Vec<Hex>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
enum Block {
    Land,
    Buoy,
}

/// All three directions from left to right. Empty in other phases.
pub(crate) fn headings(race: &Race) -> Vec<HeadingView> {
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
        HeadingView { to, heading, run, longest, blocked, stop, option: option.map(SteerOptionView::new), path }
    };
    Steer::ALL.map(view).into()
}
