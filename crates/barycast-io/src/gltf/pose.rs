//! Rest pose of morph targets and skins.
//!
//! A vertex is moved by each morph target's displacement times its weight, and then by its joints:
//!
//! ```text
//! p = sum of w_k J_k B_k (q + sum of m_i d_i)
//! ```
//!
//! `J_k` maps joint k's coordinates to the scene's. `B_k` is the inverse of the same transform in
//! the bind pose. The placement of the node that shows the mesh is ignored. [glTF 3.7.2.2, 3.7.3]

use super::bytes::{Buffers, Values};
use super::json::{Document, Mesh, Node, Primitive};
use super::nodes;
use crate::ReadError;
use glam::{DAffine3, DMat4, DVec3};
use std::path::Path;

/// Largest number of sets of four joints.
const SETS: usize = 4;

/// The displacement of a primitive's vertices. Primitives with equal poses share a mesh.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Pose {
    /// Accessors of displacements with the bits of their nonzero weights.
    targets: Vec<(usize, u64)>,
    /// A skin with the accessors of joints and weights.
    skin: Option<(usize, Vec<[usize; 2]>)>,
}

impl Pose {
    /// Returns the pose of a primitive of the mesh that the node shows.
    pub(super) fn of(node: &Node, mesh: &Mesh, primitive: &Primitive) -> Result<Self, String> {
        let weights = node.weights.as_ref().or(mesh.weights.as_ref());
        let all = primitive.targets.iter().zip(weights.into_iter().flatten());
        let mut targets = Vec::new();
        for (target, weight) in all {
            if !weight.is_finite() {
                return Err(format!("a weight of its morph targets must be finite, got {weight}"));
            }
            if let Some(position) = target.position.filter(|_| *weight != 0.0) {
                targets.push((position, weight.to_bits()));
            }
        }
        let sets = primitive.attributes.skin_sets();
        if sets.len() > SETS && node.skin.is_some() {
            return Err(format!("more than {} joints per vertex are not supported", 4 * SETS));
        }
        let skin = node.skin.filter(|_| !sets.is_empty()).map(|skin| (skin, sets));
        Ok(Self { targets, skin })
    }

    /// Tests whether the posed vertices are in scene coordinates.
    pub(super) fn has_skin(&self) -> bool {
        self.skin.is_some()
    }

    pub(super) fn has_targets(&self) -> bool {
        !self.targets.is_empty()
    }

    /// Returns the number of values read per coordinate in addition to the coordinate.
    pub(super) fn cost(&self) -> usize {
        self.targets.len() + self.skin.as_ref().map_or(0, |(_, sets)| 4 * sets.len())
    }
}

/// A pose with its values.
pub(super) struct Posing<'a> {
    targets: Vec<(Values<'a, 3>, f64)>,
    /// Transform from the mesh to the scene for each joint.
    joints: Vec<DAffine3>,
    sets: Vec<[Values<'a, 4>; 2]>,
    /// Number of vertices without weights, which follow their first joint.
    pub(super) weightless: usize,
}

/// The document in its rest pose: transforms of its nodes, if there are skins.
pub(super) struct Rest<'r, 'a> {
    pub(super) path: &'r Path,
    pub(super) document: &'r Document<'a>,
    pub(super) buffers: &'r Buffers<'a>,
    /// Transform of each node to the scene.
    pub(super) worlds: &'r [Option<DAffine3>],
}

impl<'r> Rest<'r, '_> {
    /// Prepares the pose of a primitive with `count` vertices; `None` if nothing moves them.
    pub(super) fn posing(&self, pose: &Pose, count: usize) -> Result<Option<Posing<'r>>, ReadError> {
        let wrong =
            |accessor: usize, what: String| ReadError::item(self.path, format!("accessor {accessor}"), what);
        let counted = |accessor: usize, found: usize| match found {
            found if found == count => Ok(()),
            found => Err(wrong(
                accessor,
                format!("it must have a value for each of {count} vertices, got {found}"),
            )),
        };
        let mut posing = Posing { targets: Vec::new(), joints: Vec::new(), sets: Vec::new(), weightless: 0 };
        for (accessor, weight) in &pose.targets {
            let values = self.buffers.values::<3>(*accessor, "VEC3")?;
            counted(*accessor, values.count)?;
            posing.targets.push((values, f64::from_bits(*weight)));
        }
        if let Some((skin, sets)) = &pose.skin {
            posing.joints = self.joints(*skin)?;
            for [joints, weights] in sets {
                let both = [joints, weights].map(|accessor| {
                    let values = self.buffers.values::<4>(*accessor, "VEC4")?;
                    counted(*accessor, values.count).map(|()| values)
                });
                let [joint_values, weight_values] = both;
                posing.sets.push([joint_values?, weight_values?]);
            }
        }
        Ok((posing.targets.len() + posing.sets.len() > 0).then_some(posing))
    }

    /// Returns the transform from the mesh to the scene for each joint of a skin.
    fn joints(&self, index: usize) -> Result<Vec<DAffine3>, ReadError> {
        let item = || format!("skin {index}");
        let wrong = |what: String| ReadError::item(self.path, item(), what);
        let skin = self.document.skins.get(index).ok_or_else(|| wrong("there is no such skin".to_owned()))?;
        let inverses =
            skin.inverse_bind_matrices.map(|i| self.buffers.values::<16>(i, "MAT4")).transpose()?;
        if let Some(inverses) = inverses.as_ref().filter(|inverses| inverses.count < skin.joints.len()) {
            let (joints, count) = (skin.joints.len(), inverses.count);
            return Err(wrong(format!("it has {joints} joints, but {count} inverse bind matrices")));
        }
        let joint = |(i, node): (usize, &usize)| {
            let world = self.worlds.get(*node).copied().flatten().ok_or_else(|| {
                let title = nodes::title(self.document, *node);
                wrong(format!("its joint {i}, {title}, has no finite placement"))
            })?;
            let inverse =
                inverses.as_ref().map_or(DMat4::IDENTITY, |all| DMat4::from_cols_array(&all.get(i)));
            Ok(world * DAffine3::from_mat4(inverse))
        };
        skin.joints.iter().enumerate().map(joint).collect()
    }
}

impl Posing<'_> {
    /// Returns the position of vertex `index`, stored at `place`, in the pose.
    pub(super) fn place(&mut self, index: usize, mut place: DVec3) -> Result<DVec3, String> {
        for (values, weight) in &self.targets {
            place += DVec3::from_array(values.get(index)) * *weight;
        }
        if self.sets.is_empty() {
            return Ok(place);
        }
        let (mut sum, mut total, mut first) = (DVec3::ZERO, 0.0, None);
        for [joints, weights] in &self.sets {
            for (joint, weight) in joints.get(index).into_iter().zip(weights.get(index)) {
                let at = self.joints.get(joint as usize).filter(|_| joint >= 0.0 && joint.fract() == 0.0);
                let at = match at {
                    Some(at) => at.transform_point3(place),
                    // Unused joint indices of a vertex may contain anything.
                    None if weight == 0.0 => continue,
                    None => {
                        let count = self.joints.len();
                        return Err(format!(
                            "vertex {index} refers to joint {joint}, but the skin has {count}"
                        ));
                    }
                };
                first.get_or_insert(at);
                sum += at * weight;
                total += weight;
            }
        }
        if total != 0.0 {
            return Ok(sum / total);
        }
        self.weightless += 1;
        first.ok_or_else(|| format!("vertex {index} has no joint"))
    }

    /// Returns the largest change of a posed coordinate if the stored coordinates change by at most
    /// 1.
    pub(super) fn stretch(&self) -> f64 {
        let stretch = |joint: &DAffine3| crate::scene::stretch(&joint.matrix3);
        let targets = 1.0 + self.targets.iter().map(|(_, weight)| weight.abs()).sum::<f64>();
        targets
            * self
                .joints
                .iter()
                .map(stretch)
                .fold(None, |most: Option<f64>, s| Some(most.map_or(s, |m| m.max(s))))
                .unwrap_or(1.0)
    }
}
