//! Penetration depth of two overlapping convex shapes, by the expanding polytope algorithm (EPA).
//!
//! **One set instead of two.** As in [`gjk`], the differences `a - b` form a convex set `D`, the
//! Minkowski difference, which contains the origin if the shapes intersect. Moving `b` along the
//! unit vector `n` separates it from `a` after
//!
//! ```text
//! h(n) = max n . (a - b)
//! ```
//!
//! so the least translation leads to the point of `D`'s boundary closest to the origin.
//!
//! **Expansion.** Keep a polytope `P` with corners in `D`, from the inside:
//!
//! 1. Take its face closest to the origin, with the outward normal `n`, at distance `m`. `m` is a
//!    *lower bound* of the depth: no boundary point of `P`, and so none of `D`, is closer.
//! 2. Find the point `w` of `D` farthest along `n`, by the support function. The depth along `n` is
//!    `n . w`: an *upper bound* that is always true, since moving that far along `n` separates the
//!    shapes. When both bounds meet, that is the result.
//! 3. Otherwise add `w` to `P`: the faces that see it are replaced by those between their outline
//!    and `w`.
//!
//! When called by [`contact`] in 3D, the expansion starts from the four points around the origin
//! that [`gjk`] finds, unless they are a sliver; otherwise it starts from farthest points. The
//! distance of a face is signed, so `P` need not contain the origin: as long as it does not, the
//! face with the origin farthest outside is expanded next. `P` can therefore also start as flat as
//! a triangle seen from both sides, or as a segment in 2D. Flat sets, whose shapes only touch, need
//! no special case: the depth across them is 0, found at once.
//!
//! **Round shapes** with a [margin](Support::margin) are replaced by their cores. While the cores
//! are disjoint, [`gjk`] gives the depth: the sum of the margins less the distance. Otherwise it is
//! the depth of the cores plus the margins. For other round shapes (an ellipsoid, a cylinder's
//! side) the error of the polytope shrinks by a constant factor per few faces. If a whole
//! ring or sphere of directions is as good as the best (a point on a cylinder's axis), the polytope
//! would have to cover all of it. So after [`WIDE`] steps, and at the end, Newton's method
//! continues from the best direction. The depth `h(n)` is stationary where the farthest point `w`
//! lies on `n` itself. With `g`, the component of `w` perpendicular to `n`, and `H`, the derivative
//! of `w` by `n` (measured by one more support query along a nearby direction), the next direction
//! is
//!
//! ```text
//! n + (H - h I)^-1 (-g)
//! ```
//!
//! If the set is straight along one direction, `w` jumps along it, and `n` rotates about that
//! direction only. The depth found is a true upper bound, accurate to the last digit if it is the
//! least. The lower bound shows how much less another direction could offer:
//! [`Status::Stationary`]. The search then revisits the parts of the sphere away from the best
//! direction, as far as the polytope has closer faces there: up to `MORE` steps, or one run of
//! Newton's method if the set is round.
//!
//! **Rounding.** The result is always a depth measured by farthest points along its own normal. A
//! wrong step can leave it too large, by at most [`Outcome::error_bound`]; it never makes a
//! separated pair of an intersecting one.
//!
//! Sources: [Cameron 1997], [van den Bergen 2001]. The start without the origin inside and the
//! Newton steps at the end are our own.

mod expansion;
mod newton;
mod outcome;
mod polytope;

pub(crate) use expansion::expand;
pub use expansion::{LIMIT, WIDE};
pub(crate) use newton::{facing, stationary};
pub use outcome::{GOAL, Outcome, Status};

use super::form::Core;
use super::gjk;
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::query::Penetration;
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use expansion::{Pushed, expand_from, finish};
use newton::{Best, descend};
use polytope::Difference;

/// A way between cores is not used as a direction if that would be this many roundings worse than
/// its length.
const NOISE: f64 = 1e7;

/// Returns the least translation that separates two bounded intersecting shapes.
pub fn outcome<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Outcome<V> {
    let nowhere = a.middle().zero();
    moved(a, nowhere, b, nowhere)
}

/// Returns the least translation that separates two bounded shapes, or `None` if
/// [`gjk::intersects`] returns `false`. One search answers both.
pub fn contact<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> Option<Outcome<V>> {
    if a.margin() + b.margin() > V::Scalar::ZERO {
        return gjk::intersects(a, b).then(|| outcome(a, b));
    }
    let (status, around) = gjk::around(a, b);
    let meet = matches!(status, gjk::Status::Touching | gjk::Status::Overlapping);
    meet.then(|| outcome_from(a, b, around))
}

/// Returns the least translation that separates two intersecting shapes without margins, starting
/// from the points around the origin that [`gjk::within`] finds, if given.
pub(crate) fn outcome_from<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    around: Option<gjk::Around<V>>,
) -> Outcome<V> {
    grown(expand_from(a, b, around, &mut |_, _| {}), [V::Scalar::ZERO; 2])
}

/// A step of the expansion, as [`watched`] reports it.
#[derive(Clone, Debug)]
pub struct Expansion<V: Vector> {
    /// Corners found so far, in the Minkowski difference of the cores; their hull is the polytope. In 2D
    /// the first is repeated as the third.
    pub points: Vec<V>,
    /// Corners of its face closest to the origin: three, or two in 2D.
    pub face: Vec<V>,
    /// Unit normal of that face.
    pub normal: V,
    /// Point of the Minkowski difference of the cores farthest along the normal.
    pub farthest: V,
    /// Lower and upper bound of the depth.
    pub bounds: [V::Scalar; 2],
}

/// Returns [`outcome`] and reports each step. There is none if the cores of round shapes are apart:
/// then the depth is what their margins exceed the distance by.
pub fn watched<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    step: &mut impl FnMut(Expansion<V>),
) -> Outcome<V> {
    let (margins, nowhere) = ([a.margin(), b.margin()], a.middle().zero());
    let (a, b) = (Core { shape: a, by: nowhere }, Core { shape: b, by: nowhere });
    let margin = margins[0] + margins[1];
    let apart = if margin > V::Scalar::ZERO { near(&a, &b) } else { None };
    let cores = apart.unwrap_or_else(|| {
        expand_from(&a, &b, None, &mut |polytope, pushed| {
            let Pushed { face, farthest, depth } = pushed;
            step(Expansion {
                points: polytope.vertices.iter().map(|vertex| vertex.at).collect(),
                face: polytope.corners(face)[..V::DIM].to_vec(),
                normal: face.normal,
                farthest: *farthest,
                bounds: [face.offset, *depth].each(|bound| bound + margin),
            });
        })
    });
    grown(cores, margins)
}

/// Returns the least translation that separates two intersecting shapes, each of them moved.
pub(crate) fn moved<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    by_a: V,
    b: &dyn Support<Vector = V>,
    by_b: V,
) -> Outcome<V> {
    let (margin_a, margin_b) = (a.margin(), b.margin());
    let (a, b) = (Core { shape: a, by: by_a }, Core { shape: b, by: by_b });
    let zero = V::Scalar::ZERO;
    let cores = if margin_a + margin_b > zero { near(&a, &b) } else { None };
    let cores = cores.unwrap_or_else(|| expand(&a, &b));
    grown(cores, [margin_a, margin_b])
}

/// Does the same as [`contact`]. Returns `None` if the shapes are known to be farther apart than
/// `far`, and `Some(None)` if they are apart by less; with margins, that has a depth of 0.
#[allow(clippy::option_option, reason = "apart, apart by rounding, a contact")]
pub(crate) fn contact_unless_beyond<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    far: V::Scalar,
) -> Option<Option<Outcome<V>>> {
    let (margin_a, margin_b, nowhere) = (a.margin(), b.margin(), a.middle().zero());
    if margin_a + margin_b <= V::Scalar::ZERO {
        let (found, around) = gjk::unless_beyond(a, b, far)?;
        let meet = matches!(found.status, gjk::Status::Touching | gjk::Status::Overlapping);
        return Some(meet.then(|| outcome_from(a, b, around)));
    }
    let (a, b) = (Core { shape: a, by: nowhere }, Core { shape: b, by: nowhere });
    let (found, _) = gjk::unless_beyond(&a, &b, margin_a + margin_b + far)?;
    let cores = near_of(&a, &b, &found).unwrap_or_else(|| expand(&a, &b));
    Some(Some(grown(cores, [margin_a, margin_b])))
}

/// Returns the result for shapes with these margins from the result for their cores.
fn grown<V: FloatVector>(cores: Outcome<V>, [margin_a, margin_b]: [V::Scalar; 2]) -> Outcome<V> {
    let depth = Ring::max(cores.contact.depth + margin_a + margin_b, V::Scalar::ZERO);
    let normal = cores.contact.normal_a_to_b.unwrap_or_else(|| cores.contact.on_a.zero());
    let on_a = cores.contact.on_a + normal * margin_a;
    let contact = Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: on_a - normal * depth };
    Outcome { contact, ..cores }
}

/// Returns the result for disjoint cores: a negative depth along the shortest way between them.
pub(crate) fn near<V: FloatVector>(a: &Core<'_, V>, b: &Core<'_, V>) -> Option<Outcome<V>> {
    near_of(a, b, &gjk::outcome(a, b))
}

/// Returns the same from the result of [`gjk`] for the cores.
pub(crate) fn near_of<V: FloatVector>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    found: &gjk::Outcome<V>,
) -> Option<Outcome<V>> {
    let closest = found.closest;
    if closest.distance <= V::Scalar::ZERO {
        return None;
    }
    let normal = (closest.on_b - closest.on_a).normalized_or_zero();
    // A way so short that its direction is noise does not separate the cores.
    let mut difference = Difference::new(a, b);
    let gap = -difference.farthest(normal).at.dot(normal);
    let error_bound = Ring::max(closest.distance - gap, V::Scalar::ZERO);
    let sure = error_bound <= difference.roundings(8.0 * GOAL) && found.status != gjk::Status::NotConverged;
    if !sure {
        let mut best = Best { depth: -gap, normal, on_a: closest.on_a };
        let stationary = descend(&mut difference, &mut best);
        if best.depth < -difference.roundings(NOISE) {
            let error_bound = Ring::max(closest.distance + best.depth, V::Scalar::ZERO);
            let status = if stationary { Status::Stationary } else { Status::NotConverged };
            return Some(finish(a, b, &best, false, error_bound, found.iterations, status));
        }
        if error_bound > difference.roundings(NOISE) {
            return None;
        }
    }
    Some(Outcome {
        contact: Penetration {
            normal_a_to_b: Some(normal),
            depth: -closest.distance,
            on_a: closest.on_a,
            on_b: closest.on_b,
        },
        error_bound,
        iterations: found.iterations,
        status: if sure { Status::Converged } else { Status::NotConverged },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Aabb, Cylinder, Ellipsoid, Obb, Point, Segment, Sphere, Triangle};
    use core::cell::Cell;
    use glam::{DVec3, dvec2, dvec3};

    const AXES: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];

    fn depth(a: &dyn Support<Vector = DVec3>, b: &dyn Support<Vector = DVec3>) -> f64 {
        outcome(a, b).contact.depth
    }

    #[test]
    fn boxes_come_apart_through_the_nearest_face_exactly() {
        let a = Aabb::new(dvec3(-1., -1., -1.), dvec3(1., 1., 1.));
        let b = Obb::new(dvec3(0.25, 1.5, 0.5), dvec3(2., 1., 3.), AXES);
        let found = outcome(&a, &b);
        assert_eq!((found.contact.depth, found.contact.normal_a_to_b), (0.5, Some(DVec3::Y)));
        assert_eq!((found.status, found.error_bound), (Status::Converged, 0.0));
    }

    #[test]
    fn identical_boxes_part_along_their_shortest_side() {
        let a = Aabb::new(dvec3(-4., -1., -2.), dvec3(4., 1., 2.));
        assert_eq!(depth(&a, &a), 2.0);
    }

    #[test]
    fn boxes_that_touch_at_a_face_an_edge_or_a_corner_have_depth_zero_and_a_unit_normal() {
        let a = Aabb::new(dvec3(0., 0., 0.), dvec3(1., 1., 1.));
        for corner in [dvec3(1., 0., 0.), dvec3(1., 1., 0.25), dvec3(1., 1., 1.)] {
            let found = outcome(&a, &Aabb::new(corner, corner + dvec3(1., 1., 1.))).contact;
            assert_eq!(found.depth, 0.0);
            let normal = found.normal_a_to_b.unwrap();
            assert!((normal.length() - 1.0).abs() < 1e-15 && normal.min_element() >= 0.0, "{normal:?}");
        }
    }

    #[test]
    fn flat_sets_that_cross_in_their_plane_are_parted_across_it() {
        let a = Triangle::new(dvec3(0., 0., 0.), dvec3(4., 0., 0.), dvec3(0., 4., 0.));
        let b = Triangle::new(dvec3(1., 1., 0.), dvec3(5., 1., 0.), dvec3(1., 5., 0.));
        let found = outcome(&a, &b).contact;
        assert_eq!((found.depth, found.normal_a_to_b.map(|n| n.z.abs())), (0.0, Some(1.0)));
        let (s, t) = (Segment::new(DVec3::ZERO, DVec3::X), Segment::new(DVec3::ZERO, DVec3::X));
        let normal = outcome(&s, &t).contact.normal_a_to_b.unwrap();
        assert_eq!(normal.x, 0.0);
        assert_eq!(depth(&Point(DVec3::X), &Point(DVec3::X)), 0.0);
    }

    #[test]
    fn in_2d_a_triangle_leaves_through_the_nearest_edge() {
        let a = Triangle::new(dvec2(0., 0.), dvec2(4., 0.), dvec2(0., 4.));
        let found = outcome(&a, &Point(dvec2(1., 0.5))).contact;
        assert_eq!((found.depth, found.normal_a_to_b), (0.5, Some(dvec2(0., -1.))));
        assert_eq!((found.on_a, found.on_b), (dvec2(1., 0.), dvec2(1., 0.5)));
    }

    #[test]
    fn spheres_at_one_centre_and_inside_others_part_by_their_radii() {
        let a = Sphere::new(dvec3(1., 2., 3.), 2.0);
        assert_eq!(depth(&a, &Sphere::new(dvec3(1., 2., 3.), 0.5)), 2.5);
        let cube = Aabb::new(dvec3(0., 0., 0.), dvec3(8., 8., 8.));
        // The middle of the shape is in the box, two units from a face.
        assert_eq!(depth(&cube, &a), 3.0);
    }

    #[test]
    fn a_ring_of_directions_as_good_as_the_best_still_gives_every_digit() {
        let can = Cylinder::new(dvec3(0., 0., -9.), dvec3(0., 0., 9.), 2.0);
        let found = outcome(&can, &Point(dvec3(0., 0., 1.)));
        assert!((found.contact.depth - 2.0).abs() < 1e-14, "{found:?}");
        let egg = Ellipsoid::new(DVec3::ZERO, dvec3(3., 2., 2.), AXES);
        assert!((depth(&egg, &egg) - 4.0).abs() < 1e-13);
    }

    #[test]
    fn the_corner_at_the_centre_of_a_ball_is_a_contact() {
        // parry #34: returns none.
        let cube = Aabb::new(dvec3(0., 0., 0.), dvec3(1., 1., 1.));
        let found = outcome(&cube, &Sphere::new(dvec3(1., 1., 1.), 0.5)).contact;
        assert_eq!(found.depth, 0.5);
        assert!((found.normal_a_to_b.unwrap().length() - 1.0).abs() < 1e-15);
    }

    /// Counts the support queries.
    struct Counted<'s>(&'s dyn Support<Vector = DVec3>, &'s Cell<u32>);

    impl Support for Counted<'_> {
        type Vector = DVec3;

        fn support(&self, direction: DVec3) -> DVec3 {
            self.1.set(self.1.get() + 1);
            self.0.support(direction)
        }

        fn middle(&self) -> DVec3 {
            self.0.middle()
        }
    }

    /// Returns how many support queries a query makes on two shapes.
    fn support_queries(
        a: &dyn Support<Vector = DVec3>,
        b: &dyn Support<Vector = DVec3>,
        question: impl Fn(&Counted<'_>, &Counted<'_>),
    ) -> u32 {
        let count = Cell::new(0);
        question(&Counted(a, &count), &Counted(b, &count));
        count.get()
    }

    #[test]
    fn a_contact_asks_less_than_yes_or_no_and_the_expansion_by_themselves() {
        let tilted = [dvec3(0.8, 0.6, 0.), dvec3(-0.6, 0.8, 0.), DVec3::Z];
        let (a, b) = (
            Obb::new(DVec3::ZERO, dvec3(3., 2., 1.), AXES),
            Obb::new(dvec3(0.5, 0.25, 0.75), dvec3(1., 2., 3.), tilted),
        );
        let decided = support_queries(&a, &b, |a, b| assert!(gjk::intersects(a, b)));
        let expanded = support_queries(&a, &b, |a, b| assert_eq!(outcome(a, b).status, Status::Converged));
        let both =
            support_queries(&a, &b, |a, b| assert_eq!(contact(a, b).unwrap().status, Status::Converged));
        assert!(both < decided + expanded, "{both} {decided} {expanded}");
    }

    #[test]
    fn newtons_method_asks_no_more_than_twice_what_the_steps_of_the_expansion_do() {
        // On the axis a whole ring is equally near: the search uses all its steps, of two support
        // queries each, and every part of the ring.
        let can = Cylinder::new(dvec3(0., 0., -9.), dvec3(0., 0., 9.), 2.0);
        let all = support_queries(&can, &Point(dvec3(0., 0., 1.)), |a, b| {
            assert_eq!(outcome(a, b).iterations, LIMIT);
        });
        assert!(all < 2 * LIMIT + 2 * (2 * LIMIT) + 100, "{all}");
    }

    #[test]
    fn of_two_ways_that_are_nearly_as_long_the_shorter_is_told() {
        let can = |at: f64| Cylinder::new(dvec3(0., 0., at - 1.), dvec3(0., 0., at + 1.), 1.0);
        for less in [1e-3, 3e-4, 1e-6, 1e-8, 1e-10] {
            let found = outcome(&can(0.), &Point(dvec3(0., 0., less)));
            assert!((found.contact.depth - (1.0 - less)).abs() < 1e-14, "{less}: {found:?}");
            let aside = outcome(&can(0.), &Point(dvec3(0.5, 0., 0.5 + less)));
            assert!((aside.contact.depth - (0.5 - less)).abs() < 1e-14, "{less}: {aside:?}");
            let longer = Cylinder::new(dvec3(0., 0., -0.5 + less), dvec3(0., 0., 0.5 + less), 0.5);
            let found = outcome(&Cylinder::new(dvec3(0., 0., -0.5), dvec3(0., 0., 0.5), 0.5), &longer);
            assert!((found.contact.depth - (1.0 - less)).abs() < 1e-14, "{less}: {found:?}");
        }
    }

    /// Runs Newton's method from a direction close to the best one, and returns the result and
    /// whether it converged.
    fn descended<V: FloatVector>(
        a: &dyn Support<Vector = V>,
        b: &dyn Support<Vector = V>,
        close: V,
    ) -> (Best<V>, bool) {
        let mut d = Difference::new(a, b);
        let normal = close.normalized_or_zero();
        let w = d.farthest(normal);
        let mut best = Best { depth: normal.dot(w.at), normal, on_a: w.on_a };
        let done = descend(&mut d, &mut best);
        (best, done)
    }

    #[test]
    fn the_way_out_of_the_middle_of_an_ellipsoid_is_found_to_every_digit() {
        // The least depth is along the shortest semi-axis, here x. The other two are oblique to y
        // and z.
        let tilted = [DVec3::X, dvec3(0., 0.8, 0.6), dvec3(0., -0.6, 0.8)];
        for radii in [dvec3(1., 1.05, 2.), dvec3(1., 2., 1.05), dvec3(1., 1.125, 1.25)] {
            let egg = Ellipsoid::new(DVec3::ZERO, radii, tilted);
            for close in [dvec3(1., 0.02, 0.01), dvec3(1., -0.01, 0.02), dvec3(-1., 0.02, 0.02)] {
                let (best, done) = descended(&egg, &Point(DVec3::ZERO), close);
                assert!(done && (best.depth - 1.0).abs() < 1e-15, "{radii} {close}: {best:?}");
                assert!((best.normal.x.abs() - 1.0).abs() < 1e-15, "{radii} {close}: {best:?}");
            }
        }
    }

    #[test]
    fn a_ring_of_ways_as_long_as_each_other_is_stationary() {
        // The waist of an egg: along the ring the depth does not curve.
        let egg = Ellipsoid::new(DVec3::ZERO, dvec3(3., 2., 2.), AXES);
        for across in [dvec3(0., 1., 0.), dvec3(0., 0., 1.), dvec3(0., 0.6, 0.8), dvec3(0., -0.8, 0.6)] {
            let (best, done) = descended(&egg, &Point(DVec3::ZERO), across + dvec3(1e-3, 0., 0.));
            assert!(done && (best.depth - 2.0).abs() < 1e-15, "{across}: {best:?}");
        }
    }

    #[test]
    fn in_2d_the_way_out_through_a_side_is_stationary() {
        let slab = Aabb::new(dvec2(0., 0.), dvec2(4., 1.));
        for close in [dvec2(3e-6, 1.), dvec2(-1e-6, 1.), dvec2(0., 1.)] {
            let (best, done) = descended(&slab, &Point(dvec2(2., 0.75)), close);
            assert!(done, "{close}: {best:?}");
            assert_eq!((best.depth, best.normal), (0.25, dvec2(0., 1.)), "{close}");
        }
    }

    #[test]
    fn the_points_of_an_ellipsoid_and_a_ball_that_face_each_other_are_found_to_every_digit() {
        let axes = [dvec3(0.8, 0.6, 0.), dvec3(-0.48, 0.64, 0.6), dvec3(0.36, -0.48, 0.8)];
        let egg = Ellipsoid::new(DVec3::ZERO, dvec3(2., 1., 3.), axes);
        for normal in [dvec3(2., 3., 6.) / 7.0, dvec3(-6., 2., 3.) / 7.0, dvec3(3., -6., 2.) / 7.0] {
            // A ball half a unit above the point with this normal.
            let on_a = egg.support(normal);
            let ball = Sphere::new(on_a + normal * 2.5, 2.0);
            for tilt in [dvec3(0.01, -0.02, 0.005), dvec3(-0.02, 0.01, 0.01)] {
                let found = facing(&egg, &ball, normal + tilt).unwrap();
                assert!((found.depth + 0.5).abs() < 1e-14, "{normal} {tilt}: {found:?}");
                assert!((found.on_a - on_a).length() < 1e-14, "{normal} {tilt}: {found:?}");
                assert!((found.normal_a_to_b.unwrap() - normal).length() < 1e-14, "{normal}: {found:?}");
            }
        }
    }
}
