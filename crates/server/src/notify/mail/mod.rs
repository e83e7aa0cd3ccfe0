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

    /// Hands a message to the mail server. When this returns, the server has accepted it.
    pub async fn send(&self, message: Message) -> Result<(), MailError> {
        let mail = message.build(&self.config).map_err(|error| MailError::Refused(error.to_string()))?;
        match self.transport.send(mail).await {
            Ok(_) => Ok(()),
            Err(error) if is_final(&error) => Err(MailError::Refused(error.to_string())),
            Err(error) => Err(MailError::Later(error.to_string())),
        }
    }
}

/// Whether trying again is pointless.
fn is_final(error: &smtp::Error) -> bool {
    error.is_permanent()
}
