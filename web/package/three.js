// Ray casts of three.js over trees of barycast. `three.d.ts` documents this file.
//
// A ray is taken into the coordinates of the geometry without normalizing its direction, so that `t` along it is `t`
// along the ray in the world. The tree finds the triangles; the members of an intersection are computed from them as
// `Mesh.raycast` of three does.

import { BackSide, BatchedMesh, BufferGeometry, FrontSide, InstancedMesh, Matrix4, Mesh, SkinnedMesh, Triangle, Vector2, Vector3 } from 'three';
import { sceneOf } from './three-instances.js';
import * as trees from './three-tree.js';

export * from './three-tree.js';

const { BoundsTree } = trees;

/** Raycasts of three, for objects without a tree. */
const ORIGINAL = {
  mesh: Mesh.prototype.raycast,
  instanced: InstancedMesh.prototype.raycast,
  skinned: SkinnedMesh.prototype.raycast,
  batched: BatchedMesh.prototype.raycast,
};

const inverse = new Matrix4();
const instanceInverse = new Matrix4();
const direction = new Vector3();
const corners = [new Vector3(), new Vector3(), new Vector3()];
const [edge, otherEdge] = [new Vector3(), new Vector3()];
/** The ray in the coordinates of an object. */
const local = { origin: new Vector3(), direction: new Vector3() };
// Shared by all casts: a ray that misses allocates nothing, because garbage shows in the time of a ray.
const numbers = [0, 0, 0, 0, 0, 0];
const options = { minT: 0, maxT: Infinity, cull: false };
const everyFace = [{ from: 0, to: Infinity, side: FrontSide, materialIndex: 0 }];

export function install() {
  for (const { prototype } of [Mesh, InstancedMesh, SkinnedMesh, BatchedMesh]) prototype.raycast = acceleratedRaycast;
  const { computeBoundsTree, refitBoundsTree, disposeBoundsTree } = trees;
  Object.assign(BufferGeometry.prototype, { computeBoundsTree, refitBoundsTree, disposeBoundsTree });
  Mesh.prototype.computePosedBoundsTree = trees.computePosedBoundsTree;
  Mesh.prototype.disposePosedBoundsTree = disposeBoundsTree;
  BatchedMesh.prototype.computeBoundsTree = trees.computeBatchedBoundsTree;
  BatchedMesh.prototype.disposeBoundsTree = trees.disposeBatchedBoundsTree;
}

export { disposeBoundsTree as disposePosedBoundsTree } from './three-tree.js';

export function acceleratedRaycast(raycaster, intersects) {
  if (this.isBatchedMesh) return castBatched(this, raycaster, intersects);
  if (this.isInstancedMesh) return castInstanced(this, raycaster, intersects);
  const original = this.isSkinnedMesh ? ORIGINAL.skinned : ORIGINAL.mesh;
  const isPosed = this.isSkinnedMesh || isMorphed(this);
  const tree = this.boundsTree ?? (isPosed ? null : this.geometry?.boundsTree);
  const faces = tree instanceof BoundsTree ? facesOf(this) : null;
  if (!faces || !intoLocal(this, raycaster)) return castByThree(original, this, raycaster, intersects);
  cast(tree.mesh, faces, raycaster, acceptMesh, this, intersects);
}

/** Adds the intersection of a hit on a mesh; `false` if three would not hit. */
function acceptMesh(hit, raycaster, object, intersects) {
  const read = (index, target) => object.getVertexPosition(index, target);
  const found = intersection(object, hit, 3 * hit.triangle, raycaster, local.direction, read);
  if (found) intersects.push(found);
  return found !== null;
}

/** Casts at an object as three does, and keeps the first hit if the raycaster wants no more. */
function castByThree(raycast, object, raycaster, intersects) {
  const from = intersects.length;
  raycast.call(object, raycaster, intersects);
  if (raycaster.firstHitOnly !== true || intersects.length < from + 2) return;
  const found = intersects.splice(from);
  intersects.push(found.reduce((best, hit) => (hit.distance < best.distance ? hit : best)));
}

function castInstanced(object, raycaster, intersects) {
  const tree = object.geometry?.boundsTree;
  const faces = tree instanceof BoundsTree ? facesOf(object) : null;
  const { array } = object.instanceMatrix;
  const instances = faces && intoLocal(object, raycaster) ? sceneOf(object, array, object.count, () => tree) : null;
  if (!instances?.ids) return castByThree(ORIGINAL.instanced, object, raycaster, intersects);
  const push = (found, instanceId) => intersects.push(Object.assign(found, { instanceId }));
  castInstances(object, instances, faces, raycaster, { matrices: array, startOf: () => 0, push });
}

function castBatched(object, raycaster, intersects) {
  const { boundsTrees, _instanceInfo: infos, _geometryInfo: geometries, material } = object;
  const isShown = (info) => info.visible && info.active;
  const isFresh = (info) => {
    const [tree, geometry] = [boundsTrees[info.geometryIndex], geometries[info.geometryIndex]];
    return tree instanceof BoundsTree && tree.start === geometry.start && tree.count === geometry.count;
  };
  const isKnown = boundsTrees && infos && geometries && infos.every((info) => !isShown(info) || isFresh(info));
  if (!isKnown || !intoLocal(object, raycaster)) return castByThree(ORIGINAL.batched, object, raycaster, intersects);
  // A batch has no groups, without which three hits nothing of a list of materials.
  if (material === undefined || Array.isArray(material)) return;
  const treeAt = (i) => (isShown(infos[i]) ? boundsTrees[infos[i].geometryIndex] : null);
  const { data } = object._matricesTexture.image;
  const instances = sceneOf(object, data, infos.length, treeAt);
  if (!instances.ids) return castByThree(ORIGINAL.batched, object, raycaster, intersects);
  const faces = [{ from: 0, to: Infinity, side: material.side, materialIndex: 0 }];
  const startOf = (instance) => treeAt(instance).start;
  const push = (found, batchId) => intersects.push(Object.assign(found, { batchId }));
  castInstances(object, instances, faces, raycaster, { matrices: data, startOf, push });
}

/**
 * Casts at a scene of instances. `rest` has their matrices, `startOf`, which returns where the triangles of an instance
 * begin in the index, and `push`, which adds an intersection with an instance.
 */
function castInstances(object, { scene, ids }, faces, raycaster, rest) {
  if (scene) cast(scene, faces, raycaster, acceptInstance, object, { ...rest, ids });
}

/** Adds the intersection of a hit on an instance; `false` if three would not hit. */
function acceptInstance(hit, raycaster, object, { ids, matrices, startOf, push }) {
  const { position } = object.geometry.attributes;
  const read = (index, target) => target.fromBufferAttribute(position, index);
  const instance = ids[hit.instance];
  instanceInverse.fromArray(matrices, 16 * instance).invert();
  transformVector(direction.copy(local.direction), instanceInverse);
  const found = intersection(object, hit, startOf(instance) + 3 * hit.triangle, raycaster, direction, read);
  if (found) push(found, instance);
  return found !== null;
}

/** Whether morph targets move the vertices. */
function isMorphed(mesh) {
  const isAny = mesh.morphTargetInfluences?.some((influence) => influence !== 0);
  return Boolean(isAny && mesh.geometry?.morphAttributes.position);
}

/**
 * Returns the faces of an object that can be hit: from one place in the index to another, by which side, with which
 * material. `null` if a range begins inside a triangle.
 */
function facesOf({ geometry, material }) {
  if (material === undefined) return [];
  const { drawRange, groups } = geometry;
  if (!Array.isArray(material) && drawRange.start === 0 && drawRange.count === Infinity) {
    everyFace[0].side = material.side;
    return everyFace;
  }
  const range = (from, to, { side }, materialIndex) => ({
    from: Math.max(from, drawRange.start),
    to: Math.min(to, drawRange.start + drawRange.count),
    side,
    materialIndex,
  });
  if (!Array.isArray(material)) return whole([range(0, Infinity, material, 0)]);
  const shown = groups.filter((group) => material[group.materialIndex]);
  return whole(shown.map(({ start, count, materialIndex: at }) => range(start, start + count, material[at], at)));
}

const isFront = ({ side }) => side === FrontSide;

function whole(faces) {
  return faces.every(({ from }) => from % 3 === 0) ? faces : null;
}

/** Takes the ray into the coordinates of an object; `false` if its matrix is singular or a projection. */
function intoLocal(object, raycaster) {
  const { elements: e } = object.matrixWorld;
  if (e[3] !== 0 || e[7] !== 0 || e[11] !== 0 || e[15] !== 1) return false;
  inverse.copy(object.matrixWorld).invert();
  // The inverse of a singular matrix is 0.
  if (inverse.elements[15] === 0) return false;
  local.origin.copy(raycaster.ray.origin).applyMatrix4(inverse);
  transformVector(local.direction.copy(raycaster.ray.direction), inverse);
  return true;
}

/** Applies the linear part of a matrix. */
function transformVector(v, { elements: e }) {
  const { x, y, z } = v;
  return v.set(e[0] * x + e[4] * y + e[8] * z, e[1] * x + e[5] * y + e[9] * z, e[2] * x + e[6] * y + e[10] * z);
}

/**
 * Calls `accept(hit, raycaster, object, rest)` for each hit of the local ray on a side that can be hit, in order of `t`,
 * or until it returns `true` if the raycaster wants the first hit only.
 */
function cast(target, faces, raycaster, accept, object, rest) {
  if (faces.length === 0) return;
  local.origin.toArray(numbers, 0);
  local.direction.toArray(numbers, 3);
  const length = raycaster.ray.direction.length();
  options.minT = raycaster.near / length;
  options.maxT = raycaster.far / length;
  options.cull = faces.every(isFront);
  const isFirst = raycaster.firstHitOnly === true;
  const only = faces[0];
  if (isFirst && faces.length === 1 && only.from === 0 && only.to === Infinity && only.side !== BackSide) {
    const hit = target.castOne(numbers, options);
    if (!hit) return;
    const [u, v] = hit.uv;
    const { t, triangle, instance } = hit;
    if (accept({ t, triangle, u, v, instance, materialIndex: only.materialIndex }, raycaster, object, rest)) return;
  }
  const { t, triangle, uv, front, instance } = target.castAll(numbers, options);
  for (let i = 0; i < t.length; i++) {
    const place = 3 * triangle[i];
    for (const { from, to, side, materialIndex } of faces) {
      if (place < from || place >= to || side === (front[i] === 1 ? BackSide : FrontSide)) continue;
      const hit = { t: t[i], triangle: triangle[i], u: uv[2 * i], v: uv[2 * i + 1], instance: instance?.[i], materialIndex };
      if (accept(hit, raycaster, object, rest) && isFirst) return;
    }
  }
}

/**
 * Returns the intersection as three describes it, or `null` for a triangle without area and one that the ray lies in,
 * which three does not hit. `place` is that of the triangle in the index, `direction` that of the ray in the coordinates
 * of the geometry, and `read` returns a vertex.
 */
function intersection(object, hit, place, raycaster, direction, read) {
  const { index, attributes } = object.geometry;
  const [a, b, c] = index ? [index.getX(place), index.getX(place + 1), index.getX(place + 2)] : [place, place + 1, place + 2];
  read(a, corners[0]);
  read(b, corners[1]);
  read(c, corners[2]);
  edge.subVectors(corners[1], corners[0]);
  otherEdge.subVectors(corners[2], corners[0]);
  if (edge.cross(otherEdge).dot(direction) === 0) return null;
  const point = raycaster.ray.at(hit.t, new Vector3());
  const barycoord = new Vector3(1 - hit.u - hit.v, hit.u, hit.v);
  const result = { distance: raycaster.ray.origin.distanceTo(point), point, object };
  const { uv, uv1, normal } = attributes;
  if (uv) result.uv = Triangle.getInterpolatedAttribute(uv, a, b, c, barycoord, new Vector2());
  if (uv1) result.uv1 = Triangle.getInterpolatedAttribute(uv1, a, b, c, barycoord, new Vector2());
  if (normal) {
    result.normal = Triangle.getInterpolatedAttribute(normal, a, b, c, barycoord, new Vector3());
    if (result.normal.dot(direction) > 0) result.normal.negate();
  }
  const face = { a, b, c, normal: Triangle.getNormal(...corners, new Vector3()), materialIndex: hit.materialIndex };
  return Object.assign(result, { face, barycoord, faceIndex: Math.floor(place / 3) });
}
