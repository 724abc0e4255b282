//! Separation of two shapes, one of which is not convex.
//!
//! A [point](point) moves to the closest boundary point of a solid that knows its boundary. A hull
//! of a few balls moves out of a [ring](ring) in 2D, or into its hole. In the [plane] the least
//! translation is found for shapes of convex parts with straight sides, rounded or not, and in
//! [space] for parts with flat sides, if there are not too many; for other convex parts [a nearly
//! least one](approximate). For two [meshes] with many triangles it is the shortest of the ways found by
//! their BVHs. In other cases no direct method exists.
//!
//! Several translations are then tried. First those that separate two intersecting parts, and
//! directions between two of these: if nothing else is in the way, one of them suffices, as for a
//! ball in the hole of a torus. If parts only touch, tiny translations in directions all around are
//! tried, one of which is enough. Then, along the directions of parts, the axes, and the way from
//! one middle to the other, the second shape comes back from far away until it touches: it is free
//! there, as on the whole way. Then [places](grid_search) all around that are nearer than the shortest
//! of these. If a way is as short as that of two parts alone, none is shorter. Otherwise the
//! shortest of all is the result: applied, it leaves the two touching; a shorter one may exist.

mod approximate;
mod convex_parts;
mod grid_search;
mod meshes;
mod part;
mod plane;
mod point;
mod ring;
mod separable;
mod space;
mod straight;

use crate::convex::manifold;
use crate::dynamic::any::in_both_dimensions;
use crate::dynamic::arc::{self, Meeting};
use crate::dynamic::convex_body;
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::elementary;
use crate::query::cancel::is_cancelled;
use crate::query::{Manifold, ManifoldPoint, Penetration};
use crate::shape::*;
use crate::vector::size::shifted;
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;
use approximate::RoughPlaces as _;
use glam::DVec3;
use point::PointWays as _;
pub(crate) use separable::Separable;
use separable::{Apart, BEYOND, TOUCHING};

/// Number of parts whose directions are tried: the deepest.
const DIRECTIONS: usize = 12;
/// Number of parts between whose directions others are tried: the deepest.
const CORNERS: usize = 4;
/// Number of searches for a nearer free place.
const SEARCHES: usize = 4;
/// Fraction by which it must be nearer.
const NEARER: f64 = 0.01;
/// Slope at which a way leads away from a surface that it follows.
const TILT: f64 = 1.0 / 1024.0;
/// Length by which a touching shape is moved in again to find its touching points, or on to find
/// whether it is free.
const DENT: f64 = 1e-7;
/// Distance from a curved surface, as a fraction of the way, at which a shape follows it.
const COARSE: f64 = 1e-4;
/// The search ends when a way back gets shorter by less than this fraction.
const SETTLED: f64 = 1e-9;
/// Number of times a way is rotated to the normals of what the shape rests on.
const TURNS: usize = 6;
/// Fraction by which a shape that exactly fits is scaled down to be free.
const SMALLER: f64 = 1e-9;
/// Ways that differ by less than this fraction are equally short: one that leads slightly away from
/// walls is longer by that.
const AS_SHORT: f64 = 4.0 * TILT * TILT;

/// Returns the directions that separate intersecting pairs of parts, each by itself, and the
/// shortest translations that separate two pairs at once, each with the least length that frees
/// the pairs it comes from.
fn short_ways<V: FloatVector<Scalar = f64>>(contacts: &[(V, f64)]) -> Vec<(V, f64)> {
    let mut ways: Vec<(V, f64)> = contacts.iter().copied().take(DIRECTIONS).collect();
    let corner: Vec<(V, f64)> = ways.iter().copied().take(CORNERS).collect();
    let mut add = |way: V, of: &[(V, f64)]| {
        // A way along a wall keeps touching it: rotates it slightly away from all of them.
        let along = of.iter().any(|(x, _)| way.dot(*x) < TILT);
        let tilt = if along { TILT } else { 0.0 };
        let off = of.iter().fold(way, |sum, (x, _)| sum + *x * tilt).normalized_or_zero();
        if of.iter().all(|(x, _)| off.dot(*x) > TILT * TILT) {
            ways.push((off, of.iter().map(|(x, depth)| depth / off.dot(*x)).fold(0.0, f64::max)));
        }
    };
    for (i, &(x, depth_x)) in corner.iter().enumerate() {
        for &(y, depth_y) in &corner[i + 1..] {
            // The shortest `a x + b y` with these depths along both.
            let across = x.dot(y);
            let (a, b) =
                (f64::max(depth_x - across * depth_y, 0.0), f64::max(depth_y - across * depth_x, 0.0));
            let way = if a + b > 0.0 { x * a + y * b } else { x + y };
            if across < 1.0 - BEYOND {
                add(way.normalized_or_zero(), &[(x, depth_x), (y, depth_y)]);
            }
        }
        if corner.len() > 2 {
            add(x, &corner);
        }
    }
    ways
}

/// Returns the longest way that counts as equally short as one of this length.
fn longest(depth: f64) -> f64 {
    depth * (1.0 + AS_SHORT)
}

/// A way out, and whether the shapes are free along it or slide along each other.
#[derive(Clone, Copy)]
pub(crate) struct WayOut<V: Vector> {
    found: Penetration<V>,
    frees: bool,
}

impl<V: FloatVector<Scalar = f64>> WayOut<V> {
    /// Returns the shorter one; of two equally short, one that frees the shapes.
    fn shorter(
        best: Option<Self>,
        next: Option<Penetration<V>>,
        frees: impl Fn(&Penetration<V>) -> bool,
    ) -> Option<Self> {
        let (Some(found), Some(old)) = (next, best) else {
            return next.map(|found| Self { found, frees: frees(&found) }).or(best);
        };
        let (depth, least) = (found.depth, old.found.depth);
        if old.outdoes(depth) {
            return best;
        }
        let next = Self { found, frees: frees(&found) };
        let wins = if next.frees == old.frees { depth < least } else { next.frees || least > longest(depth) };
        if wins { Some(next) } else { best }
    }

    /// Tests whether it is better than a way of this length.
    fn outdoes(&self, depth: f64) -> bool {
        let least = self.found.depth;
        (self.frees && depth >= least) || depth > longest(least)
    }
}

in_both_dimensions! {
    impl Separable for Any {
        fn out_of_ring(&self, other: &Self) -> Option<Penetration<V>> {
            Any::out_of_ring(self, other)
        }

        fn out_of_meshes(&self, other: &Self) -> Option<Penetration<V>> {
            Any::out_of_meshes(self, other)
        }

        fn meeting_triangles(&self, other: &Self) -> Option<Vec<[usize; 2]>> {
            Any::meeting_triangles(self, other)
        }

        fn least_of_all(&self, other: &Self, shortest: f64) -> Option<Option<V>> {
            Any::least_of_all(self, other, shortest)
        }

        fn parts_of_inside(&self, out: &mut Vec<part::Part<V>>) -> Option<()> {
            Any::parts_of_inside(self, out)
        }

        fn place(place: DVec3) -> V {
            V::from_fn(|axis| place[axis])
        }
    }
}

/// Returns its coordinates.
fn numbers<V: Vector<Scalar = f64>>(p: V) -> [f64; 3] {
    core::array::from_fn(|axis| if axis < V::DIM { p.get(axis) } else { 0.0 })
}

/// Separation of two shapes, one of which is not convex.
pub(crate) trait Separation: Apart {
    /// Orders two shapes, for queries whose result must not depend on the order of the arguments.
    fn precedes(&self, other: &Self) -> bool {
        let key =
            |shape: &Self| (shape.name(), shape.outer_bounds().map(|b| (numbers(b.min), numbers(b.max))));
        let (one, two) = (key(self), key(other));
        if one != two {
            return one < two;
        }
        let (Some(a), Some(b)) = (self.as_composite(), other.as_composite()) else {
            return convex_body::comes_before(self, other);
        };
        if a.len() != b.len() {
            return a.len() < b.len();
        }
        let first = (0..a.len()).map(|i| (a.part(i), b.part(i))).find_map(|(a, b)| {
            let before = a.comes_before(&b);
            (before || b.comes_before(&a)).then_some(before)
        });
        first.unwrap_or_default()
    }

    /// Returns the shortest of several translations that separate two intersecting shapes; the
    /// depth is infinite if there is none.
    fn separation(&self, other: &Self) -> Penetration<Self::Vector> {
        // The result does not depend on the order of the shapes, down to the last bit.
        if other.comes_before(self) {
            return other.separation(self).swap();
        }
        let found = self.way_out(other).or_else(|| self.out_of_ring(other));
        if let Some(found) = found.or_else(|| self.out_of_meshes(other)) {
            return found;
        }
        let (mut contacts, mut curved) = (Vec::new(), false);
        self.meeting_parts(other, &mut |a, b| {
            contacts.extend(a.local_contacts(b));
            curved |= a.tube().is_some() || b.tube().is_some();
        });
        contacts.order_by(|x, y| y.1.total_cmp(&x.1));
        let endless = || {
            let point = self.closest_precisely(other).on_a;
            Penetration { normal_a_to_b: None, depth: f64::INFINITY, on_a: point, on_b: point }
        };
        if contacts.first().is_some_and(|(_, depth)| *depth == f64::INFINITY) {
            return endless();
        }
        let mut best = None;
        let frees = |found: &Penetration<Self::Vector>| self.comes_free(other, found);
        for (normal, depth) in short_ways(&contacts).into_iter().take_while(|_| !is_cancelled()) {
            if best.is_some_and(|best: WayOut<_>| best.outdoes(depth)) {
                continue;
            }
            best = WayOut::shorter(best, self.freed_by(other, normal, depth), frees);
        }
        if let Some(touch) = best.map(|best| best.found).filter(|best| best.depth == 0.0) {
            return touch;
        }
        let shortest = best.map_or(f64::INFINITY, |best| best.found.depth);
        if let Some(touch) = self.mere_touch(other, &contacts, shortest) {
            return touch;
        }
        let least = self.least_of_all(other, shortest);
        if let Some(found) = least.flatten().and_then(|place| self.touching_at(other, place, &contacts)) {
            return found;
        }
        // No translation is shorter than the one that separates a pair of parts.
        let bound = if curved { 0.0 } else { contacts.first().map_or(0.0, |(_, depth)| *depth) };
        let is_least = |best: &WayOut<Self::Vector>| best.frees && best.found.depth <= bound * (1.0 + BEYOND);
        let mut known = best.is_some_and(|best| least == Some(None) || is_least(&best));
        if !known {
            (best, known) = self.or_roughly_nearest(other, best);
        }
        if !known {
            for normal in self.ways_out(other, &contacts).into_iter().take_while(|_| !is_cancelled()) {
                // For others this test takes as long as finding the way.
                if curved && best.is_some_and(|best| self.is_outdone(other, normal, &best)) {
                    continue;
                }
                best = WayOut::shorter(best, self.freed_along(other, normal), frees);
            }
            // The shorter the best way, the fewer are shorter still.
            (best, known) = self.or_roughly_nearest(other, best);
        }
        if !known {
            best = self.or_nearer(other, best, bound, curved);
        }
        if let Some(WayOut { found, frees: false }) = best {
            best = WayOut::shorter(best, self.freed_aside(other, &found), frees);
        }
        best.map_or_else(endless, |best| best.found)
    }

    /// Returns the touch of parts none of which is deeper than rounding: a touch that ends when one
    /// is moved, however little, or that of shapes that exactly fit. Parts that are connected may
    /// cross nevertheless.
    fn mere_touch(
        &self,
        other: &Self,
        contacts: &[(Self::Vector, f64)],
        shortest: f64,
    ) -> Option<Penetration<Self::Vector>> {
        let (normal, depth) = *contacts.first()?;
        if depth > self.slack(other) * TOUCHING / BEYOND {
            return None;
        }
        let at_once = self.freed_at_once(other);
        if at_once.is_some() {
            return at_once;
        }
        let fits = match self.least_of_all(other, shortest) {
            Some(Some(place)) if place.length() <= self.slack(other) => true,
            Some(_) => self.comes_loose(other) || other.comes_loose(self),
            None => self.only_touches(other) && !self.crosses_at_seam(other),
        };
        let point = self.closest_precisely(other).on_a;
        fits.then_some(Penetration { normal_a_to_b: Some(normal), depth: 0.0, on_a: point, on_b: point })
    }

    /// Returns the best way out, or a shorter one to a nearly nearest place, and whether none is
    /// notably shorter.
    fn or_roughly_nearest(
        &self,
        other: &Self,
        mut best: Option<WayOut<Self::Vector>>,
    ) -> (Option<WayOut<Self::Vector>>, bool) {
        for _ in 0..SEARCHES {
            let depth = best.map_or(f64::INFINITY, |best| best.found.depth);
            let Some(place) = self.roughly_nearest(other, depth) else { break };
            let Some(place) = place else { return (best, best.is_some()) };
            let next = self.freed_near(other, place, false);
            best = WayOut::shorter(best, next, |found| self.comes_free(other, found));
            if next.is_none_or(|next| next.depth >= depth) {
                break;
            }
        }
        (best, false)
    }

    /// Returns the best way out, or a shorter one to a place around it: a continuation of the best,
    /// or a free place of a grid. None is shorter than `least`.
    fn or_nearer(
        &self,
        other: &Self,
        mut best: Option<WayOut<Self::Vector>>,
        least: f64,
        curved: bool,
    ) -> Option<WayOut<Self::Vector>> {
        let frees = |found: &Penetration<Self::Vector>| self.comes_free(other, found);
        let is_free =
            |place: &Self::Vector| other.translated(*place).is_some_and(|moved| self.is_clear_of(&moved));
        let may_be_less = |depth: f64| depth > least * (1.0 + BEYOND);
        if let Some(WayOut { found, .. }) = best.filter(|best| may_be_less(best.found.depth)) {
            let beyond = self.moved_on(other, &found);
            let beyond = beyond.and_then(|(_, on)| Some(found.normal_a_to_b? * (found.depth + on)));
            let next = beyond.and_then(|place| self.freed_near(other, place, curved));
            best = WayOut::shorter(best, next, frees);
        }
        for _ in 0..SEARCHES {
            let size = || self.size_from_origin() + other.size_from_origin();
            let enough = best.map_or_else(size, |best| best.found.depth) * (1.0 - NEARER);
            if !may_be_less(enough) {
                break;
            }
            let place = grid_search::places([least, enough])
                .into_iter()
                .take_while(|_| !is_cancelled())
                .find(is_free);
            let next = place.and_then(|place| self.freed_near(other, place, curved));
            best = WayOut::shorter(best, next, frees);
            if next.is_none_or(|next| next.depth >= enough) {
                break;
            }
        }
        best
    }

    /// Tests whether it does not intersect the other once it is scaled slightly down about its
    /// middle.
    fn comes_loose(&self, other: &Self) -> bool {
        let smaller = 1.0 - SMALLER;
        let Some(Aabb { min, max }) = self.outer_bounds() else { return false };
        let middle = (min + max) * 0.5;
        let scaled = self.stretched(Self::Vector::splat(smaller));
        let scaled = scaled.and_then(|shape| shape.translated(middle * SMALLER));
        scaled.is_some_and(|shape| !shape.intersects(other))
    }

    /// Tests whether parts that only touch hold each other from opposite sides at one point where
    /// parts of one are connected: one part on this side of the other and one on that. No single
    /// part is deep, but all together are.
    fn crosses_at_seam(&self, other: &Self) -> bool {
        let mut met: Vec<(Self, Self, Self::Vector)> = Vec::new();
        self.meeting_parts(other, &mut |a, b| {
            met.extend(a.local_contacts(b).into_iter().map(|(normal, _)| (a.clone(), b.clone(), normal)));
        });
        let slack = self.slack(other);
        let holds = |(a, b, _): &(Self, Self, Self::Vector), point: Self::Vector| {
            let speck = Self::from(Sphere::new(point, slack));
            speck.intersects(a) && speck.intersects(b)
        };
        let seam = |one: &(Self, Self, Self::Vector), two: &(Self, Self, Self::Vector)| {
            let [(a, b, _), (c, d, _)] = [one, two];
            let shared =
                |p: &Self, q: &Self| Some(p.closest_precisely(q)).filter(|near| near.distance <= slack);
            let (Some(of_self), Some(of_other)) = (shared(a, c), shared(b, d)) else { return false };
            holds(one, of_self.on_a) && holds(two, of_self.on_a)
                || holds(one, of_other.on_a) && holds(two, of_other.on_a)
                || holds(two, a.closest_precisely(b).on_a)
                || holds(one, c.closest_precisely(d).on_a)
        };
        met.iter()
            .enumerate()
            .any(|(i, one)| met[i + 1..].iter().any(|two| one.2.dot(two.2) < TILT - 1.0 && seam(one, two)))
    }

    /// Returns unit directions along which the other may be freed.
    fn ways_out(&self, other: &Self, contacts: &[(Self::Vector, f64)]) -> Vec<Self::Vector> {
        let mut ways: Vec<Self::Vector> = Vec::new();
        let mut add = |way: Self::Vector, both: bool| {
            for way in [Some(way), both.then_some(-way)].into_iter().flatten() {
                let length = way.length();
                if length > 0.0 && ways.iter().all(|known| known.dot(way) < (1.0 - 1e-12) * length) {
                    ways.push(way / length);
                }
            }
        };
        contacts.iter().take(DIRECTIONS).for_each(|(way, _)| add(*way, false));
        for shape in [self, other] {
            if let Some(normal) = shape.plane_normal() {
                add(normal, true);
            }
            for way in arc::ways(shape) {
                add(way, true);
            }
        }
        if let (Some(a), Some(b)) = (self.outer_bounds(), other.outer_bounds()) {
            add((b.min + b.max) - (a.min + a.max), true);
        }
        Self::Vector::unit_axes(1.0).as_ref().iter().for_each(|axis| add(*axis, true));
        ways
    }

    /// Tests whether two shapes only touch, given that their intersecting parts have no depth. That
    /// holds if no part is inside the other shape: neither shape has an interior beyond its parts,
    /// or neither can contain the other. The path of an arc must be known.
    fn only_touches(&self, other: &Self) -> bool {
        let mut known = self.is_all_of_its_parts() && other.is_all_of_its_parts();
        if !known {
            let outside = [self.is_partly_outside(other), other.is_partly_outside(self)];
            // A shape that is not made of parts is deep in one that contains it.
            let is_part = [self, other].each(|shape| shape.as_composite().is_none());
            known = outside == [true; 2] || outside[0] && is_part[0] || outside[1] && is_part[1];
        }
        self.meeting_parts(other, &mut |a, b| {
            let curved = a.tube().is_some() || b.tube().is_some();
            known &= !curved || matches!(arc::meeting::<_, Self::Vector>(a, b), Meeting::Side { .. });
        });
        known
    }

    /// Tests whether it is connected and a point of it is known to be outside the other: since no
    /// boundary is crossed, the other does not contain it.
    fn is_partly_outside(&self, other: &Self) -> bool {
        // In 2D a shape bounded by its parts is a polygon or polyline; a mesh may have several
        // pieces.
        let is_one = self.as_composite().is_none_or(|parts| Self::Vector::DIM == 2 && !parts.is_union());
        let Some(Aabb { min, max }) = self.outer_bounds().filter(|_| is_one) else { return false };
        [(min + max) * 0.5, min, max].into_iter().any(|place| {
            let point = self.closest_precisely(&Sphere::new(place, 0.0).into()).on_a;
            other.signed_distance(point) > self.slack(other)
        })
    }

    /// Tests whether it has no interior beyond its parts.
    fn is_all_of_its_parts(&self) -> bool {
        self.as_composite().is_none_or(|parts| {
            let all = || (0..parts.len()).all(|i| parts.part(i).is_all_of_its_parts());
            if parts.is_union() { all() } else { !parts.is_solid() }
        })
    }

    /// Returns a touch that ends when the other is moved, however little, along some direction, as
    /// at an edge between two walls. The directions of the touching parts need not include it. It
    /// is the mean of all such directions.
    fn freed_at_once(&self, other: &Self) -> Option<Penetration<Self::Vector>> {
        let trace = self.slack(other);
        let is_free =
            |way: &Self::Vector| other.translated(*way * trace).is_some_and(|moved| !self.intersects(&moved));
        let mut ways: Vec<Self::Vector> = grid_search::directions().into_iter().filter(is_free).collect();
        if ways.is_empty() {
            ways = self.between_parts(other).into_iter().filter(is_free).collect();
        }
        let amid = ways.iter().fold(Self::Vector::splat(0.0), |sum, way| sum + *way).normalized_or_zero();
        [amid].iter().chain(&ways).find_map(|way| self.freed_by(other, *way, 0.0))
    }

    /// Returns the directions between each two touching parts, and the mean of all: there may be a
    /// narrow notch between them.
    fn between_parts(&self, other: &Self) -> Vec<Self::Vector> {
        let mut toward: Vec<Self::Vector> = Vec::new();
        self.meeting_parts(other, &mut |a, b| {
            let at = a.closest_precisely(b).on_a;
            let way =
                |bounds: Aabb<Self::Vector>| ((bounds.min + bounds.max) * 0.5 - at).normalized_or_zero();
            toward.extend(a.outer_bounds().map(way));
            toward.extend(b.outer_bounds().map(|bounds| -way(bounds)));
        });
        let mut sums = vec![toward.iter().fold(Self::Vector::splat(0.0), |sum, way| sum + *way)];
        toward.truncate(DIRECTIONS);
        for (i, way) in toward.iter().enumerate() {
            sums.extend(toward[..i].iter().map(|other| *other + *way));
        }
        sums.into_iter().map(Vector::normalized_or_zero).collect()
    }

    /// Tests whether the other, moved on along the way out, leaves this behind instead of sliding
    /// along it.
    fn comes_free(&self, other: &Self, found: &Penetration<Self::Vector>) -> bool {
        let Some((moved, on)) = self.moved_on(other, found) else { return false };
        // Shapes that `f64` finds disjoint are so by more than that.
        let whole = self.as_composite().is_none() && other.as_composite().is_none();
        let seen = if whole { arc::seen(self, &moved) } else { None };
        seen == Some(false) || self.closest_precisely(&moved).distance > on * (TILT * TILT)
    }

    /// Returns the other moved slightly farther than the way out, and by how much.
    fn moved_on(&self, other: &Self, found: &Penetration<Self::Vector>) -> Option<(Self, f64)> {
        let on = (found.on_a.length() + found.depth) * DENT;
        let moved = other.translated(found.normal_a_to_b? * (found.depth + on))?;
        Some((moved, on))
    }

    /// Tests whether the other, moved along a unit vector as far as a way that would no longer
    /// replace the best, still intersects this one, or whether the vector is that of the best.
    fn is_outdone(&self, other: &Self, normal: Self::Vector, best: &WayOut<Self::Vector>) -> bool {
        let least = best.found.depth;
        let enough = if best.frees { least } else { longest(longest(least)) };
        best.found.normal_a_to_b == Some(normal)
            || other.translated(normal * enough).is_some_and(|moved| self.intersects(&moved))
    }

    /// Returns the way on which the other is moved along a unit vector until it is free, if it ever
    /// is.
    fn freed_along(&self, other: &Self, normal: Self::Vector) -> Option<Penetration<Self::Vector>> {
        let reach = |shape: &Self| {
            shape.outer_bounds().map(|b| {
                let (middle, half) = ((b.min + b.max) * 0.5, (b.max - b.min) * 0.5);
                (middle.dot(normal), half.dot(normal.magnitudes()), half.length() + middle.length())
            })
        };
        let far = match (reach(self), reach(other)) {
            (Some((a, half_a, size_a)), Some((b, half_b, size_b))) => {
                (a + half_a) - (b - half_b) + (size_a + size_b) * 1e-3
            }
            _ => 8.0 * (self.size_from_origin() + other.size_from_origin()),
        };
        // A power of two, so that no digit is lost on the way. A shape that reaches beyond the
        // range of floats is not moved past.
        let far = shifted(1.0, elementary::ilogb(far.max(f64::MIN_POSITIVE)).min(1021) + 1);
        self.freed_from(other, normal, far).map(|(found, _)| found)
    }

    /// Brings the other back along a unit vector from a distance at which it should be free, until
    /// it touches. Returns the contact there.
    #[allow(clippy::type_complexity, reason = "a way out, and the way off what it rests on")]
    fn freed_from(
        &self,
        other: &Self,
        normal: Self::Vector,
        far: f64,
    ) -> Option<(Penetration<Self::Vector>, Option<Self::Vector>)> {
        let away = other.translated(normal * far)?;
        if self.intersects(&away) {
            return None;
        }
        let impact = self.sweep_precisely(&away, -normal, far).ok()??;
        let depth = far - impact.t;
        let depth = if depth <= far * TOUCHING { 0.0 } else { depth };
        let on_b = impact.point - normal * depth;
        let found = Penetration { normal_a_to_b: Some(normal), depth, on_a: impact.point, on_b };
        Some((found, impact.normal_a_to_b))
    }

    /// Moves the other by a translation that frees it, and from there to a place from which no free
    /// place is nearer.
    fn freed_near(
        &self,
        other: &Self,
        place: Self::Vector,
        curved: bool,
    ) -> Option<Penetration<Self::Vector>> {
        let touch = |at: Self::Vector, way: Self::Vector| {
            let moved = other.translated(at)?;
            // If it is not free, there is no way on: a sweep would return a contact like this one
            // there.
            if self.intersects(&moved) {
                return Some((0.0, Self::Vector::splat(0.0)));
            }
            let impact = self.sweep_precisely(&moved, way, 1.0).ok()??;
            Some((impact.t, impact.normal_a_to_b.unwrap_or(Self::Vector::splat(0.0))))
        };
        // Close to a curved surface a sweep takes long, except for a ball.
        let slow = curved && !arc::is_ball(self) && !arc::is_ball(other);
        let trace = if slow { place.length() * COARSE } else { self.slack(other) };
        let straight = self.freed_from(other, place.normalized_or_zero(), place.length())?;
        let at = grid_search::settled(place, touch, trace, if slow { COARSE } else { SETTLED });
        let settled = self.freed_from(other, at.normalized_or_zero(), at.length());
        let (mut best, mut off) =
            settled.filter(|(found, _)| found.depth < straight.0.depth).unwrap_or(straight);
        // The shape's supports determine the way to the last digit.
        for _ in 0..TURNS {
            let next = off.and_then(|way| self.freed_from(other, way, best.depth * (1.0 + NEARER)));
            let Some((found, next_off)) = next.filter(|(found, _)| found.depth <= longest(best.depth)) else {
                break;
            };
            let is_last = found.depth >= best.depth * (1.0 - BEYOND);
            (best, off) = (found, next_off);
            if is_last {
                break;
            }
        }
        Some(best)
    }

    /// Tests whether they share no point; for curved shapes `f64` must decide that.
    fn is_clear_of(&self, other: &Self) -> bool {
        match (self.as_composite(), other.as_composite()) {
            (Some(a), _) => {
                let clear = a.near(other).all(|i| is_cancelled() || a.part(i).is_clear_of(other));
                clear && (a.is_union() || !self.intersects(other))
            }
            (None, Some(_)) => other.is_clear_of(self),
            _ if self.tube().is_some() || other.tube().is_some() => arc::are_clearly_apart(self, other),
            _ => !self.intersects(other),
        }
    }

    /// Returns the way out that leads slightly away from what the other slides along on this one.
    fn freed_aside(
        &self,
        other: &Self,
        sliding: &Penetration<Self::Vector>,
    ) -> Option<Penetration<Self::Vector>> {
        let (normal, on) = (sliding.normal_a_to_b?, (sliding.on_a.length() + sliding.depth) * DENT);
        let moved = other.translated(normal * (sliding.depth + on))?;
        let mut off: Self::Vector = normal.zero();
        self.meeting_parts(&moved, &mut |a, b| {
            off = a.local_contacts(b).into_iter().fold(off, |sum, (way, _)| sum + way);
        });
        self.freed_along(other, (normal + off.normalized_or_zero() * AS_SHORT).normalized_or_zero())
    }

    /// Returns the contact manifold of the parts once the two are separated by a contact.
    fn held_by_parts(&self, other: &Self, contact: &Penetration<Self::Vector>) -> Manifold<Self::Vector> {
        // The points and identifiers do not depend on the order of the shapes.
        if other.comes_before(self) {
            return other.held_by_parts(self, &contact.swap()).swap();
        }
        let Penetration { normal_a_to_b, depth, on_a, .. } = *contact;
        let alone = super::contact::held_at_once(contact);
        let Some(normal) = normal_a_to_b else { return alone };
        let dent = (on_a.length() + depth) * DENT;
        if !dent.is_finite() {
            return alone;
        }
        let Some(moved) = other.translated(normal * (depth - dent)) else { return alone };
        let mut points = manifold::Points::new();
        let mut part = 0;
        self.meeting_parts(&moved, &mut |a, b| {
            // Shapes around an arc touch at the contact's own point.
            let curved = a.tube().is_some() || b.tube().is_some();
            let Some(found) = (!curved).then(|| a.manifold_precisely(b).ok()).flatten().flatten() else {
                return;
            };
            part += 1;
            if found.normal_a_to_b.is_none_or(|n| n.dot(normal) < 1.0 - 1e-3) {
                return;
            }
            points.extend(found.points.into_iter().map(|p| {
                let depth = f64::min(p.depth + depth - dent, depth).max(0.0);
                let on_b = p.on_a - normal * depth;
                let feature = |id: u32| id.wrapping_add(64_u32.wrapping_mul(part - 1));
                ManifoldPoint {
                    on_b,
                    depth,
                    feature_a: feature(p.feature_a),
                    feature_b: feature(p.feature_b),
                    ..p
                }
            }));
        });
        manifold::add_deepest(&mut points, alone.points[0], normal, DENT * 1e-3);
        Manifold { normal_a_to_b, points: manifold::reduce(&mut points).into() }
    }
}

impl<S: Apart> Separation for S {}
