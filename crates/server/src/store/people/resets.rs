//! Codes with which players who have forgotten their password set a new one, in the store.

use crate::{
    ids::PlayerId,
    store::{Store, StoreError, now, postgres::changes::AccountChange::Ended, writer::statement::Statement},
};

/// Remembers a code with which a player can set a new password, and forgets those that have expired.
pub(in crate::store) fn new_reset(player: &PlayerId, hash: &str, until: i64) -> Vec<Statement> {
    let sql = "INSERT INTO password_resets (hash, player, until) VALUES ($1, $2, $3)";
    vec![
        Statement::new("DELETE FROM password_resets WHERE until <= $1 OR player = $2").bind(now()).bind(player),
        Statement::new(sql).bind(hash).bind(player).bind(until),
    ]
}

impl Store {
    /// The player who may set a new password with this code.
    pub async fn player_of_reset(&self, hash: &str) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT player FROM password_resets WHERE hash = $1 AND until > $2";
        let row: Option<(PlayerId,)> =
            sqlx::query_as(sql).bind(hash.to_owned()).bind(now()).fetch_optional(&self.pool).await?;
        Ok(row.map(|(player,)| player))
    }

    /// The accounts with this confirmed mail address in capital or small letters: id, login and the address as it was
    /// confirmed. Three at most.
    pub async fn logins_of_mail(&self, address: &str) -> Result<Vec<(PlayerId, String, String)>, StoreError> {
        let sql = "SELECT p.id, p.login, m.address FROM mail_addresses m JOIN players p ON p.id = m.player
                   WHERE LOWER(m.address) = $1 AND p.login IS NOT NULL AND p.gone IS NULL ORDER BY p.login LIMIT 3";
        Ok(sqlx::query_as(sql).bind(address.to_ascii_lowercase()).fetch_all(&self.pool).await?)
    }

    /// Remembers a code with which a player can set a new password. Returns false if two others of theirs still work.
    pub async fn add_reset(&self, player: &PlayerId, hash: &str, until: i64) -> Result<bool, StoreError> {
        let sql = "INSERT INTO password_resets (hash, player, until) SELECT $1, $2, $3
                   WHERE (SELECT COUNT(*) FROM password_resets WHERE player = $2 AND until > $4) < 2";
        let tidy = Statement::new("DELETE FROM password_resets WHERE until <= $1").bind(now());
        let add = Statement::new(sql).bind(hash).bind(player).bind(until).bind(now());
        Ok(self.write(vec![tidy, add]).await?.last() == Some(&1))
    }

    /// Forgets a code that did not reach its player.
    pub async fn forget_reset(&self, hash: &str) -> Result<(), StoreError> {
        self.write(vec![Statement::new("DELETE FROM password_resets WHERE hash = $1").bind(hash)]).await.map(drop)
    }

    /// Sets a new password with a code, which is used up, and ends all sessions and tokens. Returns false if somebody else has
    /// used the code.
    pub async fn reset_password(&self, id: &PlayerId, code: &str, new: &str) -> Result<bool, StoreError> {
        let set = "UPDATE players SET password = $1 WHERE id = $2 AND login IS NOT NULL
                   AND EXISTS (SELECT 1 FROM password_resets WHERE hash = $3 AND player = $2)";
        let set = Statement::new(set).bind(new).bind(id).bind(code);
        let mut writes = vec![set];
        for sql in [
            "DELETE FROM sessions WHERE player = $1 AND EXISTS (SELECT 1 FROM password_resets WHERE hash = $2)",
            "DELETE FROM tokens WHERE player = $1 AND EXISTS (SELECT 1 FROM password_resets WHERE hash = $2)",
            // No other code of this player works any more.
            "DELETE FROM password_resets WHERE player = $1 AND EXISTS (SELECT 1 FROM password_resets WHERE hash = $2)",
        ] {
            writes.push(Statement::new(sql).bind(id).bind(code));
        }
        Ok(self.write_change(id, Ended, writes).await?.first() == Some(&1))
    }
}
