//! Bernstein form in two parameters: the algorithms for curves (`curve/blend.rs`) along one
//! parameter, then along the other.
//!
//! Controls are stored as `counts[0]` rows of `counts[1]` each: `v` runs along a row, `u` from row
//! to row.

use crate::curve::blend::{Blend, jet, value};
use crate::number::Float;
use alloc::vec::Vec;

/// Transposes rows and columns.
pub(super) fn transposed<T: Copy>([rows, columns]: [usize; 2], controls: &[T]) -> Vec<T> {
    (0..columns).flat_map(|j| (0..rows).map(move |i| controls[i * columns + j])).collect()
}

/// Applies a function to each row.
pub(super) fn along_v<T, U, L: IntoIterator<Item = U>>(
    [_, columns]: [usize; 2],
    controls: &[T],
    of: impl Fn(&[T]) -> L,
) -> Vec<U> {
    controls.chunks(columns).flat_map(of).collect()
}

/// Applies a function to each column.
pub(super) fn along_u<T: Copy, U: Copy, L: IntoIterator<Item = U>>(
    [rows, columns]: [usize; 2],
    controls: &[T],
    of: impl Fn(&[T]) -> L,
) -> Vec<U> {
    let made = along_v([columns, rows], &transposed([rows, columns], controls), of);
    transposed([columns, made.len() / columns], &made)
}

/// Number of rows kept without the heap.
const FEW: usize = 4;

/// Returns the value at `(u, v)`.
pub(super) fn at<S: Float, T: Blend<S>>(
    [rows, columns]: [usize; 2],
    control: impl Fn(usize) -> T,
    [u, v]: [S; 2],
) -> T {
    let row = |i: usize| value(columns, |j| control(i * columns + j), v);
    if rows <= FEW {
        let across: [T; FEW] = core::array::from_fn(|i| row(i.min(rows - 1)));
        value(rows, |i| across[i], u)
    } else {
        let across: Vec<T> = (0..rows).map(row).collect();
        value(rows, |i| across[i], u)
    }
}

/// Returns the value and its derivatives by `u`, `v`, `uu`, `uv`, `vv` at `(u, v)`.
pub(super) fn jets<S: Float, T: Blend<S>>(
    [rows, columns]: [usize; 2],
    control: impl Fn(usize) -> T,
    [u, v]: [S; 2],
) -> [T; 6] {
    let row = |i: usize| jet(columns, |j| control(i * columns + j), v);
    let of = |across: &[[T; 4]]| {
        let [point, by_u, by_uu, _] = jet(rows, |i| across[i][0], u);
        let [by_v, by_uv, ..] = jet(rows, |i| across[i][1], u);
        [point, by_u, by_v, by_uu, by_uv, value(rows, |i| across[i][2], u)]
    };
    if rows <= FEW {
        of(&core::array::from_fn::<_, FEW, _>(|i| row(i.min(rows - 1))))
    } else {
        of(&(0..rows).map(row).collect::<Vec<_>>())
    }
}
