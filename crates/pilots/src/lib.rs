//! Pilots for Powerboats.
#![deny(unsafe_code)]

mod backup;
mod hands;
mod lanes;
mod order;
mod solver;
mod waters;

pub use solver::{Solution, Weights};
