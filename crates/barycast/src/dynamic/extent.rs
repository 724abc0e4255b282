//! Extents of shapes: along an axis, and from their centre.
//!
//! A bounded shape is the hull of a few kinds of parts, or a union with the same hull: balls
//! (points among them), circles with a radius, arcs, and images of the unit ball. For each part the
//! greatest `axis . p` and the point farthest from another are known. The first gives the
//! [interval](Extent::interval_along) along an axis; the second the [bounding
//! sphere](Extent::bounding_sphere): the search of
//! [`crate::shape::bounding_sphere()`] for points adds the farthest point of the
//! shape until none is outside.
//!
//! The farthest point of an ellipsoid with orthogonal arms `r_i`, seen from `d` off its middle,
//! solves
//!
//! ```text
//! sum (r_i d_i / (l - r_i^2))^2 = 1,  l >= max r_i^2
//! no point is farther than  sqrt(l + sum l d_i^2 / (l - r_i^2))
//! ```
//!
//! for any `l`: the bound is the source of the radius. All of it is computed in double-double
//! precision.

use crate::dynamic::any::{Shape2, Shape3, in_both_dimensions};
use crate::dynamic::arc::Tube;
use crate::dynamic::convex_body::{Body, Round};
use crate::dynamic::kind::WideShape;
use crate::dynamic::rescale::Rescale;
use crate::dynamic::shape::DynamicShape;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Real, Ring};
use crate::pair::table::with_dimensions;
use crate::shape::bounding_sphere::{PrecisePoint, SupportSphere, bounding_center};
use crate::shape::*;
use crate::vector::size::{own_shift, shifted, shifted_vector};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Scalar type of a shape's vectors.
type Number<E> = <<E as Extent>::Vector as Vector>::Scalar;

/// Extent of a bounded shape. [`Shape2`] and [`Shape3`] have inherent methods of the same names,
/// which return `None` for unbounded shapes.
pub trait Extent {
    /// Vector type of the shape.
    type Vector: Vector;

    /// Returns the least and the greatest `axis . p` over all points `p` of the shape: its
    /// projection onto the axis. The axis may have any length, and both ends scale with it.
    /// Computed in double-double precision and rounded outward, so that no point of the shape is
    /// outside. Returns `None` for an axis that is not finite.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::dynamic::extent::Extent;
    /// use glam::{Vec3, vec3};
    ///
    /// let ball = Sphere::new(vec3(1.0, 0.0, 0.0), 2.0);
    /// assert_eq!(ball.interval_along(Vec3::X), Some((-1.0, 3.0)));
    /// // Twice the axis, twice the interval.
    /// assert_eq!(ball.interval_along(Vec3::X * 2.0), Some((-2.0, 6.0)));
    /// ```
    #[doc(alias = "projection")]
    #[doc(alias = "project")]
    #[doc(alias = "interval")]
    fn interval_along(&self, axis: Self::Vector) -> Option<(Number<Self>, Number<Self>)>;

    /// Returns the least sphere that contains the shape. Its centre is computed by a formula, or,
    /// for unions and shapes without one, by a search in double-double precision that continues
    /// until the radius is the least to the last digit; it is rounded once. The radius is rounded
    /// up, so that the shape is inside. For a custom shape, and for a rounded shape stretched by
    /// different factors, the sphere is that of the bounding box, and so may be larger than
    /// necessary.
    ///
    /// ```
    /// use barycast::d3::Cone;
    /// use barycast::dynamic::extent::Extent;
    /// use glam::{Vec3, vec3};
    ///
    /// // A low cone is in the sphere over its base.
    /// let cone = Cone::new(vec3(0.0, 0.0, 1.0), Vec3::ZERO, 2.0);
    /// let ball = cone.bounding_sphere();
    /// assert_eq!((ball.center, ball.radius), (Vec3::ZERO, 2.0));
    /// ```
    #[doc(alias = "bounding sphere")]
    #[doc(alias = "miniball")]
    #[doc(alias = "minimum enclosing ball")]
    fn bounding_sphere(&self) -> Sphere<Self::Vector>;
}

/// Part of a shape's hull.
enum Atom<V: Vector> {
    Ball {
        center: V,
        radius: V::Scalar,
    },
    /// All points within a radius of a circle. `axes` have length 1.
    Circle {
        center: V,
        axes: [V; 2],
        circle: V::Scalar,
        radius: V::Scalar,
    },
    /// Arc of a wedge.
    Rim(Wedge<V>),
    /// All points within a radius of an image of the unit ball; the arms are perpendicular.
    Arms {
        center: V,
        arms: Vec<V>,
        radius: V::Scalar,
    },
    /// Known only by its support function.
    Opaque(Body<V>),
}

impl<V: FloatVector<Scalar = DoubleDouble>> Atom<V> {
    /// Returns the greatest `axis . p`.
    fn reach(&self, axis: V) -> DoubleDouble {
        match self {
            Self::Ball { center, radius } => axis.dot(*center) + axis.length() * *radius,
            Self::Circle { center, axes, circle, radius } => {
                let [x, y] = axes.each(|u| axis.dot(u));
                axis.dot(*center) + (x.squared() + y.squared()).sqrt() * *circle + axis.length() * *radius
            }
            Self::Rim(wedge) => {
                let ends = wedge.corners().each(|p| axis.dot(p));
                let most = Ring::max(ends[0], ends[1]);
                let top = || axis.dot(wedge.center) + axis.length() * wedge.radius;
                if wedge.spans_direction(axis) { Ring::max(most, top()) } else { most }
            }
            Self::Arms { center, arms, radius } => {
                let squared = arms.iter().fold(DoubleDouble::ZERO, |sum, arm| sum + axis.dot(*arm).squared());
                axis.dot(*center) + squared.sqrt() + axis.length() * *radius
            }
            Self::Opaque(body) => axis.dot(body.support(axis)),
        }
    }

    /// Returns the point farthest from another, and an upper bound of the distance of all points.
    fn farthest(&self, from: V) -> (V, DoubleDouble) {
        let zero = DoubleDouble::ZERO;
        let some = from.zero().with(0, DoubleDouble::ONE);
        let onward = |p: V, radius: DoubleDouble| {
            let way = p - from;
            let along = if way.is_zero() { some } else { way.normalized_or_zero() };
            (p + along * radius, way.length() + radius)
        };
        match self {
            Self::Ball { center, radius } => onward(*center, *radius),
            Self::Circle { center, axes, circle, radius } => {
                let way = *center - from;
                let across = axes[0] * way.dot(axes[0]) + axes[1] * way.dot(axes[1]);
                let along = if across.is_zero() { axes[0] } else { across.normalized_or_zero() };
                onward(*center + along * *circle, *radius)
            }
            Self::Rim(wedge) => {
                let [a, b] = wedge.corners().each(|p| onward(p, zero));
                let end = if a.1 < b.1 { b } else { a };
                let way = wedge.center - from;
                if way.is_zero() || !wedge.spans_direction(way) {
                    end
                } else {
                    onward(wedge.center, wedge.radius)
                }
            }
            Self::Arms { center, arms, radius } => {
                let (p, bound) = farthest_of_arms(*center - from, arms);
                (onward(from + p, *radius).0, bound + *radius)
            }
            Self::Opaque(body) => {
                if let ([], [Round::Known(own)]) = (body.points.as_slice(), body.rounds.as_slice())
                    && let Some(p) = own.farthest(from)
                {
                    return onward(p, body.radius);
                }
                let corner = V::from_fn(|axis| {
                    let (low, high) = body.interval(from.zero().with(axis, DoubleDouble::ONE));
                    let x = from.get(axis);
                    if (high - x).abs() < (low - x).abs() { low } else { high }
                });
                onward(corner, zero)
            }
        }
    }
}

/// Returns the longest `way + sum x_i arm_i` with `|x| <= 1`, for perpendicular arms, and an upper
/// bound of its length.
fn farthest_of_arms<V: FloatVector<Scalar = DoubleDouble>>(way: V, arms: &[V]) -> (V, DoubleDouble) {
    const HALVINGS: usize = 120;
    let zero = DoubleDouble::ZERO;
    let squares: Vec<DoubleDouble> = arms.iter().map(|arm| arm.length_squared()).collect();
    // r_i d_i, and the component of the way along no arm.
    let along: Vec<DoubleDouble> = arms.iter().map(|arm| arm.dot(way)).collect();
    let most = squares.iter().copied().fold(zero, Ring::max);
    let excess = |l: DoubleDouble| {
        let part = |(square, x): (&DoubleDouble, &DoubleDouble)| {
            if x.same(zero) { zero } else { x.div_or(l - *square, x.infinity()).squared() }
        };
        squares.iter().zip(&along).map(part).fold(zero, |a, b| a + b)
    };
    let slope = along.iter().fold(zero, |sum, x| sum + x.squared()).sqrt();
    let (mut low, mut high) = (most, most + slope);
    for _ in 0..HALVINGS {
        let middle = (low + high).half();
        if excess(middle) > DoubleDouble::ONE { low = middle } else { high = middle }
    }
    // Above the longest arm if the way has any component along it, even a rounding error.
    let on_it = squares.iter().zip(&along).any(|(square, x)| !x.same(zero) && high <= *square);
    let l = if on_it { most * DoubleDouble::from_parts(1.0, 1e-31) } else { high };
    let mut shares: Vec<DoubleDouble> =
        along.iter().zip(&squares).map(|(x, square)| x.div_or(l - *square, zero)).collect();
    let size = shares.iter().fold(zero, |sum, x| sum + x.squared());
    // The rest goes along the longest arm, with an arbitrary sign.
    if let Some(i) = (0..arms.len()).find(|i| squares[*i].same(most))
        && size < DoubleDouble::ONE
        && along[i].same(zero)
    {
        shares[i] = (DoubleDouble::ONE - size).sqrt();
    }
    let length = shares.iter().fold(zero, |sum, x| sum + x.squared()).sqrt();
    let unit = |x: DoubleDouble| x.div_or(length, zero);
    let p = arms.iter().zip(&shares).fold(way, |sum, (arm, x)| sum + *arm * unit(*x));
    // |way|^2 + l + sum r_i^2 d_i^2 / (l - r_i^2) is the same bound, including the rest of the way.
    let more = along
        .iter()
        .zip(&squares)
        .map(|(x, square)| if x.same(zero) { zero } else { x.squared().div_or(l - *square, x.infinity()) });
    let bound = more.fold(way.length_squared() + l, |a, b| a + b).sqrt();
    (p, Ring::max(bound, p.length()))
}

/// Returns perpendicular arms with the same image of the unit ball, by rotating pairs (one-sided
/// Jacobi).
fn at_right_angles<V: FloatVector<Scalar = DoubleDouble>>(mut arms: Vec<V>) -> Vec<V> {
    const SWEEPS: usize = 40;
    let one = DoubleDouble::ONE;
    for _ in 0..SWEEPS {
        let mut turned = false;
        for i in 0..arms.len() {
            for j in i + 1..arms.len() {
                let (a, b) = (arms[i], arms[j]);
                let (aa, bb, ab) = (a.length_squared(), b.length_squared(), a.dot(b));
                if ab.abs() <= (aa * bb).sqrt() * DoubleDouble::new(1e-30) {
                    continue;
                }
                turned = true;
                let zeta = (bb - aa) / (ab + ab);
                let size = one / (zeta.abs() + (one + zeta.squared()).sqrt());
                let tangent = if zeta < zeta.zero() { -size } else { size };
                let cosine = one / (one + tangent.squared()).sqrt();
                arms[i] = (a - b * tangent) * cosine;
                arms[j] = (a * tangent + b) * cosine;
            }
        }
        if !turned {
            break;
        }
    }
    arms
}

/// Appends the parts of a body.
fn atoms_of_body<V: FloatVector<Scalar = DoubleDouble>>(body: Body<V>, out: &mut Vec<Atom<V>>) {
    let plain = body.clone().unstretched().unwrap_or(body);
    let radius = plain.radius;
    out.extend(plain.points.iter().map(|p| Atom::Ball { center: *p, radius }));
    for round in plain.rounds {
        match round {
            Round::Ball { center, radius: own } => out.push(Atom::Ball { center, radius: own + radius }),
            Round::Disc { center, arms: [a, b] }
                if a.length().same(b.length()) && a.dot(b).same(radius.zero()) =>
            {
                let axes = [a, b].each(V::normalized_or_zero);
                out.push(Atom::Circle { center, axes, circle: a.length(), radius });
            }
            Round::Disc { center, arms } => {
                out.push(Atom::Arms { center, arms: at_right_angles(arms.to_vec()), radius });
            }
            Round::Ellipsoid(e) => {
                let arms = at_right_angles((0..V::DIM).map(|i| e.semi_axis(i)).collect());
                out.push(Atom::Arms { center: e.center, arms, radius });
            }
            Round::Wedge(wedge) if radius.same(radius.zero()) => {
                out.push(Atom::Ball { center: wedge.center, radius });
                out.push(Atom::Rim(wedge));
            }
            other => out.push(Atom::Opaque(Body { radius, ..Body::of_round(other) })),
        }
    }
}

/// Returns the centre of the least ball around all parts.
fn center_of<V: FloatVector<Scalar = DoubleDouble>>(atoms: &[Atom<V>]) -> V {
    const ROUNDS: usize = 500;
    /// Distances that differ by less than this fraction are equal.
    const FINE: f64 = 1e-28;
    let place =
        |p: V| -> PrecisePoint { [0, 1, 2].each(|i| if i < V::DIM { p.get(i) } else { DoubleDouble::ZERO }) };
    let back = |p: PrecisePoint| V::from_fn(|i| p[i]);
    let mut centers = Vec::with_capacity(atoms.len());
    let mut first = None;
    for atom in atoms {
        let Atom::Ball { center, radius } = atom else { break };
        if first.is_some_and(|first: DoubleDouble| !first.same(*radius)) {
            break;
        }
        first = Some(*radius);
        centers.push(place(*center));
    }
    // Balls of one radius are equivalent to their centres.
    if centers.len() == atoms.len() {
        return back(bounding_center(&centers));
    }
    let most = |c: V| {
        let far = atoms.iter().map(|atom| atom.farthest(c));
        far.reduce(|a, b| if a.1 < b.1 { b } else { a })
    };
    let zero = V::splat(DoubleDouble::ZERO);
    let Some((start, _)) = most(zero) else { return zero };
    let mut pivot = SupportSphere::new(place(start));
    let mut best = (start, DoubleDouble::ONE.infinity());
    for _ in 0..ROUNDS {
        let center = back(pivot.center);
        let Some((p, bound)) = most(center) else { break };
        if bound < best.1 {
            best = (center, bound);
        }
        let near = pivot.squared * DoubleDouble::from_parts(1.0, FINE);
        if bound.squared() <= near || !pivot.pivot_to(place(p)) {
            break;
        }
    }
    best.0
}

/// Relative rounding error of double-double precision.
const NOISE: f64 = 1e-30;

/// Returns the greatest number that is at most `x 2^e`, with the digits that are significant
/// relative to `size`.
fn rounded_down(x: DoubleDouble, size: DoubleDouble, e: i32) -> f64 {
    let (high, low) = x.parts();
    let below = low < -NOISE * size.to_f64();
    let down = if below { high.next_down() } else { high };
    let moved = shifted(down, e);
    if shifted(moved, -e) > down { moved.next_down() } else { moved }
}

fn rounded_up(x: DoubleDouble, size: DoubleDouble, e: i32) -> f64 {
    -rounded_down(-x, size, e)
}

/// Parts times `2^e`, `e`, and the centre of the least ball around them if that has a formula.
type AtOrdinarySize<S> = (Vec<Atom<<S as WideShape>::Precise>>, i32, Option<<S as WideShape>::Precise>);

/// Returns the parts of a shape at ordinary size; `None` for unbounded shapes.
fn atoms_at_ordinary_size<S: DynamicShape>(a: &S) -> Option<AtOrdinarySize<S>> {
    let brought = a.wholly_at_ordinary_size(&Point(S::Vector::splat(0.0)).into());
    let (shape, e) = brought.as_ref().map_or((a, 0), |(shape, _, e)| (shape, *e));
    let mut atoms = Vec::new();
    atoms_of(shape, &mut atoms)?;
    Some((atoms, e, shape.kind().center_by_formula()))
}

/// Appends the parts of a shape; `None` for unbounded shapes.
fn atoms_of<S: DynamicShape>(a: &S, out: &mut Vec<Atom<S::Precise>>) -> Option<()> {
    if let Some(corners) = a.kind().many_corners() {
        let ball =
            |p: S::Vector| Atom::Ball { center: p.lift(&DoubleDouble::new), radius: DoubleDouble::ZERO };
        out.extend(corners.into_iter().map(ball));
    } else if let Some(parts) = a.as_composite() {
        return (0..parts.len()).try_for_each(|i| atoms_of(&parts.part(i), out));
    } else if let Some(rims) = a.kind().rims() {
        out.extend(rims.into_iter().map(Atom::Rim));
    } else if let Some(Tube { center, axes, circle, radius, .. }) = a.tube() {
        out.push(Atom::Circle { center, axes, circle, radius });
    } else {
        atoms_of_body(a.body()?, out);
    }
    Some(())
}

/// Returns the least and the greatest `axis . p` over all points of a shape, rounded outward;
/// `None` for unbounded shapes, and for an axis that is not finite.
fn interval_along<S: DynamicShape>(a: &S, axis: S::Vector) -> Option<(f64, f64)> {
    if !(0..S::Vector::DIM).all(|i| axis.get(i).is_finite()) {
        return None;
    }
    let (atoms, e, _) = atoms_at_ordinary_size(a)?;
    let own = own_shift(axis);
    let along: S::Precise = shifted_vector(axis, own).lift(&DoubleDouble::new);
    let high = atoms.iter().map(|atom| atom.reach(along)).reduce(Ring::max)?;
    let low = -atoms.iter().map(|atom| atom.reach(-along)).reduce(Ring::max)?;
    let (size, by) = (Ring::max(low.abs(), high.abs()), -e - own);
    Some((rounded_down(low, size, by), rounded_up(high, size, by)))
}

/// Returns the least sphere that contains a shape, its centre rounded by `rounded` and its radius
/// rounded up; `None` for unbounded shapes.
fn bounding_sphere<S: DynamicShape>(a: &S, rounded: impl Fn(f64) -> f64) -> Option<Sphere<S::Vector>> {
    let (atoms, e, middle) = atoms_at_ordinary_size(a)?;
    let middle = middle.unwrap_or_else(|| center_of(&atoms));
    let size = atoms.iter().map(|atom| atom.farthest(middle).1).reduce(Ring::max)?;
    // A coordinate within the rounding error of the others is 0.
    let number = |x: DoubleDouble| rounded(shifted(x.settle(size).to_f64(), -e));
    let at = middle.lift::<S::Vector>(&number);
    let center: S::Precise = shifted_vector(at, e).lift(&DoubleDouble::new);
    let radius = atoms.iter().map(|atom| atom.farthest(center).1).reduce(Ring::max)?;
    Some(Sphere { center: at, radius: rounded_up(radius, radius, -e) })
}

in_both_dimensions! {
    impl Any {
        /// Returns the least and the greatest `axis . p` over all points `p` of the shape, as
        /// [`Extent::interval_along`] does: rounded outward, for an axis of any length. Returns
        /// `None` for unbounded shapes, and for an axis that is not finite.
        #[doc(alias = "projection")]
        #[doc(alias = "interval")]
        #[must_use]
        pub fn interval_along(&self, axis: V) -> Option<(f64, f64)> {
            interval_along(self, axis)
        }

        /// Returns the least sphere (in 2D circle) that contains the shape, its radius rounded up, as
        /// [`Extent::bounding_sphere`] does; `None` for unbounded shapes.
        #[doc(alias = "bounding sphere")]
        #[doc(alias = "miniball")]
        #[must_use]
        pub fn bounding_sphere(&self) -> Option<Sphere<V>> {
            bounding_sphere(self, |x| x)
        }
    }
}

/// Implements [`Extent`] for bounded typed shapes: those of `f64` as they are, those of `f32`, if
/// they exist, widened.
macro_rules! typed {
    ($Any:ident $Wide:ident $V:ident $dim:ident $narrow:tt
     $($list:ident { $($shape:ident $name:ident $rest:tt;)* })*) => {
        $($(typed!(@$list $Any $Wide $narrow $shape);)*)*
    };
    (@composites $($rest:tt)*) => {};
    // Unbounded.
    (@$list:ident $Any:ident $Wide:ident $narrow:tt Line) => {};
    (@$list:ident $Any:ident $Wide:ident $narrow:tt Ray) => {};
    (@$list:ident $Any:ident $Wide:ident $narrow:tt Plane) => {};
    (@$list:ident $Any:ident $Wide:ident $narrow:tt HalfSpace) => {};
    (@$list:ident $Any:ident $Wide:ident $narrow:tt InfiniteCone) => {};
    (@$list:ident $Any:ident $Wide:ident $narrow:tt InfiniteCylinder) => {};
    (@$list:ident $Any:ident $Wide:ident $narrow:tt Frustum) => { typed!(wide $Any $Wide Frustum); };
    (@$list:ident $Any:ident $Wide:ident [$Vector:ident $($more:ident)?] $Shape:ident) => {
        typed!(wide $Any $Wide $Shape);

        impl Extent for $Shape<$Vector> {
            type Vector = $Vector;

            fn interval_along(&self, axis: $Vector) -> Option<(f32, f32)> {
                narrow_interval(&$Any::from(self.lift::<$Wide>(&f64::from)), axis)
            }

            fn bounding_sphere(&self) -> Sphere<$Vector> {
                narrow_sphere(&$Any::from(self.lift::<$Wide>(&f64::from)))
            }
        }
    };
    (wide $Any:ident $Wide:ident $($Shape:ident)*) => {
        $(impl Extent for $Shape<$Wide> {
            type Vector = $Wide;

            fn interval_along(&self, axis: $Wide) -> Option<(f64, f64)> {
                $Any::from(self.clone()).interval_along(axis)
            }

            fn bounding_sphere(&self) -> Sphere<$Wide> {
                bounding_sphere(&$Any::from(self.clone()), |x| x).unwrap_or_else(no_sphere)
            }
        })*
    };
}
with_dimensions!(typed);
typed!(@rows Shape2 DVec2 [Vec2] Sector);
typed!(wide Shape2 DVec2 Polygon Polyline Voxels);
typed!(wide Shape3 DVec3 FlatPolygon HeightField Mesh Polyline Voxels);

/// Returns the sphere of a shape that has none: its numbers are not finite.
fn no_sphere<V: Vector<Scalar = f64>>() -> Sphere<V> {
    Sphere { center: V::splat(f64::NAN), radius: f64::NAN }
}

/// Returns the interval of a shape of `f32` along an axis, rounded outward.
fn narrow_interval<S, V>(wide: &S, axis: V) -> Option<(f32, f32)>
where
    S: DynamicShape,
    V: Vector<Scalar = f32>,
{
    let (low, high) = interval_along(wide, axis.lift(&f64::from))?;
    Some((-narrowed_up(-low), narrowed_up(high)))
}

/// Returns the bounding sphere of a shape of `f32`, its radius rounded up.
fn narrow_sphere<S: DynamicShape, V: Vector<Scalar = f32>>(wide: &S) -> Sphere<V> {
    let found = bounding_sphere(wide, |x| f64::from(x as f32)).unwrap_or_else(no_sphere);
    Sphere { center: found.center.lift(&|x: f64| x as f32), radius: narrowed_up(found.radius) }
}

/// Returns the least `f32` that is not smaller.
fn narrowed_up(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}
