//! Carries out what moderators and operators decide, and writes it into the audit log.

use crate::{
    app::App,
    ids::{PlayerId, RegattaId, random_bytes, random_text},
    moderate::{Role, ServerNotice, act::Act, operator, state::NOTICE},
    people::{Player, boat_name, not_signed_in},
    room::{
        absence::Gone,
        action::{Refusal, RefusalReason, RoomAction, Submission},
        event::Absence,
    },
    rooms::request::{Acted, Visitor},
    store::{Change, NewAudit, Protection, now},
    text::{is_stacked, visible_text, without_name},
};
use axum::{extract::FromRequestParts, http::request::Parts};

/// The most characters of a reason.
const LONGEST_REASON: usize = 500;

/// An hour, a day and a week, in milliseconds.
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
const WEEK: i64 = 7 * DAY;

/// Somebody who may moderate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    /// `None` for the operator at the command line.
    pub player: Option<PlayerId>,
    #[allow(missing_docs)]
    pub role: Role,
}

impl FromRequestParts<App> for Actor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Actor, Refusal> {
        if let Some(key) = operator::claimed(&parts.headers) {
            return match operator::same(key, &app.operator_key) {
                true => Ok(Actor { player: None, role: Role::Operator }),
                false => Err(not_signed_in()),
            };
        }
        let player = Player::from_request_parts(parts, app).await?;
        match player.role >= Role::Moderator && player.reads_all {
            true => Ok(Actor { player: Some(player.id), role: player.role }),
            false => Err(forbidden("This is for moderators.")),
        }
    }
}

fn forbidden(message: &str) -> Refusal {
    Refusal::new(RefusalReason::Forbidden, message)
}

/// Carries out acts.
pub struct Moderation<'a> {
    app: &'a App,
    actor: &'a Actor,
}

impl<'a> Moderation<'a> {
    #[allow(missing_docs)]
    pub fn new(app: &'a App, actor: &'a Actor) -> Moderation<'a> {
        Moderation { app, actor }
    }

    /// Carries out an act. Returns a code, if it has made one.
    pub async fn carry_out(&self, act: &Act, reason: &str) -> Result<Option<String>, Refusal> {
        let bad = |message: String| Refusal::new(RefusalReason::BadRequest, message);
        let reason = reason.trim();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
            return Err(bad(format!("Give a reason of 1 to {LONGEST_REASON} characters.")));
        }
        visible_text(reason).map_err(|hidden| bad(format!("{hidden}.")))?;
        if is_stacked(reason) {
            return Err(bad("The reason has too many marks on one letter.".to_owned()));
        }
        if let Some(fault) = act.fault() {
            return Err(bad(fault.to_owned()));
        }
        self.check_rank(act).await?;
        self.check_impartial(act).await?;
        if let Act::CloseReport { report } = act {
            self.check_report(report).await?;
        }
        let code = match act {
            Act::Invite {} | Act::ResetPassword { .. } => Some(random_text(20)),
            _ => None,
        };
        let in_room = self.room_act(act);
        if let Some((regatta, who, action)) = &in_room {
            self.check_room(regatta, who, action).await?;
        }
        if let Act::CloseEvent { event } = act {
            let event = self.app.events.load(event).await?.ok_or_else(Refusal::not_found)?;
            event.end()?;
        }
        let change = self.change(act, reason, code.as_deref())?;
        let audit = NewAudit {
            actor: self.actor.player.clone(),
            act: act.kind(),
            player: act.player().cloned(),
            regatta: act.regatta().cloned(),
            detail: act.detail(),
            reason: self.without_names(act, reason).await?,
        };
        // Before anything happens in a room or an event: nothing may happen without its line, even if the server dies in between.
        if !self.app.store.moderate(&change, &audit).await? {
            return Err(Refusal::not_found());
        }
        if let Err(refusal) = self.act_elsewhere(act, in_room).await {
            let detail = format!("not done: {}", refusal.message);
            self.app.store.moderate(&Change::Nothing, &NewAudit { detail, ..audit }).await?;
            return Err(refusal);
        }
        self.take_effect(act).await?;
        Ok(code)
    }

    /// Does what an act does in a room or in an event.
    async fn act_elsewhere(
        &self,
        act: &Act,
        in_room: Option<(RegattaId, PlayerId, RoomAction)>,
    ) -> Result<(), Refusal> {
        if let Some((regatta, who, action)) = in_room {
            self.submit(&regatta, who, action).await?;
        }
        if let Act::CloseEvent { event } = act {
            self.app.events.act(event, &self.id(), |event, _| event.end()).await?;
        }
        Ok(())
    }

    /// A reason as the audit log keeps it: without the names of the people it is about, who may delete their accounts. They are
    /// taken out before it is written, because nobody may change what is in the log, and people choose their names.
    async fn without_names(&self, act: &Act, reason: &str) -> Result<String, Refusal> {
        let mut players: Vec<PlayerId> = act.player().into_iter().chain(&self.actor.player).cloned().collect();
        if let Some(regatta) = act.regatta()
            && let Some(room) = self.app.registry.peek(regatta).await?
        {
            players.push(room.host.clone());
            players.extend(room.seats.values().filter_map(|seat| Some(seat.person()?.player.clone())));
        }
        if let Act::CloseReport { report } = act {
            players.extend(self.app.store.reported(report).await?);
        }
        if let Act::CloseEvent { event } = act
            && let Some(event) = self.app.events.load(event).await?
        {
            players.push(event.organiser.clone());
            players.extend(event.players.into_keys());
        }
        let mut reason = reason.to_owned();
        for player in players {
            let Some(account) = self.app.store.account(&player).await? else { continue };
            for name in [account.own_name(), account.name.as_str()].into_iter().chain(account.login.as_deref()) {
                reason = without_name(&reason, name);
            }
        }
        Ok(reason)
    }

    /// Moderators can't deal with reports about themselves, or learn who made them.
    pub async fn check_report(&self, id: &str) -> Result<(), Refusal> {
        // PostgreSQL takes no such text.
        let reported = if id.contains('\0') { None } else { self.app.store.reported(id).await? };
        match reported {
            Some(player) if self.actor.player.as_ref() != Some(&player) => Ok(()),
            _ => Err(Refusal::not_found()),
        }
    }

    /// Moderators can't act above their role, or against somebody with the same role or a higher one.
    async fn check_rank(&self, act: &Act) -> Result<(), Refusal> {
        if self.actor.role < act.needs() {
            return Err(forbidden("This is for operators."));
        }
        let Some(player) = act.player() else { return Ok(()) };
        let account = self.app.store.account(player).await?.ok_or_else(Refusal::not_found)?;
        if self.actor.player.is_some() && account.role >= self.actor.role {
            return Err(forbidden("You can't act against somebody of your own role or a higher one."));
        }
        match act {
            // Moderators read what others write. Whom only the server protects may do so, too: somebody must.
            Act::Role { role, .. }
                if *role > Role::Player && (account.login.is_none() || account.protection == Protection::Own) =>
            {
                Err(forbidden("Only registered players who have not protected themselves with a PIN can have a role."))
            }
            Act::Rename { name: Some(_), .. } if account.is_protected() => Err(forbidden(
                "A protected player gets no text of others. Leave the name out to give them that of a boat.",
            )),
            Act::ResetPassword { .. } if account.login.is_none() => Err(forbidden("Guests have no password.")),
            _ => Ok(()),
        }
    }

    /// Moderators can't decide regattas that they play in themselves, or somebody with their role or a higher one. Operators can.
    async fn check_impartial(&self, act: &Act) -> Result<(), Refusal> {
        let (Some(regatta), Some(moderator)) = (act.regatta(), &self.actor.player) else { return Ok(()) };
        if self.actor.role >= Role::Operator {
            return Ok(());
        }
        for player in self.app.store.crew_of(regatta).await? {
            if player == *moderator {
                return Err(forbidden("You have a seat in this regatta. Ask another moderator, or an operator."));
            }
            if self.app.store.account(&player).await?.is_some_and(|account| account.role >= self.actor.role) {
                return Err(forbidden(
                    "Somebody of your own role or a higher one has a seat in this regatta. Ask an operator.",
                ));
            }
        }
        Ok(())
    }

    /// What happens in a room, and who is in the room's log as its author.
    fn room_act(&self, act: &Act) -> Option<(RegattaId, PlayerId, RoomAction)> {
        match act {
            Act::CloseRoom { regatta } => Some((regatta.clone(), self.id(), RoomAction::Terminate)),
            Act::Annul { regatta } => Some((regatta.clone(), self.id(), RoomAction::Annul)),
            Act::HandSeat { regatta, player } => {
                Some((regatta.clone(), player.clone(), RoomAction::HandOver(Absence::Dropout)))
            }
            _ => None,
        }
    }

    /// Checks whether the room would do it, so that the audit log has no line for what is refused.
    async fn check_room(&self, regatta: &RegattaId, who: &PlayerId, action: &RoomAction) -> Result<(), Refusal> {
        let mut room = self.app.registry.peek(regatta).await?.ok_or_else(Refusal::not_found)?;
        room.act(who, action, None, now(), &Gone::default(), &mut random_bytes).map(drop)
    }

    /// Who is in the log of the room or event as the author.
    fn id(&self) -> PlayerId {
        self.actor.player.clone().unwrap_or_else(|| PlayerId::derived("operator"))
    }

    async fn submit(&self, regatta: &RegattaId, who: PlayerId, action: RoomAction) -> Result<Acted, Refusal> {
        let visitor = Visitor { vouched: true, ..Visitor::new(Some(who), None) };
        let submission = Submission { id: format!("moderation: {}", random_text(12)), action, seen: None };
        self.app.registry.act_here(regatta, &visitor, &submission).await
    }

    /// What changes in the store.
    fn change(&self, act: &Act, reason: &str, code: Option<&str>) -> Result<Change, Refusal> {
        let until = |hours: u32| if hours == 0 { 0 } else { now() + i64::from(hours) * HOUR };
        let notice = |notice: ServerNotice| -> Result<Change, Refusal> {
            Ok(Change::Meta(NOTICE, serde_json::to_string(&notice)?))
        };
        let known = self.app.moderation.notice();
        Ok(match act {
            Act::CloseReport { report } => Change::ClosedReport(report.clone()),
            Act::Warn { player } => Change::Warning(player.clone(), reason.to_owned()),
            Act::Mute { player, hours } => Change::Silenced(player.clone(), until(*hours)),
            Act::Rename { player, name: Some(name) } => {
                self.app.people.filter.check_name(name)?;
                Change::Name(player.clone(), name.as_str().to_owned())
            }
            Act::Rename { player, name: None } => Change::Name(player.clone(), boat_name(player)),
            Act::Suspend { player, hours } => Change::Suspended(player.clone(), until(*hours)),
            Act::Ban { player } => Change::Suspended(player.clone(), i64::MAX),
            Act::BanAddress { network, hours } => Change::Banned(network.to_string(), until(*hours)),
            Act::Role { player, role } => Change::Role(player.clone(), *role),
            Act::Announce { minutes } => {
                let restart = minutes.map(|minutes| now() + i64::from(minutes) * 60_000);
                notice(ServerNotice { restart, ..known })?
            }
            Act::Registration { mode } => notice(ServerNotice { registration: *mode, ..known })?,
            Act::Events { organisers_only } => notice(ServerNotice { organisers_only: *organisers_only, ..known })?,
            Act::Maintenance { on } => notice(ServerNotice { maintenance: *on, ..known })?,
            Act::Invite {} => Change::Invitation(crate::people::digest(code.unwrap_or_default()), now() + WEEK),
            Act::ResetPassword { player } => {
                Change::Reset(player.clone(), crate::people::digest(code.unwrap_or_default()), now() + DAY)
            }
            Act::CloseRoom { .. } | Act::Annul { .. } | Act::HandSeat { .. } | Act::CloseEvent { .. } => {
                Change::Nothing
            }
        })
    }

    /// Makes this node know at once. The others read it within two seconds.
    async fn take_effect(&self, act: &Act) -> Result<(), Refusal> {
        if let Some(player) = act.player() {
            self.app.people.account_moderated(player).await?;
        }
        self.app.moderation.refresh(&self.app.store).await?;
        self.app.people.tell_others();
        Ok(())
    }
}
