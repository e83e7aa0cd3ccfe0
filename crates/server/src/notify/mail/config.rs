//! How the mail server is reached, and in whose name mail is sent.

use lettre::{AsyncSmtpTransport, Tokio1Executor, message::Mailbox, transport::smtp::AsyncSmtpTransportBuilder};
use reqwest::Url;
use std::fmt;

/// How mail is sent.
#[derive(Clone, PartialEq, Eq)]
pub struct MailConfig {
    /// `smtp://user:password@host:587` or `smtps://…`.
    url: String,
    /// The sender.
    pub from: Mailbox,
}

impl fmt::Debug for MailConfig {
    /// Without the password.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("MailConfig").field("from", &self.from).finish_non_exhaustive()
    }
}

/// Why the configuration of mail is invalid. The address of the mail server is not repeated, because it may hold a password.
#[derive(Debug, thiserror::Error)]
pub enum BadMail {
    /// The address of the mail server is wrong.
    #[error("invalid --smtp address: {0}; expected smtp://user:password@host:587 or smtps://user:password@host")]
    Server(String),
    /// The sender is wrong.
    #[error("invalid --mail-from {0:?}: expected an address like \"Powerboats <boats@club.example>\"")]
    From(String),
    /// One option needs another.
    #[error("{0} needs {1}")]
    Needs(&'static str, &'static str),
}

impl MailConfig {
    /// The configuration in these options; `None` without a mail server.
    pub fn of(
        smtp: Option<String>,
        from: Option<String>,
        public_url: Option<&str>,
    ) -> Result<Option<MailConfig>, BadMail> {
        let Some(url) = smtp.filter(|url| !url.is_empty()) else {
            return if from.is_some() { Err(BadMail::Needs("--mail-from", "--smtp")) } else { Ok(None) };
        };
        let from = from.ok_or(BadMail::Needs("--smtp", "--mail-from, the sender of mail"))?;
        if public_url.is_none() {
            return Err(BadMail::Needs("--smtp", "--public-url, because mail contains links"));
        }
        MailConfig::new(&url, &from).map(Some)
    }

    /// A mail server and a sender.
    pub fn new(url: &str, from: &str) -> Result<MailConfig, BadMail> {
        let sender: Mailbox = from.parse().map_err(|_| BadMail::From(from.to_owned()))?;
        let config = MailConfig { url: url.to_owned(), from: sender };
        config.transport()?;
        Ok(config)
    }

    pub(super) fn transport(&self) -> Result<AsyncSmtpTransportBuilder, BadMail> {
        let bad = |error: lettre::transport::smtp::Error| BadMail::Server(error.to_string());
        AsyncSmtpTransport::<Tokio1Executor>::from_url(&with_tls(&self.url)).map_err(bad)
    }
}

/// Adds that TLS is required, unless the address says something about it or the mail server is on this machine.
fn with_tls(url: &str) -> String {
    let Ok(mut parsed) = url.parse::<Url>() else { return url.to_owned() };
    let is_local = matches!(parsed.host_str(), Some("127.0.0.1" | "[::1]" | "localhost"));
    let says_something = parsed.query_pairs().any(|(name, _)| name == "tls");
    if parsed.scheme() == "smtp" && !is_local && !says_something {
        parsed.query_pairs_mut().append_pair("tls", "required");
        return parsed.into();
    }
    url.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(smtp: Option<&str>, from: Option<&str>, url: Option<&str>) -> Result<Option<MailConfig>, String> {
        MailConfig::of(smtp.map(str::to_owned), from.map(str::to_owned), url).map_err(|error| error.to_string())
    }

    #[test]
    fn mail_needs_a_server_a_sender_and_an_address_for_links() {
        let (server, from, url) = ("smtp://u:secret@mail.example:587", "Boats <b@mail.example>", "https://b.example");
        assert_eq!(of(None, None, Some(url)), Ok(None));
        let config = of(Some(server), Some(from), Some(url)).unwrap().unwrap();
        assert!(!format!("{config:?}").contains("secret"), "{config:?}");
        for (smtp, from, url, why) in [
            (Some(server), None, Some(url), "--mail-from"),
            (Some(server), Some(from), None, "--public-url"),
            (None, Some(from), Some(url), "--smtp"),
            (Some(server), Some("nobody"), Some(url), "invalid --mail-from"),
            (Some(server), Some("a@b.example\r\nBcc: c@d.example"), Some(url), "invalid --mail-from"),
            (Some("https://u:secret@mail.example"), Some(from), Some(url), "invalid --smtp"),
        ] {
            let refused = of(smtp, from, url).unwrap_err();
            assert!(refused.contains(why) && !refused.contains("secret"), "{refused}");
        }
    }

    #[test]
    fn passwords_are_sent_over_tls_only() {
        assert_eq!(with_tls("smtp://u:p@mail.example:587"), "smtp://u:p@mail.example:587?tls=required");
        for (url, safe) in [
            ("SMTP://u:p@mail.example:587", "smtp://u:p@mail.example:587?tls=required"),
            ("smtp://u:p@127.0.0.1.mail.example", "smtp://u:p@127.0.0.1.mail.example?tls=required"),
            ("smtp://u:p@localhost.mail.example", "smtp://u:p@localhost.mail.example?tls=required"),
            ("smtp://u:p@mail.example?client=me", "smtp://u:p@mail.example?client=me&tls=required"),
        ] {
            assert_eq!(with_tls(url), safe);
        }
        for same in
            ["smtps://u:p@mail.example", "smtp://127.0.0.1:25", "smtp://u@localhost", "smtp://h?tls=opportunistic"]
        {
            assert_eq!(with_tls(same), same);
        }
    }
}
