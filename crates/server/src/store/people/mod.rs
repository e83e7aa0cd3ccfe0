//! What the store keeps of people: accounts, whom they follow, and deleted players whose seats are not vacated yet.

mod accounts;
mod departures;
mod friends;
mod many;
mod resets;

pub(super) use accounts::new_name;
pub use accounts::{Account, Protection, TokenRow};
pub use friends::{CarriedRow, FollowedRow};
pub(super) use resets::new_reset;
