//! Batches of configurations, on the threads of the current pool with the feature `rayon`.

use super::config::Configuration;
use super::{PoseArrays, PoseChecker, PoseError, PoseOptions};
use crate::mesh::batch::parts::in_parts;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};
use glam::DVec3;

/// Number of configurations of a part.
const CHUNK: usize = 32;

/// Colliding pairs of each configuration: those of configuration `i` are at
/// `offsets[i]..offsets[i + 1]`.
#[derive(Clone, Debug, Default)]
pub struct PosePairs {
    /// Index of the first pair of each configuration, and the number of all.
    pub offsets: Vec<usize>,
    /// Index of each pair among the [candidates](PoseChecker::candidates), ascending in a
    /// configuration.
    pub candidate: Vec<u32>,
}

/// Least distance of each configuration, over all candidates. Without a pair within the limit the
/// distance is infinite, the pair `[-1, -1]` and the points NaN.
#[derive(Clone, Debug, Default)]
pub struct PoseDistances {
    /// Distance; 0 where bodies meet.
    pub distance: Vec<f64>,
    /// The two bodies, the lower first: the first candidate of several at equal distance.
    pub pair: Vec<[i32; 2]>,
    /// Closest point on the first body, in world coordinates.
    pub point_a: Vec<DVec3>,
    /// Closest point on the second body.
    pub point_b: Vec<DVec3>,
}

impl PoseChecker {
    /// Returns the number of configurations.
    fn count(&self, poses: PoseArrays<'_>, options: &PoseOptions<'_>) -> Result<usize, PoseError> {
        let (got, links) = (poses.len(), self.links);
        if (links == 0 && got > 0) || (links > 0 && !got.is_multiple_of(links)) {
            return Err(PoseError::PoseCount { got, expected: links });
        }
        let count = got.checked_div(links).unwrap_or(0);
        if let Some(world) = options.world_poses {
            let (got, expected) = (world.len(), count * (self.bodies.len() - links));
            if got != expected {
                return Err(PoseError::PoseCount { got, expected });
            }
        }
        let (got, candidates) = (options.margin.len(), self.candidates.len());
        let is_count = got <= 1 || got == candidates;
        if !is_count || !options.margin.iter().all(|margin| *margin >= 0.0) {
            return Err(PoseError::Margin { got, candidates });
        }
        Ok(count)
    }

    /// Runs `of` for each configuration. Returns the error of the first invalid one.
    fn each_configuration<T: Send>(
        &self,
        poses: PoseArrays<'_>,
        options: &PoseOptions<'_>,
        width: usize,
        results: &mut [T],
        of: impl Fn(&mut Configuration<'_>, &mut [T]) + Sync + Send,
    ) -> Result<(), PoseError> {
        let count = self.count(poses, options)?;
        if results.len() != count * width {
            return Err(PoseError::Results { got: results.len(), expected: count * width });
        }
        // Index of the first configuration that is not valid.
        let invalid = AtomicUsize::new(usize::MAX);
        let room = || Configuration::new(self, options.world_poses.is_some());
        let split = Wide::<'_, T>::split;
        let wide = Wide { width, results };
        in_parts(CHUNK, (0..count, wide), split, room, |configuration, range, wide| {
            for (at, index) in range.enumerate() {
                if configuration.begin(index, poses, options.world_poses).is_err() {
                    invalid.fetch_min(index, Ordering::Relaxed);
                    continue;
                }
                of(configuration, &mut wide.results[at * wide.width..(at + 1) * wide.width]);
                if configuration.failed {
                    invalid.fetch_min(index, Ordering::Relaxed);
                }
            }
        });
        let index = invalid.into_inner();
        if index == usize::MAX {
            return Ok(());
        }
        room().begin(index, poses, options.world_poses)?;
        Err(PoseError::Unplaceable { index })
    }

    /// Tests for each configuration whether any candidate collides: whether its bodies are no
    /// farther apart than the margin. `poses` has the pose of every link for each configuration, one
    /// after the other.
    ///
    /// Without a margin the result is exact for the shapes as placed, with each coordinate rounded
    /// once. A body inside another counts if that is solid. Threads and cancellation are as for
    /// [`TriMesh::cast_arrays`](crate::mesh::TriMesh::cast_arrays), with at most 32 configurations
    /// on the calling thread.
    ///
    /// # Errors
    /// [`PoseError`] for the first pose that is not valid, or a wrong number of poses, margins or
    /// results.
    pub fn collides(
        &self,
        poses: PoseArrays<'_>,
        options: &PoseOptions<'_>,
        collides: &mut [bool],
    ) -> Result<(), PoseError> {
        let reach = options.margin.iter().copied().fold(0.0, f64::max);
        self.each_configuration(poses, options, 1, collides, |configuration, collides| {
            collides[0] = configuration.each_near(reach, options.self_collision, |this, candidate, gap| {
                let margin = margin_of(options, candidate);
                gap <= margin * margin * (1.0 + 1e-12) && this.collides(candidate, margin)
            });
        })
    }

    /// Returns the candidates that collide in each configuration, as [`collides`](Self::collides)
    /// decides.
    ///
    /// # Errors
    /// Those of [`collides`](Self::collides).
    pub fn pairs(&self, poses: PoseArrays<'_>, options: &PoseOptions<'_>) -> Result<PosePairs, PoseError> {
        let reach = options.margin.iter().copied().fold(0.0, f64::max);
        let mut found = vec![Vec::new(); self.count(poses, options)?];
        self.each_configuration(poses, options, 1, &mut found, |configuration, found| {
            configuration.each_near(reach, options.self_collision, |this, candidate, _| {
                if this.collides(candidate, margin_of(options, candidate)) {
                    found[0].push(candidate as u32);
                }
                false
            });
            found[0].sort_unstable();
        })?;
        let mut pairs = PosePairs { offsets: vec![0], candidate: Vec::new() };
        for found in found {
            pairs.candidate.extend(found);
            pairs.offsets.push(pairs.candidate.len());
        }
        Ok(pairs)
    }

    /// Returns the least distance over all candidates for each configuration, up to `limit`, which
    /// may be infinite. Margins are ignored.
    ///
    /// # Errors
    /// Those of [`collides`](Self::collides).
    #[doc(alias = "clearance")]
    pub fn distance(
        &self,
        poses: PoseArrays<'_>,
        limit: f64,
        options: &PoseOptions<'_>,
    ) -> Result<PoseDistances, PoseError> {
        let none = (f64::INFINITY, [-1; 2], [DVec3::NAN; 2]);
        let mut found = vec![none; self.count(poses, options)?];
        self.each_configuration(poses, options, 1, &mut found, |configuration, found| {
            found[0] = none;
            let mut near = Vec::new();
            configuration.each_near(limit, options.self_collision, |_, candidate, gap| {
                near.push((gap, candidate));
                false
            });
            // Nearer boxes first, so that most others are beyond the distance found.
            near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let mut best = usize::MAX;
            for (gap, candidate) in near {
                let known = if best == usize::MAX { limit } else { found[0].0 };
                if gap > known * known * (1.0 + 1e-12) {
                    break;
                }
                let Some(closest) = configuration.closest(candidate, known) else { continue };
                if best == usize::MAX || (closest.distance, candidate) < (found[0].0, best) {
                    best = candidate;
                    let pair = self.candidates[candidate].map(u32::cast_signed);
                    found[0] = (closest.distance, pair, [closest.on_a, closest.on_b]);
                }
            }
        })?;
        let mut all = PoseDistances::default();
        for (distance, pair, [a, b]) in found {
            all.distance.push(distance);
            all.pair.push(pair);
            all.point_a.push(a);
            all.point_b.push(b);
        }
        Ok(all)
    }

    /// Writes the distance of every candidate for each configuration, one configuration after the
    /// other; infinite beyond `limit`, and for pairs of links without
    /// [`self_collision`](PoseOptions::self_collision).
    ///
    /// # Errors
    /// Those of [`collides`](Self::collides).
    pub fn distances(
        &self,
        poses: PoseArrays<'_>,
        limit: f64,
        options: &PoseOptions<'_>,
        distances: &mut [f64],
    ) -> Result<(), PoseError> {
        let width = self.candidates.len();
        self.each_configuration(poses, options, width, distances, |configuration, distances| {
            distances.fill(f64::INFINITY);
            configuration.each_near(limit, options.self_collision, |this, candidate, _| {
                if let Some(closest) = this.closest(candidate, limit) {
                    distances[candidate] = closest.distance;
                }
                false
            });
        })
    }
}

/// Returns the margin of a candidate.
#[inline(always)]
fn margin_of(options: &PoseOptions<'_>, candidate: usize) -> f64 {
    match options.margin {
        [] => 0.0,
        [one] => *one,
        each => each[candidate],
    }
}

/// Results of configurations, each with the same number.
struct Wide<'a, T> {
    width: usize,
    results: &'a mut [T],
}

impl<T> Wide<'_, T> {
    /// Splits before a configuration.
    fn split(self, at: usize) -> (Self, Self) {
        let width = self.width;
        let (a, b) = self.results.split_at_mut(at * width);
        (Self { width, results: a }, Self { width, results: b })
    }
}
