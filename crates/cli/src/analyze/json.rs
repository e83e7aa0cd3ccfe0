//! An analysis as one JSON object: the server and the browser have the same one.

use super::{Analyzed, words};
use powerboats_pilots::analysis::Mistake;
use powerboats_referee::{AnalysisView, Unit};

/// The JSON object, and a newline.
pub fn print(analyzed: &Analyzed) -> serde_json::Result<String> {
    let words = |mistake: &Mistake, unit| match unit {
        Unit::Turns => words::mistake(mistake),
        Unit::Points => words::mistake_in_points(mistake),
    };
    let view = AnalysisView::in_words(analyzed.book, analyzed.analysis, analyzed.worst, &words);
    Ok(serde_json::to_string(&view)? + "\n")
}
