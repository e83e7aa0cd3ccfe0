//! The body of a mail, as text and as HTML.

use super::{Notify, choices::MessageChoices, compose::Notice, leave, words::fill};
use crate::ids::PlayerId;

/// The two forms of a mail's body.
pub(super) struct Letter {
    pub text: String,
    pub html: String,
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A line in HTML. An address in it becomes a link; only the server writes addresses on lines of their own.
fn paragraph(line: &str) -> String {
    let part = |part: &str| match part.starts_with("https://") || part.starts_with("http://") {
        true => format!("<a href=\"{0}\">{0}</a>", escaped(part)),
        false => escaped(part),
    };
    format!("<p>{}</p>", line.split('\n').map(part).collect::<Vec<_>>().join("<br>"))
}

impl Letter {
    /// The letter with a notice. `link` leads to the regatta.
    pub fn new(
        notify: &Notify,
        player: &PlayerId,
        notice: &Notice,
        choices: &MessageChoices,
        link: Option<&str>,
        has_picture: bool,
    ) -> Letter {
        let words = choices.language.words();
        let (settings, leave) = (notify.url("/settings"), leave::url(notify, player));
        let footer = fill(words.footer, &[("settings", &settings), ("leave", &leave)]);
        let mut text = format!("{}\n\n", notice.lines.join("\n"));
        let mut html: String = notice.lines.iter().map(|line| paragraph(line)).collect();
        if let Some(link) = link {
            text += &format!("{}\n{link}\n\n", words.open_game);
            if has_picture {
                let alt = escaped(words.picture);
                html += &format!(
                    "<p><img src=\"cid:lake.png\" width=\"640\" height=\"400\" style=\"max-width:100%;height:auto\" alt=\"{alt}\"></p>"
                );
            }
            html += &format!("<p><a href=\"{}\">{}</a></p>", escaped(link), escaped(words.open_game));
        }
        text += &format!("-- \n{footer}");
        let small = footer.lines().map(|line| match line.split_once("http") {
            Some((before, rest)) => format!(
                "<a href=\"http{}\">{}</a>",
                escaped(rest),
                escaped(before.trim_end_matches([':', '：', ' ', '\u{a0}']))
            ),
            None => escaped(line),
        });
        let small = small.collect::<Vec<_>>().join("<br>");
        let html = format!(
            "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><body style=\"font-family:sans-serif\">\
             <h1 style=\"font-size:1.2em\">{}</h1>{html}<hr><p><small>{small}</small></p></body></html>",
            choices.language.tag(),
            escaped(&notice.title)
        );
        Letter { text, html }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_not_html() {
        assert_eq!(
            paragraph("<b>&\"\nhttps://b.example/\""),
            "<p>&lt;b&gt;&amp;&quot;<br><a href=\"https://b.example/&quot;\">https://b.example/&quot;</a></p>"
        );
    }
}
