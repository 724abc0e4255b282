import type { Shape, Vector3 } from './shapes.js';

export * from './questions.js';

/** Numbers of a mesh, in its precision. */
export type Floats = Float32Array | Float64Array;

/** A typed array or a plain list. */
export type FloatsLike = Floats | readonly number[];

/**
 * A placement: 16 numbers in column-major order, the last row 0, 0, 0, 1, or an object that has them as `elements`,
 * like `Matrix4` of three.js. It may scale, shear and mirror.
 */
export type Matrix = FloatsLike | { readonly elements: readonly number[] };

/** Options of rays against a mesh or scene. */
export interface MeshCastOptions {
  /** Least `t`, inclusive; default 0. */
  minT?: number;
  /** Greatest `t`, inclusive; default infinite. */
  maxT?: number;
  /** Ignores triangles whose back the ray hits. */
  cull?: boolean;
}

/** Hits of many rays: an element, or a group of two or three, for each. */
export interface Hits {
  /** Parameter along the ray; `Infinity` for a miss. */
  t: Floats;
  /** Index of the triangle; -1 for a miss. */
  triangle: Int32Array;
  /** Points, three numbers each; NaN for a miss. */
  point: Floats;
  /** Unit normals of the fronts, three numbers each; NaN for a miss and for a triangle without area. */
  normal: Floats;
  /** Barycentric coordinates `u`, `v` of the point `a + u (b - a) + v (c - a)`; NaN for a miss. */
  uv: Floats;
  /** 1 for a hit on the front. */
  front: Uint8Array;
}

/** All hits of many rays: those of ray `i` are from `offsets[i]` to `offsets[i + 1]`, in order of `t`. */
export interface AllHits extends Hits {
  offsets: Uint32Array;
}

/** Hit of one ray. */
export interface RayHit {
  /** Parameter along the ray: the point is `origin + t * direction`. */
  t: number;
  /** Index of the triangle in its mesh. */
  triangle: number;
  /** Barycentric coordinates `u`, `v` of the point `a + u (b - a) + v (c - a)`. */
  uv: [number, number];
  /** Whether the ray hits the front. */
  front: boolean;
}

/** Closest points of a mesh to many points. */
export interface Closest {
  distance: Floats;
  /** Index of the triangle; -1 for a point that is not finite. */
  triangle: Int32Array;
  /** Closest points of the mesh, three numbers each. */
  point: Floats;
}

/** Closest points of two meshes. */
export interface MeshDistance {
  distance: number;
  point_a: Vector3;
  point_b: Vector3;
  triangle_a: number;
  triangle_b: number;
}

/** Polylines of a plane section: the points of line `i` are from `offsets[i]` to `offsets[i + 1]`. */
export interface SliceLines {
  /** Three numbers a point. */
  points: Floats;
  /** Index of the triangle through which the line continues from each point. */
  triangles: Uint32Array;
  offsets: Uint32Array;
  /** 1 for a line whose last point is connected to the first. */
  closed: Uint8Array;
}

/** A box of a mesh's tree that a ray visits. */
export interface Visit {
  min: number[];
  max: number[];
  /** Number of nodes above the box: 0 for the root. */
  depth: number;
  /** Number of triangles of a leaf; `null` for a node with children. */
  triangles: number | null;
}

/** What the edges say about a surface. */
export interface Topology {
  /** Whether every edge has two triangles that agree on the front: the mesh has an inside. */
  closed: boolean;
  /** Number of pieces that share no vertex. */
  pieces: number;
  /** Edges of a single triangle. */
  openEdges: number;
  /** Edges of more than two triangles. */
  nonManifoldEdges: number;
  /** Edges of two triangles whose fronts are on different sides. */
  flippedEdges: number;
  /** Triangles without area. */
  degenerateTriangles: number;
}

/** A mesh of a file. */
export interface FileMesh {
  /** Name in the file, otherwise that of the file; not necessarily unique. */
  name: string;
  /** Greatest distance of a coordinate from the author's number, due to rounding in the file. */
  resolution: number;
  /** Three coordinates a vertex. */
  positions: Float64Array;
  /** Three vertices a triangle. */
  indices: Uint32Array;
}

/** A placed mesh of a file. */
export interface FilePart {
  name: string;
  /** Index of its mesh. */
  mesh: number;
  /** From the coordinates of the mesh to those of the scene: 16 numbers in column-major order. */
  matrix: Float64Array;
  /** Linear red, green, blue and opacity, if the file has one colour for the part. */
  color: [number, number, number, number] | null;
}

/** Content of a mesh file. */
export interface FileScene {
  meshes: FileMesh[];
  parts: FilePart[];
  /** Length of one unit in metres if the format states it. */
  metresPerUnit: number | null;
  /** Peculiarities of the file that are no errors; `line` counts from 1 in files of text. */
  warnings: { kind: string; line: number | null; text: string }[];
  /** Number of faces of fewer than three corners, which are skipped. */
  shortFaces: number;
}

/**
 * Reads an OBJ, STL, PLY, OFF or GLB file from memory, or a glTF document whose buffers are embedded. The content decides the
 * format if it has a signature, otherwise the extension of `name` does. Nothing is repaired.
 *
 * ```js
 * const { meshes } = readMeshFile(await file.arrayBuffer(), file.name);
 * const mesh = new TriMesh(meshes[0].positions, meshes[0].indices);
 * ```
 *
 * @throws {BarycastError} with `code` `empty_file`, `unknown_format`, `compressed_file`, `broken_file`, or `io` for a file that
 *   refers to another one; the message names the place
 */
export function readMeshFile(bytes: ArrayBuffer | ArrayBufferView, name?: string): FileScene;

/**
 * Triangles under a bounding volume hierarchy.
 *
 * ```js
 * const mesh = new TriMesh(new Float32Array([0, 0, 0, 4, 0, 0, 0, 4, 0]), [0, 1, 2]);
 * const { t, triangle } = mesh.castFirst([1, 1, 5, 0, 0, -1]); // one ray: origin, direction
 * ```
 */
export class TriMesh {
  /**
   * Builds the tree.
   *
   * @param positions three coordinates a vertex. A `Float32Array` makes a mesh in `f32`, all else one in `f64`.
   * @param indices three vertices a triangle, counter-clockwise seen from the front; by default every three
   *   vertices are a triangle
   * @throws {BarycastError} with `field` `positions` or `indices`
   */
  constructor(positions: FloatsLike, indices?: Uint32Array | Uint16Array | Uint8Array | readonly number[]);
  readonly precision: 'f32' | 'f64';
  readonly triangleCount: number;
  /** Moves the vertices and refits the tree. Scenes keep the mesh that they were given. */
  refit(positions: FloatsLike): void;
  /** First hit of each ray: origin and direction, six numbers each. Watertight. */
  castFirst(rays: FloatsLike, options?: MeshCastOptions): Hits;
  /** 1 for each ray that hits anything. */
  castAny(rays: FloatsLike, options?: MeshCastOptions): Uint8Array;
  /** All hits of each ray. */
  castAll(rays: FloatsLike, options?: MeshCastOptions): AllHits;
  /** First hit of one ray, six numbers, or `null`. Faster than `castFirst` with one ray. */
  castOne(ray: FloatsLike, options?: MeshCastOptions): RayHit | null;
  /** Closest point of the mesh for each point. */
  closest(points: FloatsLike): Closest;
  /** 1 for each point inside a closed mesh or on it, exactly. */
  contains(points: FloatsLike): Uint8Array;
  /** Signed distance of each point from a closed mesh, negative inside. */
  signedDistance(points: FloatsLike): Floats;
  /**
   * Tests whether the two surfaces share a point, exactly; touching counts. A mesh inside another intersects it only
   * if the surfaces meet.
   *
   * @param mesh a mesh of the same precision
   * @param matrix places `mesh`; by default it is where its vertices are
   */
  intersects(mesh: TriMesh, matrix?: Matrix): boolean;
  /** All pairs of triangles that share a point: two indices each, one of this mesh and one of `mesh`, in order. */
  intersectingTriangles(mesh: TriMesh, matrix?: Matrix): Uint32Array;
  /**
   * The segments in which the two surfaces cross: two points each, six numbers. Along a curve the end of a segment is
   * the start of the next. Surfaces that only touch may cross in none.
   */
  intersectionSegments(mesh: TriMesh, matrix?: Matrix): Floats;
  /**
   * The polylines in which the plane `normal . p = distance` cuts the surface; all are closed if the mesh is closed. The side of each
   * vertex is decided exactly; a vertex on the plane counts as above it.
   *
   * @param normal three numbers, not necessarily of length 1
   */
  slice(normal: FloatsLike, distance: number): SliceLines;
  /** The boxes of the tree that `castOne` visits for a ray, in order: for pictures and counts. Takes time proportional to the size of the tree. */
  visits(ray: FloatsLike, options?: MeshCastOptions): Visit[];
  /** What the edges say about the surface. Vertices at the same position count as one. */
  topology(): Topology;
  /** The distance of the two surfaces and their closest points, or `null` if it exceeds `maxDistance`. 0 if they intersect. */
  distanceTo(mesh: TriMesh, matrix?: Matrix, options?: { maxDistance?: number }): MeshDistance | null;
  /** Releases the memory. Otherwise it is released some time after the object is unreachable. */
  free(): void;
}

/** Hits of many rays in a scene: points and normals in the coordinates of the scene. */
export interface SceneHits extends Hits {
  /** Index of the instance; -1 for a miss. */
  instance: Int32Array;
}

/** All hits of many rays in a scene. */
export interface AllSceneHits extends AllHits {
  instance: Int32Array;
}

/** Hit of one ray in a scene. */
export interface SceneRayHit extends RayHit {
  /** Index of the instance. */
  instance: number;
}

/** Closest points of a scene to many points. */
export interface SceneClosest extends Closest {
  /** Index of the instance; -1 for a point that is not finite. */
  instance: Int32Array;
}

/**
 * Placed meshes under one bounding volume hierarchy. A mesh is stored once however often it is placed.
 *
 * ```js
 * const lift = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 2, 1]; // columns; the last is the translation
 * const scene = new Scene([{ mesh }, { mesh, matrix: lift }]);
 * const { instance } = scene.castFirst([1, 1, 5, 0, 0, -1]);
 * ```
 */
export class Scene {
  /**
   * Builds the tree over the instances. Meshes may be freed or refitted afterwards: the scene keeps them as they are.
   *
   * @param instances meshes of one precision, by default where their vertices are
   * @throws {BarycastError} with `field` `instances`, `instances[i].mesh`, `instances[i].matrix`, or `matrix` for one
   *   that flattens the mesh, is a projection or is not finite
   */
  constructor(instances: readonly { mesh: TriMesh; matrix?: Matrix }[]);
  readonly precision: 'f32' | 'f64';
  readonly instanceCount: number;
  /** Moves an instance. Costs the logarithm of the number of instances. */
  setMatrix(instance: number, matrix: Matrix): void;
  /** First hit of each ray: origin and direction, six numbers each. */
  castFirst(rays: FloatsLike, options?: MeshCastOptions): SceneHits;
  /** 1 for each ray that hits anything. */
  castAny(rays: FloatsLike, options?: MeshCastOptions): Uint8Array;
  /** All hits of each ray, in order of `t`, then of the instance. */
  castAll(rays: FloatsLike, options?: MeshCastOptions): AllSceneHits;
  /** First hit of one ray, six numbers, or `null`. Faster than `castFirst` with one ray. */
  castOne(ray: FloatsLike, options?: MeshCastOptions): SceneRayHit | null;
  /** Closest point of the instances for each point. */
  closest(points: FloatsLike): SceneClosest;
  /** 1 for each point inside a closed instance or on it. */
  contains(points: FloatsLike): Uint8Array;
  /** Signed distance of each point from the surfaces of closed instances, negative inside one. */
  signedDistance(points: FloatsLike): Floats;
  /** Releases the memory. Otherwise it is released some time after the object is unreachable. */
  free(): void;
}

/** A body of a world: never the name of another one, even when it was removed. */
export type Body = bigint;

/** Stands for no body in `castFirst`. */
export const NO_BODY: Body;

/**
 * With which bodies a body may form a pair: the mask of each must have a bit of the memberships of the other. In queries, among
 * which bodies they search.
 */
export interface BodyFilter {
  /** Groups that the body belongs to, 32 bits; default 1. */
  memberships?: number;
  /** Groups with which it may form pairs; default all. */
  mask?: number;
}

/** A contact that started, persists or stopped in a step. */
export interface ContactEvent {
  type: 'started' | 'persisted' | 'stopped';
  a: Body;
  b: Body;
  /** Whether one of them is a sensor. */
  sensor: boolean;
  /** A point of both bodies; of the last contact if it stopped. */
  point: number[];
  /** Unit normal from `a` to `b`; `null` if no translation separates the bodies, or if it is unknown. */
  normal: number[] | null;
  /** Moving `b` by `normal * depth` separates the bodies; `Infinity` if no translation does, `null` if unknown. */
  depth: number | null;
}

/** Contact points of two bodies. */
export interface BodyManifold {
  a: Body;
  b: Body;
  normal: number[] | null;
  points: { point_a: number[]; point_b: number[]; depth: number }[];
}

/** First hits of many rays: an element, or a vector, for each. */
export interface BodyHits {
  /** Parameter along the ray; `Infinity` for a miss. */
  t: Float64Array;
  /** `NO_BODY` for a miss. */
  body: BigUint64Array;
  /** NaN for a miss. */
  point: Float64Array;
  /** Unit normals; NaN for a miss and for a ray that starts inside. */
  normal: Float64Array;
  /** 1 for a ray that arrives from outside. */
  front: Uint8Array;
}

/** First touch of a moving shape. */
export interface BodyImpact {
  /** Never later than the touch. */
  t: number;
  body: Body;
  point: number[];
  /** Unit normal from the body to the shape. */
  normal: number[] | null;
}

/** A body near a shape, with the closest points of the shape and of the body. */
export interface NearBody {
  body: Body;
  distance: number;
  point_a: number[];
  point_b: number[];
}

/**
 * Bodies of any shape that are added, moved and removed, with events when they touch. It detects collisions and computes their
 * contacts; what the bodies then do is up to the caller.
 *
 * ```js
 * const world = new World();
 * const ground = world.add({ half_space: { normal: [0, 0, 1], distance: 0 } });
 * const ball = world.add({ sphere: { center: [0, 0, 0], radius: 1 } }, { pose: [0, 0, 2, 0, 0, 0, 1] });
 * world.step(); // []
 * world.setPose(ball, [0, 0, 0.5, 0, 0, 0, 1]);
 * world.step(); // [{ type: 'started', a: ground, b: ball, normal: [0, 0, 1], depth: 0.5, ... }]
 * ```
 *
 * A pose maps from the coordinates in which the shape was given: three numbers and a unit quaternion `x, y, z, w` in space, two
 * numbers and an angle in radians in the plane. A call that throws changes nothing.
 */
export class World {
  /** @param dimensions 2 or 3; default 3 */
  constructor(dimensions?: 2 | 3);
  readonly dimensions: 2 | 3;
  /** All bodies. */
  readonly bodies: BigUint64Array;
  /** Tests whether the body is in the world. */
  has(body: Body): boolean;
  /**
   * Adds a body. A sensor emits events, but has no manifolds.
   *
   * @throws {BarycastError} with `field` `pose`, or a path such as `shape.sphere.radius`
   */
  add(shape: Shape, options?: BodyFilter & { pose?: FloatsLike; sensor?: boolean }): Body;
  /** Places a body. @throws {BarycastError} with `code` `removed` if it was removed */
  setPose(body: Body, pose: FloatsLike): void;
  /** Places many bodies, all or none: seven numbers a body, three in the plane. */
  setPoses(bodies: BigUint64Array | readonly Body[], poses: FloatsLike): void;
  /** Gives the body another shape, in its place. */
  setShape(body: Body, shape: Shape): void;
  /** Sets with which bodies it may form a pair. */
  setFilter(body: Body, filter: BodyFilter): void;
  /** Removes a body. The next step has an event for each contact it had. */
  remove(body: Body): void;
  /** Updates all contacts and returns what happened since the last step, in the order of the bodies. */
  step(): ContactEvent[];
  /**
   * Contact points of the pairs that touched in the last step, in their places now. Pairs with a sensor are left out. Compounds, meshes, height
   * fields and voxels have one manifold for each normal of the parts that touch.
   */
  manifolds(): BodyManifold[];
  /** First body that each ray hits: origin and direction, six numbers each, four in the plane. */
  castFirst(rays: FloatsLike, options?: BodyFilter & { maxT?: number }): BodyHits;
  /** First body that a shape touches when it moves by `t * velocity`, for `t` up to `maxT` (default 1); or `null`. */
  sweep(shape: Shape, velocity: FloatsLike, options?: BodyFilter & { maxT?: number }): BodyImpact | null;
  /** The `count` (default 1) bodies nearest to a shape, in order of distance. */
  nearest(shape: Shape, options?: BodyFilter & { count?: number; maxDistance?: number }): NearBody[];
  /** Bodies that share a point with a shape. */
  overlapping(shape: Shape, options?: BodyFilter): BigUint64Array;
  /** Releases the memory. Otherwise it is released some time after the object is unreachable. */
  free(): void;
}
