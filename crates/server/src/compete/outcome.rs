//! The outcome of a regatta that is over: who came where, and who gave up a seat. A pure function of the log.

use crate::{
    ids::{PlayerId, RegattaId},
    room::{
        Room, Stage,
        event::{Absence, Ending},
        forfeit::Forfeit,
        seat::Seat,
        settings::{Clock, PilotName, Settings, Visibility},
    },
};
use powerboats_rules::{Color, RaceResult, Regatta, Scoring};
use std::{cmp::Reverse, collections::BTreeMap};

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A person, registered or not.
    Person(PlayerId),
    #[allow(missing_docs)]
    Pilot(PilotName),
}

impl Occupant {
    /// The person, if it is not a pilot.
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Occupant::Person(player) => Some(player),
            Occupant::Pilot(_) => None,
        }
    }
}

/// How a boat ended a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RaceEnd {
    /// In this place, counted from 1.
    Finished(usize),
    #[allow(missing_docs)]
    Sunk,
    /// It had resigned.
    Out,
}

/// What one seat did in one race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceOutcome {
    #[allow(missing_docs)]
    pub end: RaceEnd,
    #[allow(missing_docs)]
    pub turns: u32,
    #[allow(missing_docs)]
    pub points: i64,
}

/// What one seat achieved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatOutcome {
    #[allow(missing_docs)]
    pub color: Color,
    #[allow(missing_docs)]
    pub occupant: Occupant,
    /// From 1; seats that tie share it. `None` if the regatta has no result.
    pub rank: Option<usize>,
    /// The rank that counts for ratings: who gave up ranks below everybody who was still racing then.
    pub rated_rank: Option<usize>,
    /// Points of all races.
    pub points: i64,
    /// The races that are over, in order.
    pub races: Vec<RaceOutcome>,
    /// Turns that a pilot played for the person.
    pub stand_ins: u32,
    /// From when on the person had given up the seat.
    pub forfeit: Option<Forfeit>,
    /// Whether the person dropped out of the season or event, and a pilot finished the game.
    pub dropped: bool,
}

/// The outcome of a regatta that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    #[allow(missing_docs)]
    pub settings: Settings,
    /// The scoring that was used.
    pub scoring: Scoring,
    /// Why it ended before its last race did.
    pub ended: Option<Ending>,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// All seats, in seat order.
    pub seats: Vec<SeatOutcome>,
}

impl Outcome {
    /// The outcome of a room; `None` if its regatta is not over.
    pub fn of(room: &Room) -> Option<Outcome> {
        let Stage::Over(table) = &room.stage else { return None };
        let regatta = table.book().regatta();
        let ranking = match room.ended {
            Some(ending) => ending.has_result().then(|| regatta.standing()),
            None => regatta.ranking(),
        };
        let rated = ranking.as_ref().map(|ranking| rated_ranking(room, regatta, ranking));
        let rank_in = |ranks: &Option<Vec<Vec<Color>>>, color| ranks.as_ref().and_then(|ranks| rank(ranks, color));
        let seat = |(color, seat): (&Color, &Seat)| SeatOutcome {
            color: *color,
            occupant: match seat {
                Seat::Person(person) => Occupant::Person(person.player.clone()),
                Seat::Pilot(pilot) => Occupant::Pilot(pilot.clone()),
            },
            rank: rank_in(&ranking, *color),
            rated_rank: rank_in(&rated, *color),
            points: regatta.points()[*color],
            races: regatta.results().iter().map(|result| race(result, *color)).collect(),
            stand_ins: room.stand_ins.get(color).copied().unwrap_or(0),
            forfeit: room.forfeits.seats().get(color).cloned(),
            dropped: match seat {
                Seat::Person(person) => person.away && person.absence == Absence::Dropout,
                Seat::Pilot(_) => false,
            },
        };
        Some(Outcome {
            regatta: room.id.clone(),
            settings: room.settings.clone(),
            scoring: regatta.scoring(),
            ended: room.ended,
            at: room.over_at.unwrap_or(room.last_at),
            seats: room.seats.iter().map(seat).collect(),
        })
    }

    /// Whether the regatta has a result.
    pub fn has_result(&self) -> bool {
        self.seats.iter().all(|seat| seat.rank.is_some())
    }

    /// Whether it counts for titles: only races against people, in which the web app gives no hints, with a clock, and not in
    /// private. What the moderators annulled does not count.
    pub fn counts_for_titles(&self) -> bool {
        let Settings { clock, visibility, .. } = &self.settings;
        let is_open = *clock != (Clock::None {}) && *visibility != Visibility::Private;
        is_open && self.people().count() >= 2 && self.ended != Some(Ending::Annulled)
    }

    /// The people who took part.
    pub fn people(&self) -> impl Iterator<Item = &PlayerId> {
        self.seats.iter().filter_map(|seat| seat.occupant.player())
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: &PlayerId) -> Option<&SeatOutcome> {
        self.seats.iter().find(|seat| seat.occupant.player() == Some(player))
    }
}

/// The rank of a seat, from 1. After a tie of two the next rank is two lower.
fn rank(ranking: &[Vec<Color>], color: Color) -> Option<usize> {
    let index = ranking.iter().position(|tied| tied.contains(&color))?;
    Some(1 + ranking[..index].iter().map(Vec::len).sum::<usize>())
}

fn race(result: &RaceResult, color: Color) -> RaceOutcome {
    let place = result.order.iter().position(|other| *other == color);
    let end = match place {
        Some(index) => RaceEnd::Finished(index + 1),
        None if result.sunk.contains(&color) => RaceEnd::Sunk,
        None => RaceEnd::Out,
    };
    RaceOutcome { end, turns: result.turns[color], points: result.points[color] }
}

/// The ranking that counts for ratings. A stand-in never pays: a person who has given up a seat ranks below everyone who was
/// still racing at that moment, whatever the pilot did from then on. Of two who gave up, the first ranks below the other.
/// All others keep their order.
///
/// Boats that had finished or sunk in the last race before that moment are compared with what the person had achieved: the
/// points of the races that were over.
///
/// If the time of the season was over first, pilots finished the game for everybody. Then the points of the races that were
/// over by then count.
fn rated_ranking(room: &Room, regatta: &Regatta, ranking: &[Vec<Color>]) -> Vec<Vec<Color>> {
    let forfeits = room.forfeits.seats();
    let mut ranks: Vec<Vec<Color>> = match room.forfeits.deadline() {
        Some(races) => ranking_after(regatta, races),
        None => ranking.to_vec(),
    };
    ranks.iter_mut().for_each(|tied| tied.retain(|color| !forfeits.contains_key(color)));
    ranks.retain(|tied| !tied.is_empty());
    let mut given_up: Vec<(&Color, &Forfeit)> = forfeits.iter().collect();
    given_up.sort_by_key(|(_, forfeit)| Reverse(forfeit.seq));
    let last_race = usize::from(regatta.races()).saturating_sub(1);
    for (color, forfeit) in given_up {
        let achieved: i64 = regatta.results().iter().take(forfeit.races_over).map(|race| race.points[*color]).sum();
        let in_last_race = forfeit.races_over >= last_race;
        let ahead = |other: &Color| {
            let was_done = in_last_race && forfeit.out.contains(other);
            let finished = regatta.results().get(last_race).is_some_and(|race| race.order.contains(other));
            !was_done || (regatta.points()[*other], finished) > (achieved, false)
        };
        let behind = ranks.iter().rposition(|tied| tied.iter().any(ahead)).map_or(0, |last| last + 1);
        ranks.insert(behind, vec![*color]);
    }
    ranks
}

/// The ranking by the points of the first races alone.
fn ranking_after(regatta: &Regatta, races: usize) -> Vec<Vec<Color>> {
    let mut ranks: BTreeMap<Reverse<i64>, Vec<Color>> = BTreeMap::new();
    for color in regatta.seats().iter() {
        let points = regatta.results().iter().take(races).map(|race| race.points[color]).sum();
        ranks.entry(Reverse(points)).or_default().push(color);
    }
    ranks.into_values().collect()
}
