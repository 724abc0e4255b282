import type { BatchedMesh, BufferGeometry, Intersection, Matrix4, Mesh, Raycaster, Vector3 } from 'three';
import type { TriMesh } from './api.js';

/** Options of a tree. */
export interface BoundsTreeOptions {
  /** Precision of the vertices and of the answers; default `f64`, the precision of three's own casts. `f32` takes less memory. */
  precision?: 'f32' | 'f64';
}

/** Tree over the triangles of a geometry, in the coordinates of the geometry. */
export class BoundsTree {
  /**
   * @throws {BarycastError} with `field` `geometry.attributes.position` for a position that is missing, infinite or NaN,
   *   and `geometry.index` for an index beyond the vertices or no triangle
   */
  constructor(geometry: BufferGeometry, options?: BoundsTreeOptions);
  readonly geometry: BufferGeometry;
  /** The triangles, for every other query: `closest`, `contains`, `signedDistance`, `intersectionSegments`, ... */
  readonly mesh: TriMesh;
  readonly precision: 'f32' | 'f64';
  /** Reads the positions again. The number of vertices and the index must not have changed. */
  refit(): void;
  /** The closest point of the triangles, or `null` for a point that is not finite. Writes into `target`. */
  closestPointToPoint(point: Vector3, target?: Partial<ClosestPoint>): ClosestPoint | null;
  /** Tests whether the surfaces of the two geometries share a point, exactly. `matrix` places `geometry`. */
  intersectsGeometry(geometry: BufferGeometry, matrix?: Matrix4): boolean;
  /** Releases the memory. Otherwise it is released some time after the object is unreachable. */
  free(): void;
}

export interface ClosestPoint {
  point: Vector3;
  distance: number;
  faceIndex: number;
}

/**
 * Sets `raycast` of `Mesh`, `InstancedMesh`, `SkinnedMesh` and `BatchedMesh` to `acceleratedRaycast`, and adds the
 * methods below to their prototypes and that of `BufferGeometry`. Objects without a tree are cast by three.
 *
 * ```js
 * import { init } from 'barycast';
 * import { install } from 'barycast/three';
 *
 * await init();
 * install();
 * mesh.geometry.computeBoundsTree();
 * const hits = raycaster.intersectObject(scene); // with the trees
 * ```
 */
export function install(): void;

/**
 * `raycast` of a mesh, from its tree. The intersections have the members of three's and the same triangles. Those that
 * three finds twice or not at all by rounding, where a ray meets an edge, may differ.
 *
 * With `raycaster.firstHitOnly` there is at most one intersection for each object, the closest; the instances of an
 * `InstancedMesh` or `BatchedMesh` are one object.
 *
 * Matrices of instances are followed. Positions are not: call `refitBoundsTree` after a change.
 */
export function acceleratedRaycast(this: Mesh, raycaster: Raycaster, intersects: Intersection[]): void;

/** Builds `boundsTree` of a geometry, in place of an older one. */
export function computeBoundsTree(this: BufferGeometry, options?: BoundsTreeOptions): BoundsTree;

/** Reads the positions of a geometry again. */
export function refitBoundsTree(this: BufferGeometry): void;

/** Frees `boundsTree` of a geometry. */
export function disposeBoundsTree(this: BufferGeometry): void;

/**
 * Builds `boundsTree` of a `SkinnedMesh`, or of a `Mesh` with morph targets, in its present pose, or refits it to the
 * pose. Call it after each change of the pose; world matrices of the bones must be up to date. Without this tree such
 * objects are cast as three does.
 */
export function computePosedBoundsTree(this: Mesh, options?: BoundsTreeOptions): BoundsTree;

/** Frees `boundsTree` of a posed mesh. */
export function disposePosedBoundsTree(this: Mesh): void;

/** Builds the tree of one geometry of a batch, or of all for -1 (default), in `boundsTrees`. */
export function computeBatchedBoundsTree(
  this: BatchedMesh,
  index?: number,
  options?: BoundsTreeOptions,
): BoundsTree | null | (BoundsTree | null)[];

/** Frees the tree of one geometry of a batch, or of all for -1 (default). */
export function disposeBatchedBoundsTree(this: BatchedMesh, index?: number): void;

declare module 'three' {
  interface BufferGeometry {
    boundsTree?: BoundsTree | null;
    computeBoundsTree: typeof computeBoundsTree;
    refitBoundsTree: typeof refitBoundsTree;
    disposeBoundsTree: typeof disposeBoundsTree;
  }
  interface Mesh {
    boundsTree?: BoundsTree | null;
    computePosedBoundsTree: typeof computePosedBoundsTree;
    disposePosedBoundsTree: typeof disposePosedBoundsTree;
  }
  interface BatchedMesh {
    boundsTrees?: (BoundsTree | null)[];
    computeBoundsTree: typeof computeBatchedBoundsTree;
    disposeBoundsTree: typeof disposeBatchedBoundsTree;
  }
  interface Raycaster {
    /** At most one intersection for each object, the closest. */
    firstHitOnly?: boolean;
  }
}
