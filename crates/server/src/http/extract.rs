//! Strict extractors: what does not fit is answered with a [`Refusal`], never with plain text.

use crate::room::action::{Refusal, RefusalReason};
use axum::{
    Json as AxumJson,
    body::Bytes,
    extract::{FromRequest, FromRequestParts, OptionalFromRequest, Request, rejection::BytesRejection},
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, DeserializeOwned},
};
use serde_json::Value;

/// A JSON body, of a request or a response.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        AxumJson(self.0).into_response()
    }
}

/// An unacceptable body. The wrong media type has its own variant, because its status belongs to no [`RefusalReason`].
#[derive(Debug)]
pub enum BadBody {
    /// It is not JSON, or has the wrong fields.
    Refused(Refusal),
    /// Its content type is not JSON.
    MediaType,
}

impl IntoResponse for BadBody {
    fn into_response(self) -> Response {
        match self {
            BadBody::Refused(refusal) => refusal.into_response(),
            BadBody::MediaType => {
                let refusal = Refusal::new(
                    RefusalReason::BadRequest,
                    "Send JSON with the header `Content-Type: application/json`.",
                );
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, AxumJson(refusal)).into_response()
            }
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = BadBody;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, BadBody> {
        if !is_json(request.headers()) {
            return Err(BadBody::MediaType);
        }
        let body =
            Bytes::from_request(request, state).await.map_err(|rejection| BadBody::Refused(unreadable(&rejection)))?;
        let bad =
            |error| BadBody::Refused(Refusal::new(RefusalReason::BadRequest, format!("The body is invalid: {error}.")));
        read_json(&body).map(Json).map_err(bad)
    }
}

/// Parses JSON. As in JSON Schema, `3.0` counts as the integer `3`.
fn read_json<T: DeserializeOwned>(body: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(body).or_else(|error| {
        let mut value: Value = serde_json::from_slice(body)?;
        // If no number was rewritten, the first error is the better one: it has line and column.
        if rewrite_integers(&mut value) { serde_json::from_value(value) } else { Err(error) }
    })
}

/// Rewrites floats with integer values as integers. Returns whether there were any.
fn rewrite_integers(value: &mut Value) -> bool {
    /// Above this, not every integer has an exact float.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= EXACT);
            whole.inspect(|whole| *value = (*whole as i64).into()).is_some()
        }
        Value::Array(items) => items.iter_mut().fold(false, |made, item| rewrite_integers(item) | made),
        Value::Object(fields) => fields.values_mut().fold(false, |made, field| rewrite_integers(field) | made),
        _ => false,
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Json<T> {
    type Rejection = BadBody;

    /// `None` if there is no body and no content type.
    async fn from_request(request: Request, state: &S) -> Result<Option<Json<T>>, BadBody> {
        if request.headers().contains_key(header::CONTENT_TYPE) {
            return <Json<T> as FromRequest<S>>::from_request(request, state).await.map(Some);
        }
        let body =
            Bytes::from_request(request, state).await.map_err(|rejection| BadBody::Refused(unreadable(&rejection)))?;
        if body.is_empty() { Ok(None) } else { Err(BadBody::MediaType) }
    }
}

fn unreadable(rejection: &BytesRejection) -> Refusal {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(RefusalReason::TooLarge, "The body is too large."),
        _ => Refusal::new(RefusalReason::BadRequest, "The body is incomplete."),
    }
}

/// Values from the path. What does not parse is answered with "not found".
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Refusal> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(value)| Path(value)).map_err(|_| Refusal::not_found())
    }
}

/// Values from the query string.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Refusal> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        let bad = |error: axum::extract::rejection::QueryRejection| {
            Refusal::new(RefusalReason::BadRequest, format!("{}.", error.body_text()))
        };
        read.map(|axum::extract::Query(value)| Query(value)).map_err(bad)
    }
}

/// Deserializes the size of a page: 1 to `MOST`.
pub fn page_size<'de, D: Deserializer<'de>, const MOST: usize>(deserializer: D) -> Result<Option<usize>, D::Error> {
    match Option::<usize>::deserialize(deserializer)? {
        Some(size) if !(1..=MOST).contains(&size) => Err(de::Error::custom(format_args!("expected 1 to {MOST}"))),
        size => Ok(size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_may_be_written_as_a_float() {
        assert_eq!(read_json::<Vec<u8>>(b"[1, 2.0, 3e0]").unwrap(), [1, 2, 3]);
        assert_eq!(read_json::<Vec<i64>>(b"[-2.0]").unwrap(), [-2]);
        for bad in ["[1.5]", "[256.0]", "[-1.0]", "[1e300]", "[1.0"] {
            assert!(read_json::<Vec<u8>>(bad.as_bytes()).is_err(), "{bad}");
        }
        assert!(read_json::<Vec<u8>>(b"[1, \"2\"]").unwrap_err().to_string().contains("line 1 column"));
    }
}
