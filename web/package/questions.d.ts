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
  /** Gap at which the motion stops; 0 by default. Not with a rotation. */
  target_distance?: number;
  /** With `false`, an overlap at the start is ignored if the motion separates the shapes. Not with a rotation. */
  stop_at_penetration?: boolean;
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
