//! One mail: what it says, and how it is written for the mail server.

use super::{MailAddress, MailConfig};
use lettre::message::{
    Attachment as Part, Mailbox, Message as Mail, MultiPart, SinglePart,
    header::{ContentType, Header, HeaderName, HeaderValue},
};
use sha2::{Digest, Sha256};
use std::error::Error;

/// A mail to one person.
#[derive(Clone, Debug)]
pub struct Message {
    #[allow(missing_docs)]
    pub to: MailAddress,
    /// One line. Control characters and encoded words are taken apart.
    pub subject: String,
    /// The text. Programs that show HTML show `html` instead, if there is any.
    pub text: String,
    #[allow(missing_docs)]
    pub html: Option<String>,
    /// What the message is about: the same for a message that is sent again. Its Message-ID is made from it.
    pub about: String,
    /// The address that ends these mails with one click (RFC 8058); `None` if the recipient has just asked for this mail.
    pub unsubscribe: Option<String>,
    #[allow(missing_docs)]
    pub attachments: Vec<Attachment>,
}

/// A file in a mail.
#[derive(Clone, Debug)]
pub struct Attachment {
    /// The file's name. HTML shows a picture as `cid:` and this name.
    pub name: &'static str,
    /// `image/png`.
    pub kind: &'static str,
    #[allow(missing_docs)]
    pub bytes: Vec<u8>,
}

/// A header that lettre does not know.
#[derive(Clone)]
struct Line<const N: usize>(String);

const NAMES: [&str; 3] = ["List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted"];

impl<const N: usize> Header for Line<N> {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str(NAMES[N])
    }

    fn parse(text: &str) -> Result<Line<N>, Box<dyn Error + Send + Sync>> {
        Ok(Line(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Line::<N>::name(), self.0.clone())
    }
}

/// A text without control characters, so that it can't begin another line of the head, and without the `=?` that begins an
/// encoded word, which programs would show as something else. Old names and titles may have it.
fn one_line(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.replace("=?", "= ?")
}

impl Message {
    /// A mail that its recipient has just asked for: plain text, without a way to end such mails.
    pub fn asked_for(to: MailAddress, subject: &str, text: String, about: String) -> Message {
        Message { to, subject: subject.to_owned(), text, html: None, about, unsubscribe: None, attachments: vec![] }
    }

    /// The Message-ID: the same message, sent again after a crash, has the same one.
    pub fn id(&self, from: &Mailbox) -> String {
        let digest = Sha256::digest(format!("{}\n{}", self.about, self.to));
        format!("<{}@{}>", hex::encode(&digest[..16]), from.email.domain())
    }

    pub(super) fn build(self, config: &MailConfig) -> Result<Mail, Box<dyn Error + Send + Sync>> {
        let to = self.to.mailbox().ok_or("not an address")?;
        let id = self.id(&config.from);
        let mut mail = Mail::builder().from(config.from.clone()).to(to).message_id(Some(id));
        // Nobody's holiday notice should answer a program.
        mail = mail.subject(one_line(&self.subject)).header(Line::<2>("auto-generated".to_owned()));
        if let Some(url) = &self.unsubscribe {
            mail = mail.header(Line::<0>(format!("<{}>", one_line(url))));
            mail = mail.header(Line::<1>("List-Unsubscribe=One-Click".to_owned()));
        }
        let text = SinglePart::plain(self.text);
        let Some(html) = self.html else {
            let files = self.attachments;
            let mixed = |parts: MultiPart, file: Attachment| parts.singlepart(file.attached());
            return Ok(match files.is_empty() {
                true => mail.singlepart(text)?,
                false => mail.multipart(files.into_iter().fold(MultiPart::mixed().singlepart(text), mixed))?,
            });
        };
        let (pictures, files): (Vec<_>, Vec<_>) =
            self.attachments.into_iter().partition(|file| file.kind.starts_with("image/"));
        let shown = MultiPart::related().singlepart(SinglePart::html(html));
        let shown = pictures.into_iter().fold(shown, |parts, picture| parts.singlepart(picture.inline()));
        let both = MultiPart::alternative().singlepart(text).multipart(shown);
        let all =
            files.into_iter().fold(MultiPart::mixed().multipart(both), |parts, file| parts.singlepart(file.attached()));
        Ok(mail.multipart(all)?)
    }
}

impl Attachment {
    fn kind(&self) -> ContentType {
        ContentType::parse(self.kind).unwrap_or(ContentType::TEXT_PLAIN)
    }

    fn attached(self) -> SinglePart {
        let kind = self.kind();
        Part::new(self.name.to_owned()).body(self.bytes, kind)
    }

    fn inline(self) -> SinglePart {
        let kind = self.kind();
        Part::new_inline(self.name.to_owned()).body(self.bytes, kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> Message {
        Message {
            to: "ada@club.example".parse().unwrap(),
            subject: "Your turn".to_owned(),
            text: "Bo ran 5.".to_owned(),
            html: None,
            about: "a turn".to_owned(),
            unsubscribe: Some("https://boats.example/api/mail/unsubscribe?key=1".to_owned()),
            attachments: vec![],
        }
    }

    fn written(message: Message) -> String {
        let config = MailConfig::new("smtp://127.0.0.1", "Boats <boats@club.example>").unwrap();
        String::from_utf8(message.build(&config).unwrap().formatted()).unwrap()
    }

    #[test]
    fn a_mail_ends_with_one_click_and_keeps_its_id() {
        let text = written(message());
        assert!(text.contains("List-Unsubscribe: <https://boats.example/api/mail/unsubscribe?key=1>\r\n"), "{text}");
        assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{text}");
        let id = |text: &str| text.lines().find(|line| line.starts_with("Message-ID:")).unwrap().to_owned();
        assert_eq!(id(&text), id(&written(message())));
        assert_ne!(id(&text), id(&written(Message { about: "another".to_owned(), ..message() })));
    }

    #[test]
    fn no_subject_is_read_as_something_else() {
        for subject in ["=?utf-8?q?=41dmin?= challenges you", "=?utf-8?q?=41dmin?= challengés you"] {
            let text = written(Message { subject: subject.to_owned(), ..message() });
            assert!(!text.contains("=?utf-8?q?=41dmin"), "{text}");
        }
    }

    #[test]
    fn no_text_can_add_a_header() {
        let evil = "Hi\r\nBcc: all@club.example\r\n\r\nBuy now";
        let text = written(Message {
            subject: evil.to_owned(),
            unsubscribe: Some(format!("https://b.example/{evil}")),
            text: evil.to_owned(),
            ..message()
        });
        let (head, _) = text.split_once("\r\n\r\n").unwrap();
        let names: Vec<&str> = head
            .lines()
            .filter(|line| !line.starts_with([' ', '\t']))
            .map(|line| line.split(':').next().unwrap())
            .collect();
        assert!(!names.contains(&"Bcc"), "{head}");
        assert!(head.contains("Content-Type"), "the head does not end early: {head}");
    }
}
