//! Calibration: whether what a model predicts with 70 % happens in 70 of 100 cases, and a picture of that.

use std::fmt::Write;

/// The predictions in one tenth of the scale.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Decile {
    /// The number of predictions.
    pub count: usize,
    /// The mean prediction.
    pub predicted: f64,
    /// How often it happened.
    pub observed: f64,
}

impl Decile {
    /// By how much the observed share differs from the predicted one.
    pub fn off(&self) -> f64 {
        self.observed - self.predicted
    }

    /// The standard error of the observed share, if all predictions were independent.
    pub fn error(&self) -> f64 {
        (self.predicted * (1.0 - self.predicted) / self.count.max(1) as f64).sqrt()
    }
}

/// Sorts predictions into ten classes: below 10 %, below 20 %, and so on. Each prediction counts for both players of its pair.
pub fn deciles(predictions: &[(f64, f64)]) -> [Decile; 10] {
    let mut deciles = [Decile::default(); 10];
    for (p, score) in predictions.iter().flat_map(|(p, score)| [(*p, *score), (1.0 - p, 1.0 - score)]) {
        let decile = &mut deciles[((p * 10.0) as usize).min(9)];
        decile.count += 1;
        decile.predicted += p;
        decile.observed += score;
    }
    for decile in &mut deciles {
        let count = decile.count.max(1) as f64;
        (decile.predicted, decile.observed) = (decile.predicted / count, decile.observed / count);
    }
    deciles
}

const SIZE: f64 = 320.0;
const EDGE: f64 = 48.0;

/// A drawing of calibrations side by side, each with its title.
pub fn plot(panels: &[(&str, [Decile; 10])]) -> String {
    let width = panels.len() as f64 * (SIZE + EDGE) + EDGE;
    let height = SIZE + 2.0 * EDGE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#333\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (index, (title, deciles)) in panels.iter().enumerate() {
        let left = EDGE + index as f64 * (SIZE + EDGE);
        panel(&mut svg, left, title, deciles);
    }
    svg.push_str("</svg>\n");
    svg
}

fn panel(svg: &mut String, left: f64, title: &str, deciles: &[Decile; 10]) {
    let x = |p: f64| left + p * SIZE;
    let y = |p: f64| EDGE + (1.0 - p) * SIZE;
    // Writing to a text can't fail.
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" font-size=\"16\">{title}</text>", x(0.0), EDGE - 16.0);
    for step in 0..=5 {
        let p = f64::from(step) / 5.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{} {}V{}M{} {}H{}\" stroke=\"#ddd\"/>\n<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{:.0} %</text>",
            x(p),
            y(0.0),
            y(1.0),
            x(0.0),
            y(p),
            x(1.0),
            x(p),
            y(0.0) + 18.0,
            100.0 * p
        );
    }
    let _ = writeln!(svg, "<path d=\"M{} {}L{} {}\" stroke=\"#999\"/>", x(0.0), y(0.0), x(1.0), y(1.0));
    for decile in deciles.iter().filter(|decile| decile.count > 0) {
        let (px, two) = (x(decile.predicted), 2.0 * decile.error());
        let _ = writeln!(
            svg,
            "<path d=\"M{px} {}V{}\" stroke=\"#1565a7\" stroke-width=\"2\"/>\n<circle cx=\"{px}\" cy=\"{}\" r=\"4\" fill=\"#1565a7\"/>",
            y(decile.observed - two),
            y(decile.observed + two),
            y(decile.observed)
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">predicted; up: observed</text>",
        x(0.5),
        y(0.0) + 36.0
    );
}
