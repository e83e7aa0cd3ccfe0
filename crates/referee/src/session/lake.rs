//! A lake with the courses of its seed.

use super::BadSession;
use crate::SeededDice;
use powerboats_rules::{Course, LakeText, Letter, Misread, Sides, draw_course, draw_lake};
use std::str::FromStr;

/// The most boats that may race on a drawn lake.
const BOATS: usize = 6;

/// A lake, written as tiles or as a map.
#[derive(Clone)]
pub struct SeededLake {
    text: LakeText,
    /// The course of race A and the dice that draw the others, if the lake was drawn at random.
    drawn: Option<(Course, SeededDice)>,
}

impl PartialEq for SeededLake {
    fn eq(&self, other: &SeededLake) -> bool {
        self.text == other.text
    }
}

impl From<LakeText> for SeededLake {
    fn from(text: LakeText) -> SeededLake {
        SeededLake { text, drawn: None }
    }
}

impl FromStr for SeededLake {
    type Err = Misread;

    fn from_str(text: &str) -> Result<SeededLake, Misread> {
        text.parse::<LakeText>().map(SeededLake::from)
    }
}

impl SeededLake {
    /// The lake of a seed, on which six boats can run all three races. `powerboats lake --seed` draws the same.
    pub fn random(seed: u64, sides: Sides) -> SeededLake {
        let mut dice = SeededDice::new(seed);
        let (layout, first) = draw_lake(sides, BOATS, &mut dice);
        SeededLake { text: LakeText::Laid(layout), drawn: Some((first, dice)) }
    }

    #[allow(missing_docs)]
    pub fn text(&self) -> &LakeText {
        &self.text
    }

    /// A course for race A, B or C. Without a seed a random lake has the courses that `powerboats lake` draws. A seed draws
    /// among all possible courses.
    pub fn course(&self, race: &str, seed: Option<u64>) -> Result<Course, BadSession> {
        let LakeText::Laid(layout) = &self.text else { return Err(BadSession::NoSpots) };
        let letter = Letter::ALL.into_iter().find(|letter| letter.to_string() == race);
        let letter = letter.ok_or_else(|| BadSession::Letter(race.to_owned()))?;
        let course = match (seed, &self.drawn) {
            (None, Some((first, _))) if letter == Letter::A => Some(first.clone()),
            (None, Some((_, dice))) => draw_course(layout, letter, BOATS, &mut dice.clone()),
            _ => draw_course(layout, letter, BOATS, &mut SeededDice::new(seed.unwrap_or(0))),
        };
        course.ok_or(BadSession::NoCourse(letter))
    }
}
