//! The rules of Powerboats.
#![forbid(unsafe_code)]

mod boat;
mod chance;
mod course;
mod dice;
mod heading;
mod hex;
mod lake;
mod layout;
mod marks;
mod notation;
mod perft;
mod playout;
mod position;
mod race;
mod record;
mod regatta;
mod run;
mod score;
mod seats;
mod tile;

pub use boat::{Boat, SINKS_AT, Status};
pub use chance::{Draw, NoSides, Sides, dealt, draw_course, draw_lake, draw_layout, draw_starter, roll};
pub use course::{BadCourse, Course, CourseFault, CoursePlan};
pub use dice::{DiceChoice, DiceChoices, Die, Hand, NoHand, Outcome, outcomes};
pub use heading::{Heading, NoHeading, NoSteer, Steer};
pub use hex::{Hex, NoHex, SIZE};
pub use lake::{BadLake, Lake, LakeFault};
pub use layout::{BadLayout, Laid, Layout, LayoutFault};
pub use marks::{Crossings, Gate, Judged, Leg, NoLeg, Progress, Way};
pub use notation::{Berth, DiceText, IllegalPosition, LakeText, Misread, PositionText, Reason, Rolled, TurnText};
pub use perft::{Start, actions, perft, starts};
pub use playout::{random_action, random_turn, sail_at_random};
pub use position::{BadPosition, Position, PositionFault};
pub use race::{Action, BadRace, Event, Fleet, Phase, Race, Refusal};
pub use record::{Entry, Logbook, OneLine, Rank, Record, RecordError, RecordFault, Tag, TextFault, TurnEntry, replay};
pub use regatta::{BadDeal, BadRegatta, Regatta, RegattaPhase};
pub use run::{Move, Runs, SteerOption};
pub use score::{NoScoring, RaceResult, Scoring, ranking};
pub use seats::{BadSeats, BadStart, Color, NoColor, PerColor, Seats, StartRoll};
pub use tile::{Frame, Letter, MAPS, Side, Spot, Tile, TileFault, frame, parse_frame, tile};

/// Writes all faults of a list, one after the other.
fn write_list<T: std::fmt::Display>(f: &mut std::fmt::Formatter, items: &[T]) -> std::fmt::Result {
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i > 0 { "; " } else { "" })?;
    }
    Ok(())
}
