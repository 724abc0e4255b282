//! Arrays of numbers in and out: rays and points as the caller stores them, and one slice for each
//! part of the results.

use super::parts::Part;
use crate::number::{Float, Real};
use crate::query::{Hit, Side};
use crate::vector::{FloatVector, Vector3};
use core::fmt;

/// Rays of a batch, as arrays of numbers. A ray with a NaN or without a direction hits nothing.
#[derive(Clone, Copy, Debug)]
pub enum RayArrays<'a, S> {
    /// Origins and directions in two arrays of equal length.
    Separate {
        /// Origin of each ray.
        origins: &'a [[S; 3]],
        /// Direction of each ray, of any length: `t` is in units of it.
        directions: &'a [[S; 3]],
    },
    /// Origin and direction of each ray, one after the other.
    Joined(&'a [[S; 6]]),
}

impl<S> RayArrays<'_, S> {
    /// Returns the number of rays: of two arrays the shorter counts.
    pub fn len(&self) -> usize {
        match self {
            Self::Separate { origins, directions } => origins.len().min(directions.len()),
            Self::Joined(rays) => rays.len(),
        }
    }

    /// Tests whether there are no rays.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Tests that origins and directions are equally many.
    pub(crate) fn check(&self) -> Result<(), ArrayLengthError> {
        match self {
            Self::Separate { origins, directions } => check("directions", Some(*directions), origins.len()),
            Self::Joined(_) => Ok(()),
        }
    }
}

/// Slices for the hits of a batch: one place for each ray. Only slices that are given are written.
///
/// A ray without a hit gets `t` infinite, `triangle` -1, NaN for `uv`, `normal` and `point`, and
/// `front` false.
#[derive(Debug, Default)]
pub struct HitArrays<'a, S> {
    /// Ray parameter: the point is `origin + t * direction`.
    pub t: Option<&'a mut [S]>,
    /// Index of the triangle. A mesh has at most `2^31` triangles.
    pub triangle: Option<&'a mut [i32]>,
    /// Barycentric coordinates: the point is `a + u (b - a) + v (c - a)`.
    pub uv: Option<&'a mut [[S; 2]]>,
    /// Unit normal of the triangle's front; NaN for a collinear triangle.
    pub normal: Option<&'a mut [[S; 3]]>,
    /// Point of the hit.
    pub point: Option<&'a mut [[S; 3]]>,
    /// Whether the hit is on the front, where the corners are counter-clockwise.
    pub front: Option<&'a mut [bool]>,
}

/// Slices for the closest points of a batch: one place for each point. Only slices that are given
/// are written.
///
/// A point without a result gets `distance` infinite, `triangle` -1 and NaN for the others.
#[derive(Debug, Default)]
pub struct ClosestArrays<'a, S> {
    /// Distance from the mesh.
    pub distance: Option<&'a mut [S]>,
    /// Closest point of the mesh.
    pub point: Option<&'a mut [[S; 3]]>,
    /// Index of the triangle; the lowest if several are equally near.
    pub triangle: Option<&'a mut [i32]>,
    /// Barycentric coordinates of the closest point: it is `a + u (b - a) + v (c - a)`.
    pub uv: Option<&'a mut [[S; 2]]>,
    /// Unit normal of the triangle's front; NaN for a collinear triangle.
    pub normal: Option<&'a mut [[S; 3]]>,
}

/// Error: an array of a batch has another length than the queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayLengthError {
    /// Name of the array.
    pub array: &'static str,
    /// Its length.
    pub got: usize,
    /// Length that it must have.
    pub expected: usize,
}

impl fmt::Display for ArrayLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { array, got, expected } = self;
        write!(f, "`{array}` must have {expected} elements, got {got}")
    }
}

impl core::error::Error for ArrayLengthError {}

/// Tests that an array, if it is given, has as many elements as expected.
pub(crate) fn check<T>(
    array: &'static str,
    slice: Option<&[T]>,
    expected: usize,
) -> Result<(), ArrayLengthError> {
    match slice {
        Some(slice) if slice.len() != expected => Err(ArrayLengthError { array, got: slice.len(), expected }),
        _ => Ok(()),
    }
}

impl<S> HitArrays<'_, S> {
    /// Tests that every slice has a place for each ray.
    pub(crate) fn check(&self, rays: usize) -> Result<(), ArrayLengthError> {
        check("t", self.t.as_deref(), rays)?;
        check("triangle", self.triangle.as_deref(), rays)?;
        check("uv", self.uv.as_deref(), rays)?;
        check("normal", self.normal.as_deref(), rays)?;
        check("point", self.point.as_deref(), rays)?;
        check("front", self.front.as_deref(), rays)
    }
}

impl<S> ClosestArrays<'_, S> {
    /// Tests that every slice has a place for each result.
    pub(crate) fn check(&self, results: usize) -> Result<(), ArrayLengthError> {
        check("distance", self.distance.as_deref(), results)?;
        check("point", self.point.as_deref(), results)?;
        check("triangle", self.triangle.as_deref(), results)?;
        check("uv", self.uv.as_deref(), results)?;
        check("normal", self.normal.as_deref(), results)
    }
}

impl<S: Copy + Send + Sync> Part for RayArrays<'_, S> {
    fn len(&self) -> usize {
        RayArrays::len(self)
    }

    fn split(self, at: usize) -> (Self, Self) {
        match self {
            Self::Separate { origins, directions } => {
                let ((a, b), (c, d)) = (origins.split_at(at), directions.split_at(at));
                (Self::Separate { origins: a, directions: c }, Self::Separate { origins: b, directions: d })
            }
            Self::Joined(rays) => {
                let (a, b) = rays.split_at(at);
                (Self::Joined(a), Self::Joined(b))
            }
        }
    }
}

/// Splits a slice that may be absent.
pub(crate) fn split_some<T>(slice: Option<&mut [T]>, at: usize) -> (Option<&mut [T]>, Option<&mut [T]>) {
    match slice {
        Some(slice) => {
            let (a, b) = slice.split_at_mut(at);
            (Some(a), Some(b))
        }
        None => (None, None),
    }
}

impl<S: Send> HitArrays<'_, S> {
    /// Splits every slice at one place.
    pub(crate) fn split(self, at: usize) -> (Self, Self) {
        let (t, t_rest) = split_some(self.t, at);
        let (triangle, triangle_rest) = split_some(self.triangle, at);
        let (uv, uv_rest) = split_some(self.uv, at);
        let (normal, normal_rest) = split_some(self.normal, at);
        let (point, point_rest) = split_some(self.point, at);
        let (front, front_rest) = split_some(self.front, at);
        let rest = Self {
            t: t_rest,
            triangle: triangle_rest,
            uv: uv_rest,
            normal: normal_rest,
            point: point_rest,
            front: front_rest,
        };
        (Self { t, triangle, uv, normal, point, front }, rest)
    }
}

impl<S: Send> ClosestArrays<'_, S> {
    /// Splits every slice at one place.
    pub(crate) fn split(self, at: usize) -> (Self, Self) {
        let (distance, distance_rest) = split_some(self.distance, at);
        let (point, point_rest) = split_some(self.point, at);
        let (triangle, triangle_rest) = split_some(self.triangle, at);
        let (uv, uv_rest) = split_some(self.uv, at);
        let (normal, normal_rest) = split_some(self.normal, at);
        let rest = Self {
            distance: distance_rest,
            point: point_rest,
            triangle: triangle_rest,
            uv: uv_rest,
            normal: normal_rest,
        };
        (Self { distance, point, triangle, uv, normal }, rest)
    }
}

/// Rays that are read one by one.
pub(crate) trait RaySource<S>: Part + Copy + Sync {
    /// Returns the origin and the direction of a ray.
    fn ray(&self, index: usize) -> [[S; 3]; 2];
}

impl<S: Copy + Send + Sync> RaySource<S> for RayArrays<'_, S> {
    #[inline(always)]
    fn ray(&self, index: usize) -> [[S; 3]; 2] {
        match self {
            Self::Separate { origins, directions } => [origins[index], directions[index]],
            Self::Joined(rays) => {
                let [a, b, c, x, y, z] = rays[index];
                [[a, b, c], [x, y, z]]
            }
        }
    }
}

/// Places for the hits of rays, which begin without hits.
pub(crate) trait HitSink<V: FloatVector> {
    /// Marks every ray as a miss.
    fn clear(&mut self);

    /// Writes the hit of a ray.
    fn put(&mut self, ray: usize, hit: &Hit<V>);
}

pub(super) fn numbers<V: FloatVector + Vector3>(v: Option<V>) -> [V::Scalar; 3] {
    v.map_or([V::Scalar::from_f64(f64::NAN); 3], |v| [v.get(0), v.get(1), v.get(2)])
}

/// Returns an index as it stands in arrays. There are at most `2^31` triangles and instances.
#[inline(always)]
pub(crate) fn id(index: usize) -> i32 {
    (index as u32).cast_signed()
}

/// Fills a slice that may be absent.
pub(crate) fn fill<T: Copy>(slice: &mut Option<&mut [T]>, with: T) {
    if let Some(slice) = slice {
        slice.fill(with);
    }
}

/// Writes one element of a slice that may be absent.
#[inline(always)]
pub(crate) fn set<T>(slice: &mut Option<&mut [T]>, at: usize, value: impl FnOnce() -> T) {
    if let Some(slice) = slice {
        slice[at] = value();
    }
}

impl<V: FloatVector + Vector3> HitSink<V> for HitArrays<'_, V::Scalar> {
    fn clear(&mut self) {
        let nan = V::Scalar::from_f64(f64::NAN);
        fill(&mut self.t, Real::infinity(nan));
        fill(&mut self.triangle, -1);
        fill(&mut self.uv, [nan; 2]);
        fill(&mut self.normal, [nan; 3]);
        fill(&mut self.point, [nan; 3]);
        fill(&mut self.front, false);
    }

    #[inline(always)]
    fn put(&mut self, ray: usize, hit: &Hit<V>) {
        let nan = || V::Scalar::from_f64(f64::NAN);
        set(&mut self.t, ray, || hit.t);
        set(&mut self.triangle, ray, || hit.triangle.map_or(-1, id));
        set(&mut self.uv, ray, || hit.uv.unwrap_or([nan(); 2]));
        set(&mut self.normal, ray, || numbers(hit.normal));
        set(&mut self.point, ray, || numbers(hit.point));
        set(&mut self.front, ray, || hit.side == Side::Outside);
    }
}
