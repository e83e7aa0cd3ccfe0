//! Colours, the seats they belong to, and who sits at the table.

use crate::Die;
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
    /// Clockwise.
    pub const ALL: [Color; 6] = {
        use Color::*;
        [Orange, Yellow, Black, Red, Purple, White]
    };

    /// `orange`, …
    pub const fn name(self) -> &'static str {
        ["orange", "yellow", "black", "red", "purple", "white"][self as usize]
    }
}

crate::named::named!(Color, NoColor, "colour: orange, yellow, black, red, purple or white");

/// One value for each colour; index it with a [`Color`].
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

/// Who plays: 2 to 6 colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seats(u8);

/// Why colours do not make a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSeats {
    /// A colour sits twice.
    #[error("{0} is there twice")]
    Twice(Color),
    /// Too few or too many.
    #[error("2 to 6 players take part, not {0}")]
    Number(usize),
}

impl Seats {
    /// Checks that there are 2 to 6 players, each once.
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

    /// Does this colour play?
    pub const fn contains(self, color: Color) -> bool {
        self.0 >> color as u8 & 1 == 1
    }

    /// Number of players.
    #[allow(clippy::len_without_is_empty)] // a table is never empty
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Clockwise from orange.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.contains(color))
    }

    /// Clockwise from this colour's seat: the order of play if it starts (rule 4.1).
    pub fn from(self, starter: Color) -> impl Iterator<Item = Color> {
        let round = (0..6).map(move |i| Color::ALL[(starter as usize + i) % 6]);
        round.filter(move |&color| self.contains(color))
    }

    /// The next seat clockwise that is taken (rule 1.7).
    pub fn left_neighbour(self, color: Color) -> Color {
        // From the next seat round to this one: at least one is taken.
        let next = Color::ALL[(color as usize + 1) % 6];
        self.from(next).next().unwrap_or(color)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// One round of rolling for the start: one die a player (rule 3.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartRoll(pub Vec<(Color, Die)>);

impl StartRoll {
    /// Those who rolled highest: one, or those who roll again.
    pub fn highest(&self) -> Vec<Color> {
        let best = self.0.iter().map(|(_, die)| *die).max();
        let highest = self.0.iter().filter(|(_, die)| Some(*die) == best);
        highest.map(|(color, _)| *color).collect()
    }
}

/// Why rolls do not decide who starts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadStart {
    /// A round is not rolled by just those who have to.
    #[error("round {round} of the start: these roll, clockwise: {}", list(.roll))]
    Players {
        /// From 1.
        round: usize,
        /// Who should roll.
        roll: Vec<Color>,
    },
    /// There is no single highest yet.
    #[error("the start is not decided: these roll again: {}", list(.0))]
    Undecided(Vec<Color>),
}

fn list(colors: &[Color]) -> String {
    colors.iter().map(|color| color.name()).collect::<Vec<_>>().join(", ")
}

impl Seats {
    /// Rule 3.1: the highest starts, ties roll again among themselves.
    pub fn starter(self, rounds: &[StartRoll]) -> Result<Color, BadStart> {
        let mut roll: Vec<Color> = self.iter().collect();
        for (i, round) in rounds.iter().enumerate() {
            if roll.len() == 1 || !round.0.iter().map(|(color, _)| *color).eq(roll.iter().copied()) {
                return Err(BadStart::Players { round: i + 1, roll });
            }
            roll = round.highest();
        }
        if let [starter] = roll[..] { Ok(starter) } else { Err(BadStart::Undecided(roll)) }
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
    fn r3_1_highest_starts_and_ties_roll_again_among_themselves() {
        let seats = Seats::new([Orange, Black, White]).unwrap();
        let first = StartRoll(vec![(Orange, Die::Three), (Black, Die::One), (White, Die::Three)]);
        let second = StartRoll(vec![(Orange, Die::One), (White, Die::Two)]);
        assert_eq!(seats.starter(&[first.clone(), second.clone()]), Ok(White));
        assert_eq!(seats.starter(std::slice::from_ref(&first)), Err(BadStart::Undecided(vec![Orange, White])));
        assert!(matches!(seats.starter(std::slice::from_ref(&second)), Err(BadStart::Players { round: 1, .. })));
        assert!(matches!(seats.starter(&[first, second.clone(), second]), Err(BadStart::Players { round: 3, .. })));
    }
}
