//! JSON for the game's types (feature `serde`): most are strings in their text notation; dice are a list, high to low.

use crate::{Color, CoursePlan, Die, Hand, Heading, Hex, Layout, Leg, RoundingSide, Scoring, Sides, Steer};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, marker::PhantomData, str::FromStr};

/// Reads a string in the notation of `T`.
struct Text<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> de::Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($type:ty)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(Text(PhantomData))
            }
        }
    )*};
}

as_text!(Hex Heading Steer RoundingSide Color Leg Scoring Sides Layout CoursePlan);

impl Serialize for Die {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

impl<'de> Deserialize<'de> for Die {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Die, D::Error> {
        let shows = u8::deserialize(deserializer)?;
        Die::new(shows).ok_or_else(|| de::Error::custom(format_args!("invalid die {shows}: expected 1, 2 or 3")))
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.dice())
    }
}

/// Reads a list of dice in any order.
struct Dice;

impl<'de> de::Visitor<'de> for Dice {
    type Value = Hand;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of dice, each 1, 2 or 3")
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Hand, A::Error> {
        let mut hand = Hand::EMPTY;
        while let Some(die) = list.next_element()? {
            if usize::from(hand.len()) > Hand::MOST {
                return Err(de::Error::custom(format_args!("too many dice: expected at most {}", Hand::MOST + 1)));
            }
            hand = hand.with_die(die);
        }
        Ok(hand)
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hand, D::Error> {
        deserializer.deserialize_seq(Dice)
    }
}
