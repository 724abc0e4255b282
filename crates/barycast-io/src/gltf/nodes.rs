//! The tree of nodes: who stands where.

use super::json::{Document, Node};
use crate::ReadError;
use glam::{DAffine3, DMat4, DQuat, DVec3};
use std::path::Path;

/// `node 3 "wheel"`.
pub(super) fn title(document: &Document<'_>, index: usize) -> String {
    match document.nodes.get(index).and_then(|node| node.name.as_deref()) {
        Some(name) => format!("node {index} {name:?}"),
        None => format!("node {index}"),
    }
}

/// A node of the scene.
pub(super) struct Placed {
    /// Its number in the document.
    pub(super) node: usize,
    /// Where the node that it hangs on is in the list of such.
    pub(super) parent: Option<usize>,
    pub(super) world_from_node: DAffine3,
}

/// The nodes that a scene shows.
pub(super) struct Shown {
    /// Each with its place in the scene, parents first.
    pub(super) placed: Vec<Placed>,
    /// How many nodes with a mesh are hidden.
    pub(super) hidden: usize,
}

/// The nodes of the default scene, of the first one where no default is named, or all where there are no scenes. Hidden ones
/// are left out with all that hangs on them. Those whose place is wrong, and those below them, go to `fail`, which may end it.
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
            None => return Err(wrong(root, "a scene names it, but there is no such node".to_owned())),
            Some(Some(parent)) => {
                let what =
                    format!("a scene names it as a root, but it is a child of {}", title(document, *parent));
                return Err(wrong(root, what));
            }
            Some(None) if is_root[root] => return Err(wrong(root, "a scene names it twice".to_owned())),
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
        let beyond = || "its place is beyond the range of numbers".to_owned();
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
                    let what = format!("it stands below {}, whose place is wrong", title(document, index));
                    fail(lower, wrong(lower, what))?;
                    below.extend(nodes[lower].children.iter().rev());
                }
            }
        }
    }
    Ok(Shown { placed, hidden })
}

/// Of each node of the document, in whatever scene, from its coordinates to the scene's; `None` where that is no finite place.
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

/// The parent of each node of the document; every node leads up to one without.
pub(super) fn parents(path: &Path, document: &Document<'_>) -> Result<Vec<Option<usize>>, ReadError> {
    let nodes = &document.nodes;
    let mut parents = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for &child in &node.children {
            let wrong = |what| Err(ReadError::item(path, title(document, child), what));
            match parents.get_mut(child) {
                None => {
                    return wrong(format!("{} names it, but there is no such node", title(document, index)));
                }
                Some(Some(other)) => {
                    let (one, other) = (title(document, *other), title(document, index));
                    return wrong(format!("it has two parents, {one} and {other}"));
                }
                Some(parent) => *parent = Some(index),
            }
        }
    }
    // With one parent each, those that no root leads to are in a circle, or below one.
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

/// For each node of the document the nearest one that has a name: itself, or one above it but for roots. `None` where there is
/// none.
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

/// From the node's coordinates to its parent's.
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

/// Scaled, then turned, then moved.
pub(super) fn trs(
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
) -> Result<DAffine3, String> {
    let rotation = match rotation.map(DQuat::from_array) {
        None => DQuat::IDENTITY,
        // The decimals of a unit quaternion are not one themselves.
        Some(rotation) => match rotation.length() {
            length if length > 0.0 && length.is_finite() => rotation / length,
            length => return Err(format!("its rotation must have length 1, got {length}")),
        },
    };
    let translation = translation.map_or(DVec3::ZERO, DVec3::from_array);
    let scale = scale.map_or(DVec3::ONE, DVec3::from_array);
    Ok(DAffine3::from_scale_rotation_translation(scale, rotation, translation))
}
