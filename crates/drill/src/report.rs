//! What a drill measured, beside the bar it is held to.

use std::fmt;

/// What a figure is held to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bar {
    /// Not less.
    AtLeast(f64),
    /// Not more.
    AtMost(f64),
}

/// A figure and its bar. Printed, it is a line like those of `make bench`.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Which.
    pub name: &'static str,
    /// What was measured.
    pub value: f64,
    /// In what.
    pub unit: &'static str,
    /// What it is held to.
    pub bar: Bar,
}

impl Figure {
    /// Something there should be none of.
    pub fn none(name: &'static str, value: usize, unit: &'static str) -> Figure {
        Figure { name, value: value as f64, unit, bar: Bar::AtMost(0.0) }
    }

    /// Is the bar reached?
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
        let digits = if value.fract() == 0.0 { 0 } else { 1 };
        write!(f, "bench {name}: {value:.digits$} {unit} (bar: {sign} {bar} {unit}) {verdict}")
    }
}

/// All that a drill has to say.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Held to bars.
    pub figures: Vec<Figure>,
    /// What else is worth knowing, a line each.
    pub notes: Vec<String>,
    /// Broken promises, the first few in words.
    pub faults: Vec<String>,
}

impl Report {
    /// Is every bar reached?
    pub fn is_ok(&self) -> bool {
        self.figures.iter().all(Figure::is_ok)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.notes.iter().try_for_each(|note| writeln!(f, "  {note}"))?;
        self.faults.iter().take(10).try_for_each(|fault| writeln!(f, "  fault: {fault}"))?;
        self.figures.iter().try_for_each(|figure| writeln!(f, "{figure}"))
    }
}

/// The value below which so many of a hundred lie.
pub fn percentile(sorted: &[u32], hundredths: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let index = ((sorted.len() as f64 * hundredths / 100.0) as usize).min(last);
    sorted.get(index).copied().map_or(f64::NAN, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_printed_beside_its_bar() {
        let figure = Figure { name: "load", value: 5123.4, unit: "actions/s", bar: Bar::AtLeast(5000.0) };
        assert_eq!(figure.to_string(), "bench load: 5123.4 actions/s (bar: ≥ 5000 actions/s) ok");
        let figure = Figure::none("kill", 2, "faults");
        assert_eq!(figure.to_string(), "bench kill: 2 faults (bar: ≤ 0 faults) SHORT");
    }

    #[test]
    fn percentiles_of_a_hundred() {
        let values: Vec<u32> = (1..=100).collect();
        assert_eq!(percentile(&values, 50.0), 51.0);
        assert_eq!(percentile(&values, 99.0), 100.0);
        assert!(percentile(&[], 50.0).is_nan());
    }
}
