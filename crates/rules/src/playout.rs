//! Random legal play: every legal choice equally likely.

use crate::{
    Action, DiceChoice, Draw, Hand, Heading, Logbook, Move, Phase, Race, RecordFault, RegattaPhase, Runs, Steer,
    draw_course, roll,
};
use arrayvec::ArrayVec;

/// Draws a legal action at random, or rolls the dice if the race waits for a roll. `None` when the race is over.
pub fn random_action(race: &Race, draw: &mut (impl Draw + ?Sized)) -> Option<Action> {
    match race.phase() {
        Phase::Place(_) => {
            let places = race.free_places();
            let at = places[draw.below(places.len() as u32) as usize]; // a race has start places for all boats
            Some(Action::Place(at, Heading::ALL[draw.below(6) as usize]))
        }
        Phase::Dice(color) => Some(Action::Choose(random_choice(race.boat(color)?.hand, draw))),
        Phase::Chance(_, choice) => Some(Action::Roll(roll(choice.rolls(), draw))),
        Phase::Steer(..) => Some(Action::Steer(random_steer(&race.steer_runs()?, draw))),
        Phase::Over => None,
    }
}

#[inline]
fn random_choice(hand: Hand, draw: &mut (impl Draw + ?Sized)) -> DiceChoice {
    let choices = hand.choices();
    choices.get(draw.below(choices.len()))
}

#[inline]
fn random_steer(runs: &Runs, draw: &mut (impl Draw + ?Sized)) -> Steer {
    let legal: ArrayVec<Steer, 3> = Steer::ALL.into_iter().filter(|&steer| runs.is_legal(steer)).collect();
    legal[draw.below(legal.len() as u32) as usize]
}

/// Plays a whole random turn. `None` if the race does not wait for a choice of dice.
#[inline]
pub fn random_turn(race: &mut Race, draw: &mut (impl Draw + ?Sized)) -> Option<Move> {
    let Phase::Dice(_) = race.phase() else { return None };
    let choice = random_choice(race.hand(), draw);
    race.choose(choice).ok()?;
    race.roll(roll(choice.rolls(), draw)).ok()?;
    let steer = random_steer(&race.steer_runs()?, draw);
    race.steer(steer).ok()
}

/// Deals courses and plays at random until the regatta is over or `most` turns are played. Returns the number of turns.
pub fn play_at_random(book: &mut Logbook, most: u64, draw: &mut (impl Draw + ?Sized)) -> Result<u64, RecordFault> {
    let mut turns = 0;
    while turns < most {
        match book.regatta().phase() {
            RegattaPhase::Deal(letter) => {
                let (layout, boats) = (book.regatta().layout(), book.regatta().seats().len());
                let course = draw_course(layout, letter, boats, draw).ok_or(crate::BadDeal::Unplayable)?;
                book.deal(course)?;
            }
            RegattaPhase::Race(_) => {
                let Some(action) = book.regatta().race().and_then(|race| random_action(race, draw)) else { break };
                book.apply(action)?;
                turns += u64::from(matches!(action, Action::Steer(_)));
            }
            RegattaPhase::Over => break,
        }
    }
    Ok(turns)
}
