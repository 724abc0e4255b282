//! Discs, cylinders and cones: the hull of one disc or two.

use crate::convex::gjk;
use crate::dynamic::any::Shape3;
use crate::dynamic::contains::hull::Content;
use crate::dynamic::convex_body::{Body, facing_part, sliced};
use crate::dynamic::kind::Kind;
use crate::dynamic::shape::DynamicShape;
use crate::exact::{Arena, Exact};
use crate::number::{DoubleDouble, Field, Float, Mask};
use crate::shape::scanline::decided;
use crate::shape::{Disc, TruncatedCone};
use crate::vector::{V3, Vector};
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// The discs whose hull a shape is.
pub(super) enum Caps {
    /// The single disc.
    One(Disc<DVec3>),
    /// The caps of a cylinder or cone, one of which may be a point.
    Two(TruncatedCone<DVec3>),
}

impl Caps {
    /// Returns the discs over other numbers.
    fn over<N: Field>(&self, number: &impl Fn(f64) -> N) -> Vec<Disc<V3<N>>> {
        match self {
            Self::One(disc) => vec![disc.lift(number)],
            Self::Two(cone) => cone.lift::<V3<N>>(number).caps().to_vec(),
        }
    }

    /// Tests exactly whether the shape with these caps and a polytope, line, plane or half-space
    /// share a point. Returns `None` for other shapes, and for polytopes with too many corners.
    pub(super) fn sliced_meet(&self, shape: &dyn Kind<Shape3>, other: &Shape3) -> Option<bool> {
        if let Some((below, solid)) = other.kind().as_half_space() {
            return Some(decided!(number => {
                let number = |x: f64| number(x);
                let meets = sliced::reaches(&self.over(&number), &below.lift::<V3<_>>(&number), solid)?;
                if meets.all() { Some(true) } else { meets.none().then_some(false) }
            }));
        }
        let few = |a: &Content<_>| a.points.len() <= sliced::MANY && a.radius <= DoubleDouble::ZERO;
        let near = other.outline().filter(few)?;
        // Lines and points are few enough at any size.
        let straight = near.points.len() <= 2;
        let ends = self.over(&DoubleDouble::new);
        let round = ends.iter().flat_map(|end| [end.center, end.normal, V3::splat(end.radius)]);
        let all = near.points.into_iter().chain(near.directions).chain(round);
        let numbers: Vec<f64> = all.flat_map(|p| [p.x, p.y, p.z]).map(DoubleDouble::to_f64).collect();
        // Corners of a shape that ends beyond 1e308 are not finite.
        if numbers.iter().any(|x| !x.is_finite()) || !(straight || sliced::is_decided_in_time(&numbers)) {
            return None;
        }
        let arena = Arena::new();
        let number = |x: f64| arena.number(x);
        let (ends, content) = (self.over(&number), other.content(&number)?);
        let corners = match content.directions.first() {
            Some(along) => facing_part(&sliced::extent(&ends, *along), &content)?,
            None => content.points,
        };
        if other.plain().is_none() {
            // This is the first test in floats: only now are the corners of frusta known accurately
            // enough.
            let corners: Vec<DVec3> = corners.iter().map(|p| p.lift(&|x: Exact<'_>| x.to_f64())).collect();
            let corners = Body::of_points(corners);
            if let Some(seen) = shape.plain().and_then(|a| gjk::seen(&a, &corners)) {
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
}
