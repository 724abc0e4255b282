//! The points of a manifold, stored inline.

use super::ManifoldPoint;
use crate::vector::Vector;
use core::fmt;
use core::ops::{Deref, DerefMut};
use smallvec::SmallVec;

/// Largest number of points of a manifold.
const MOST: usize = 4;

/// The points of a [`Manifold`](super::Manifold): a slice stored inline, without heap allocation.
///
/// ```
/// use barycast::query::{ManifoldPoint, ManifoldPoints};
/// use glam::DVec2;
///
/// let point = ManifoldPoint { on_a: DVec2::Y, on_b: DVec2::ZERO, depth: 1.0, feature_a: 0, feature_b: 1 };
/// let points = ManifoldPoints::from([point]);
/// assert_eq!(points.iter().map(|point| point.depth).sum::<f64>(), 1.0);
/// ```
#[derive(Clone)]
pub struct ManifoldPoints<V: Vector>(SmallVec<[ManifoldPoint<V>; MOST]>);

impl<V: Vector> Default for ManifoldPoints<V> {
    fn default() -> Self {
        Self(SmallVec::new())
    }
}

impl<V: Vector> Deref for ManifoldPoints<V> {
    type Target = [ManifoldPoint<V>];

    fn deref(&self) -> &[ManifoldPoint<V>] {
        &self.0
    }
}

impl<V: Vector> DerefMut for ManifoldPoints<V> {
    fn deref_mut(&mut self) -> &mut [ManifoldPoint<V>] {
        &mut self.0
    }
}

impl<V: Vector> PartialEq for ManifoldPoints<V>
where
    ManifoldPoint<V>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<V: Vector> fmt::Debug for ManifoldPoints<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<V: Vector, const COUNT: usize> From<[ManifoldPoint<V>; COUNT]> for ManifoldPoints<V> {
    fn from(points: [ManifoldPoint<V>; COUNT]) -> Self {
        points.into_iter().collect()
    }
}

impl<V: Vector> From<SmallVec<[ManifoldPoint<V>; MOST]>> for ManifoldPoints<V> {
    fn from(points: SmallVec<[ManifoldPoint<V>; MOST]>) -> Self {
        Self(points)
    }
}

impl<V: Vector> FromIterator<ManifoldPoint<V>> for ManifoldPoints<V> {
    fn from_iter<I: IntoIterator<Item = ManifoldPoint<V>>>(points: I) -> Self {
        Self(points.into_iter().collect())
    }
}

impl<V: Vector> IntoIterator for ManifoldPoints<V> {
    type Item = ManifoldPoint<V>;
    type IntoIter = IntoIter<V>;

    fn into_iter(self) -> IntoIter<V> {
        IntoIter(self.0.into_iter())
    }
}

impl<'a, V: Vector> IntoIterator for &'a ManifoldPoints<V> {
    type Item = &'a ManifoldPoint<V>;
    type IntoIter = core::slice::Iter<'a, ManifoldPoint<V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, V: Vector> IntoIterator for &'a mut ManifoldPoints<V> {
    type Item = &'a mut ManifoldPoint<V>;
    type IntoIter = core::slice::IterMut<'a, ManifoldPoint<V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// Iterator over the points of a manifold.
#[derive(Clone, Debug)]
pub struct IntoIter<V: Vector>(smallvec::IntoIter<[ManifoldPoint<V>; MOST]>);

impl<V: Vector> Iterator for IntoIter<V> {
    type Item = ManifoldPoint<V>;

    fn next(&mut self) -> Option<ManifoldPoint<V>> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<V: Vector> ExactSizeIterator for IntoIter<V> {}
