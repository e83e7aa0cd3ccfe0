//! What players can still gain in a regatta.

use crate::ByColor;
use powerboats_rules::{Color, PerColor, Regatta, Seats};
use serde::Serialize;

/// What players can still gain. Missing when the regatta is over, and if turns count too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StakesView {
    /// The points for winning the current or next race.
    pub win: i64,
    /// Each player's prospects.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<Color, Prospect>))]
    pub prospects: ByColor<Prospect>,
}

/// What a player can expect from the races that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Prospect {
    /// Nobody can catch them any more.
    Safe,
    /// They lead or share the lead, or they are too far behind for the next race alone.
    Open,
    /// They are behind, and a win in the next race can give them the lead.
    Near,
    /// They can't catch the leader any more.
    Gone,
}

impl StakesView {
    pub(crate) fn of(regatta: &Regatta) -> Option<StakesView> {
        let left = regatta.results().len() as u8 + 1..=regatta.races(); // at most three races
        let wins = left.map(|race| regatta.scoring().win(regatta.seats().len(), race)).collect::<Option<Vec<i64>>>()?;
        let win = *wins.first()?;
        Some(StakesView { win, prospects: prospects(regatta.seats(), regatta.points(), win, wins.iter().sum()) })
    }
}

/// `win` is what the next race is worth, `most` what all races are worth that are left.
fn prospects(seats: Seats, points: &PerColor<i64>, win: i64, most: i64) -> ByColor<Prospect> {
    let prospect = |color: Color| {
        let others = seats.iter().filter(|other| *other != color).map(|other| points[other]);
        match points[color] - others.max().unwrap_or(0) {
            ahead if ahead > most => Prospect::Safe,
            ahead if -ahead > most => Prospect::Gone,
            ahead if ahead < 0 && -ahead < win => Prospect::Near,
            _ => Prospect::Open,
        }
    };
    seats.iter().map(|color| (color, prospect(color))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Prospect::{Gone, Near, Open, Safe};

    #[test]
    fn prospects_depend_on_the_distance_and_on_what_is_left() {
        let seats = Seats::new([Color::Yellow, Color::Red]).unwrap();
        for (yellow, red, expected) in [
            (2, 3, [Near, Open]),
            (2, 7, [Near, Open]),
            (2, 8, [Open, Open]),
            (2, 17, [Open, Open]),
            (2, 18, [Gone, Safe]),
            (2, 2, [Open, Open]),
        ] {
            let mut points = PerColor::default();
            (points[Color::Yellow], points[Color::Red]) = (yellow, red);
            let found = prospects(seats, &points, 6, 15);
            let found = [Color::Yellow, Color::Red].map(|color| *found.get(&color).unwrap());
            assert_eq!(found, expected, "{yellow} to {red}");
        }
    }
}
