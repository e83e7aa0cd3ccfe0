//! The server's keys for push services, and the signature that says who sends a message (VAPID, RFC 8292).

use crate::store::{Store, StoreError};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use reqwest::Url;
use serde_json::json;

/// The name under which the store keeps the private key.
const PUSH_KEY: &str = "push-key";

/// How long a signature is valid, in seconds. Push services accept at most a day.
const VALID: i64 = 12 * 3600;

/// A key pair, the same on all nodes of a cluster.
pub(super) struct Keys {
    key: SigningKey,
    /// Whom the push service can ask if something is wrong: a `mailto:` or an `https:` address.
    contact: String,
}

impl Keys {
    pub async fn open(store: &Store, contact: String) -> Result<Keys, StoreError> {
        let new = hex::encode(SigningKey::from(new_secret()).to_bytes());
        let stored = store.shared_value(PUSH_KEY, &new).await?;
        read(&stored).map(|key| Keys { key, contact }).ok_or_else(|| StoreError::Unreadable(PUSH_KEY.to_owned()))
    }

    /// The public key, as browsers want it.
    pub fn public(&self) -> String {
        BASE64.encode(self.key.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// The header that says who sends a message to this endpoint.
    pub fn authorization(&self, endpoint: &Url) -> String {
        let expires = jiff::Timestamp::now().as_second() + VALID;
        let origin = endpoint.origin().ascii_serialization();
        let claims = json!({"aud": origin, "exp": expires, "sub": self.contact}).to_string();
        let head = json!({"typ": "JWT", "alg": "ES256"}).to_string();
        let signed = format!("{}.{}", BASE64.encode(head), BASE64.encode(claims));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", BASE64.encode(signature.to_bytes()), self.public())
    }
}

fn read(stored: &str) -> Option<SigningKey> {
    SigningKey::from_slice(&hex::decode(stored).ok()?).ok()
}

/// Whether the key in a database, if there is one, can be read.
pub(in crate::notify) async fn is_readable(store: &Store) -> Result<bool, StoreError> {
    Ok(store.meta(PUSH_KEY).await?.is_none_or(|stored| read(&stored).is_some()))
}

/// A new private key.
fn new_secret() -> p256::SecretKey {
    loop {
        // Hardly any 32 bytes are not a key.
        if let Ok(secret) = p256::SecretKey::from_slice(&crate::ids::random_bytes()) {
            return secret;
        }
    }
}
