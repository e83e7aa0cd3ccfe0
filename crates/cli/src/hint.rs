//! `powerboats hint`: what each choice is worth to the player whose turn it is.

use crate::{
    files,
    format::{capitalize, number_word, percent},
    verdict::Answers,
};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args as ClapArgs;
use powerboats_pilots::{
    CourseCache, DiceHint, Hint, Landing, MoveEnding, PlaceHint, Score, SteerHint, Weights, can_finish,
};
use powerboats_referee::HintView;
use powerboats_rules::{Action, Berth, Boat, DiceChoice, Hand, Leg, Phase, PositionText, Race, RegattaPhase, replay};
use std::{fmt::Write, path::PathBuf};

#[derive(ClapArgs)]
#[command(override_usage = "powerboats hint [OPTIONS] <FILE>\n       powerboats hint [OPTIONS] --position <TEXT>")]
pub struct Args {
    /// A record, of which the last position counts, or a file with a position; - for standard input
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// A position as one line of text
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Also show the expected points of each choice, as the Admiral computes them
    #[arg(long)]
    points: bool,
    /// Print one JSON object, as the referee's operation `hint` does
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let (race, score) = match (&args.position, &args.file) {
        (Some(text), _) => read_position(text.trim()).context("--position")?,
        (None, Some(path)) => {
            let text = files::read(path)?;
            read(&text).with_context(|| files::name(path))?
        }
        (None, None) => bail!("expected a record or a position"),
    };
    let courses = CourseCache::new();
    match race.phase() {
        Phase::Over => bail!("no hint: the race is over"),
        Phase::Chance(..) => bail!("no hint: the dice are about to be rolled, so no player has a choice"),
        Phase::Place(_) | Phase::Dice(_) | Phase::Steer(..) => {}
    }
    if args.json {
        return Answers::print(HintView::of(&race, args.points.then_some(&score), &courses));
    }
    let mut text = capitalize(&situation(&race).unwrap_or_default()) + "\n";
    match Hint::of(&race, &courses).filter(|_| can_finish(&race, &courses)) {
        None => text += "No way leads to the finish from here.\n",
        Some(mut hint) => {
            if args.points {
                hint.add_points(&race, &score, &courses);
            }
            text += &(table(&hint)? + &points(&hint)? + &note(&hint));
        }
    }
    files::write(None, &text)
}

/// The expected points of each choice, the best first; empty if they were not computed.
fn points(hint: &Hint) -> Result<String> {
    let mut points = hint.points();
    points.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut text = String::from(if points.is_empty() { "" } else { "\npoints\n" });
    for (action, points) in points {
        let choice = match action {
            Action::Place(at, heading) => Berth(at, heading).to_string(),
            Action::Choose(choice) => choice_text(choice),
            Action::Steer(steer) => steer.to_string(),
            Action::Roll(_) => continue, // not a player's choice
        };
        let points = (points * 100.0).round() / 100.0 + 0.0; // + 0.0: never "-0.00"
        writeln!(text, "{points:>6.2}  {choice}")?;
    }
    Ok(text)
}

/// Reads a record, replayed to its end, or a position. Returns the race and the score of the match.
fn read(text: &str) -> Result<(Race, Score)> {
    if text.starts_with("powerboats record") {
        let book = replay(text)?;
        return match book.regatta().phase() {
            RegattaPhase::Race(_) => {
                let race =
                    book.regatta().race().cloned().ok_or_else(|| anyhow!("no hint: the record has no race yet"))?;
                Ok((race, Score::of(book.regatta())))
            }
            RegattaPhase::Deal(letter) => bail!("no hint: the record ends before race {letter}"),
            RegattaPhase::Over => bail!("no hint: the match is over"),
        };
    }
    // Comments and empty lines before and after the position are ignored.
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    let (line, number) = lines.next().ok_or_else(|| anyhow!("the file has neither a record nor a position"))?;
    if let Some((_, second)) = lines.next() {
        bail!("line {second}: expected a single line with a position; a record begins with `powerboats record 1`");
    }
    read_position(line).with_context(|| format!("line {number}"))
}

fn read_position(text: &str) -> Result<(Race, Score)> {
    let race = text.parse::<PositionText>()?.race()?;
    let score = Score::of_race(&race);
    Ok((race, score))
}

/// Who has to decide what, and the state of their boat.
fn situation(race: &Race) -> Option<String> {
    let boat = race.boat(race.phase().turn()?)?;
    let Boat { color, hand, damage, .. } = *boat;
    let place = boat.at().zip(boat.heading()).map(|(at, heading)| format!(" on {}", Berth(at, heading)));
    let place = place.unwrap_or_default();
    let next = match boat.progress.leg {
        Leg::Start => "start".to_owned(),
        Leg::Finish => "finish".to_owned(),
        gate => format!("buoy {gate}"),
    };
    Some(match race.phase() {
        Phase::Steer(_, rolled) => {
            let total = rolled.total();
            format!("{color}{place} steers. Dice: {}, total {total}. Damage: {damage}. Next: {next}", dice(rolled))
        }
        Phase::Dice(_) => format!("{color}{place} chooses dice. Dice: {}. Damage: {damage}. Next: {next}", dice(hand)),
        _ => format!("{color} places its boat. Damage: {damage}"),
    })
}

/// `3 2`, or `none`.
fn dice(hand: Hand) -> String {
    let shown: Vec<String> = hand.dice().map(|die| (die as u8).to_string()).collect();
    if shown.is_empty() { "none".to_owned() } else { shown.join(" ") }
}

/// `hold 3, roll two dice`.
fn choice_text(choice: DiceChoice) -> String {
    let rolled = match choice.rolls() {
        0 => None,
        1 => Some("roll one die".to_owned()),
        number => Some(format!("roll {} dice", number_word(number.into()))),
    };
    match (choice.hold.is_empty(), rolled) {
        (true, None) => "take no dice".to_owned(),
        (true, Some(rolled)) => rolled,
        (false, None) => format!("hold {}, roll none", dice(choice.hold)),
        (false, Some(rolled)) => format!("hold {}, {rolled}", dice(choice.hold)),
    }
}

/// Explains large numbers of turns, which come from a possible sinking.
fn note(hint: &Hint) -> String {
    let sinking = Weights::default().sinking;
    let many = hint.turns().is_some_and(|turns| turns > sinking / 2.0);
    if many { format!("\nA sinking counts as {sinking:.0} turns.\n") } else { String::new() }
}

fn table(hint: &Hint) -> Result<String> {
    match hint {
        Hint::Place(places) => place_table(places),
        Hint::Dice(dice) => dice_table(dice),
        Hint::Steer(headings) => steer_table(headings),
    }
}

fn place_table(places: &[PlaceHint]) -> Result<String> {
    let mut text = String::new();
    if let Some(best) = places.first() {
        writeln!(text, "Best: {}, {:.1} turns\n", Berth(best.at, best.heading), best.turns)?;
    }
    writeln!(text, " turns  place")?;
    for place in places {
        writeln!(text, "{:>6.2}  {}", place.turns, Berth(place.at, place.heading))?;
    }
    Ok(text)
}

fn dice_table(hints: &[DiceHint]) -> Result<String> {
    let mut text = String::new();
    let words: Vec<String> = hints.iter().map(|hint| choice_text(hint.choice)).collect();
    if let (Some(best), Some(words)) = (hints.first(), words.first()) {
        write!(text, "{}: {:.1} turns", capitalize(words), best.turns)?;
        for (risk, name) in [(best.crash, "crash"), (best.sink, "sink"), (best.finish, "finish")] {
            if risk > 0.0 {
                write!(text, ", {name} {}", percent(risk))?;
            }
        }
        writeln!(text, "\n")?;
    }
    let width = words.iter().map(String::len).max().unwrap_or(0).max(6);
    writeln!(text, " turns  crash   sink  finish  {:<width$}  where it ends", "choice")?;
    for (hint, words) in hints.iter().zip(&words) {
        let [crash, sink, finish] = [hint.crash, hint.sink, hint.finish].map(percent);
        write!(text, "{:>6.2}  {crash:>5}  {sink:>5}  {finish:>6}  {words:<width$}  ", hint.turns)?;
        writeln!(text, "{}", landings(&hint.landings))?;
    }
    Ok(text)
}

/// The number of landings shown per row.
const MAX_LANDINGS: usize = 4;

fn landings(landings: &[Landing]) -> String {
    let one = |landing: &Landing| {
        let how = match landing.ending {
            MoveEnding::Sails => "",
            MoveEnding::Crashes => " crash",
            MoveEnding::Sinks => " sunk",
            MoveEnding::Finishes => " finish",
        };
        format!("{}{how} {}", Berth(landing.at, landing.heading), percent(landing.chance))
    };
    let mut shown: Vec<String> = landings.iter().take(MAX_LANDINGS).map(one).collect();
    if landings.len() > MAX_LANDINGS {
        shown.push(format!("{} more", landings.len() - MAX_LANDINGS));
    }
    shown.join(", ")
}

fn steer_table(hints: &[SteerHint]) -> Result<String> {
    let mut text = String::new();
    if let Some((best, outcome)) = hints.first().and_then(|hint| Some((hint, hint.outcome.ok()?))) {
        writeln!(text, "{}: {:.1} turns\n", capitalize(best.steer.name()), outcome.turns)?;
    }
    writeln!(text, " turns  steer     result")?;
    for hint in hints {
        let steer = hint.steer.name();
        match hint.outcome {
            Ok(outcome) => {
                let (option, damage) = (outcome.option, outcome.option.damage);
                let end = Berth(option.end, option.heading);
                let crash = if option.crash() { format!(", crashes, damage {damage}") } else { String::new() };
                let then = match outcome.ending {
                    MoveEnding::Finishes => ", finishes",
                    MoveEnding::Sinks => ", sinks",
                    MoveEnding::Sails | MoveEnding::Crashes => "",
                };
                writeln!(text, "{:>6.2}  {steer:<8}  runs {} to {end}{crash}{then}", outcome.turns, option.steps)?;
            }
            Err(refusal) => writeln!(text, "     -  {steer:<8}  forbidden: {refusal}")?,
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_written_in_words() {
        let words = |hold: &str, count| choice_text(DiceChoice { hold: hold.parse().unwrap(), count });
        assert_eq!(words("3", 3), "hold 3, roll two dice");
        assert_eq!(words("32", 2), "hold 3 2, roll none");
        assert_eq!(words("", 1), "roll one die");
        assert_eq!(words("", 0), "take no dice");
        assert_eq!(words("", 13), "roll 13 dice");
    }
}
