//! The lake of a day: the same for everyone, and known to nobody before the day begins.

use super::Day;
use hmac::{Hmac, Mac};
use powerboats_referee::{FairDice, Fault, Happening, Secret, Setup, Table};
use powerboats_rules::{Color, CoursePlan, Layout, Scoring, Seats, Sides, draw_lake};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// The boat of everyone who races the daily lake.
pub const BOAT: Color = Color::Orange;

/// The lake of a day and its course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct DailyLake {
    /// Dark tiles are easier: dark from Monday to Wednesday, mixed on Thursday and Friday, light at the weekend.
    pub sides: Sides,
    /// The layout of the tiles, as in a record.
    pub layout: Layout,
    /// The buoys and the line, as in a record.
    pub course: CoursePlan,
}

impl DailyLake {
    /// Draws the lake of a day. Without the server's secret, nobody can do the same for a day to come.
    pub fn draw(secret: &str, day: Day) -> DailyLake {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length fits");
        mac.update(format!("powerboats daily lake 1\n{day}\n").as_bytes());
        let mut dice = FairDice::new(&Secret::new(mac.finalize().into_bytes().into()), &Vec::new());
        let sides = match day.weekday() {
            0..=2 => Sides::Dark,
            3 | 4 => Sides::Mixed,
            _ => Sides::Light,
        };
        let (layout, course) = draw_lake(sides, 1, &mut dice.draw());
        DailyLake { sides, layout, course: *course.plan() }
    }

    /// A boat alone on this lake, and the first events.
    pub fn open(&self, dice: FairDice) -> Result<(Table, Vec<Happening>), Fault> {
        let (scoring, races) = (Scoring::Turns, 1);
        let seats = Seats::of_regatta([BOAT], scoring, races).expect("one boat alone is a time trial");
        Table::open_on(&Setup { seats, sides: self.sides, scoring, races }, self.layout, self.course, dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_one_lake_and_every_day_another() {
        let day = Day::of(0);
        let lake = DailyLake::draw("secret", day);
        assert_eq!(lake, DailyLake::draw("secret", day));
        assert_ne!(lake, DailyLake::draw("secret", Day::numbered(7)), "the same weekday, another lake");
        assert_ne!(lake, DailyLake::draw("another secret", day));
        let text = serde_json::to_string(&lake).unwrap();
        assert_eq!(serde_json::from_str::<DailyLake>(&text).unwrap(), lake);
    }

    #[test]
    fn the_week_begins_easy_and_ends_hard() {
        let sides: Vec<Sides> = (4..11).map(|day| DailyLake::draw("s", Day::numbered(day)).sides).collect();
        assert_eq!(sides[..3], [Sides::Dark; 3]);
        assert_eq!(sides[3..5], [Sides::Mixed; 2]);
        assert_eq!(sides[5..], [Sides::Light; 2]);
    }
}
