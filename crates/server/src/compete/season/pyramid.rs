//! The pyramid of a season: one group at the top, twice as many on each level below, and how players move between them.
//!
//! Everything comes from one list, the *ladder*: all players of a season, the best first. The pyramid is drawn from it, and the
//! standings of a season give the ladder of the next one.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The most players in a group.
pub const GROUP: usize = 11;

/// The fewest players on the lowest level, unless it is the only one.
pub const FEWEST: usize = 4;

/// How many of a group go up, and how many go down.
pub const UP: usize = 2;
/// See [`UP`].
pub const DOWN: usize = 4;

/// The name of a group: its level, from 1 at the top, and its number on that level, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroupName {
    #[allow(missing_docs)]
    pub level: u8,
    #[allow(missing_docs)]
    pub number: u32,
}

impl fmt::Display for GroupName {
    /// `1`, `2a`, `2b` … `6z`, `6aa`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.level)?;
        if self.level == 1 {
            return Ok(());
        }
        let mut letters = Vec::new();
        let mut rest = self.number + 1;
        while rest > 0 {
            letters.push(b'a' + ((rest - 1) % 26) as u8);
            rest = (rest - 1) / 26;
        }
        letters.iter().rev().try_for_each(|letter| write!(f, "{}", char::from(*letter)))
    }
}

impl GroupName {
    /// Reads a name as it is displayed; `None` if it is not one.
    pub fn read(text: &str) -> Option<GroupName> {
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let level = text[..end].parse().ok().filter(|level| *level > 0)?;
        let letters = &text[end..];
        if letters.len() > 5 || !letters.bytes().all(|letter| letter.is_ascii_lowercase()) {
            return None;
        }
        let number = letters.bytes().fold(0, |number, letter| number * 26 + u32::from(letter - b'a') + 1);
        let name = GroupName { level, number: number.saturating_sub(1) };
        (name.to_string() == text).then_some(name)
    }
}

/// A group as it is drawn: its name, and its players in the order of the ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn<P> {
    #[allow(missing_docs)]
    pub name: GroupName,
    #[allow(missing_docs)]
    pub players: Vec<P>,
}

/// The number of groups on a full level.
fn groups_on(level: u8) -> usize {
    1 << (level - 1).min(40)
}

/// How many players each level has.
pub fn level_sizes(players: usize) -> Vec<usize> {
    let (mut sizes, mut rest) = (Vec::new(), players);
    while rest > 0 {
        let level = u8::try_from(sizes.len() + 1).unwrap_or(u8::MAX);
        let size = rest.min(GROUP * groups_on(level));
        sizes.push(size);
        rest -= size;
    }
    // A few players alone on the lowest level would have nobody to race: some from the level above join them.
    if let [.., above, lowest] = sizes.as_mut_slice()
        && *lowest < FEWEST
    {
        *above -= FEWEST - *lowest;
        *lowest = FEWEST;
    }
    sizes
}

/// The column of a player on a level with so many groups: the players are dealt out like cards, there and back.
fn column(index: usize, count: usize) -> usize {
    column_in(index / count, index % count, count)
}

fn column_in(row: usize, column: usize, count: usize) -> usize {
    if row.is_multiple_of(2) { column } else { count - 1 - column }
}

/// Which players change places on the ladder, so that players who must not meet come into different groups of their level.
/// Each pair holds places of one level; they are swapped one after the other. Players in one group who can't be kept apart by
/// a swap stay there. The same ladder always gives the same swaps, and the ladder that they make gives none.
pub fn separate<P: Clone>(ladder: &[P], apart: impl Fn(&P, &P) -> bool) -> Vec<(usize, usize)> {
    let (mut swaps, mut begin) = (Vec::new(), 0);
    for size in level_sizes(ladder.len()) {
        let mut level = ladder[begin..begin + size].to_vec();
        let swapped = separate_level(&mut level, &apart);
        swaps.extend(swapped.into_iter().map(|(one, other)| (begin + one, begin + other)));
        begin += size;
    }
    swaps
}

fn separate_level<P: Clone>(level: &mut [P], apart: &impl Fn(&P, &P) -> bool) -> Vec<(usize, usize)> {
    let (size, count) = (level.len(), level.len().div_ceil(GROUP));
    let mut swaps = Vec::new();
    if count < 2 {
        return swaps;
    }
    // How many players of a group must not meet a player who takes the place of `leaver` there.
    let met = |level: &[P], player: &P, group: usize, leaver: usize| {
        let members = (0..size.div_ceil(count)).map(|row| row * count + column_in(row, group, count));
        members.filter(|index| *index < size && *index != leaver && apart(player, &level[*index])).count()
    };
    // Each swap leaves fewer pairs in one group, so it ends.
    while let Some(swap) = (0..size).find_map(|one| {
        let group = column(one, count);
        let before = met(level, &level[one], group, one);
        let mut others: Vec<usize> = (0..size).filter(|other| before > 0 && column(*other, count) != group).collect();
        others.sort_by_key(|other| other.abs_diff(one)); // players who are about equally strong
        let better = |other: &usize| {
            let there = column(*other, count);
            let now = before + met(level, &level[*other], there, *other);
            met(level, &level[one], there, *other) + met(level, &level[*other], group, one) < now
        };
        others.into_iter().find(better).map(|other| (one, other))
    }) {
        level.swap(swap.0, swap.1);
        swaps.push(swap);
    }
    swaps
}

/// Draws the groups. The players of a level are dealt out like cards, there and back, so that its groups are equally strong.
pub fn draw<P: Clone>(ladder: &[P]) -> Vec<Drawn<P>> {
    let (mut drawn, mut rest) = (Vec::new(), ladder);
    for (level, size) in (1..).zip(level_sizes(ladder.len())) {
        let (players, below) = rest.split_at(size);
        rest = below;
        let count = size.div_ceil(GROUP);
        let mut groups: Vec<Vec<P>> = vec![Vec::new(); count];
        for (index, player) in players.iter().enumerate() {
            groups[column(index, count)].push(player.clone());
        }
        let named = |(number, players)| Drawn { name: GroupName { level, number }, players };
        drawn.extend((0..).zip(groups).map(named));
    }
    drawn
}

/// Where a player goes after a season.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SeasonMovement)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Movement {
    Up,
    Stay,
    Down,
}

/// Where the player in a place, from 0, of a group goes. `lowest` is the lowest level.
pub fn movement(name: GroupName, place: usize, size: usize, lowest: u8) -> Movement {
    let up = if name.level > 1 { UP.min(size) } else { 0 };
    let down = if name.level < lowest { DOWN.min(size - up) } else { 0 };
    match place {
        place if place < up => Movement::Up,
        place if place >= size - down => Movement::Down,
        _ => Movement::Stay,
    }
}

/// The final order of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished<P> {
    #[allow(missing_docs)]
    pub name: GroupName,
    /// From the winner to the last.
    pub order: Vec<P>,
}

/// The ladder of the next season. Players who do not go on are left out; whoever moves up from below fills their place.
pub fn next_ladder<P: Clone>(groups: &[Finished<P>], goes_on: impl Fn(&P) -> bool) -> Vec<P> {
    let lowest = groups.iter().map(|group| group.name.level).max().unwrap_or(1);
    let mut ranked = Vec::new();
    for Finished { name, order } in groups {
        for (place, player) in order.iter().enumerate().filter(|(_, player)| goes_on(player)) {
            let movement = movement(*name, place, order.len(), lowest);
            // Those who stay come first: they are the first to fill a free place above. Newcomers to a level begin behind them.
            let (level, rank) = match movement {
                Movement::Up => (name.level - 1, 2),
                Movement::Stay => (name.level, 0),
                Movement::Down => (name.level + 1, 1),
            };
            ranked.push(((level, rank, place, name.number), player.clone()));
        }
    }
    ranked.sort_by_key(|(key, _)| *key);
    ranked.into_iter().map(|(_, player)| player).collect()
}
