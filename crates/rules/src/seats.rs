//! The colours of the boats, the players' seats, and the roll for the start.

use crate::{Die, Scoring};
use std::fmt;

/// A boat's colour and its player's seat, clockwise round the frame (rule 1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Color {
    Orange,
    Yellow,
    Black,
    Red,
    Purple,
    White,
}

impl Color {
    /// In clockwise order.
    pub const ALL: [Color; 6] = {
        use Color::*;
        [Orange, Yellow, Black, Red, Purple, White]
    };

    /// `orange`, …
    pub const fn name(self) -> &'static str {
        ["orange", "yellow", "black", "red", "purple", "white"][self as usize]
    }
}

crate::named::named!(Color, NoColor, "colour", "orange, yellow, black, red, purple or white");

/// One value for each colour, indexed by [`Color`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerColor<T>([T; 6]);

impl<T> std::ops::Index<Color> for PerColor<T> {
    type Output = T;
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> std::ops::IndexMut<Color> for PerColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}

/// The players' colours: 2 to 6 of them, or one alone in a time trial.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seats(u8);

/// Why a list of colours is not a valid set of players.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSeats {
    /// A colour is listed twice.
    #[error("{0} is listed twice")]
    Twice(Color),
    /// Too few or too many players.
    #[error("expected 2 to 6 players, found {0}")]
    Number(usize),
}

impl Seats {
    /// Checks that there are 2 to 6 different colours.
    ///
    /// ```
    /// use powerboats_rules::{Color, Seats};
    /// let seats = Seats::new([Color::Red, Color::Orange, Color::White]).unwrap();
    /// assert_eq!(seats.left_neighbour(Color::White), Color::Orange); // empty seats are skipped
    /// ```
    pub fn new(colors: impl IntoIterator<Item = Color>) -> Result<Seats, BadSeats> {
        let mut seats = Seats(0);
        for color in colors {
            if seats.contains(color) {
                return Err(BadSeats::Twice(color));
            }
            seats.0 |= 1 << color as u8;
        }
        match seats.len() {
            2..=6 => Ok(seats),
            number => Err(BadSeats::Number(number)),
        }
    }

    /// The players of a regatta: 2 to 6, or one alone in a time trial (rule 1.8), which is one race with turn scoring.
    ///
    /// ```
    /// use powerboats_rules::{Color, Scoring, Seats};
    /// assert!(Seats::of_regatta([Color::Red], Scoring::Turns, 1).is_ok());
    /// assert!(Seats::of_regatta([Color::Red], Scoring::Turns, 3).is_err());
    /// ```
    pub fn of_regatta(colors: impl IntoIterator<Item = Color>, scoring: Scoring, races: u8) -> Result<Seats, BadSeats> {
        let colors: Vec<Color> = colors.into_iter().collect();
        match colors[..] {
            [alone] if scoring == Scoring::Turns && races == 1 => Ok(Seats(1 << alone as u8)),
            _ => Seats::new(colors),
        }
    }

    /// Is this colour one of the players?
    pub const fn contains(self, color: Color) -> bool {
        self.0 >> color as u8 & 1 == 1
    }

    /// Number of players.
    #[allow(clippy::len_without_is_empty)] // there is always a player
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The players, clockwise from orange.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.contains(color))
    }

    /// The players, clockwise from this colour's seat. This is the order of play if that colour starts (rule 4.1).
    pub fn from(self, starter: Color) -> impl Iterator<Item = Color> {
        let round = (0..6).map(move |i| Color::ALL[(starter as usize + i) % 6]);
        round.filter(move |&color| self.contains(color))
    }

    /// The next player clockwise (rule 1.7).
    pub fn left_neighbour(self, color: Color) -> Color {
        let next = Color::ALL[(color as usize + 1) % 6];
        self.from(next).next().unwrap_or(color)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// One round of the roll for the start, with one die per player (rule 3.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartRoll(pub Vec<(Color, Die)>);

impl StartRoll {
    /// The players who rolled highest. If there are several, they roll again.
    pub fn highest(&self) -> Vec<Color> {
        let best = self.0.iter().map(|(_, die)| *die).max();
        let highest = self.0.iter().filter(|(_, die)| Some(*die) == best);
        highest.map(|(color, _)| *color).collect()
    }
}

/// Why a list of rolls does not decide who starts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadStart {
    /// A round has the wrong players.
    #[error("roll for the start, round {round}: {}", expected_rolls(.roll))]
    Players {
        /// Counted from 1.
        round: usize,
        /// The players who must roll in this round, clockwise. One alone has already won the start.
        roll: Vec<Color>,
    },
    /// These players are still tied.
    #[error("the start is not decided yet: expected another round with {}", list(.0))]
    Undecided(Vec<Color>),
}

fn expected_rolls(colors: &[Color]) -> String {
    match colors {
        [starter] => format!("no roll expected, {starter} has already won the start"),
        _ => format!("expected one die each for {}, in this order", list(colors)),
    }
}

fn list(colors: &[Color]) -> String {
    colors.iter().map(|color| color.name()).collect::<Vec<_>>().join(", ")
}

impl Seats {
    /// The player who starts: the highest roll wins, and ties roll again among themselves (rule 3.1).
    pub fn starter(self, rounds: &[StartRoll]) -> Result<Color, BadStart> {
        let mut tied: Vec<Color> = self.iter().collect();
        for (i, round) in rounds.iter().enumerate() {
            if tied.len() == 1 || !round.0.iter().map(|(color, _)| *color).eq(tied.iter().copied()) {
                return Err(BadStart::Players { round: i + 1, roll: tied });
            }
            tied = round.highest();
        }
        if let [starter] = tied[..] { Ok(starter) } else { Err(BadStart::Undecided(tied)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::*;

    #[test]
    fn r1_7_seats_go_clockwise_and_empty_ones_are_skipped() {
        let seats = Seats::new([White, Yellow, Red]).unwrap();
        assert_eq!(seats.iter().collect::<Vec<_>>(), [Yellow, Red, White]);
        assert_eq!(seats.from(Red).collect::<Vec<_>>(), [Red, White, Yellow]);
        assert_eq!(seats.left_neighbour(White), Yellow);
        assert_eq!(seats.left_neighbour(Yellow), Red);
        assert_eq!(Seats::new([Red]), Err(BadSeats::Number(1)));
        assert_eq!(Seats::new([Red, Red]), Err(BadSeats::Twice(Red)));
        assert!(Seats::new(Color::ALL).is_ok());
    }

    #[test]
    fn r3_1_the_highest_roll_starts_and_ties_roll_again() {
        let seats = Seats::new([Orange, Black, White]).unwrap();
        let first = StartRoll(vec![(Orange, Die::Three), (Black, Die::One), (White, Die::Three)]);
        let second = StartRoll(vec![(Orange, Die::One), (White, Die::Two)]);
        assert_eq!(seats.starter(&[first.clone(), second.clone()]), Ok(White));
        assert_eq!(seats.starter(std::slice::from_ref(&first)), Err(BadStart::Undecided(vec![Orange, White])));
        assert!(matches!(seats.starter(std::slice::from_ref(&second)), Err(BadStart::Players { round: 1, .. })));
        assert!(matches!(seats.starter(&[first, second.clone(), second]), Err(BadStart::Players { round: 3, .. })));
    }
}
