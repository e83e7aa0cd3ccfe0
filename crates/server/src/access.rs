//! Whether somebody may see a regatta, asked before anything of it is read elsewhere.

use crate::{
    action::Refusal,
    app::App,
    desk::{Question, Visitor},
    ids::RegattaId,
};
use powerboats_rules::Color;

/// What a room says of a visitor who may see it.
#[derive(Clone, Copy, Debug)]
pub struct Admitted {
    /// Where they sit; `None` for a spectator.
    pub color: Option<Color>,
    /// The room's last event.
    pub seq: u64,
}

/// Asks a room whether a visitor may see it.
pub async fn admit(app: &App, id: &RegattaId, visitor: &Visitor) -> Result<Admitted, Refusal> {
    let snapshot = app.harbour.ask(id, |reply| Question::Look(visitor.clone(), reply)).await?;
    Ok(Admitted { color: snapshot.you.and_then(|you| you.color), seq: snapshot.seq })
}
