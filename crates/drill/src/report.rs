//! The report of a drill: what it measured, and the bar for each figure.

use std::fmt;

/// The value that a figure has to meet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bar {
    /// The figure passes if it is this or more.
    AtLeast(f64),
    /// The figure passes if it is this or less.
    AtMost(f64),
}

/// A measured figure and its bar. It prints as one line in the format of `make bench`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Figure {
    pub name: &'static str,
    pub value: f64,
    pub unit: &'static str,
    pub bar: Bar,
}

impl Figure {
    /// The count of something that must not happen at all.
    pub fn none(name: &'static str, value: usize, unit: &'static str) -> Figure {
        Figure { name, value: value as f64, unit, bar: Bar::AtMost(0.0) }
    }

    /// Whether the figure meets its bar.
    pub fn is_ok(&self) -> bool {
        match self.bar {
            Bar::AtLeast(bar) => self.value >= bar,
            Bar::AtMost(bar) => self.value <= bar,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Figure { name, value, unit, bar } = self;
        let (sign, bar) = match bar {
            Bar::AtLeast(bar) => ('≥', bar),
            Bar::AtMost(bar) => ('≤', bar),
        };
        let verdict = if self.is_ok() { "ok" } else { "SHORT" };
        let digits = match value {
            whole if whole.fract() == 0.0 => 0,
            small if small.abs() < 10.0 => 2,
            _ => 1,
        };
        write!(f, "bench {name}: {value:.digits$} {unit} (bar: {sign} {bar} {unit}) {verdict}")
    }
}

/// Everything that a drill found out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The measured figures.
    pub figures: Vec<Figure>,
    /// Further facts, one line each.
    pub notes: Vec<String>,
    /// Promises that the server broke. Only the first ten are printed.
    pub faults: Vec<String>,
}

impl Report {
    /// Whether every figure meets its bar.
    pub fn is_ok(&self) -> bool {
        self.figures.iter().all(Figure::is_ok)
    }

    /// Appends another report.
    pub fn append(&mut self, other: Report) {
        self.figures.extend(other.figures);
        self.notes.extend(other.notes);
        self.faults.extend(other.faults);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.notes.iter().try_for_each(|note| writeln!(f, "  {note}"))?;
        self.faults.iter().take(10).try_for_each(|fault| writeln!(f, "  fault: {fault}"))?;
        self.figures.iter().try_for_each(|figure| writeln!(f, "{figure}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_prints_its_bar_and_whether_it_meets_it() {
        let figure = Figure { name: "load", value: 5123.4, unit: "actions/s", bar: Bar::AtLeast(5000.0) };
        assert_eq!(figure.to_string(), "bench load: 5123.4 actions/s (bar: ≥ 5000 actions/s) ok");
        let figure = Figure { name: "cluster-cost", value: 2.04, unit: "times", bar: Bar::AtMost(2.0) };
        assert_eq!(figure.to_string(), "bench cluster-cost: 2.04 times (bar: ≤ 2 times) SHORT");
        let figure = Figure::none("kill", 2, "faults");
        assert_eq!(figure.to_string(), "bench kill: 2 faults (bar: ≤ 0 faults) SHORT");
    }
}
