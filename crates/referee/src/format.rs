//! The version of our JSON documents.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The version of the JSON that we give to other programs. It changes when a field changes its meaning or goes away.
pub const FORMAT: u8 = 1;

/// The field `format` of a JSON document. It is always [`FORMAT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FormatVersion;

impl Serialize for FormatVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(FORMAT)
    }
}

impl<'de> Deserialize<'de> for FormatVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FormatVersion, D::Error> {
        match u8::deserialize(deserializer)? {
            FORMAT => Ok(FormatVersion),
            other => Err(D::Error::custom(format_args!("format {other} is unknown: expected {FORMAT}"))),
        }
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for FormatVersion {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let number = utoipa::openapi::Object::builder().schema_type(utoipa::openapi::schema::Type::Integer);
        number.enum_values(Some([FORMAT])).into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for FormatVersion {}
