//! Sorts that take little code.

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

/// Sorts a list of any length, equal items in their old order: like `slice::sort_by`, but most of it is compiled only once. It is
/// somewhat slower.
///
/// ```
/// let mut boats = [("red", 3), ("white", 1), ("black", 3)];
/// powerboats_rules::sort_long(&mut boats, |a, b| b.1.cmp(&a.1));
/// assert_eq!(boats, [("red", 3), ("black", 3), ("white", 1)]);
/// ```
pub fn sort_long<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = sorted_indices(items.len(), &|a, b| compare(&items[a], &items[b]));
    // `order[at]` is where the item for this place was before. Follow it to where swaps have put it.
    for at in 0..items.len() {
        let mut from = order[at];
        while from < at {
            from = order[from];
        }
        order[at] = from;
        items.swap(at, from);
    }
}

/// The numbers from 0 to `count`, sorted by merging lists of twice the length again and again.
#[inline(never)]
fn sorted_indices(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut from: Vec<usize> = (0..count).collect();
    let mut width = 1;
    while width < count {
        let mut to = Vec::with_capacity(count);
        for begin in (0..count).step_by(2 * width) {
            let (middle, end) = ((begin + width).min(count), (begin + 2 * width).min(count));
            let (mut left, mut right) = (begin, middle);
            while left < middle || right < end {
                let takes_left = right == end || left < middle && compare(from[left], from[right]) != Ordering::Greater;
                let side = if takes_left { &mut left } else { &mut right };
                to.push(from[*side]);
                *side += 1;
            }
        }
        from = to;
        width *= 2;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn these_sort_like_the_standard_one() {
        let mut state = 1_u32;
        for length in 0..60 {
            let items: Vec<(u32, usize)> = (0..length)
                .map(|i| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 29, i) // many are equal: they must keep their order
                })
                .collect();
            let (mut short, mut long, mut standard) = (items.clone(), items.clone(), items);
            sort_short(&mut short, |a, b| a.0.cmp(&b.0));
            sort_long(&mut long, |a, b| a.0.cmp(&b.0));
            standard.sort_by_key(|item| item.0);
            assert_eq!((&short, &long), (&standard, &standard));
        }
    }
}
