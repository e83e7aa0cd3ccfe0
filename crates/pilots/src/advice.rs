//! Advice: why the best choice is the best, in a few words, and the way it leads.

use crate::{
    CourseCache, DiceHint, Fate, Hint, LoneBoat, MoveEnding, Reach, Route, Solution, SteerOutcome, pilot::boat_in_turn,
};
use powerboats_rules::{Hex, Leg, Phase, Race};

/// What a captain tells a player beside the numbers of a [`Hint`].
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Advice {
    /// Why the best choice is the best.
    pub reason: AdviceReason,
    /// The way of the next turns with average luck, from the boat's hex on.
    pub route: Vec<Hex>,
    /// Where these turns end.
    pub stops: Vec<Hex>,
}

/// The most telling reason for a choice.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "why", rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum AdviceReason {
    /// The boat can finish in this turn.
    Finish {
        /// The probability.
        chance: f64,
    },
    /// The boat crosses the start line.
    Start,
    /// The boat rounds a buoy.
    Round {
        /// 1, 2 or 3.
        buoy: u8,
    },
    /// The boat stays slow, because there is little water ahead.
    Room {
        /// Free hexes straight ahead after the move.
        spaces: u8,
    },
    /// The boat cannot crash, while other good choices may.
    Safe,
    /// The boat may crash, but saves turns in the mean.
    Worth,
    /// The boat crashes in every direction, and this way it loses least.
    Least,
    /// Nothing special: it is the shortest way.
    Short,
}

/// The route shows this many turns.
const TURNS_AHEAD: usize = 3;

/// More room than this is no reason to be slow.
const LITTLE_ROOM: u8 = 4;

impl Advice {
    /// The advice for the boat whose turn it is. `None` if nobody has to decide.
    ///
    /// ```
    /// use powerboats_pilots::{Advice, CourseCache, AdviceReason};
    /// use powerboats_rules::PositionText;
    ///
    /// let text = "12./12./12./12./12. d3E,k1,k5,b5 C-turns \
    ///             red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red";
    /// let race = text.parse::<PositionText>()?.race()?;
    /// let advice = Advice::of(&race, &CourseCache::default()).unwrap();
    /// assert_eq!(advice.reason, AdviceReason::Finish { chance: 1.0 });
    /// assert_eq!((advice.route[0], advice.stops.len()), ("e5".parse()?, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(race: &Race, courses: &CourseCache) -> Option<Advice> {
        let boat = boat_in_turn(race)?;
        let known = courses.of(race.course());
        let solution = known.solution();
        match Hint::of(race, courses)? {
            Hint::Place(places) => {
                let best = places.first()?;
                let (hand, damage, progress) = (boat.hand, boat.damage, boat.progress);
                let lone = LoneBoat { at: best.at, heading: best.heading, hand, damage, progress };
                let (route, stops) = ahead(solution, lone);
                Some(Advice { reason: AdviceReason::Short, route, stops })
            }
            Hint::Dice(dice) => {
                let lone = LoneBoat::of(boat)?;
                let (route, stops) = ahead(solution, lone);
                Some(Advice { reason: dice_reason(race, solution, &lone, &dice)?, route, stops })
            }
            Hint::Steer(headings) => {
                let Phase::Steer(_, hand) = race.phase() else { return None };
                let (lone, best) = (LoneBoat::of(boat)?, headings.first()?.outcome.ok()?);
                let option = best.option;
                let (fate, _) = solution.fate(&lone, hand, option.heading, option.run, option.steps);
                let mut route = vec![lone.at];
                route.extend((1..=option.steps).filter_map(|steps| lone.at.ahead(option.heading, steps)));
                let mut stops = vec![option.end];
                if let Fate::Racing(then) = fate {
                    let (way, ends) = ahead(solution, then);
                    route.extend(way.into_iter().skip(1));
                    stops.extend(ends);
                }
                Some(Advice { reason: steer_reason(solution, &lone, &best, fate), route, stops })
            }
        }
    }
}

fn dice_reason(race: &Race, solution: &Solution, lone: &LoneBoat, dice: &[DiceHint]) -> Option<AdviceReason> {
    let best = dice.first()?;
    if best.finish > 0.0 {
        return Some(AdviceReason::Finish { chance: best.finish });
    }
    if best.crash > 0.0 {
        return Some(AdviceReason::Worth);
    }
    let likely = best.landings.first()?;
    let reach = Reach::of(race, best.choice)?;
    let end = reach.ends.iter().find(|end| (end.at, end.heading) == (likely.at, likely.heading));
    if let Some(passed) = end.and_then(|end| passed(lone.progress.leg, end.leg)) {
        return Some(passed);
    }
    let spaces = solution.course().run(likely.at, likely.heading);
    let others_crash = dice.iter().any(|other| other.crash > 0.0);
    Some(match (others_crash, spaces) {
        (true, 1..=LITTLE_ROOM) => AdviceReason::Room { spaces },
        (true, _) => AdviceReason::Safe,
        (false, _) => AdviceReason::Short,
    })
}

fn steer_reason(solution: &Solution, lone: &LoneBoat, best: &SteerOutcome, fate: Fate) -> AdviceReason {
    let option = best.option;
    if best.ending == MoveEnding::Finishes {
        return AdviceReason::Finish { chance: 1.0 };
    }
    if let Fate::Racing(then) = fate
        && let Some(passed) = passed(lone.progress.leg, then.progress.leg)
    {
        return passed;
    }
    let spaces = solution.course().run(option.end, option.heading);
    match spaces {
        _ if option.crash() => AdviceReason::Least,
        1.. => AdviceReason::Room { spaces },
        0 => AdviceReason::Short,
    }
}

/// The mark that lies between two legs.
fn passed(before: Leg, after: Leg) -> Option<AdviceReason> {
    match (before, after) {
        _ if after <= before => None,
        (Leg::Start, _) => Some(AdviceReason::Start),
        (buoy, _) => Some(AdviceReason::Round { buoy: buoy as u8 }),
    }
}

/// The hexes of the next turns under best play, from the boat's hex on, and where these turns end.
fn ahead(solution: &Solution, lone: LoneBoat) -> (Vec<Hex>, Vec<Hex>) {
    let Route { mut hexes, stops, .. } = Route::of(solution, lone);
    let stops: Vec<Hex> = stops.into_iter().skip(1).take(TURNS_AHEAD).collect();
    let mut end = 0;
    for stop in &stops {
        // A run is straight, so it meets its end only once.
        end += hexes[end..].iter().position(|hex| hex == stop).unwrap_or(0);
    }
    hexes.truncate(end + 1);
    (hexes, stops)
}
