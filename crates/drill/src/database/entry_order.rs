//! Checks that the stored entries of each regatta follow each other: no hole, no overlap.

use crate::DrillError;

/// An entry: its regatta, and the numbers of its first and last event.
type Entry = (String, i64, i64);

/// Describes every place where an entry does not begin right after the one before it.
pub async fn faults(database: &str) -> Result<Vec<String>, DrillError> {
    let pool = super::open(database).await?;
    let sql = "SELECT regatta, first, last FROM entries ORDER BY regatta, first, last";
    let entries: Result<Vec<Entry>, _> = sqlx::query_as(sql).fetch_all(&pool).await;
    pool.close().await;
    Ok(breaks(&entries?))
}

fn breaks(entries: &[Entry]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut end: (&str, i64) = ("", 0);
    for (regatta, first, last) in entries {
        let before = if end.0 == regatta { end.1 } else { 0 };
        if *first != before + 1 || last < first {
            faults.push(format!("{regatta}: an entry with events {first} to {last} follows event {before}"));
        }
        end = (regatta, *last);
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaks_of(entries: &[(&str, i64, i64)]) -> usize {
        let entries: Vec<Entry> = entries.iter().map(|&(regatta, first, last)| (regatta.into(), first, last)).collect();
        breaks(&entries).len()
    }

    #[test]
    fn holes_and_overlaps_are_found() {
        assert_eq!(breaks_of(&[("a", 1, 2), ("a", 3, 3), ("b", 1, 1)]), 0);
        assert_eq!(breaks_of(&[("a", 1, 2), ("a", 4, 4)]), 1, "a hole");
        assert_eq!(breaks_of(&[("a", 1, 2), ("a", 2, 3)]), 1, "an overlap");
        assert_eq!(breaks_of(&[("a", 1, 2), ("b", 2, 3)]), 1, "a missing beginning");
        assert_eq!(breaks_of(&[("a", 1, 0)]), 1, "an empty entry");
    }
}
