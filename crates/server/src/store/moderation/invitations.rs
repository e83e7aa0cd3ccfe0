//! Invitations of new players in the store.

use crate::store::{Store, StoreError, now, writer::statement::Statement};

impl Store {
    /// Uses up an invitation. Returns false if there is none, or somebody else was faster.
    pub async fn use_invitation(&self, hash: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM invitations WHERE hash = $1 AND until > $2";
        Ok(self.write(vec![Statement::new(sql).bind(hash).bind(now())]).await? == [1])
    }
}
