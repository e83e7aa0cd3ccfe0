//! A day in UTC, by which everyone on earth has the same daily lake.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, str::FromStr};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Object, RefOr, Schema, schema::Type},
};

/// Milliseconds of a day.
const LENGTH: i64 = 86_400_000;

/// How long after a day's end attempts that have begun may go on.
const GRACE: i64 = 3_600_000;

/// A day in UTC, counted from 1 January 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day(i64);

/// The text is not a day.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid day {0:?}: expected YYYY-MM-DD, from 1970 to 9999")]
pub struct BadDay(String);

impl Day {
    /// The last day of the year 9999, so that a day always has ten characters.
    const LAST: i64 = 2_932_896;

    /// The day of a time in milliseconds since 1970.
    pub fn of(time: i64) -> Day {
        Day(time.div_euclid(LENGTH))
    }

    /// The day with this number; days are counted from 1970.
    pub fn numbered(number: i64) -> Day {
        Day(number)
    }

    #[allow(missing_docs)]
    pub fn number(self) -> i64 {
        self.0
    }

    /// When attempts that have begun must be over, in milliseconds since 1970: an hour after the day's end.
    pub fn closes(self) -> i64 {
        (self.0 + 1) * LENGTH + GRACE
    }

    /// From 0 for Monday to 6 for Sunday.
    pub fn weekday(self) -> u8 {
        (self.0 + 3).rem_euclid(7) as u8 // 1 January 1970 was a Thursday
    }

    /// Year, month and day of the Gregorian calendar. Years begin in March here, so that the leap day comes last.
    fn date(self) -> (i64, i64, i64) {
        let days = self.0 + 719_468; // since 1 March of the year 0
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (era * 400 + year + i64::from(month <= 2), month, day)
    }

    /// The day with this date; a date that does not exist becomes another one.
    fn of_date(year: i64, month: i64, day: i64) -> Day {
        let year = year - i64::from(month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
        Day(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = BadDay;

    fn from_str(text: &str) -> Result<Day, BadDay> {
        let bad = || BadDay(text.to_owned());
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<u16>().map(i64::from).map_err(|_| bad()));
        let mut next = || parts.next().unwrap_or_else(|| Err(bad()));
        let day = Day::of_date(next()?, next()?, next()?);
        // What was read must be written the same: so there is one text for each day, and none for 30 February.
        if (0..=Day::LAST).contains(&day.0) && day.to_string() == text { Ok(day) } else { Err(bad()) }
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Day, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl PartialSchema for Day {
    fn schema() -> RefOr<Schema> {
        let text = Object::builder().schema_type(Type::String).description(Some("A day in UTC: YYYY-MM-DD"));
        text.pattern(Some("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")).examples(["2026-11-18"]).into()
    }
}

impl ToSchema for Day {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_and_read() {
        for (number, text, weekday) in
            [(0, "1970-01-01", 3), (59, "1970-03-01", 6), (11_016, "2000-02-29", 1), (20_775, "2026-11-18", 2)]
        {
            assert_eq!(Day(number).to_string(), text);
            assert_eq!(text.parse(), Ok(Day(number)));
            assert_eq!(Day(number).weekday(), weekday, "{text}");
        }
        assert_eq!("9999-12-31".parse(), Ok(Day(Day::LAST)));
        (0..Day::LAST).step_by(97).for_each(|number| assert_eq!(Day(number).to_string().parse(), Ok(Day(number))));
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for bad in ["", "2026", "2026-2-3", "2026-02-30", "2026-13-01", "2026-00-10", "1969-12-31", "2026-11-18x"] {
            assert_eq!(bad.parse::<Day>(), Err(BadDay(bad.to_owned())));
        }
        assert!("99999-99999-99999".parse::<Day>().is_err());
    }

    #[test]
    fn a_day_begins_at_midnight_and_closes_an_hour_after_its_end() {
        let midnight = 20_775 * LENGTH;
        assert_eq!((Day::of(midnight - 1), Day::of(midnight)), (Day(20_774), Day(20_775)));
        assert_eq!(Day(20_774).closes(), midnight + 3_600_000);
    }
}
