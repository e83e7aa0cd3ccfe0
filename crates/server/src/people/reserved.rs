//! Reserved names: those that could be mistaken for a pilot, a boat or the server.

use crate::text::hidden;
use std::{collections::HashMap, sync::LazyLock};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The names of pilots in the web app's four languages.
const PILOTS: [&str; 13] = [
    "Rookie",
    "Skipper",
    "Captain",
    "Admiral",
    "Neuling",
    "Kapitän",
    "Novice",
    "Capitaine",
    "Amiral",
    "新手",
    "舵手",
    "船長",
    "上將",
];

/// The names of boats.
const COLORS: [&str; 25] = [
    "Orange", "Yellow", "Black", "Red", "Purple", "White", "Gelb", "Schwarz", "Rot", "Lila", "Weiß", "Weiss", "Jaune",
    "Noir", "Rouge", "Violet", "Blanc", "橘色", "黃色", "黑色", "紅色", "紫色", "白色", "黄色", "红色",
];

/// The names of people and programs that run a server.
const ROLES: [&str; 31] = [
    "Powerboats",
    "勁爆賽艇",
    "Server",
    "Serveur",
    "伺服器",
    "服务器",
    "Admin",
    "Administrator",
    "Administrateur",
    "管理員",
    "管理员",
    "Moderator",
    "Modérateur",
    "版主",
    "Host",
    "Gastgeber",
    "Hôte",
    "主持人",
    "房主",
    "System",
    "Système",
    "系統",
    "系统",
    "Moderatorin",
    "Administratorin",
    "Gastgeberin",
    "Modératrice",
    "Administratrice",
    "Hôtesse",
    "船长",
    "上将",
];

/// A text reduced to letters and digits, with look-alike letters made equal.
struct Folded {
    /// Lower-cased before look-alikes are folded, and after: a capital I looks like a small l.
    variants: [String; 2],
}

impl Folded {
    fn new(text: &str) -> Folded {
        let plain: String =
            text.nfkd().map(unboxed).filter(|letter| !is_combining_mark(*letter) && !hidden(*letter)).collect();
        let small = plain.to_lowercase();
        Folded { variants: [fold(&small), fold(&plain)] }
    }
}

fn fold(text: &str) -> String {
    let skeleton = unicode_security::skeleton(text).filter(|letter| !is_combining_mark(*letter));
    skeleton.flat_map(char::to_lowercase).map(simple).filter(|letter| letter.is_alphanumeric()).collect()
}

/// Replaces digits and signs that stand for letters.
fn simple(letter: char) -> char {
    match letter {
        'i' | '1' | '|' | '!' => 'l',
        '0' => 'o',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        letter => letter,
    }
}

/// Replaces letters in boxes, in circles and in flags by plain ones.
fn unboxed(letter: char) -> char {
    let capital = |first: u32| char::from(b'A' + (u32::from(letter) - first) as u8);
    match letter {
        '\u{1f150}'..='\u{1f169}' => capital(0x1f150),
        '\u{1f170}'..='\u{1f189}' => capital(0x1f170),
        '\u{1f1e6}'..='\u{1f1ff}' => capital(0x1f1e6),
        letter => letter,
    }
}

/// Every reserved word in folded form, with its spelling.
static WORDS: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
    let words = PILOTS.into_iter().chain(COLORS).chain(ROLES);
    words.flat_map(|word| Folded::new(word).variants.map(|variant| (variant, word))).collect()
});

/// The reserved word that a name looks like. A name is reserved if it consists of nothing but reserved words, whatever
/// separates their letters, or of one such word and a number.
pub fn reserved(name: &str) -> Option<&'static str> {
    let numbered = name.trim_end_matches(|letter: char| !letter.is_alphabetic());
    let whole = Folded::new(name).variants.into_iter().find_map(|variant| made_of(&variant));
    whole.or_else(|| {
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
            "",
        ] {
            assert_eq!(reserved(name), None, "{name:?}");
        }
    }
}
