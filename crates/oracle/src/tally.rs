//! What happened in a random drive, so that a test can insist that all of it did.

use std::collections::BTreeMap;

/// Counts of what a drive saw; every answer counted was found right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Requests sent, set-ups and mischief too.
    pub requests: u64,
    /// Errors by code.
    pub errors: BTreeMap<String, u64>,
    /// Races set up by `race`.
    pub races: u64,
    /// Of these, begun in mid-race.
    pub mid_race: u64,
    /// Of these, with places beyond the hexes that touch the line (RULES 3.3).
    pub far_places: u64,
    /// Set-ups refused.
    pub refused: u64,
    /// Turns ended.
    pub turns: u64,
    /// Boats placed.
    pub placed: u64,
    /// Faces of dice the program rolled itself, 1 to 3.
    pub faces: [u64; 3],
    /// Most dice in a hand.
    pub most_dice: u64,
    /// Turns with no dice (RULES 4.4).
    pub standing: u64,
    /// Crashes.
    pub crashes: u64,
    /// Crashes also cut short by a boat (RULES 4.6).
    pub blocked_crashes: u64,
    /// Boats that sank without having finished.
    pub sinks: u64,
    /// Moves cut short by a boat.
    pub blocked: u64,
    /// Moves cut short all the way to the hex they began on.
    pub blocked_at_once: u64,
    /// Moves that passed a boat.
    pub passed_boats: u64,
    /// Steps back over the mark before (RULES 2.7 a).
    pub back_crossings: u64,
    /// Steps back over the own gate (RULES 2.7 b).
    pub owed: u64,
    /// Debts paid (RULES 2.7 c).
    pub paid: u64,
    /// Steps that passed two marks or more at once (RULES 2.7 c, asked again).
    pub marks_at_once: u64,
    /// Marks passed, the finish left out.
    pub marks: u64,
    /// Boats that finished.
    pub finishes: u64,
    /// Boats that finished and crashed in one move.
    pub finished_and_crashed: u64,
    /// Boats that finished and sank in one move.
    pub finished_and_sank: u64,
    /// Races ended, by scoring.
    pub classic_races_ended: u64,
    /// Races ended, by scoring.
    pub turns_races_ended: u64,
    /// Races ended with no finisher.
    pub races_without_finisher: u64,
    /// Races with turn scoring in which a finisher got points for turns.
    pub turn_points: u64,
    /// Races with turn scoring in which a finisher got points for a sunk boat.
    pub sunk_points: u64,
    /// Classic races that ended with a last boat unfinished (RULES 5.2).
    pub unfinished: u64,
    /// Matches begun.
    pub matches: u64,
    /// Races of a match that led to another.
    pub next_races: u64,
    /// Boats that began a race with 1 or 2 damage kept (RULES 5.4).
    pub kept: [u64; 2],
    /// Matches ended.
    pub matches_ended: u64,
    /// Matches with two equal totals (RULES 5.5).
    pub ties: u64,
    /// Matches with a shared rank (RULES 5.5).
    pub shared_ranks: u64,
    /// Matches played again with the same seed and choices, to the same answers.
    pub replays: u64,
}
