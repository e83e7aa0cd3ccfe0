//! What messages say, in four languages.

mod de;
mod en;
mod fr;
mod zh_hant;

use serde::{Deserialize, Serialize};

/// A language that messages are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub enum Language {
    #[default]
    #[allow(missing_docs)]
    #[serde(rename = "en")]
    English,
    #[allow(missing_docs)]
    #[serde(rename = "de")]
    German,
    #[allow(missing_docs)]
    #[serde(rename = "fr")]
    French,
    /// Traditional Chinese.
    #[serde(rename = "zh-Hant")]
    Chinese,
}

impl Language {
    #[cfg(test)]
    const ALL: [Language; 4] = [Language::English, Language::German, Language::French, Language::Chinese];

    /// The tag that browsers know.
    pub fn tag(self) -> &'static str {
        ["en", "de", "fr", "zh-Hant"][self as usize]
    }

    /// The texts in this language.
    pub(crate) fn words(self) -> &'static Words {
        match self {
            Language::English => &en::WORDS,
            Language::German => &de::WORDS,
            Language::French => &fr::WORDS,
            Language::Chinese => &zh_hant::WORDS,
        }
    }
}

/// All texts in one language. `{name}` stands for a value.
#[allow(missing_docs)]
#[derive(Debug)]
pub(crate) struct Words {
    /// The mail with which an address is confirmed.
    pub confirm_subject: &'static str,
    pub confirm_text: &'static str,
    /// The mail with which a forgotten password is set.
    pub reset_subject: &'static str,
    pub reset_text: &'static str,
    /// Below every mail: how to end them.
    pub footer: &'static str,
    /// The page that ends all mail, and what it says afterwards.
    pub leave_title: &'static str,
    pub leave_button: &'static str,
    pub left: &'static str,
    /// Titles.
    pub turn: &'static str,
    pub reminder: &'static str,
    pub challenge: &'static str,
    pub season_game: &'static str,
    pub event_game: &'static str,
    pub over: &'static str,
    pub digest: &'static str,
    /// What somebody did.
    pub placed: &'static str,
    pub ran: &'static str,
    pub crashed: &'static str,
    pub sank: &'static str,
    pub finished: &'static str,
    pub resigned: &'static str,
    pub race: &'static str,
    /// Other sentences.
    pub until: &'static str,
    pub seat_reserved: &'static str,
    pub opponents: &'static str,
    pub won: &'static str,
    pub you_won: &'static str,
    pub points: &'static str,
    pub no_result: &'static str,
    pub open_game: &'static str,
    pub picture: &'static str,
    /// Somebody without a name: an account that was deleted.
    pub somebody: &'static str,
    /// Between the names of a list.
    pub comma: &'static str,
}

/// Replaces each `{name}` by its value. Values are not searched again.
pub(crate) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled += before;
        let (name, tail) = after.split_once('}').unwrap_or((after, ""));
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => filled += value,
            None => filled = format!("{filled}{{{name}}}"),
        }
        rest = tail;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_filled_in_once() {
        assert_eq!(fill("{who} ran {n}.", &[("who", "{n}"), ("n", "5")]), "{n} ran 5.");
        assert_eq!(fill("no {values}", &[]), "no {values}");
    }

    /// All languages use the same placeholders: a translation that forgets one would hide who did it.
    #[test]
    fn translations_have_the_same_placeholders() {
        let placeholders = |text: &str| {
            let mut names: Vec<&str> = text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
            names.sort_unstable();
            names.join(" ")
        };
        let shape = |language: Language| {
            let text = format!("{:#?}", language.words()).replace("\\u{a0}", " ").replace("\\u{202f}", " ");
            let fields = text.lines().filter_map(|line| line.split_once(": \""));
            fields.map(|(name, text)| format!("{name}: {}", placeholders(text))).collect::<Vec<_>>()
        };
        let english = shape(Language::English);
        assert!(english.len() > 25, "{english:?}");
        for language in Language::ALL {
            assert_eq!(shape(language), english, "{language:?}");
        }
    }

    /// French puts a space that does not break before these signs.
    #[test]
    fn french_spaces_do_not_break() {
        let text = format!("{:?}", Language::French.words());
        for sign in [" !", " ?", " :", " ;", " »", "« "] {
            assert!(!text.contains(sign), "{sign:?} in {text}");
        }
    }
}
