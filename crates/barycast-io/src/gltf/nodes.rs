//! The node hierarchy and its transforms.

use super::json::{Document, Node};
use crate::ReadError;
use glam::{DAffine3, DMat4, DQuat, DVec3};
use std::path::Path;

/// Formats a node for messages: `node 3 "wheel"`.
pub(super) fn title(document: &Document<'_>, index: usize) -> String {
    match document.nodes.get(index).and_then(|node| node.name.as_deref()) {
        Some(name) => format!("node {index} {name:?}"),
        None => format!("node {index}"),
    }
}

/// A node of the scene.
pub(super) struct Placed {
    /// Index in the document.
    pub(super) node: usize,
    /// Index of the parent in the list of placed nodes.
    pub(super) parent: Option<usize>,
    pub(super) world_from_node: DAffine3,
}

/// The visible nodes of a scene.
pub(super) struct Shown {
    /// Nodes with their transforms, parents first.
    pub(super) placed: Vec<Placed>,
    /// Number of hidden nodes with a mesh.
    pub(super) hidden: usize,
}

/// Returns the nodes of the default scene, else of the first scene, else all nodes. Hidden nodes
/// are left out with their descendants. Nodes with a wrong placement, and their descendants, are
/// passed to `fail`, which may return an error.
pub(super) fn shown(
    path: &Path,
    document: &Document<'_>,
    fail: &mut dyn FnMut(usize, ReadError) -> Result<(), ReadError>,
) -> Result<Shown, ReadError> {
    let nodes = &document.nodes;
    let wrong = |index: usize, what: String| ReadError::item(path, title(document, index), what);
    let parents = parents(path, document)?;
    let roots: Vec<usize> = match (document.scene, document.scenes.get(document.scene.unwrap_or(0))) {
        (_, Some(scene)) => scene.nodes.clone(),
        (Some(index), None) => return Err(ReadError::content(path, format!("there is no scene {index}"))),
        (None, None) => (0..nodes.len()).filter(|&index| parents[index].is_none()).collect(),
    };
    let mut stack = Vec::with_capacity(roots.len());
    let mut is_root = vec![false; nodes.len()];
    for &root in roots.iter().rev() {
        match parents.get(root) {
            None => return Err(wrong(root, "a scene refers to it, but it does not exist".to_owned())),
            Some(Some(parent)) => {
                let what =
                    format!("a scene lists it as a root, but it is a child of {}", title(document, *parent));
                return Err(wrong(root, what));
            }
            Some(None) if is_root[root] => return Err(wrong(root, "a scene lists it twice".to_owned())),
            Some(None) => {
                is_root[root] = true;
                stack.push((root, None, DAffine3::IDENTITY));
            }
        }
    }
    let (mut placed, mut hidden) = (Vec::new(), 0);
    while let Some((index, parent, world_from_parent)) = stack.pop() {
        let children = nodes[index].children.iter().rev();
        if !nodes[index].is_visible() {
            let mut below = vec![index];
            while let Some(index) = below.pop() {
                hidden += usize::from(nodes[index].mesh.is_some());
                below.extend(&nodes[index].children);
            }
            continue;
        }
        let beyond = || "its placement is beyond the range of f64".to_owned();
        let world_from_node = place(&nodes[index]).and_then(|parent_from_node| {
            Some(world_from_parent * parent_from_node).filter(DAffine3::is_finite).ok_or_else(beyond)
        });
        match world_from_node {
            Ok(world_from_node) => {
                stack.extend(children.map(|child| (*child, Some(placed.len()), world_from_node)));
                placed.push(Placed { node: index, parent, world_from_node });
            }
            Err(what) => {
                fail(index, wrong(index, what))?;
                let mut below: Vec<usize> = children.copied().collect();
                while let Some(lower) = below.pop() {
                    let what = format!("it is below {}, whose placement is wrong", title(document, index));
                    fail(lower, wrong(lower, what))?;
                    below.extend(nodes[lower].children.iter().rev());
                }
            }
        }
    }
    Ok(Shown { placed, hidden })
}

/// Returns the transform of each node of the document to its scene; `None` if it is not finite.
pub(super) fn worlds(path: &Path, document: &Document<'_>) -> Result<Vec<Option<DAffine3>>, ReadError> {
    let nodes = &document.nodes;
    let parents = parents(path, document)?;
    let mut worlds = vec![None; nodes.len()];
    let roots = (0..nodes.len()).filter(|index| parents[*index].is_none());
    let mut stack: Vec<(usize, DAffine3)> = roots.map(|root| (root, DAffine3::IDENTITY)).collect();
    while let Some((index, world_from_parent)) = stack.pop() {
        let world = place(&nodes[index]).ok().map(|parent_from_node| world_from_parent * parent_from_node);
        if let Some(world) = world.filter(DAffine3::is_finite) {
            worlds[index] = Some(world);
            stack.extend(nodes[index].children.iter().map(|child| (*child, world)));
        }
    }
    Ok(worlds)
}

/// Returns the parent of each node of the document. Every chain of parents ends.
pub(super) fn parents(path: &Path, document: &Document<'_>) -> Result<Vec<Option<usize>>, ReadError> {
    let nodes = &document.nodes;
    let mut parents = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for &child in &node.children {
            let wrong = |what| Err(ReadError::item(path, title(document, child), what));
            match parents.get_mut(child) {
                None => {
                    return wrong(format!("{} refers to it, but it does not exist", title(document, index)));
                }
                Some(Some(other)) => {
                    let (one, other) = (title(document, *other), title(document, index));
                    return wrong(format!("it has two parents, {one} and {other}"));
                }
                Some(parent) => *parent = Some(index),
            }
        }
    }
    // Every node has at most one parent: unreachable nodes are in a cycle or below one.
    let mut reached = vec![false; nodes.len()];
    let mut stack: Vec<usize> = (0..nodes.len()).filter(|&index| parents[index].is_none()).collect();
    while let Some(index) = stack.pop() {
        reached[index] = true;
        stack.extend(&nodes[index].children);
    }
    if let Some(mut index) = reached.iter().position(|reached| !reached) {
        for _ in 0..nodes.len() {
            index = parents[index].unwrap_or(index);
        }
        return Err(ReadError::item(path, title(document, index), "it is its own ancestor"));
    }
    Ok(parents)
}

/// Returns the nearest named node for each node of the document: itself, or an ancestor that is not
/// a root; `None` without one.
pub(super) fn named(document: &Document<'_>, parents: &[Option<usize>]) -> Vec<Option<usize>> {
    let nodes = &document.nodes;
    let mut named = vec![None; nodes.len()];
    let mut stack: Vec<usize> = (0..nodes.len()).filter(|&index| parents[index].is_none()).collect();
    while let Some(index) = stack.pop() {
        let has_name = nodes[index].name.as_ref().is_some_and(|name| !name.is_empty());
        let above = parents[index].filter(|parent| parents[*parent].is_some());
        named[index] = if has_name { Some(index) } else { above.and_then(|parent| named[parent]) };
        stack.extend(&nodes[index].children);
    }
    named
}

/// Returns the transform from the node's coordinates to its parent's.
fn place(node: &Node) -> Result<DAffine3, String> {
    if let Some(matrix) = &node.matrix {
        let matrix = DMat4::from_cols_array(matrix);
        if matrix.row(3).to_array() != [0.0, 0.0, 0.0, 1.0] {
            return Err("the last row of its matrix must be 0, 0, 0, 1".to_owned());
        }
        return Ok(DAffine3::from_mat4(matrix));
    }
    trs(node.translation, node.rotation, node.scale)
}

/// Combines scale, rotation and translation, applied in this order.
pub(super) fn trs(
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
) -> Result<DAffine3, String> {
    let rotation = match rotation.map(DQuat::from_array) {
        None => DQuat::IDENTITY,
        // Decimals of a unit quaternion do not have length 1 exactly.
        Some(rotation) => match rotation.length() {
            length if length > 0.0 && length.is_finite() => rotation / length,
            length => return Err(format!("its rotation must have length 1, got {length}")),
        },
    };
    let translation = translation.map_or(DVec3::ZERO, DVec3::from_array);
    let scale = scale.map_or(DVec3::ONE, DVec3::from_array);
    Ok(DAffine3::from_scale_rotation_translation(scale, rotation, translation))
}
