//! Comparison of our results with brute force over all triangles.

use crate::model::Model;
use crate::ours::Mesh;
use crate::peer::{Answer, Tree};
use crate::rays::Rays;
use crate::settings::Settings;
use glam::Vec3;

/// Tests a sample of the queries for bit-identical results, and prints its size.
pub fn brute_force(
    model: &Model,
    rays: &[&Rays; 2],
    points: &[Vec3],
    settings: &Settings,
) -> Result<(), String> {
    // Two queries for each of two kinds of rays, and one for points.
    let sample = settings.check.min(settings.check_work / 5 / model.triangles.len());
    if sample == 0 {
        return Ok(());
    }
    let mesh = Mesh::new(model);
    let flat = mesh.flat();
    let differ = |count: usize, query: &dyn Fn(&dyn Tree, &mut [Answer]) -> bool| {
        let [tree, brute] = [&mesh as &dyn Tree, &flat].map(|side| {
            let mut answers = vec![Answer::NONE; count];
            query(side, &mut answers);
            answers
        });
        tree.iter().zip(&brute).filter(|(a, b)| a != b).count()
    };
    let mut different = 0;
    for rays in rays {
        let rays = Rays { rays: spread(&rays.rays, sample), coherent: rays.coherent };
        different += differ(rays.rays.len(), &|tree, answers| tree.nearest(&rays, answers));
        different += differ(rays.rays.len(), &|tree, answers| tree.any(&rays, answers));
    }
    let points = spread(points, sample);
    different += differ(points.len(), &|tree, answers| tree.point(&points, answers));
    println!(
        "{}: {sample} rays of each kind and points, ours against brute force: {different} differ\n",
        model.name
    );
    if different == 0 {
        Ok(())
    } else {
        Err(format!("{}: {different} answers differ from brute force", model.name))
    }
}

/// Returns `sample` elements, evenly spread.
fn spread<T: Copy>(all: &[T], sample: usize) -> Vec<T> {
    all.iter().step_by((all.len() / sample).max(1)).copied().collect()
}
