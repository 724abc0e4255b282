//! Exact intersection test and distance of two rounded polyhedra in rational arithmetic, without
//! any of the kernels.
//!
//! The intersection test of two polyhedra is a system of linear equations in nonnegative unknowns,
//! solved by the simplex method with Bland's rule (which cannot cycle). The squared distance of two
//! bounded ones is the minimum norm over the hull of all differences of their points (their
//! Minkowski difference), found by Wolfe's active sets, each solved exactly. Rounded polyhedra
//! intersect if that is at most the squared sum of the radii.

use crate::polyhedron::{Polyhedron, Rational};

/// Tests whether they share a point.
#[must_use]
pub fn intersects(a: &Polyhedron, b: &Polyhedron) -> bool {
    let reach = &a.radius + &b.radius;
    if reach.is_zero() { feasible(a, b) } else { distance_squared(a, b) <= &reach * &reach }
}

/// Returns the squared distance of the polyhedra before rounding.
///
/// # Panics
/// If the active sets do not converge, which exact arithmetic excludes.
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

/// Replaces rays by points far along them: farther than any closest point of shapes with
/// coordinates below 2^60 and directions of at least 2^-4.
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

/// Returns the point of minimum norm in the hull of a few points, and the subset whose hull
/// contains it in its relative interior.
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

/// Returns the weights (of sum 1, any sign) of the point of minimum norm in the affine hull; `None`
/// for dependent points, whose hull a smaller subset spans.
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

/// Solves by Gauss-Jordan elimination; `None` if singular.
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

/// Tests whether some point belongs to both, before rounding: a feasible point of linear equations,
/// by phase one of the simplex method.
fn feasible(a: &Polyhedron, b: &Polyhedron) -> bool {
    Tableau::of(a, b).is_some()
}

/// Returns the maximum of `direction . x` over the points of both, before rounding; `None` if they
/// share none, or if it is unbounded.
#[must_use]
pub fn reach(a: &Polyhedron, b: &Polyhedron, direction: &[Rational]) -> Option<Rational> {
    let mut tableau = Tableau::of(a, b)?;
    // The points of `a` represent those of both; the unknowns of `b` have cost 0.
    let own = a.points.iter().chain(&a.rays).map(|p| -dot(p, direction));
    let mut cost: Vec<Rational> = own.collect();
    cost.resize(tableau.unknowns + 1, Rational::ZERO);
    for (row, basic) in tableau.rows.iter().zip(&tableau.basis) {
        let factor = cost[*basic].clone();
        subtract(&mut cost, row, &factor);
    }
    tableau.cost = cost;
    tableau.descend().then(|| tableau.cost[tableau.unknowns].clone())
}

/// Equations in nonnegative unknowns, solved for some of them.
struct Tableau {
    unknowns: usize,
    /// Rows, with the right side last.
    rows: Vec<Vec<Rational>>,
    /// The basic unknown of each row.
    basis: Vec<usize>,
    /// Reduced cost of each unknown; the last entry is the negative of the current cost.
    cost: Vec<Rational>,
}

fn subtract(row: &mut [Rational], other: &[Rational], factor: &Rational) {
    if !factor.is_zero() {
        for (x, p) in row.iter_mut().zip(other) {
            *x = &*x - factor * p;
        }
    }
}

impl Tableau {
    /// Solves for the points in both; `None` if there are none.
    fn of(a: &Polyhedron, b: &Polyhedron) -> Option<Self> {
        let dim = a.points[0].len();
        // One column per unknown: its coefficients in the `dim` coordinate equations and in the two
        // sums.
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
        let (m, n) = (dim + 2, columns.len());
        // Rows: equations with an artificial unknown each; the right side is 0 or 1, never
        // negative.
        let rows: Vec<Vec<Rational>> = (0..m)
            .map(|i| {
                let mut row: Vec<Rational> = columns.iter().map(|c| c[i].clone()).collect();
                row.push(if i < dim { Rational::ZERO } else { Rational::ONE });
                row
            })
            .collect();
        // The cost is the sum of the artificial unknowns: its reduced cost is minus the column
        // sums.
        let cost = (0..=n).map(|j| rows.iter().fold(Rational::ZERO, |s, row| s - &row[j])).collect();
        let mut tableau = Self { unknowns: n, rows, basis: (n..n + m).collect(), cost };
        tableau.descend();
        if !tableau.cost[n].is_zero() {
            return None;
        }
        // Remaining artificial unknowns are 0: their rows are solved for others, or are redundant.
        let mut i = 0;
        while i < tableau.rows.len() {
            if tableau.basis[i] < n {
                i += 1;
            } else if let Some(j) = (0..n).find(|j| !tableau.rows[i][*j].is_zero()) {
                tableau.pivot(i, j);
                i += 1;
            } else {
                tableau.rows.remove(i);
                tableau.basis.remove(i);
            }
        }
        Some(tableau)
    }

    /// Minimizes the cost; returns false if it is unbounded.
    fn descend(&mut self) -> bool {
        let n = self.unknowns;
        while let Some(entering) = (0..n).find(|&j| self.cost[j] < Rational::ZERO) {
            // Bland's rule: the lowest index that improves, and among equal ratios the lowest that
            // leaves.
            let leaving = (0..self.rows.len())
                .filter(|&i| self.rows[i][entering] > Rational::ZERO)
                .map(|i| (&self.rows[i][n] / &self.rows[i][entering], self.basis[i], i))
                .min_by(|x, y| x.0.cmp(&y.0).then(x.1.cmp(&y.1)));
            let Some((_, _, row)) = leaving else { return false };
            self.pivot(row, entering);
        }
        true
    }

    /// Solves a row for another unknown.
    fn pivot(&mut self, at: usize, entering: usize) {
        let inverse = Rational::ONE / &self.rows[at][entering];
        for x in &mut self.rows[at] {
            *x = &*x * &inverse;
        }
        let pivot_row = self.rows[at].clone();
        for (i, row) in self.rows.iter_mut().enumerate() {
            if i != at {
                let factor = row[entering].clone();
                subtract(row, &pivot_row, &factor);
            }
        }
        let factor = self.cost[entering].clone();
        subtract(&mut self.cost, &pivot_row, &factor);
        self.basis[at] = entering;
    }
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
    fn touching_squares_intersect_and_those_an_ulp_apart_do_not() {
        let a = hull(&[[0., 0.], [1., 0.], [1., 1.], [0., 1.]]);
        let near = 1.0_f64.next_up();
        assert!(intersects(&a, &hull(&[[1., 1.], [2., 3.]])));
        assert!(!intersects(&a, &hull(&[[near, 1.], [2., 3.]])));
    }

    #[test]
    fn the_distance_of_a_vertex_and_an_edge_is_exact() {
        let edge = hull(&[[0., 0.], [4., 3.]]);
        let point = hull(&[[3., 4.]]);
        assert_eq!(distance_squared(&edge, &point), exact(49.0) / exact(25.0));
    }

    #[test]
    fn the_extent_of_two_squares_is_that_of_the_shorter() {
        let a = hull(&[[0., 0.], [4., 0.], [4., 4.], [0., 4.]]);
        let b = hull(&[[3., 1.], [9., 1.], [9., 3.], [3., 3.]]);
        let along = |x: f64, y: f64| reach(&a, &b, &[exact(x), exact(y)]);
        assert_eq!([along(1., 0.), along(-1., 0.), along(1., 1.)], [4., -3., 7.].map(|x| Some(exact(x))));
        let mut ray = hull(&[[0., 0.]]);
        ray.rays.push([1.0, 1.0].map(exact).to_vec());
        assert_eq!(reach(&ray, &a, &[exact(1.), exact(0.)]), Some(exact(4.)));
        assert_eq!(reach(&ray, &ray, &[exact(1.), exact(0.)]), None, "no end");
        assert_eq!(reach(&ray, &b, &[exact(0.), exact(-1.)]), Some(exact(-3.)), "a corner");
    }

    #[test]
    fn rays_extend_far_enough() {
        let mut ray = hull(&[[0., 0.]]);
        ray.rays.push([1.0, 0.0].map(exact).to_vec());
        assert!(intersects(&ray, &hull(&[[1e6, 0.]])));
        assert!(!intersects(&ray, &hull(&[[-1e-300, 0.]])));
        assert_eq!(distance_squared(&ray, &hull(&[[5., 2.]])), exact(4.0));
    }
}
