//! Mail: how it is sent, and to whom.
//!
//! [`Mailer::send`] hands one message to the mail server and waits until that has accepted it. Whatever must survive a crash
//! goes through the outbox instead.

mod address;
mod config;
mod message;

pub use address::{BadAddress, MailAddress};
pub use config::{BadMail, MailConfig};
pub use message::{Attachment, Message};

use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor, transport::smtp};
use std::{sync::Arc, time::Duration};

/// How long the mail server may take for one step.
const PATIENCE: Duration = Duration::from_secs(15);

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// It can't be sent to this address, now or later.
    #[error("the mail server refused the message: {0}")]
    Refused(String),
    /// The mail server can't be reached or is busy: try again later.
    #[error("the mail server did not accept the message: {0}")]
    Later(String),
}

/// Sends mail. Its clones share their connections.
#[derive(Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    config: Arc<MailConfig>,
}

impl Mailer {
    /// A mailer that connects when there is something to send.
    pub fn new(config: MailConfig) -> Result<Mailer, BadMail> {
        let transport = config.transport()?.timeout(Some(PATIENCE)).build();
        Ok(Mailer { transport, config: Arc::new(config) })
    }

    /// Whether the mail server answers. The error says why not, without anything that the server has said.
    pub async fn check(&self) -> Result<(), String> {
        match self.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("it does not answer".to_owned()),
            Err(error) => Err(reason(&error)),
        }
    }

    /// Hands a message to the mail server. When this returns, the server has accepted it.
    pub async fn send(&self, message: Message) -> Result<(), MailError> {
        let built = message.build(&self.config);
        let mail = built.map_err(|_| MailError::Refused("it could not be written".to_owned()))?;
        match self.transport.send(mail).await {
            Ok(_) => Ok(()),
            Err(error) if is_final(&error) => Err(MailError::Refused(reason(&error))),
            Err(error) => Err(MailError::Later(reason(&error))),
        }
    }
}

/// Why, for the log: never a text of the mail server, because most of them repeat the recipient's address.
fn reason(error: &smtp::Error) -> String {
    match error.status() {
        Some(code) => format!("it answered with code {code}"),
        None if error.is_timeout() => "it took too long".to_owned(),
        None if error.is_tls() => format!("no safe connection: {error}"),
        None if error.is_response() => "its answer is not understood".to_owned(),
        None if error.is_client() => "it can't take such a message".to_owned(),
        None => format!("no connection: {error}"),
    }
}

/// Whether trying again is pointless.
fn is_final(error: &smtp::Error) -> bool {
    error.is_permanent()
}
