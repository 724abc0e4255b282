//! What the shapes of two and three dimensions are made of.

use super::framed::Framed;
use super::parts::{Body, Held, Plain, Round, Unbounded};
use super::revolved::Revolved;
use super::sliced;
use super::within::{Polytopes, Trust};
use crate::convex::gjk;
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::composite::Composite;
use crate::dynamic::contains::content::{self, Content};
use crate::dynamic::custom::Known;
use crate::exact::certify::{certified, precise};
use crate::exact::{Arena, Exact};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Mask, Ring};
use crate::pair::{
    capsule_point, cone_ray, cylinder_point, disc_ray, infinite_cone_ray, infinite_cylinder_point, point_ray,
};
use crate::pair::{
    elliptic_cylinder_point, elliptic_cylinder_ray, point_wedge, ray_tapered_capsule, ray_truncated_cone,
    ray_wedge,
};
use crate::query::{Closest, Span};
use crate::shape::scan::decided;
use crate::shape::*;
use crate::vector::size::{ORDINARY, exponent, exponent_of, shifted};
use crate::vector::{FloatVector, V2, V3, Vector};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Of a line or ray, a part that holds the feet of these points; other contents without bounds have none. It ends a trace
/// beyond them: the feet are fractions over the square of the direction, of which numbers of thousands of digits are made.
fn facing<V: Vector<Mask = bool, Scalar: Field>>(points: &[V], line: &Content<V>) -> Option<Vec<V>> {
    let (&origin, &d) = (line.points.first()?, line.directions.first()?);
    if line.points.len() != 1 || line.directions.len() > 2 {
        return None;
    }
    let dd = d.length_squared();
    let feet = points.iter().map(|p| (*p - origin).dot(d).div_or(dd, dd.zero()));
    let (low, high) = feet.map(|t| (t, t)).reduce(|(a, b), (c, d)| (Ring::min(a, c), Ring::max(b, d)))?;
    let (low, high) = (-(-low).at_least(), high.at_least());
    let clamp = |t: V::Scalar| if line.directions.len() == 1 { Ring::max(t, t.zero()) } else { t };
    Some([low, high].each(|t| origin + d * clamp(t)).to_vec())
}

/// The corners of a filled cell, in other numbers.
fn corners_of_cell<P, V>(voxels: &Voxels<P>, i: usize, number: &impl Fn(f64) -> V::Scalar) -> Vec<V>
where
    P: FloatVector<Scalar = f64>,
    V: Vector,
{
    let cell = voxels.filled()[i];
    let (origin, size) = (voxels.origin().lift::<V>(number), voxels.size().lift::<V>(number));
    let along = |far: bool, axis: usize| {
        origin.get(axis) + number(f64::from(cell[axis]) + if far { 1.0 } else { 0.0 }) * size.get(axis)
    };
    (0..1 << V::DIM).map(|corner: usize| V::from_fn(|axis| along(corner >> axis & 1 == 1, axis))).collect()
}

/// Both, with the part that faces the other for one without bounds.
fn polytopes<V: Vector<Mask = bool, Scalar: Field>>(a: Content<V>, b: Content<V>) -> Option<Polytopes<V>> {
    let reach = a.radius + b.radius;
    let (a, b) = match (a.directions.is_empty(), b.directions.is_empty()) {
        (true, true) => (a.points, b.points),
        (true, false) => {
            let b = facing(&a.points, &b)?;
            (a.points, b)
        }
        (false, true) => (facing(&b.points, &a)?, b.points),
        (false, false) => return None,
    };
    Some(Polytopes { a, b, reach })
}

/// Two cells of grids share a point.
fn cells_meet<V: FloatVector<Scalar = f64>>(grids: [&Voxels<V>; 2], cells: [usize; 2]) -> bool {
    // The low and the high end along an axis.
    let ends = |grid: usize, axis: usize| {
        let (voxels, cell) = (grids[grid], grids[grid].filled()[cells[grid]]);
        let [first, size] = [voxels.origin().get(axis), voxels.size().get(axis)];
        [0.0, 1.0].each(|more| (first, f64::from(cell[axis]) + more, size))
    };
    let arena = Arena::new();
    let number = |(first, index, size)| arena.number(first) + arena.number(index) * arena.number(size);
    (0..V::DIM).all(|axis| {
        let [[a, b], [c, d]] = [0, 1].each(|grid| ends(grid, axis).each(number));
        a.le(d) && c.le(b)
    })
}

/// The way between points of two shapes in exact numbers, of which all points within a radius are meant: where these meet, one
/// point that they share.
fn grown<'a, V: Vector<Scalar = Exact<'a>>, W: FloatVector<Scalar = f64>>(
    [on_a, on_b]: [V; 2],
    [a, b]: [V::Scalar; 2],
) -> Closest<W> {
    let told = |p: V| p.lift::<W>(&|x: Exact<'_>| x.to_f64());
    let (way, reach) = (on_b - on_a, a + b);
    let (squared, zero) = (way.length_squared(), reach.zero());
    if squared.le(reach.squared()) {
        let shared = told(on_a + way * a.div_or(reach, zero));
        return Closest { distance: 0.0, on_a: shared, on_b: shared };
    }
    let length = squared.root();
    // `|v| - r`, without losing what a short gap leaves of it.
    let distance = ((squared - reach.squared()) / (length + reach)).to_f64();
    Closest { distance, on_a: told(on_a + way * (a / length)), on_b: told(on_b - way * (b / length)) }
}

/// From a polytope to a plane or the half-space below it, without the radius: its corner on the side where it is nearest, and the
/// foot of that, or one point twice where they meet.
fn above<'a, V: Vector<Scalar = Exact<'a>>>(
    a: &Content<V>,
    below: &HalfSpace<V>,
    solid: bool,
) -> Option<[V; 2]> {
    let side = |p: &V| below.side(*p);
    let lowest = a.points.iter().copied().reduce(|p, q| if side(&q).lt(side(&p)) { q } else { p })?;
    let highest = a.points.iter().copied().reduce(|p, q| if side(&p).lt(side(&q)) { q } else { p })?;
    let (low, high, zero) = (side(&lowest), side(&highest), a.radius.zero());
    let foot = |p: V, side: V::Scalar| p - below.normal * (side / below.normal.length_squared());
    Some(if zero.lt(low) {
        [lowest, foot(lowest, low)]
    } else if solid {
        [lowest; 2]
    } else if high.lt(zero) {
        [highest, foot(highest, high)]
    } else {
        [lowest + (highest - lowest) * (-low).div_or(high - low, zero); 2]
    })
}

/// Corners so near to the origin and so far from it that products of what is between them vanish beside others.
fn is_uneven<V: Vector<Scalar = f64>>(points: &[V]) -> bool {
    let sizes = points.iter().flat_map(|p| (0..V::DIM).map(|i| p.get(i).abs())).filter(|x| *x > 0.0);
    let (least, most) =
        sizes.fold((f64::INFINITY, 0.0), |(low, high), x| (f64::min(low, x), f64::max(high, x)));
    least < shifted(most, -2 * ORDINARY)
}

/// A side with the largest number of its normal 1, rounded to twice the digits; `None` without a normal.
fn at_unit_size<'a, V, W>(side: &HalfSpace<V>) -> Option<HalfSpace<W>>
where
    V: Vector<Scalar = Exact<'a>>,
    W: Vector<Scalar = DoubleDouble>,
{
    let size = (0..V::DIM).map(|i| Ring::abs(side.normal.get(i))).reduce(Ring::max)?;
    (size.sign() > 0).then(|| side.lift(&|x| (x / size).to_double_double()))
}

/// A grown polytope reaches a plane, or into the half-space below it.
fn reaches<V: Vector>(a: &Content<V>, below: &HalfSpace<V>, solid: bool) -> Option<bool> {
    let sides = || a.points.iter().map(|p| below.side(*p));
    let (low, high) = (sides().reduce(Ring::min)?, sides().reduce(Ring::max)?);
    let (zero, reach) = (low.zero(), a.radius.squared() * below.normal.length_squared());
    let near = |side: V::Scalar| side.squared().le(reach);
    let meets = if solid {
        low.le(zero) | near(low)
    } else {
        (low.le(zero) & zero.le(high)) | near(low) | near(high)
    };
    if meets.all() {
        Some(true)
    } else if meets.none() {
        Some(false)
    } else {
        None
    }
}

macro_rules! bodied {
    ($Any:ident $Wide:ident $V:ident $of:ident |$a:ident| $($special:tt)*) => {
        impl $Any<$Wide> {
            /// A half-space, or the one below a plane; and whether it is solid.
            const fn as_half_space(&self) -> Option<(HalfSpace<$Wide>, bool)> {
                match self {
                    Self::Plane(b) => Some((HalfSpace { normal: b.normal, distance: b.distance }, false)),
                    Self::HalfSpace(b) => Some((*b, true)),
                    _ => None,
                }
            }

            /// A filled cell of a grid meets it. The corners of a cell are no floats, mostly: they are taken as they are.
            pub(crate) fn cell_meets(voxels: &Voxels<$Wide>, i: usize, other: &Self) -> bool {
                let cell = Self::from(voxels.cell(i));
                if let Self::Voxels(other) = other {
                    let near = (other as &dyn Composite<Self>).near(&cell);
                    return near.into_iter().any(|j| cells_meet::<$Wide>([voxels, other], [i, j]));
                }
                if !voxels.is_rounded(i) || other.is_composite() {
                    return cell.intersects(other);
                }
                let exactly = || {
                    let arena = Arena::new();
                    let number = |x: f64| arena.number(x);
                    let corners = corners_of_cell::<$Wide, $V<_>>(voxels, i, &number);
                    let cell = Content { points: corners, radius: number(0.0), directions: vec![] };
                    if let Some((below, solid)) = other.as_half_space() {
                        return reaches(&cell, &below.lift::<$V<_>>(&number), solid);
                    }
                    let both = polytopes(cell, content::$of(other, &number)?)?;
                    both.come_within(vec![], Trust::exact(number(0.0))).0
                };
                super::seen(&cell, other).or_else(exactly).unwrap_or_else(|| cell.intersects(other))
            }

            /// A polytope, grown or not, reaches a plane or half-space; `None` of other pairs.
            fn reaches(&self, other: &Self) -> Option<bool> {
                let (below, solid) = other.as_half_space()?;
                // Told apart from "undecided" first.
                let bounded = content::$of(self, &DoubleDouble::new).is_some_and(|a| a.directions.is_empty());
                bounded.then(|| {
                    decided!(number => {
                        let number = |x: f64| number(x);
                        content::$of(self, &number)
                            .and_then(|a| reaches(&a, &below.lift::<$V<_>>(&number), solid))
                    })
                })
            }
        }

        impl $Any<$Wide> {
            /// What it is made of; `None` of composites and of what has no bounds.
            pub(crate) fn body(&self) -> Option<Body<$V<DoubleDouble>>> {
                Some(match self {
                    Self::Point(a) => Body::of_points([precise!($V, a).0]),
                    Self::Segment(a) => {
                        let a = precise!($V, a);
                        Body::of_points([a.a, a.b])
                    }
                    Self::Capsule(a) => {
                        let a = precise!($V, a);
                        Body { radius: a.radius, ..Body::of_points([a.a, a.b]) }
                    }
                    Self::Sphere(a) => {
                        let a = precise!($V, a);
                        Body { radius: a.radius, ..Body::of_points([a.center]) }
                    }
                    Self::Ellipsoid(a) => Body::of_round(Round::Ellipsoid(precise!($V, a))),
                    Self::TaperedCapsule(a) => Body::of_balls(precise!($V, a).balls()),
                    Self::Rounded(a) => {
                        let core = a.core.body()?;
                        Body { radius: core.radius + DoubleDouble::new(a.radius), ..core }
                    }
                    Self::Scaled(a) => {
                        let (body, scale) = (Box::new(a.core.body()?), a.scale.lift(&DoubleDouble::new));
                        Body::of_round(Round::Scaled { body, scale })
                    }
                    Self::Custom(a) => {
                        let own: Arc<dyn Known<$V<DoubleDouble>>> = Arc::new(a.clone());
                        Body { radius: own.margin(), ..Body::of_round(Round::Custom(own)) }
                    }
                    Self::Triangle(_)
                    | Self::Parallelogram(_)
                    | Self::Aabb(_)
                    | Self::Obb(_)
                    | Self::Convex(_) => Body::of_points(content::$of(self, &DoubleDouble::new)?.points),
                    $a => return ($($special)*),
                })
            }

            /// A bounded shape as floats see it; `None` of the user's own, and of what loses digits there.
            pub(crate) fn plain(&self) -> Option<Plain<'_, $Wide>> {
                let shape: &dyn Support<Vector = $Wide> = match self {
                    Self::Point(a) => a,
                    Self::Segment(a) => a,
                    Self::Capsule(a) => a,
                    Self::Sphere(a) => a,
                    Self::Ellipsoid(a) => a,
                    Self::TaperedCapsule(a) => a,
                    Self::Triangle(a) => a,
                    Self::Parallelogram(a) => a,
                    Self::Aabb(a) => a,
                    Self::Obb(a) => a,
                    Self::Convex(a) => a,
                    Self::Rounded(a) => {
                        let Plain { shape, scale, radius } = a.core.plain()?;
                        return Some(Plain { shape, scale, radius: radius + a.radius });
                    }
                    Self::Scaled(a) => {
                        // What is rounded and then stretched is no longer round.
                        let core = a.core.plain().filter(|core| core.radius == 0.0 && core.scale.is_none())?;
                        return Some(Plain { scale: Some(a.scale), ..core });
                    }
                    other => return Some(Plain { shape: other.more_plain()?, scale: None, radius: 0.0 }),
                };
                Some(Plain { shape: Held::Shared(shape), scale: None, radius: 0.0 })
            }

            /// A convex shape without bounds.
            pub(crate) fn unbounded(&self) -> Option<Unbounded<$V<DoubleDouble>>> {
                Some(match self {
                    Self::Line(a) => Unbounded::along(&precise!($V, a), DoubleDouble::ZERO),
                    Self::Ray(a) => Unbounded::along(&precise!($V, a), DoubleDouble::ZERO),
                    Self::Plane(a) => Unbounded::Plane(precise!($V, a)),
                    Self::HalfSpace(a) => Unbounded::HalfSpace(precise!($V, a)),
                    Self::Rounded(a) => match a.core.unbounded()? {
                        Unbounded::Along { line, begins, radius } => {
                            Unbounded::Along { line, begins, radius: radius + DoubleDouble::new(a.radius) }
                        }
                        _ => return None,
                    },
                    other => return other.more_unbounded(),
                })
            }

            /// The half-spaces whose common set it is, of polytopes.
            pub(crate) fn sides(&self) -> Option<Vec<HalfSpace<$V<DoubleDouble>>>> {
                match self {
                    Self::Convex(a) if is_uneven(a.points()) => {
                        let arena = Arena::new();
                        let sides = a.sides_over::<$V<_>>(&|x| arena.number(x));
                        Some(sides.iter().filter_map(at_unit_size).collect())
                    }
                    Self::Convex(a) => Some(a.sides_over(&DoubleDouble::new)),
                    other => other.more_sides(),
                }
            }

            /// By which part of their coordinates its points may be off.
            pub(crate) fn rounding(&self) -> DoubleDouble {
                match self {
                    Self::Custom(a) => Known::<$V<DoubleDouble>>::rounding(a),
                    Self::Rounded(a) => a.core.rounding(),
                    Self::Scaled(a) => a.core.rounding(),
                    _ => DoubleDouble::EPSILON,
                }
            }

            /// Its point nearest to another, where that has a closed form.
            pub(crate) fn nearest_point(&self, p: $V<DoubleDouble>) -> Option<$V<DoubleDouble>> {
                let point = Point(p);
                Some(match self {
                    Self::Line(a) => point_ray::distance(&point, &precise!($V, a)).on_b,
                    Self::Ray(a) => point_ray::distance(&point, &precise!($V, a)).on_b,
                    Self::Segment(a) => point_ray::distance(&point, &precise!($V, a)).on_b,
                    Self::Plane(a) => precise!($V, a).closest_point(p),
                    Self::HalfSpace(a) => precise!($V, a).closest_point(p),
                    Self::Aabb(a) => precise!($V, a).closest_point(p),
                    Self::Obb(a) => precise!($V, a).closest_point(p),
                    Self::Ellipsoid(a) => precise!($V, a).closest_point(p),
                    Self::Capsule(a) => capsule_point::distance(&precise!($V, a), &point).on_a,
                    Self::TaperedCapsule(a) => Revolved::tapered_capsule(&precise!($V, a)).nearest(p),
                    Self::Rounded(a) => {
                        let core = a.core.nearest_point(p)?;
                        let (away, radius) = (p - core, DoubleDouble::new(a.radius));
                        let distance = away.length();
                        if distance <= radius { p } else { core + away * (radius / distance) }
                    }
                    other => return other.more_nearest(&point),
                })
            }

            /// How far a point inside is from the boundary, of shapes with a nearest point but without sides.
            pub(crate) fn depth(&self, p: $V<DoubleDouble>) -> DoubleDouble {
                match self {
                    Self::TaperedCapsule(a) => Revolved::tapered_capsule(&precise!($V, a)).depth(p),
                    Self::Scaled(_) => self.body().map_or(DoubleDouble::ZERO, |b| super::depth_by_contact(&b, p)),
                    other => other.more_depth(p),
                }
            }

            /// The axis about which it is round, of what is.
            pub(crate) fn axis(&self) -> Option<Line<$V<DoubleDouble>>> {
                self.more_axis()
            }

            /// Of a rounded shape, what is rounded, and by how much.
            pub(crate) fn rounded(&self) -> Option<(&Self, DoubleDouble)> {
                match self {
                    Self::Rounded(a) => Some((&*a.core, DoubleDouble::new(a.radius))),
                    _ => None,
                }
            }

            /// The stretch of a line in it, of shapes with a closed form for it.
            #[allow(clippy::option_option, reason = "no closed form, no stretch, a stretch")]
            pub(crate) fn closed_span(&self, line: &Line<$V<DoubleDouble>>) -> Option<Option<Span<$V<DoubleDouble>>>> {
                match self {
                    Self::TaperedCapsule(a) => Some(ray_tapered_capsule::span(&precise!($V, a), line)),
                    Self::Scaled(a) => {
                        // In the coordinates of what is scaled; `t` stays what it is, normals turn the other way.
                        let scale = a.scale.lift::<$V<DoubleDouble>>(&DoubleDouble::new);
                        let back = |v: $V<DoubleDouble>| Vector::from_fn(|axis| v.get(axis) / scale.get(axis));
                        let line = Line { origin: back(line.origin), direction: back(line.direction) };
                        Some(a.core.spans(&line).first().map(|span| Span {
                            normal_enter: back(span.normal_enter),
                            normal_exit: back(span.normal_exit),
                            ..*span
                        }))
                    }
                    other => other.more_closed_span(line),
                }
            }

            /// The signed distance, by whoever answers the shape; of a plane the distance.
            pub(crate) fn precise_signed(&self, p: $V<DoubleDouble>) -> DoubleDouble {
                let signed = self.signed_over(p);
                if matches!(self, Self::Plane(_)) { Ring::abs(signed) } else { signed }
            }

            /// Of an ellipsoid that is not flat a convex function, 0 on its boundary and negative inside.
            pub(crate) fn level(&self, p: $V<DoubleDouble>) -> Option<DoubleDouble> {
                let Self::Ellipsoid(a) = self else { return None };
                let a = precise!($V, a);
                let full = (0..$Wide::DIM).all(|i| a.radii.get(i) > DoubleDouble::ZERO);
                full.then(|| a.to_unit(a.coordinates(p - a.center)).length() - DoubleDouble::ONE)
            }

            /// It is one of the round shapes that no other part of the library knows.
            pub(crate) fn is_round(&self) -> bool {
                match self {
                    Self::TaperedCapsule(_) | Self::Rounded(_) | Self::Scaled(_) | Self::Custom(_) => true,
                    other => other.more_round(),
                }
            }

            /// It is a polytope, grown or not.
            pub(crate) fn is_exact(&self) -> bool {
                content::$of(self, &DoubleDouble::new).is_some()
            }

            /// What polytopes it holds, grown or not, is asked exactly elsewhere.
            pub(crate) fn holds_exactly(&self) -> bool {
                !matches!(self, Self::Ellipsoid(_))
            }

            /// It is made of parts.
            pub(crate) fn is_composite(&self) -> bool {
                self.as_composite().is_some()
            }

            /// The half-spaces whose common set it is, of polytopes, planes and half-spaces.
            pub(crate) fn flat_sides(&self) -> Option<Vec<HalfSpace<$V<DoubleDouble>>>> {
                match self {
                    Self::HalfSpace(a) => Some(vec![precise!($V, a)]),
                    Self::Plane(a) => {
                        let Plane { normal, distance } = precise!($V, a);
                        let back = HalfSpace { normal: -normal, distance: -distance };
                        Some(vec![HalfSpace { normal, distance }, back])
                    }
                    other => other.sides(),
                }
            }

            /// The points and directions whose hull it is, and by how much that is grown.
            pub(crate) fn outline(&self) -> Option<Content<$V<DoubleDouble>>> {
                content::$of(self, &DoubleDouble::new)
            }

            /// They share a point, exactly; `None` when one is round, or both are unbounded.
            pub(crate) fn polytopes_meet(&self, other: &Self) -> Option<bool> {
                if let Some(answer) = self.reaches(other).or_else(|| other.reaches(self)) {
                    return Some(answer);
                }
                let number = DoubleDouble::new;
                let (a, b) = (content::$of(self, &number)?, content::$of(other, &number)?);
                let ordinary = |squared: DoubleDouble| (1e-60..1e60).contains(&squared.to_f64());
                let even = a.directions.iter().chain(&b.directions).all(|d| ordinary(d.length_squared()));
                let both = polytopes(a, b)?;
                let largest = |points: &[$V<DoubleDouble>]| {
                    points.iter().map(|p| p.length_squared()).fold(DoubleDouble::ZERO, Ring::max)
                };
                let size = largest(&both.a) + largest(&both.b) + both.reach.squared();
                // Squares of other sizes leave the range of floats.
                let limit = if even && ordinary(size) { 64 } else { 0 };
                let (answer, ids) = both.come_within(vec![], Trust { margin: DoubleDouble::new(1e-19), size, limit });
                answer.or_else(|| {
                    let arena = Arena::new();
                    let number = |x: f64| arena.number(x);
                    let both = polytopes(content::$of(self, &number)?, content::$of(other, &number)?)?;
                    both.come_within(ids, Trust::exact(number(0.0))).0
                })
            }

            /// The same of a disc, cylinder or cone and a polytope, a line, a plane or a half-space.
            pub(crate) fn sliced_meet(&self, other: &Self) -> Option<bool> {
                self.more_sliced_meet(other).or_else(|| other.more_sliced_meet(self))
            }

            /// They share a point while the other moves by `velocity` as long as told: exactly, of polytopes, grown or not, and of one
            /// of them and a plane or half-space; `None` of other pairs.
            pub(crate) fn swept_meet(&self, other: &Self, velocity: $Wide, max_t: f64) -> Option<bool> {
                if !velocity.is_finite() || max_t.is_nan() {
                    return None;
                }
                let arena = Arena::new();
                let number = |x: f64| arena.number(x);
                let (a, b) = (content::$of(self, &number), content::$of(other, &number));
                let time = number(max_t.min(f64::MAX));
                // The hull of where it is and of where it will be.
                let swept = |content: Content<$V<_>>, way: $Wide| {
                    let way = way.lift::<$V<_>>(&number) * time;
                    let there = content.points.iter().map(|p| *p + way);
                    Content { points: content.points.iter().copied().chain(there).collect(), ..content }
                };
                if let Some((below, solid)) = self.as_half_space() {
                    let moved = swept(b.filter(|b| b.directions.is_empty())?, velocity);
                    return reaches(&moved, &below.lift::<$V<_>>(&number), solid);
                }
                if let Some((below, solid)) = other.as_half_space() {
                    let moved = swept(a.filter(|a| a.directions.is_empty())?, -velocity);
                    return reaches(&moved, &below.lift::<$V<_>>(&number), solid);
                }
                let (a, b) = (a?, b?);
                // Moved is what has an end: a line that moves is more than one line.
                let both = if b.directions.is_empty() {
                    polytopes(a, swept(b, velocity))
                } else {
                    polytopes(swept(a, -velocity), b)
                };
                both?.come_within(vec![], Trust::exact(number(0.0))).0
            }

            /// The shortest way between two polytopes, grown or not, or a polytope and a plane or half-space, or a point that they share:
            /// from exact numbers, each rounded once, so that it may be as short as numbers get, and its ends lie on the shapes
            /// beside corners that are as far as numbers get.
            pub(crate) fn way(&self, other: &Self) -> Option<Closest<$Wide>> {
                // The same answer, to the last place, whichever is first.
                if super::comes_before(other, self) {
                    return other.way(self).map(Closest::swap);
                }
                let arena = Arena::new();
                let number = |x: f64| arena.number(x);
                let (a, b) = (content::$of(self, &number), content::$of(other, &number));
                let above = |a: Option<&Content<_>>, other: &Self| {
                    let (below, solid) = other.as_half_space()?;
                    let a = a.filter(|a| a.directions.is_empty())?;
                    Some(grown(above(a, &below.lift::<$V<_>>(&number), solid)?, [a.radius, number(0.0)]))
                };
                if let Some(way) = above(a.as_ref(), other) {
                    return Some(way);
                }
                if let Some(way) = above(b.as_ref(), self) {
                    return Some(way.swap());
                }
                let (a, b) = (a?, b?);
                let radii = [a.radius, b.radius];
                Some(grown(polytopes(a, b)?.way(Trust::exact(number(0.0)))?, radii))
            }

            /// Corners of the two are so much farther out than others that twice the digits lose where the others are.
            pub(crate) fn is_spread(&self, other: &Self) -> bool {
                /// Beside what is so many binary digits larger, a way loses half of twice the digits, and more.
                const SPREAD: i32 = 40;
                let size = |p: &$V<DoubleDouble>| exponent_of(p.lift::<$Wide>(&Float::to_f64));
                let sizes = |shape: &Self| {
                    let outline = shape.outline()?;
                    let own = exponent([outline.radius.to_f64()]);
                    let sizes = || outline.points.iter().filter_map(size).chain(own);
                    Some([sizes().min()?, sizes().max()?])
                };
                let both = [self, other].into_iter().filter_map(sizes);
                both.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)]).is_some_and(|[low, high]| high - low > SPREAD)
            }
        }
    };
}

bodied!(Shape2 DVec2 V2 of_2d |other| match other {
    Self::Wedge(a) => Some(Body::of_round(Round::Wedge(precise!(V2, a)))),
    _ => None,
});
bodied!(Shape3 DVec3 V3 of_3d |other| match other {
    Self::Cylinder(a) => {
        let a = precise!(V3, a);
        let disc = |center| Round::disc(center, a.b - a.a, a.radius);
        Some(Body { points: vec![], rounds: vec![disc(a.a), disc(a.b)], radius: DoubleDouble::ZERO })
    }
    Self::EllipticCylinder(a) => {
        let a = precise!(V3, a);
        // With a radius of 0 it is flat, and a polytope.
        if a.radii.iter().any(|r| *r <= DoubleDouble::ZERO) {
            let [x, y] = a.arms();
            let arm = x + y;
            return Some(Body::of_points([a.a - arm, a.a + arm, a.b - arm, a.b + arm]));
        }
        let disc = |center| Round::Disc { center, arms: a.arms() };
        Some(Body { points: vec![], rounds: vec![disc(a.a), disc(a.b)], radius: DoubleDouble::ZERO })
    }
    Self::Tetrahedron(a) => Some(Body::of_points(precise!(V3, a).corners())),
    Self::FlatPolygon(a) => Some(Body::of_points(a.points().iter().map(|p| p.lift(&DoubleDouble::new)).collect::<Vec<_>>())),
    Self::Cone(a) => {
        let a = precise!(V3, a);
        let base = Round::disc(a.base, a.base - a.apex, a.radius);
        Some(Body { points: vec![a.apex], rounds: vec![base], radius: DoubleDouble::ZERO })
    }
    Self::TruncatedCone(a) => {
        let disc = |cap: Disc<_>| Round::disc(cap.center, cap.normal, cap.radius);
        let rounds = precise!(V3, a).caps().each(disc).to_vec();
        Some(Body { points: vec![], rounds, radius: DoubleDouble::ZERO })
    }
    Self::Frustum(a) => Some(Body::of_points(a.corners_over::<V3<_>>(&DoubleDouble::new))),
    Self::Disc(a) => {
        let a = precise!(V3, a);
        Some(Body::of_round(Round::disc(a.center, a.normal, a.radius)))
    }
    _ => None,
});

/// The shapes that only two dimensions have.
#[allow(clippy::unused_self, reason = "the same calls as in three dimensions")]
impl Shape2<DVec2> {
    fn more_axis(&self) -> Option<Line<V2<DoubleDouble>>> {
        None
    }

    fn more_sliced_meet(&self, _: &Self) -> Option<bool> {
        None
    }

    fn more_plain(&self) -> Option<Held<'_, DVec2>> {
        match self {
            Self::Wedge(a) => Some(Held::Shared(a)),
            _ => None,
        }
    }

    fn more_unbounded(&self) -> Option<Unbounded<V2<DoubleDouble>>> {
        None
    }

    fn more_sides(&self) -> Option<Vec<HalfSpace<V2<DoubleDouble>>>> {
        None
    }

    fn more_nearest(&self, point: &Point<V2<DoubleDouble>>) -> Option<V2<DoubleDouble>> {
        match self {
            Self::Wedge(a) => Some(point_wedge::closest_point(&precise!(V2, a), point.0)),
            _ => None,
        }
    }

    fn more_depth(&self, p: V2<DoubleDouble>) -> DoubleDouble {
        if let Self::Wedge(a) = self {
            return -point_wedge::signed_distance(&precise!(V2, a), &Point(p));
        }
        self.body().map_or(DoubleDouble::ZERO, |body| super::depth_by_contact(&body, p))
    }

    #[allow(clippy::option_option, reason = "as in the trait")]
    fn more_closed_span(&self, line: &Line<V2<DoubleDouble>>) -> Option<Option<Span<V2<DoubleDouble>>>> {
        match self {
            Self::Wedge(a) => Some(ray_wedge::span(&precise!(V2, a), line)),
            _ => None,
        }
    }

    fn more_round(&self) -> bool {
        matches!(self, Self::Wedge(_))
    }
}

impl Shape3<DVec3> {
    fn more_plain(&self) -> Option<Held<'_, DVec3>> {
        match self {
            Self::Cylinder(a) => Some(Held::Framed(Framed::cylinder(a))),
            // Nearly along the axis, what is across loses digits.
            Self::EllipticCylinder(a) => {
                let axis = a.b - a.a;
                let sine = a.across.wedge_squared(axis) / (a.across.length_squared() * axis.length_squared());
                (sine > 1e-6).then_some(Held::Shared(a))
            }
            Self::Tetrahedron(a) => Some(Held::Shared(a)),
            Self::Cone(a) => Some(Held::Framed(Framed::cone(a))),
            Self::TruncatedCone(a) => Some(Held::Framed(Framed::truncated_cone(a))),
            Self::Disc(a) => Some(Held::Shared(a)),
            _ => None,
        }
    }

    fn more_sliced_meet(&self, other: &Self) -> Option<bool> {
        if let Self::Disc(a) = self {
            match other {
                Self::Line(b) => return Some(certified!(V3, disc_ray::intersects, a, b)),
                Self::Ray(b) => return Some(certified!(V3, disc_ray::intersects, a, b)),
                Self::Segment(b) => return Some(certified!(V3, disc_ray::intersects, a, b)),
                _ => {}
            }
        }
        // Told apart from "undecided" first.
        self.ends(&DoubleDouble::new)?;
        if let Some((below, solid)) = other.as_half_space() {
            return Some(decided!(number => {
                let number = |x: f64| number(x);
                let meets = sliced::reaches(&self.ends(&number)?, &below.lift::<V3<_>>(&number), solid)?;
                if meets.all() { Some(true) } else { meets.none().then_some(false) }
            }));
        }
        let few = |a: &Content<_>| a.points.len() <= sliced::MANY && a.radius <= DoubleDouble::ZERO;
        let near = content::of_3d(other, &DoubleDouble::new).filter(few)?;
        // Lines and points are few enough at any size.
        let straight = near.points.len() <= 2;
        let ends = self.ends(&DoubleDouble::new)?;
        let round = ends.iter().flat_map(|end| [end.center, end.normal, V3::splat(end.radius)]);
        let all = near.points.into_iter().chain(near.directions).chain(round);
        let numbers: Vec<f64> = all.flat_map(|p| [p.x, p.y, p.z]).map(DoubleDouble::to_f64).collect();
        // Corners of what ends beyond 1e308 are no numbers.
        if numbers.iter().any(|x| !x.is_finite()) || !(straight || sliced::is_told_in_time(&numbers)) {
            return None;
        }
        let arena = Arena::new();
        let number = |x: f64| arena.number(x);
        let (ends, content) = (self.ends(&number)?, content::of_3d(other, &number)?);
        let corners = match content.directions.first() {
            Some(along) => facing(&sliced::extent(&ends, *along), &content)?,
            None => content.points,
        };
        if other.plain().is_none() {
            // Floats have not looked yet: the corners of frusta are known well enough only now.
            let corners: Vec<DVec3> = corners.iter().map(|p| p.lift(&|x: Exact<'_>| x.to_f64())).collect();
            let corners = Body::of_points(corners);
            if let Some(seen) = self.plain().and_then(|a| gjk::seen(&a, &corners)) {
                return Some(seen);
            }
        }
        match *ends.as_slice() {
            [disc] => sliced::disc(&disc, &corners),
            [low, high] => {
                sliced::cone(&TruncatedCone::new(low.center, high.center, low.radius, high.radius), &corners)
            }
            _ => None,
        }
    }

    /// The discs whose hull it is.
    fn ends<S: Field>(&self, number: &impl Fn(f64) -> S) -> Option<Vec<Disc<V3<S>>>> {
        let cone = match self {
            Self::Disc(a) => return Some(vec![a.lift(number)]),
            Self::Cylinder(a) => TruncatedCone::new(a.a, a.b, a.radius, a.radius),
            Self::Cone(a) => a.truncated(),
            Self::TruncatedCone(a) => *a,
            _ => return None,
        };
        Some(cone.lift::<V3<S>>(number).caps().to_vec())
    }

    fn more_axis(&self) -> Option<Line<V3<DoubleDouble>>> {
        let (origin, direction) = match self {
            Self::Cylinder(a) => (a.a, a.b - a.a),
            Self::Cone(a) => (a.apex, a.base - a.apex),
            Self::TruncatedCone(a) => (a.a, a.b - a.a),
            Self::TaperedCapsule(a) => (a.a, a.b - a.a),
            _ => return None,
        };
        let axis = Line { origin, direction };
        Some(precise!(V3, axis))
    }

    fn revolved(&self) -> Option<Revolved<V3<DoubleDouble>>> {
        match self {
            Self::Cone(a) => Some(Revolved::truncated_cone(&precise!(V3, a).truncated())),
            Self::TruncatedCone(a) => Some(Revolved::truncated_cone(&precise!(V3, a))),
            Self::Disc(a) => Some(Revolved::disc(&precise!(V3, a))),
            Self::InfiniteCone(a) => Some(Revolved::infinite_cone(&precise!(V3, a))),
            _ => None,
        }
    }

    fn more_nearest(&self, point: &Point<V3<DoubleDouble>>) -> Option<V3<DoubleDouble>> {
        match self {
            Self::Cylinder(a) => Some(cylinder_point::distance(&precise!(V3, a), point).on_a),
            Self::InfiniteCylinder(a) => {
                Some(infinite_cylinder_point::distance(&precise!(V3, a), point).on_a)
            }
            Self::EllipticCylinder(a) => {
                Some(elliptic_cylinder_point::closest_point(&precise!(V3, a), point.0))
            }
            other => Some(other.revolved()?.nearest(point.0)),
        }
    }

    fn more_depth(&self, p: V3<DoubleDouble>) -> DoubleDouble {
        if let Self::EllipticCylinder(a) = self {
            return -elliptic_cylinder_point::signed_distance(&precise!(V3, a), &Point(p));
        }
        match self.revolved() {
            Some(round) => round.depth(p),
            None => self.body().map_or(DoubleDouble::ZERO, |body| super::depth_by_contact(&body, p)),
        }
    }

    #[allow(clippy::option_option, reason = "as in the trait")]
    fn more_closed_span(&self, line: &Line<V3<DoubleDouble>>) -> Option<Option<Span<V3<DoubleDouble>>>> {
        match self {
            Self::Cone(a) => Some(cone_ray::span(&precise!(V3, a), line)),
            Self::EllipticCylinder(a) => Some(elliptic_cylinder_ray::span(&precise!(V3, a), line)),
            Self::TruncatedCone(a) => Some(ray_truncated_cone::span(&precise!(V3, a), line)),
            Self::Disc(a) => Some(disc_ray::span(&precise!(V3, a), line)),
            Self::InfiniteCone(a) => Some(infinite_cone_ray::span(&precise!(V3, a), line)),
            _ => None,
        }
    }

    fn more_round(&self) -> bool {
        matches!(
            self,
            Self::Cone(_)
                | Self::Disc(_)
                | Self::EllipticCylinder(_)
                | Self::InfiniteCone(_)
                | Self::TruncatedCone(_)
        )
    }

    fn more_unbounded(&self) -> Option<Unbounded<V3<DoubleDouble>>> {
        match self {
            Self::InfiniteCylinder(a) => {
                let a = precise!(V3, a);
                Some(Unbounded::along(&a.axis(), a.radius))
            }
            Self::InfiniteCone(a) => {
                let a = precise!(V3, a);
                let axis = a.direction.normalized_or_zero();
                Some(Unbounded::Cone { apex: a.apex, axis, slope: a.slope() })
            }
            _ => None,
        }
    }

    fn more_sides(&self) -> Option<Vec<HalfSpace<V3<DoubleDouble>>>> {
        match self {
            Self::Tetrahedron(a) => Some(a.sides_over(&DoubleDouble::new)),
            Self::Frustum(a) => {
                let mut sides: Vec<HalfSpace<V3<DoubleDouble>>> = a.sides_over(&DoubleDouble::new);
                // A far plane at infinity is no side.
                sides.retain(|side| !side.normal.is_zero());
                Some(sides)
            }
            _ => None,
        }
    }
}
