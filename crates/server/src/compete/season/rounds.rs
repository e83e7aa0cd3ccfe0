//! Round robin: everybody meets everybody once, in rounds, and the first seat is shared fairly.

/// A game of a round robin: the players as indices, the first seat first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pairing {
    /// From 0.
    pub round: usize,
    #[allow(missing_docs)]
    pub first: usize,
    #[allow(missing_docs)]
    pub second: usize,
}

/// All games of `players` players, in the order of their rounds. With an odd number, somebody is free in each round.
///
/// In each round the players stand in a circle and meet the one opposite (the circle method).
pub fn round_robin(players: usize) -> Vec<Pairing> {
    let seats = players + players % 2;
    let mut games = Vec::new();
    for round in 0..seats.saturating_sub(1) {
        let at = |place: usize| if place == 0 { 0 } else { 1 + (place - 1 + round) % (seats - 1) };
        for place in 0..seats / 2 {
            let (one, other) = (at(place), at(seats - 1 - place));
            if one < players && other < players {
                let (first, second) = if sits_first(one, other, players) { (one, other) } else { (other, one) };
                games.push(Pairing { round, first, second });
            }
        }
    }
    games
}

/// Whether the first of these two has the first seat. Everybody sits first against the half of the others that follows them
/// around the circle; with an even number the game against the player opposite goes to the lower index.
fn sits_first(one: usize, other: usize, players: usize) -> bool {
    let ahead = (other + players - one) % players;
    if 2 * ahead == players { one < other } else { 2 * ahead < players }
}
