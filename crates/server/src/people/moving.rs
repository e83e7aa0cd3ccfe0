//! A guest who signs in keeps their seats: they become seats of the account.

use crate::{
    app::App,
    ids::{PlayerId, RegattaId, random_text},
    room::action::{Refusal, RoomAction, Submission},
    rooms::request::Visitor,
    store::StoreError,
};
use std::collections::BTreeSet;

/// The most regattas that are moved. A guest in more of them is no person.
const MOST: usize = 200;

/// What became of a guest's seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Moved {
    /// Regattas that the account plays in or hosts now.
    pub moved: usize,
    /// Regattas where the account had a seat already, or can't take one. The guest has left them.
    pub kept: usize,
}

/// Moves the seats of a guest to an account.
pub(super) async fn move_seats(app: &App, guest: &PlayerId, account: &PlayerId) -> Result<Moved, StoreError> {
    let mut rooms: BTreeSet<RegattaId> = app.store.unfinished_of(guest).await?.into_iter().collect();
    rooms.extend(app.store.opened_by(guest).await?);
    app.people.names.load(std::slice::from_ref(account)).await?;
    let mut moved = Moved::default();
    for id in rooms.iter().take(MOST) {
        match act(app, guest, id, RoomAction::Transfer(account.clone())).await {
            Ok(_) => moved.moved += 1,
            Err(refusal) => {
                tracing::info!(regatta = %id, ?refusal, "a guest's seat could not be moved");
                drop(act(app, guest, id, RoomAction::Leave {}).await);
                moved.kept += 1;
            }
        }
    }
    move_events(app, guest, account).await?;
    Ok(moved)
}

/// In events that are not over, the account takes part from now on instead of the guest. Results stay where they are.
async fn move_events(app: &App, guest: &PlayerId, account: &PlayerId) -> Result<(), StoreError> {
    for event in app.store.events_of(guest).await?.into_iter().filter(|event| event.stage != "closed").take(MOST) {
        let (who, player) = (guest.clone(), account.clone());
        let left = app.events.act(&event.id, guest, move |event, _| event.check_out(&who, &who)).await;
        if left.is_ok()
            && let Err(refusal) =
                app.events.act(&event.id, account, move |event, _| event.check_in(&player, true)).await
        {
            tracing::info!(event = %event.id, ?refusal, "an account could not take part instead of a guest");
        }
    }
    Ok(())
}

/// Carries out an action of the guest. Any node may write to any room, so it need not travel to the node that runs it.
async fn act(app: &App, guest: &PlayerId, id: &RegattaId, action: RoomAction) -> Result<u64, Refusal> {
    let visitor = Visitor::new(Some(guest.clone()), None);
    // A new id, because a guest could have used a fixed one before.
    let submission = Submission { id: format!("sign in: {}", random_text(20)), action, seen: None };
    app.registry.act_here(id, &visitor, &submission).await.map(|acted| acted.seq)
}
