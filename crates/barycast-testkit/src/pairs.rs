//! Consistency of different queries of a pair.

use crate::translate::Translate;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::shape::Point;
use barycast::vector::Vector;
use glam::{DVec2, DVec3};

/// Tolerance of points and lengths, relative to the size.
const OFF: f64 = 1e-9;
/// Number of earlier times at which swept shapes must be disjoint.
const TIMES: u32 = 8;

/// Returns a bound of the coordinates of a shape.
pub fn reach_of(shape: &impl std::fmt::Debug) -> f64 {
    // Every number in the debug output is a coordinate or a size.
    format!("{shape:?}")
        .split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+')))
        .filter_map(|word| word.parse::<f64>().ok())
        .fold(0.0, |most, x| most.max(x.abs()))
}

/// Properties of every pair of shapes.
pub trait Pair: Sized {
    /// Vector type of the shapes.
    type Vector;

    /// Checks that intersection test and distance agree in both orders, and that the witness points
    /// are on the shapes.
    ///
    /// # Errors
    /// Describes the failure.
    fn near(&self, other: &Self) -> Result<(), String>;

    /// Checks that a contact exists exactly if they intersect, in both orders, and that applying it
    /// leaves them touching.
    ///
    /// # Errors
    /// Describes the failure.
    fn held(&self, other: &Self) -> Result<(), String>;

    /// Checks that the moving shape is free before the time of impact and touches then, in both
    /// frames of reference.
    ///
    /// # Errors
    /// Describes the failure.
    fn swept(&self, other: &Self, velocity: Self::Vector) -> Result<(), String>;

    /// Checks that a line, ray or segment, the first shape, hits the other exactly if it intersects
    /// it, at a point on it.
    ///
    /// # Errors
    /// Describes the failure.
    fn hit(&self, other: &Self) -> Result<(), String>;

    /// Checks all of these.
    ///
    /// # Errors
    /// Describes the failure.
    fn keeps_to_all(&self, other: &Self, velocity: Self::Vector) -> Result<(), String> {
        self.near(other)?;
        self.held(other)?;
        self.hit(other)?;
        self.swept(other, velocity)
    }
}

macro_rules! pairs {
    ($Any:ident $V:ident) => {
        impl Pair for $Any {
            type Vector = $V;

            fn near(&self, other: &Self) -> Result<(), String> {
                let meets = self.intersects(other);
                if meets != other.intersects(self) {
                    return Err(format!("intersects: {meets} one way and not the other"));
                }
                let (there, back) = (self.closest(other), other.closest(self));
                let allowed = OFF * 1e-3 * size(self, other, &[there.on_a, there.on_b]);
                if (there.distance - back.distance).abs() > allowed {
                    return Err(format!("distance {} one way, {} the other", there.distance, back.distance));
                }
                for found in [there, back] {
                    if (found.distance == 0.0) != meets {
                        return Err(format!("intersects {meets} but distance {}", found.distance));
                    }
                    let apart = (found.on_b - found.on_a).length();
                    if (apart - found.distance).abs() > allowed {
                        return Err(format!("witnesses {apart} apart: {found:?}"));
                    }
                }
                for (shape, points) in [(self, [there.on_a, back.on_b]), (other, [there.on_b, back.on_a])] {
                    on(shape, &points, allowed)?;
                }
                if !meets && self.contains(other) == Ok(true) {
                    return Err("contains what it does not meet".into());
                }
                Ok(())
            }

            fn held(&self, other: &Self) -> Result<(), String> {
                let meets = self.intersects(other);
                let (Ok(there), Ok(back)) = (self.contact_precisely(other), other.contact_precisely(self))
                else {
                    return Ok(());
                };
                if there.is_some() != meets || back.is_some() != meets {
                    return Err(format!("intersects {meets} but contacts {there:?} {back:?}"));
                }
                let (Some(there), Some(back)) = (there, back) else { return Ok(()) };
                let alike = there.depth == back.depth || {
                    let allowed = OFF * size(self, other, &[there.on_a, back.on_a]);
                    (there.depth - back.depth).abs() <= allowed
                };
                if !alike {
                    return Err(format!("contact depth {} one way, {} the other", there.depth, back.depth));
                }
                let manifold = self.manifold_precisely(other);
                if !manifold.as_ref().is_ok_and(|m| m.as_ref().is_some_and(|m| !m.points.is_empty())) {
                    return Err(format!("intersects, but manifold {manifold:?}"));
                }
                if there.depth == f64::INFINITY {
                    return if there.normal_a_to_b.is_none() { Ok(()) } else { Err(format!("{there:?}")) };
                }
                for (a, b, contact) in [(self, other, there), (other, self, back)] {
                    let Some(n) = contact.normal_a_to_b else {
                        return Err(format!("no normal in {contact:?}"));
                    };
                    if (n.length() - 1.0).abs() > 1e-12 || contact.depth < 0.0 {
                        return Err(format!("normal or depth of {contact:?}"));
                    }
                    let allowed = OFF * size(a, b, &[contact.on_a, contact.on_b, n * contact.depth]);
                    let gap = a.closest(&b.clone().moved(n * contact.depth)).distance;
                    if gap > allowed {
                        return Err(format!("{contact:?} applied leaves a gap of {gap}"));
                    }
                    // A contact that touches from all sides cannot separate.
                    let shut = contact.depth == 0.0;
                    if !shut && a.intersects(&b.clone().moved(n * (contact.depth + 10.0 * allowed))) {
                        return Err(format!("{contact:?} applied leaves them in each other"));
                    }
                    on(a, &[contact.on_a], 10.0 * allowed)?;
                    on(b, &[contact.on_b], 10.0 * allowed)?;
                    let off = ((contact.on_a - contact.on_b) - n * contact.depth).length();
                    if off > allowed {
                        return Err(format!("witnesses of {contact:?} are not its depth apart"));
                    }
                }
                Ok(())
            }

            fn swept(&self, other: &Self, velocity: $V) -> Result<(), String> {
                let (Ok(there), Ok(back)) =
                    (self.sweep_precisely(other, velocity, 1.0), other.sweep_precisely(self, -velocity, 1.0))
                else {
                    return Ok(());
                };
                let meets = self.intersects(other);
                let translate = |t: f64| other.clone().moved(velocity * t);
                let size = size(self, other, &[velocity]);
                let apart_until = |t: f64| {
                    let times = (0..TIMES).map(|i| t * f64::from(i) / f64::from(TIMES));
                    // The last one slightly before: closer ones move the shape by less than
                    // rounding.
                    let last = t - 10.0 * OFF * size / velocity.length();
                    for at in times.chain([last]).filter(|at| *at >= 0.0 && *at <= last) {
                        if self.intersects(&translate(at)) {
                            return Err(format!(
                                "they meet at {at} already, with {there:?} along {velocity:?}"
                            ));
                        }
                    }
                    Ok(())
                };
                match (there, back) {
                    (None, None) => {
                        if meets {
                            return Err(format!("meet, but sweep None along {velocity:?}"));
                        }
                        apart_until(1.0)
                    }
                    (Some(x), Some(y)) => {
                        if (x.t == 0.0) != meets || (y.t == 0.0) != meets {
                            return Err(format!("intersects {meets} but {x:?} {y:?} along {velocity:?}"));
                        }
                        let off = (x.t - y.t).abs() * velocity.length();
                        let gap = self.closest(&translate(x.t)).distance;
                        // If they only graze on the way, the time is as uncertain as a root.
                        if gap > OFF * size {
                            return Err(format!("{gap} apart at {x:?} along {velocity:?}"));
                        }
                        let gap = self.closest(&translate(y.t)).distance;
                        if gap > OFF * size || off > 1e-3 * size {
                            return Err(format!("{x:?} one way, {y:?} the other along {velocity:?}"));
                        }
                        on(self, &[x.point], 10.0 * OFF * size)?;
                        if meets { Ok(()) } else { apart_until(x.t) }
                    }
                    (x, y) => Err(format!("{x:?} one way, {y:?} the other along {velocity:?}")),
                }
            }

            fn hit(&self, other: &Self) -> Result<(), String> {
                let options = CastOptions::default();
                let Ok(hit) = self.cast_with(other, &options) else { return Ok(()) };
                let meets = self.intersects(other);
                if hit.is_some() != meets {
                    return Err(format!("intersects {meets} but {hit:?}"));
                }
                let Some(hit) = hit else { return Ok(()) };
                let Some(point) = hit.point else { return Ok(()) };
                let allowed = OFF * size(self, other, &[point]);
                on(other, &[point], allowed)?;
                on(self, &[point], allowed)?;
                let hits = self.cast_all_with(other, &options).map_err(|e| e.to_string())?;
                for hit in &hits {
                    let Some(point) = hit.point else { return Err(format!("no point in {hit:?}")) };
                    on(other, &[point], OFF * size(self, other, &[point]))?;
                    if hit.normal.is_some_and(|n| (n.length() - 1.0).abs() > 1e-12) {
                        return Err(format!("normal of {hit:?}"));
                    }
                }
                if !hits.is_sorted_by(|x, y| x.t <= y.t) {
                    return Err(format!("not in order: {hits:?}"));
                }
                let first = hits.first().map(|first| first.t);
                let begins = hit.t == 0.0 || first.is_none_or(|t| t == hit.t);
                if begins { Ok(()) } else { Err(format!("{hit:?} but {hits:?}")) }
            }
        }

        impl Off<$V> for $Any {
            fn off(&self, p: $V) -> f64 {
                self.closest(&Point(p).into()).distance
            }
        }
    };
}

/// Distance of a point to a shape.
trait Off<V> {
    fn off(&self, p: V) -> f64;
}

/// Checks that the points are on the shape.
fn on<V: Copy + std::fmt::Debug, A: Off<V> + std::fmt::Debug>(
    shape: &A,
    points: &[V],
    allowed: f64,
) -> Result<(), String> {
    for p in points {
        let off = shape.off(*p);
        if off > allowed {
            return Err(format!("{p:?} is {off} off {shape:?}"));
        }
    }
    Ok(())
}

/// Returns the largest absolute number of two shapes and of points.
fn size<V: Vector<Scalar = f64>>(a: &impl std::fmt::Debug, b: &impl std::fmt::Debug, points: &[V]) -> f64 {
    let coordinates = points.iter().flat_map(|p| (0..V::DIM).map(|axis| p.get(axis).abs()));
    coordinates.fold(reach_of(a).max(reach_of(b)), f64::max)
}

pairs!(Shape2 DVec2);
pairs!(Shape3 DVec3);
