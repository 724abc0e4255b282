//! Queries of many pairs of shapes at once: eight pairs in SIMD lanes, on all cores with the
//! feature `rayon`.
//!
//! A [`Batch`] stores shapes in structure-of-arrays layout. The kernels are those of single pairs,
//! so results are bitwise equal to theirs on every instruction set and for any number of threads.
//!
//! ```
//! use barycast::batch::Batch;
//! use barycast::d3::{Aabb, Ray, Sphere};
//! use glam::{Vec3, vec3};
//!
//! let at = |i: u8| vec3(f32::from(i), 0.0, 0.0);
//! let boxes: Vec<_> = (0..100).map(|i| Aabb::new(at(i), at(i) + 0.5)).collect();
//! let balls: Vec<_> = (0..100).map(|i| Sphere::new(at(i) * 1.5, 1.0)).collect();
//! let (boxes, balls) = (Batch::new(&boxes), Batch::new(&balls));
//! // Pairs of equal index.
//! assert_eq!(boxes.intersects(&balls)?[..5], [true, true, true, true, false]);
//! assert_eq!(boxes.distances(&balls)?[4], 0.5);
//! // All against one shape.
//! assert_eq!(balls.intersects_one(&Sphere::new(Vec3::ZERO, 0.5))[..3], [true, true, false]);
//! let ray = Ray::new(vec3(-4.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0));
//! assert_eq!(balls.hit_by_one(&ray)[..3], [3.0, 4.5, 6.0]);
//! # Ok::<(), barycast::batch::LengthError>(())
//! ```
//!
//! Intersection tests exist for all pairs that [`table`](crate::pair::table) marks `exact` (see
//! [`BatchIntersects`]), distances and casts for pairs with a short closed form (see
//! [`BatchDistance`] and [`BatchCast`]); other pairs do not compile. Rays against a mesh have
//! batches in [`TriMesh::cast_batch`](crate::mesh::TriMesh::cast_batch). [`with_progress`] reports
//! the progress of any batch and can cancel it.

mod progress;
mod rows;

pub use progress::with_progress;
pub use rows::{BatchCast, BatchDistance, BatchIntersects};

use crate::number::{Float, SimdScalar, best_level};
use crate::shape::{ScalarSource, Scalars};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::iter::repeat_n;
use fearless_simd::{Simd, dispatch};
use rows::{Distance, LANES, Meeting, Query, Time};

/// Number of blocks of [`LANES`] pairs in one task.
const CHUNK: usize = 512;

/// Shapes of one type in structure-of-arrays layout: blocks of eight shapes, and in each block one
/// row for each coordinate.
#[doc(alias = "SoA")]
#[doc(alias = "SIMD")]
#[derive(Clone, Debug)]
pub struct Batch<A: Scalars> {
    /// [`COUNT`](Scalars::COUNT) rows for each eight shapes. The last block is padded with copies
    /// of the last shape.
    rows: Vec<[A::Number; LANES]>,
    len: usize,
}

/// Error: the two batches differ in length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthError {
    /// Number of shapes in this batch.
    pub these: usize,
    /// Number of shapes in the other batch.
    pub others: usize,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { these, others } = self;
        write!(f, "both batches must have the same length, got {these} and {others}")
    }
}

impl core::error::Error for LengthError {}

impl<A: Scalars<Number: SimdScalar>> Batch<A> {
    /// Builds a batch of shapes, in the order given.
    pub fn new(shapes: &[A]) -> Self {
        let mut rows = vec![[A::Number::ZERO; LANES]; shapes.len().div_ceil(LANES) * A::COUNT];
        for (shapes, rows) in shapes.chunks(LANES).zip(rows.chunks_mut(A::COUNT)) {
            lay(shapes, rows);
        }
        Self { rows, len: shapes.len() }
    }

    /// Returns the number of shapes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Tests whether the batch has no shapes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the shape at `index`, as it was given; `None` beyond the last.
    pub fn get(&self, index: usize) -> Option<A> {
        let rows = self.rows.get(index / LANES * A::COUNT..)?;
        (index < self.len).then(|| A::from_scalars(&mut Column { rows, lane: index % LANES, at: 0 }))
    }

    /// Tests whether each shape shares a point with the shape of the same index; touching counts.
    ///
    /// # Errors
    /// The batches differ in length.
    pub fn intersects<B>(&self, other: &Batch<B>) -> Result<Vec<bool>, LengthError>
    where
        A: BatchIntersects<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        self.intersects_into(other, &mut answers)?;
        Ok(answers)
    }

    /// Writes the results of [`intersects`](Self::intersects) to `answers`, replacing its contents.
    ///
    /// # Errors
    /// The batches differ in length.
    pub fn intersects_into<B>(&self, other: &Batch<B>, answers: &mut Vec<bool>) -> Result<(), LengthError>
    where
        A: BatchIntersects<B>,
        B: Scalars<Number = A::Number>,
    {
        run::<Meeting, A, B>(self.common_length(other)?, self.side(), other.side(), answers);
        Ok(())
    }

    /// Tests whether each shape shares a point with one shape; touching counts.
    pub fn intersects_one<B>(&self, other: &B) -> Vec<bool>
    where
        A: BatchIntersects<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        run::<Meeting, A, B>(self.len, self.side(), Side::one(&block(other)), &mut answers);
        answers
    }

    /// Returns the distance of each shape to the shape of the same index: 0 exactly if they
    /// [intersect](Self::intersects).
    ///
    /// # Errors
    /// The batches differ in length.
    pub fn distances<B>(&self, other: &Batch<B>) -> Result<Vec<A::Number>, LengthError>
    where
        A: BatchDistance<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        self.distances_into(other, &mut answers)?;
        Ok(answers)
    }

    /// Writes the results of [`distances`](Self::distances) to `answers`, replacing its contents.
    ///
    /// # Errors
    /// The batches differ in length.
    pub fn distances_into<B>(&self, other: &Batch<B>, answers: &mut Vec<A::Number>) -> Result<(), LengthError>
    where
        A: BatchDistance<B>,
        B: Scalars<Number = A::Number>,
    {
        run::<Distance, A, B>(self.common_length(other)?, self.side(), other.side(), answers);
        Ok(())
    }

    /// Returns the distance of each shape to one shape.
    pub fn distances_to_one<B>(&self, other: &B) -> Vec<A::Number>
    where
        A: BatchDistance<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        run::<Distance, A, B>(self.len, self.side(), Side::one(&block(other)), &mut answers);
        answers
    }

    /// Returns the parameter `t` of the first [hit](crate::query::Hit) of each ray, line or segment
    /// with the shape of the same index; infinity for a miss.
    ///
    /// # Errors
    /// The batches differ in length.
    #[doc(alias = "raycast")]
    pub fn cast<B>(&self, other: &Batch<B>) -> Result<Vec<A::Number>, LengthError>
    where
        A: BatchCast<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        self.cast_into(other, &mut answers)?;
        Ok(answers)
    }

    /// Writes the results of [`cast`](Self::cast) to `answers`, replacing its contents.
    ///
    /// # Errors
    /// The batches differ in length.
    pub fn cast_into<B>(&self, other: &Batch<B>, answers: &mut Vec<A::Number>) -> Result<(), LengthError>
    where
        A: BatchCast<B>,
        B: Scalars<Number = A::Number>,
    {
        run::<Time, A, B>(self.common_length(other)?, self.side(), other.side(), answers);
        Ok(())
    }

    /// Returns the parameter `t` of the first hit of each ray, line or segment with one shape;
    /// infinity for a miss.
    pub fn cast_at_one<B>(&self, other: &B) -> Vec<A::Number>
    where
        A: BatchCast<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        run::<Time, A, B>(self.len, self.side(), Side::one(&block(other)), &mut answers);
        answers
    }

    /// Returns the parameter `t` of the first hit of one ray, line or segment with each shape;
    /// infinity for a miss.
    pub fn hit_by_one<L>(&self, ray: &L) -> Vec<A::Number>
    where
        L: BatchCast<A> + Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        run::<Time, L, A>(self.len, Side::one(&block(ray)), self.side(), &mut answers);
        answers
    }

    /// Returns the common length of the batches.
    fn common_length<B: Scalars>(&self, other: &Batch<B>) -> Result<usize, LengthError> {
        let lengths = LengthError { these: self.len, others: other.len };
        if self.len == other.len { Ok(self.len) } else { Err(lengths) }
    }

    fn side(&self) -> Side<'_, A::Number> {
        Side { rows: &self.rows, step: A::COUNT }
    }
}

/// One operand of the pairs: consecutive blocks of eight shapes, or one block for all pairs.
#[derive(Clone, Copy)]
struct Side<'a, N> {
    rows: &'a [[N; LANES]],
    /// Number of rows from one block to the next; 0 for one block.
    step: usize,
}

impl<'a, N> Side<'a, N> {
    fn one(rows: &'a [[N; LANES]]) -> Self {
        Self { rows, step: 0 }
    }

    /// Returns the operand from the given chunk on.
    fn from(&self, chunk: usize) -> Self {
        Self { rows: &self.rows[chunk * CHUNK * self.step..], ..*self }
    }

    /// Returns the rows of a block of eight shapes.
    #[inline(always)]
    fn eight(&self, index: usize, count: usize) -> &'a [[N; LANES]] {
        &self.rows[index * self.step..][..count]
    }
}

/// Fills `answers` with the results of `len` pairs, on all cores if there are many.
fn run<Q: Query<A, B>, A: Scalars<Number: SimdScalar>, B: Scalars<Number = A::Number>>(
    len: usize,
    a: Side<'_, A::Number>,
    b: Side<'_, A::Number>,
    answers: &mut Vec<Q::Answer>,
) {
    answers.clear();
    answers.resize(len, Q::NONE);
    let chunk = |(i, answers): (usize, &mut [Q::Answer])| {
        dispatch!(best_level(), simd => run_chunk::<_, Q, A, B>(simd, a.from(i), b.from(i), answers));
    };
    #[cfg(feature = "rayon")]
    if len > CHUNK * LANES {
        use rayon::prelude::*;
        return answers.par_chunks_mut(CHUNK * LANES).enumerate().for_each(chunk);
    }
    answers.chunks_mut(CHUNK * LANES).enumerate().for_each(chunk);
}

#[inline(always)]
fn run_chunk<S: Simd, Q: Query<A, B>, A: Scalars, B: Scalars<Number = A::Number>>(
    simd: S,
    a: Side<'_, A::Number>,
    b: Side<'_, A::Number>,
    answers: &mut [Q::Answer],
) {
    let mut eights = answers.chunks_exact_mut(LANES);
    let mut index = 0;
    for answers in &mut eights {
        answers.copy_from_slice(&Q::run(simd, a.eight(index, A::COUNT), b.eight(index, B::COUNT)));
        index += 1;
    }
    let rest = eights.into_remainder();
    if !rest.is_empty() {
        let results = Q::run(simd, a.eight(index, A::COUNT), b.eight(index, B::COUNT));
        rest.copy_from_slice(&results[..rest.len()]);
    }
}

/// Transposes up to eight shapes into lanes; fewer are padded with the last.
fn lay<A: Scalars>(shapes: &[A], rows: &mut [[A::Number; LANES]]) {
    let Some(last) = shapes.last() else { return };
    let all = shapes.iter().chain(repeat_n(last, LANES - shapes.len()));
    for (lane, shape) in all.enumerate() {
        let mut row = 0;
        shape.for_each_scalar(&mut |number| {
            rows[row][lane] = number;
            row += 1;
        });
    }
}

/// Copies one shape to all eight lanes.
fn block<A: Scalars<Number: SimdScalar>>(shape: &A) -> Vec<[A::Number; LANES]> {
    let mut rows = vec![[A::Number::ZERO; LANES]; A::COUNT];
    lay(&[*shape], &mut rows);
    rows
}

/// The coordinates of one shape in a block.
struct Column<'a, N> {
    rows: &'a [[N; LANES]],
    lane: usize,
    at: usize,
}

impl<N: Copy> ScalarSource<N> for Column<'_, N> {
    fn next(&mut self) -> N {
        self.at += 1;
        self.rows[self.at - 1][self.lane]
    }
}
