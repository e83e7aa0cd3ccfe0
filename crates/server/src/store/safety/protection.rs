//! Protected accounts in the store: the name that the player chose is kept apart, and a boat's name takes its place.

use crate::ids::PlayerId;
use crate::people::boat_name;
use crate::store::{Store, StoreError, postgres::changes::AccountChange::Ended, writer::statement::Statement};

/// Accounts that are protected in one transaction.
const AT_ONCE: i64 = 200;

/// Takes a player out of public lists.
pub(in crate::store) fn hide(player: &PlayerId) -> [Statement; 2] {
    [
        "INSERT INTO hidden (player) VALUES ($1) ON CONFLICT (player) DO NOTHING",
        "INSERT INTO private_profiles (player) VALUES ($1) ON CONFLICT (player) DO NOTHING",
    ]
    .map(|sql| Statement::new(sql).bind(player))
}

/// What protecting an account means, but for its PIN.
fn protect(player: &PlayerId, protected: i64, pin: Option<String>) -> Vec<Statement> {
    let sql = "UPDATE players SET real_name = name, name = $1, protected = $2, pin = $3, free_chat = 0
               WHERE id = $4 AND protected = 0 AND gone IS NULL";
    let mut writes = vec![
        Statement::new(sql).bind(boat_name(player)).bind(protected).bind(pin).bind(player),
        Statement::new("DELETE FROM follows WHERE followed = $1").bind(player),
    ];
    writes.extend(hide(player));
    writes
}

impl Store {
    /// Protects an account. Returns false if it is protected already.
    pub async fn protect(&self, player: &PlayerId, pin: &str) -> Result<bool, StoreError> {
        let changed = self.write_change(player, Ended, protect(player, 1, Some(pin.to_owned()))).await?;
        Ok(changed.first() == Some(&1))
    }

    /// Lifts the protection of an account, if its PIN is still this one. The player stays hidden until they change it.
    pub async fn unprotect(&self, player: &PlayerId, pin: Option<&str>) -> Result<bool, StoreError> {
        let sql = "UPDATE players SET name = COALESCE(real_name, name), real_name = NULL, protected = 0, pin = NULL
                   WHERE id = $1 AND protected <> 0 AND COALESCE(pin, '') = $2";
        let lift = Statement::new(sql).bind(player).bind(pin.unwrap_or_default());
        // Older versions did not hide players who came while the server protected everybody.
        let writes = [lift].into_iter().chain(hide(player)).collect();
        Ok(self.write_change(player, Ended, writes).await?.first() == Some(&1))
    }

    /// Protects every account that is not protected yet. Returns how many there were.
    pub async fn protect_all(&self) -> Result<usize, StoreError> {
        let mut count = 0;
        loop {
            let sql = "SELECT id FROM players WHERE protected = 0 AND gone IS NULL LIMIT $1";
            let found: Vec<(PlayerId,)> = sqlx::query_as(sql).bind(AT_ONCE).fetch_all(&self.pool).await?;
            if found.is_empty() {
                return Ok(count);
            }
            count += found.len();
            let mut statements = Vec::new();
            for (player,) in &found {
                statements.extend(protect(player, 2, None));
                statements.extend(self.note_change(player, Ended));
            }
            self.write(statements).await?;
        }
    }

    /// Sets whether a player wants to read and write free text.
    pub async fn set_free_chat(&self, player: &PlayerId, free: bool) -> Result<bool, StoreError> {
        let sql = "UPDATE players SET free_chat = $1 WHERE id = $2 AND gone IS NULL
                   AND (protected = 0 AND login IS NOT NULL OR $1 = 0)";
        let set = Statement::new(sql).bind(i64::from(free)).bind(player);
        Ok(self.write_change(player, Ended, vec![set]).await?.first() == Some(&1))
    }
}
