// Scenes over the instances of `InstancedMesh` and `BatchedMesh` of three.js.

import { BarycastError } from './fault.js';
import { Scene } from './mesh.js';

/** What was last built for an object. */
const built = new WeakMap();

/**
 * Returns the scene of the instances of an object as they are now, and the instances that it has, or `null` if they do
 * not make one. Nothing reports a changed matrix, so all are compared: 16 numbers an instance, where a cast of
 * three's inverts a matrix. A few that moved are moved, otherwise the scene is built anew.
 *
 * @param treeAt returns the tree of an instance, or `null` for one that is not shown
 */
export function sceneOf(object, matrices, count, treeAt) {
  const old = built.get(object);
  const moved = old ? changes(old, matrices, count, treeAt) : null;
  if (moved?.length === 0 || (moved && move(old, matrices, moved))) return old;
  old?.scene?.free();
  const made = make(matrices, count, treeAt);
  built.set(object, made);
  return made;
}

/** Returns the instances whose matrices changed, or `null` if anything else did. */
function changes(old, matrices, count, treeAt) {
  if (old.trees.length !== count) return null;
  const moved = [];
  for (let i = 0; i < count; i++) {
    const tree = treeAt(i);
    if (tree !== old.trees[i] || (tree && tree.version !== old.versions[i])) return null;
    if (!tree) continue;
    for (let at = 16 * i; at < 16 * i + 16; at++) {
      if (Object.is(matrices[at], old.matrices[at])) continue;
      moved.push(i);
      break;
    }
  }
  return moved;
}

/** Moves a few instances; `false` if they are many, or if one vanishes or appears. */
function move(old, matrices, moved) {
  if (!old.scene || moved.length > 8 + old.ids.length / 8) return false;
  for (const i of moved) {
    const matrix = matrices.slice(16 * i, 16 * i + 16);
    const slot = old.ids.indexOf(i);
    if (slot < 0 || isFlat(matrix)) return false;
    try {
      old.scene.setMatrix(slot, matrix);
    } catch (thrown) {
      if (thrown instanceof BarycastError) return false;
      throw thrown;
    }
    old.matrices.set(matrix, 16 * i);
  }
  return true;
}

function make(matrices, count, treeAt) {
  const [ids, instances, trees, versions] = [[], [], [], []];
  for (let i = 0; i < count; i++) {
    const tree = treeAt(i);
    trees.push(tree);
    versions.push(tree?.version);
    const matrix = matrices.subarray(16 * i, 16 * i + 16);
    // An instance without volume is a common way to hide one, and three hits none.
    if (!tree || isFlat(matrix)) continue;
    ids.push(i);
    instances.push({ mesh: tree.mesh, matrix });
  }
  const made = { ids, trees, versions, matrices: matrices.slice(0, 16 * count), scene: null };
  if (ids.length === 0) return made;
  try {
    made.scene = new Scene(instances);
  } catch (thrown) {
    // A matrix that is a projection or not finite: three casts at such instances one by one.
    if (!(thrown instanceof BarycastError) || thrown.code !== 'invalid_shape') throw thrown;
    return { ...made, ids: null };
  }
  return made;
}

/** Whether a matrix has the determinant 0. */
function isFlat(e) {
  const x = e[5] * e[10] - e[6] * e[9];
  const y = e[6] * e[8] - e[4] * e[10];
  const z = e[4] * e[9] - e[5] * e[8];
  return e[0] * x + e[1] * y + e[2] * z === 0;
}
