//! What moderators and operators did, in the store: each change in one transaction with its line of the audit log.

mod examination;
mod games;
mod invitations;
mod retention;

pub use examination::Examination;
pub(crate) use examination::{disk_space, file_mode};

use crate::{
    ids::{PlayerId, RegattaId, random_text},
    moderate::{
        Role,
        act::{ActKind, AuditEntry},
    },
    store::{
        Store, StoreError, now,
        postgres::changes::AccountChange::Ended,
        writer::statement::{Statement, set_meta},
    },
};

/// A line for the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAudit {
    /// The moderator; `None` for the operator at the command line.
    pub actor: Option<PlayerId>,
    #[allow(missing_docs)]
    pub act: ActKind,
    #[allow(missing_docs)]
    pub player: Option<PlayerId>,
    #[allow(missing_docs)]
    pub regatta: Option<RegattaId>,
    #[allow(missing_docs)]
    pub detail: String,
    #[allow(missing_docs)]
    pub reason: String,
}

impl NewAudit {
    fn statement(&self) -> Statement {
        let sql = "INSERT INTO audit (id, at, actor, act, player, regatta, detail, reason)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let line = Statement::new(sql).bind(random_text(16)).bind(now());
        let line = line.bind(self.actor.as_ref().map(ToString::to_string)).bind(self.act.as_str());
        let line = line.bind(self.player.as_ref().map(ToString::to_string));
        let line = line.bind(self.regatta.as_ref().map(ToString::to_string));
        line.bind(self.detail.as_str()).bind(self.reason.as_str())
    }
}

/// Something that changes with an act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    #[allow(missing_docs)]
    Nothing,
    /// The player sees this until they have read it.
    Warning(PlayerId, String),
    /// The player may say nothing until then.
    Silenced(PlayerId, i64),
    /// The player may do nothing until then.
    Suspended(PlayerId, i64),
    #[allow(missing_docs)]
    Name(PlayerId, String),
    #[allow(missing_docs)]
    Role(PlayerId, Role),
    /// Nobody may come from this range until then.
    Banned(String, i64),
    /// A row of `meta`.
    Meta(&'static str, String),
    /// A code that lets a new player in, as its hash, until then.
    Invitation(String, i64),
    /// A code with which the player can set a new password, as its hash, until then.
    Reset(PlayerId, String, i64),
    /// A report is dealt with.
    ClosedReport(String),
}

impl Change {
    /// The player whose account it changes.
    fn player(&self) -> Option<&PlayerId> {
        match self {
            Change::Warning(player, _)
            | Change::Silenced(player, _)
            | Change::Suspended(player, _)
            | Change::Name(player, _)
            | Change::Role(player, _) => Some(player),
            Change::Nothing
            | Change::Reset(..)
            | Change::Banned(..)
            | Change::Meta(..)
            | Change::Invitation(..)
            | Change::ClosedReport(_) => None,
        }
    }

    fn statements(&self) -> Vec<Statement> {
        let one = |sql| Statement::new(sql);
        match self {
            Change::Nothing => Vec::new(),
            Change::Warning(player, text) => {
                vec![
                    one("UPDATE players SET warning = $1 WHERE id = $2 AND gone IS NULL")
                        .bind(text.as_str())
                        .bind(player),
                ]
            }
            Change::Silenced(player, until) => {
                vec![one("UPDATE players SET silenced = $1 WHERE id = $2 AND gone IS NULL").bind(*until).bind(player)]
            }
            Change::Suspended(player, until) => {
                vec![one("UPDATE players SET suspended = $1 WHERE id = $2 AND gone IS NULL").bind(*until).bind(player)]
            }
            Change::Name(player, name) => vec![super::people::new_name(player, name)],
            Change::Role(player, role) => {
                vec![
                    one("UPDATE players SET role = $1 WHERE id = $2 AND gone IS NULL").bind(role.as_str()).bind(player),
                ]
            }
            Change::Banned(network, until) => {
                let sql = "INSERT INTO address_bans (network, until, since) VALUES ($1, $2, $3)
                           ON CONFLICT (network) DO UPDATE SET until = excluded.until";
                vec![
                    one(sql).bind(network.as_str()).bind(*until).bind(now()),
                    one("DELETE FROM address_bans WHERE until <= $1").bind(now()),
                ]
            }
            Change::Meta(name, value) => vec![set_meta(name, value)],
            Change::Invitation(hash, until) => {
                let sql = "INSERT INTO invitations (hash, made, until) VALUES ($1, $2, $3)";
                vec![
                    one("DELETE FROM invitations WHERE until <= $1").bind(now()),
                    one(sql).bind(hash.as_str()).bind(now()).bind(*until),
                ]
            }
            Change::Reset(player, hash, until) => super::people::new_reset(player, hash, *until),
            Change::ClosedReport(id) => {
                vec![
                    one("UPDATE reports SET closed = $1 WHERE id = $2 AND closed IS NULL")
                        .bind(now())
                        .bind(id.as_str()),
                ]
            }
        }
    }
}

type Columns = (String, i64, Option<String>, String, Option<String>, Option<String>, String, String);

fn entry((id, at, actor, act, player, regatta, detail, reason): Columns) -> Result<AuditEntry, StoreError> {
    let act = ActKind::read(&act).ok_or_else(|| StoreError::Unreadable(format!("act {act:?} in the audit log")))?;
    let player_id = |text: Option<String>| text.and_then(|text| PlayerId::read(&text));
    let regatta = regatta.and_then(|text| RegattaId::read(&text));
    Ok(AuditEntry { id, at, actor: player_id(actor), act, player: player_id(player), regatta, detail, reason })
}

impl Store {
    /// Makes a change and writes it into the audit log. Returns false if there was nothing to change; then nothing is written.
    pub async fn moderate(&self, change: &Change, audit: &NewAudit) -> Result<bool, StoreError> {
        // Checked first, so that nothing is logged that did not happen.
        if let Some(player) = change.player()
            && self.account(player).await?.is_none()
        {
            return Ok(false);
        }
        if let Change::ClosedReport(id) = change
            && self.report_log(id).await?.is_none()
        {
            return Ok(false);
        }
        let mut statements = change.statements();
        statements.push(audit.statement());
        match change.player() {
            Some(player) => self.write_change(player, Ended, statements).await.map(drop)?,
            None => self.write(statements).await.map(drop)?,
        }
        Ok(true)
    }

    /// The newest lines of the audit log: all, or those about one player.
    pub async fn audit(
        &self,
        player: Option<&PlayerId>,
        before: Option<&str>,
        most: i64,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let before = before.unwrap_or_default().to_owned();
        let rows: Vec<Columns> = match player {
            Some(player) => {
                let sql = "SELECT id, at, actor, act, player, regatta, detail, reason FROM audit
                           WHERE player = $1 AND ($2 = '' OR (at, id) < (SELECT at, id FROM audit WHERE id = $2))
                           ORDER BY at DESC, id DESC LIMIT $3";
                sqlx::query_as(sql).bind(player).bind(before).bind(most).fetch_all(&self.pool).await?
            }
            None => {
                let sql = "SELECT id, at, actor, act, player, regatta, detail, reason FROM audit
                           WHERE ($1 = '' OR (at, id) < (SELECT at, id FROM audit WHERE id = $1))
                           ORDER BY at DESC, id DESC LIMIT $2";
                sqlx::query_as(sql).bind(before).bind(most).fetch_all(&self.pool).await?
            }
        };
        rows.into_iter().map(entry).collect()
    }

    /// The ranges of addresses from which nobody may come, and until when.
    pub async fn address_bans(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT network, until FROM address_bans WHERE until > $1";
        Ok(sqlx::query_as(sql).bind(now()).fetch_all(&self.pool).await?)
    }

    /// What a moderator told a player, until they have read it.
    pub async fn warning(&self, player: &PlayerId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT warning FROM players WHERE id = $1";
        let row: Option<(Option<String>,)> = sqlx::query_as(sql).bind(player).fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(warning,)| warning))
    }

    /// The player has read the warning.
    pub async fn forget_warning(&self, player: &PlayerId) -> Result<(), StoreError> {
        let sql = "UPDATE players SET warning = NULL WHERE id = $1";
        self.write(vec![Statement::new(sql).bind(player)]).await.map(drop)
    }

    /// The players whose name contains a text, or whose login is this text, for moderators.
    pub async fn find_players(&self, text: &str, most: i64) -> Result<Vec<PlayerId>, StoreError> {
        let sql = "SELECT id FROM players WHERE gone IS NULL AND (id = $1 OR login = $1
                   OR LOWER(name) LIKE $2 ESCAPE '!') ORDER BY created DESC LIMIT $3";
        let small = text.to_lowercase();
        let pattern = small.replace('!', "!!").replace('%', "!%").replace('_', "!_");
        let select = sqlx::query_as(sql).bind(small).bind(format!("%{pattern}%")).bind(most);
        let rows: Vec<(PlayerId,)> = select.fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
