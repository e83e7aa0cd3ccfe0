//! Reports of players to the moderators, in the store.

use crate::ids::{PlayerId, RegattaId, random_text};
use crate::people::ReportReason;
use crate::store::{Store, StoreError, now, writer::statement::Statement};

/// A new report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    #[allow(missing_docs)]
    pub reporter: PlayerId,
    /// Who is reported.
    pub player: PlayerId,
    #[allow(missing_docs)]
    pub regatta: Option<RegattaId>,
    #[allow(missing_docs)]
    pub reason: ReportReason,
    #[allow(missing_docs)]
    pub text: String,
    /// The last events of the regatta, as JSON.
    pub log: String,
}

/// A stored report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    #[allow(missing_docs)]
    pub id: String,
    #[allow(missing_docs)]
    pub at: i64,
    /// `None` once the reporter is deleted.
    pub reporter: Option<PlayerId>,
    /// Who is reported.
    pub player: PlayerId,
    #[allow(missing_docs)]
    pub regatta: Option<RegattaId>,
    #[allow(missing_docs)]
    pub reason: ReportReason,
    #[allow(missing_docs)]
    pub text: String,
    /// When a moderator dealt with it.
    pub closed: Option<i64>,
}

type Columns = (String, i64, Option<String>, PlayerId, Option<String>, String, String, Option<i64>);

fn report((id, at, reporter, player, regatta, reason, text, closed): Columns) -> ReportRow {
    let reporter = reporter.and_then(|id| PlayerId::read(&id));
    let (regatta, reason) = (regatta.and_then(|id| RegattaId::read(&id)), ReportReason::read(&reason));
    ReportRow { id, at, reporter, player, regatta, reason, text, closed }
}

impl Store {
    /// Stores a report, unless the reporter has made `most` since `since`. Returns its id.
    pub async fn add_report(&self, new: &NewReport, since: i64, most: i64) -> Result<Option<String>, StoreError> {
        let id = random_text(16);
        let sql = "INSERT INTO reports (id, at, reporter, player, regatta, reason, text, log)
                   SELECT $1, $2, $3, $4, $5, $6, $7, $8
                   WHERE (SELECT COUNT(*) FROM reports WHERE reporter = $3 AND at > $9) < $10";
        let regatta = new.regatta.as_ref().map(ToString::to_string);
        let add = Statement::new(sql).bind(id.as_str()).bind(now()).bind(&new.reporter).bind(&new.player);
        let add = add.bind(regatta).bind(new.reason.as_str()).bind(new.text.as_str()).bind(new.log.as_str());
        Ok((self.write(vec![add.bind(since).bind(most)]).await? == [1]).then_some(id))
    }

    /// The reports that a player has made, newest first.
    pub async fn reports_by(&self, player: &PlayerId) -> Result<Vec<ReportRow>, StoreError> {
        let sql = "SELECT id, at, reporter, player, regatta, reason, text, closed FROM reports
                   WHERE reporter = $1 ORDER BY at DESC, id";
        let rows: Vec<Columns> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(report).collect())
    }

    /// A page of the reports that no moderator has dealt with, the oldest first: those after this one, without those about the
    /// reader.
    pub async fn open_reports(
        &self,
        reader: Option<&PlayerId>,
        after: Option<&str>,
        most: i64,
    ) -> Result<Vec<ReportRow>, StoreError> {
        let sql = "SELECT id, at, reporter, player, regatta, reason, text, closed FROM reports
                   WHERE closed IS NULL AND player <> $1
                   AND ($2 = '' OR (at, id) > (SELECT at, id FROM reports WHERE id = $2)) ORDER BY at, id LIMIT $3";
        let (reader, after) = (reader.map_or("", PlayerId::as_str).to_owned(), after.unwrap_or_default().to_owned());
        let rows: Vec<Columns> = sqlx::query_as(sql).bind(reader).bind(after).bind(most).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(report).collect())
    }

    /// The player whom a report is about; `None` if there is no such report.
    pub async fn reported(&self, id: &str) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT player FROM reports WHERE id = $1";
        let row: Option<(PlayerId,)> = sqlx::query_as(sql).bind(id.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map(|(player,)| player))
    }

    /// The events that are attached to a report, as JSON.
    pub async fn report_log(&self, id: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT log FROM reports WHERE id = $1";
        let row: Option<(String,)> = sqlx::query_as(sql).bind(id.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map(|(log,)| log))
    }
}
