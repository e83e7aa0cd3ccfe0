//! Scoring: points for a race, and the final ranking.

use crate::{Color, PerColor, Race, Seats, sort_short};

/// How a race is scored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scoring {
    /// Points by place (rule 5.1).
    Classic,
    /// Points by place, for turns ahead of the last finisher, and for sunk boats (rule 5.3).
    Turns,
}

impl Scoring {
    #[allow(missing_docs)]
    pub const ALL: [Scoring; 2] = [Scoring::Classic, Scoring::Turns];

    /// `classic` or `turns`.
    pub const fn name(self) -> &'static str {
        ["classic", "turns"][self as usize]
    }

    /// The default for this number of players (rule 5.3).
    pub const fn usual(players: usize) -> Scoring {
        if players <= 2 { Scoring::Turns } else { Scoring::Classic }
    }

    /// Whether a race of this many players may be scored like this (rule 5.3).
    pub const fn suits(self, players: usize) -> bool {
        match self {
            Scoring::Classic => players > 2,
            Scoring::Turns => true,
        }
    }

    /// The points for winning this race; `None` if they also depend on turns and sunk boats.
    pub fn win(self, players: usize, race: u8) -> Option<i64> {
        (self == Scoring::Classic).then(|| by_place(players, 1, race))
    }
}

/// The points for a place in a race (rule 5.1).
fn by_place(players: usize, place: i64, race: u8) -> i64 {
    (players as i64 - place) * i64::from(race)
}

crate::named::named!(Scoring, NoScoring, "scoring", "classic or turns");

/// The result of a race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceResult {
    /// The finishers, first to last.
    pub order: Vec<Color>,
    /// The boats that sank, in the order they did.
    pub sunk: Vec<Color>,
    /// Turns each boat took.
    pub turns: PerColor<u32>,
    /// Points each player gained.
    pub points: PerColor<i64>,
}

impl RaceResult {
    /// Scores a race that is over (rules 5.1 and 5.3).
    pub(crate) fn of(race: &Race) -> RaceResult {
        let mut turns = PerColor::default();
        race.boats.iter().for_each(|boat| turns[boat.color] = boat.turns);
        let mut points = PerColor::default();
        for (place, &color) in (1..).zip(&race.finished) {
            points[color] = by_place(race.boats.len(), place, race.number);
            if let (Scoring::Turns, Some(&last)) = (race.scoring, race.finished.last()) {
                let ahead = i64::from(turns[last]) - i64::from(turns[color]);
                points[color] += ahead + 5 * race.sunk.len() as i64;
            }
        }
        RaceResult { order: race.finished.to_vec(), sunk: race.sunk.to_vec(), turns, points }
    }
}

/// Ranks the players by points, then by place in the last race. Players equal in both share a rank (rule 5.5).
pub fn ranking(seats: Seats, points: &PerColor<i64>, last_race: &RaceResult) -> Vec<Vec<Color>> {
    let place = |color| last_race.order.iter().position(|&other| other == color).unwrap_or(usize::MAX);
    let standing = |color| (std::cmp::Reverse(points[color]), place(color));
    let mut colors: Vec<Color> = seats.iter().collect();
    sort_short(&mut colors, |&a, &b| standing(a).cmp(&standing(b)));
    colors.chunk_by(|&one, &other| standing(one) == standing(other)).map(<[Color]>::to_vec).collect()
}
