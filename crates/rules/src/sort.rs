//! A sort for short lists that takes little code.

use std::cmp::Ordering;

/// Sorts a short list by insertion, equal items in their old order. The result is that of `slice::sort_by`, which is compiled to about
/// six kilobytes for every type it sorts; the browser loads them all. For long lists this is slow.
///
/// ```
/// let mut boats = [("red", 3), ("white", 1), ("black", 3)];
/// powerboats_rules::sort_short(&mut boats, |a, b| b.1.cmp(&a.1));
/// assert_eq!(boats, [("red", 3), ("black", 3), ("white", 1)]);
/// ```
pub fn sort_short<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && compare(&items[at - 1], &items[at]) == Ordering::Greater {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_sort_sorts_like_the_standard_one() {
        let mut state = 1_u32;
        for length in 0..60 {
            let items: Vec<(u32, usize)> = (0..length)
                .map(|i| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 29, i) // many are equal: they must keep their order
                })
                .collect();
            let (mut short, mut standard) = (items.clone(), items);
            sort_short(&mut short, |a, b| a.0.cmp(&b.0));
            standard.sort_by_key(|item| item.0);
            assert_eq!(short, standard);
        }
    }
}
