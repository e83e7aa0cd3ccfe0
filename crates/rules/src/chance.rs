//! Random draws of the lake, the course, the starter and the dice, from a source that the caller provides.

use crate::{Course, CoursePlan, Die, Hand, Laid, Lake, Layout, Letter, Seats, Side, StartRoll};

/// A source of random numbers. This crate has none of its own.
pub trait Draw {
    /// Returns a number from 0 to `n` − 1, all equally likely. `n` must be at least 1.
    fn below(&mut self, n: u32) -> u32;
}

/// Which sides of the tiles a regatta uses (rule 1.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sides {
    /// All tiles lie dark side up.
    Dark,
    /// All tiles lie light side up.
    Light,
    /// The side of each tile is drawn at random.
    Mixed,
}

impl Sides {
    #[allow(missing_docs)]
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

crate::named::named!(Sides, NoSides, "side", "dark, light or mixed");

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

/// Puts buoys 0 to 3 on the four spots at random, and repeats until the course can be finished from every start place
/// (rule 2.1). Returns `None` if none of the 24 orders gives such a course.
pub fn draw_course(layout: &Layout, letter: Letter, boats: usize, draw: &mut (impl Draw + ?Sized)) -> Option<Course> {
    let lake = layout.lake();
    let valid = |order: [u8; 4]| dealt_on(&lake, layout, letter, order).filter(|course| course.is_playable(boats));
    let first = valid(shuffled([0, 1, 2, 3], draw));
    if first.is_some() {
        return first;
    }
    // Repeating the draw until it is valid is the same as drawing once among the valid orders.
    let mut courses: Vec<Course> = all_orders().filter_map(valid).collect();
    let chosen = (!courses.is_empty()).then(|| draw.below(courses.len() as u32) as usize);
    chosen.map(|i| courses.swap_remove(i))
}

/// The course with buoy i on spot `order[i]`; `None` if the buoys do not form a valid course.
pub fn dealt(layout: &Layout, letter: Letter, order: [u8; 4]) -> Option<Course> {
    dealt_on(&layout.lake(), layout, letter, order)
}

/// The same, on the lake of this layout.
fn dealt_on(lake: &Lake, layout: &Layout, letter: Letter, order: [u8; 4]) -> Option<Course> {
    let [start, b1, b2, b3] = order.map(|i| layout.spots(letter)[usize::from(i)]);
    let plan = CoursePlan { start_buoy: start.at, heading: start.heading, buoys: [b1.at, b2.at, b3.at] };
    Course::new(lake.clone(), plan).ok()
}

/// The 24 permutations of 0 to 3.
fn all_orders() -> impl Iterator<Item = [u8; 4]> {
    let order = |i: u8| [i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6];
    (0..=255).map(order).filter(|order| (0..4).all(|i| order.contains(&i)))
}

/// Draws a lake on which each of the three races has a valid course, and the course of race A (rule 2.1).
pub fn draw_lake(sides: Sides, boats: usize, draw: &mut (impl Draw + ?Sized)) -> (Layout, Course) {
    loop {
        let layout = draw_layout(sides, draw);
        let lake = layout.lake();
        let is_valid = |course: Course| course.is_playable(boats);
        let possible = |letter| all_orders().any(|order| dealt_on(&lake, &layout, letter, order).is_some_and(is_valid));
        if [Letter::B, Letter::C].into_iter().all(possible)
            && let Some(course) = draw_course(&layout, Letter::A, boats, draw)
        {
            return (layout, course);
        }
    }
}

/// Rolls for the start: one die a player, and ties again, until one player is highest (rule 3.1).
/// Returns every round rolled.
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

/// Rolls `dice` dice.
pub fn roll(dice: u8, draw: &mut (impl Draw + ?Sized)) -> Hand {
    (0..dice).map(|_| roll_die(draw)).collect()
}

/// Shuffles by Fisher and Yates.
fn shuffled<const N: usize>(mut items: [u8; N], draw: &mut (impl Draw + ?Sized)) -> [u8; N] {
    for last in (1..N).rev() {
        items.swap(last, draw.below(last as u32 + 1) as usize);
    }
    items
}
