// Meshes of triangles and scenes of placed meshes over the WebAssembly module. `api.d.ts` documents them.

import { BarycastError, call, invalid, isList, whole } from './fault.js';
import { MeshesF32, MeshesF64, MeshF32, MeshF64, SceneF32, SceneF64 } from './wasm/barycast.js';

/** Returns the object of the module behind a mesh or scene. */
let open;
/** Gives a mesh or scene the object of the module. */
let set;
/** Returns a list as numbers of the precision of a mesh or scene. */
let numbers;

/** Queries that meshes and scenes share. */
class Surface {
  #handle;
  #Numbers;

  static {
    open = (surface) => surface.#open();
    set = (surface, handle) => {
      surface.#handle = handle;
    };
    numbers = (surface, field, list) => surface.#numbers(field, list);
  }

  constructor(Numbers) {
    this.#Numbers = Numbers;
  }

  get precision() {
    return this.#Numbers === Float32Array ? 'f32' : 'f64';
  }

  castFirst(rays, options) {
    return this.#hits('cast_first', rays, options);
  }

  castAll(rays, options) {
    return this.#hits('cast_all', rays, options);
  }

  castAny(rays, { minT = 0, maxT = Infinity, cull = false } = {}) {
    const handle = this.#open();
    return call(() => handle.cast_any(this.#numbers('rays', rays), minT, maxT, cull));
  }

  castOne(ray, { minT = 0, maxT = Infinity, cull = false } = {}) {
    if (!isList(ray) || ray.length !== 6) throw invalid('ray', 'six numbers, an origin and a direction');
    const handle = this.#open();
    let triangle;
    // Without a function for `call`, which costs as much as a short cast.
    try {
      triangle = handle.cast_one(ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], minT, maxT, cull);
    } catch (thrown) {
      call(() => {
        throw thrown;
      });
    }
    if (triangle < 0) return null;
    const hit = { t: handle.last(0), triangle, uv: [handle.last(1), handle.last(2)], front: handle.last(3) === 1 };
    if (this instanceof Scene) hit.instance = handle.last(4);
    return hit;
  }

  closest(points) {
    const handle = this.#open();
    const near = call(() => handle.closest(this.#numbers('points', points)));
    const result = { distance: near.distance(), triangle: near.triangle(), point: near.point() };
    if (this instanceof Scene) result.instance = near.instance();
    near.free();
    return result;
  }

  contains(points) {
    const handle = this.#open();
    return call(() => handle.contains(this.#numbers('points', points)));
  }

  signedDistance(points) {
    const handle = this.#open();
    return call(() => handle.signed_distance(this.#numbers('points', points)));
  }

  free() {
    this.#handle?.free();
    this.#handle = null;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }

  #open() {
    if (!this.#handle) {
      const message = `the ${this instanceof Scene ? 'scene' : 'mesh'} was freed`;
      throw new BarycastError({ code: 'freed', message });
    }
    return this.#handle;
  }

  #numbers(field, list) {
    if (!isList(list)) throw invalid(field, 'a typed array or a list of numbers');
    return list instanceof this.#Numbers ? list : this.#Numbers.from(list);
  }

  #hits(name, rays, { minT = 0, maxT = Infinity, cull = false } = {}) {
    const handle = this.#open();
    const hits = call(() => handle[name](this.#numbers('rays', rays), minT, maxT, cull));
    const result = {
      t: hits.t(),
      triangle: hits.triangle(),
      point: hits.point(),
      normal: hits.normal(),
      uv: hits.uv(),
      front: hits.front(),
    };
    if (this instanceof Scene) result.instance = hits.instance();
    if (name === 'cast_all') result.offsets = hits.offsets();
    hits.free();
    return result;
  }
}

/** Numbers of a placement: none for the identity, 16 in column-major order, or those of an object like `Matrix4` of three.js. */
function placement(surface, matrix) {
  return numbers(surface, 'matrix', matrix?.elements ?? matrix ?? []);
}

/** Checks that another mesh can be compared with a mesh, and returns the object of the module behind it. */
function other(mesh, other) {
  if (!(other instanceof TriMesh)) throw invalid('other', 'a TriMesh');
  if (other.precision !== mesh.precision) throw invalid('other', `a mesh in ${mesh.precision}, got one in ${other.precision}`);
  return open(other);
}

export class TriMesh extends Surface {
  constructor(positions, indices) {
    if (!isList(positions)) throw invalid('positions', 'a Float32Array, a Float64Array or a list of numbers');
    super(positions instanceof Float32Array ? Float32Array : Float64Array);
    const Mesh = positions instanceof Float32Array ? MeshF32 : MeshF64;
    const list = indices ?? Uint32Array.from({ length: Math.floor(positions.length / 3) }, (_, i) => i);
    set(this, call(() => new Mesh(numbers(this, 'positions', positions), whole('indices', list))));
  }

  get triangleCount() {
    return open(this).triangle_count();
  }

  refit(positions) {
    const handle = open(this);
    call(() => handle.refit(numbers(this, 'positions', positions)));
  }

  intersects(mesh, matrix) {
    const [a, b] = [open(this), other(this, mesh)];
    return call(() => a.intersects(b, placement(this, matrix)));
  }

  intersectingTriangles(mesh, matrix) {
    const [a, b] = [open(this), other(this, mesh)];
    return call(() => a.intersecting_triangles(b, placement(this, matrix)));
  }

  intersectionSegments(mesh, matrix) {
    const [a, b] = [open(this), other(this, mesh)];
    return call(() => a.intersection_segments(b, placement(this, matrix)));
  }

  slice(normal, distance) {
    const handle = open(this);
    const lines = call(() => handle.slice(numbers(this, 'normal', normal), distance));
    const result = { points: lines.points(), triangles: lines.triangles(), offsets: lines.offsets(), closed: lines.closed() };
    lines.free();
    return result;
  }

  visits(ray, { minT = 0, maxT = Infinity, cull = false } = {}) {
    if (!isList(ray) || ray.length !== 6) throw invalid('ray', 'six numbers, an origin and a direction');
    const handle = open(this);
    const list = call(() => handle.visits(numbers(this, 'ray', ray), minT, maxT, cull));
    return Array.from({ length: list.length / 8 }, (_, i) => {
      const [depth, triangles] = list.subarray(8 * i + 6, 8 * i + 8);
      return { min: [...list.subarray(8 * i, 8 * i + 3)], max: [...list.subarray(8 * i + 3, 8 * i + 6)], depth, triangles: triangles < 0 ? null : triangles };
    });
  }

  topology() {
    const handle = open(this);
    const [closed, pieces, openEdges, nonManifoldEdges, flippedEdges, degenerateTriangles] = call(() => handle.topology());
    return { closed: closed === 1, pieces, openEdges, nonManifoldEdges, flippedEdges, degenerateTriangles };
  }

  distanceTo(mesh, matrix, { maxDistance = Infinity } = {}) {
    const [a, b] = [open(this), other(this, mesh)];
    const found = call(() => a.distance_to(b, placement(this, matrix), maxDistance));
    if (found.length === 0) return null;
    const [distance, x, y, z, u, v, w, triangle_a, triangle_b] = found;
    return { distance, point_a: [x, y, z], point_b: [u, v, w], triangle_a, triangle_b };
  }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export class Scene extends Surface {
  constructor(instances) {
    const list = Array.isArray(instances) ? instances : [];
    if (list.length === 0) throw invalid('instances', 'a list with at least one { mesh, matrix }');
    const places = new Map();
    for (const [at, instance] of list.entries()) {
      const mesh = instance?.mesh;
      if (!(mesh instanceof TriMesh)) throw invalid(`instances[${at}].mesh`, 'a TriMesh');
      if (mesh.precision !== list[0].mesh.precision) throw invalid(`instances[${at}].mesh`, `a mesh in ${list[0].mesh.precision} like the first, got one in ${mesh.precision}`);
      if (!places.has(mesh)) places.set(mesh, places.size);
    }
    const isSingle = list[0].mesh.precision === 'f32';
    super(isSingle ? Float32Array : Float64Array);
    const matrices = new (isSingle ? Float32Array : Float64Array)(16 * list.length);
    for (const [at, { matrix }] of list.entries()) {
      const given = matrix?.elements ?? matrix ?? IDENTITY;
      if (!isList(given) || given.length !== 16) throw invalid(`instances[${at}].matrix`, '16 numbers in column-major order');
      matrices.set(given, 16 * at);
    }
    const meshes = call(() => new (isSingle ? MeshesF32 : MeshesF64)());
    try {
      for (const mesh of places.keys()) meshes.add(open(mesh));
      const each = Uint32Array.from(list, ({ mesh }) => places.get(mesh));
      set(this, call(() => new (isSingle ? SceneF32 : SceneF64)(meshes, each, matrices)));
    } finally {
      meshes.free();
    }
  }

  get instanceCount() {
    return open(this).instance_count();
  }

  setMatrix(instance, matrix) {
    const handle = open(this);
    const [index] = whole('instance', [instance]);
    call(() => handle.place(index, placement(this, matrix)));
  }
}
