//! What the answers to different questions about one pair have to do with each other.

use crate::moved::Moved;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::shape::Point;
use barycast::vector::Vector;
use glam::{DVec2, DVec3};

/// Parts of the size by which places and lengths may be off.
const OFF: f64 = 1e-9;
/// Earlier times at which shapes that are swept must be apart.
const TIMES: u32 = 8;

/// A bound of the coordinates in a shape's own numbers.
pub fn reach_of(shape: &impl std::fmt::Debug) -> f64 {
    // Every number that a shape prints is one of its coordinates or sizes.
    format!("{shape:?}")
        .split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+')))
        .filter_map(|word| word.parse::<f64>().ok())
        .fold(0.0, |most, x| most.max(x.abs()))
}

/// What every pair of shapes keeps to.
pub trait Pair: Sized {
    /// Its vectors.
    type Vector;

    /// Yes, no and distance say the same in both orders, and the witness points are where they should be.
    ///
    /// # Errors
    /// What is wrong.
    fn near(&self, other: &Self) -> Result<(), String>;

    /// A contact is there when they meet, in both orders, and applied, it leaves them touching.
    ///
    /// # Errors
    /// What is wrong.
    fn held(&self, other: &Self) -> Result<(), String>;

    /// Where the other moves, it is free before the time it is told to touch, and touches then; seen from the other, the
    /// same.
    ///
    /// # Errors
    /// What is wrong.
    fn swept(&self, other: &Self, velocity: Self::Vector) -> Result<(), String>;

    /// The first is a line, ray or segment, which hits the other when it meets it, and on it.
    ///
    /// # Errors
    /// What is wrong.
    fn hit(&self, other: &Self) -> Result<(), String>;

    /// All of these.
    ///
    /// # Errors
    /// What is wrong.
    fn keeps_to_all(&self, other: &Self, velocity: Self::Vector) -> Result<(), String> {
        self.near(other)?;
        self.held(other)?;
        self.hit(other)?;
        self.swept(other, velocity)
    }
}

macro_rules! pairs {
    ($Any:ident $V:ident) => {
        impl Pair for $Any<$V> {
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
                    // What touches from all sides has no way out.
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
                let moved = |t: f64| other.clone().moved(velocity * t);
                let size = size(self, other, &[velocity]);
                let apart_until = |t: f64| {
                    let times = (0..TIMES).map(|i| t * f64::from(i) / f64::from(TIMES));
                    // The last one a little before: nearer ones move the shape by less than its digits.
                    let last = t - 10.0 * OFF * size / velocity.length();
                    for at in times.chain([last]).filter(|at| *at >= 0.0 && *at <= last) {
                        if self.intersects(&moved(at)) {
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
                        let gap = self.closest(&moved(x.t)).distance;
                        // Where they only just touch on the way, the time is as uncertain as a root is.
                        if gap > OFF * size {
                            return Err(format!("{gap} apart at {x:?} along {velocity:?}"));
                        }
                        let gap = self.closest(&moved(y.t)).distance;
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
                let Ok(hit) = self.cast(other, &options) else { return Ok(()) };
                let meets = self.intersects(other);
                if hit.is_some() != meets {
                    return Err(format!("intersects {meets} but {hit:?}"));
                }
                let Some(hit) = hit else { return Ok(()) };
                let Some(point) = hit.point else { return Ok(()) };
                let allowed = OFF * size(self, other, &[point]);
                on(other, &[point], allowed)?;
                on(self, &[point], allowed)?;
                let hits = self.casts(other, &options).map_err(|e| e.to_string())?;
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

        impl Off<$V> for $Any<$V> {
            fn off(&self, p: $V) -> f64 {
                self.closest(&Point(p).into()).distance
            }
        }
    };
}

/// How far a point is off a shape.
trait Off<V> {
    fn off(&self, p: V) -> f64;
}

/// The points are on the shape.
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

/// The largest number of two shapes and of points.
fn size<V: Vector<Scalar = f64>>(a: &impl std::fmt::Debug, b: &impl std::fmt::Debug, points: &[V]) -> f64 {
    let coordinates = points.iter().flat_map(|p| (0..V::DIM).map(|axis| p.get(axis).abs()));
    coordinates.fold(reach_of(a).max(reach_of(b)), f64::max)
}

pairs!(Shape2 DVec2);
pairs!(Shape3 DVec3);
