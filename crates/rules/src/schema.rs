//! OpenAPI schemas of the game's JSON types (feature `schema`).

use crate::{Color, CoursePlan, Die, Hand, Heading, Hex, Layout, Leg, RoundingSide, Scoring, Sides, Steer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, Object, ObjectBuilder, RefOr, Schema, schema::Type},
};

fn text(description: &str) -> ObjectBuilder {
    Object::builder().schema_type(Type::String).description(Some(description))
}

macro_rules! one_of {
    ($($type:ty: $description:literal;)*) => {$(
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                text($description).enum_values(Some(<$type>::ALL.map(|one| one.name()))).into()
            }
        }

        impl ToSchema for $type {}
    )*};
}

one_of! {
    Color: "The colour of a boat and of its player's seat, clockwise from orange";
    Heading: "A heading";
    Leg: "The mark a boat must cross next: the start line, the gate of buoy 1, 2 or 3, or the finish";
    Scoring: "How a race is scored";
    Sides: "Which sides of the tiles are up";
    RoundingSide: "The hand on which a buoy is rounded";
    Steer: "60° to the left, straight on, or 60° to the right";
}

macro_rules! pattern {
    ($($type:ty: $pattern:literal, $example:literal, $description:literal;)*) => {$(
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                text($description).pattern(Some($pattern)).examples([$example]).into()
            }
        }

        impl ToSchema for $type {}
    )*};
}

pattern! {
    Hex: "^[a-z]([1-9]|1[0-9]|2[0-6])$", "k12", "A hex: column and row";
    Layout: "^[1-6][dl]r?(,[1-6][dl]r?){2}/[1-6][dl]r?(,[1-6][dl]r?){2}$", "1d,4dr,2d/6dr,3d,5dr", "The layout of the six tiles: number, d (dark) or l (light), and r if rotated by 180°";
    CoursePlan: "^[a-z][0-9]+[A-Z]+(,[a-z][0-9]+){3}$", "w8NW,m21,e5,m9", "Buoy 0 with the line's heading, then buoys 1, 2 and 3";
}

impl PartialSchema for Die {
    fn schema() -> RefOr<Schema> {
        let die = Object::builder().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(3));
        die.description(Some("The face of a die")).into()
    }
}

impl ToSchema for Die {}

impl PartialSchema for Hand {
    fn schema() -> RefOr<Schema> {
        let dice = ArrayBuilder::new().items(Die::schema()).max_items(Some(Hand::MOST + 1));
        dice.description(Some("Dice; written high to low, read in any order")).into()
    }
}

impl ToSchema for Hand {}
