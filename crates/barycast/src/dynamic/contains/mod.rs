//! Containment: whether every point of one shape is a point of another.
//!
//! A [content](content) is the hull of balls, extended along directions. A convex
//! [container](convex) contains it if it contains the balls and is unbounded along the directions.
//! This is evaluated over intervals, and over exact numbers where these do not decide, so the
//! results are exact for the numbers given. Cylinders and ellipsoids are not such hulls, and have
//! [separate](cylinder) [rules](ellipsoid).

mod closed;
pub(crate) mod content;
mod convex;
mod curved;
mod cylinder;
mod ellipsoid;
pub(crate) mod hull;
mod mesh;
mod polygon;
mod union;
mod witness;

use crate::dynamic::any::{NoAnswer, Shape2, Shape3, in_both_dimensions};
use crate::dynamic::convex_body;
use crate::dynamic::kind::Over;
use crate::dynamic::rescale::Rescale as _;
use crate::dynamic::separation::Separable;
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::number::{DoubleDouble, Field, Float, Mask, Ring};
use crate::shape::scanline::decided;
use crate::shape::*;
use crate::vector::{V2, V3, Vector};
use alloc::vec::Vec;
use content::Content;
use convex::{Container, Sides};
use glam::DVec3;

/// Converts a decided mask to `bool`.
fn yes_or_no<M: Mask>(mask: M) -> Option<bool> {
    if mask.all() {
        Some(true)
    } else if mask.none() {
        Some(false)
    } else {
        None
    }
}

fn holds<V: Vector<Scalar: Field>>(a: &impl Container<V>, b: &Content<V>) -> Option<bool> {
    let mut all = b.radius.always();
    for point in &b.points {
        all = all & a.holds_ball(*point, b.radius);
    }
    for direction in &b.directions {
        all = all & a.goes_on(*direction);
    }
    yes_or_no(all)
}

/// Operations that containment needs, for the shapes of 2D or of 3D.
pub(crate) trait Containing: Separable + ExactContainer {
    /// Tests simple shapes by a formula in floats; `None` for others and where rounding leaves it
    /// undecided.
    fn holds_in_closed_form(&self, other: &Self) -> Option<bool>;

    /// Returns a shape around an arc that is a disc as one.
    fn as_disc(&self) -> Option<Self>;

    /// Tests shapes around an arc.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    fn curved_holds(&self, other: &Self) -> Option<Option<bool>>;

    /// Tests flat shapes in 3D.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    fn flat_holds(&self, other: &Self) -> Option<Option<bool>>;

    /// Tests a containing polygon or mesh.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    fn solid_holds(&self, other: &Self) -> Option<Option<bool>>;

    /// Tests a contained ellipsoid.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    fn holds_ellipsoid(&self, other: &Self) -> Option<Option<bool>>;

    /// Tests whether a polygon or a mesh contains an ellipsoid; `None` for other shapes.
    fn parts_hold(&self, b: &Ellipsoid<Self::Vector>) -> Option<bool>;

    /// Tests a contained cylinder.
    fn holds_cylinder(&self, other: &Self) -> Option<bool>;
}

in_both_dimensions! {
    impl Containing for Any {
        fn holds_in_closed_form(&self, other: &Self) -> Option<bool> {
            Any::holds_in_closed_form(self, other)
        }

        fn as_disc(&self) -> Option<Self> {
            Any::as_disc(self)
        }

        fn curved_holds(&self, other: &Self) -> Option<Option<bool>> {
            Any::curved_holds(self, other)
        }

        fn flat_holds(&self, other: &Self) -> Option<Option<bool>> {
            Any::flat_holds(self, other)
        }

        fn solid_holds(&self, other: &Self) -> Option<Option<bool>> {
            Any::solid_holds(self, other)
        }

        fn holds_ellipsoid(&self, other: &Self) -> Option<Option<bool>> {
            Any::holds_ellipsoid(self, other)
        }

        fn parts_hold(&self, b: &Ellipsoid<V>) -> Option<bool> {
            Any::parts_hold(self, b)
        }

        fn holds_cylinder(&self, other: &Self) -> Option<bool> {
            Any::holds_cylinder(self, other)
        }
    }

    impl Any {
        /// Tests whether every point of `other` is a point of `self`. Exact for the numbers given;
        /// cylinders in capsules and in nonparallel cylinders up to double-double precision.
        ///
        /// # Errors
        /// [`NoAnswer`] if several parts of a union, or several triangles of a surface, may contain the
        /// shape together, and for shapes that touch the hole of a torus from inside.
        pub fn contains(&self, other: &Self) -> Result<bool, NoAnswer> {
            self.holds_all(other)
        }
    }
}

/// Tests whether a convex set contains a shape that is a hull of balls; `None` if the numbers leave it
/// undecided.
fn set_holds_hull<S: ExactContainer, N: Field>(a: &S, b: &S, number: &impl Fn(f64) -> N) -> Option<bool> {
    let rod = || match b.shared() {
        Some(Shared::Ellipsoid(b)) => content::rod(&b.lift::<Over<S, N>>(number), b.radii),
        _ => None,
    };
    let b = b.content(number).or_else(rod)?;
    match a.shared() {
        Some(Shared::Point(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Line(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Ray(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Segment(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Plane(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::HalfSpace(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Sphere(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Aabb(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Obb(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Capsule(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Ellipsoid(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Triangle(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        Some(Shared::Parallelogram(a)) => holds(&a.lift::<Over<S, N>>(number), &b),
        _ => match a.sides_over(number) {
            Some(sides) => holds(&Sides(sides), &b),
            None => a.round_holds(&b, number),
        },
    }
}

/// Shape of any kind, some of which are convex sets that contain hulls of balls exactly.
pub(crate) trait ExactContainer: DynamicShape {
    /// Tests whether it is a hull with sides.
    fn has_sides(&self) -> bool;

    /// Returns the sides of a hull over numbers of any kind.
    fn sides_over<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Vec<HalfSpace<Over<Self, N>>>>;

    /// Tests whether it is a cylinder, bounded or not.
    fn is_cylinder(&self) -> bool;

    /// Tests whether it is a bounded cylinder with a radius above 0.
    fn is_thick_cylinder(&self) -> bool;

    /// Tests whether a cylinder contains a content; `None` if the numbers leave it undecided. Other
    /// shapes contain none.
    fn round_holds<N: Field>(
        &self,
        content: &Content<Over<Self, N>>,
        number: &impl Fn(f64) -> N,
    ) -> Option<bool>;

    /// Tests whether containment of hulls in this shape is decided exactly.
    fn is_exact_container(&self) -> bool {
        let is_shared = matches!(
            self.shared(),
            Some(
                Shared::Point(_)
                    | Shared::Line(_)
                    | Shared::Ray(_)
                    | Shared::Segment(_)
                    | Shared::Plane(_)
                    | Shared::HalfSpace(_)
                    | Shared::Sphere(_)
                    | Shared::Aabb(_)
                    | Shared::Obb(_)
                    | Shared::Capsule(_)
                    | Shared::Ellipsoid(_)
                    | Shared::Triangle(_)
                    | Shared::Parallelogram(_)
            )
        );
        is_shared || self.has_sides() || self.is_cylinder()
    }

    /// Tests convex shapes, and contents that are hulls of balls.
    fn holds_hull(&self, other: &Self) -> bool {
        decided!(number => set_holds_hull(self, other, &|x: f64| number(x)))
    }
}

impl ExactContainer for Shape2 {
    fn has_sides(&self) -> bool {
        matches!(self, Self::Convex(_))
    }

    fn sides_over<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Vec<HalfSpace<V2<N>>>> {
        let Self::Convex(a) = self else { return None };
        Some(a.sides_over(number))
    }

    fn is_cylinder(&self) -> bool {
        false
    }

    fn is_thick_cylinder(&self) -> bool {
        false
    }

    fn round_holds<N: Field>(&self, _: &Content<V2<N>>, _: &impl Fn(f64) -> N) -> Option<bool> {
        Some(false)
    }
}

impl ExactContainer for Shape3 {
    fn has_sides(&self) -> bool {
        matches!(self, Self::Convex(_) | Self::Frustum(_) | Self::Tetrahedron(_))
    }

    fn sides_over<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Vec<HalfSpace<V3<N>>>> {
        match self {
            Self::Convex(a) => Some(a.sides_over(number)),
            Self::Frustum(a) => Some(a.sides_over(number)),
            Self::Tetrahedron(a) => Some(a.sides_over(number)),
            _ => None,
        }
    }

    fn is_cylinder(&self) -> bool {
        matches!(self, Self::Cylinder(_) | Self::InfiniteCylinder(_))
    }

    fn is_thick_cylinder(&self) -> bool {
        matches!(self, Self::Cylinder(a) if a.radius > 0.0)
    }

    fn round_holds<N: Field>(&self, content: &Content<V3<N>>, number: &impl Fn(f64) -> N) -> Option<bool> {
        match self {
            Self::Cylinder(a) => holds(&a.lift::<V3<N>>(number), content),
            Self::InfiniteCylinder(a) => holds(&a.lift::<V3<N>>(number), content),
            _ => Some(false),
        }
    }
}

/// Containment between shapes of any kind.
pub(crate) trait Containment: Containing {
    /// Tests whether every point of `other` is a point of `self`.
    fn holds_all(&self, other: &Self) -> Result<bool, NoAnswer> {
        let held = self.holds_in_closed_form(other).map_or_else(|| self.holds_by_rules(other), Ok);
        held.or_else(|no_answer| if self.misses(other) { Ok(false) } else { Err(no_answer) })
    }

    /// Tests whether some point of the other is found outside.
    fn misses(&self, other: &Self) -> bool {
        other.outer_bounds().is_none() && self.outer_bounds().is_some()
            || !self.intersects(other)
            || witness::samples(other).into_iter().any(|p| !self.intersects(&Point(p).into()))
            || witness::rim(other)
                .into_iter()
                .any(|(p, slack)| self.closest_precisely(&Point(p).into()).distance > slack)
            || witness::is_thin(self) && other.is_solid() && witness::is_deep(other)
    }

    fn holds_by_rules(&self, other: &Self) -> Result<bool, NoAnswer> {
        let no_answer = NoAnswer { question: "contains", shapes: [self.name(), other.name()] };
        if convex_body::sticks_out(self, other) {
            return Ok(false);
        }
        if let Some(disc) = self.as_disc() {
            return disc.holds_all(other).map_err(|_| no_answer);
        }
        // Exact numbers have no limited range. Cases that take roots are evaluated at ordinary
        // size, scaled together with all that it may contain.
        let rooted =
            |shape: &Self| matches!(shape.name(), "annulus" | "arc" | "cylinder" | "ellipsoid" | "torus");
        let in_parts = self.as_composite().is_some();
        if rooted(self) || rooted(other) || convex_body::is_answered_here(self, other) {
            let brought = if in_parts { Self::parts_at_ordinary_size } else { Self::wholly_at_ordinary_size };
            if let Some((a, b, _)) = brought(self, other) {
                return Ok(a.holds_all(&b)? && self.intersects(other));
            }
        }
        if let Some(answer) = self.unscaled_holds(other) {
            return answer.ok_or(no_answer);
        }
        if let Some(answer) = self.union_holds(other) {
            return answer.map(|held| held && self.intersects(other)).ok_or(no_answer);
        }
        if let Some(answer) = self.curved_holds(other) {
            return answer.map(|held| held && self.intersects(other)).ok_or(no_answer);
        }
        if let Some(held) = self.grown_holds(other) {
            return Ok(held);
        }
        let otherwise = || self.whole_holds(other).ok_or(no_answer);
        if let Some(answer) = self.flat_holds(other).or_else(|| convex_body::contains(self, other)) {
            return answer.map_or_else(otherwise, |held| Ok(held && self.intersects(other)));
        }
        if let Some(answer) = self.holds_ellipsoid(other) {
            return answer.map_or_else(otherwise, Ok);
        }
        if let Some(answer) = self.solid_holds(other) {
            return answer.map_or_else(otherwise, Ok);
        }
        if let Some(answer) = self.holds_cylinder(other) {
            return Ok(answer);
        }
        Ok(self.holds_hull(other))
    }

    /// If one shape is stretched, tests both without the stretch: containment does not change.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    fn unscaled_holds(&self, other: &Self) -> Option<Option<bool>> {
        let back = |shape: &Self, scale: Self::Vector| {
            shape.stretched(Self::Vector::splat(1.0).quotients(scale, 0.0))
        };
        // Guards against an infinite recursion if the inverse stretch gives a stretched shape
        // again.
        let is_scaled = |shape: &Self| matches!(shape.shared(), Some(Shared::Scaled(_)));
        let held = |a: &Self, b: &Self| {
            if is_scaled(a) || is_scaled(b) { convex_body::holds(a, b) } else { a.holds_all(b).ok() }
        };
        // For custom shapes only support functions are known, stretched or not. A shape around an
        // arc without its stretch is not around an arc.
        if convex_body::is_rough(self, other) || self.tube().is_some() || other.tube().is_some() {
            return None;
        }
        match (self.shared(), other.shared()) {
            (Some(Shared::Scaled(a)), _) => Some(back(other, a.scale).and_then(|b| held(&a.core, &b))),
            (_, Some(Shared::Scaled(b))) => Some(match back(self, b.scale) {
                Some(a) if !is_scaled(&a) => a.holds_all(&b.core).ok(),
                _ => convex_body::holds(self, other),
            }),
            _ => None,
        }
    }

    /// Tests whether a polytope, grown by a radius, contains the corners of another one, exactly;
    /// `None` for other shapes, and if a corner is a sum that rounds.
    fn grown_holds(&self, other: &Self) -> Option<bool> {
        if !matches!(self.shared(), Some(Shared::Rounded(_))) || !self.is_exact() {
            return None;
        }
        let content = other.outline()?;
        if content.radius != DoubleDouble::ZERO || !content.directions.is_empty() {
            return None;
        }
        let corners = content.points.iter().map(Self::in_floats).collect::<Option<Vec<_>>>()?;
        Some(corners.into_iter().all(|p| self.intersects(&Point(p).into())))
    }

    /// Returns the same point in `f64`, if it is representable.
    fn in_floats(p: &Self::Precise) -> Option<Self::Vector> {
        let near = p.lift::<Self::Vector>(&Float::to_f64);
        (0..Self::Vector::DIM).all(|i| DoubleDouble::new(near.get(i)) == p.get(i)).then_some(near)
    }

    /// Tests unions: all parts of the other must be in one part of this; `None` for others. A set
    /// that no single part contains may still be contained by several together. That is decided
    /// only for points, and for shapes with a point outside.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    fn union_holds(&self, other: &Self) -> Option<Option<bool>> {
        if let Some(parts) = other.as_composite().filter(|parts| parts.is_union()) {
            let mut all = Some(true);
            for i in 0..parts.len() {
                match self.holds_all(&parts.part(i)) {
                    Ok(true) => {}
                    Ok(false) => return Some(Some(false)),
                    Err(_) => all = None,
                }
            }
            return Some(all);
        }
        let parts = self.as_composite().filter(|parts| parts.is_union())?;
        if parts.len() == 1 {
            return Some(parts.part(0).holds_all(other).ok());
        }
        if (0..parts.len()).any(|i| parts.part(i).holds_all(other) == Ok(true)) {
            return Some(Some(true));
        }
        if let Some(held) = union::grid_holds(self, other).or_else(|| union::parts_hold_along(self, other)) {
            return Some(Some(held));
        }
        Some(matches!(other.shared(), Some(Shared::Point(_))).then_some(false))
    }

    /// Tests a polygon as a hull, round shapes by their depth, and a shape with an interior in a
    /// composite: a point of the shape is inside, and the boundary does not enter its interior.
    fn whole_holds(&self, other: &Self) -> Option<bool> {
        if let Some(hull) = self.as_hull() {
            return hull.holds_all(other).ok();
        }
        let Some(a) = self.as_composite() else { return convex_body::holds(self, other) };
        let middle = match convex_body::middle(other) {
            Some(middle) => middle.lift::<Self::Vector>(&Float::to_f64),
            None => other.tube().and_then(|_| other.anchor())?,
        };
        if other.tube().is_none_or(|tube| tube.radius <= DoubleDouble::ZERO)
            && other.contact_precisely(other).ok()??.depth <= 0.0
        {
            let by_one = || a.near(other).any(|i| a.part(i).holds_all(other) == Ok(true)).then_some(true);
            return other.as_thin().and_then(|thin| self.holds_all(&thin).ok()).or_else(by_one);
        }
        let rounding = match other.rounding().to_f64() {
            rough if rough >= f64::EPSILON => rough * 16.0,
            _ => f64::EPSILON,
        };
        let clear = |i: usize| {
            !a.is_bordering(i)
                || a.part(i).contact_precisely(other).ok().flatten().is_none_or(|contact| {
                    contact.depth <= (contact.on_a.length_at_any_size() + contact.depth) * rounding
                })
        };
        Some(self.is_solid() && a.holds(middle) && (0..a.len()).all(clear))
    }

    /// Returns the hull of the shape's corners, if the shape is no more than that.
    fn as_thin(&self) -> Option<Self> {
        let corners = self.body()?.into_corners()?;
        let corners = corners.iter().map(Self::in_floats).collect::<Option<Vec<_>>>()?;
        if matches!(self.shared(), Some(Shared::Point(_) | Shared::Segment(_) | Shared::Convex(_))) {
            return None;
        }
        match corners.as_slice() {
            [p] => Some(Point(*p).into()),
            [a, b] => Some(Segment::new(*a, *b).into()),
            _ => Some(Convex::try_new(corners).ok()?.into()),
        }
    }
}

impl<S: Containing> Containment for S {}

impl Shape2 {
    /// There are no flat polygons in 2D.
    #[allow(clippy::option_option, clippy::unused_self, reason = "the same call as in three dimensions")]
    const fn flat_holds(&self, _: &Self) -> Option<Option<bool>> {
        None
    }

    /// Tests a containing polygon.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    fn solid_holds(&self, other: &Self) -> Option<Option<bool>> {
        if let Self::Polygon(a) = self { Some(polygon::contains(a, other)) } else { None }
    }

    /// There are no cylinders in 2D.
    #[allow(clippy::unused_self, reason = "the same call as in three dimensions")]
    const fn holds_cylinder(&self, _: &Self) -> Option<bool> {
        None
    }
}

impl Shape3 {
    /// Tests a containing mesh.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    fn solid_holds(&self, other: &Self) -> Option<Option<bool>> {
        if let Self::Mesh(a) = self { Some(mesh::contains(a, other)) } else { None }
    }

    /// Tests a flat polygon, which contains a hull of points if it contains them all, and a height
    /// field, which is a mesh; `None` for other shapes.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    fn flat_holds(&self, other: &Self) -> Option<Option<bool>> {
        if let Self::HeightField(a) = self {
            return Some(mesh::contains(a.mesh(), other));
        }
        let Self::FlatPolygon(a) = self else { return None };
        let Some(content) = content::of_3d(other, &DoubleDouble::new) else { return Some(None) };
        let solid = content.radius > DoubleDouble::ZERO || !content.directions.is_empty();
        let point = |p: &V3<DoubleDouble>| p.lift::<DVec3>(&Float::to_f64);
        Some(Some(!solid && content.points.iter().all(|p| a.mesh().contains_point(point(p)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::size::shifted;
    use alloc::vec;
    use glam::{DVec2, dvec2, dvec3};

    fn holds(a: impl Into<Shape3>, b: impl Into<Shape3>) -> bool {
        a.into().contains(&b.into()).unwrap()
    }

    #[test]
    fn small_and_large_shapes_hold_what_they_hold_at_ordinary_size() {
        for size in [1.0, 2_f64.powi(-300), 2_f64.powi(300)] {
            let can = |x: f64, radius: f64| {
                let ends = [-1., 1.].map(|z| dvec3(x, 0., 0.5 * z) * size);
                Shape3::from(Cylinder::new(ends[0], ends[1], radius * size))
            };
            let disc = |x: f64| Shape3::from(Disc::new(dvec3(x, 0., 0.) * size, DVec3::Z, 0.25 * size));
            let cone = Shape3::from(Cone::new(DVec3::ZERO, dvec3(0., 0., -0.5) * size, 0.25 * size));
            let block = Shape3::from(Aabb::new(DVec3::splat(-size), DVec3::splat(size)));
            let hull =
                [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| (p * 8. - DVec3::splat(1.)) * size);
            let hull = Shape3::from(Convex::try_new(hull.to_vec()).unwrap());
            for big in [block, can(0., 1.), Sphere::new(DVec3::ZERO, 1.5 * size).into(), hull] {
                for (small, inside) in [
                    (can(0.1, 0.2), true),
                    (can(9., 0.2), false),
                    (disc(0.), true),
                    (disc(9.), false),
                    (cone.clone(), true),
                ] {
                    assert_eq!(big.contains(&small), Ok(inside), "{big:?} {small:?}");
                }
            }
        }
    }

    #[test]
    fn a_ball_that_touches_the_boundary_from_inside_is_held() {
        let aabb = Aabb::new(DVec3::ZERO, DVec3::splat(2.));
        assert!(holds(aabb, Sphere::new(DVec3::ONE, 1.)));
        assert!(!holds(aabb, Sphere::new(DVec3::ONE, 1.0 + f64::EPSILON)));
        assert!(holds(Sphere::new(DVec3::ZERO, 3.), Sphere::new(dvec3(2., 0., 0.), 1.)));
        assert!(!holds(Sphere::new(DVec3::ZERO, 1.), Sphere::new(DVec3::ZERO, 2.)));
        assert!(holds(Sphere::new(DVec3::ZERO, 3.), Aabb::new(dvec3(-1., -2., -2.), dvec3(1., 2., 2.))));
    }

    #[test]
    fn polygons_hold_rings_and_arcs_that_touch_their_edges_from_inside() {
        let ring = |points: &[[f64; 2]]| points.iter().map(|p| DVec2::from_array(*p)).collect::<Vec<_>>();
        let square = ring(&[[-4., -4.], [4., -4.], [4., 4.], [-4., 4.]]);
        let whole = Shape2::from(Polygon::try_new(square.clone()).unwrap());
        let hole = |far: f64| {
            let hole = ring(&[[1.9, 0.9], [far, 0.9], [2., 1.1]]);
            Shape2::from(Polygon::try_with_holes(square.clone(), vec![hole]).unwrap())
        };
        let annulus = |inner, outer| Shape2::from(Annulus::new(dvec2(2., 1.), inner, outer));
        let arc = |radius, start, sweep| Shape2::from(Arc::new(dvec2(3., 1.), radius, start, sweep));
        for (a, b, held) in [
            (&whole, annulus(0.5, 2.), true),
            (&whole, annulus(0.5, 2.001), false),
            (&whole, annulus(2., 2.), true),
            (&whole, annulus(2.001, 2.001), false),
            (&hole(2.1), annulus(0.5, 1.), true),
            (&hole(2.6), annulus(0.5, 1.), false),
            (&hole(2.6), annulus(1., 1.), true),
            (&whole, arc(1., 0., 7.), true),
            (&whole, arc(1.000_000_1, 0., 7.), false),
            (&whole, arc(1.5, 1.6, 2.9), true),
            (&whole, arc(1.5, 0.5, 0.5), false),
            (&whole, arc(1.5, -0.5, 6.), false),
            (&whole, arc(0., 0., 1.), true),
        ] {
            assert_eq!(a.contains(&b), Ok(held), "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_notch_that_reaches_a_ring_or_an_arc_is_seen_at_any_size() {
        for e in [0, -565, -300, 300, 565] {
            let at = |x: f64, y: f64| dvec2(x, y) * shifted(1., e);
            let held = |depth: f64, unit: f64| {
                let corners = [at(0., 0.), at(4., 0.), at(4., 4.), at(2., depth), at(0., 4.)];
                let polygon = Shape2::from(Polygon::try_new(corners.to_vec()).unwrap());
                let ring = Annulus::new(at(2., 2.), unit, 1.5 * unit);
                let arc = Arc::new(at(2., 2.), unit, 2., 6.);
                [polygon.contains(&ring.into()), polygon.contains(&arc.into())]
            };
            assert_eq!(held(1., shifted(1., e)), [Ok(false); 2], "{e}");
            assert_eq!(held(3.5, shifted(0.25, e)), [Ok(true); 2], "{e}");
        }
    }

    #[test]
    fn a_hole_in_a_rounded_box_is_seen_at_any_size() {
        for e in [0, -1000, -600, 520, 900] {
            let size = shifted(1., e);
            let at = |x: f64, y: f64| dvec2(x, y) * size;
            let square = |half: f64| Shape2::from(Aabb::new(at(-half, -half), at(half, half)));
            let rounded = |half: f64| square(half).try_rounded(0.5 * size).unwrap();
            let outer = vec![at(-4., -4.), at(4., -4.), at(4., 4.), at(-4., 4.)];
            let holds = |hole: Vec<DVec2>, half: f64| {
                Shape2::from(Polygon::try_with_holes(outer.clone(), vec![hole]).unwrap())
                    .contains(&rounded(half))
            };
            let (near, far) =
                (vec![at(0., 0.), at(1., 0.), at(0., 1.)], vec![at(3.5, 3.), at(3.8, 3.), at(3.8, 3.5)]);
            assert_eq!(holds(near.clone(), 9.), Ok(false), "{e}");
            assert_eq!(holds(near, 1.), Ok(false), "{e}");
            assert_eq!(holds(far.clone(), 3.5), Ok(false), "{e}");
            assert_eq!(holds(far, 1.), Ok(true), "{e}");
        }
    }

    #[test]
    fn round_shapes_do_not_hold_corners_that_are_farther_out_by_little_or_at_any_size() {
        for (size, out, held) in [(1., 0.5, true), (1., 0.500_000_000_000_000_9, false), (1e-16, 0.9, false)]
        {
            let at = |x: f64, y: f64| dvec3(x, y, 0.5) * size;
            let corners = vec![at(0., 0.), at(out, 0.), at(0., 0.25)];
            let mesh = Mesh::try_new(corners, vec![[0, 1, 2]], false).unwrap();
            assert_eq!(holds(Cone::new(DVec3::ZERO, DVec3::Z * size, size), mesh), held, "{size} {out}");
        }
    }

    #[test]
    fn flat_shapes_hold_what_lies_in_them() {
        let triangle = Triangle::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.));
        assert!(holds(triangle, Segment::new(dvec3(1., 0., 0.), dvec3(2., 2., 0.))));
        assert!(!holds(triangle, Segment::new(dvec3(1., 0., 0.), dvec3(2., 2., 1.))));
        assert!(holds(triangle, Aabb::new(DVec3::ZERO, dvec3(2., 2., 0.))), "a flat box");
        assert!(!holds(triangle, Sphere::new(dvec3(1., 1., 0.), 0.125)));
        assert!(holds(
            Segment::new(DVec3::ZERO, dvec3(4., 4., 4.)),
            Capsule::new(DVec3::ONE, DVec3::ONE, 0.)
        ));
    }

    #[test]
    fn what_has_no_end_fits_only_where_there_is_none() {
        let up = dvec3(0., 0., 2.);
        let half_space = HalfSpace::new(dvec3(1., 0., 0.), 1.);
        let line = Line::new(dvec3(1., 5., 0.), up);
        assert!(holds(half_space, line));
        assert!(!holds(half_space, Line::new(dvec3(2., 5., 0.), up)));
        assert!(holds(half_space, Ray::new(DVec3::ZERO, dvec3(-1., 3., 0.))));
        assert!(!holds(half_space, Ray::new(DVec3::ZERO, dvec3(1., 3., 0.))));
        assert!(holds(half_space, Plane::new(dvec3(-2., 0., 0.), 4.)));
        assert!(holds(half_space, HalfSpace::new(dvec3(3., 0., 0.), 3.)));
        assert!(!holds(half_space, HalfSpace::new(dvec3(-3., 0., 0.), 3.)));
        assert!(holds(Plane::new(dvec3(1., 1., 1.), 1.), Plane::new(dvec3(-2., -2., -2.), -2.)));
        let tube = InfiniteCylinder::new(DVec3::ZERO, up, 2.);
        assert!(!holds(tube, line) && holds(tube, Line::new(dvec3(2., 0., 0.), -up)));
        assert!(holds(tube, InfiniteCylinder::new(dvec3(1., 0., 9.), -up, 1.)));
        assert!(!holds(tube, half_space) && !holds(Sphere::new(DVec3::ZERO, 9.), line));
        assert!(
            holds(line, Ray::new(dvec3(1., 5., 3.), -up)) && !holds(Ray::new(dvec3(1., 5., 3.), -up), line)
        );
    }

    #[test]
    fn a_box_with_turned_axes_holds_its_own_corners() {
        let (c, s) = (0.6, 0.8);
        let obb =
            Obb::new(dvec3(1., 2., 3.), dvec3(5., 5., 1.), [dvec3(c, s, 0.), dvec3(-s, c, 0.), DVec3::Z]);
        assert!(holds(obb, obb));
        assert!(holds(obb, Sphere::new(dvec3(1., 2., 3.), 1.)));
        assert!(!holds(obb, Sphere::new(dvec3(1., 2., 3.5), 1.)));
    }
}
