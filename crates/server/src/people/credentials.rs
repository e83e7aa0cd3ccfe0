//! Names, logins, passwords and salts as people send them. Each type holds only valid values.

use crate::{
    room::action::{Refusal, RefusalReason},
    text::{hidden, is_stacked, visible_line},
};
use powerboats_rules::OneLine;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{borrow::Cow, fmt};
use unicode_normalization::char::is_combining_mark;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Object, RefOr, Schema, schema::Type},
};

/// A player's name: 1 to 24 characters, at least one of them visible, and none that hides or reverses text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(OneLine);

/// Characters that are allowed, but do not make a name on their own.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || hidden(letter) || is_combining_mark(letter)
}

// The characters no name may have, as far as a pattern can express it: some are allowed only next to certain others.
macro_rules! hidden {
    () => {
        r"\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff"
    };
}

macro_rules! blank {
    () => {
        r"\u0020\u00a0\u0300-\u036f\u1680\u180b-\u180d\u180f\u2000-\u200a\u202f\u205f\u3000\u200c\u200d\ufe00-\ufe0f"
    };
}

const NAME_PATTERN: &str = concat!("^[^", hidden!(), "]*[^", hidden!(), blank!(), "][^", hidden!(), "]*$");

impl Name {
    /// The longest name, in characters.
    pub const MOST: usize = 24;

    /// Parses a name; `None` if invalid. Trims spaces.
    pub fn read(text: &str) -> Option<Name> {
        line(text).map(Name)
    }

    #[allow(missing_docs)]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

fn line(text: &str) -> Option<OneLine> {
    let fits = text.chars().count() <= Name::MOST && visible_line(text).is_ok() && !is_stacked(text);
    let seen = text.contains(|letter| !is_blank(letter));
    if fits && seen { OneLine::new(text.trim()) } else { None }
}

/// The label of a token: like a name, but only its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label(OneLine);

impl Label {
    /// Parses a label; `None` if invalid. Trims spaces.
    pub fn read(text: &str) -> Option<Label> {
        line(text).map(Label)
    }

    #[allow(missing_docs)]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// The name to sign in with: 2 to 32 letters a–z, digits, `-` and `_`. Case does not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login(String);

impl Login {
    /// Parses a login; `None` if invalid.
    pub fn read(text: &str) -> Option<Login> {
        let fits = (2..=32).contains(&text.len());
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        (fits && plain).then(|| Login(text.to_ascii_lowercase()))
    }

    /// In lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A new password: 8 to 200 characters.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

// A password must never appear in the log.
impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// Parses a password; `None` if it is too short or too long.
    pub fn read(text: &str) -> Option<Password> {
        (8..=200).contains(&text.chars().count()).then(|| Password(text.to_owned()))
    }

    #[allow(missing_docs)]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A PIN: 4 to 12 digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(String);

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Pin(…)")
    }
}

impl Pin {
    /// Parses a PIN; `None` if invalid.
    pub fn read(text: &str) -> Option<Pin> {
        let fits = (4..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        fits.then(|| Pin(text.to_owned()))
    }

    #[allow(missing_docs)]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A login or password as someone typed it, to be compared with the stored one: at most 200 characters.
#[derive(Clone, PartialEq, Eq)]
pub struct Claim(String);

impl Claim {
    fn read(text: &str) -> Option<Claim> {
        (text.chars().count() <= 200).then(|| Claim(text.to_owned()))
    }

    #[allow(missing_docs)]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

// It may contain a password, which must never appear in the log.
impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Claim(…)")
    }
}

/// A player's contribution to the dice: a line of 1 to 64 characters. [`check_salt`] allows fewer to new ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Salt(OneLine);

impl Salt {
    /// The longest salt, in characters.
    pub const MOST: usize = 64;

    /// Parses a salt; `None` if invalid.
    pub fn read(text: &str) -> Option<Salt> {
        OneLine::new(text).filter(|_| text.chars().count() <= Salt::MOST).map(Salt)
    }

    /// A salt for a player who sent none: the first half of some random bytes.
    pub fn drawn(bytes: [u8; 32]) -> Salt {
        Salt::read(&hex::encode(&bytes[..16])).expect("32 digits fit")
    }

    #[allow(missing_docs)]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// Refuses a new salt that says something: others see it, also those who get no chat of the player. Records and logs of
/// before may have others.
pub fn check_salt(salt: Option<&Salt>) -> Result<(), Refusal> {
    match salt {
        Some(salt) if !is_plain_salt(salt.as_str()) => {
            let message = "A salt must consist of 16 to 64 hexadecimal digits: 0-9 and a-f.";
            Err(Refusal::new(RefusalReason::BadRequest, message))
        }
        _ => Ok(()),
    }
}

/// Whether a salt says nothing: hexadecimal digits, as programs draw them.
pub fn is_plain_salt(text: &str) -> bool {
    text.len() >= 16 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

impl Serialize for Salt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// The SHA-256 of a hidden salt, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal(String);

impl Seal {
    /// Parses a seal; `None` if invalid.
    pub fn read(text: &str) -> Option<Seal> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 64 && text.bytes().all(digit)).then(|| Seal(text.to_owned()))
    }

    #[allow(missing_docs)]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Seal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

macro_rules! text {
    ($name:ident as $title:literal, $least:expr, $most:expr, $pattern:expr, $example:literal, $rule:literal) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = String::deserialize(deserializer)?;
                $name::read(&text).ok_or_else(|| de::Error::custom($rule))
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let text = Object::builder().schema_type(Type::String).description(Some($rule));
                let pattern: Option<&str> = $pattern;
                let text = text.min_length(Some($least)).max_length(Some($most)).pattern(pattern);
                text.examples([$example]).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                $title.into()
            }
        }
    };
}

text!(Name as "PlayerName", 1, Name::MOST, Some(NAME_PATTERN), "Ann", "a name must have 1 to 24 visible characters");
text!(Label as "TokenLabel", 1, Name::MOST, Some(NAME_PATTERN), "my bot", "a label must have 1 to 24 visible characters");
text!(
    Login as "Login",
    2,
    32,
    Some("^[A-Za-z0-9_-]+$"),
    "ann",
    "a login must have 2 to 32 characters: letters a-z, digits, - and _"
);
text!(Pin as "ProtectionPin", 4, 12, Some("^[0-9]{4,12}$"), "2468", "a PIN must have 4 to 12 digits");
text!(Password as "Password", 8, 200, None, "correct horse battery", "a password must have 8 to 200 characters");
text!(
    Salt as "Salt",
    16,
    Salt::MOST,
    Some("^[0-9a-f]{16,64}$"),
    "5f2b8c0de1a94f7730c6d2e8",
    "a salt must have 16 to 64 hexadecimal digits in lower case"
);
text!(
    Seal as "SaltSeal",
    64,
    64,
    Some("^[0-9a-f]{64}$"),
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "a seal must have 64 hexadecimal digits in lower case"
);
text!(Claim as "TypedCredential", 0, 200, None, "correct horse battery", "at most 200 characters");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_visible() {
        for good in ["A", "Ann", "  Ann ", "Zoë", "名前", "👩‍👩‍👧", "a b", "<b>", &"x".repeat(24)] {
            assert_eq!(Name::read(good).unwrap().as_str(), good.trim());
        }
        for bad in ["\u{301}", "\u{200b}Ann", "A\u{e0041}nn", "a\u{2066}b", "\u{3164}"] {
            assert_eq!(Name::read(bad), None, "{bad:?}");
        }
        for bad in ["", " ", "\u{3000}", "a\nb", "a\u{202e}b", "\u{200d}", "\u{feff}Ann", "a\0", &"x".repeat(25)] {
            assert_eq!(Name::read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn logins_are_plain_ascii() {
        assert_eq!(Login::read("Ann-2_x").unwrap().as_str(), "ann-2_x");
        for bad in ["a", "änn", "an n", "ann\n", &"x".repeat(33)] {
            assert_eq!(Login::read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn salts_are_lines() {
        for good in ["x", "north wind", "風", &"x".repeat(64)] {
            assert_eq!(Salt::read(good).unwrap().as_str(), good);
        }
        for bad in ["", " x", "x ", "a\nb", "a\0", &"x".repeat(65)] {
            assert_eq!(Salt::read(bad), None, "{bad:?}");
        }
        assert_eq!(Salt::drawn([7; 32]).as_str(), "07".repeat(16));
        check_salt(Some(&Salt::drawn([7; 32]))).unwrap();
        check_salt(None).unwrap();
        for bad in ["north wind", "callme0791234567", "0123456789ABCDEF", "0791234567"] {
            assert!(check_salt(Salt::read(bad).as_ref()).is_err(), "{bad}");
        }
        assert!(Seal::read(&"a".repeat(64)).is_some());
        for bad in ["", &"A".repeat(64), &"a".repeat(63), &"g".repeat(64)] {
            assert_eq!(Seal::read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn passwords_are_counted_in_characters_and_never_shown() {
        assert!(Password::read("äöüäöüä").is_none());
        let password = Password::read("äöüäöüäö").unwrap();
        assert_eq!(format!("{password:?}"), "Password(…)");
        assert!(Password::read(&"x".repeat(201)).is_none());
        assert_eq!(format!("{:?}", Pin::read("0042").unwrap()), "Pin(…)");
        for bad in ["", "123", "12a4", "١٢٣٤", "1234567890123", " 1234"] {
            assert!(Pin::read(bad).is_none(), "{bad:?}");
        }
    }
}
