//! Contacts of shapes made of parts, part by part, as a simulation needs them per frame.
//!
//! The least translation that separates a terrain or a compound as a whole is a search over all its
//! parts. A physics engine pushes each touching pair of parts apart instead, and repeats that in
//! each frame. Here every part of a union and every triangle of a surface contributes its own
//! contact. Triangles have no ghost contacts at internal edges, as in
//! [`TriMesh::contacts`](crate::mesh::TriMesh::contacts). Manifolds of equal normals are then
//! merged, so that a box on a flat floor of many triangles stands on four points.

use super::convex::{FloatsFirst, seen};
use crate::convex::manifold::{Points, name, reduce};
use crate::dynamic::no_answer::NoAnswer;
use crate::dynamic::shape::{Composite, DynamicShape, Shared};
use crate::number::each::MapEach;
use crate::query::{Manifold, ManifoldPoint, Penetration};
use crate::shape::Aabb;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Normals that differ by less than this are equal: triangles of one plane, rounded to `f32`.
const SAME: f64 = 1e-5;

/// Contact of a part of one shape with a part of another.
pub(crate) struct PartContact<S: DynamicShape> {
    pub(crate) a: S,
    pub(crate) b: S,
    pub(crate) contact: Penetration<S::Vector>,
}

impl<S: DynamicShape> PartContact<S> {
    /// Tests whether contacts of a triangle with the other part are exact; those with other kinds of
    /// shapes are certain up to rounding.
    fn is_exact(&self) -> bool {
        [&self.a, &self.b].iter().all(|shape| {
            matches!(
                shape.shared(),
                Some(
                    Shared::Triangle(_)
                        | Shared::Point(_)
                        | Shared::Segment(_)
                        | Shared::Sphere(_)
                        | Shared::Capsule(_)
                        | Shared::Aabb(_)
                        | Shared::Obb(_)
                )
            )
        })
    }
}

/// All contacts of two shapes one of which is made of parts.
pub(crate) struct PartContacts<S: DynamicShape> {
    /// The deepest contact of two parts.
    pub(crate) deepest: PartContact<S>,
    /// One manifold for each normal, in the order of the parts.
    pub(crate) manifolds: Vec<Manifold<S::Vector>>,
}

/// Tests whether one of the shapes is made of parts that have contacts of their own.
pub(crate) fn are_in_parts<S: FloatsFirst>(a: &S, b: &S) -> bool {
    parts_of(a).is_some() || parts_of(b).is_some()
}

/// Returns the contacts of the parts of two shapes, or `None` if they share no point.
///
/// # Errors
/// The contacts of the parts are not those of the shapes: one is wholly inside the other, a solid
/// mesh, or a contact has no answer.
pub(crate) fn contacts<S: FloatsFirst>(a: &S, b: &S) -> Result<Option<PartContacts<S>>, NoAnswer> {
    let mut found = Collected { deepest: None, manifolds: Vec::new(), has_surface: false };
    found.add([a, b], [0; 2], false)?;
    let Collected { deepest, manifolds, has_surface } = found;
    let Some(deepest) = deepest else {
        let meet = has_surface && a.intersects(b);
        let unknown = NoAnswer { question: "contact", shapes: [a.name(), b.name()] };
        return if meet { Err(unknown) } else { Ok(None) };
    };
    let is_certain = || !has_surface || deepest.is_exact() || seen(&deepest.a, &deepest.b) == Some(true);
    if !is_certain() && !a.intersects(b) {
        return Ok(None);
    }
    Ok(Some(PartContacts { deepest, manifolds: merged(manifolds) }))
}

/// Returns the parts of a union or a surface. The parts of other composites are pieces of their
/// boundary, whose contacts are not those of the whole.
fn parts_of<S: FloatsFirst>(shape: &S) -> Option<&dyn Composite<S>> {
    shape.as_composite().filter(|parts| parts.is_union() || shape.is_surface())
}

/// Contacts found so far.
struct Collected<S: DynamicShape> {
    deepest: Option<PartContact<S>>,
    manifolds: Vec<Manifold<S::Vector>>,
    /// `true` if one of the parts is a surface.
    has_surface: bool,
}

impl<S: FloatsFirst> Collected<S> {
    /// Adds the contacts of two shapes. `names` identifies the parts of the whole that they are, and
    /// `turned` states that they are in reverse order.
    fn add(&mut self, shapes: [&S; 2], names: [u32; 2], turned: bool) -> Result<(), NoAnswer> {
        let [a, b] = shapes;
        let parts = shapes.each(parts_of);
        // A surface comes first, and of two surfaces the one with more triangles.
        let is_last = match parts {
            [None, Some(_)] => true,
            [Some(p), Some(q)] => b.is_surface() && (!a.is_surface() || q.len() > p.len()),
            _ => false,
        };
        if is_last {
            return self.add([b, a], [names[1], names[0]], !turned);
        }
        self.has_surface |= a.is_surface();
        if let Some(found) = a.triangle_contacts(b) {
            for (i, manifold) in found {
                let names = [name([4, names[0], i as u32]), names[1]];
                let Some(contact) = deepest_of(&manifold) else { continue };
                self.take(manifold, contact, names, turned, || {
                    (parts[0].map_or_else(|| a.clone(), |parts| parts.part(i)), b.clone())
                });
            }
            return Ok(());
        }
        if let [Some(p), Some(q)] = parts
            && !a.is_surface()
            && p.tree().is_none()
            && q.tree().is_none()
        {
            return self.add_pairs([p, q], names, turned);
        }
        // The parts of a second shape press against a surface one by one.
        let (split, place) = if parts[1].is_some() && a.is_surface() { (parts[1], 1) } else { (parts[0], 0) };
        let Some(split) = split else {
            if let Some((contact, manifold)) = a.find_contact_and_manifold(b)? {
                self.take(manifold, contact, names, turned, || (a.clone(), b.clone()));
            }
            return Ok(());
        };
        let mut known = Ok(());
        for i in split.near(shapes[1 - place]) {
            let mut names = names;
            names[place] = name([4, names[place], i as u32]);
            split.with_part(i, &mut |part| {
                known = self.add(if place == 0 { [part, b] } else { [a, part] }, names, turned);
            });
            if known.is_err() {
                break;
            }
        }
        known
    }

    /// Adds the contacts of the parts of two unions.
    fn add_pairs(
        &mut self,
        unions: [&dyn Composite<S>; 2],
        names: [u32; 2],
        turned: bool,
    ) -> Result<(), NoAnswer> {
        let [p, q] = unions;
        let [of_p, of_q] = unions.each(Boxes::of);
        for (i, around) in of_p.near(of_q.whole) {
            for (j, _) in of_q.near(around) {
                let names = [name([4, names[0], i as u32]), name([4, names[1], j as u32])];
                let mut known = Ok(());
                p.with_part(i, &mut |a| {
                    q.with_part(j, &mut |b| known = self.add([a, b], names, turned));
                });
                known?;
            }
        }
        Ok(())
    }

    /// Adds a manifold, its deepest contact, and the parts of which it is.
    fn take(
        &mut self,
        mut manifold: Manifold<S::Vector>,
        contact: Penetration<S::Vector>,
        names: [u32; 2],
        turned: bool,
        parts: impl FnOnce() -> (S, S),
    ) {
        let named = |part: u32, feature: u32| if part == 0 { feature } else { name([5, part, feature]) };
        for point in &mut manifold.points {
            point.feature_a = named(names[0], point.feature_a);
            point.feature_b = named(names[1], point.feature_b);
        }
        self.manifolds.push(if turned { manifold.swap() } else { manifold });
        if self.deepest.as_ref().is_none_or(|deepest| contact.depth > deepest.contact.depth) {
            let (a, b) = parts();
            self.deepest = Some(if turned {
                PartContact { a: b, b: a, contact: contact.swap() }
            } else {
                PartContact { a, b, contact }
            });
        }
    }
}

/// Bounding boxes of the parts of a union; `None` for what is unbounded.
struct Boxes<V: Vector> {
    parts: SmallVec<[Option<Aabb<V>>; 8]>,
    whole: Option<Aabb<V>>,
}

impl<V: FloatVector<Scalar = f64>> Boxes<V> {
    fn of<S: DynamicShape<Vector = V>>(parts: &dyn Composite<S>) -> Self {
        let parts: SmallVec<[_; 8]> = (0..parts.len()).map(|i| parts.part_bounds(i)).collect();
        let both = |a: Option<Aabb<V>>, b: Option<Aabb<V>>| Some(a?.union(&b?));
        let whole = parts.iter().copied().reduce(both).flatten();
        Self { parts, whole }
    }

    /// Returns the indices and boxes of the parts whose boxes a box intersects.
    fn near(&self, around: Option<Aabb<V>>) -> impl Iterator<Item = (usize, Option<Aabb<V>>)> + '_ {
        let may_meet = move |b: &Option<Aabb<V>>| around.zip(*b).is_none_or(|(a, b)| a.intersects(&b));
        self.parts.iter().copied().enumerate().filter(move |(_, b)| may_meet(b))
    }
}

/// Returns the contact at the deepest point of a manifold.
fn deepest_of<V: Vector<Scalar = f64>>(manifold: &Manifold<V>) -> Option<Penetration<V>> {
    let deeper = |a: ManifoldPoint<V>, b: ManifoldPoint<V>| if b.depth > a.depth { b } else { a };
    let ManifoldPoint { on_a, on_b, depth, .. } = manifold.points.iter().copied().reduce(deeper)?;
    Some(Penetration { normal_a_to_b: manifold.normal_a_to_b, depth, on_a, on_b })
}

/// Merges manifolds of equal normals, and keeps of each at most four points, in 2D two.
fn merged<V: FloatVector<Scalar = f64>>(mut manifolds: Vec<Manifold<V>>) -> Vec<Manifold<V>> {
    let mut count = 0;
    // The points of those that were merged, by the index of the first.
    let mut groups: Vec<(usize, Points<V>)> = Vec::new();
    for i in 0..manifolds.len() {
        let normal = manifolds[i].normal_a_to_b;
        let is_same = |other: &Manifold<V>| {
            normal.zip(other.normal_a_to_b).is_some_and(|(a, b)| (a - b).length_squared() < SAME * SAME)
        };
        let Some(first) = manifolds[..count].iter().position(is_same) else {
            manifolds.swap(count, i);
            count += 1;
            continue;
        };
        let more = core::mem::take(&mut manifolds[i].points);
        match groups.iter_mut().find(|(index, _)| *index == first) {
            Some((_, points)) => points.extend(more),
            None => groups.push((first, manifolds[first].points.iter().copied().chain(more).collect())),
        }
    }
    manifolds.truncate(count);
    for (first, mut points) in groups {
        manifolds[first].points = reduce(&mut points).into();
    }
    manifolds
}
