//! The six seats and their colours, clockwise around the frame (RULES 1.7).

/// A boat's colour, which is also its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Color {
    Orange,
    Yellow,
    Black,
    Red,
    Purple,
    White,
}

/// All colours in seat order, clockwise.
pub(crate) const COLORS: [Color; 6] =
    [Color::Orange, Color::Yellow, Color::Black, Color::Red, Color::Purple, Color::White];

impl Color {
    pub fn name(self) -> &'static str {
        match self {
            Color::Orange => "orange",
            Color::Yellow => "yellow",
            Color::Black => "black",
            Color::Red => "red",
            Color::Purple => "purple",
            Color::White => "white",
        }
    }

    pub fn parse(name: &str) -> Option<Color> {
        COLORS.into_iter().find(|c| c.name() == name)
    }

    /// The next seat clockwise, taken or not.
    fn next_seat(self) -> Color {
        match self {
            Color::Orange => Color::Yellow,
            Color::Yellow => Color::Black,
            Color::Black => Color::Red,
            Color::Red => Color::Purple,
            Color::Purple => Color::White,
            Color::White => Color::Orange,
        }
    }
}

/// RULES 1.7: the next player clockwise.
pub(crate) fn left_neighbour(players: &[Color], of: Color) -> Color {
    let mut seat = of.next_seat();
    while !players.contains(&seat) {
        seat = seat.next_seat();
    }
    seat
}

/// RULES 4.1: the order of play, clockwise from the starter. The starter must be a player.
pub(crate) fn order_of_play(players: &[Color], starter: Color) -> Vec<Color> {
    let mut order = vec![starter];
    let mut seat = left_neighbour(players, starter);
    while seat != starter {
        order.push(seat);
        seat = left_neighbour(players, seat);
    }
    order
}
