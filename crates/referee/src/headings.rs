//! Where each heading of a boat that steers ends, as JSON.

use crate::OptionView;
use powerboats_rules::{Heading, Hex, Phase, Race, Steer};
use serde::Serialize;

/// One of the three headings of a boat that steers: where it ends, or why it may not be taken.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HeadingView {
    to: Steer,
    heading: Heading,
    /// Hexes of water, at most the total.
    run: u8,
    /// The run that must be taken.
    longest: u8,
    /// What stops it beyond its run, if anything does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    blocked: Option<Block>,
    /// The hex it stops at if it is blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    stop: Option<Hex>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    option: Option<OptionView>,
    /// The hexes it would run through, to its end; of one that is forbidden, as far as its water goes.
    path: Vec<Hex>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
enum Block {
    Land,
    Buoy,
}

/// All three, from left to right; none in other phases.
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
        HeadingView { to, heading, run, longest, blocked, stop, option: option.map(OptionView::new), path }
    };
    Steer::ALL.map(view).into()
}
