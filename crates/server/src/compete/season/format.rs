//! How seasons are played: lengths, clocks and limits.

use super::{DAY, HOUR};
use crate::room::settings::{Clock, Settings, Visibility};
use powerboats_rules::{Scoring, Sides};
use std::str::FromStr;

/// How seasons are played. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeasonFormat {
    /// From the start to the end of the games.
    pub length: i64,
    /// From the end of one season to the start of the next.
    pub wait: i64,
    /// How long pilots have to finish what is not finished.
    pub grace: i64,
    /// The most games of a player at once.
    pub games: usize,
    /// Hours for a turn.
    pub hours: u32,
    /// Holidays of a player, per season.
    pub holidays: i64,
}

impl Default for SeasonFormat {
    fn default() -> SeasonFormat {
        SeasonFormat { length: 84 * DAY, wait: 3 * DAY, grace: DAY, games: 4, hours: 36, holidays: 14 * DAY }
    }
}

/// Why a text does not describe how seasons are played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "invalid part {0:?} of --season: expected a list like \"length=84d wait=3d grace=1d games=4 hours=36 holidays=14d\", each part optional"
)]
pub struct BadFormat(String);

impl FromStr for SeasonFormat {
    type Err = BadFormat;

    fn from_str(text: &str) -> Result<SeasonFormat, BadFormat> {
        let mut format = SeasonFormat::default();
        for part in text.split_whitespace() {
            let bad = || BadFormat(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(bad)?;
            match name {
                "length" => format.length = time(value).ok_or_else(bad)?,
                "wait" => format.wait = time(value).ok_or_else(bad)?,
                "grace" => format.grace = time(value).ok_or_else(bad)?,
                "holidays" => format.holidays = time(value).ok_or_else(bad)?,
                "games" => {
                    format.games = value.parse().ok().filter(|games| (1..=10).contains(games)).ok_or_else(bad)?
                }
                "hours" => {
                    format.hours = value.parse().ok().filter(|hours| (1..=720).contains(hours)).ok_or_else(bad)?
                }
                _ => return Err(bad()),
            }
        }
        Ok(format)
    }
}

/// Reads `84d`, `36h` or `20s`, up to ten years.
fn time(text: &str) -> Option<i64> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let unit = match unit {
        "d" => DAY,
        "h" => HOUR,
        "s" => 1000,
        _ => return None,
    };
    let time = number.parse::<i64>().ok().filter(|number| *number > 0)?.checked_mul(unit)?;
    (time <= 3653 * DAY).then_some(time)
}

impl SeasonFormat {
    /// The settings of a game: a Duel on three courses, scored by turns, rated.
    pub fn settings(&self) -> Settings {
        Settings {
            seats: 2,
            sides: Sides::Dark,
            scoring: Some(Scoring::Turns),
            races: 3,
            visibility: Visibility::Link,
            clock: Clock::Correspondence { hours: self.hours },
            title: None,
            title_by: None,
            open_hours: 24,
            rated: true,
        }
    }

    /// How long a start is put off if too few have entered.
    pub fn put_off(&self) -> i64 {
        self.wait.min(DAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_read_and_faults_are_named() {
        let format: SeasonFormat = "length=20s wait=2h games=2".parse().unwrap();
        assert_eq!((format.length, format.wait, format.games), (20_000, 2 * HOUR, 2));
        assert_eq!((format.hours, format.grace), (36, DAY));
        for bad in
            ["length", "length=0d", "length=5", "games=0", "games=11", "hours=721", "x=1d", "wait=99999d", "wait=é"]
        {
            assert!(bad.parse::<SeasonFormat>().unwrap_err().to_string().contains(bad), "{bad}");
        }
        assert_eq!(SeasonFormat::default().settings().fault(), None);
    }
}
