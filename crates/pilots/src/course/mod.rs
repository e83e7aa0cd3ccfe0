//! What can be calculated about a course: par, odds, the best route, the reach of a choice, the outlook, distances; and a cache for it.

pub mod cache;
pub mod distances;
pub mod odds;
pub mod outlook;
pub mod par;
pub mod reach;
pub mod route;
