//! Containment of points, spheres, axis-aligned boxes and half-spaces in each other, in floats with
//! error bounds.

use crate::dynamic::any::in_both_dimensions;
use crate::shape::{Aabb, HalfSpace};
use crate::vector::FloatVector;

/// Relative error bound of a sum of a few products, as a fraction of its terms.
const OFF: f64 = 16.0 * f64::EPSILON;

/// Smaller terms lose digits by underflow.
const LEAST: f64 = 1e-250;

/// Tests whether a sum of terms of this total size is at most 0. Returns `None` if rounding leaves
/// it undecided.
fn is_not_above(sum: f64, size: f64) -> Option<bool> {
    let off = size * OFF;
    if size.partial_cmp(&LEAST) != Some(core::cmp::Ordering::Greater) {
        None
    } else if sum < -off {
        Some(true)
    } else if sum > off {
        Some(false)
    } else {
        None
    }
}

/// Combines the results: `Some(false)` if any is.
fn all(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(true);
    for answer in answers {
        match answer {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

fn is_box<V: FloatVector<Scalar = f64>>(b: &Aabb<V>) -> bool {
    (0..V::DIM).all(|i| b.min.get(i) <= b.max.get(i))
}

fn is_finite<V: FloatVector<Scalar = f64>>(p: V, radius: f64) -> bool {
    (0..V::DIM).all(|i| p.get(i).is_finite()) && radius >= 0.0 && radius.is_finite()
}

fn box_box<V: FloatVector<Scalar = f64>>(a: &Aabb<V>, b: &Aabb<V>) -> Option<bool> {
    let held = |i: usize| a.min.get(i) <= b.min.get(i) && b.max.get(i) <= a.max.get(i);
    (is_box(a) && is_box(b)).then(|| (0..V::DIM).all(held))
}

fn box_ball<V: FloatVector<Scalar = f64>>(a: &Aabb<V>, center: V, radius: f64) -> Option<bool> {
    if !(is_box(a) && is_finite(center, radius)) {
        return None;
    }
    all((0..V::DIM).flat_map(|i| {
        let (low, high, c) = (a.min.get(i), a.max.get(i), center.get(i));
        [
            is_not_above((low - c) + radius, low.abs() + c.abs() + radius),
            is_not_above((c - high) + radius, high.abs() + c.abs() + radius),
        ]
    }))
}

fn ball_ball<V: FloatVector<Scalar = f64>>(a: (V, f64), b: (V, f64)) -> Option<bool> {
    if !(is_finite(a.0, a.1) && is_finite(b.0, b.1)) {
        return None;
    }
    if a.1 < b.1 {
        return Some(false);
    }
    // Differences are correct to their last digit, whatever their size.
    let (way, spare) = ((a.0 - b.0).length_squared(), (a.1 - b.1) * (a.1 - b.1));
    is_not_above(way - spare, way + spare)
}

fn ball_box<V: FloatVector<Scalar = f64>>(center: V, radius: f64, b: &Aabb<V>) -> Option<bool> {
    if !(is_box(b) && is_finite(center, radius)) {
        return None;
    }
    let far = |i: usize| {
        let c = center.get(i);
        let far = f64::max(c - b.min.get(i), b.max.get(i) - c);
        far * far
    };
    let (way, radius) = ((0..V::DIM).map(far).sum::<f64>(), radius * radius);
    is_not_above(way - radius, way + radius)
}

/// Tests whether a half-space contains a set that extends along the normal as far as this point,
/// plus a radius.
fn half_space<V: FloatVector<Scalar = f64>>(a: &HalfSpace<V>, farthest: V, radius: f64) -> Option<bool> {
    let n = a.normal;
    if n.is_zero() || !is_finite(farthest, radius) {
        return None;
    }
    let size: f64 = (0..V::DIM).map(|i| (n.get(i) * farthest.get(i)).abs()).sum();
    let more = radius * n.length();
    is_not_above((n.dot(farthest) - a.distance) + more, size + a.distance.abs() + more)
}

/// Returns the corner of a box farthest along a direction.
fn corner<V: FloatVector<Scalar = f64>>(b: &Aabb<V>, n: V) -> V {
    V::from_fn(|i| if n.get(i) > 0.0 { b.max.get(i) } else { b.min.get(i) })
}

in_both_dimensions! {
    impl Any {
        /// Tests whether this shape contains every point of the other, if floats decide.
        pub(super) fn holds_in_closed_form(&self, other: &Self) -> Option<bool> {
            match (self, other) {
                (Self::Aabb(a), Self::Aabb(b)) => box_box(a, b),
                (Self::Aabb(a), Self::Point(b)) => box_ball(a, b.0, 0.0),
                (Self::Aabb(a), Self::Sphere(b)) => box_ball(a, b.center, b.radius),
                (Self::Sphere(a), Self::Aabb(b)) => ball_box(a.center, a.radius, b),
                (Self::Sphere(a), Self::Point(b)) => ball_ball((a.center, a.radius), (b.0, 0.0)),
                (Self::Sphere(a), Self::Sphere(b)) => ball_ball((a.center, a.radius), (b.center, b.radius)),
                (Self::HalfSpace(a), Self::Point(b)) => half_space(a, b.0, 0.0),
                (Self::HalfSpace(a), Self::Sphere(b)) => half_space(a, b.center, b.radius),
                (Self::HalfSpace(a), Self::Aabb(b)) if is_box(b) => {
                    half_space(a, corner(b, a.normal), 0.0)
                }
                _ => None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Containment as _;
    use super::*;
    use crate::dynamic::any::Shape3;
    use crate::shape::{Capsule, Cylinder, Obb, Plane, Point, Segment, Sphere, Triangle};
    use glam::{DVec2, DVec3, Vec2, Vec3, dvec3, vec2, vec3};

    /// Few distinct values, so that shapes often touch, sometimes varied slightly.
    fn number(rng: &mut fastrand::Rng) -> f64 {
        let near = [0.0, f64::EPSILON, -f64::EPSILON, 1e-14][rng.usize(..4)];
        f64::from(rng.i8(-4..5)) * (1.0 + near)
    }

    #[test]
    fn what_closed_forms_decide_is_exactly_right() {
        let mut rng = fastrand::Rng::with_seed(6);
        let (mut decided, mut held) = (0, 0);
        for case in 0..6000 {
            let mut vector = || dvec3(number(&mut rng), number(&mut rng), number(&mut rng));
            let (u, v, w) = (vector(), vector(), vector());
            let (r, s) = (number(&mut rng).abs(), number(&mut rng).abs() * 0.5);
            let a: Shape3 = match case % 3 {
                0 => Aabb::new(u.min(v), u.max(v)).into(),
                1 => Sphere::new(u, r).into(),
                _ => HalfSpace::new(if u == DVec3::ZERO { DVec3::X } else { u }, r - 2.0).into(),
            };
            let b: Shape3 = match case / 3 % 3 {
                0 => Aabb::new(w * 0.5, w * 0.5 + v.abs() * 0.25).into(),
                1 => Sphere::new(w * 0.5, s).into(),
                _ => Point(w).into(),
            };
            let Some(found) = a.holds_in_closed_form(&b) else { continue };
            decided += 1;
            held += u32::from(found);
            assert_eq!(a.holds_by_rules(&b).ok(), Some(found), "{a:?} {b:?}");
        }
        assert!(decided > 4000 && held > 300, "{decided} {held}");
    }

    #[test]
    fn numbers_that_are_none_are_left_open() {
        let cube: Shape3 = Aabb::new(-DVec3::ONE, DVec3::ONE).into();
        let ball: Shape3 = Sphere::new(DVec3::ZERO, 1.0).into();
        for bad in [Shape3::from(Sphere::new(DVec3::NAN, 1.0)), Sphere::new(DVec3::ZERO, f64::NAN).into()] {
            for a in [&cube, &ball, &bad] {
                assert_eq!(a.holds_in_closed_form(&bad), None);
            }
            assert_eq!(bad.holds_in_closed_form(&cube), None);
        }
        let inside_out = Shape3::from(Aabb { min: DVec3::ONE, max: -DVec3::ONE });
        assert_eq!(
            (cube.holds_in_closed_form(&inside_out), inside_out.holds_in_closed_form(&cube)),
            (None, None)
        );
        assert_eq!(Shape3::from(HalfSpace::new(DVec3::ZERO, 1.0)).holds_in_closed_form(&cube), None);
    }

    #[test]
    fn typed_shapes_hold_what_dynamic_ones_hold() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut held, mut not) = (0, 0);
        for _ in 0..150 {
            let mut number = || rng.f32() * 2.0 - 1.0;
            let mut vector = |size: f32| vec3(number(), number(), number()) * size;
            let (u, v, w, p) = (vector(1.0), vector(1.0), vector(1.0), vector(2.0));
            let large = Aabb::new(-u.abs() - 0.5, v.abs() + 0.5);
            macro_rules! check {
                ($a:expr; $($b:expr),*) => {$({
                    let (a, b) = ($a, $b);
                    let (any_a, any_b) = (Shape3::from(a), Shape3::from(b));
                    let found = a.contains(&b);
                    assert_eq!(any_a.contains(&any_b).ok(), Some(found), "{a:?} {b:?}");
                    *if found { &mut held } else { &mut not } += 1;
                })*};
            }
            macro_rules! each {
                ($($a:expr),*) => {$(
                    check!($a; Point(p), Segment::new(w, p * 0.5), Sphere::new(w, 0.3), Aabb::new(w - 0.2, w + 0.3),
                        Obb::new(w, u.abs() * 0.3, [Vec3::Z, Vec3::X, Vec3::Y]), Capsule::new(w, p * 0.5, 0.1),
                        Triangle::new(w, p * 0.5, v), Cylinder::new(w, v * 0.5, 0.2), Plane::new(v, 0.5));
                )*};
            }
            each!(
                large,
                Sphere::new(u, 1.5),
                HalfSpace::new(v, 1.0),
                Capsule::new(u, v, 1.0),
                Obb::new(u, Vec3::ONE, [Vec3::Y, Vec3::Z, Vec3::X]),
                Cylinder::new(u - Vec3::X, v + Vec3::X, 1.5)
            );
        }
        assert!(held > 500 && not > 500, "{held} {not}");
        let square = Aabb::new(Vec2::ZERO, Vec2::ONE);
        let disc = Sphere::new(vec2(0.5, 0.5), 0.5);
        assert!(square.contains(&disc) && !disc.contains(&square) && disc.contains(&Point(vec2(0.5, 1.0))));
        assert!(HalfSpace::new(DVec2::Y, 1.0).contains(&Aabb::new(DVec2::ZERO, DVec2::ONE)));
    }
}
