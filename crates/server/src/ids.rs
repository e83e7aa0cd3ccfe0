//! Ids: random and unguessable, with a type for each kind.

use serde::{Deserialize, Deserializer, Serialize, de};
use sqlx::{
    Any, Database, Decode, Encode, Type as SqlType,
    any::{AnyTypeInfo, AnyValueRef},
    encode::IsNull,
    error::BoxDynError,
};
use std::fmt;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Object, RefOr, Schema, schema::Type},
};

/// Letters and digits that are hard to confuse and need no escaping in a URL.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The alphabet as a regular expression, and an example as long as the longest id.
const PATTERN: &str = "^[a-km-np-z2-9]+$";
const EXAMPLE: &str = "q7hm3kzt9w2fu8c4xnpb";

const NOT_AN_ID: &str = "not a valid id";

/// Random text of `letters` letters, five random bits each.
pub fn random_text(letters: usize) -> String {
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes.into_iter().map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect()
}

/// 32 random bytes.
pub fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $letters:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        pub struct $name(String);

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let text = Object::builder().schema_type(Type::String).pattern(Some(PATTERN));
                let text = text.min_length(Some($letters)).max_length(Some($letters));
                text.examples([&EXAMPLE[..$letters]]).into()
            }
        }

        impl ToSchema for $name {}

        impl $name {
            /// A new random id.
            pub fn random() -> $name {
                $name(random_text($letters))
            }

            /// The id that belongs to a name: the same name always gives the same id. Anybody can compute it.
            pub fn derived(name: &str) -> $name {
                let hash = <sha2::Sha256 as sha2::Digest>::digest(name);
                $name(hash.iter().take($letters).map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect())
            }

            /// Parses an id; `None` if it has the wrong length or a letter outside the alphabet.
            pub fn read(text: &str) -> Option<$name> {
                let fits = text.len() == $letters && text.bytes().all(|byte| ALPHABET.contains(&byte));
                fits.then(|| $name(text.to_owned()))
            }

            #[allow(missing_docs)]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = String::deserialize(deserializer)?;
                $name::read(&text).ok_or_else(|| de::Error::custom(NOT_AN_ID))
            }
        }

        impl SqlType<Any> for $name {
            fn type_info() -> AnyTypeInfo {
                <String as SqlType<Any>>::type_info()
            }
        }

        impl<'q> Encode<'q, Any> for $name {
            fn encode_by_ref(&self, buffer: &mut <Any as Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
                <String as Encode<Any>>::encode_by_ref(&self.0, buffer)
            }
        }

        impl<'r> Decode<'r, Any> for $name {
            fn decode(value: AnyValueRef<'r>) -> Result<$name, BoxDynError> {
                $name::read(&<String as Decode<Any>>::decode(value)?).ok_or_else(|| NOT_AN_ID.into())
            }
        }
    };
}

id!(
    /// Id of a regatta. 100 random bits: whoever knows it counts as invited.
    RegattaId,
    20
);
id!(
    /// Id of a player, guest or registered. It is public.
    PlayerId,
    16
);
id!(
    /// Id of an attempt at a daily lake. It is public once the attempt is over.
    AttemptId,
    16
);
id!(
    /// Id of an API token; not the token itself, which is secret.
    TokenId,
    12
);
id!(
    /// Id of an event. Whoever knows it counts as invited.
    EventId,
    16
);
