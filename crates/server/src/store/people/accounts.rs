//! Players, their sessions and their tokens in the store.

use crate::ids::{PlayerId, TokenId};
use crate::moderate::Role;
use crate::people::Face;
use crate::store::{
    Store, StoreError, now,
    postgres::changes::AccountChange::{self, Changed, Ended},
    touch_groups_with,
    writer::statement::Statement,
};

/// A player's account.
#[derive(Clone, Debug)]
pub struct Account {
    #[allow(missing_docs)]
    pub id: PlayerId,
    /// The name others see.
    pub name: String,
    /// `None` for guests.
    pub login: Option<String>,
    /// The argon2id hash of the password; `None` for guests.
    pub hash: Option<String>,
    /// When the account was created.
    pub created: i64,
    #[allow(missing_docs)]
    pub protection: Protection,
    /// The name that a protected player chose. Only they themselves see it.
    pub real_name: Option<String>,
    /// The argon2id hash of the PIN that lifts the protection.
    pub pin: Option<String>,
    /// Whether they want to read and write free text.
    pub free_chat: bool,
    #[allow(missing_docs)]
    pub role: Role,
    /// Until when they may say nothing.
    pub silenced: i64,
    /// Until when they may do nothing.
    pub suspended: i64,
}

impl Account {
    #[allow(missing_docs)]
    pub fn is_protected(&self) -> bool {
        self.protection != Protection::None
    }

    /// The name that the player chose, whatever others see.
    pub fn own_name(&self) -> &str {
        self.real_name.as_deref().unwrap_or(&self.name)
    }
}

/// Who has protected an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protection {
    #[default]
    #[allow(missing_docs)]
    None,
    /// The account itself, with a PIN.
    Own,
    /// A server for children, for everybody.
    Server,
}

impl Protection {
    fn read(number: i64) -> Protection {
        match number {
            0 => Protection::None,
            2 => Protection::Server,
            // An unknown protection must not become none.
            _ => Protection::Own,
        }
    }
}

type AccountColumns =
    (PlayerId, String, Option<String>, Option<String>, i64, i64, Option<String>, Option<String>, i64, String, i64, i64);

fn account(columns: AccountColumns) -> Account {
    let (id, name, login, hash, created, protected, real_name, pin, free_chat, role, silenced, suspended) = columns;
    let (protection, free_chat, role) = (Protection::read(protected), free_chat != 0, Role::read(&role));
    Account { id, name, login, hash, created, protection, real_name, pin, free_chat, role, silenced, suspended }
}

/// Selects accounts that are not deleted. `p` is the table of players.
macro_rules! account {
    ($from:literal) => {
        concat!(
            "SELECT p.id, p.name, p.login, p.password, p.created, p.protected, p.real_name, p.pin, p.free_chat,
             p.role, p.silenced, p.suspended FROM ",
            $from,
            " AND p.gone IS NULL"
        )
    };
}

/// A token without its secret.
#[derive(Clone, Debug)]
pub struct TokenRow {
    /// Id of the token; not the token itself.
    pub id: TokenId,
    #[allow(missing_docs)]
    pub label: String,
    #[allow(missing_docs)]
    pub created: i64,
}

fn new_session(hash: &str, player: &PlayerId) -> Statement {
    let sql = "INSERT INTO sessions (hash, player, created) VALUES ($1, $2, $3)";
    Statement::new(sql).bind(hash).bind(player).bind(now())
}

/// Renames a player who is not deleted.
macro_rules! rename {
    () => {
        "UPDATE players SET name = CASE WHEN protected = 0 THEN $1 ELSE name END,
         real_name = CASE WHEN protected = 0 THEN NULL ELSE $1 END WHERE id = $2 AND gone IS NULL"
    };
}

/// Renames a player. Others see nothing of it while the player is protected.
pub(in crate::store) fn new_name(id: &PlayerId, name: &str) -> Statement {
    Statement::new(rename!()).bind(name).bind(id)
}

impl Store {
    /// What others see of some players; empty names for deleted accounts.
    pub async fn faces(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, Face)>, StoreError> {
        type Columns = (PlayerId, String, Option<String>, i64, i64, i64, i64);
        let face = |(id, name, login, protected, free_chat, silenced, created): Columns| {
            let (is_protected, free_chat) = (protected != 0, free_chat != 0);
            let is_registered = login.is_some();
            (id, Face { name: name.into(), is_registered, is_protected, free_chat, silenced, created })
        };
        let sql =
            "SELECT id, name, login, protected, free_chat, silenced, created FROM players WHERE id IN ({players})";
        Ok(self.rows_about(sql, players).await?.into_iter().map(face).collect())
    }

    /// Adds a guest with a session.
    pub async fn add_guest(&self, id: &PlayerId, name: &str, session: &str) -> Result<(), StoreError> {
        let player = Statement::new("INSERT INTO players (id, name, created) VALUES ($1, $2, $3)");
        self.write(vec![player.bind(id).bind(name).bind(now()), new_session(session, id)]).await.map(drop)
    }

    /// Adds a guest on a server for children: others see the name of a boat, and no public list shows them.
    pub async fn add_protected(&self, id: &PlayerId, name: &str, boat: &str, session: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO players (id, name, created, real_name, protected) VALUES ($1, $2, $3, $4, 2)";
        let player = Statement::new(sql).bind(id).bind(boat).bind(now()).bind(name);
        let mut writes = vec![player, new_session(session, id)];
        writes.extend(crate::store::safety::hide(id));
        self.write(writes).await.map(drop)
    }

    /// The account of a player; `None` if it was deleted.
    pub async fn account(&self, id: &PlayerId) -> Result<Option<Account>, StoreError> {
        let sql = account!("players p WHERE p.id = $1");
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.map(account))
    }

    /// The account with this login.
    pub async fn account_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        let sql = account!("players p WHERE p.login = $1");
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(login.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map(account))
    }

    /// The account with this session.
    pub async fn account_by_session(&self, hash: &str) -> Result<Option<Account>, StoreError> {
        let sql = account!("sessions s JOIN players p ON p.id = s.player WHERE s.hash = $1");
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(hash.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map(account))
    }

    /// The account with this token.
    pub async fn account_by_token(&self, hash: &str) -> Result<Option<Account>, StoreError> {
        let sql = account!("tokens t JOIN players p ON p.id = t.player WHERE t.hash = $1");
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(hash.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map(account))
    }

    /// Renames a player, unless moderators have given them their name. Others see nothing of it while the player is protected.
    /// Returns false if nothing was changed.
    pub async fn rename(&self, id: &PlayerId, name: &str) -> Result<bool, StoreError> {
        let sql = concat!(rename!(), " AND NOT EXISTS (SELECT 1 FROM audit WHERE player = $2 AND act = 'rename')");
        let rename = Statement::new(sql).bind(name).bind(id);
        Ok(self.write_after_others(id, rename, Some(Changed)).await? == 1)
    }

    /// Runs statements that change an account, and tells the other nodes.
    pub(in crate::store) async fn write_change(
        &self,
        player: &PlayerId,
        change: AccountChange,
        mut statements: Vec<Statement>,
    ) -> Result<Vec<u64>, StoreError> {
        statements.extend(self.note_change(player, change));
        self.write(statements).await
    }

    /// Registers a guest. All sessions end, and all tokens but `keep`; one new session begins. Returns false if the login is
    /// taken, or the player is not a guest any more.
    pub async fn register(
        &self,
        id: &PlayerId,
        login: &str,
        hash: &str,
        session: &str,
        keep: &str,
    ) -> Result<bool, StoreError> {
        // Another server may take the login in between. Then the database refuses this one.
        let sql = "UPDATE players SET login = $1, password = $2 WHERE id = $3 AND login IS NULL AND gone IS NULL
                   AND NOT EXISTS (SELECT 1 FROM players WHERE login = $1)";
        let register = Statement::new(sql).bind(login).bind(hash).bind(id);
        let end = "DELETE FROM sessions WHERE player = $1
                   AND EXISTS (SELECT 1 FROM players WHERE id = $1 AND password = $2)";
        let end = Statement::new(end).bind(id).bind(hash);
        let revoke = "DELETE FROM tokens WHERE player = $1 AND hash <> $2
                      AND EXISTS (SELECT 1 FROM players WHERE id = $1 AND password = $3)";
        let revoke = Statement::new(revoke).bind(id).bind(keep).bind(hash);
        let begin = "INSERT INTO sessions (hash, player, created)
                     SELECT $1, id, $2 FROM players WHERE id = $3 AND password = $4";
        let begin = Statement::new(begin).bind(session).bind(now()).bind(id).bind(hash);
        match self.write_change(id, Ended, vec![register, end, revoke, begin]).await {
            Err(StoreError::Write(reason)) if reason.contains("login") => Ok(false),
            changed => Ok(changed?.first() == Some(&1)),
        }
    }

    /// Adds a session for somebody whose password was checked. Returns false if the stored password is not the checked one any
    /// more: it was changed, or the account deleted, in the meantime.
    pub async fn add_session(&self, session: &str, player: &PlayerId, checked: &str) -> Result<bool, StoreError> {
        let sql = "INSERT INTO sessions (hash, player, created)
                   SELECT $1, id, $2 FROM players WHERE id = $3 AND password = $4 AND gone IS NULL";
        let add = Statement::new(sql).bind(session).bind(now()).bind(player).bind(checked);
        Ok(self.write_after_others(player, add, None).await? == 1)
    }

    /// Runs a statement that must see what other nodes have changed about a player, and tells them what it changes. PostgreSQL
    /// shows a statement only what was committed when it began, so this takes the lock on the player's row before. A server
    /// alone has one writer and needs none. Returns how many rows were changed.
    async fn write_after_others(
        &self,
        player: &PlayerId,
        statement: Statement,
        change: Option<AccountChange>,
    ) -> Result<u64, StoreError> {
        let lock = Statement::new("UPDATE players SET gone = gone WHERE id = $1").bind(player);
        let note = change.and_then(|change| self.note_change(player, change));
        Ok(self.write([lock, statement].into_iter().chain(note).collect()).await?[1])
    }

    /// Ends a session.
    pub async fn end_session(&self, hash: &str, player: &PlayerId) -> Result<(), StoreError> {
        let end = Statement::new("DELETE FROM sessions WHERE hash = $1").bind(hash);
        self.write_change(player, Ended, vec![end]).await.map(drop)
    }

    /// Changes a password, if it is still `old`, and ends all sessions but `keep`, all tokens, and all codes to set another one.
    pub async fn set_password(&self, id: &PlayerId, old: &str, new: &str, keep: &str) -> Result<bool, StoreError> {
        let change = Statement::new("UPDATE players SET password = $1 WHERE id = $2 AND password = $3")
            .bind(new)
            .bind(id)
            .bind(old);
        let end = "DELETE FROM sessions WHERE player = $1 AND hash <> $2
                   AND EXISTS (SELECT 1 FROM players WHERE id = $1 AND password = $3)";
        let end = Statement::new(end).bind(id).bind(keep).bind(new);
        let revoke = "DELETE FROM tokens WHERE player = $1
                      AND EXISTS (SELECT 1 FROM players WHERE id = $1 AND password = $2)";
        let revoke = Statement::new(revoke).bind(id).bind(new);
        let forget = "DELETE FROM password_resets WHERE player = $1
                      AND EXISTS (SELECT 1 FROM players WHERE id = $1 AND password = $2)";
        let forget = Statement::new(forget).bind(id).bind(new);
        let changed = self.write_change(id, Ended, vec![change, end, revoke, forget]).await?;
        Ok(changed.first() == Some(&1))
    }

    /// Deletes everything about a player but their games, and notes that their seats must be vacated.
    pub async fn delete_player(&self, id: &PlayerId) -> Result<(), StoreError> {
        let forget = "UPDATE players SET name = '', login = NULL, password = NULL, real_name = NULL, pin = NULL,
                      warning = NULL, role = 'player', gone = $1 WHERE id = $2";
        let mut writes = vec![Statement::new(forget).bind(now()).bind(id)];
        writes.extend(super::departures::rows_of(id));
        writes.push(touch_groups_with(id));
        writes.push(super::departures::note_departure(id));
        self.write_change(id, Ended, writes).await.map(drop)
    }

    /// A player's sessions in stored form, and when each began.
    pub async fn sessions(&self, player: &PlayerId) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT hash, created FROM sessions WHERE player = $1 ORDER BY created, hash";
        Ok(sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?)
    }

    /// Adds a token for somebody who asks with this session or token. Returns false if the player already has `most`.
    pub async fn add_token(
        &self,
        player: &PlayerId,
        token: &TokenRow,
        hash: &str,
        asker: &str,
        most: i64,
    ) -> Result<bool, StoreError> {
        // Whoever has changed the password, or registered, in the meantime has ended the session that asks.
        let sql = "INSERT INTO tokens (id, player, label, hash, created)
                   SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM tokens WHERE player = $2) < $6
                   AND (EXISTS (SELECT 1 FROM sessions WHERE hash = $7 AND player = $2)
                     OR EXISTS (SELECT 1 FROM tokens WHERE hash = $7 AND player = $2))";
        let add = Statement::new(sql)
            .bind(&token.id)
            .bind(player)
            .bind(token.label.as_str())
            .bind(hash)
            .bind(token.created)
            .bind(most)
            .bind(asker);
        Ok(self.write_after_others(player, add, None).await? == 1)
    }

    /// Whether this session or token of a player is still valid.
    pub async fn is_signed_in(&self, player: &PlayerId, asker: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM sessions WHERE hash = $1 AND player = $2
                   UNION ALL SELECT 1 FROM tokens WHERE hash = $1 AND player = $2 LIMIT 1";
        let row: Option<(i32,)> =
            sqlx::query_as(sql).bind(asker.to_owned()).bind(player).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// A player's tokens.
    pub async fn tokens(&self, player: &PlayerId) -> Result<Vec<TokenRow>, StoreError> {
        let sql = "SELECT id, label, created FROM tokens WHERE player = $1 ORDER BY created, id";
        let rows: Vec<(TokenId, String, i64)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id, label, created)| TokenRow { id, label, created }).collect())
    }

    /// Deletes a token. Returns false if the player has no such token.
    pub async fn delete_token(&self, player: &PlayerId, id: &TokenId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM tokens WHERE player = $1 AND id = $2";
        let delete = Statement::new(sql).bind(player).bind(id);
        Ok(self.write_change(player, Ended, vec![delete]).await?.first() == Some(&1))
    }

    /// All entries with chat messages and phrases of this player: regatta and events. Reads the whole log.
    pub async fn chats_of(&self, player: &PlayerId) -> Result<Vec<(String, String)>, StoreError> {
        let sql = r#"SELECT regatta, events FROM entries WHERE actor = $1 
                     AND (events LIKE '%"chat"%' OR events LIKE '%"phrase"%') ORDER BY at"#;
        Ok(sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?)
    }
}
