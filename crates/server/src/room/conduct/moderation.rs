//! What the moderators do in a room: they close a regatta, or annul its result.

use crate::room::{
    Room, Stage,
    action::{Refusal, RefusalReason},
    event::{Ending, RoomEvent},
};

impl Room {
    /// Closes a regatta. If it has started, it ends without a result.
    pub(super) fn terminate(&mut self) -> Result<Vec<RoomEvent>, Refusal> {
        let mut events = Vec::new();
        match self.stage {
            Stage::Open => self.emit(&mut events, RoomEvent::Closed {}),
            Stage::Live(_) => self.end(Ending::Closed, &mut events),
            Stage::Over(_) | Stage::Closed => {
                return Err(Refusal::new(RefusalReason::Over, "The regatta is over."));
            }
        }
        Ok(events)
    }

    /// Annuls the result of a regatta that is over. A second time nothing changes.
    pub(super) fn annul(&mut self) -> Result<Vec<RoomEvent>, Refusal> {
        let mut events = Vec::new();
        match self.stage {
            Stage::Over(_) if self.ended == Some(Ending::Annulled) => {}
            Stage::Over(_) => self.emit(&mut events, RoomEvent::Annulled {}),
            Stage::Open | Stage::Live(_) | Stage::Closed => {
                let message = "Only the result of a regatta that is over can be annulled.";
                return Err(Refusal::new(RefusalReason::NotOver, message));
            }
        }
        Ok(events)
    }
}
