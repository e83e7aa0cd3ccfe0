//! A browser's subscription to messages.

use super::{BadEndpoint, PushHosts};
use crate::store::SubscriptionRow;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use p256::PublicKey;
use reqwest::Url;
use serde::Deserialize;
use web_push_native::Auth;

/// The longest endpoint, in characters.
const LONGEST: usize = 2000;

/// A subscription as the browser's push manager gives it.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct NewSubscription {
    /// The address at the push service.
    #[schema(max_length = 2000)]
    pub endpoint: String,
    /// When it ends, if the browser knows. Not used: a push service says when a subscription has ended.
    #[serde(default)]
    pub expiration_time: Option<f64>,
    #[allow(missing_docs)]
    pub keys: BrowserKeys,
}

/// The keys of a browser, in base64 without padding.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BrowserKeys {
    /// Its public key: a point on the curve P-256.
    pub p256dh: String,
    /// A secret of 16 bytes.
    pub auth: String,
}

/// What is wrong with a subscription.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSubscription {
    #[allow(missing_docs)]
    #[error(transparent)]
    Endpoint(#[from] BadEndpoint),
    #[allow(missing_docs)]
    #[error("the endpoint is longer than {LONGEST} characters")]
    TooLong,
    #[allow(missing_docs)]
    #[error("`keys.p256dh` is not a public key of the curve P-256 in base64")]
    Key,
    #[allow(missing_docs)]
    #[error("`keys.auth` is not a secret of 16 bytes in base64")]
    Auth,
}

/// A checked subscription.
#[derive(Clone, Debug)]
pub struct Subscription {
    #[allow(missing_docs)]
    pub endpoint: Url,
    /// In base64.
    pub p256dh: String,
    /// In base64.
    pub auth: String,
    key: PublicKey,
    secret: Auth,
}

impl Subscription {
    /// Checks a subscription. Its host must be in the list.
    pub fn read(new: NewSubscription, hosts: &PushHosts) -> Result<Subscription, BadSubscription> {
        let NewSubscription { endpoint, keys: BrowserKeys { p256dh, auth }, .. } = new;
        if endpoint.len() > LONGEST {
            return Err(BadSubscription::TooLong);
        }
        let endpoint: Url = endpoint.parse().map_err(|_| BadEndpoint::Form)?;
        hosts.check(&endpoint)?;
        let bytes = |text: &str| BASE64.decode(text.trim_end_matches('=')).ok();
        let key = bytes(&p256dh).filter(|bytes| bytes.len() == 65);
        let key = key.and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok()).ok_or(BadSubscription::Key)?;
        let secret = bytes(&auth).filter(|bytes| bytes.len() == 16).ok_or(BadSubscription::Auth)?;
        Ok(Subscription { endpoint, p256dh, auth, key, secret: Auth::clone_from_slice(&secret) })
    }

    /// A stored subscription; `None` if the operator no longer allows its push service.
    pub fn stored(row: SubscriptionRow, hosts: &PushHosts) -> Option<Subscription> {
        let keys = BrowserKeys { p256dh: row.p256dh, auth: row.auth };
        Subscription::read(NewSubscription { endpoint: row.endpoint, expiration_time: None, keys }, hosts).ok()
    }

    /// Encrypts a text so that only the browser can read it.
    pub(super) fn encrypt(&self, text: &[u8]) -> Result<Vec<u8>, String> {
        web_push_native::encrypt(text.to_vec(), &self.key, &self.secret).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8291.
    const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn read(endpoint: &str, p256dh: &str, auth: &str) -> Result<Subscription, BadSubscription> {
        let keys = BrowserKeys { p256dh: p256dh.to_owned(), auth: auth.to_owned() };
        let new = NewSubscription { endpoint: endpoint.to_owned(), expiration_time: None, keys };
        Subscription::read(new, &PushHosts::default())
    }

    #[test]
    fn malformed_subscriptions_are_refused() {
        let good = "https://fcm.googleapis.com/fcm/send/abc";
        assert!(read(good, KEY, AUTH).is_ok());
        assert!(read(good, &format!("{KEY}="), &format!("{AUTH}==")).is_ok(), "with padding");
        for key in ["", "AAAA", &KEY[1..], &KEY.replace('B', "A"), "not base64!", &KEY.repeat(2)] {
            assert_eq!(read(good, key, AUTH).err(), Some(BadSubscription::Key), "{key}");
        }
        for auth in ["", "AAAA", &AUTH[1..], "💥", &AUTH.repeat(2)] {
            assert_eq!(read(good, KEY, auth).err(), Some(BadSubscription::Auth), "{auth}");
        }
        assert_eq!(read(&format!("{good}{}", "x".repeat(2000)), KEY, AUTH).err(), Some(BadSubscription::TooLong));
        assert_eq!(read("", KEY, AUTH).err(), Some(BadEndpoint::Form.into()));
        assert_eq!(
            read(&format!("{good}\r\nHost: evil"), KEY, AUTH).map(|read| read.endpoint.to_string()).ok(),
            Some(format!("{good}Host:%20evil")),
            "line breaks are no part of an address"
        );
    }
}
