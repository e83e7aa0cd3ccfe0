//! Races for learning programs: numbered decisions, observations as rows of numbers, and many races side by side.
//!
//! Chance is part of a step: dice are rolled from a seed as soon as they are chosen.
//!
//! ```
//! use powerboats_pilots::training::{Batch, BatchSetup, NumberedDecision, Earned, Reward, Rows};
//! use powerboats_rules::Sides;
//!
//! let (tables, players) = (4, 2);
//! let setup = BatchSetup {
//!     tables, players, opponents: vec![], seed: 7, lakes: 2, sides: Sides::Mixed, reward: Reward::Points, most_turns: 200,
//! };
//! let mut batch = Batch::new(setup)?;
//! let mut observations = vec![0.0; tables * batch.observation_len()];
//! let (mut masks, mut seats) = (vec![false; tables * NumberedDecision::COUNT], vec![0; tables]);
//! let mut rows = Rows { observations: &mut observations, masks: &mut masks, seats: &mut seats };
//! let (mut rewards, mut done, mut actions) = (vec![0.0; tables * players], vec![false; tables], vec![0; tables]);
//! let mut races = 0;
//! while races < 10 {
//!     batch.sample(&mut actions); // a policy would look at the observations and masks
//!     batch.step(&actions, &mut rows, &mut Earned { rewards: &mut rewards, done: &mut done })?;
//!     races += done.iter().filter(|done| **done).count();
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod lakes;
mod numbers;
pub mod observation;
mod prefetch;
mod sight;
mod table;

pub use batch::{BadBatch, BadStep, Batch, BatchSetup, Earned, Rows};
pub use lakes::PreparedLake;
pub use numbers::{NumberedDecision, PLACES, VERSION};
pub use observation::observation_len;
pub use sight::Sight;
pub use table::{BadDecision, Reward, Table};
