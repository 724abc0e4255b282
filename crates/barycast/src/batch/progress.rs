//! Batches that take a while.

use alloc::vec::Vec;
use core::ops::ControlFlow;

/// So many questions are asked between two looks at whether to go on.
const TURN: usize = 1 << 16;

/// The answers of a batch of any kind, asked in turns: after each, `watch` is told what share of the questions is answered, from 0
/// to 1; `None` where it breaks. A turn is 65,536 questions, which are enough for all cores.
///
/// The answers are those to all questions at once, as long as `ask` has one answer for each question that does not depend on the others.
/// All batches of this library do: those of [`TriMesh`](crate::mesh::TriMesh), of [`Winding`](crate::mesh::Winding), and of
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
/// let rays: Vec<_> = (0..100_000).map(|i| Ray::new(vec3(i as f32 * 1e-5, 0.25, 1.0), Vec3::NEG_Z)).collect();
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
    questions: &[Q],
    mut ask: impl FnMut(&[Q]) -> Vec<A>,
    mut watch: impl FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<A>> {
    let mut answers = Vec::with_capacity(questions.len());
    for turn in questions.chunks(TURN) {
        answers.append(&mut ask(turn));
        if watch(answers.len() as f64 / questions.len() as f64).is_break() {
            return None;
        }
    }
    Some(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_where_the_watch_breaks() {
        let mut turns = 0;
        let twice = |x: &[usize]| x.iter().map(|x| 2 * x).collect::<Vec<_>>();
        let questions: Vec<usize> = (0..=3 * TURN).collect();
        let ended = with_progress(&questions, twice, |share| {
            turns += 1;
            if share > 0.5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((ended, turns), (None, 2));
        assert_eq!(with_progress(&questions, twice, |_| ControlFlow::Continue(())), Some(twice(&questions)));
        assert_eq!(with_progress(&[], twice, |_| ControlFlow::Break(())), Some(Vec::new()));
    }
}
