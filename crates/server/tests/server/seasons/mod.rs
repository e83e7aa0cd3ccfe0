//! Seasons: laws of the pure parts, whole seasons with a simulated clock, and seasons on a real server.

mod blocked;
mod laws;
mod life;
mod simulation;
mod whole;
