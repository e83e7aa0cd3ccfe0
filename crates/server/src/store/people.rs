//! Players, their sessions and their tokens in the store.

use crate::ids::{PlayerId, TokenId};
use crate::store::{Store, StoreError, now, statement::Statement};
use sqlx::AssertSqlSafe;

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
}

type AccountColumns = (PlayerId, String, Option<String>, Option<String>, i64);

fn account((id, name, login, hash, created): AccountColumns) -> Account {
    Account { id, name, login, hash, created }
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

/// Names per statement. There are few sizes, so that few prepared statements are kept.
fn names_at_once(most: usize) -> usize {
    match most {
        0 | 1 => 1,
        2..=8 => 8,
        _ => 256,
    }
}

impl Store {
    /// The names of some players; empty for deleted accounts.
    pub async fn names(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        let mut names = Vec::with_capacity(players.len());
        let mut rest = players;
        while let [.., last] = rest {
            let count = names_at_once(rest.len());
            let (some, others) = rest.split_at(count.min(rest.len()));
            rest = others;
            let places: Vec<String> = (1..=count).map(|place| format!("${place}")).collect();
            let sql = format!("SELECT id, name FROM players WHERE id IN ({})", places.join(", "));
            let mut select = sqlx::query_as(AssertSqlSafe(sql));
            for player in some.iter().chain(std::iter::repeat(last)).take(count) {
                select = select.bind(player);
            }
            names.extend(select.fetch_all(&self.pool).await?);
        }
        Ok(names)
    }

    /// Adds a guest with a session.
    pub async fn add_guest(&self, id: &PlayerId, name: &str, session: &str) -> Result<(), StoreError> {
        let player = Statement::new("INSERT INTO players (id, name, created) VALUES ($1, $2, $3)")
            .bind(id)
            .bind(name)
            .bind(now());
        self.write(vec![player, new_session(session, id)]).await.map(drop)
    }

    /// The account of a player; `None` if it was deleted.
    pub async fn account(&self, id: &PlayerId) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT id, name, login, password, created FROM players WHERE id = $1 AND gone IS NULL";
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.map(account))
    }

    /// The account with this login.
    pub async fn account_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT id, name, login, password, created FROM players WHERE login = $1 AND gone IS NULL";
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(login.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map(account))
    }

    /// The account with this session.
    pub async fn account_by_session(&self, hash: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT p.id, p.name, p.login, p.password, p.created FROM sessions s
                   JOIN players p ON p.id = s.player WHERE s.hash = $1 AND p.gone IS NULL";
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(hash.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map(account))
    }

    /// The account with this token.
    pub async fn account_by_token(&self, hash: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT p.id, p.name, p.login, p.password, p.created FROM tokens t
                   JOIN players p ON p.id = t.player WHERE t.hash = $1 AND p.gone IS NULL";
        let row: Option<AccountColumns> = sqlx::query_as(sql).bind(hash.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map(account))
    }

    /// Renames a player.
    pub async fn rename(&self, id: &PlayerId, name: &str) -> Result<(), StoreError> {
        let sql = "UPDATE players SET name = $1 WHERE id = $2 AND gone IS NULL";
        self.write(vec![Statement::new(sql).bind(name).bind(id)]).await.map(drop)
    }

    /// Registers a guest. All sessions end, and one new session begins. Returns false if the login is taken, or the player is
    /// not a guest any more.
    pub async fn register(&self, id: &PlayerId, login: &str, hash: &str, session: &str) -> Result<bool, StoreError> {
        // There is only one writer, so nobody can take the login in between.
        let sql = "UPDATE players SET login = $1, password = $2 WHERE id = $3 AND login IS NULL AND gone IS NULL
                   AND NOT EXISTS (SELECT 1 FROM players WHERE login = $1)";
        let register = Statement::new(sql).bind(login).bind(hash).bind(id);
        let end = "DELETE FROM sessions WHERE player = $1
                   AND EXISTS (SELECT 1 FROM players WHERE id = $1 AND password = $2)";
        let end = Statement::new(end).bind(id).bind(hash);
        let begin = "INSERT INTO sessions (hash, player, created)
                     SELECT $1, id, $2 FROM players WHERE id = $3 AND password = $4";
        let begin = Statement::new(begin).bind(session).bind(now()).bind(id).bind(hash);
        let changed = self.write(vec![register, end, begin]).await?;
        Ok(changed.first() == Some(&1))
    }

    /// Adds a session.
    pub async fn add_session(&self, hash: &str, player: &PlayerId) -> Result<(), StoreError> {
        self.write(vec![new_session(hash, player)]).await.map(drop)
    }

    /// Ends a session.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.write(vec![Statement::new("DELETE FROM sessions WHERE hash = $1").bind(hash)]).await.map(drop)
    }

    /// Changes a password, if it is still `old`, and ends all sessions but `keep` and all tokens.
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
        let changed = self.write(vec![change, end, revoke]).await?;
        Ok(changed.first() == Some(&1))
    }

    /// Deletes everything about a player but their games, and notes that their seats must be vacated.
    pub async fn delete_player(&self, id: &PlayerId) -> Result<(), StoreError> {
        let forget = "UPDATE players SET name = '', login = NULL, password = NULL, gone = $1 WHERE id = $2";
        let mut writes = vec![Statement::new(forget).bind(now()).bind(id)];
        for sql in ["DELETE FROM sessions WHERE player = $1", "DELETE FROM tokens WHERE player = $1"] {
            writes.push(Statement::new(sql).bind(id));
        }
        writes.push(super::departures::note_departure(id));
        self.write(writes).await.map(drop)
    }

    /// When each of a player's sessions began.
    pub async fn sessions(&self, player: &PlayerId) -> Result<Vec<i64>, StoreError> {
        let rows: Vec<(i64,)> = sqlx::query_as("SELECT created FROM sessions WHERE player = $1 ORDER BY created")
            .bind(player)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|(created,)| created).collect())
    }

    /// Adds a token. Returns false if the player already has `most`.
    pub async fn add_token(
        &self,
        player: &PlayerId,
        token: &TokenRow,
        hash: &str,
        most: i64,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO tokens (id, player, label, hash, created)
                   SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM tokens WHERE player = $2) < $6";
        let add = Statement::new(sql)
            .bind(&token.id)
            .bind(player)
            .bind(token.label.as_str())
            .bind(hash)
            .bind(token.created)
            .bind(most);
        Ok(self.write(vec![add]).await? == [1])
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
        Ok(self.write(vec![Statement::new(sql).bind(player).bind(id)]).await? == [1])
    }

    /// All entries with chat messages of this player: regatta and events. Reads the whole log.
    pub async fn chats_of(&self, player: &PlayerId) -> Result<Vec<(String, String)>, StoreError> {
        let sql = r#"SELECT regatta, events FROM entries WHERE actor = $1 AND events LIKE '%"chat"%' ORDER BY at"#;
        Ok(sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?)
    }
}
