//! Ratings: how strong players are, learned from the ranks in their matches.
//!
//! [`model`] is the model that the server uses: Weng and Lin's method with Bradley–Terry pairs. [`rivals`] are models that it
//! was compared with. [`trial`] lets pilots of graded strength play each other, and [`fit`] chooses the constants by how well
//! each model predicts those matches. `powerboats fit-ratings` prints the result; docs/ratings.md explains it.
//!
//! Everything here is pure: no store, no clock. The same matches give the same ratings on every machine.
#![forbid(unsafe_code)]

pub mod calibration;
pub mod fit;
pub mod ladder;
pub mod model;
pub mod rivals;
pub mod trial;

pub use ladder::Ladder;
pub use model::{Model, Rating, Standing};
