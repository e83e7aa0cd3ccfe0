//! How many players a service can have: a simulation whose costs are measured, and what it says about sizes that no test
//! machine has. docs/scale.md explains it.

mod agenda;
pub mod calibration;
pub mod capacity;
pub mod costs;
pub mod distribution;
mod fit;
mod machine;
pub mod measurements;
pub mod observation;
pub mod simulation;
pub mod table;
