//! Folded text: letters and digits only, with look-alike letters made equal, so that disguised words are found.

use crate::text::hidden;
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
