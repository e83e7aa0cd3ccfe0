//! The observation: what a learning program is told about a race, as a row of numbers.
//!
//! A row is written from the view of one seat. All numbers are about between −1 and 2. For a race of *p* boats it has
//! 73 + 8 × (*p* − 1) numbers:
//!
//! | index | number |
//! |---|---|
//! | 0, 1, 2 | 1 in the phase in which this seat must place its boat, choose dice, steer; all 0 if it is not this seat's turn |
//! | 3, 4, 5 | the number of ones, twos, threes in the hand ÷ 6; while steering, the hand after the roll |
//! | 6 | the total of that hand ÷ 18 |
//! | 7 | damage ÷ 4 |
//! | 8 to 12 | 1 for the boat's leg: start, 1, 2, 3, finish |
//! | 13 | 1 if the boat owes a gate crossing |
//! | 14 | turns taken ÷ 32 |
//! | 15 | steps to go ÷ 64: hexes to the finish through all gates, if the boat turned by at most 60° before each |
//! | 16, 17, 18 | hexes of water to the left, straight on, to the right ÷ 16 |
//! | 19 to 72 | what lies ahead (see below) |
//! | 73 + 8*k* … | the boat that plays *k* + 1 seats later: 1 if it races; 1 if it has finished; (its steps to go − ours) ÷ 64; the total of its dice ÷ 18; its damage ÷ 4; its place seen from our boat, straight ahead and 60° to the right of that, in hexes ÷ 16; its heading relative to ours, in sixths of a turn to the left ÷ 6 |
//!
//! **What lies ahead.** For each direction (left, straight, right) there are 18 numbers: for a move of 1 to 9 hexes the steps gained ÷ 9, then for the same moves the room
//! where the move ends ÷ 16, that is the longest run of the next turn. If the move is longer than the water, the steps are those up to
//! the shore, and the room is −damage ÷ 4 instead. Other boats are not considered. While the boat is placed, the 54 numbers
//! belong to the decisions 3 to 56: the steps lost compared with the best free place and heading, negative, ÷ 9; −1 for a place that is not free.

use crate::training::{lakes::PreparedLake, prefetch::prefetch};
use powerboats_rules::{Boat, Color, Hand, Heading, Hex, Judged, Phase, Race, Runs, Status, Steer};

/// The length of an observation without other boats.
const OWN: usize = 19 + AHEAD;
const AHEAD: usize = 54;
/// The index of the steps to go.
const STEPS: usize = 15;
/// The moves of which the outcome is shown: 1 to 9 hexes.
const MOVES: usize = 9;
const PER_BOAT: usize = 8;

/// The length of an observation in a race of this many boats.
pub const fn observation_len(boats: usize) -> usize {
    OWN + PER_BOAT * (boats - 1)
}

/// The longest observation.
const MOST: usize = observation_len(6);

/// What a boat saw when it chose dice. Nothing of it but its hand changes until it has steered.
pub(super) struct Seen {
    color: Option<Color>,
    /// Runs of water for any total.
    runs: Option<Runs>,
    row: [f32; MOST],
}

impl Seen {
    pub const NOTHING: Seen = Seen { color: None, runs: None, row: [0.0; MOST] };

    /// Keeps the observation of a boat that chooses dice.
    #[inline]
    pub fn keep(&mut self, race: &Race, color: Color, row: &[f32]) {
        let boat = race.boat(color).map(|boat| boat.status);
        self.runs = match boat {
            Some(Status::Racing { at, heading }) => Some(Runs::new(race.course(), at, heading, u8::MAX)),
            _ => None,
        };
        self.color = Some(color);
        self.row[..row.len()].copy_from_slice(row);
    }

    pub fn forget(&mut self) {
        self.color = None;
    }

    /// The runs of water ahead of a boat that must steer with this hand, if it is the one that chose dice.
    #[inline]
    pub fn runs(&self, color: Color, hand: Hand) -> Option<Runs> {
        self.runs.filter(|_| self.color == Some(color)).map(|runs| runs.of_total(hand.total()))
    }

    /// Writes the observation of a boat that must steer, if it is the one that chose dice.
    #[inline]
    pub fn steers(&self, color: Color, hand: Hand, row: &mut [f32]) -> bool {
        let known = self.color == Some(color);
        if known {
            row.copy_from_slice(&self.row[..row.len()]);
            (row[1], row[2]) = (0.0, 1.0);
            write_hand(hand, row);
        }
        known
    }
}

#[inline]
fn write_hand(hand: Hand, row: &mut [f32]) {
    for (number, count) in row[3..6].iter_mut().zip(hand.counts()) {
        *number = f32::from(count) * (1.0 / 6.0);
    }
    row[6] = f32::from(hand.total()) * (1.0 / 18.0);
}

/// Writes the observation of a seat. `row` has the length of an observation.
#[inline]
pub(super) fn observe(lake: &PreparedLake, race: &Race, color: Color, row: &mut [f32]) {
    let boats = race.boats();
    let Some(mine) = boats.iter().position(|boat| boat.color == color) else {
        return row.fill(0.0);
    };
    let boat = &boats[mine];
    let (own, others) = row.split_at_mut(OWN);
    own[..16].fill(0.0);
    let mut hand = boat.hand;
    match race.phase() {
        Phase::Place(turn) if turn == color => own[0] = 1.0,
        Phase::Dice(turn) if turn == color => own[1] = 1.0,
        Phase::Steer(turn, rolled) if turn == color => {
            own[2] = 1.0;
            hand = rolled;
        }
        _ => {}
    }
    write_hand(hand, own);
    own[7] = f32::from(boat.damage) * 0.25;
    own[8 + boat.progress.leg as usize] = 1.0;
    own[13] = f32::from(boat.progress.owes);
    own[14] = boat.turns as f32 * (1.0 / 32.0);
    let ahead = &mut own[STEPS..];
    let steps = match boat.status {
        Status::Racing { at, heading } => look_ahead(lake, boat, at, heading, ahead),
        Status::Unplaced => look_at_places(lake, race, boat, ahead),
        _ => {
            ahead.fill(0.0);
            0
        }
    };
    for (k, other) in others.chunks_exact_mut(PER_BOAT).enumerate() {
        let rival = &boats[if mine + 1 + k < boats.len() { mine + 1 + k } else { mine + 1 + k - boats.len() }];
        look_at_rival(lake, boat, steps, rival, other);
    }
}

/// Has the memory loaded that [`observe`] will read of the lake for this boat, if it looks in these directions.
#[inline]
pub(super) fn prefetch_view(lake: &PreparedLake, boat: &Boat, directions: &[Steer]) {
    if let Status::Racing { at, heading } = boat.status {
        prefetch(lake.course.memory_of(at));
        let ray = |steer: &Steer| lake.sight.ray(at, heading.steered(*steer), boat.progress);
        directions.iter().for_each(|steer| ray(steer).prefetch());
    }
}

/// Fills the numbers 15 to 72 for a boat on the lake, and returns the steps to go.
#[inline]
fn look_ahead(lake: &PreparedLake, boat: &Boat, at: Hex, heading: Heading, out: &mut [f32]) -> u8 {
    let rays = Steer::ALL.map(|steer| lake.sight.ray(at, heading.steered(steer), boat.progress));
    let now = lake.sight.steps(at, heading, boat.progress);
    out[0] = f32::from(now) * (1.0 / 64.0);
    let (runs, ahead) = out[1..].split_at_mut(3);
    for (((steer, ray), run), ahead) in
        Steer::ALL.into_iter().zip(rays).zip(runs).zip(ahead.chunks_exact_mut(2 * MOVES))
    {
        let heading = heading.steered(steer);
        let water = lake.course.run(at, heading);
        *run = f32::from(water) * (1.0 / 16.0);
        let (gains, rooms) = ahead.split_at_mut(MOVES);
        let (steps_after, rooms_after) = ray.view();
        for i in 0..MOVES {
            gains[i] = gained(now, steps_after[i + 1]);
            rooms[i] = f32::from(rooms_after[i + 1]) * (1.0 / 16.0);
        }
        let (open, quiet) = (water.min(MOVES as u8), lake.course.quiet(at, heading));
        for steps in quiet + 1..=open {
            gains[usize::from(steps) - 1] = gained(now, left_beyond_mark(lake, boat, at, heading, steps));
        }
        // The move ends at the shore. A boat that is there already still turns.
        let gain = if open == 0 { gained(now, steps_after[0]) } else { gains[usize::from(open) - 1] };
        for i in usize::from(open)..MOVES {
            (gains[i], rooms[i]) = (gain, (f32::from(open) - 1.0 - i as f32) * 0.25);
        }
    }
    now
}

#[inline]
fn gained(now: u8, left: u8) -> f32 {
    (f32::from(now) - f32::from(left)) * (1.0 / 9.0)
}

/// Steps to go after a move that may cross marks.
#[cold]
fn left_beyond_mark(lake: &PreparedLake, boat: &Boat, at: Hex, heading: Heading, steps: u8) -> u8 {
    match (lake.course.judge(at, heading, steps, boat.progress), at.ahead(heading, steps)) {
        (Judged::Racing(progress), Some(end)) => lake.sight.steps(end, heading, progress),
        _ => 0,
    }
}

/// Fills the numbers 15 to 72 for a boat that is not placed yet, and returns the fewest steps to go.
fn look_at_places(lake: &PreparedLake, race: &Race, boat: &Boat, out: &mut [f32]) -> u8 {
    out.fill(-1.0);
    let mut best = u8::MAX;
    let free = |at: Hex| race.boats().iter().all(|other| other.at() != Some(at));
    let steps = |at, heading| lake.sight.steps(at, heading, boat.progress);
    for &at in lake.places.iter().filter(|at| free(**at)) {
        best = Heading::ALL.into_iter().fold(best, |best, heading| best.min(steps(at, heading)));
    }
    let (first, places) = out.split_at_mut(4);
    first.copy_from_slice(&[f32::from(best) * (1.0 / 64.0), 0.0, 0.0, 0.0]);
    for (&at, numbers) in lake.places.iter().zip(places.chunks_exact_mut(6)).filter(|(at, _)| free(**at)) {
        for (heading, number) in Heading::ALL.into_iter().zip(numbers) {
            *number = (f32::from(best) - f32::from(steps(at, heading))) * (1.0 / 9.0);
        }
    }
    best
}

#[inline]
fn look_at_rival(lake: &PreparedLake, boat: &Boat, steps: u8, rival: &Boat, out: &mut [f32]) {
    out.fill(0.0);
    out[1] = f32::from(rival.status == Status::Finished);
    out[4] = f32::from(rival.damage) * 0.25;
    let Status::Racing { at, heading } = rival.status else { return };
    let theirs = lake.sight.steps(at, heading, rival.progress);
    out[0] = 1.0;
    out[2] = (f32::from(theirs) - f32::from(steps)) * (1.0 / 64.0);
    out[3] = f32::from(rival.hand.total()) * (1.0 / 18.0);
    let Status::Racing { at: mine, heading: own } = boat.status else { return };
    let (forward, aside) = seen_from(mine, own, at);
    out[5] = forward as f32 * (1.0 / 16.0);
    out[6] = aside as f32 * (1.0 / 16.0);
    out[7] = ((6 + heading as usize - own as usize) % 6) as f32 * (1.0 / 6.0);
}

/// Where a hex lies for a boat on `mine` that faces `heading`: steps straight ahead, and steps 60° to the right of that.
#[inline]
fn seen_from(mine: Hex, heading: Heading, hex: Hex) -> (i32, i32) {
    let ((q, r), (mq, mr)) = (hex.axial(), mine.axial());
    let (q, r) = (q - mq, r - mr);
    // Axial coordinates of the plane, turned to the right until `heading` is east.
    match heading {
        Heading::E => (q, r),
        Heading::NE => (-r, q + r),
        Heading::NW => (-q - r, q),
        Heading::W => (-q, -r),
        Heading::SW => (r, -q - r),
        Heading::SE => (q + r, -q),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hex_straight_ahead_is_seen_straight_ahead() {
        let mine: Hex = "k12".parse().unwrap();
        for heading in Heading::ALL {
            for steps in 1..8 {
                let ahead = mine.ahead(heading, steps).unwrap();
                assert_eq!(seen_from(mine, heading, ahead), (i32::from(steps), 0));
                let aside = mine.ahead(heading.right(), steps).unwrap();
                assert_eq!(seen_from(mine, heading, aside), (0, i32::from(steps)));
            }
        }
    }
}
