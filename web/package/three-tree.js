// Trees over geometries of three.js, and the methods that build them. `three.d.ts` documents this file.

import { Vector3 } from 'three';
import { BarycastError } from './fault.js';
import { TriMesh } from './mesh.js';

const vertex = new Vector3();

function bad(field, message) {
  return new BarycastError({ code: 'invalid_shape', field, message: `${field} must ${message}` });
}

/**
 * Returns the coordinates of `count` vertices from `first` on: those that `read(vertex, target)` poses, or those of the
 * attribute, without a copy if it is a plain array of the precision.
 */
function coordinates(position, precision, read, first, count) {
  const Numbers = precision === 'f32' ? Float32Array : Float64Array;
  const { array } = position;
  const isPlain = !read && !position.isInterleavedBufferAttribute && !position.normalized;
  if (isPlain && (array instanceof Float32Array || array instanceof Float64Array)) {
    const used = array.subarray(3 * first, 3 * (first + count));
    return used instanceof Numbers ? used : Numbers.from(used);
  }
  const list = new Numbers(3 * count);
  for (let i = 0; i < count; i++) {
    if (read) read(first + i, vertex);
    else vertex.fromBufferAttribute(position, first + i);
    list[3 * i] = vertex.x;
    list[3 * i + 1] = vertex.y;
    list[3 * i + 2] = vertex.z;
  }
  return list;
}

/** Returns the vertices, counted from `first` on, of the whole triangles from place `start` of the index to `end`. */
function triangles({ index }, start, end, first) {
  const list = new Uint32Array(3 * Math.max(0, Math.floor((end - start) / 3)));
  for (let i = 0; i < list.length; i++) list[i] = (index ? index.getX(start + i) : start + i) - first;
  return list;
}

/** Names the members of the geometry in errors. */
function checked(build) {
  try {
    return build();
  } catch (thrown) {
    const field = { positions: 'geometry.attributes.position', indices: 'geometry.index' }[thrown.field];
    if (!(thrown instanceof BarycastError) || !field) throw thrown;
    throw new BarycastError({ code: thrown.code, field, message: `${field}: ${thrown.message}` });
  }
}

export class BoundsTree {
  #vertices;
  #read;

  /** `range` is a part of a batch, as `BatchedMesh` lists it; `read` poses a vertex. */
  constructor(geometry, { precision = 'f64' } = {}, range = null, read = null) {
    if (!geometry?.isBufferGeometry) throw bad('geometry', 'be a BufferGeometry');
    const { position } = geometry.attributes;
    if (!position) throw bad('geometry.attributes.position', 'exist');
    if (position.itemSize !== 3) {
      throw bad('geometry.attributes.position', `have three numbers a vertex, got ${position.itemSize}`);
    }
    if (precision !== 'f32' && precision !== 'f64') throw bad('precision', `be 'f32' or 'f64', got ${precision}`);
    const places = geometry.index ? geometry.index.count : position.count;
    this.geometry = geometry;
    this.precision = precision;
    /** First place in the index, or among the vertices of a geometry without one. */
    this.start = range ? range.start : 0;
    this.count = range ? range.count : places;
    /** Number of refits, so that scenes notice them. */
    this.version = 0;
    this.#vertices = range ? [range.vertexStart, range.vertexCount] : [0, position.count];
    this.#read = read;
    const end = Math.min(this.start + this.count, places);
    this.mesh = checked(() => new TriMesh(this.#coordinates(), triangles(geometry, this.start, end, this.#vertices[0])));
  }

  refit() {
    checked(() => this.mesh.refit(this.#coordinates()));
    this.version++;
  }

  closestPointToPoint(point, target = {}) {
    const near = this.mesh.closest([point.x, point.y, point.z]);
    if (near.triangle[0] < 0) return null;
    target.point = (target.point ?? new Vector3()).fromArray(near.point);
    target.distance = near.distance[0];
    target.faceIndex = Math.floor((this.start + 3 * near.triangle[0]) / 3);
    return target;
  }

  intersectsGeometry(geometry, matrix) {
    const tree = geometry.boundsTree;
    if (tree instanceof BoundsTree && tree.precision === this.precision) return this.mesh.intersects(tree.mesh, matrix);
    const other = new BoundsTree(geometry, { precision: this.precision });
    try {
      return this.mesh.intersects(other.mesh, matrix);
    } finally {
      other.free();
    }
  }

  free() {
    this.mesh.free();
  }

  #coordinates() {
    return coordinates(this.geometry.attributes.position, this.precision, this.#read, ...this.#vertices);
  }
}

export function computeBoundsTree(options) {
  const tree = new BoundsTree(this, options);
  this.boundsTree?.free?.();
  this.boundsTree = tree;
  return tree;
}

export function refitBoundsTree() {
  if (!(this.boundsTree instanceof BoundsTree)) throw bad('boundsTree', 'exist: call computeBoundsTree() first');
  this.boundsTree.refit();
}

export function disposeBoundsTree() {
  this.boundsTree?.free?.();
  this.boundsTree = null;
}

export function computePosedBoundsTree(options) {
  const old = this.boundsTree;
  const precision = options?.precision ?? old?.precision;
  if (old instanceof BoundsTree && old.geometry === this.geometry && old.precision === precision) {
    old.refit();
    return old;
  }
  const tree = new BoundsTree(this.geometry, { precision }, null, (index, target) => this.getVertexPosition(index, target));
  old?.free?.();
  this.boundsTree = tree;
  return tree;
}

export function computeBatchedBoundsTree(index = -1, options) {
  const list = this._geometryInfo;
  if (index >= list.length) throw bad('index', `be below ${list.length}, the number of geometries, got ${index}`);
  this.boundsTrees ??= [];
  for (const [at, info] of list.entries()) {
    if ((index >= 0 && index !== at) || info.active === false) continue;
    const tree = new BoundsTree(this.geometry, options, info);
    this.boundsTrees[at]?.free();
    this.boundsTrees[at] = tree;
  }
  return index < 0 ? this.boundsTrees : (this.boundsTrees[index] ?? null);
}

export function disposeBatchedBoundsTree(index = -1) {
  for (const [at, tree] of (this.boundsTrees ?? []).entries()) {
    if (index >= 0 && index !== at) continue;
    tree?.free();
    this.boundsTrees[at] = null;
  }
}
