//! Counts of what happened in random games, so that a test can require that everything did.

use std::collections::BTreeMap;

/// Counts of what happened in random games. Every counted answer was correct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Requests sent, including set-ups and bad requests.
    pub requests: u64,
    /// Errors by code.
    pub errors: BTreeMap<String, u64>,
    /// Races set up by `race`.
    pub races: u64,
    /// Races that started with boats in the middle of a race.
    pub mid_race: u64,
    /// Races with a second row of start places (RULES 3.3).
    pub far_places: u64,
    /// Set-ups that got an error.
    pub refused: u64,
    #[allow(missing_docs)]
    pub turns: u64,
    /// Boats placed by `place`.
    pub placed: u64,
    /// How often the program rolled a 1, a 2 and a 3.
    pub faces: [u64; 3],
    /// The largest number of dice in a hand.
    pub most_dice: u64,
    /// Turns without dice (RULES 4.4).
    pub standing: u64,
    #[allow(missing_docs)]
    pub crashes: u64,
    /// Crashes in which another boat was also in the way (RULES 4.6).
    pub blocked_crashes: u64,
    /// Boats that sank without having finished.
    pub sinks: u64,
    /// Moves shortened by another boat (RULES 4.6).
    pub blocked: u64,
    /// Moves shortened to zero hexes by other boats.
    pub blocked_at_once: u64,
    /// Moves that passed another boat.
    pub passed_boats: u64,
    /// Steps backward over the previous mark (RULES 2.7 a).
    pub back_crossings: u64,
    /// Steps backward over the boat's own gate (RULES 2.7 b).
    pub owed: u64,
    /// Forward crossings that paid an owed one (RULES 2.7 c).
    pub paid: u64,
    /// Steps that passed two or more marks at once (RULES 2.7 c).
    pub marks_at_once: u64,
    /// Marks passed, without the finish.
    pub marks: u64,
    /// Boats that finished.
    pub finishes: u64,
    /// Boats that finished and crashed in one move.
    pub finished_and_crashed: u64,
    /// Boats that finished and sank in one move.
    pub finished_and_sank: u64,
    /// Races with classic scoring that ended.
    pub classic_races_ended: u64,
    /// Races with turn scoring that ended.
    pub turns_races_ended: u64,
    /// Races that ended without a finisher.
    pub races_without_finisher: u64,
    /// Races with turn scoring in which a finisher got points for turns.
    pub turn_points: u64,
    /// Races with turn scoring in which a finisher got points for a sunk boat.
    pub sunk_points: u64,
    /// Races with classic scoring that ended with an unfinished boat (RULES 5.2).
    pub unfinished: u64,
    /// Matches started.
    pub matches: u64,
    /// Races of a match that were followed by another.
    pub next_races: u64,
    /// Boats that began a race with 1, and with 2, kept damage (RULES 5.4).
    pub kept: [u64; 2],
    #[allow(missing_docs)]
    pub matches_ended: u64,
    /// Matches in which two players had equal points (RULES 5.5).
    pub ties: u64,
    /// Matches with a shared rank (RULES 5.5).
    pub shared_ranks: u64,
    /// Matches repeated with the same seed and choices, with the same answers.
    pub replays: u64,
}
