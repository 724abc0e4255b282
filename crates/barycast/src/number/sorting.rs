//! Sorting by a number.
//!
//! The sort of the standard library is compiled in full for each item type. Here only the
//! permutation of the items is.

use super::DoubleDouble;
use alloc::vec::Vec;

/// Sorts by a number. Stable; both zeros are equal.
pub(crate) fn sort_by_number<T>(things: &mut [T], number: impl Fn(&T) -> DoubleDouble) {
    if things.len() < 2 {
        return;
    }
    let mut order: Vec<(DoubleDouble, usize)> = things.iter().map(number).zip(0..).collect();
    sort_numbered(&mut order);
    for place in 0..things.len() {
        // Earlier swaps may have moved the item, to the place of the item that replaced it.
        let mut from = order[place].1;
        while from < place {
            from = order[from].1;
        }
        order[place].1 = from;
        things.swap(place, from);
    }
}

/// Sorts by number, and by index where numbers are equal.
#[inline(never)]
fn sort_numbered(order: &mut [(DoubleDouble, usize)]) {
    let key = |(number, index): &(DoubleDouble, usize)| {
        let (high, low) = number.parts();
        // Adding 0 turns -0 into 0.
        (high + 0.0, low + 0.0, *index)
    };
    order.sort_unstable_by(|a, b| {
        let (a, b) = (key(a), key(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
    });
}

/// Sorts by number, and by index where numbers are equal.
#[inline(never)]
pub(crate) fn sort_by_float(order: &mut [(f64, usize)]) {
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_of_one_number_stay_in_their_order() {
        let mut things: Vec<(f64, usize)> =
            (0..300_usize).map(|i| ([0.5, -0.0, 3.0, 0.0, -1.0][i * 7 % 13 % 5], i)).collect();
        let mut sorted = things.clone();
        sorted.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
        sort_by_number(&mut things, |thing| DoubleDouble::new(thing.0));
        assert_eq!(things, sorted);
        sort_by_number(&mut things, |thing| -DoubleDouble::new(thing.1 as f64));
        assert!(things.iter().zip((0..300).rev()).all(|(thing, i)| thing.1 == i));
    }

    #[test]
    fn the_second_half_of_a_number_counts() {
        let near = |low: f64| DoubleDouble::from_parts(1.0, low);
        let mut things = [near(1e-20), near(-1e-20), near(0.0)];
        sort_by_number(&mut things, |thing| *thing);
        assert_eq!(things, [near(-1e-20), near(0.0), near(1e-20)]);
    }
}
