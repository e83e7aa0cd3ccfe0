//! A mail address: one plain address that can't smuggle anything into the head of a message.

use lettre::Address;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::{fmt, str::FromStr};

/// The longest address, in characters.
const LONGEST: usize = 254;

/// A mail address without a name, comments or quotation marks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MailAddress(String);

/// Why a text is no mail address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAddress {
    #[allow(missing_docs)]
    #[error("the mail address is longer than {LONGEST} characters")]
    TooLong,
    /// A character that some mail server may misread.
    #[error("the mail address contains {0:?}, which is not allowed")]
    Character(char),
    #[allow(missing_docs)]
    #[error("this is not a mail address: expected something like ada@club.example")]
    Form,
}

impl MailAddress {
    #[allow(missing_docs)]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// For lettre.
    pub(super) fn mailbox(&self) -> Option<lettre::message::Mailbox> {
        Some(lettre::message::Mailbox::new(None, self.0.parse().ok()?))
    }
}

impl FromStr for MailAddress {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<MailAddress, BadAddress> {
        if text.len() > LONGEST {
            return Err(BadAddress::TooLong);
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || "@.!#$%&'*+/=?^_{}~-".contains(c);
        if let Some(bad) = text.chars().find(|c| !allowed(*c)) {
            return Err(BadAddress::Character(bad));
        }
        // Mail programs that are started as commands could take it for an option.
        if text.starts_with('-') {
            return Err(BadAddress::Character('-'));
        }
        let address: Address = text.parse().map_err(|_| BadAddress::Form)?;
        // An address in brackets or without a dot is on somebody's own network.
        if !address.domain().contains('.') || address.domain().ends_with('.') {
            return Err(BadAddress::Form);
        }
        Ok(MailAddress(text.to_owned()))
    }
}

impl fmt::Display for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for MailAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MailAddress, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl utoipa::PartialSchema for MailAddress {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let text = utoipa::openapi::Object::builder().schema_type(utoipa::openapi::schema::Type::String);
        text.format(Some(utoipa::openapi::SchemaFormat::Custom("email".to_owned())))
            .max_length(Some(LONGEST))
            .examples(["ada@club.example"])
            .into()
    }
}

impl utoipa::ToSchema for MailAddress {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_plain_address_is_accepted() {
        for good in ["ada@club.example", "a.b+c@x.y.example", "o'neil@a-b.example", "x@xn--mnchen-3ya.example"] {
            assert_eq!(good.parse::<MailAddress>().map(|address| address.to_string()), Ok(good.to_owned()));
        }
        for (bad, why) in [
            ("", BadAddress::Form),
            ("ada", BadAddress::Form),
            ("@club.example", BadAddress::Form),
            ("ada@", BadAddress::Form),
            ("ada@localhost", BadAddress::Form),
            ("a@b@c.example", BadAddress::Form),
            ("ada@club.example.", BadAddress::Form),
            ("ada@club.example\r\nBcc: all@club.example", BadAddress::Character('\r')),
            ("ada@club.example\n", BadAddress::Character('\n')),
            ("Ada <ada@club.example>", BadAddress::Character(' ')),
            ("ada@club.example,bo@club.example", BadAddress::Character(',')),
            ("\"a b\"@club.example", BadAddress::Character('"')),
            ("ada@[127.0.0.1]", BadAddress::Character('[')),
            ("ada@club.example\0", BadAddress::Character('\0')),
            ("адa@club.example", BadAddress::Character('а')),
            ("|cat@club.example", BadAddress::Character('|')),
            ("a`b@club.example", BadAddress::Character('`')),
            ("-oQ@club.example", BadAddress::Character('-')),
        ] {
            assert_eq!(bad.parse::<MailAddress>(), Err(why), "{bad:?}");
        }
        assert_eq!(format!("{}@x.example", "a".repeat(300)).parse::<MailAddress>(), Err(BadAddress::TooLong));
    }
}
