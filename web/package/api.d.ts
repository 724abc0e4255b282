import type { Linear2, Linear3, Shape, Shape2, Shape3, Vector2, Vector3 } from './shapes.js';

export type * from './shapes.js';

/** Error of a request or of an array. */
export class BarycastError extends Error {
  /** `invalid_shape`, `unsupported_pair`, ... as in the query protocol; or `not_ready`, `freed`, `stopped`. */
  readonly code: string;
  /** Path of the wrong field, such as `a.sphere.radius` or `indices`; `null` if no single field is wrong. */
  readonly field: string | null;
}

/** Options of a line. */
export interface QueryOptions {
  /** Appends the steps of the algorithm as the member `trace`. */
  trace?: boolean;
}

/** Answers a line of the query protocol, byte for byte like `barycast query`. Never throws for a bad line. */
export function query(line: string, options?: QueryOptions): string;

/** Answers all lines that are not blank, a line each. Later lines use the shapes that earlier ones define. */
export function queryLines(lines: string, options?: QueryOptions): string;

/** Keeps the shapes that lines `define` for later lines. */
export class Session {
  query(line: string, options?: QueryOptions): string;
  queryLines(lines: string, options?: QueryOptions): string;
  /** Releases the memory. Otherwise it is released some time after the object is unreachable. */
  free(): void;
}

/**
 * Sends any request of the query protocol as an object and returns the answer. Infinite numbers are numbers.
 *
 * @throws {BarycastError} if the answer is an error
 */
export function request(object: { op: string; [option: string]: unknown }): any;

/** Points of two shapes. */
export type Points<V> = { distance: number; point_a: V; point_b: V };

/** The least translation that separates two shapes: `b` moved by `normal * depth` just touches `a`. */
export interface Contact<V> {
  /** Unit vector from `a` to `b`; `null` if no finite translation separates the shapes. */
  normal: V | null;
  /** Depth of the overlap, 0 for shapes that touch. */
  depth: number;
  point_a: V | null;
  point_b: V | null;
  points: V[];
}

/** Contact points of two shapes, at most two in 2D and four in 3D. */
export interface Manifold<V> {
  normal: V | null;
  points: { point_a: V; point_b: V; depth: number; feature_a: number; feature_b: number }[];
}

/** A hit of a ray, segment or line. */
export interface Hit<V> {
  /** `point = origin + t * direction`. */
  t: number;
  point: V | null;
  normal: V | null;
  side: 'outside' | 'inside';
  uv?: [number, number];
  triangle?: number;
}

export interface CastOptions {
  /** Greatest `t`, inclusive. */
  max_t?: number;
  /** Ignores hits on the back. */
  cull?: boolean;
  /** Treats solids as hollow. */
  hollow?: boolean;
}

export interface SweepOptions<V> {
  /** Velocity of `b`. */
  velocity: V;
  /** Default 1. */
  max_t?: number;
  /** Radians per unit of `t`; a vector in 3D. */
  angular_velocity?: V extends Vector2 ? number : V;
  center_of_rotation?: V;
}

export interface TimeOfImpact<V> {
  t: number;
  normal: V | null;
  point: V | null;
  /** Bound of how early `t` is; only for rotating sweeps. */
  error?: number;
}

export interface IntersectsOptions {
  /** With `true` the answer is certified for the given numbers, or an error if this pair has no such answer. */
  exact?: boolean;
  /** Shapes at most this far apart count as touching. */
  tolerance?: number;
  precision?: 'f32' | 'f64';
}

/** Tests whether the shapes share a point; touching counts. */
export function intersects(a: Shape2, b: Shape2, options?: IntersectsOptions): boolean;
export function intersects(a: Shape3, b: Shape3, options?: IntersectsOptions): boolean;

/** Tests whether every point of `b` is in `a`. */
export function contains(a: Shape, b: Shape): boolean;

/** The distance and the closest points; 0 with a shared point given twice for shapes that intersect. */
export function distance(a: Shape2, b: Shape2): Points<Vector2>;
export function distance(a: Shape3, b: Shape3): Points<Vector3>;

/** The distance of the point `b` from the surface of `a`, negative inside. */
export function signedDistance(a: Shape, b: Shape): number;

/** The least translation that separates the shapes, or `null` if they are apart. */
export function contact(a: Shape2, b: Shape2): Contact<Vector2> | null;
export function contact(a: Shape3, b: Shape3): Contact<Vector3> | null;

/** The contact points of the shapes, or `null` if they are apart. */
export function manifold(a: Shape2, b: Shape2): Manifold<Vector2> | null;
export function manifold(a: Shape3, b: Shape3): Manifold<Vector3> | null;

/** The first hit of a ray, segment or line on `b`, or `null`. */
export function cast(a: Linear2, b: Shape2, options?: CastOptions): Hit<Vector2> | null;
export function cast(a: Linear3, b: Shape3, options?: CastOptions): Hit<Vector3> | null;

/** All hits of a ray, segment or line on `b`, in order. */
export function casts(a: Linear2, b: Shape2, options?: CastOptions): Hit<Vector2>[];
export function casts(a: Linear3, b: Shape3, options?: CastOptions): Hit<Vector3>[];

/** When `b`, moving by `t * velocity`, first touches `a`; `null` if it does not for `t` up to `max_t`. */
export function sweep(a: Shape2, b: Shape2, options: SweepOptions<Vector2>): TimeOfImpact<Vector2> | null;
export function sweep(a: Shape3, b: Shape3, options: SweepOptions<Vector3>): TimeOfImpact<Vector3> | null;

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
