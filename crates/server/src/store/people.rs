//! Players, their sessions and their tokens in the store.

use super::{Store, StoreError, now};
use crate::ids::{PlayerId, TokenId};

/// A player as stored.
#[derive(Clone, Debug)]
pub struct Account {
    /// Who.
    pub id: PlayerId,
    /// What others see.
    pub name: String,
    /// `None` for guests.
    pub login: Option<String>,
    /// Of the password, with argon2id; `None` for guests.
    pub hash: Option<String>,
    /// When they came.
    pub created: i64,
}

type AccountColumns = (String, String, Option<String>, Option<String>, i64);

fn account((id, name, login, hash, created): AccountColumns) -> Result<Account, StoreError> {
    let id = PlayerId::read(&id).ok_or(StoreError::Unreadable(id))?;
    Ok(Account { id, name, login, hash, created })
}

/// A token as listed.
#[derive(Clone, Debug)]
pub struct TokenRow {
    /// Not the token itself.
    pub id: TokenId,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub created: i64,
}

impl Store {
    /// The names of some players; those who are gone have none.
    pub async fn names(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        let mut names = Vec::new();
        for player in players {
            let row: Option<(String,)> = sqlx::query_as("SELECT name FROM players WHERE id = $1")
                .bind(player.as_str().to_owned())
                .fetch_optional(&self.pool)
                .await?;
            names.extend(row.map(|(name,)| (player.clone(), name)));
        }
        Ok(names)
    }

    /// A new guest with a session.
    pub async fn add_guest(&self, id: &PlayerId, name: &str, session: &str) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("INSERT INTO players (id, name, created) VALUES ($1, $2, $3)")
            .bind(id.as_str().to_owned())
            .bind(name.to_owned())
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        sqlx::query("INSERT INTO sessions (hash, player, created) VALUES ($1, $2, $3)")
            .bind(session.to_owned())
            .bind(id.as_str().to_owned())
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// A player who is not gone.
    pub async fn account(&self, id: &PlayerId) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT id, name, login, password, created FROM players WHERE id = $1 AND gone IS NULL";
        let row: Option<AccountColumns> =
            sqlx::query_as(sql).bind(id.as_str().to_owned()).fetch_optional(&self.pool).await?;
        row.map(account).transpose()
    }

    /// Whose login this is.
    pub async fn account_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT id, name, login, password, created FROM players WHERE login = $1 AND gone IS NULL";
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(login.to_owned()).fetch_optional(&self.pool).await?;
        row.map(account).transpose()
    }

    /// Whose session this is.
    pub async fn account_by_session(&self, hash: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT p.id, p.name, p.login, p.password, p.created FROM sessions s
                   JOIN players p ON p.id = s.player WHERE s.hash = $1 AND p.gone IS NULL";
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(hash.to_owned()).fetch_optional(&self.pool).await?;
        row.map(account).transpose()
    }

    /// Whose token this is.
    pub async fn account_by_token(&self, hash: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT p.id, p.name, p.login, p.password, p.created FROM tokens t
                   JOIN players p ON p.id = t.player WHERE t.hash = $1 AND p.gone IS NULL";
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(hash.to_owned()).fetch_optional(&self.pool).await?;
        row.map(account).transpose()
    }

    /// Gives a player another name.
    pub async fn rename(&self, id: &PlayerId, name: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE players SET name = $1 WHERE id = $2 AND gone IS NULL")
            .bind(name.to_owned())
            .bind(id.as_str().to_owned())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Makes a guest a registered player with one new session; the guest's sessions end. `false` if somebody has the
    /// login, or the guest is one no longer.
    pub async fn register(&self, id: &PlayerId, login: &str, hash: &str, session: &str) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let sql = "UPDATE players SET login = $1, password = $2 WHERE id = $3 AND login IS NULL AND gone IS NULL";
        let done = sqlx::query(sql)
            .bind(login.to_owned())
            .bind(hash.to_owned())
            .bind(id.as_str().to_owned())
            .execute(&mut *transaction)
            .await;
        match done {
            Ok(done) if done.rows_affected() == 1 => {}
            Ok(_) => return Ok(false),
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        let end = "DELETE FROM sessions WHERE player = $1";
        sqlx::query(end).bind(id.as_str().to_owned()).execute(&mut *transaction).await?;
        sqlx::query("INSERT INTO sessions (hash, player, created) VALUES ($1, $2, $3)")
            .bind(session.to_owned())
            .bind(id.as_str().to_owned())
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Another session of a player.
    pub async fn add_session(&self, hash: &str, player: &PlayerId) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO sessions (hash, player, created) VALUES ($1, $2, $3)")
            .bind(hash.to_owned())
            .bind(player.as_str().to_owned())
            .bind(now())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Ends a session.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash.to_owned()).execute(&self.pool).await?;
        Ok(())
    }

    /// Changes a password, if the old one is still `old`, and ends all sessions but one and all tokens.
    pub async fn set_password(&self, id: &PlayerId, old: &str, new: &str, keep: &str) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let changed = sqlx::query("UPDATE players SET password = $1 WHERE id = $2 AND password = $3")
            .bind(new.to_owned())
            .bind(id.as_str().to_owned())
            .bind(old.to_owned())
            .execute(&mut *transaction)
            .await?;
        if changed.rows_affected() == 1 {
            sqlx::query("DELETE FROM sessions WHERE player = $1 AND hash <> $2")
                .bind(id.as_str().to_owned())
                .bind(keep.to_owned())
                .execute(&mut *transaction)
                .await?;
            let end = "DELETE FROM tokens WHERE player = $1";
            sqlx::query(end).bind(id.as_str().to_owned()).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(changed.rows_affected() == 1)
    }

    /// Takes everything of a player away but their games, and notes that their seats are still to be left.
    pub async fn delete_player(&self, id: &PlayerId) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        let forget = "UPDATE players SET name = '', login = NULL, password = NULL, gone = $1 WHERE id = $2";
        sqlx::query(forget).bind(now()).bind(id.as_str().to_owned()).execute(&mut *transaction).await?;
        for sql in ["DELETE FROM sessions WHERE player = $1", "DELETE FROM tokens WHERE player = $1"] {
            sqlx::query(sql).bind(id.as_str().to_owned()).execute(&mut *transaction).await?;
        }
        super::reads::note_farewell(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// When a player's sessions began.
    pub async fn sessions(&self, player: &PlayerId) -> Result<Vec<i64>, StoreError> {
        let rows: Vec<(i64,)> = sqlx::query_as("SELECT created FROM sessions WHERE player = $1 ORDER BY created")
            .bind(player.as_str().to_owned())
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|(created,)| created).collect())
    }

    /// Adds a token, unless the player has `most` already.
    pub async fn add_token(
        &self,
        player: &PlayerId,
        token: &TokenRow,
        hash: &str,
        most: i64,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO tokens (id, player, label, hash, created)
                   SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM tokens WHERE player = $2) < $6";
        let done = sqlx::query(sql)
            .bind(token.id.as_str().to_owned())
            .bind(player.as_str().to_owned())
            .bind(token.label.clone())
            .bind(hash.to_owned())
            .bind(token.created)
            .bind(most)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// A player's tokens.
    pub async fn tokens(&self, player: &PlayerId) -> Result<Vec<TokenRow>, StoreError> {
        let sql = "SELECT id, label, created FROM tokens WHERE player = $1 ORDER BY created, id";
        let rows: Vec<(String, String, i64)> =
            sqlx::query_as(sql).bind(player.as_str().to_owned()).fetch_all(&self.pool).await?;
        let row =
            |(id, label, created): (String, String, i64)| Some(TokenRow { id: TokenId::read(&id)?, label, created });
        Ok(rows.into_iter().filter_map(row).collect())
    }

    /// Takes a token away; `false` if the player has no such token.
    pub async fn delete_token(&self, player: &PlayerId, id: &TokenId) -> Result<bool, StoreError> {
        let done = sqlx::query("DELETE FROM tokens WHERE player = $1 AND id = $2")
            .bind(player.as_str().to_owned())
            .bind(id.as_str().to_owned())
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Every entry in which this player said something: regatta, events. Reads the whole log.
    pub async fn chats_of(&self, player: &PlayerId) -> Result<Vec<(String, String)>, StoreError> {
        let sql = r#"SELECT regatta, events FROM entries WHERE actor = $1 AND events LIKE '%"chat"%' ORDER BY at"#;
        Ok(sqlx::query_as(sql).bind(player.as_str().to_owned()).fetch_all(&self.pool).await?)
    }
}
