//! Streaks: days in a row on which a player raced the daily lake. One missed day a week is forgiven.

use super::Day;
use serde::{Deserialize, Serialize};

/// A player's days in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = DailyStreak)]
pub struct Streak {
    /// Days raced in the current streak. It can still go on today.
    pub days: u32,
    /// The longest streak.
    pub longest: u32,
    /// Was today's lake raced?
    pub today: bool,
    /// The missed day that the current streak survived last, if it was within the last week: another one would end it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub forgiven: Option<Day>,
}

/// Days from one forgiven day to the next.
const FORGIVEN_EVERY: i64 = 7;

impl Streak {
    /// The streak on a day, from all days raced, the oldest first.
    pub fn of(raced: &[Day], today: Day) -> Streak {
        let mut walk = Walk::default();
        let mut longest = 0;
        for day in raced {
            walk.race(*day);
            longest = walk.days.max(longest);
        }
        let Some(last) = walk.last else { return Streak::default() };
        let missed = today.number() - last.number() - 1; // -1 if today was raced
        let alive = missed <= 0 || missed == 1 && walk.forgives(last);
        let recent = |day: &Day| today.number() - day.number() < FORGIVEN_EVERY;
        Streak {
            days: if alive { walk.days } else { 0 },
            longest,
            today: last == today,
            forgiven: walk.forgiven.filter(|day| alive && recent(day)),
        }
    }
}

/// A streak on its way through the days.
#[derive(Default)]
struct Walk {
    days: u32,
    last: Option<Day>,
    forgiven: Option<Day>,
}

impl Walk {
    /// Is the day after `last` forgiven, if it is missed?
    fn forgives(&self, last: Day) -> bool {
        self.forgiven.is_none_or(|before| last.number() + 1 - before.number() >= FORGIVEN_EVERY)
    }

    fn race(&mut self, day: Day) {
        match self.last.map(|last| (last, day.number() - last.number())) {
            Some((_, 1)) => self.days += 1,
            Some((last, 2)) if self.forgives(last) => {
                self.days += 1;
                self.forgiven = Some(Day::numbered(last.number() + 1));
            }
            _ => (self.days, self.forgiven) = (1, None),
        }
        self.last = Some(day);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn streak(raced: &[i64], today: i64) -> (u32, u32) {
        let raced: Vec<Day> = raced.iter().map(|day| Day::numbered(*day)).collect();
        let streak = Streak::of(&raced, Day::numbered(today));
        assert_eq!(streak.today, raced.last() == Some(&Day::numbered(today)));
        (streak.days, streak.longest)
    }

    #[test]
    fn days_in_a_row_count() {
        assert_eq!(streak(&[], 9), (0, 0));
        assert_eq!(streak(&[9], 9), (1, 1));
        assert_eq!(streak(&[7, 8, 9], 9), (3, 3));
        assert_eq!(streak(&[7, 8], 9), (2, 2), "it can go on today");
        assert_eq!(streak(&[1, 2, 3, 8, 9], 9), (2, 3), "four missed days end it");
    }

    #[test]
    fn one_missed_day_a_week_is_forgiven() {
        assert_eq!(streak(&[1, 3], 3), (2, 2));
        assert_eq!(streak(&[1], 3), (1, 1), "yesterday was missed, today is left");
        assert_eq!(streak(&[1], 4), (0, 1), "two missed days");
        assert_eq!(streak(&[1, 3, 5], 5), (1, 2), "the second missed day comes too soon");
        assert_eq!(streak(&[1, 3, 4, 5, 6, 7, 8, 10], 10), (8, 8), "day 2 and day 9 are a week apart");
        assert_eq!(streak(&[1, 3, 4, 5, 6, 7, 9], 9), (1, 6), "day 2 and day 8 are not");
        assert_eq!(streak(&[1, 3], 5), (0, 2), "no second missed day");
    }
}
