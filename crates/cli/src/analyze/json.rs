//! An analysis as one JSON object.

use super::{Analyzed, report::by_adjusted, words};
use powerboats_pilots::{
    analysis::{BoatAnalysis, DecisionReview, Misdeed, Mistake, PlayerAnalysis, RaceAnalysis, TurnAnalysis},
    arena::Mean,
};
use powerboats_rules::{Berth, Color, DiceText, Hand, PerColor, Rolled};
use serde_json::{Value, json};

/// The object, and a line's end.
pub fn print(analyzed: &Analyzed) -> String {
    let players = analyzed.analysis.players();
    let places = by_adjusted(&players, PlayerAnalysis::adjusted);
    let players: Vec<Value> =
        players.iter().zip(places).map(|(player, place)| player_json(analyzed, player, place)).collect();
    let races: Vec<Value> = analyzed.analysis.races.iter().map(|race| race_json(analyzed, race)).collect();
    format!("{}\n", json!({ "players": players, "races": races }))
}

/// To a ten-thousandth of a turn: the values themselves are no finer.
fn turns(number: f64) -> Value {
    json!((number * 1e4).round() / 1e4)
}

fn player_json(analyzed: &Analyzed, player: &PlayerAnalysis, place: usize) -> Value {
    let mistakes = analyzed.analysis.mistakes(player.color);
    json!({
        "color": player.color.name(),
        "name": analyzed.name(player.color),
        "points": analyzed.book.regatta().points()[player.color],
        "races": player.races,
        "luck": turns(player.luck),
        "luck_per_race": turns(player.luck_per_race()),
        "traffic": turns(player.traffic),
        "error": turns(player.error),
        "decisions": player.decisions,
        "error_per_decision": turns(player.error_rate()),
        "class": player.class().map(|class| class.name()),
        "turns": turns(player.cost),
        "turns_without_luck": turns(player.adjusted()),
        "place_without_luck": place,
        "worst": mistakes.iter().take(analyzed.worst).map(mistake_json).collect::<Vec<_>>(),
        "in_points": player.points.map(|points| {
            let mistakes = analyzed.analysis.mistakes_in_points(player.color);
            json!({
                "luck": measured(points.luck),
                "others_luck": measured(points.others_luck),
                "error": measured(points.error),
                "error_per_decision": turns(points.error.mean / f64::from(player.decisions.max(1))),
                "points_without_luck": analyzed.points_without_luck(player).map(measured),
                "worst": mistakes.iter().take(analyzed.worst).map(mistake_in_points).collect::<Vec<_>>(),
            })
        }),
    })
}

/// With its standard error.
fn measured(points: Mean) -> Value {
    json!({ "points": turns(points.mean), "standard_error": turns(points.error) })
}

fn mistake_in_points(mistake: &Mistake) -> Value {
    let mut json = mistake_json(mistake);
    json["points"] = mistake.points.map(measured).into();
    json["words"] = words::mistake_in_points(mistake).into();
    json
}

fn mistake_json(mistake: &Mistake) -> Value {
    let (kind, turn) = match mistake.what {
        Misdeed::Placing(_) => ("place", None),
        Misdeed::Dice(turn, ..) => ("dice", Some(turn)),
        Misdeed::Heading(turn, ..) => ("heading", Some(turn)),
    };
    json!({
        "race": mistake.letter.to_string(),
        "turn": turn,
        "kind": kind,
        "error": turns(mistake.error),
        "words": words::mistake(mistake),
    })
}

fn race_json(analyzed: &Analyzed, race: &RaceAnalysis) -> Value {
    let places = by_adjusted(&race.boats, BoatAnalysis::adjusted);
    let boats = race.boats.iter().zip(places).map(|(boat, place)| boat_json(analyzed, boat, place));
    let boats: Vec<Value> = boats.collect();
    json!({ "race": race.letter.to_string(), "over": race.over, "boats": boats })
}

fn boat_json(analyzed: &Analyzed, boat: &BoatAnalysis, place: usize) -> Value {
    let placing = boat.placing.map(|placing| decision(&placing, |(at, heading)| Berth(at, heading).to_string()));
    json!({
        "color": boat.color.name(),
        "ending": boat.ending.name(),
        "par": turns(boat.par),
        "traffic": turns(boat.traffic()),
        "error": turns(boat.error()),
        "luck": turns(boat.luck()),
        "turns": boat.turns.len(),
        "to_go": turns(boat.rest),
        "turns_without_luck": turns(boat.adjusted()),
        "place_without_luck": place,
        "placing": placing,
        "log": boat.turns.iter().map(|turn| turn_json(analyzed, turn)).collect::<Vec<_>>(),
    })
}

fn turn_json(analyzed: &Analyzed, turn: &TurnAnalysis) -> Value {
    let luck_of_all = |luck: PerColor<Mean>| -> Value {
        let colors = analyzed.book.regatta().seats().iter();
        colors.map(|color: Color| (color.name().to_owned(), measured(luck[color]))).collect()
    };
    json!({
        "turn": turn.number,
        "hand": turn.hand.to_string(),
        "before": turns(turn.before),
        "traffic": turns(turn.traffic),
        "dice": decision(&turn.dice, |choice| DiceText::of_choice(choice).to_string()),
        "roll": DiceText { hold: Hand::EMPTY, rolled: Rolled::Shows(turn.rolled) }.to_string(),
        "luck": turns(turn.luck),
        "luck_in_points": turn.luck_in_points.map(luck_of_all),
        "heading": decision(&turn.heading, |steer| steer.to_string()),
        "after": turns(turn.after),
    })
}

fn decision<T: Copy>(decision: &DecisionReview<T>, text: impl Fn(T) -> String) -> Value {
    json!({
        "made": text(decision.made),
        "best": text(decision.best),
        "error": turns(decision.error),
        "free": decision.free,
        "in_points": decision.points.map(|stake| {
            let mut json = measured(stake.error);
            json["best"] = text(stake.best).into();
            json
        }),
    })
}
