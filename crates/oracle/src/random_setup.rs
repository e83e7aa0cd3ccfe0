//! Random set-ups of races and matches: lakes, courses, players, and boats in the middle of a race.

use crate::course::{Course, line_from};
use crate::fields::{color, heading, hex, list};
use crate::hex::{HEADINGS, Heading, Hex};
use crate::lake::Lake;
use crate::marks::{LEGS, Leg, Progress, judge_step};
use crate::random::Random;
use crate::seat::{COLORS, Color, order_of_play};
use serde_json::{Value, json};

/// Random rows of water with `land` percent of land.
fn random_rows(random: &mut Random, width: usize, height: usize, land: usize) -> Vec<String> {
    let mut row = || {
        let sign = |random: &mut Random| if random.below(100) < land { '#' } else { '.' };
        (0..width).map(|_| sign(random)).collect()
    };
    (0..height).map(|_| row()).collect()
}

fn any_hex(random: &mut Random, width: usize, height: usize) -> Hex {
    Hex { column: random.between(1, width) as i32, row: random.between(1, height) as i32 }
}

fn players(random: &mut Random) -> Vec<Color> {
    let mut colors = COLORS.to_vec();
    random.shuffle(&mut colors);
    colors.truncate(random.between(2, 6));
    colors
}

fn names(colors: &[Color]) -> Vec<&'static str> {
    colors.iter().map(|color| color.name()).collect()
}

/// Adds the scoring, the race's number and a seed, or leaves them out.
fn add_options(random: &mut Random, request: &mut Value, players: usize) {
    if random.one_in(2) {
        let lawful: &[&str] = if players == 2 { &["turns"] } else { &["classic", "turns"] };
        request["scoring"] = random.pick(lawful).into();
    }
    if request["op"] == "race" {
        if random.one_in(2) {
            request["race"] = random.between(1, 3).into();
        }
        if random.one_in(2) {
            request["seed"] = random.next().into();
        }
    }
}

/// A completely random race. Most are invalid.
pub(crate) fn random_race(random: &mut Random) -> Value {
    let (width, height) = (random.between(1, 26), random.between(1, 26));
    let land = random.between(0, 50);
    let reach = |random: &mut Random, size: usize| {
        if random.one_in(9) { 26 } else { size }
    };
    let mut hex = || {
        let (width, height) = (reach(random, width), reach(random, height));
        any_hex(random, width, height).name()
    };
    let buoy = hex();
    let buoys = [hex(), hex(), hex()];
    let players = players(random);
    let mut request = json!({
        "op": "race",
        "lake": random_rows(random, width, height, land),
        "line": { "buoy": buoy, "heading": random.pick(&HEADINGS).name() },
        "buoys": buoys,
        "players": names(&players),
        "starter": random.pick(&players).name(),
    });
    add_options(random, &mut request, players.len());
    request
}

/// A valid race before its boats are placed.
pub(crate) fn valid_race(random: &mut Random) -> (Value, Course) {
    loop {
        let most = random.pick(&[12, 16, 26]);
        let (width, height) = (random.between(6, most), random.between(4, most));
        let land = random.pick(&[0, 5, 10, 15, 20, 30, 40, 50]);
        let rows = random_rows(random, width, height, land);
        let players = players(random);
        let Ok(lake) = Lake::read(&rows) else {
            continue;
        };
        // On a small course, marks are so close that one step can cross two of them.
        let reach = random.pick(&[3, 5, 99]);
        for _ in 0..60 {
            let mut buoys = [(); 4].map(|()| any_hex(random, width, height));
            for i in 1..4 {
                while buoys[0].distance(buoys[i]) > reach {
                    buoys[i] = any_hex(random, width, height);
                }
            }
            let heading = random.pick(&HEADINGS);
            let lay = |lake: &Lake| Course::lay(lake.clone(), buoys, heading, players.len());
            let Ok(mut course) = lay(&lake) else {
                continue;
            };
            let walls = if players.len() == 6 { 2 } else { 9 };
            if random.one_in(walls)
                && let Ok(walled) = lay(&wall(random, &course))
            {
                course = walled;
            }
            let request = request_for(random, &course, &players);
            return (request, course);
        }
    }
}

/// The lake with only one hex of water behind the line, so that six boats need a second row (RULES 3.3).
fn wall(random: &mut Random, course: &Course) -> Lake {
    let mut behind = course.places.clone();
    behind.retain(|place| !course.line.contains(place));
    random.shuffle(&mut behind);
    let mut rows = course.lake.rows.clone();
    for place in behind.iter().skip(1) {
        let (row, column) = (place.row as usize - 1, place.column as usize - 1);
        rows[row].replace_range(column..=column, "#");
    }
    Lake::read(&rows).unwrap_or_else(|_| course.lake.clone())
}

fn request_for(random: &mut Random, course: &Course, players: &[Color]) -> Value {
    let [line, one, two, three] = course.buoys.map(Hex::name);
    let mut request = json!({
        "op": "race",
        "lake": course.lake.rows,
        "line": { "buoy": line, "heading": course.heading.name() },
        "buoys": [one, two, three],
        "players": names(players),
        "starter": random.pick(players).name(),
    });
    add_options(random, &mut request, players.len());
    request
}

/// A valid race in progress, or before its boats are placed if the lake has too little water.
pub(crate) fn race_in_progress(random: &mut Random) -> Value {
    let (mut request, course) = valid_race(random);
    let players = list(&request["players"], color).unwrap_or_default();
    let Some(starter) = color(&request["starter"]) else {
        return request;
    };
    let order = order_of_play(&players, starter);
    let mut racing = order.clone();
    random.shuffle(&mut racing);
    // In a close finish all boats but two have finished. At least two boats are always racing, so the race is not over in
    // either scoring.
    let close = random.one_in(4);
    let most = order.len() - 2;
    let out = if close { most } else { random.below(5).min(most) };
    let out = racing.split_off(racing.len() - out);
    let turn = random.pick(&racing);
    let played = order.iter().position(|&c| c == turn).unwrap_or(0);
    let rounds = random.between(1, 20);
    let race = request["race"].as_u64().unwrap_or(1);
    let mut open = course.open_hexes();
    if open.len() < order.len() {
        return request;
    }
    let mut before_two = before_two_marks(&course);
    random.shuffle(&mut before_two);
    before_two.truncate(random.below(3));
    let mut boats = Vec::new();
    for (i, &color) in order.iter().enumerate() {
        let turns = if i < played { rounds + 1 } else { rounds };
        if out.contains(&color) {
            let finished = close || random.one_in(2);
            boats.push(boat_out(random, color, turns, finished));
            continue;
        }
        let leg = if close || random.one_in(4) { Leg::Finish } else { random.pick(&LEGS) };
        let at = near_the_mark(random, &course, &open, leg);
        open.retain(|&hex| hex != at);
        let mut boat = boat_racing(random, at, leg, race);
        if let Some((from, heading, leg)) = before_two.pop()
            && open.contains(&from)
        {
            open.push(at);
            open.retain(|&hex| hex != from);
            boat["at"] = from.name().into();
            boat["heading"] = heading.name().into();
            boat["leg"] = leg.name().into();
            boat["owes"] = 0.into();
        }
        boat["color"] = color.name().into();
        boat["turns"] = turns.into();
        boats.push(boat);
    }
    random.shuffle(&mut boats);
    request["boats"] = boats.into();
    request["turn"] = turn.name().into();
    request
}

/// A boat that finished or sank.
fn boat_out(random: &mut Random, color: Color, turns: usize, finished: bool) -> Value {
    let damage = if finished { random.pick(&[0, 1, 2, 3, 5]) } else { random.between(4, 9) };
    let count = if damage < 4 { random.below(4) } else { 0 };
    let leg = if finished { Leg::Finish } else { random.pick(&LEGS) };
    json!({
        "color": color.name(), "at": null, "heading": null,
        "dice": random.dice(count), "damage": damage, "leg": leg.name(),
        "owes": usize::from(leg.is_gate() && random.one_in(3)),
        "status": if finished { "finished" } else { "sunk" },
        "turns": random.between(1, turns),
    })
}

/// Positions, headings and legs from which one step passes two marks at once.
fn before_two_marks(course: &Course) -> Vec<(Hex, Heading, Leg)> {
    let rays = course.gates.iter().flat_map(|gate| &gate.hexes);
    let mut found = Vec::new();
    for &to in rays.chain(&course.line).chain(&course.start_side) {
        for heading in HEADINGS {
            let from = to.step(heading.back());
            for leg in LEGS {
                let progress = Progress { leg, owes: false, finished: false };
                let (_, events) = judge_step(course, progress, from, to);
                if course.is_open(from) && course.is_open(to) && events.len() > 1 {
                    found.push((from, heading, leg));
                }
            }
        }
    }
    found
}

/// A free hex, mostly near the mark of this leg.
fn near_the_mark(random: &mut Random, course: &Course, open: &[Hex], leg: Leg) -> Hex {
    let marks = match leg {
        Leg::Start => course.line.to_vec(),
        Leg::One => course.gates[0].hexes.clone(),
        Leg::Two => course.gates[1].hexes.clone(),
        Leg::Three => course.gates[2].hexes.clone(),
        Leg::Finish => course.finish_side.clone(),
    };
    let near = |hex: &Hex| marks.iter().any(|mark| mark.distance(*hex) <= 2);
    let close: Vec<Hex> = open.iter().copied().filter(near).collect();
    if close.is_empty() || random.one_in(4) { random.pick(open) } else { random.pick(&close) }
}

/// A racing boat without its colour and turns.
fn boat_racing(random: &mut Random, at: Hex, leg: Leg, race: u64) -> Value {
    let count = if random.one_in(40) { random.between(25, 32) } else { random.below(5) };
    let damage = random.below(4) as u64;
    let mut boat = json!({
        "at": at.name(), "heading": random.pick(&HEADINGS).name(),
        "dice": random.dice(count), "damage": damage, "leg": leg.name(),
        "owes": usize::from(leg.is_gate() && random.one_in(3)),
        "status": "racing",
    });
    if random.one_in(2) {
        let most = damage.min(race - 1) as usize;
        boat["kept"] = random.between(0, most).into();
    }
    boat
}

/// A valid match.
pub(crate) fn valid_match(random: &mut Random) -> Value {
    let players = players(random);
    let seed = random.next();
    let mut request = json!({
        "op": "match",
        "players": names(&players),
        "side": random.pick(&["dark", "light", "mixed"]),
        "seed": random.pick(&[0, 1, 1 << 53, u64::MAX, seed, seed, seed]),
    });
    add_options(random, &mut request, players.len());
    request
}

/// A hex of the line and the finish buoy of a race's request.
pub(crate) fn line_of(request: &Value) -> Option<(Hex, Hex)> {
    let buoy = hex(&request["line"]["buoy"])?;
    let heading = heading(&request["line"]["heading"])?;
    let (line, finish_buoy) = line_from(buoy, heading);
    Some((line[1], finish_buoy))
}
