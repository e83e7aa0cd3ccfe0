//! Depths and heights, measured as the distance from the coast, and their contour lines.

use crate::{
    coast::Coast,
    noise::Noise,
    plane::{Point, ViewBox, between, distance, distance_to_piece},
    sheet::Pen,
};

/// Distance between samples.
const STEP: f64 = 6.0;

/// The greatest depth and height.
const FAR: f64 = 96.0;

/// Samples of the depth: positive in water, negative on land, 0 at the coast.
pub(crate) struct Depths {
    left: f64,
    top: f64,
    columns: usize,
    rows: usize,
    samples: Vec<f64>,
}

impl Depths {
    pub fn of(coast: &Coast, view: &ViewBox, noise: Noise) -> Depths {
        let view = view.shrunk(-STEP * 3.0);
        let (columns, rows) = ((view.width / STEP) as usize + 2, (view.height / STEP) as usize + 2);
        let mut depths = Depths { left: view.left, top: view.top, columns, rows, samples: vec![FAR; columns * rows] };
        depths.measure(coast);
        depths.sign(coast);
        depths.roughen(noise.salted(4));
        depths
    }

    fn place(&self, column: usize, row: usize) -> Point {
        (self.left + column as f64 * STEP, self.top + row as f64 * STEP)
    }

    /// Sets each sample to its distance from the coast.
    fn measure(&mut self, coast: &Coast) {
        let cells = |from: f64, to: f64, origin: f64, count: usize| {
            let cell = |x: f64| ((x - origin) / STEP).max(0.0).min((count - 1) as f64);
            cell(from - FAR).ceil() as usize..=cell(to + FAR).floor() as usize
        };
        for (a, b) in coast.pieces(1) {
            for row in cells(a.1.min(b.1), a.1.max(b.1), self.top, self.rows) {
                for column in cells(a.0.min(b.0), a.0.max(b.0), self.left, self.columns) {
                    let far = distance_to_piece(self.place(column, row), a, b);
                    let sample = &mut self.samples[row * self.columns + column];
                    *sample = sample.min(far);
                }
            }
        }
    }

    /// Makes the samples on land negative. Along a row, each crossing of the coast changes between land and water.
    fn sign(&mut self, coast: &Coast) {
        let mut crossings = vec![Vec::new(); self.rows];
        for (a, b) in coast.pieces(2) {
            let row = |y: f64| ((y - self.top) / STEP).ceil() as usize;
            let (first, end) = (row(a.1.min(b.1)), row(a.1.max(b.1)));
            for (crossings, row) in crossings[first..end].iter_mut().zip(first..) {
                let y = self.top + row as f64 * STEP;
                crossings.push(a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1));
            }
        }
        for (row, crossings) in crossings.iter().enumerate() {
            for column in 0..self.columns {
                let (x, _) = self.place(column, row);
                if crossings.iter().filter(|&&crossing| crossing < x).count() % 2 == 0 {
                    self.samples[row * self.columns + column] *= -1.0;
                }
            }
        }
    }

    /// Makes slopes irregular. The coast does not move.
    fn roughen(&mut self, noise: Noise) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let at = self.place(column, row);
                let (wide, narrow) = (noise.at(at, 70.0), noise.salted(5).at(at, 21.0));
                let sample = &mut self.samples[row * self.columns + column];
                *sample *=
                    if *sample > 0.0 { 1.0 + 0.22 * wide + 0.14 * narrow } else { 1.0 + 0.15 * wide + 0.38 * narrow };
            }
        }
    }

    /// The depth of the nearest sample.
    pub fn at(&self, (x, y): Point) -> f64 {
        let cell = |x: f64, origin: f64, count: usize| ((x - origin) / STEP).round().max(0.0).min((count - 1) as f64);
        let (column, row) = (cell(x, self.left, self.columns) as usize, cell(y, self.top, self.rows) as usize);
        self.samples[row * self.columns + column]
    }

    /// The contour lines of this depth as path data, with a point about every `spacing`.
    /// A point inside an odd number of lines is deeper, any other point is shallower or land.
    pub fn contour(&self, depth: f64, spacing: f64) -> String {
        let mut pen = Pen::default();
        for line in self.lines(depth) {
            let around: f64 =
                line.iter().zip(line.iter().skip(1).chain(line.first())).map(|(&a, &b)| distance(a, b)).sum();
            // Very short lines would look like dirt.
            if around > 26.0 {
                pen.round_loop(&evenly(&line, around, (around / spacing).ceil().max(5.0)));
            }
        }
        pen.data()
    }

    /// Traces contour lines by marching squares: in each square of four samples, a line enters by one side and leaves by
    /// another.
    fn lines(&self, depth: f64) -> Vec<Vec<Point>> {
        const NONE: usize = usize::MAX;
        // The side from sample i to the east has number 2i, the side to the south 2i + 1.
        let mut next = vec![NONE; self.samples.len() * 2];
        for row in 0..self.rows - 1 {
            for column in 0..self.columns - 1 {
                let i = row * self.columns + column;
                let samples = [i, i + 1, i + self.columns + 1, i + self.columns].map(|i| self.samples[i]);
                let [north, east, south, west] = [2 * i, 2 * i + 3, 2 * (i + self.columns), 2 * i + 1];
                let deep = samples.map(|sample| sample > depth);
                let saddle = samples.iter().sum::<f64>() / 4.0 > depth;
                // Deeper water is on the right of a line.
                let mut link = |from: usize, to: usize| next[from] = to;
                match deep {
                    [false, false, false, false] | [true, true, true, true] => {}
                    [true, false, false, false] => link(north, west),
                    [false, true, false, false] => link(east, north),
                    [false, false, true, false] => link(south, east),
                    [false, false, false, true] => link(west, south),
                    [false, true, true, true] => link(west, north),
                    [true, false, true, true] => link(north, east),
                    [true, true, false, true] => link(east, south),
                    [true, true, true, false] => link(south, west),
                    [true, true, false, false] => link(east, west),
                    [false, true, true, false] => link(south, north),
                    [false, false, true, true] => link(west, east),
                    [true, false, false, true] => link(north, south),
                    [true, false, true, false] if saddle => {
                        link(north, east);
                        link(south, west);
                    }
                    [true, false, true, false] => {
                        link(north, west);
                        link(south, east);
                    }
                    [false, true, false, true] if saddle => {
                        link(west, north);
                        link(east, south);
                    }
                    [false, true, false, true] => {
                        link(east, north);
                        link(west, south);
                    }
                }
            }
        }
        let mut lines = Vec::new();
        for start in 0..next.len() {
            let mut line = Vec::new();
            let mut at = start;
            while next[at] != NONE {
                line.push(self.crossing(at, depth));
                at = std::mem::replace(&mut next[at], NONE);
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
        lines
    }

    /// The point on this side between two samples that has this depth.
    fn crossing(&self, side: usize, depth: f64) -> Point {
        let i = side / 2;
        let j = if side.is_multiple_of(2) { i + 1 } else { i + self.columns };
        let place = |i: usize| self.place(i % self.columns, i / self.columns);
        between(place(i), place(j), (depth - self.samples[i]) / (self.samples[j] - self.samples[i]))
    }
}

/// `count` points at equal distances along a closed line of length `around`.
fn evenly(line: &[Point], around: f64, count: f64) -> Vec<Point> {
    let mut points = Vec::new();
    let mut passed = 0.0;
    for (&a, &b) in line.iter().zip(line.iter().skip(1).chain(line.first())) {
        let piece = distance(a, b);
        while piece > 0.0 && points.len() as f64 * around / count < passed + piece && (points.len() as f64) < count {
            let part = (points.len() as f64 * around / count - passed) / piece;
            points.push(between(a, b, part));
        }
        passed += piece;
    }
    points
}
