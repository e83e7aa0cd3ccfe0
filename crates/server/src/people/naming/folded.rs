//! Folded text: letters and digits only, with look-alike letters made equal, so that disguised words are found.

use crate::text::hidden;
use std::{collections::HashMap, sync::LazyLock};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A text reduced to letters and digits, with look-alike letters made equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folded {
    /// Lower-cased before look-alikes are folded, and after: a capital I looks like a small l.
    pub variants: [String; 2],
}

impl Folded {
    #[allow(missing_docs)]
    pub fn new(text: &str) -> Folded {
        let plain = plain(text);
        let small = plain.to_lowercase();
        Folded { variants: [fold(&small), fold(&plain)] }
    }
}

/// A text with plain letters in place of those that look like them or only stand for them, and without marks.
pub fn plain(text: &str) -> String {
    // Before the decomposition, which makes other letters of some: a sigma of the Ϲ that looks like a C.
    let latin = text.chars().map(|letter| latin(letter).map_or(letter.to_string(), str::to_owned)).collect::<String>();
    latin.nfkd().map(unboxed).filter(|letter| !is_combining_mark(*letter) && !hidden(*letter)).collect()
}

/// Letters of other scripts and signs that look like a Latin letter, but are not in Unicode's list of them.
const LOOK_ALIKES: [(&str, &str); 26] = [
    ("a", "ᗩᗋᴀ₳Λ∀Ⱥⱥ"),
    ("b", "ᗷᗸʙ฿Ƀƀ"),
    ("c", "ᑕᑢϹϲ₵ꞒꞓȻȼ"),
    ("d", "ᗪᗞᴅĐđ"),
    ("e", "ᕮᗴᴇ€ΣƎɆɇ"),
    ("f", "ᖴꜰ₣"),
    ("g", "Ꮆᘜɢ₲Ǥǥ"),
    ("h", "ᕼʜⱧ"),
    ("i", "ᎥɪłıƗɨ"),
    ("j", "ᒍᴊ"),
    ("k", "ᛕᴋ₭Ꝁꝁ"),
    ("l", "ᒪʟⱠȽƚ"),
    ("m", "ᗰᴍ₥"),
    ("n", "ᑎɴ₦ИΠ"),
    ("o", "ᗝᴏØø"),
    ("p", "ᑭᴘ₱Ꝑꝑ"),
    ("q", "ᑫǫ"),
    ("r", "ᖇʀⱤЯɌɍ"),
    ("s", "ᔕᔑꜱ₴"),
    ("t", "Ƭ₮ᴛŦŧ"),
    ("u", "ᑌᑘᴜɄ"),
    ("v", "ᐯᴠ"),
    ("w", "ᗯᴡ₩Щ"),
    ("x", "᙭Ӿ"),
    ("y", "Ꭹʏ¥Ɏɏ"),
    ("z", "ᘔᴢⱫƵƶ"),
];

static LATIN: LazyLock<HashMap<char, &str>> = LazyLock::new(|| {
    LOOK_ALIKES.iter().flat_map(|(latin, letters)| letters.chars().map(|letter| (letter, *latin))).collect()
});

/// The Latin letters or digits that a letter of another script looks like.
fn latin(letter: char) -> Option<&'static str> {
    if letter.is_ascii() {
        return None;
    }
    LATIN.get(&letter).copied().or_else(|| lone(letter))
}

/// What Unicode's list of look-alikes makes of one letter, if that is a plain letter or digit.
fn lone(letter: char) -> Option<&'static str> {
    const PLAIN: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut utf8 = [0; 4];
    let mut skeleton = unicode_security::skeleton(letter.encode_utf8(&mut utf8));
    match (skeleton.next(), skeleton.next()) {
        (Some(one), None) => PLAIN.find(one).map(|at| &PLAIN[at..=at]),
        _ => None,
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
