//! The names of boats that protected players show instead of their own.

use crate::ids::{EventId, PlayerId};
use sha2::{Digest, Sha256};

/// Names that real boats have, and that need no translation.
pub(super) const BOATS: [&str; 72] = [
    "Albatros",
    "Altair",
    "Andromeda",
    "Antares",
    "Aquila",
    "Arcadia",
    "Argo",
    "Ariel",
    "Atlantis",
    "Aurora",
    "Avalon",
    "Bellona",
    "Borealis",
    "Calypso",
    "Capella",
    "Castor",
    "Celeste",
    "Ceres",
    "Circe",
    "Clio",
    "Corona",
    "Cygnus",
    "Daphne",
    "Delphi",
    "Diana",
    "Dorado",
    "Echo",
    "Electra",
    "Estrella",
    "Europa",
    "Flora",
    "Fortuna",
    "Galatea",
    "Halcyon",
    "Helios",
    "Hydra",
    "Iris",
    "Juno",
    "Libelle",
    "Lyra",
    "Maia",
    "Meridian",
    "Minerva",
    "Miranda",
    "Naiad",
    "Nautilus",
    "Nereus",
    "Oceana",
    "Orion",
    "Pandora",
    "Pegasus",
    "Perseus",
    "Phoenix",
    "Pollux",
    "Poseidon",
    "Rigel",
    "Selene",
    "Serena",
    "Sirius",
    "Spica",
    "Stella",
    "Thalia",
    "Thetis",
    "Titania",
    "Triton",
    "Undine",
    "Urania",
    "Vega",
    "Vela",
    "Viola",
    "Zenith",
    "Zephyr",
];

/// The name of a player's boat: always the same, and it says nothing about the player.
pub fn boat_name(player: &PlayerId) -> String {
    drawn(&format!("boat of {player}"))
}

/// The title of an event whose organiser is protected, so that its name says nothing either.
pub fn boat_title(event: &EventId) -> String {
    drawn(&format!("boat of event {event}"))
}

/// Whether a text is the name of a boat with its number, so that it says nothing.
pub fn is_boat_name(text: &str) -> bool {
    let is_number = |text: &str| text.len() == 3 && text.parse().is_ok_and(|number: u16| number >= 100);
    text.rsplit_once(' ').is_some_and(|(boat, number)| BOATS.contains(&boat) && is_number(number))
}

fn drawn(seed: &str) -> String {
    let hash = Sha256::digest(seed);
    let part = |at: usize| usize::from(hash[at]) << 8 | usize::from(hash[at + 1]);
    format!("{} {}", BOATS[part(0) % BOATS.len()], 100 + part(2) % 900)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::{Name, naming::Filter};
    use std::collections::HashSet;

    /// Otherwise anybody could pass for a protected player.
    #[test]
    fn nobody_chooses_the_name_of_a_boat_with_its_number() {
        let filter = Filter::default();
        let is_allowed = |name: &str| filter.check_name(&Name::read(name).unwrap()).is_ok();
        for boat in BOATS {
            assert!(
                is_allowed(boat) && is_allowed(&format!("{boat} 12")) && is_allowed(&format!("{boat} Lee")),
                "{boat}"
            );
            assert!(!is_allowed(&format!("{boat} 123")), "{boat}");
        }
        for bad in [
            "calypso417",
            "CALYPSO-417",
            "Сalypso 417",
            "Ϲalypso 417",
            "Calypso ４１７",
            "Calypso 4I7",
            "Calypso 4І7",
            "Calypso 4ӏ7",
            "Calypso 4|7",
            "Calypso 4∣7",
            "C a l y p s o 4 1 7",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
        for good in ["Calypso 2010", "Calypso IIO", "417", "Ann 417"] {
            assert!(is_allowed(good), "{good}");
        }
    }

    #[test]
    fn a_player_always_has_the_same_boat_and_few_share_one() {
        let players: Vec<PlayerId> = (0..1000).map(|_| PlayerId::random()).collect();
        assert!(players.iter().all(|player| boat_name(player) == boat_name(player)));
        let names: HashSet<String> = players.iter().map(boat_name).collect();
        assert!(names.len() > 950, "{}", names.len());
        assert!(names.iter().all(|name| is_boat_name(name)) && is_boat_name(&boat_title(&EventId::random())));
        for other in ["Calypso", "Calypso 12", "Calypso 1234", "Calypso 012", "Calypso +12", "Calypso  417", "Ann 417"]
        {
            assert!(!is_boat_name(other), "{other}");
        }
    }
}
