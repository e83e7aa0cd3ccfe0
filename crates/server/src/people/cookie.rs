//! The session cookie: a random token with a signature, so that a forged cookie costs no database lookup.

use crate::ids::random_bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::fmt;

const NAME: &str = "powerboats";
/// The cookie that a browser keeps when its user signs out: it shows whether two accounts are used in one browser.
const BROWSER: &str = "powerboats-browser";
/// A year in seconds.
pub(super) const YEAR: u32 = 365 * 24 * 3600;

/// The key that signs cookies.
pub struct Key([u8; 32]);

// The key must never appear in the log.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// Whether a stored key can be read.
pub(crate) fn is_cookie_key(stored: &str) -> bool {
    Key::read(stored).is_some()
}

impl Key {
    pub fn random() -> Key {
        Key(random_bytes())
    }

    pub fn read(text: &str) -> Option<Key> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Key(bytes))
    }

    pub fn to_text(&self) -> String {
        hex::encode(self.0)
    }

    fn mac(&self, token: &str) -> Hmac<Sha256> {
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&self.0).expect("a key of any length will do");
        mac.update(token.as_bytes());
        mac
    }

    /// `token.signature`
    pub fn seal(&self, token: &str) -> String {
        format!("{token}.{}", hex::encode(self.mac(token).finalize().into_bytes()))
    }

    /// The token, if the signature is valid.
    pub fn open<'a>(&self, value: &'a str) -> Option<&'a str> {
        let (token, signature) = value.split_once('.')?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(signature, &mut bytes).ok()?;
        self.mac(token).verify_slice(&bytes).ok()?;
        Some(token)
    }
}

/// The values of all cookies with our name: a browser may send several.
pub fn values(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    named(NAME, headers)
}

/// The tokens by which the server recognises this browser.
pub fn browsers(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    named(BROWSER, headers)
}

fn named<'a>(wanted: &'static str, headers: &'a HeaderMap) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(name, _)| *name == wanted).map(|(_, value)| value)
}

/// The header that sets the cookie.
pub fn set(value: &str, secure: bool) -> HeaderValue {
    line(NAME, value, YEAR, secure)
}

/// The header that sets the cookie by which the server recognises this browser.
pub fn set_browser(value: &str, secure: bool) -> HeaderValue {
    line(BROWSER, value, YEAR, secure)
}

/// The header that clears the cookie.
pub fn clear(secure: bool) -> HeaderValue {
    line(NAME, "", 0, secure)
}

fn line(name: &str, value: &str, seconds: u32, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).expect("letters, digits and a full stop")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_valid_signature_is_accepted() {
        let (ours, theirs) = (Key::random(), Key::random());
        let sealed = ours.seal("token");
        assert_eq!(ours.open(&sealed), Some("token"));
        assert_eq!(theirs.open(&sealed), None);
        assert_eq!(ours.open(&sealed.replace("token", "taken")), None);
        for nonsense in ["", ".", "token", "token.", "token.00", &format!("{sealed}0")] {
            assert_eq!(ours.open(nonsense), None, "{nonsense}");
        }
        assert_eq!(Key::read(&ours.to_text()).unwrap().open(&sealed), Some("token"));
    }

    #[test]
    fn is_found_among_other_cookies() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=b; powerboats=one.1;powerboats=two"));
        headers.append(header::COOKIE, HeaderValue::from_static("xpowerboats=no; nonsense; powerboats=three"));
        assert_eq!(values(&headers).collect::<Vec<_>>(), ["one.1", "two", "three"]);
    }
}
