//! Numbers and words as text for people.

/// `one` to `twelve`, digits above that, and `no` for 0.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `1 race`, `3 races`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `3 %`. A chance above zero never shows as 0 %, and one below one never as 100 %. Zero shows as `-`.
pub fn percent(chance: f64) -> String {
    match chance * 100.0 {
        none if none <= 0.0 => "-".to_owned(),
        little if little < 0.995 => "<1 %".to_owned(),
        much if (99.5..100.0 - 1e-9).contains(&much) => ">99 %".to_owned(),
        part => format!("{part:.0} %"),
    }
}

/// `24,000`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// With the first letter in upper case.
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_chance_never_shows_as_none_or_certain() {
        let shown = [0.0, 1e-9, 0.004, 0.01, 1.0 / 3.0, 0.994, 0.999, 1.0].map(percent);
        assert_eq!(shown, ["-", "<1 %", "<1 %", "1 %", "33 %", "99 %", ">99 %", "100 %"]);
    }

    #[test]
    fn numbers_are_written_as_words_up_to_twelve() {
        assert_eq!([1, 12, 999, 1000, 1234567].map(thousands), ["1", "12", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 1, 12, 13].map(number_word), ["no", "one", "twelve", "13"]);
        assert_eq!([capitalize("red"), capitalize("")], ["Red", ""]);
    }
}
