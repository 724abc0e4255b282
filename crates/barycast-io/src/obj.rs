//! OBJ: text, a vertex (`v x y z`) or a face (`f 1 2 3`, counted from 1, or from the end when negative) a line.

use crate::{Mesh, ReadError};
use glam::DVec3;
use std::path::Path;

/// All groups and objects of the file as one mesh; materials, lines and points are passed over.
pub(crate) fn read(path: &Path) -> Result<Mesh, ReadError> {
    let bytes = std::fs::read(path).map_err(|error| ReadError::io(path, error))?;
    let text = String::from_utf8_lossy(&bytes);
    let options = tobj::LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..Default::default()
    };
    let mut rest = text.as_bytes();
    let models = match tobj::load_obj_buf(&mut rest, &options, |_| Ok(Default::default())) {
        Ok((models, _)) => models,
        Err(error) => {
            let (line, what) = diagnose(&text).unwrap_or_else(|| {
                let read = &text.as_bytes()[..text.len() - rest.len()];
                (read.split(|&b| b == b'\n').count().saturating_sub(1).max(1), error.to_string())
            });
            return Err(ReadError::line(path, line, what));
        }
    };
    let mut mesh = Mesh::default();
    for tobj::Model { mesh: model, .. } in models {
        let base = u32::try_from(mesh.vertices.len())
            .map_err(|_| ReadError::content(path, "more than 2^32 vertices".to_owned()))?;
        mesh.vertices.extend(model.positions.chunks_exact(3).map(DVec3::from_slice));
        let corners = |c: &[u32]| [c[0], c[1], c[2]].map(|vertex| base.saturating_add(vertex));
        mesh.triangles.extend(model.indices.chunks_exact(3).map(corners));
    }
    mesh.checked(path).map_err(|error| match diagnose(&text) {
        Some((line, what)) => ReadError::line(path, line, what),
        None => error,
    })
}

/// The first line that is wrong, from 1, and why: asked only when reading failed.
fn diagnose(text: &str) -> Option<(usize, String)> {
    let vertices = text.lines().filter(|line| line.split_whitespace().next() == Some("v"));
    let vertices = vertices.map(|_| 1).sum();
    let mut seen = 0;
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace();
        let fault = match words.next() {
            Some("v") => {
                seen += 1;
                vertex_fault(&words.collect::<Vec<_>>())
            }
            Some("f") => words.find_map(|corner| corner_fault(corner, seen, vertices)),
            _ => None,
        };
        if let Some(what) = fault {
            return Some((number, what));
        }
    }
    None
}

fn vertex_fault(words: &[&str]) -> Option<String> {
    if words.len() < 3 {
        return Some(format!("a vertex needs three numbers, got {}", words.len()));
    }
    words.iter().zip(["x", "y", "z"]).find_map(|(word, axis)| match word.parse::<f64>() {
        Ok(number) if number.is_finite() => None,
        Ok(number) => Some(format!("{axis} must be finite, got {number}")),
        Err(_) => Some(format!("{axis} must be a number, got '{word}'")),
    })
}

fn corner_fault(corner: &str, seen: i64, vertices: i64) -> Option<String> {
    let word = corner.split('/').next().unwrap_or_default();
    match word.parse::<i64>() {
        Err(_) => Some(format!("a face needs vertex numbers, got '{corner}'")),
        Ok(0) => Some("face names vertex 0: vertices count from 1".to_owned()),
        Ok(index) if index < -seen => {
            Some(format!("face names vertex {index}, counted back, but only {seen} stand before it"))
        }
        Ok(index) if index > vertices => {
            Some(format!("face names vertex {index}, but the file has {vertices}"))
        }
        Ok(_) => None,
    }
}
