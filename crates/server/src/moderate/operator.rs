//! The operator's key: only the person who runs the server can read it from the database, so it proves who they are.

use crate::{
    ids::random_text,
    store::{Store, StoreError},
};
use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};

/// The row of `meta` with the key.
const KEY: &str = "operator-key";

/// What every operator's key begins with, so that it is no player's token.
const PREFIX: &str = "pbop_";

/// The key of this server. It is made at the first start.
pub async fn key(store: &Store) -> Result<String, StoreError> {
    store.shared_value(KEY, &format!("{PREFIX}{}", random_text(40))).await
}

/// The key in a database that is only read; `None` if no server of this version has used it yet.
pub async fn stored_key(store: &Store) -> Result<Option<String>, StoreError> {
    store.meta(KEY).await
}

/// The operator's key in a request, right or wrong; `None` if there is none.
pub fn claimed(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && key.starts_with(PREFIX)).then_some(key)
}

/// Whether two keys are the same. Takes as long whatever they are.
pub fn same(one: &str, other: &str) -> bool {
    Sha256::digest(one) == Sha256::digest(other)
}
