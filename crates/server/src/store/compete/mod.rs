//! What the store keeps of competitions: ratings, ladders, seasons, events, daily attempts, and rated duels for fair play.

mod daily;
mod events;
mod ratings;
mod seasons;

pub use daily::{ActionRow, AttemptRow, NewAction, ResultList, ResultOrder, ResultRow};
pub use events::{CorrectedGame, EventEntry, EventLog, EventResults, EventRow, GamePlace, NewEventRow, WaitingRow};
pub(crate) use events::{game_is_open, replace_game_result, save_game_result};
pub(in crate::store) use ratings::judged_race;
pub use ratings::{JudgedRow, LadderRow};
pub(crate) use ratings::{
    RatingTurn, annul_rated_match, forget_duel, forget_judged_races, new_rated_match, remember_duel,
};
pub use seasons::{Changed, GroupRow, HolidayRow, MembershipRow, SeasonGameRow, SeasonRow, Seen};
pub(crate) use seasons::{annul_season_game, decide, mark_opened, note_absence, touch_group_of, touch_groups_with};
