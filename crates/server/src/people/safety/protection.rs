//! `/api/me/protection`: an account protects itself with a PIN, and chooses whether it wants free chat.

use crate::people::{Face, Player, credentials::Pin, me::account};
use crate::{
    app::App,
    http::{address::Address, extract::Json},
    room::action::{Refusal, RefusalReason},
    store::{Account, Protection},
};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get, set)).routes(routes!(set_chat))
}

/// How a player is protected, and how they chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct MyProtection {
    /// Whether others see the name of a boat, no free text goes to or from the player, and no public list shows them.
    pub protected: bool,
    /// Whether the server protects everybody, so that nobody can lift it.
    pub by_server: bool,
    /// What others call a protected player; null if not protected.
    pub boat: Option<String>,
    /// Whether the player wants to read and write free text where all others do, too.
    pub free_chat: bool,
}

impl MyProtection {
    fn new(account: &Account) -> MyProtection {
        MyProtection {
            protected: account.is_protected(),
            by_server: account.protection == Protection::Server,
            boat: account.is_protected().then(|| account.name.clone()),
            free_chat: account.free_chat,
        }
    }
}

/// Protects the account, or lifts its protection.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProtection {
    /// False lifts the protection.
    pub protected: bool,
    /// 4 to 12 digits. The same PIN lifts the protection again.
    pub pin: Pin,
}

/// Whether a player wants free chat.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChat {
    /// True: free text, where everybody at the table is registered and wants it, too. False: phrases only.
    pub free: bool,
}

fn forbidden(message: &str) -> Refusal {
    Refusal::new(RefusalReason::Forbidden, message)
}

/// Get how you are protected
#[utoipa::path(get, operation_id = "get_protection", path = "/api/me/protection", tag = "people",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = MyProtection)))]
async fn get(State(app): State<App>, player: Player) -> Result<Json<MyProtection>, Refusal> {
    Ok(Json(MyProtection::new(&account(&app, &player).await?)))
}

/// Protect your account
///
/// For children. Others see the name of a boat instead of yours; you get no free text of others and can send none; no public
/// list shows you. You play with ready-made phrases. The PIN lifts the protection.
#[utoipa::path(put, operation_id = "set_protection", path = "/api/me/protection", tag = "people",
    request_body = NewProtection, security(("cookie" = []), ("token" = [])), responses(
    (status = 200, body = MyProtection),
    (status = 403, description = "The PIN is wrong, or the server protects everybody", body = Refusal)))]
async fn set(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    Json(NewProtection { protected, pin }): Json<NewProtection>,
) -> Result<Json<MyProtection>, Refusal> {
    app.limits.action(&player.id)?;
    let before = account(&app, &player).await?;
    if protected && !before.is_protected() {
        let hash = app.people.inner.passwords.hash(address, pin.as_str()).await?;
        app.store.protect(&player.id, &hash).await?;
    } else if !protected && before.is_protected() {
        lift(&app, address, &before, &pin).await?;
    }
    app.people.face_changed(&player.id).await?;
    Ok(Json(MyProtection::new(&account(&app, &player).await?)))
}

async fn lift(app: &App, address: std::net::IpAddr, account: &Account, pin: &Pin) -> Result<(), Refusal> {
    if app.config.protected {
        return Err(forbidden("This server protects everybody. Only its operator can change that."));
    }
    // Without a PIN a server that is for everybody now had protected the account.
    if let Some(hash) = &account.pin {
        app.limits.pin(&account.id)?;
        let attempt = app.limits.sign_in(address, &format!("pin of {}", account.id))?;
        if !app.people.inner.passwords.matches(address, pin.as_str(), Some(hash)).await? {
            return Err(Refusal::new(RefusalReason::WrongPassword, "The PIN is wrong."));
        }
        attempt.succeeded();
        app.limits.right_pin(&account.id);
    }
    app.store.unprotect(&account.id, account.pin.as_deref()).await?;
    Ok(())
}

/// Choose how you chat
///
/// Chat is by ready-made phrases, unless everybody at the table is registered and wants free text.
#[utoipa::path(put, operation_id = "set_chat", path = "/api/me/chat", tag = "people", request_body = NewChat,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, body = MyProtection),
    (status = 403, description = "You are a guest, or protected", body = Refusal)))]
async fn set_chat(
    State(app): State<App>,
    player: Player,
    Json(NewChat { free }): Json<NewChat>,
) -> Result<Json<MyProtection>, Refusal> {
    app.limits.action(&player.id)?;
    if free && (app.config.protected || player.is_protected) {
        return Err(forbidden("Protected players chat with ready-made phrases."));
    }
    if free && !player.registered {
        return Err(forbidden("Please register first. Guests chat with ready-made phrases."));
    }
    app.store.set_free_chat(&player.id, free).await?;
    app.people.face_changed(&player.id).await?;
    Ok(Json(MyProtection::new(&account(&app, &player).await?)))
}

impl crate::people::People {
    /// Called when others see something else of a player from now on. Everything that is open connects again.
    pub(in crate::people) async fn face_changed(&self, player: &crate::ids::PlayerId) -> Result<(), Refusal> {
        if let Some(account) = self.inner.store.account(player).await? {
            self.names.set(player.clone(), Face::from(&account));
        }
        self.sessions_ended(player);
        Ok(())
    }
}
