//! The browsers that show messages, in the store.

use crate::ids::PlayerId;
use crate::store::{Store, StoreError, now, writer::statement::Statement};

/// A browser's subscription to messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubscriptionRow {
    /// SHA-256 of the endpoint.
    pub id: String,
    #[allow(missing_docs)]
    pub endpoint: String,
    /// The browser's public key, in base64.
    pub p256dh: String,
    /// The secret it shares with us, in base64.
    pub auth: String,
    /// The session in which it was made, or the token, as the store keeps it.
    pub session: String,
}

impl Store {
    /// Adds a player's subscription. Afterwards the player has at most `most`; the oldest are dropped.
    pub async fn add_subscription(
        &self,
        player: &PlayerId,
        subscription: &SubscriptionRow,
        most: i64,
    ) -> Result<(), StoreError> {
        let SubscriptionRow { id, endpoint, p256dh, auth, session } = subscription;
        let sql = "INSERT INTO push_subscriptions (id, player, endpoint, p256dh, auth, session, created)
                   VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO UPDATE
                   SET player = excluded.player, p256dh = excluded.p256dh, auth = excluded.auth,
                       session = excluded.session, created = excluded.created";
        let add = Statement::new(sql).bind(id.as_str()).bind(player).bind(endpoint.as_str());
        let add = add.bind(p256dh.as_str()).bind(auth.as_str()).bind(session.as_str()).bind(now());
        let drop_oldest = "DELETE FROM push_subscriptions WHERE player = $1 AND id NOT IN
            (SELECT id FROM push_subscriptions WHERE player = $1 ORDER BY created DESC, id LIMIT $2)";
        self.write(vec![add, Statement::new(drop_oldest).bind(player).bind(most)]).await.map(drop)
    }

    /// A player's subscription, unless its session or token has ended.
    pub async fn subscription(&self, player: &PlayerId, id: &str) -> Result<Option<SubscriptionRow>, StoreError> {
        let sql = "SELECT id, endpoint, p256dh, auth, session FROM push_subscriptions p WHERE player = $1 AND id = $2
                   AND (EXISTS (SELECT 1 FROM sessions s WHERE s.hash = p.session)
                        OR EXISTS (SELECT 1 FROM tokens t WHERE t.hash = p.session))";
        type Row = (String, String, String, String, String);
        let row: Option<Row> = sqlx::query_as(sql).bind(player).bind(id.to_owned()).fetch_optional(&self.pool).await?;
        let subscription =
            |(id, endpoint, p256dh, auth, session)| SubscriptionRow { id, endpoint, p256dh, auth, session };
        Ok(row.map(subscription))
    }

    /// The endpoints of a player's subscriptions, with when each was made.
    pub async fn subscriptions(&self, player: &PlayerId) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT endpoint, created FROM push_subscriptions WHERE player = $1 ORDER BY created, id";
        Ok(sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?)
    }

    /// Deletes a subscription, and the messages on their way to it.
    pub async fn delete_subscription(&self, player: &PlayerId, id: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM push_subscriptions WHERE player = $1 AND id = $2";
        let messages = "DELETE FROM outbox WHERE player = $1 AND target = $2";
        let statements = [sql, messages].map(|sql| Statement::new(sql).bind(player).bind(id));
        self.write(statements.to_vec()).await.map(drop)
    }
}
