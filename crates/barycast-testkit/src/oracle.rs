//! Do two dilated polyhedra touch, and how far apart are they: in exact rationals, without any of the kernels.
//!
//! Whether two polyhedra meet is a system of linear equations in non-negative unknowns, decided by the simplex
//! method with Bland's rule (which cannot cycle). The squared distance of two bounded ones is the least norm over
//! the hull of all differences of their points, found by Wolfe's active sets, each solved exactly. Dilated ones meet
//! when that is at most the squared sum of the radii.

use crate::polyhedron::{Polyhedron, Rational};

/// They share a point.
#[must_use]
pub fn intersects(a: &Polyhedron, b: &Polyhedron) -> bool {
    let reach = &a.radius + &b.radius;
    if reach.is_zero() { feasible(a, b) } else { distance_squared(a, b) <= &reach * &reach }
}

/// The squared distance of the polyhedra before dilation.
///
/// # Panics
/// When the active sets do not settle, which exact arithmetic rules out.
#[must_use]
pub fn distance_squared(a: &Polyhedron, b: &Polyhedron) -> Rational {
    if feasible(a, b) {
        return Rational::ZERO;
    }
    let (a, b) = (bounded(a), bounded(b));
    let differences: Vec<Vec<Rational>> =
        a.iter().flat_map(|p| b.iter().map(move |q| p.iter().zip(q).map(|(x, y)| x - y).collect())).collect();
    let mut active: Vec<Vec<Rational>> = vec![differences[0].clone()];
    for _ in 0..10_000 {
        let (nearest, kept) = least_norm(&active);
        let norm = dot(&nearest, &nearest);
        let farthest = differences
            .iter()
            .map(|p| (dot(p, &nearest), p))
            .min_by(|x, y| x.0.cmp(&y.0))
            .expect("at least one difference");
        if farthest.0 >= norm {
            return norm;
        }
        active = kept;
        active.push(farthest.1.clone());
    }
    panic!("exact active sets always end");
}

/// The points, and far along every ray: farther than any nearest point of shapes with coordinates below 2^60 and
/// directions of at least 2^-4 can lie.
fn bounded(p: &Polyhedron) -> Vec<Vec<Rational>> {
    let far = Rational::from(1i128 << 80);
    let mut points = p.points.clone();
    for ray in &p.rays {
        let more: Vec<Vec<Rational>> =
            points.iter().map(|p| p.iter().zip(ray).map(|(x, r)| x + r * &far).collect()).collect();
        points.extend(more);
    }
    points
}

fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    a.iter().zip(b).fold(Rational::ZERO, |sum, (x, y)| sum + x * y)
}

/// The point of least norm in the hull of a few points, and the subset whose hull holds it in its inside.
fn least_norm(points: &[Vec<Rational>]) -> (Vec<Rational>, Vec<Vec<Rational>>) {
    let mut best: Option<(Rational, Vec<Rational>, Vec<Vec<Rational>>)> = None;
    for bits in 1u32..1 << points.len() {
        let subset: Vec<&Vec<Rational>> =
            points.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, p)| p).collect();
        let Some(weights) = affine_least_norm(&subset) else { continue };
        if weights.iter().any(|w| *w < Rational::ZERO) {
            continue;
        }
        let mut point = vec![Rational::ZERO; subset[0].len()];
        for (w, p) in weights.iter().zip(&subset) {
            for (x, y) in point.iter_mut().zip(*p) {
                *x = &*x + w * y;
            }
        }
        let norm = dot(&point, &point);
        if best.as_ref().is_none_or(|b| norm < b.0) {
            best = Some((norm, point, subset.into_iter().cloned().collect()));
        }
    }
    let (_, point, subset) = best.expect("a single point always has one");
    (point, subset)
}

/// The weights (of sum 1, any sign) of the point of least norm in the affine hull; `None` for dependent points,
/// whose hull a smaller subset spans.
fn affine_least_norm(points: &[&Vec<Rational>]) -> Option<Vec<Rational>> {
    let n = points.len();
    // Stationary: p_i . x is the same for all i, and the weights sum to 1.
    let mut rows: Vec<Vec<Rational>> = (0..n)
        .map(|i| {
            let mut row: Vec<Rational> = (0..n).map(|j| dot(points[i], points[j])).collect();
            row.push(Rational::ONE);
            row.push(Rational::ZERO);
            row
        })
        .collect();
    let mut sum = vec![Rational::ONE; n];
    sum.push(Rational::ZERO);
    sum.push(Rational::ONE);
    rows.push(sum);
    let solution = solve(rows)?;
    Some(solution[..n].to_vec())
}

/// Gauss-Jordan; `None` when singular.
fn solve(mut rows: Vec<Vec<Rational>>) -> Option<Vec<Rational>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).find(|&r| !rows[r][column].is_zero())?;
        rows.swap(column, pivot);
        let inverse = Rational::ONE / &rows[column][column];
        for x in &mut rows[column] {
            *x = &*x * &inverse;
        }
        let pivot_row = rows[column].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            if r != column && !row[column].is_zero() {
                let factor = row[column].clone();
                for (x, p) in row.iter_mut().zip(&pivot_row) {
                    *x = &*x - &factor * p;
                }
            }
        }
    }
    Some(rows.into_iter().map(|mut row| row.pop().expect("the right side")).collect())
}

/// Whether some point belongs to both, undilated: a feasible point of linear equations, by phase one of the
/// simplex method.
fn feasible(a: &Polyhedron, b: &Polyhedron) -> bool {
    let dim = a.points[0].len();
    // One column an unknown: its coefficients in the `dim` coordinate equations and in the two sums.
    let column = |p: &[Rational], sign: bool, sums: [i32; 2]| -> Vec<Rational> {
        let mut c: Vec<Rational> = p.iter().map(|x| if sign { x.clone() } else { -x.clone() }).collect();
        c.extend(sums.map(Rational::from));
        c
    };
    let mut columns: Vec<Vec<Rational>> = Vec::new();
    columns.extend(a.points.iter().map(|p| column(p, true, [1, 0])));
    columns.extend(a.rays.iter().map(|p| column(p, true, [0, 0])));
    columns.extend(b.points.iter().map(|p| column(p, false, [0, 1])));
    columns.extend(b.rays.iter().map(|p| column(p, false, [0, 0])));
    let m = dim + 2;
    let n = columns.len();
    // Rows: equations with an artificial unknown each; the last entry is the right side (0 or 1, never negative).
    let mut tableau: Vec<Vec<Rational>> = (0..m)
        .map(|i| {
            let mut row: Vec<Rational> = columns.iter().map(|c| c[i].clone()).collect();
            row.push(if i < dim { Rational::ZERO } else { Rational::ONE });
            row
        })
        .collect();
    let mut basis: Vec<usize> = (n..n + m).collect();
    // The cost is the sum of the artificial unknowns: its reduced cost is minus the column sums.
    let mut cost: Vec<Rational> =
        (0..=n).map(|j| tableau.iter().fold(Rational::ZERO, |s, row| s - &row[j])).collect();
    while let Some(entering) = (0..n).find(|&j| cost[j] < Rational::ZERO) {
        // Bland: the lowest index that improves, and among equal ratios the lowest that leaves.
        let leaving = (0..m)
            .filter(|&i| tableau[i][entering] > Rational::ZERO)
            .map(|i| (&tableau[i][n] / &tableau[i][entering], basis[i], i))
            .min_by(|x, y| x.0.cmp(&y.0).then(x.1.cmp(&y.1)));
        let Some((_, _, pivot)) = leaving else { break };
        let inverse = Rational::ONE / &tableau[pivot][entering];
        for x in &mut tableau[pivot] {
            *x = &*x * &inverse;
        }
        let pivot_row = tableau[pivot].clone();
        let eliminate = |row: &mut Vec<Rational>| {
            if !row[entering].is_zero() {
                let factor = row[entering].clone();
                for (x, p) in row.iter_mut().zip(&pivot_row) {
                    *x = &*x - &factor * p;
                }
            }
        };
        for (i, row) in tableau.iter_mut().enumerate() {
            if i != pivot {
                eliminate(row);
            }
        }
        eliminate(&mut cost);
        basis[pivot] = entering;
    }
    cost[n].is_zero()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polyhedron::exact;

    fn hull(points: &[[f64; 2]]) -> Polyhedron {
        let points = points.iter().map(|p| p.map(exact).to_vec()).collect();
        Polyhedron { points, rays: Vec::new(), radius: Rational::ZERO }
    }

    #[test]
    fn touching_squares_meet_and_the_next_float_apart_do_not() {
        let a = hull(&[[0., 0.], [1., 0.], [1., 1.], [0., 1.]]);
        let near = 1.0_f64.next_up();
        assert!(intersects(&a, &hull(&[[1., 1.], [2., 3.]])));
        assert!(!intersects(&a, &hull(&[[near, 1.], [2., 3.]])));
    }

    #[test]
    fn the_distance_of_a_corner_and_an_edge_is_exact() {
        let edge = hull(&[[0., 0.], [4., 3.]]);
        let point = hull(&[[3., 4.]]);
        assert_eq!(distance_squared(&edge, &point), exact(49.0) / exact(25.0));
    }

    #[test]
    fn rays_reach_as_far_as_they_must() {
        let mut ray = hull(&[[0., 0.]]);
        ray.rays.push([1.0, 0.0].map(exact).to_vec());
        assert!(intersects(&ray, &hull(&[[1e6, 0.]])));
        assert!(!intersects(&ray, &hull(&[[-1e-300, 0.]])));
        assert_eq!(distance_squared(&ray, &hull(&[[5., 2.]])), exact(4.0));
    }
}
