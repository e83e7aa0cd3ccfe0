//! Counts what happens in random games, from the correct answers.

use crate::boat::Status;
use crate::marks::{MarkCrossing, judge_step};
use crate::oracle::Game;
use crate::points::Scoring;
use crate::race::{Phase, Race};
use crate::tally::Tally;
use crate::turn::Choice;
use serde_json::Value;

/// Counts a race or match that was set up.
pub(crate) fn count_set_up(tally: &mut Tally, game: &Game) {
    if game.dealt.is_some() {
        tally.matches += 1;
        return;
    }
    tally.races += 1;
    let placed = game.race.boats.iter().any(|b| b.status != Status::Unplaced);
    tally.mid_race += u64::from(placed);
    let course = &game.race.course;
    let far = |place: &crate::hex::Hex| course.line.iter().all(|hex| hex.distance(*place) > 1);
    tally.far_places += u64::from(course.places.iter().any(far));
}

/// Counts a placed boat, a roll or a move. `before` is the race before it.
pub(crate) fn count_answer(tally: &mut Tally, before: &Race, asked: &Value, ok: &Value) {
    match (asked["op"].as_str(), &before.phase) {
        (Some("place"), _) => tally.placed += 1,
        (Some("dice"), _) => count_dice(tally, ok, !asked["rolled"].is_null()),
        (Some("steer"), Phase::Steer(hand)) => {
            let choices = before.choices_with(hand);
            if let Some(choice) = choices.iter().find(|c| asked["to"] == c.to.name()) {
                count_move(tally, before, choice);
                count_ends(tally, before, ok);
            }
        }
        _ => (),
    }
}

/// Counts a roll.
fn count_dice(tally: &mut Tally, ok: &Value, given: bool) {
    let rolled = ok["rolled"].as_array().map_or(&[][..], Vec::as_slice);
    for die in rolled.iter().filter_map(Value::as_u64) {
        if !given && (1..=3).contains(&die) {
            tally.faces[die as usize - 1] += 1;
        }
    }
    let hand = ok["state"]["dice"].as_array().map_or(0, Vec::len) as u64;
    tally.most_dice = tally.most_dice.max(hand);
    tally.standing += u64::from(hand == 0);
}

/// Counts a move. `before` is the race before it.
fn count_move(tally: &mut Tally, before: &Race, choice: &Choice) {
    let Some((boat, start)) = before.acting().and_then(|boat| Some((boat, boat.at?))) else {
        return;
    };
    let others = before.others();
    let blocked = choice.path.len() < choice.run;
    let sank = boat.damage + choice.damage >= 4;
    tally.turns += 1;
    tally.crashes += u64::from(choice.crash);
    tally.blocked += u64::from(blocked);
    tally.blocked_crashes += u64::from(blocked && choice.crash);
    tally.blocked_at_once += u64::from(blocked && choice.path.is_empty());
    tally.passed_boats += u64::from(choice.path.iter().any(|hex| others.contains(hex)));
    let mut progress = boat.progress();
    let mut from = start;
    for &to in &choice.path {
        let (after, events) = judge_step(&before.course, progress, from, to);
        let count = |event: MarkCrossing| events.iter().filter(|&&e| e == event).count() as u64;
        tally.back_crossings += count(MarkCrossing::WentBack);
        tally.owed += count(MarkCrossing::Owed);
        tally.paid += count(MarkCrossing::Paid);
        tally.marks += count(MarkCrossing::Passed);
        tally.marks_at_once += u64::from(count(MarkCrossing::Passed) + count(MarkCrossing::Finished) > 1);
        progress = after;
        from = to;
    }
    if progress.finished {
        tally.finishes += 1;
        tally.finished_and_crashed += u64::from(choice.crash);
        tally.finished_and_sank += u64::from(sank);
    } else {
        tally.sinks += u64::from(sank);
    }
}

/// Counts the end of a race or match.
fn count_ends(tally: &mut Tally, before: &Race, ok: &Value) {
    let result = &ok["race_result"];
    if result.is_null() {
        return;
    }
    let length = |value: &Value| value.as_array().map_or(0, Vec::len);
    let (finished, sunk) = (length(&result["order"]), length(&result["sunk"]));
    tally.races_without_finisher += u64::from(finished == 0);
    match before.scoring {
        Scoring::Classic => {
            tally.classic_races_ended += 1;
            tally.unfinished += u64::from(finished + sunk < before.boats.len());
        }
        Scoring::Turns => {
            tally.turns_races_ended += 1;
            tally.sunk_points += u64::from(finished > 0 && sunk > 0);
            let turns = |i: usize| {
                let color = result["order"][i].as_str().unwrap_or("");
                result["turns"][color].as_u64().unwrap_or(0)
            };
            let less = (1..finished).any(|i| turns(0) < turns(i));
            tally.turn_points += u64::from(less);
        }
    }
    if !ok["course"].is_null() {
        tally.next_races += 1;
        for boat in ok["state"]["boats"].as_array().into_iter().flatten() {
            match boat["kept"].as_u64() {
                Some(1) => tally.kept[0] += 1,
                Some(2) => tally.kept[1] += 1,
                _ => (),
            }
        }
    }
    count_match_end(tally, &ok["match_result"]);
}

fn count_match_end(tally: &mut Tally, result: &Value) {
    let Some(points) = result["points"].as_object() else {
        return;
    };
    tally.matches_ended += 1;
    let mut totals: Vec<i64> = points.values().filter_map(Value::as_i64).collect();
    totals.sort_unstable();
    tally.ties += u64::from(totals.windows(2).any(|pair| pair[0] == pair[1]));
    let ranks = result["ranking"].as_array();
    let shared = |rank: &Value| rank.as_array().is_some_and(|colors| colors.len() > 1);
    tally.shared_ranks += u64::from(ranks.is_some_and(|ranks| ranks.iter().any(shared)));
}
