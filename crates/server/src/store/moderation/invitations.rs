//! Invitations of new players in the store.

use crate::ids::PlayerId;
use crate::store::{Store, StoreError, now, writer::statement::Statement};

impl Store {
    /// Uses up an invitation. Returns false if there is none, or somebody else was faster.
    pub async fn use_invitation(&self, hash: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM invitations WHERE hash = $1 AND until > $2";
        Ok(self.write(vec![Statement::new(sql).bind(hash).bind(now())]).await? == [1])
    }

    /// Takes a player's name out of the reasons of the audit log.
    pub(in crate::store) fn erase_name(player: &PlayerId, name: &str) -> Option<Statement> {
        // A very short name is part of many words, and says nothing by itself.
        let sql = "UPDATE audit SET reason = REPLACE(reason, $1, '…') WHERE player = $2 OR actor = $2";
        (!name.is_empty()).then(|| Statement::new(sql).bind(name).bind(player))
    }
}
