//! How much processor time processes have used, from `/proc`.

use std::{fs, time::Duration};

/// What `/proc/PID/stat` tells about a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Stat {
    parent: u32,
    own: Duration,
    /// The time of its children that have ended.
    ended_children: Duration,
}

impl Stat {
    /// The fields after the process name, which may contain anything: the parent is field 4 of the line, the times are
    /// fields 14 to 17, in hundredths of a second.
    fn read(line: &str) -> Stat {
        let fields: Vec<&str> = line.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace().collect();
        let number = |field: usize| fields.get(field - 3).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
        let time = |field| Duration::from_millis((number(field) + number(field + 1)) * 10);
        Stat { parent: u32::try_from(number(4)).unwrap_or(0), own: time(14), ended_children: time(16) }
    }

    fn of(process: &str) -> Stat {
        Stat::read(&fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default())
    }
}

/// The processor time that this process has used so far.
pub fn own_time() -> Duration {
    Stat::of("self").own
}

/// The processor time that a process has used so far.
pub fn time_of(process: u32) -> Duration {
    Stat::of(&process.to_string()).own
}

/// The processor time that a process and its children have used so far.
pub fn time_of_family(process: u32) -> Duration {
    let total = |Stat { own, ended_children, .. }| own + ended_children;
    total(Stat::of(&process.to_string())) + children(process).map(|(_, child)| total(child)).sum::<Duration>()
}

/// The children of a process.
pub fn children_of(process: u32) -> Vec<u32> {
    children(process).map(|(child, _)| child).collect()
}

fn children(process: u32) -> impl Iterator<Item = (u32, Stat)> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.map(|number: u32| (number, Stat::of(&number.to_string()))).filter(move |(_, stat)| stat.parent == process)
}

/// The process that started this one.
pub fn parent_of(process: u32) -> u32 {
    Stat::of(&process.to_string()).parent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_even_if_the_process_name_has_parentheses() {
        let stat = "7 (a ) b) S 3 7 7 0 -1 4194304 100 0 0 0 150 50 20 10 20 0 1 0 1 1 1";
        let (own, ended_children) = (Duration::from_secs(2), Duration::from_millis(300));
        assert_eq!(Stat::read(stat), Stat { parent: 3, own, ended_children });
    }

    #[test]
    fn a_family_has_used_at_least_the_time_of_its_parent() {
        let own = std::process::id();
        assert!(children_of(parent_of(own)).contains(&own));
        assert!(time_of_family(parent_of(own)) >= time_of(parent_of(own)));
    }
}
