//! Contacts and contact manifolds of shapes of any kind.

use super::convex_body;
use super::no_answer::NoAnswer;
use super::shape::DynamicShape;
use crate::convex;
use crate::dynamic::rescale::Rescale as _;
use crate::exact::certify::narrow;
use crate::number::DoubleDouble;
use crate::query::{Manifold, ManifoldPoint, Penetration};
use crate::vector::Vector;
use crate::vector::size::is_finite;

/// Returns the least translation that separates the shapes, in double-double precision, rounded
/// once, or `None` if they share no point.
pub(crate) fn precisely<S: DynamicShape>(
    a: &S,
    other: &S,
) -> Result<Option<Penetration<S::Vector>>, NoAnswer> {
    if let Some((scaled, b, e)) = a.wholly_at_ordinary_size(other) {
        // The part of the shapes that decides may have underflowed.
        let meets = a.intersects(other);
        let endless = Penetration {
            normal_a_to_b: None,
            depth: f64::INFINITY,
            on_a: S::Vector::splat(0.0),
            on_b: S::Vector::splat(0.0),
        };
        let at = || a.closest_precisely(other).on_a;
        // A depth beyond the range of `f64` is infinite.
        let back = |c: Penetration<S::Vector>| {
            if c.depth < f64::INFINITY { c } else { endless.with_shared_point(at) }
        };
        let found = scaled.contact_precisely(&b)?.map(|c| back(c.shifted(-e))).filter(|_| meets);
        let touch = || {
            let (way, at) = (scaled.closest_precisely(&b), a.closest_precisely(other).on_a);
            let normal = (way.on_b - way.on_a).normalized_or_zero();
            Penetration { normal_a_to_b: Some(normal), depth: 0.0, on_a: at, on_b: at }
        };
        return Ok(found.or_else(|| meets.then(touch)));
    }
    let meets = a.intersects(other);
    if meets {
        if let Some(a) = a.as_hull() {
            return a.contact_precisely(other);
        }
        if let Some(b) = other.as_hull() {
            return a.contact_precisely(&b);
        }
    }
    let is_one_body = |shape: &S| shape.as_composite().is_none() && shape.tube().is_none();
    if !(is_one_body(a) && is_one_body(other)) {
        return Ok(meets.then(|| a.separated(other)));
    }
    let contact = a.contact_over(other, meets);
    let contact = contact.ok_or(NoAnswer { question: "contact", shapes: [a.name(), other.name()] })?;
    let settle = |c| narrow::contact(&convex_body::settled(a, other, c));
    let contact = contact.filter(|_| meets).map(settle);
    Ok(contact.map(|c| c.with_shared_point(|| a.closest_precisely(other).on_a)))
}

/// Returns the contact of two intersecting shapes: in `f64`, in double-double precision, or, if
/// that search did not end, the better of both.
pub(crate) fn by_epa<S: DynamicShape>(
    a: &S,
    other: &S,
    precisely: &dyn Fn() -> Option<convex::epa::Outcome<S::Precise>>,
) -> Option<Penetration<S::Precise>> {
    convex_body::contact_by_floats(a, other).or_else(|| {
        let found = precisely()?;
        let again = if found.status == convex::epa::Status::Converged {
            None
        } else {
            convex_body::contact(a, other).flatten()
        };
        Some(again.filter(|other| other.depth < found.contact.depth).unwrap_or(found.contact))
    })
}

/// Returns the manifold of a known contact.
pub(crate) fn manifold_by<S: DynamicShape>(
    a: &S,
    other: &S,
    known: Option<Penetration<S::Vector>>,
) -> Result<Option<Manifold<S::Vector>>, NoAnswer> {
    let no_answer = NoAnswer { question: "manifold", shapes: [a.name(), other.name()] };
    if !a.intersects(other) {
        return Ok(None);
    }
    if let Some((scaled, b, e)) = a.wholly_at_ordinary_size(other) {
        let found = scaled.manifold_precisely(&b)?.map(|found| found.shifted(-e));
        if found
            .as_ref()
            .is_some_and(|found| found.points.iter().all(|p| is_finite(p.on_a) && is_finite(p.on_b)))
        {
            return Ok(found);
        }
        // The common part of the shapes may have underflowed.
        let contact = a.contact_precisely(other).map_err(|_| no_answer)?;
        return Ok(contact.as_ref().map(held_at_once));
    }
    if let Some(a) = a.as_hull() {
        return manifold_by(&a, other, known);
    }
    if let Some(b) = other.as_hull() {
        return manifold_by(a, &b, known);
    }
    let computed = || a.contact_precisely(other).map_err(|_| no_answer);
    let Some(contact) = known.map_or_else(computed, |known| Ok(Some(known)))? else { return Ok(None) };
    let (Some(a), Some(b)) = (a.precisely_convex(), other.precisely_convex()) else {
        return Ok(Some(a.held(other, &contact)));
    };
    let contact = contact.lift(&DoubleDouble::new);
    let found = convex::manifold::between(&*a, &*b, &contact).ok_or(no_answer)?;
    Ok(Some(found.lift(&narrow::number)))
}

/// Returns the manifold of a contact's own points.
pub(crate) fn held_at_once<V: Vector<Scalar = f64>>(contact: &Penetration<V>) -> Manifold<V> {
    let Penetration { normal_a_to_b, depth, on_a, on_b } = *contact;
    let one = ManifoldPoint { on_a, on_b, depth, feature_a: 0, feature_b: 0 };
    Manifold { normal_a_to_b, points: [one].into() }
}

/// Returns the contact and the manifold, in the time of one of them.
#[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
pub(crate) fn with_manifold<S: DynamicShape>(
    a: &S,
    other: &S,
) -> Result<Option<(Penetration<S::Vector>, Manifold<S::Vector>)>, NoAnswer> {
    let Some(contact) = a.contact_precisely(other)? else { return Ok(None) };
    let manifold = manifold_by(a, other, Some(contact))?;
    Ok(Some((contact, manifold.unwrap_or_else(|| held_at_once(&contact)))))
}
