//! Reserved names: those that could be mistaken for a pilot, a boat, a protected player or the server.

use super::{
    boat::BOATS,
    folded::{Folded, plain},
};
use crate::text::is_ideograph;
use std::{collections::HashMap, sync::LazyLock};

/// The names of pilots in the web app's four languages, and other forms of them.
const PILOTS: [&str; 44] = [
    "Rookie",
    "Deckhand",
    "Bosun",
    "Mate",
    "Skipper",
    "Commander",
    "Captain",
    "Admiral",
    "Turtle",
    "Gambler",
    "Fox",
    "Neuling",
    "Matrose",
    "Bootsmann",
    "Bootsfrau",
    "Steuermann",
    "Kommandant",
    "Kapitän",
    "Schildkröte",
    "Zockerin",
    "Fuchs",
    "Novice",
    "Matelot",
    "Bosco",
    "Second",
    "Commandant",
    "Capitaine",
    "Amiral",
    "Tortue",
    "Flambeuse",
    "Renard",
    "新手",
    "水手",
    "水手長",
    "大副",
    "舵手",
    "指揮官",
    "中校",
    "船長",
    "上將",
    "烏龜",
    "賭客",
    "賭徒",
    "狐狸",
];

/// The names of boats.
const COLORS: [&str; 25] = [
    "Orange", "Yellow", "Black", "Red", "Purple", "White", "Gelb", "Schwarz", "Rot", "Lila", "Weiß", "Weiss", "Jaune",
    "Noir", "Rouge", "Violet", "Blanc", "橘色", "黃色", "黑色", "紅色", "紫色", "白色", "黄色", "红色",
];

/// What people are called who keep order on a server, and the game itself. No name may have such a word in it.
const STAFF: [&str; 44] = [
    "Powerboats",
    "勁爆賽艇",
    "Admin",
    "Admins",
    "Administrator",
    "Administrators",
    "Administratoren",
    "Administratorin",
    "Administratorinnen",
    "Administrateur",
    "Administrateurs",
    "Administratrice",
    "Administratrices",
    "Administration",
    "管理員",
    "管理员",
    "Moderator",
    "Moderators",
    "Moderatoren",
    "Moderatorin",
    "Moderatorinnen",
    "Modérateur",
    "Modérateurs",
    "Modératrice",
    "Modératrices",
    "Moderation",
    "版主",
    "Operator",
    "Operators",
    "Operatoren",
    "Operatorin",
    "Operatorinnen",
    "Betreiber",
    "Betreiberin",
    "Betreiberinnen",
    "Opérateur",
    "Opérateurs",
    "Opératrice",
    "Opératrices",
    "Exploitant",
    "Exploitants",
    "Exploitante",
    "Exploitantes",
    "營運者",
];

/// The names of other people and programs that run a server, its events and regattas.
const ROLES: [&str; 37] = [
    "Server",
    "Servers",
    "Serveur",
    "Serveurs",
    "伺服器",
    "服务器",
    "Host",
    "Hosts",
    "Gastgeber",
    "Hôte",
    "Hôtes",
    "主持人",
    "房主",
    "System",
    "Systems",
    "Systeme",
    "Système",
    "Systèmes",
    "系統",
    "系统",
    "Gastgeberin",
    "Gastgeberinnen",
    "Hôtesse",
    "Hôtesses",
    "Organiser",
    "Organisers",
    "Organizer",
    "Organizers",
    "Organisateur",
    "Organisateurs",
    "Organisatrice",
    "Organisatrices",
    "Veranstalter",
    "Veranstalterin",
    "主辦人",
    "船长",
    "上将",
];

/// Every reserved word in folded form, with its spelling.
static WORDS: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
    let words = PILOTS.into_iter().chain(COLORS).chain(ROLES).chain(STAFF);
    words.flat_map(|word| Folded::new(word).variants.map(|variant| (variant, word))).collect()
});

/// The words that no name may have in it, in folded form, with their spelling.
static INSIDE: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
    STAFF.into_iter().flat_map(|word| Folded::new(word).variants.map(|variant| (variant, word))).collect()
});

/// The names of the boats of protected players in folded form, with their spelling.
static PROTECTED: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
    BOATS.into_iter().flat_map(|boat| Folded::new(boat).variants.map(|variant| (variant, boat))).collect()
});

/// The boat that a name looks like, if a number of three digits follows.
fn protected(name: &str) -> Option<&'static str> {
    let letters: Vec<char> = plain(name).chars().filter(|letter| letter.is_alphanumeric() || *letter == '|').collect();
    let (boat, number) = letters.split_at(letters.len().checked_sub(3)?);
    let is_digit = |letter: &char| letter.is_numeric() || "IlOo|".contains(*letter);
    let is_number = number.iter().all(is_digit) && number.iter().any(|letter| letter.is_numeric());
    let boat = Folded::new(&boat.iter().collect::<String>());
    boat.variants.into_iter().filter(|_| is_number).find_map(|variant| PROTECTED.get(&variant).copied())
}

/// The word of [`STAFF`] that is in a name as a word, even if signs separate its letters or a number is beside it. In Chinese,
/// which has no spaces, it may be anywhere.
fn inside(name: &str) -> Option<&'static str> {
    let plain = plain(name);
    let is_letter = |letter: char| letter.is_alphanumeric() || "|!@$".contains(letter);
    let words: Vec<&str> = plain.split(|letter: char| !is_letter(letter)).filter(|word| !word.is_empty()).collect();
    let runs = (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
    let is_staff =
        |text: &str| Folded::new(text).variants.into_iter().find_map(|variant| INSIDE.get(&variant).copied());
    let in_runs = runs.map(|(from, to)| words[from..to].concat()).find_map(|run| {
        let bare = run.trim_matches(|letter: char| letter.is_ascii_digit());
        is_staff(&run).or_else(|| is_staff(bare))
    });
    in_runs.or_else(|| STAFF.into_iter().find(|word| word.chars().all(is_ideograph) && name.contains(word)))
}

/// The reserved word that a name looks like. A name is reserved if it consists of nothing but reserved words, whatever
/// separates their letters, or of one such word and a number. It is also reserved if one of the words for the staff is in it.
pub fn reserved(name: &str) -> Option<&'static str> {
    let numbered = name.trim_end_matches(|letter: char| !letter.is_alphabetic());
    let whole = Folded::new(name).variants.into_iter().find_map(|variant| made_of(&variant));
    whole.or_else(|| protected(name)).or_else(|| inside(name)).or_else(|| {
        let word = Folded::new(numbered).variants.into_iter().find_map(|variant| WORDS.get(&variant).copied())?;
        (!COLORS.contains(&word)).then_some(word)
    })
}

/// The first word of a text that consists of reserved words only.
fn made_of(text: &str) -> Option<&'static str> {
    let mut reached: Vec<(usize, &'static str)> = vec![];
    for (end, _) in text.char_indices().skip(1).chain([(text.len(), ' ')]) {
        let from = reached.iter().map(|(start, first)| (*start, Some(*first))).chain([(0, None)]);
        let found = from.into_iter().find_map(|(start, first)| {
            let word = WORDS.get(&text[start..end])?;
            Some((end, first.unwrap_or(word)))
        });
        reached.extend(found);
    }
    reached.into_iter().find(|(end, _)| *end == text.len()).map(|(_, first)| first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the web app that hold the pilots' names.
    const RIVALS: [&str; 4] = [
        include_str!("../../../../../web/src/lib/i18n/rivals/en.ts"),
        include_str!("../../../../../web/src/lib/i18n/rivals/de.ts"),
        include_str!("../../../../../web/src/lib/i18n/rivals/fr.ts"),
        include_str!("../../../../../web/src/lib/i18n/rivals/zh-hant.ts"),
    ];

    #[test]
    fn every_name_of_a_pilot_in_the_web_app_is_reserved() {
        for text in RIVALS {
            for kind in powerboats_pilots::PilotKind::ALL {
                let name = text.split_once(&format!("'pilot.{kind}': '")).and_then(|(_, rest)| rest.split_once('\''));
                let (name, _) = name.expect("every pilot has a name in every language");
                assert!(reserved(name).is_some(), "{name:?} must be reserved");
            }
        }
    }

    #[test]
    fn names_that_look_like_a_reserved_word_are_found() {
        for (name, word) in [
            ("Captain", "Captain"),
            ("CAPTAIN", "Captain"),
            ("Сaptаin", "Captain"),
            ("САРТАIN", "Captain"),
            ("Ｃａｐｔａｉｎ", "Captain"),
            ("C a p t a i n", "Captain"),
            ("C.a.p-t_a·i n", "Captain"),
            ("Cap\u{301}tain", "Captain"),
            ("𝓒𝓪𝓹𝓽𝓪𝓲𝓷", "Captain"),
            ("🅲🅰🅿🆃🅰🅸🅽", "Captain"),
            ("ⓒⓐⓟⓣⓐⓘⓝ", "Captain"),
            ("Capta1n", "Captain"),
            ("Captain 2", "Captain"),
            ("AdmiraI", "Admiral"),
            ("Kapitän", "Kapitän"),
            ("Kapitan", "Kapitän"),
            ("船長", "船長"),
            ("船 長", "船長"),
            ("red", "Red"),
            ("Weiss", "Weiss"),
            ("WEISS", "Weiss"),
            ("Rоt", "Rot"),
            ("紅色", "紅色"),
            ("Adm1n", "Admin"),
            ("ADMlN", "Admin"),
            ("admin42", "Admin"),
            ("PowerBoats", "Powerboats"),
            ("P0werb0ats Server", "Powerboats"),
            ("Red Captain", "Red"),
            ("SуstеmΑdmin", "System"),
            ("hôte", "Hôte"),
            ("hote", "Hôte"),
            ("Ϲaptain", "Captain"),
            ("Ϲommander", "Commander"),
            ("ϲaptain", "Captain"),
            ("Ꞓaptain", "Captain"),
            ("ᗩdmin", "Admin"),
            ("ᗩᗪᗰIᑎ", "Admin"),
            ("ᴀᴅᴍɪɴ", "Admin"),
            ("Аdmіn", "Admin"),
            ("Moderatoren", "Moderatoren"),
            ("Les modératrices", "Modératrices"),
            ("The Admin", "Admin"),
            ("I am admin2 ok", "Admin"),
            ("The A.d.m.i.n Bo", "Admin"),
            ("The Adm|n", "Admin"),
            ("Ann, Moderator", "Moderator"),
            ("小明管理員", "管理員"),
        ] {
            assert_eq!(reserved(name), Some(word), "{name:?}");
        }
    }

    #[test]
    fn other_names_are_free() {
        for name in [
            "Ann",
            "Captain Hook",
            "Redmond",
            "Blackbeard",
            "Anna Weiß",
            "Hostess Anna",
            "Rotraud",
            "Zoë",
            "名前",
            "محمد",
            "👩‍👩‍👧",
            "Guest",
            "Passer-by",
            "Red 5",
            "Orangina",
            "1",
            "42",
            "!!!",
            "船長一號",
            "Capt",
            "System of a Down",
            "Administer",
            "Modest Ann",
            "Жанна",
            "Σοφία",
            "",
        ] {
            assert_eq!(reserved(name), None, "{name:?}");
        }
    }
}
