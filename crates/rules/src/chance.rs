//! What chance decides: the lake, the course, the starter, the dice; drawn from a source that the caller owns.

use crate::{Course, CoursePlan, Die, Hand, Laid, Layout, Letter, Seats, Side, StartRoll};

/// A source of chance. The crate has none of its own.
pub trait Draw {
    /// A number from 0 to `n` − 1, each equally likely; `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;
}

/// Which sides of the tiles a match is sailed on (rule 1.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sides {
    /// All dark.
    Dark,
    /// All light.
    Light,
    /// A side drawn for each tile.
    Mixed,
}

impl Sides {
    /// Dark, light, mixed.
    pub const ALL: [Sides; 3] = [Sides::Dark, Sides::Light, Sides::Mixed];

    /// `dark`, `light` or `mixed`.
    pub const fn name(self) -> &'static str {
        ["dark", "light", "mixed"][self as usize]
    }

    /// May a tile lie with this side up?
    pub fn allow(self, side: Side) -> bool {
        match self {
            Sides::Dark => side == Side::Dark,
            Sides::Light => side == Side::Light,
            Sides::Mixed => true,
        }
    }
}

crate::named::named!(Sides, NoSides, "side: dark, light or mixed");

/// Lays the six tiles at random (rule 1.4).
pub fn draw_layout(sides: Sides, draw: &mut (impl Draw + ?Sized)) -> Layout {
    let order: [u8; 6] = shuffled([1, 2, 3, 4, 5, 6], draw);
    let tiles = order.map(|tile| Laid {
        tile,
        side: match sides {
            Sides::Dark => Side::Dark,
            Sides::Light => Side::Light,
            Sides::Mixed => Side::ALL[draw.below(2) as usize],
        },
        turned: draw.below(2) == 1,
    });
    Layout::new(tiles).expect("a shuffle has each tile once")
}

/// Puts buoys 0 to 3 on the four spots at random, again until the course stands (rule 2.1).
/// `None` if none of the 24 orders does.
pub fn draw_course(layout: &Layout, letter: Letter, boats: usize, draw: &mut (impl Draw + ?Sized)) -> Option<Course> {
    let standing = |order: [u8; 4]| dealt(layout, letter, order).filter(|course| course.stands(boats));
    let first = standing(shuffled([0, 1, 2, 3], draw));
    if first.is_some() {
        return first;
    }
    // Drawing again until one stands is drawing one of those that do.
    let mut orders: Vec<Course> = all_orders().filter_map(standing).collect();
    let chosen = (!orders.is_empty()).then(|| draw.below(orders.len() as u32) as usize);
    chosen.map(|i| orders.swap_remove(i))
}

/// The course with buoy i on spot `order[i]`, if it is one.
pub fn dealt(layout: &Layout, letter: Letter, order: [u8; 4]) -> Option<Course> {
    let [start, b1, b2, b3] = order.map(|i| layout.spots(letter)[usize::from(i)]);
    let plan = CoursePlan { start_buoy: start.at, heading: start.heading, buoys: [b1.at, b2.at, b3.at] };
    Course::new(layout.lake(), plan).ok()
}

fn all_orders() -> impl Iterator<Item = [u8; 4]> {
    let order = |i: u8| [i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6];
    (0..=255).map(order).filter(|order| (0..4).all(|i| order.contains(&i)))
}

/// Lays a lake on which each of the three races has a course (rule 2.1), and the course of race A.
pub fn draw_lake(sides: Sides, boats: usize, draw: &mut (impl Draw + ?Sized)) -> (Layout, Course) {
    loop {
        let layout = draw_layout(sides, draw);
        let possible =
            |letter| all_orders().any(|order| dealt(&layout, letter, order).is_some_and(|course| course.stands(boats)));
        if [Letter::B, Letter::C].into_iter().all(possible)
            && let Some(course) = draw_course(&layout, Letter::A, boats, draw)
        {
            return (layout, course);
        }
    }
}

/// One die each until one is highest alone (rule 3.1): the rounds rolled.
pub fn draw_starter(seats: Seats, draw: &mut (impl Draw + ?Sized)) -> Vec<StartRoll> {
    let mut rounds = Vec::new();
    let mut players: Vec<_> = seats.iter().collect();
    while players.len() > 1 {
        let round = StartRoll(players.into_iter().map(|color| (color, roll_die(draw))).collect());
        players = round.highest();
        rounds.push(round);
    }
    rounds
}

fn roll_die(draw: &mut (impl Draw + ?Sized)) -> Die {
    Die::ALL[draw.below(3) as usize]
}

/// Rolls so many dice.
pub fn roll(dice: u8, draw: &mut (impl Draw + ?Sized)) -> Hand {
    (0..dice).map(|_| roll_die(draw)).collect()
}

/// Fisher and Yates.
fn shuffled<const N: usize>(mut items: [u8; N], draw: &mut (impl Draw + ?Sized)) -> [u8; N] {
    for last in (1..N).rev() {
        items.swap(last, draw.below(last as u32 + 1) as usize);
    }
    items
}
