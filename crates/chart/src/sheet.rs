//! The SVG under construction: its text, ids and colours, and how numbers and curves are written.

use crate::{
    palette::Palette,
    plane::{Point, ViewBox, between},
};
use std::fmt;

/// The SVG under construction.
pub(crate) struct Sheet {
    pub svg: String,
    /// The prefix of every id.
    pub prefix: String,
    pub colors: &'static Palette,
}

/// Appends formatted text to a [`Sheet`].
macro_rules! put {
    ($sheet:expr, $($text:tt)*) => { $sheet.svg.push_str(&format!($($text)*)) };
}
pub(crate) use put;

impl Sheet {
    /// The full id of something in `<defs>`.
    pub fn id(&self, name: &str) -> String {
        format!("{}-{name}", self.prefix)
    }

    /// Writes a `<use>` of something in `<defs>`, at a place rounded to whole numbers.
    pub fn stamp(&mut self, name: &str, (x, y): Point) {
        let id = self.id(name);
        put!(self, r##"<use href="#{id}" x="{}" y="{}"/>"##, N(x.round()), N(y.round()));
    }

    /// Opens a group of this class.
    pub fn open(&mut self, class: &str) {
        put!(self, r#"<g class="{class}">"#);
    }

    /// Closes a group.
    pub fn close(&mut self) {
        self.svg.push_str("</g>\n");
    }
}

/// A number with at most one decimal.
pub(crate) struct N(pub f64);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Tenths::of(self.0).fmt(f)
    }
}

/// A number with this many decimals. Unlike the standard library's, it takes little code.
pub(crate) struct Fixed<const DECIMALS: u32>(pub f64);

impl<const DECIMALS: u32> fmt::Display for Fixed<DECIMALS> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let scale = 10_u64.pow(DECIMALS);
        let number = (self.0.abs() * scale as f64).round() as u64;
        let sign = if self.0 < 0.0 && number > 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:0width$}", number / scale, number % scale, width = DECIMALS as usize)
    }
}

/// A point, written as in `translate(12.5 -3)`.
pub(crate) struct At(pub Point);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", N(self.0.0), N(self.0.1))
    }
}

/// The attributes of a `<rect>`.
pub(crate) struct Area(pub ViewBox);

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let ViewBox { left, top, width, height } = self.0;
        write!(f, r#"x="{}" y="{}" width="{}" height="{}""#, N(left), N(top), N(width), N(height))
    }
}

/// A whole number of tenths. Differences of tenths are exact, so relative curves do not drift.
#[derive(Clone, Copy, PartialEq)]
struct Tenths(i32);

impl Tenths {
    fn of(x: f64) -> Tenths {
        Tenths((x * 10.0).round() as i32)
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (sign, whole, tenth) = (if self.0 < 0 { "-" } else { "" }, self.0.abs() / 10, self.0.abs() % 10);
        match (whole, tenth) {
            (_, 0) => write!(f, "{sign}{whole}"),
            (0, _) => write!(f, "{sign}.{tenth}"),
            _ => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

/// Writes path data with each number as short as SVG allows.
#[derive(Default)]
pub(crate) struct Pen {
    data: String,
    at: (i32, i32),
}

impl Pen {
    fn number(&mut self, tenths: i32) {
        let text = Tenths(tenths).to_string();
        // A minus sign separates numbers, and so does a second decimal point.
        let after_point = self.data.as_bytes().iter().rev().nth(1) == Some(&b'.');
        let separated = text.starts_with('-') || text.starts_with('.') && after_point;
        if !separated && self.data.ends_with(|last: char| last.is_ascii_digit()) {
            self.data.push(' ');
        }
        self.data.push_str(&text);
    }

    fn to(&mut self, command: char, points: &[Point]) {
        self.data.push(command);
        let from = self.at;
        for &(x, y) in points {
            let to = (Tenths::of(x).0, Tenths::of(y).0);
            self.number(to.0 - from.0);
            self.number(to.1 - from.1);
            self.at = to;
        }
    }

    /// Starts a new line here.
    pub fn move_to(&mut self, to: Point) {
        self.at = (0, 0);
        self.to('M', &[to]);
    }

    /// Draws a straight line.
    pub fn line_to(&mut self, to: Point) {
        self.to('l', &[to]);
    }

    /// Draws a parabola with the control point `bend`.
    pub fn curve_to(&mut self, bend: Point, to: Point) {
        self.to('q', &[bend, to]);
    }

    /// Draws a closed curve with these control points: parabolas from middle to middle.
    pub fn round_loop(&mut self, points: &[Point]) {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
        self.move_to(between(last, first, 0.5));
        let start = self.at;
        let mut bend = (Tenths::of(first.0).0, Tenths::of(first.1).0);
        for (i, next) in points.iter().skip(1).chain([&first]).enumerate() {
            // SVG's `t` mirrors the previous control point. Each end point is computed from the control point as it was
            // really drawn, with its rounding, so that the mirrored one is at most a tenth off and errors do not add up.
            let next = (Tenths::of(next.0).0, Tenths::of(next.1).0);
            let last = i + 1 == points.len();
            let to = if last { start } else { ((bend.0 + next.0).div_euclid(2), (bend.1 + next.1).div_euclid(2)) };
            if i == 0 {
                self.data.push('q');
                self.number(bend.0 - self.at.0);
                self.number(bend.1 - self.at.1);
            } else if i == 1 {
                self.data.push('t');
            }
            self.number(to.0 - self.at.0);
            self.number(to.1 - self.at.1);
            bend = (2 * to.0 - bend.0, 2 * to.1 - bend.1);
            self.at = to;
        }
        self.data.push('z');
    }

    /// The path data, for an attribute `d`.
    pub fn data(self) -> String {
        self.data
    }
}

/// Escapes text for an element or attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for symbol in text.chars() {
        match symbol {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML cannot represent the other control characters.
            symbol if symbol.is_control() && !matches!(symbol, '\n' | '\t') => {}
            symbol => safe.push(symbol),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::distance;

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, -0.04, 0.5, -0.5, 12.0, -3.26, 100.0].map(|x| N(x).to_string());
        assert_eq!(texts, ["0", "0", ".5", "-.5", "12", "-3.3", "100"]);
    }

    #[test]
    fn decimals_are_those_of_the_standard_library() {
        for number in [0.0, 0.3, -0.3, 17.320508, -2.345, 0.95, 0.05, 100.999, 4.33] {
            assert_eq!(Fixed::<2>(number).to_string(), format!("{number:.2}"));
            assert_eq!(Fixed::<3>(number).to_string(), format!("{number:.3}"));
        }
        assert_eq!(Fixed::<2>(-0.0).to_string(), "0.00");
    }

    #[test]
    fn relative_lines_do_not_drift() {
        let mut pen = Pen::default();
        pen.move_to((1.0, 2.0));
        for i in 1..=100 {
            pen.line_to((1.0 + f64::from(i) * 0.04, 2.0));
        }
        assert_eq!(pen.at, (50, 20));
        assert!(pen.data().starts_with("M1 2l0 0l.1 0"));
    }

    /// The numbers of path data, without the letters.
    fn numbers(data: &str) -> Vec<f64> {
        let mut texts = vec![String::new()];
        for symbol in data.chars() {
            let last = texts.last_mut().unwrap();
            match symbol {
                '0'..='9' => last.push(symbol),
                '.' if !last.contains('.') => last.push(symbol),
                '.' | '-' => texts.push(symbol.to_string()),
                _ => texts.push(String::new()),
            }
        }
        texts.iter().filter(|text| !text.is_empty()).map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_round_loop_follows_its_points_and_ends_where_it_began() {
        // A long loop with steps that are not whole tenths.
        let points: Vec<Point> = (0..500).map(|i| (f64::from(i) / 3.0, f64::from(i * i % 101) / 7.0)).collect();
        let mut pen = Pen::default();
        pen.round_loop(&points);
        let numbers = numbers(&pen.data());
        let [x, y, bend_x, bend_y, rest @ ..] = &numbers[..] else { panic!("a start and a bend") };
        let (mut at, mut bend) = ((*x, *y), (x + bend_x, y + bend_y));
        for (point, step) in points.iter().zip(rest.chunks(2)) {
            assert!(distance(bend, *point) < 0.3, "{bend:?} is far from {point:?}");
            at = (at.0 + step[0], at.1 + step[1]);
            bend = (2.0 * at.0 - bend.0, 2.0 * at.1 - bend.1);
        }
        assert_eq!(rest.len(), 2 * points.len());
        assert!(distance(at, (*x, *y)) < 1e-6);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\u{0}"), "a&lt;b&gt; &amp; &quot;c&quot;");
    }
}
