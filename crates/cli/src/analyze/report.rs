//! An analysis as a text for people.

use super::{
    Analyzed,
    words::{self, WORTH_TELLING},
};
use crate::format;
use powerboats_pilots::{
    analysis::{BoatAnalysis, BoatEnding, PlayerAnalysis, RaceAnalysis, StandInTurns, places},
    arena::Mean,
};
use std::fmt::{Result, Write};

/// The whole report.
pub fn print(analyzed: &Analyzed) -> std::result::Result<String, std::fmt::Error> {
    let mut text = String::new();
    for race in &analyzed.analysis.races {
        race_table(&mut text, race)?;
    }
    let players = analyzed.analysis.players();
    if players.iter().all(|player| player.races == 0) {
        writeln!(text, "Nothing has been played yet.")?;
        return Ok(text);
    }
    match_table(&mut text, analyzed, &players)?;
    stand_ins(&mut text, &players)?;
    without_luck(&mut text, analyzed, &players)?;
    points_table(&mut text, analyzed, &players)?;
    worst(&mut text, analyzed, &players)?;
    text.push_str(
        "\nAll in turns, a sinking counted as 100. Luck: gained by the dice against their average. Errors: lost against\n\
         the best decisions. Traffic: lost to boats in the way. Par + traffic + errors - luck = turns taken and to go.\n",
    );
    if players.iter().any(|player| player.points.is_some()) {
        text.push_str(
            "Points: those of the races, minus what damage costs in later races, estimated by simulation with Captains. ± is one\n\
             standard error. Others' luck: gained by the dice of all others.\n",
        );
    }
    Ok(text)
}

fn race_table(text: &mut String, race: &RaceAnalysis) -> Result {
    let unfinished = if race.over { "" } else { ", not over yet" };
    writeln!(text, "Race {}{unfinished}", race.letter)?;
    writeln!(text, "boat       par  traffic  errors    luck   turns             without luck")?;
    let order = places(&race.boats, BoatAnalysis::without_luck);
    for (boat, place) in race.boats.iter().zip(order) {
        let BoatAnalysis { color, par, .. } = boat;
        if boat.placing.is_none() {
            writeln!(text, "{color:<7} {par:>6.1}  not placed yet")?;
            continue;
        }
        let (traffic, error, luck) = (boat.traffic(), boat.error(), boat.luck());
        let taken = boat.turns.len();
        let turns = match boat.ending {
            BoatEnding::Finished => format!("{taken:>5}"),
            BoatEnding::Sunk => format!("{taken:>5}, sunk"),
            BoatEnding::Racing => format!("{taken:>5}, {:.1} to go", boat.turns_to_go),
        };
        let without_luck = boat.without_luck();
        writeln!(
            text,
            "{color:<7} {par:>6.1}  {:>7}  {:>6}  {:>6}   {turns:<18} {without_luck:>6.1}  {}",
            signed(traffic),
            signed(error),
            signed(luck),
            ordinal(place)
        )?;
        stand_in_row(text, boat.stand_in())?;
    }
    writeln!(text)
}

/// The row below a boat's, if a pilot played some of its turns.
fn stand_in_row(text: &mut String, StandInTurns { turns, luck, error }: StandInTurns) -> Result {
    if turns == 0 {
        return Ok(());
    }
    writeln!(text, "  stand-in {:>20}  {:>6}   {turns:>5} of these", signed(error), signed(luck))
}

fn match_table(text: &mut String, analyzed: &Analyzed, players: &[PlayerAnalysis]) -> Result {
    writeln!(text, "The match    luck  a race  errors  decisions     each   plays like    player")?;
    for player in players {
        let class = player.class().map_or_else(String::new, |class| class.with_article());
        writeln!(
            text,
            "{:<9} {:>7}  {:>6}  {:>6.1}  {:>9}  {:>7.3}   {class:<12}  {}",
            player.color,
            signed(player.luck),
            signed(player.luck_per_race()),
            player.error,
            player.decisions,
            player.error_rate(),
            analyzed.name(player.color)
        )?;
    }
    writeln!(text)
}

/// What pilots did for players who were late or away. It is not part of the players' figures.
fn stand_ins(text: &mut String, players: &[PlayerAnalysis]) -> Result {
    let helped: Vec<&PlayerAnalysis> = players.iter().filter(|player| player.stand_in.turns > 0).collect();
    if helped.is_empty() {
        return Ok(());
    }
    writeln!(text, "Turns by a stand-in, counted apart")?;
    for PlayerAnalysis { color, stand_in: StandInTurns { turns, luck, error }, .. } in helped {
        let turns = format::count(*turns as usize, "turn");
        writeln!(text, "{color:<9} {turns}, luck {}, errors {error:.1}", signed(*luck))?;
    }
    writeln!(text)
}

/// What the match would have looked like with average dice.
fn without_luck(text: &mut String, analyzed: &Analyzed, players: &[PlayerAnalysis]) -> Result {
    writeln!(text, "Without luck: turns of all races, had the dice been average")?;
    let mut rows: Vec<_> = places(players, PlayerAnalysis::without_luck).into_iter().zip(players).collect();
    rows.sort_by_key(|(place, _)| *place);
    let points = analyzed.book.regatta().points();
    for (place, player) in rows {
        let (color, name) = (player.color, analyzed.name(player.color));
        let (without_luck, cost) = (player.without_luck(), player.cost);
        let points = points[color];
        let word = if points == 1 { "point " } else { "points" };
        writeln!(text, "{place}. {color:<7} {without_luck:>6.1} instead of {cost:>5.1}   {points:>3} {word}   {name}")?;
    }
    Ok(())
}

/// The same in points, if they were weighed.
fn points_table(text: &mut String, analyzed: &Analyzed, players: &[PlayerAnalysis]) -> Result {
    if players.iter().all(|player| player.points.is_none()) {
        return Ok(());
    }
    writeln!(text, "\nIn points         luck   others' luck        errors     each  points   without luck  player")?;
    for player in players {
        let Some(points) = player.points else { continue };
        let scored = analyzed.book.regatta().points()[player.color];
        let without = analyzed.analysis.points_without_luck(player, scored).map_or_else(String::new, measured);
        writeln!(
            text,
            "{:<9} {:>12}   {:>12}  {:>12}  {:>7.3}  {scored:>6}   {without:>12}  {}",
            player.color,
            measured(points.luck),
            measured(points.others_luck),
            measured(points.error),
            points.error.mean / f64::from(player.decisions.max(1)),
            analyzed.name(player.color)
        )?;
    }
    Ok(())
}

/// `+1.2 ± 0.3`
fn measured(points: Mean) -> String {
    format!("{} ± {:.1}", signed(points.mean), points.error)
}

fn worst(text: &mut String, analyzed: &Analyzed, players: &[PlayerAnalysis]) -> Result {
    for player in players {
        let told: Vec<String> = if player.points.is_some() {
            let mistakes = analyzed.analysis.mistakes_in_points(player.color);
            let worth_telling = mistakes.iter().filter(|it| it.points.is_some_and(|it| it.mean >= WORTH_TELLING));
            worth_telling.take(analyzed.worst).map(words::mistake_in_points).collect()
        } else {
            let mistakes = analyzed.analysis.mistakes(player.color);
            let worth_telling = mistakes.iter().filter(|mistake| mistake.error >= WORTH_TELLING);
            worth_telling.take(analyzed.worst).map(words::mistake).collect()
        };
        if !told.is_empty() {
            writeln!(text, "\nWorst decisions of {} ({})", player.color, analyzed.name(player.color))?;
        }
        told.iter().try_for_each(|words| writeln!(text, "  {words}"))?;
    }
    Ok(())
}

/// `+0.3`, `-1.2`, and a plain `0.0`.
fn signed(turns: f64) -> String {
    let text = format!("{turns:+.1}");
    if text.ends_with("0.0") && text.len() == 4 { "0.0".to_owned() } else { text }
}

fn ordinal(place: usize) -> String {
    let ending = ["th", "st", "nd", "rd"].get(place).unwrap_or(&"th");
    format!("{place}{ending}")
}
