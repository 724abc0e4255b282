//! Sorting by a number.
//!
//! The sort of the standard library is compiled in full for each item type. Here only the
//! permutation of the items is.

use super::DoubleDouble;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts by a number. Stable; both zeros are equal.
pub(crate) fn sort_by_number<T>(things: &mut [T], number: impl Fn(&T) -> DoubleDouble) {
    if things.len() < 2 {
        return;
    }
    let mut order: Vec<(DoubleDouble, usize)> = things.iter().map(number).zip(0..).collect();
    sort_numbered(&mut order);
    arrange(things, order.into_iter().map(|(_, index)| index).collect());
}

/// Moves the item at `order[i]` to place `i`.
fn arrange<T>(things: &mut [T], mut order: Vec<usize>) {
    for place in 0..things.len() {
        // Earlier swaps may have moved the item, to the place of the item that replaced it.
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        order[place] = from;
        things.swap(place, from);
    }
}

/// The sorts of slices, with `--cfg barycast_small` over indices: the standard library's sort is
/// compiled in full for each item type, in ten kilobytes.
pub(crate) trait Order<T> {
    /// Sorts like `sort_by`.
    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);

    /// Sorts like `sort_by_key`.
    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

impl<T> Order<T> for [T] {
    #[inline(always)]
    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        if cfg!(barycast_small) {
            let mut order: Vec<usize> = (0..self.len()).collect();
            sort_indices(&mut order, &|a, b| compare(&self[a], &self[b]));
            arrange(self, order);
        } else {
            self.sort_by(compare);
        }
    }

    #[inline(always)]
    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        if cfg!(barycast_small) {
            self.order_by(|a, b| key(a).cmp(&key(b)));
        } else {
            self.sort_by_key(key);
        }
    }
}

#[inline(never)]
fn sort_indices(order: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    order.sort_by(|a, b| compare(*a, *b));
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
