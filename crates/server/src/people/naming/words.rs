//! Offensive words that names and titles must not contain: a list for each language, and what the operator adds.

use super::folded::Folded;
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// One word per line. A star after a word means: also inside a longer word. Lines that begin with `#` are comments.
const LISTS: [&str; 4] = [
    include_str!("words/en.txt"),
    include_str!("words/de.txt"),
    include_str!("words/fr.txt"),
    include_str!("words/zh-hant.txt"),
];

/// Why a list of words can't be used.
#[derive(Debug, thiserror::Error)]
pub enum WordsError {
    /// The file can't be read.
    #[error("can't read the list of words {0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// A line has no letters, or a star that is not at its end.
    #[error("{0}, line {1}: expected one word, and a star at its end if it is also forbidden inside longer words")]
    Line(PathBuf, usize),
}

/// Words in folded form.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// Those that are forbidden as a whole word.
    whole: HashSet<String>,
    /// Those that are also forbidden inside longer words.
    anywhere: Vec<String>,
}

static BUILT_IN: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words { whole: HashSet::new(), anywhere: Vec::new() };
    let good = LISTS.iter().all(|list| words.add(list).is_ok());
    debug_assert!(good, "the lists are checked by a test");
    words
});

impl Default for Words {
    fn default() -> Words {
        BUILT_IN.clone()
    }
}

impl Words {
    pub fn with_file(path: &Path) -> Result<Words, WordsError> {
        let text = std::fs::read_to_string(path).map_err(|error| WordsError::Unreadable(path.to_owned(), error))?;
        let mut words = Words::default();
        words.add(&text).map_err(|line| WordsError::Line(path.to_owned(), line))?;
        Ok(words)
    }

    /// Adds a list. An error is the number of the line that is no word.
    fn add(&mut self, list: &str) -> Result<(), usize> {
        for (number, line) in list.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, anywhere) = line.strip_suffix('*').map_or((line, false), |word| (word, true));
            let folded = Folded::new(word).variants;
            if word.contains(['*', ' ']) || folded.iter().any(String::is_empty) {
                return Err(number + 1);
            }
            match anywhere {
                true => self.anywhere.extend(folded),
                false => self.whole.extend(folded),
            }
        }
        Ok(())
    }

    /// Whether one of the words is in a text, whatever disguises it.
    pub fn are_in(&self, text: &str) -> bool {
        let joined = Folded::new(text).variants;
        let tokens = text.split(|letter: char| !letter.is_alphanumeric()).map(Folded::new);
        joined.iter().any(|text| self.anywhere.iter().any(|word| text.contains(word.as_str())))
            || tokens.flat_map(|token| token.variants).chain(joined).any(|token| self.whole.contains(&token))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_our_lists_is_a_word_that_is_found() {
        for list in LISTS {
            let mut words = Words { whole: HashSet::new(), anywhere: Vec::new() };
            assert_eq!(words.add(list), Ok(()));
            let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            for line in lines {
                assert!(words.are_in(line.trim_end_matches('*')), "{line}");
            }
        }
    }

    #[test]
    fn disguised_words_are_found_and_harmless_ones_are_not() {
        let words = Words::default();
        for bad in [
            "Fuck",
            "F.u.c.k",
            "fυck",
            "fuϲk",
            "F U C K",
            "xXfuckXx",
            "sh1t",
            "$hit",
            "Arschloch99",
            "m e r d e",
            "他媽的",
        ] {
            assert!(words.are_in(bad), "{bad}");
        }
        for good in [
            "Ann",
            "Scunthorpe",
            "Cassandra",
            "Dick van Dyke",
            "Assunta",
            "Essex",
            "Hancock",
            "名前",
            "Kaffee",
            "",
            "42",
        ] {
            assert!(!words.are_in(good), "{good}");
        }
    }

    #[test]
    fn an_operator_adds_words_by_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words.txt");
        std::fs::write(&path, "# ours\nRhubarb\n\ncustard*\n").unwrap();
        let words = Words::with_file(&path).unwrap();
        assert!(words.are_in("Mr Rhubarb") && words.are_in("supercustardy") && words.are_in("fuck"));
        assert!(!words.are_in("Rhubarbara") && !Words::default().are_in("Rhubarb"));
        std::fs::write(&path, "fine\nnot *fine\n").unwrap();
        assert!(Words::with_file(&path).unwrap_err().to_string().contains("line 2"));
        assert!(Words::with_file(&folder.path().join("none")).unwrap_err().to_string().contains("can't read"));
    }
}
