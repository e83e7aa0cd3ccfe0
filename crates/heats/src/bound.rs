//! The fewest repeated meetings that counting allows.

/// The fewest repeats in any plan of `rounds` rounds with tables of these sizes, by two counts:
///
/// - all meetings, less the number of pairs;
/// - for each round but the first: people of a table come from the tables of the round before. If there are fewer of those
///   than people at the table, some of them have just met.
pub fn fewest_repeats(tables: &[usize], rounds: usize) -> usize {
    let people: usize = tables.iter().sum();
    let meetings = rounds * tables.iter().map(|table| pairs(*table)).sum::<usize>();
    let crowded: usize = tables.iter().map(|table| crowded(*table, tables.len())).sum();
    meetings.saturating_sub(pairs(people)).max(rounds.saturating_sub(1) * crowded)
}

/// Pairs among this many people.
pub(crate) fn pairs(people: usize) -> usize {
    people * people.saturating_sub(1) / 2
}

/// The fewest pairs at a table who come from the same one of several tables.
fn crowded(table: usize, tables: usize) -> usize {
    let (each, more) = (table / tables.max(1), table % tables.max(1));
    more * pairs(each + 1) + (tables - more) * pairs(each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_cases_counted_by_hand() {
        assert_eq!(fewest_repeats(&[3, 3, 3], 4), 0, "nine people can all meet in four rounds");
        assert_eq!(fewest_repeats(&[3, 3, 3], 5), 9);
        assert_eq!(fewest_repeats(&[3, 3], 2), 2, "two of three always come from the same table");
        assert_eq!(fewest_repeats(&[5], 3), 20, "one table: the same ten pairs in each round");
        assert_eq!(fewest_repeats(&[2, 2], 3), 0);
    }
}
