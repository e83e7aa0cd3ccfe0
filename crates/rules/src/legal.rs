//! The legal actions of a race.

use crate::{Action, DiceChoicesIter, Heading, Hex, Outcome, Phase, Race, SteerOption, outcomes};
use arrayvec::IntoIter;

/// The legal actions in one phase of a race, from [`Race::legal_actions`].
///
/// It owns what it needs, so the race can change while it runs.
#[derive(Debug)]
pub struct LegalActions(Kind);

#[derive(Debug)]
enum Kind {
    /// The start places that are left, and the place and heading that come next.
    Place(std::vec::IntoIter<Hex>, Option<Hex>, usize),
    Dice(DiceChoicesIter),
    Roll(std::vec::IntoIter<Outcome>),
    Steer(IntoIter<SteerOption, 3>),
    Over,
}

impl Race {
    /// All legal actions in the current phase, each once: every free start place with every heading, every choice of dice, or
    /// every direction. While dice are to be rolled, they are the possible rolls.
    ///
    /// ```
    /// use powerboats_rules::{Action, PositionText};
    ///
    /// let text = "12./12./12./12./12. e3E,l1,l5,a5 A-turns red:f3NE:-:0:start:0,white:e5E:21:1:1!:4 dice:red";
    /// let mut race = text.parse::<PositionText>()?.race()?;
    /// let actions: Vec<String> = race.legal_actions().map(|action| action.to_string()).collect();
    /// assert_eq!(actions, ["+?", "-"]); // roll one die, or none
    /// race.apply("+?".parse()?)?;
    /// let actions: Vec<String> = race.legal_actions().map(|action| action.to_string()).collect();
    /// assert_eq!(actions, ["+3", "+2", "+1"]);
    /// race.apply("+3".parse()?)?;
    /// assert!(race.legal_actions().all(|action| matches!(action, Action::Steer(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_actions(&self) -> LegalActions {
        LegalActions(match self.phase() {
            Phase::Place(_) => {
                let mut places = self.free_places().into_iter();
                let first = places.next();
                Kind::Place(places, first, 0)
            }
            Phase::Dice(_) => Kind::Dice(self.hand().choices().iter()),
            Phase::Chance(_, choice) => Kind::Roll(outcomes(choice.rolls()).collect::<Vec<_>>().into_iter()),
            Phase::Steer(..) => Kind::Steer(self.steer_options().into_iter()),
            Phase::Over => Kind::Over,
        })
    }
}

impl Iterator for LegalActions {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        match &mut self.0 {
            Kind::Place(places, at, heading) => {
                let action = Action::Place((*at)?, Heading::ALL[*heading]);
                *heading += 1;
                if *heading == Heading::ALL.len() {
                    (*at, *heading) = (places.next(), 0);
                }
                Some(action)
            }
            Kind::Dice(choices) => Some(Action::Choose(choices.next()?)),
            Kind::Roll(rolls) => Some(Action::Roll(rolls.next()?.rolled)),
            Kind::Steer(options) => Some(Action::Steer(options.next()?.steer)),
            Kind::Over => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Kind::Place(places, at, heading) => (places.len() + usize::from(at.is_some())) * 6 - heading,
            Kind::Dice(choices) => choices.len(),
            Kind::Roll(rolls) => rolls.len(),
            Kind::Steer(options) => options.len(),
            Kind::Over => 0,
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for LegalActions {}

impl std::iter::FusedIterator for LegalActions {}
