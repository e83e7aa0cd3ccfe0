//! Mistakes as people tell them.

use crate::format::number_word;
use powerboats_pilots::analysis::{DecisionReview, Mistake, MistakeDetail};
use powerboats_rules::{DiceChoice, Hand, Heading, Hex, Steer};

/// Mistakes smaller than this, in turns or in points, are not worth telling.
pub const WORTH_TELLING: f64 = 0.05;

/// A mistake in words: when, what was done, and what would have been best in turns and in points.
struct Told {
    when: String,
    made: String,
    best: String,
    best_in_points: String,
}

fn told(what: &MistakeDetail) -> Told {
    match *what {
        MistakeDetail::Placing(placing) => {
            let made = format!("placed on {}", berth(placing.made));
            spell("the start".to_owned(), made, &placing, berth)
        }
        MistakeDetail::Dice(turn, hand, choice) => {
            spell(format!("turn {turn}"), chosen(hand, choice.made), &choice, |choice| choosing(hand, choice))
        }
        MistakeDetail::Heading(turn, hand, steer) => {
            let made = match steer.made {
                Steer::Straight => "went straight on".to_owned(),
                turn => format!("turned {turn}"),
            };
            let way = |steer| match steer {
                Steer::Straight => "straight on".to_owned(),
                turn => turn.to_string(),
            };
            spell(format!("turn {turn}"), format!("{made} with {}", dice(hand)), &steer, way)
        }
    }
}

fn spell<T: Copy>(when: String, made: String, decision: &DecisionReview<T>, words: impl Fn(T) -> String) -> Told {
    let best_in_points = decision.points.map_or(decision.best, |points| points.best);
    Told { when, made, best: words(decision.best), best_in_points: words(best_in_points) }
}

/// `Race B, turn 7: held 3 2 and rolled one die; holding only 2 and rolling none was 0.8 turns better`.
pub fn mistake(mistake: &Mistake) -> String {
    let Told { when, made, best, .. } = told(&mistake.what);
    format!("Race {}, {when}: {made}; {best} was {:.1} turns better", mistake.letter, mistake.error)
}

/// `Race B, turn 7: turned left with 3 1; straight on was 1.2 points better, and 0.8 turns`.
pub fn mistake_in_points(mistake: &Mistake) -> String {
    let Told { when, made, best, best_in_points } = told(&mistake.what);
    let (points, turns) = (mistake.points.map_or(0.0, |points| points.mean), mistake.error);
    let in_turns = match best == best_in_points {
        _ if turns < WORTH_TELLING => "but no turns".to_owned(),
        true => format!("and {turns:.1} turns"),
        false => format!("in turns {best} by {turns:.1}"),
    };
    format!("Race {}, {when}: {made}; {best_in_points} was {points:.1} points better, {in_turns}", mistake.letter)
}

fn berth((at, heading): (Hex, Heading)) -> String {
    format!("{at} facing {heading}")
}

/// `3 2`, or `no dice`.
fn dice(hand: Hand) -> String {
    let shown: Vec<String> = hand.dice().map(|die| (die as u8).to_string()).collect();
    if shown.is_empty() { "no dice".to_owned() } else { shown.join(" ") }
}

/// `one die`, `two dice`.
fn number(dice: u8) -> String {
    if dice == 1 { "one die".to_owned() } else { format!("{} dice", number_word(dice.into())) }
}

fn chosen(hand: Hand, choice: DiceChoice) -> String {
    said(hand, choice, ["held", "rolled", "took"])
}

fn choosing(hand: Hand, choice: DiceChoice) -> String {
    said(hand, choice, ["holding", "rolling", "taking"])
}

fn said(hand: Hand, choice: DiceChoice, [hold, roll, take]: [&str; 3]) -> String {
    let rolled = match choice.rolls() {
        0 => format!("{roll} none"),
        rolls => format!("{roll} {}", number(rolls)),
    };
    // Of 3 2 one holds only the 2, but not only both.
    let held = match choice.hold {
        Hand::EMPTY if choice.count == 0 => return format!("{take} no dice"),
        Hand::EMPTY if hand.is_empty() => return rolled,
        Hand::EMPTY => "none".to_owned(),
        all if all == hand => dice(all),
        part => format!("only {}", dice(part)),
    };
    format!("{hold} {held} and {rolled}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use powerboats_pilots::{analysis::DecisionPoints, arena::Mean};
    use powerboats_rules::Letter;

    fn told(what: MistakeDetail) -> String {
        mistake(&Mistake { letter: Letter::B, error: 0.8, points: None, what })
    }

    fn choice(hold: &str, count: u8) -> DiceChoice {
        DiceChoice { hold: hold.parse().unwrap(), count }
    }

    #[test]
    fn mistakes_read_as_people_tell_them() {
        let dice = |hand: &str, made, best| {
            told(MistakeDetail::Dice(
                7,
                hand.parse().unwrap(),
                DecisionReview { made, best, error: 0.8, free: true, points: None },
            ))
        };
        assert_eq!(
            dice("32", choice("32", 3), choice("2", 1)),
            "Race B, turn 7: held 3 2 and rolled one die; holding only 2 and rolling none was 0.8 turns better"
        );
        assert_eq!(
            dice("32", choice("", 1), choice("32", 2)),
            "Race B, turn 7: held none and rolled one die; holding 3 2 and rolling none was 0.8 turns better"
        );
        assert_eq!(
            dice("", choice("", 0), choice("", 1)),
            "Race B, turn 7: took no dice; rolling one die was 0.8 turns better"
        );
        let steer = DecisionReview { made: Steer::Left, best: Steer::Straight, error: 0.8, free: true, points: None };
        assert_eq!(
            told(MistakeDetail::Heading(2, "31".parse().unwrap(), steer)),
            "Race B, turn 2: turned left with 3 1; straight on was 0.8 turns better"
        );
        let placing = DecisionReview {
            made: ("k12".parse().unwrap(), Heading::E),
            best: ("k13".parse().unwrap(), Heading::NE),
            error: 0.8,
            free: true,
            points: None,
        };
        assert_eq!(
            told(MistakeDetail::Placing(placing)),
            "Race B, the start: placed on k12 facing E; k13 facing NE was 0.8 turns better"
        );
    }
    #[test]
    fn points_are_told_with_turns_beside_them() {
        let told = |best: Steer, best_in_points: Steer, error: f64| {
            let lost = Mean { mean: 1.23, error: 0.1 };
            let points = Some(DecisionPoints { best: best_in_points, error: lost, ahead: Mean::default() });
            let steer = DecisionReview { made: Steer::Left, best, error, free: true, points };
            let what = MistakeDetail::Heading(2, "31".parse().unwrap(), steer);
            mistake_in_points(&Mistake { letter: Letter::B, error, points: Some(lost), what })
        };
        assert_eq!(
            told(Steer::Straight, Steer::Straight, 0.8),
            "Race B, turn 2: turned left with 3 1; straight on was 1.2 points better, and 0.8 turns"
        );
        assert_eq!(
            told(Steer::Right, Steer::Straight, 0.8),
            "Race B, turn 2: turned left with 3 1; straight on was 1.2 points better, in turns right by 0.8"
        );
        assert_eq!(
            told(Steer::Left, Steer::Straight, 0.0),
            "Race B, turn 2: turned left with 3 1; straight on was 1.2 points better, but no turns"
        );
    }
}
