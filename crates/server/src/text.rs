//! Text that people write for others: no invisible characters, nothing that changes the direction of the text around it.

use std::fmt;
use unicode_normalization::char::is_combining_mark;

/// An invisible character where it has no purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hidden(pub char);

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "The text contains an invisible character (U+{:04X}). Please remove it", u32::from(self.0))
    }
}

impl std::error::Error for Hidden {}

/// Whether a character is invisible or changes the direction of text. A few of these are useful next to certain other
/// characters: see [`visible_line`].
///
/// Covers control characters, Unicode's default-ignorable code points, and characters that look like a space.
pub fn hidden(letter: char) -> bool {
    matches!(letter,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
        | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}' | '\u{fffe}' | '\u{ffff}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Checks a line of text. Invisible characters are accepted only where they change what is seen: in emoji, in scripts
/// whose letters join, and to select a variant of a Chinese character.
pub fn visible_line(text: &str) -> Result<(), Hidden> {
    let mut before = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if hidden(letter) && !is_useful(before, letter, letters.peek().copied()) {
            return Err(Hidden(letter));
        }
        before = Some(letter);
    }
    Ok(())
}

/// Checks every line of a text as [`visible_line`] does.
pub fn visible_text(text: &str) -> Result<(), Hidden> {
    text.split('\n').try_for_each(visible_line)
}

/// The most marks above and below one letter. Vietnamese needs two, Hebrew and Thai three.
const MOST_MARKS: usize = 4;

/// Whether one letter has so many stacked marks that they cover the lines around it.
pub fn is_stacked(text: &str) -> bool {
    let mut marks = 0;
    text.chars().any(|letter| {
        marks = if is_combining_mark(letter) { marks + 1 } else { 0 };
        marks > MOST_MARKS
    })
}

fn is_useful(before: Option<char>, letter: char, after: Option<char>) -> bool {
    let Some(before) = before else { return false };
    let after = after.unwrap_or(' ');
    match letter {
        '\u{200c}' => joins(before) && joins(after),
        '\u{200d}' => {
            let emoji = (is_emoji(before) || before == '\u{fe0f}') && is_emoji(after);
            emoji || (joins(before) && joins(after))
        }
        '\u{fe0e}' | '\u{fe0f}' => is_emoji(before) || matches!(before, '0'..='9' | '#' | '*'),
        '\u{fe00}'..='\u{fe0d}' | '\u{e0100}'..='\u{e01ef}' => is_ideograph(before),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => matches!(before, '\u{1820}'..='\u{18aa}'),
        // Flags of England, Scotland and Wales.
        '\u{e0020}'..='\u{e007e}' => {
            (before == '\u{1f3f4}' || is_tag(before)) && (is_tag(after) || after == '\u{e007f}')
        }
        '\u{e007f}' => is_tag(before),
        _ => false,
    }
}

fn is_tag(letter: char) -> bool {
    matches!(letter, '\u{e0020}'..='\u{e007e}')
}

fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{2bff}' | '\u{203c}' | '\u{2049}' | '\u{2122}'
        | '\u{2139}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{a9}' | '\u{ae}')
        && letter != '\u{2800}'
}

/// Whether a letter is a Chinese one.
pub fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Whether it belongs to a script with joining letters: Arabic and its relatives, the scripts of India and south-east
/// Asia, Mongolian.
fn joins(letter: char) -> bool {
    let script = matches!(letter, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{18af}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    script && !hidden(letter)
}

/// A text with `…` in place of a name, in capital or small letters. A name of up to three plain letters is part of many words,
/// so only the whole word counts.
pub fn without_name(text: &str, name: &str) -> String {
    let small: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    let is_short = name.len() < 4 && name.is_ascii();
    let is_part = |letter: Option<char>| is_short && letter.is_some_and(char::is_alphanumeric);
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    let mut before = None;
    while let Some(letter) = rest.chars().next() {
        let length = length_of(&small, rest);
        let found = length.filter(|length| !is_part(before) && !is_part(rest[*length..].chars().next()));
        match found {
            Some(_) => kept.push('…'),
            None => kept.push(letter),
        }
        let (passed, left) = rest.split_at(found.unwrap_or(letter.len_utf8()));
        (before, rest) = (passed.chars().next_back(), left);
    }
    kept
}

/// The length of a name at the start of a text, if it is there.
fn length_of(small: &[char], text: &str) -> Option<usize> {
    let mut expected = small.iter();
    for (at, letter) in text.char_indices() {
        for one in letter.to_lowercase() {
            if expected.next() != Some(&one) {
                return None;
            }
        }
        if expected.len() == 0 {
            return Some(at + letter.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visible_text_is_accepted() {
        for text in [
            "",
            "Ann",
            "Zoë",
            "e\u{301}",
            "名前",
            "葛\u{e0100}城",
            "محمد",
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
            "👩‍👩‍👧‍👦",
            "🏴‍☠️",
            "❤️",
            "1️⃣",
            "🧑🏽‍🚀",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "a\u{a0}b",
        ] {
            assert_eq!(visible_line(text), Ok(()), "{text:?}");
        }
        assert_eq!(visible_text("two\nlines"), Ok(()));
    }

    #[test]
    fn marks_do_not_cover_the_lines_around() {
        for text in ["Zoë", "e\u{302}\u{301}", "שָׁלוֹם", "น้ำ", "क्षि", "a\u{301}\u{301}\u{301}\u{301}b\u{301}"]
        {
            assert!(!is_stacked(text), "{text:?}");
        }
        assert!(is_stacked(&format!("a{}", "\u{301}".repeat(5))));
        assert!(is_stacked(&format!("Ann a{} Bo", "\u{489}".repeat(12))));
    }

    #[test]
    fn invisible_and_direction_changing_characters_are_refused() {
        for (text, letter) in [
            ("a\u{202e}b", '\u{202e}'),
            ("a\u{2066}b", '\u{2066}'),
            ("a\u{200b}", '\u{200b}'),
            ("a\u{200d}b", '\u{200d}'),
            ("\u{200d}", '\u{200d}'),
            ("a\u{200c}b", '\u{200c}'),
            ("a\u{fe0f}", '\u{fe0f}'),
            ("a\u{ad}b", '\u{ad}'),
            ("\u{3164}", '\u{3164}'),
            ("a\u{34f}b", '\u{34f}'),
            ("a\u{e0041}", '\u{e0041}'),
            ("🏴\u{e0067}x", '\u{e0067}'),
            ("a\u{e0100}", '\u{e0100}'),
            ("👩\u{200d}", '\u{200d}'),
            ("a\nb", '\n'),
            ("a\0", '\0'),
        ] {
            assert_eq!(visible_line(text), Err(Hidden(letter)), "{text:?}");
        }
        assert_eq!(Hidden('\u{ad}').to_string(), "The text contains an invisible character (U+00AD). Please remove it");
    }

    #[test]
    fn names_are_taken_out() {
        for (text, name, left) in [
            ("Quillaby was rude", "Quillaby", "… was rude"),
            ("rude: QUILLABY, quillaby's friends", "Quillaby", "rude: …, …'s friends"),
            ("Al insulted all; AL!", "Al", "… insulted all; …!"),
            ("小明罵人", "小明", "…罵人"),
            ("ZOË and zoë", "Zoë", "… and …"),
            ("nothing", "Bo", "nothing"),
            ("nothing", "", "nothing"),
            ("BoBo Bo", "Bo", "BoBo …"),
        ] {
            assert_eq!(without_name(text, name), left, "{text}");
        }
    }
}
