//! Many pairs of shapes at once: eight side by side in lanes, on all cores with the feature `rayon`.
//!
//! [`Many`] keeps shapes number by number, as lanes read them. The kernels are those of single pairs, so the answers are
//! theirs, bit for bit: whatever the machine's instructions are, and whether one thread asks or several.
//!
//! ```
//! use barycast::batch::Many;
//! use barycast::d3::{Aabb, Ray, Sphere};
//! use glam::{Vec3, vec3};
//!
//! let at = |i: u8| vec3(f32::from(i), 0.0, 0.0);
//! let boxes: Vec<_> = (0..100).map(|i| Aabb::new(at(i), at(i) + 0.5)).collect();
//! let balls: Vec<_> = (0..100).map(|i| Sphere::new(at(i) * 1.5, 1.0)).collect();
//! let (boxes, balls) = (Many::new(&boxes), Many::new(&balls));
//! // Each with the one of the same number.
//! assert_eq!(boxes.intersects(&balls)?[..5], [true, true, true, true, false]);
//! assert_eq!(boxes.distances(&balls)?[4], 0.5);
//! // All with one.
//! assert_eq!(balls.intersects_one(&Sphere::new(Vec3::ZERO, 0.5))[..3], [true, true, false]);
//! let ray = Ray::new(vec3(-4.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0));
//! assert_eq!(balls.hit_by_one(&ray)[..3], [3.0, 4.5, 6.0]);
//! # Ok::<(), barycast::batch::LengthError>(())
//! ```
//!
//! Yes or no is answered for all pairs of which [`table`](crate::pair::table) says `exact` (see [`Meets`]), the others for those whose
//! closed form is short (see [`Apart`] and [`Casts`]); another pair does not compile. Rays against a mesh have batches of their
//! own: [`TriMesh::cast_batch`](crate::mesh::TriMesh::cast_batch). [`watched`] shows how far any batch is, and ends it when told to.

mod rows;
mod watched;

pub use rows::{Apart, Casts, Meets};
pub use watched::watched;

use crate::number::{Eight, Float, best_level};
use crate::shape::{ScalarSource, Scalars};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::iter::repeat_n;
use fearless_simd::{Simd, dispatch};
use rows::{Distance, LANES, Meeting, Question, Time};

/// What one core does at a time: so many times [`LANES`].
const CHUNK: usize = 512;

/// Shapes of one kind, number by number: all first numbers of eight of them, then all second ones.
#[derive(Clone, Debug)]
pub struct Many<A: Scalars> {
    /// For every eight shapes [`COUNT`](Numbers::COUNT) rows; the last eight are filled up with the last shape.
    rows: Vec<[A::Number; LANES]>,
    len: usize,
}

/// As many shapes were expected on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthError {
    /// How many there are on this side.
    pub these: usize,
    /// How many on the other.
    pub others: usize,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { these, others } = self;
        write!(f, "there must be as many shapes on both sides, got {these} and {others}")
    }
}

impl core::error::Error for LengthError {}

impl<A: Scalars<Number: Eight>> Many<A> {
    /// In the order given.
    pub fn new(shapes: &[A]) -> Self {
        let mut rows = vec![[A::Number::ZERO; LANES]; shapes.len().div_ceil(LANES) * A::COUNT];
        for (shapes, rows) in shapes.chunks(LANES).zip(rows.chunks_mut(A::COUNT)) {
            lay(shapes, rows);
        }
        Self { rows, len: shapes.len() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// There is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// One of them, as it was given; `None` beyond the last.
    pub fn get(&self, index: usize) -> Option<A> {
        let rows = self.rows.get(index / LANES * A::COUNT..)?;
        (index < self.len).then(|| A::from_scalars(&mut Column { rows, lane: index % LANES, at: 0 }))
    }

    /// Each shares a point with the one of the same number; touching counts.
    ///
    /// # Errors
    /// When there are not as many of both.
    pub fn intersects<B>(&self, other: &Many<B>) -> Result<Vec<bool>, LengthError>
    where
        A: Meets<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        self.intersects_into(other, &mut answers)?;
        Ok(answers)
    }

    /// The same into a vector that is kept; what was in it goes.
    ///
    /// # Errors
    /// When there are not as many of both.
    pub fn intersects_into<B>(&self, other: &Many<B>, answers: &mut Vec<bool>) -> Result<(), LengthError>
    where
        A: Meets<B>,
        B: Scalars<Number = A::Number>,
    {
        ask::<Meeting, A, B>(self.as_many(other)?, self.side(), other.side(), answers);
        Ok(())
    }

    /// Each shares a point with one shape; touching counts.
    pub fn intersects_one<B>(&self, other: &B) -> Vec<bool>
    where
        A: Meets<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        ask::<Meeting, A, B>(self.len, self.side(), Side::one(&block(other)), &mut answers);
        answers
    }

    /// How far each is from the one of the same number: 0 exactly when they [intersect](Self::intersects).
    ///
    /// # Errors
    /// When there are not as many of both.
    pub fn distances<B>(&self, other: &Many<B>) -> Result<Vec<A::Number>, LengthError>
    where
        A: Apart<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        self.distances_into(other, &mut answers)?;
        Ok(answers)
    }

    /// The same into a vector that is kept; what was in it goes.
    ///
    /// # Errors
    /// When there are not as many of both.
    pub fn distances_into<B>(&self, other: &Many<B>, answers: &mut Vec<A::Number>) -> Result<(), LengthError>
    where
        A: Apart<B>,
        B: Scalars<Number = A::Number>,
    {
        ask::<Distance, A, B>(self.as_many(other)?, self.side(), other.side(), answers);
        Ok(())
    }

    /// How far each is from one shape.
    pub fn distances_to_one<B>(&self, other: &B) -> Vec<A::Number>
    where
        A: Apart<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        ask::<Distance, A, B>(self.len, self.side(), Side::one(&block(other)), &mut answers);
        answers
    }

    /// Where each ray, line or segment first hits the shape of the same number: the `t` of that
    /// [hit](crate::query::Hit), infinite where there is none.
    ///
    /// # Errors
    /// When there are not as many of both.
    #[doc(alias = "raycast")]
    pub fn cast<B>(&self, other: &Many<B>) -> Result<Vec<A::Number>, LengthError>
    where
        A: Casts<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        self.cast_into(other, &mut answers)?;
        Ok(answers)
    }

    /// The same into a vector that is kept; what was in it goes.
    ///
    /// # Errors
    /// When there are not as many of both.
    pub fn cast_into<B>(&self, other: &Many<B>, answers: &mut Vec<A::Number>) -> Result<(), LengthError>
    where
        A: Casts<B>,
        B: Scalars<Number = A::Number>,
    {
        ask::<Time, A, B>(self.as_many(other)?, self.side(), other.side(), answers);
        Ok(())
    }

    /// Where each ray, line or segment first hits one shape; infinite where it does not.
    pub fn cast_at_one<B>(&self, other: &B) -> Vec<A::Number>
    where
        A: Casts<B>,
        B: Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        ask::<Time, A, B>(self.len, self.side(), Side::one(&block(other)), &mut answers);
        answers
    }

    /// Where one ray, line or segment first hits each shape; infinite where it does not.
    pub fn hit_by_one<L>(&self, ray: &L) -> Vec<A::Number>
    where
        L: Casts<A> + Scalars<Number = A::Number>,
    {
        let mut answers = Vec::new();
        ask::<Time, L, A>(self.len, Side::one(&block(ray)), self.side(), &mut answers);
        answers
    }

    /// How many there are on both sides.
    fn as_many<B: Scalars>(&self, other: &Many<B>) -> Result<usize, LengthError> {
        let lengths = LengthError { these: self.len, others: other.len };
        if self.len == other.len { Ok(self.len) } else { Err(lengths) }
    }

    fn side(&self) -> Side<'_, A::Number> {
        Side { rows: &self.rows, step: A::COUNT }
    }
}

/// What pairs are made of: eight shapes after eight, or again and again the same.
#[derive(Clone, Copy)]
struct Side<'a, N> {
    rows: &'a [[N; LANES]],
    /// How many rows on the next eight begin.
    step: usize,
}

impl<'a, N> Side<'a, N> {
    fn one(rows: &'a [[N; LANES]]) -> Self {
        Self { rows, step: 0 }
    }

    /// What begins at a chunk.
    fn from(&self, chunk: usize) -> Self {
        Self { rows: &self.rows[chunk * CHUNK * self.step..], ..*self }
    }

    /// The rows of eight shapes.
    #[inline(always)]
    fn eight(&self, index: usize, count: usize) -> &'a [[N; LANES]] {
        &self.rows[index * self.step..][..count]
    }
}

/// Fills the vector with the answers of `len` pairs: on all cores, if they are many.
fn ask<Q: Question<A, B>, A: Scalars<Number: Eight>, B: Scalars<Number = A::Number>>(
    len: usize,
    a: Side<'_, A::Number>,
    b: Side<'_, A::Number>,
    answers: &mut Vec<Q::Answer>,
) {
    answers.clear();
    answers.resize(len, Q::NONE);
    let chunk = |(i, answers): (usize, &mut [Q::Answer])| {
        dispatch!(best_level(), simd => ask_in::<_, Q, A, B>(simd, a.from(i), b.from(i), answers));
    };
    #[cfg(feature = "rayon")]
    if len > CHUNK * LANES {
        use rayon::prelude::*;
        return answers.par_chunks_mut(CHUNK * LANES).enumerate().for_each(chunk);
    }
    answers.chunks_mut(CHUNK * LANES).enumerate().for_each(chunk);
}

#[inline(always)]
fn ask_in<S: Simd, Q: Question<A, B>, A: Scalars, B: Scalars<Number = A::Number>>(
    simd: S,
    a: Side<'_, A::Number>,
    b: Side<'_, A::Number>,
    answers: &mut [Q::Answer],
) {
    let mut eights = answers.chunks_exact_mut(LANES);
    let mut index = 0;
    for answers in &mut eights {
        answers.copy_from_slice(&Q::ask(simd, a.eight(index, A::COUNT), b.eight(index, B::COUNT)));
        index += 1;
    }
    let rest = eights.into_remainder();
    if !rest.is_empty() {
        let told = Q::ask(simd, a.eight(index, A::COUNT), b.eight(index, B::COUNT));
        rest.copy_from_slice(&told[..rest.len()]);
    }
}

/// Lays up to eight shapes side by side; of fewer the last again.
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

/// One shape eight times.
fn block<A: Scalars<Number: Eight>>(shape: &A) -> Vec<[A::Number; LANES]> {
    let mut rows = vec![[A::Number::ZERO; LANES]; A::COUNT];
    lay(&[*shape], &mut rows);
    rows
}

/// The numbers of one shape among eight.
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
