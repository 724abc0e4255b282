//! Progress and cancellation of batches.

use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Number of queries between two calls of `watch`.
const CHUNK: usize = 1 << 16;

/// Runs a batch of any kind in chunks of 65,536 queries, which are enough for all cores. After each
/// chunk, calls `watch` with the finished fraction, from 0 to 1. Returns `None` if `watch` breaks.
///
/// The results equal those of one call with all queries, if `run` returns one result for each query
/// that does not depend on the others. All batches of this library do: those of
/// [`TriMesh`](crate::mesh::TriMesh), of [`Winding`](crate::mesh::Winding), and of
/// [`Batch`](super::Batch) with one shape.
///
/// ```
/// use barycast::batch::with_progress;
/// use barycast::pair::cast::CastOptions;
/// use barycast::d3::Ray;
/// use barycast::mesh::TriMesh;
/// use core::ops::ControlFlow;
/// use glam::{Vec3, vec3};
///
/// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
/// let ray = |i: u32| Ray::new(vec3(i as f32 * 1e-5, 0.25, 1.0), Vec3::NEG_Z);
/// let rays: Vec<_> = (0..100_000).map(ray).collect();
/// let mut shares = Vec::new();
/// let hits = with_progress(&rays, |rays| mesh.is_hit_batch(rays, &CastOptions::default()), |share| {
///     shares.push(share);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(hits, Some(mesh.is_hit_batch(&rays, &CastOptions::default())));
/// assert_eq!(shares, [0.65536, 1.0]);
/// # Ok::<(), barycast::mesh::MeshError>(())
/// ```
#[doc(alias = "progress")]
#[doc(alias = "cancel")]
pub fn with_progress<Q, A>(
    queries: &[Q],
    mut run: impl FnMut(&[Q]) -> Vec<A>,
    mut watch: impl FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<A>> {
    let mut answers = Vec::with_capacity(queries.len());
    for chunk in queries.chunks(CHUNK) {
        answers.append(&mut run(chunk));
        if watch(answers.len() as f64 / queries.len() as f64).is_break() {
            return None;
        }
    }
    Some(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_batch_stops_when_watch_breaks() {
        let mut chunks = 0;
        let twice = |x: &[usize]| x.iter().map(|x| 2 * x).collect::<Vec<_>>();
        let queries: Vec<usize> = (0..=3 * CHUNK).collect();
        let stopped = with_progress(&queries, twice, |share| {
            chunks += 1;
            if share > 0.5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((stopped, chunks), (None, 2));
        assert_eq!(with_progress(&queries, twice, |_| ControlFlow::Continue(())), Some(twice(&queries)));
        assert_eq!(with_progress(&[], twice, |_| ControlFlow::Break(())), Some(Vec::new()));
    }
}
