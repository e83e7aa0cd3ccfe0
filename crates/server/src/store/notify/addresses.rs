//! Mail addresses of players in the store.

use crate::ids::PlayerId;
use crate::store::{Store, StoreError, now, writer::statement::Statement};

/// A player's mail addresses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AddressRow {
    /// The confirmed one.
    pub address: Option<String>,
    /// One that waits for its confirmation.
    pub pending: Option<String>,
    /// When the link to confirm it was sent.
    pub asked: Option<i64>,
}

impl Store {
    /// The mail addresses of a player.
    pub async fn mail_address(&self, player: &PlayerId) -> Result<AddressRow, StoreError> {
        let sql = "SELECT address, pending, asked FROM mail_addresses WHERE player = $1";
        let row: Option<(Option<String>, Option<String>, Option<i64>)> =
            sqlx::query_as(sql).bind(player).fetch_optional(&self.pool).await?;
        Ok(row.map_or_else(AddressRow::default, |(address, pending, asked)| AddressRow { address, pending, asked }))
    }

    /// How many players wait since then for a link to this address, in capital or small letters.
    pub async fn times_asked(&self, address: &str, since: i64) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM mail_addresses WHERE LOWER(pending) = $1 AND asked > $2";
        let (count,): (i64,) =
            sqlx::query_as(sql).bind(address.to_ascii_lowercase()).bind(since).fetch_one(&self.pool).await?;
        Ok(count)
    }

    /// Remembers an address that waits for its confirmation. `code` is the SHA-256 of the code in the link.
    pub async fn ask_address(&self, player: &PlayerId, address: &str, code: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO mail_addresses (player, pending, code, asked) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (player) DO UPDATE
                   SET pending = excluded.pending, code = excluded.code, asked = excluded.asked";
        self.write(vec![Statement::new(sql).bind(player).bind(address).bind(code).bind(now())]).await.map(drop)
    }

    /// Forgets an address whose link could not be sent.
    pub async fn forget_asked(&self, player: &PlayerId, code: &str) -> Result<(), StoreError> {
        let sql = "UPDATE mail_addresses SET pending = NULL, code = NULL, asked = NULL WHERE player = $1 AND code = $2";
        self.write(vec![Statement::new(sql).bind(player).bind(code)]).await.map(drop)
    }

    /// Confirms the address with this code, if the link was sent after `since`. Returns whether there was one. Links to set a new
    /// password that were sent to the old address end.
    pub async fn confirm_address(&self, code: &str, since: i64) -> Result<bool, StoreError> {
        let sql =
            "UPDATE mail_addresses SET address = pending, confirmed = $1, pending = NULL, code = NULL, asked = NULL
                   WHERE code = $2 AND asked > $3";
        let forget = "DELETE FROM password_resets WHERE player IN
                      (SELECT player FROM mail_addresses WHERE code = $1 AND asked > $2)";
        let forget = Statement::new(forget).bind(code).bind(since);
        let changed = self.write(vec![forget, Statement::new(sql).bind(now()).bind(code).bind(since)]).await?;
        Ok(changed.last() == Some(&1))
    }

    /// Forgets the mail addresses of a player, the mail on its way, and links to set a new password.
    pub async fn delete_address(&self, player: &PlayerId) -> Result<(), StoreError> {
        let sql = "DELETE FROM mail_addresses WHERE player = $1";
        let mail = "DELETE FROM outbox WHERE player = $1 AND channel = 'mail'";
        let resets = "DELETE FROM password_resets WHERE player = $1";
        let statements = [sql, mail, resets].map(|sql| Statement::new(sql).bind(player));
        self.write(statements.to_vec()).await.map(drop)
    }
}
