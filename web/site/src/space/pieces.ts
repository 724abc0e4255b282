// The surfaces of shapes in space as plain points: grids, flat faces, hulls, curves and dots. They are drawn as solids with
// WebGL, and as lines without it.

import { type Fields, type Shape, fieldsOf, nameOf } from '../shapes.js';
import { cornersOf } from './shapes.js';
import { type Vector3, across, add, axesOf, cross, dot, length, sub, times, unit } from './vector3.js';

export type Piece =
  /** A surface through rows of points. */
  | { kind: 'grid'; rows: Vector3[][] }
  /** Flat triangles. */
  | { kind: 'faces'; points: Vector3[]; triangles: number[][] }
  /** The hull of points. */
  | { kind: 'hull'; points: Vector3[] }
  | { kind: 'curve'; points: Vector3[] }
  | { kind: 'dot'; at: Vector3 };

const AROUND = 48;

/** The surface of revolution of a profile: heights along an axis, and radii. `ratio` flattens it along the second direction. */
function revolved(origin: Vector3, axis: Vector3, profile: [number, number][], [u, v] = across(axis), ratio = 1): Piece {
  const w = unit(axis);
  const rows = profile.map(([height, radius]) => Array.from({ length: AROUND + 1 }, (_, i): Vector3 => {
    const angle = (2 * Math.PI * (i % AROUND)) / AROUND;
    return add(add(origin, times(w, height)), add(times(u, radius * Math.cos(angle)), times(v, ratio * radius * Math.sin(angle))));
  }));
  return { kind: 'grid', rows };
}

/** Points of a half circle around a height, between two angles from the axis. */
const arc = (height: number, radius: number, from: number, to: number, count = 12): [number, number][] =>
  Array.from({ length: count + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / count;
    return [height + radius * Math.cos(angle), Math.max(0, radius * Math.sin(angle))];
  });

const box = (at: (x: number, y: number, z: number) => Vector3): Piece => {
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => at(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  return { kind: 'faces', points, triangles: [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]].flatMap(([a, b, c, d]) => [[a!, b!, c!], [a!, c!, d!]]) };
};

const fan = (points: Vector3[]): Piece => ({ kind: 'faces', points, triangles: points.slice(2).map((_, i) => [0, i + 1, i + 2]) });

function rounds(name: string, f: Fields, far: number): Piece[] {
  switch (name) {
    case 'sphere': return [revolved(f.center, [0, 0, 1], arc(0, f.radius, 0, Math.PI, 24))];
    case 'capsule': {
      const height = length(sub(f.b, f.a));
      return [revolved(f.a, sub(f.b, f.a), [...arc(height, f.radius, 0, Math.PI / 2), ...arc(0, f.radius, Math.PI / 2, Math.PI)])];
    }
    case 'tapered_capsule': {
      const height = length(sub(f.b, f.a));
      // The angle of the common tangent; one ball inside the other is drawn alone.
      const slope = Math.max(-1, Math.min(1, (f.radius_a - f.radius_b) / (height || 1)));
      const angle = Math.acos(slope);
      return [revolved(f.a, sub(f.b, f.a), [...arc(height, f.radius_b, 0, angle), ...arc(0, f.radius_a, angle, Math.PI)])];
    }
    case 'cylinder': {
      const height = length(sub(f.b, f.a));
      return [revolved(f.a, sub(f.b, f.a), [[0, 0], [0, f.radius], [height, f.radius], [height, 0]])];
    }
    case 'truncated_cone': {
      const height = length(sub(f.b, f.a));
      return [revolved(f.a, sub(f.b, f.a), [[0, 0], [0, f.radius_a], [height, f.radius_b], [height, 0]])];
    }
    case 'cone': {
      const height = length(sub(f.base, f.apex));
      return [revolved(f.apex, sub(f.base, f.apex), [[0, 0], [height, f.radius], [height, 0]])];
    }
    case 'elliptic_cylinder': {
      const axis = sub(f.b, f.a);
      const w = unit(axis);
      const u = unit(sub(f.across, times(w, dot(w, f.across))));
      const height = length(axis);
      return [revolved(f.a, axis, [[0, 0], [0, f.radii[0]], [height, f.radii[0]], [height, 0]], [u, cross(w, u)], f.radii[1] / (f.radii[0] || 1))];
    }
    case 'disc': return [revolved(f.center, f.normal, [[0, 0], [0, f.radius]])];
    case 'infinite_cylinder': return [revolved(f.origin, f.direction, [[-far, f.radius], [far, f.radius]])];
    case 'infinite_cone': return [revolved(f.apex, f.direction, [[0, 0], [far * Math.cos(f.angle), far * Math.sin(f.angle)]])];
    case 'view_cone': return [revolved(f.apex, f.direction, [[0, 0], ...arc(0, f.radius, f.half_angle, 0, 10)])];
    case 'torus': {
      const ring = Array.from({ length: 25 }, (_, i): [number, number] => {
        const angle = (2 * Math.PI * (i % 24)) / 24;
        return [f.minor_radius * Math.sin(angle), f.major_radius + f.minor_radius * Math.cos(angle)];
      });
      return [revolved(f.center, f.axis, ring)];
    }
    default: return [];
  }
}

/** The pieces of a shape, unbounded ones up to the length `far`. */
export function pieces(shape: Shape, far = 40): Piece[] {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  switch (name) {
    case 'point': return [{ kind: 'dot', at: f }];
    case 'segment': return [{ kind: 'curve', points: [f.a, f.b] }];
    case 'ray': return [{ kind: 'curve', points: [f.origin, add(f.origin, times(unit(f.direction), far))] }];
    case 'line': {
      const reach = times(unit(f.direction), far);
      return [{ kind: 'curve', points: [sub(f.origin, reach), add(f.origin, reach)] }];
    }
    case 'polyline': return [{ kind: 'curve', points: f.closed ? [...f.points, f.points[0]] : f.points }];
    case 'plane': case 'half_space': {
      const foot = times(f.normal, f.distance / (dot(f.normal, f.normal) || 1));
      const [u, v] = across(f.normal).map((side) => times(side, 3)) as [Vector3, Vector3];
      return [fan([sub(sub(foot, u), v), sub(add(foot, u), v), add(add(foot, u), v), add(sub(foot, u), v)])];
    }
    case 'triangle': return [fan([f.a, f.b, f.c])];
    case 'quad': return [fan([f.a, f.b, f.c, f.d])];
    case 'polygon': return [fan(f.points)];
    case 'parallelogram': return [fan([f.origin, add(f.origin, f.u), add(add(f.origin, f.u), f.v), add(f.origin, f.v)])];
    case 'tetrahedron': return [{ kind: 'faces', points: [f.a, f.b, f.c, f.d], triangles: [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] }];
    case 'mesh': return [{ kind: 'faces', points: f.vertices, triangles: f.triangles }];
    case 'convex': return [{ kind: 'hull', points: f.points }];
    case 'frustum': return [{ kind: 'hull', points: cornersOf(f.planes) }];
    case 'aabb':
      return [box((x, y, z) => [x < 0 ? f.min[0] : f.max[0], y < 0 ? f.min[1] : f.max[1], z < 0 ? f.min[2] : f.max[2]])];
    case 'obb': {
      const [u, v, w] = f.axes ?? axesOf(f.quaternion ?? [0, 0, 0, 1]);
      const [s, t, r] = f.half_extents;
      return [box((x, y, z) => add(f.center, add(times(u, s * x), add(times(v, t * y), times(w, r * z)))))];
    }
    case 'ellipsoid': case 'ellipse': {
      const [u, v, w] = f.axes ?? axesOf(f.quaternion ?? [0, 0, 0, 1]);
      const ball = rounds('sphere', { center: [0, 0, 0], radius: 1 }, far);
      return mapped(ball, ([x, y, z]) => add(f.center, add(times(u, f.radii[0] * x), add(times(v, f.radii[1] * y), times(w, f.radii[2] * z)))));
    }
    case 'height_field': {
      const [dx, dy] = Array.isArray(f.spacing) ? f.spacing : [f.spacing, f.spacing];
      return [{ kind: 'grid', rows: f.heights.map((row: number[], j: number) => row.map((h, i): Vector3 => add(f.origin, [i * dx, j * dy, h]))) }];
    }
    case 'voxels': {
      const size: Vector3 = Array.isArray(f.size) ? f.size : [f.size, f.size, f.size];
      return f.filled.map((cell: Vector3) => box((x, y, z) =>
        add(f.origin, [x, y, z].map((side, i) => (cell[i]! + (side < 0 ? 0 : 1)) * size[i]!) as Vector3)));
    }
    case 'rounded': {
      const core = pointsOf(pieces(f.shape, far)).slice(0, 40);
      const ball = pointsOf(rounds('sphere', { center: [0, 0, 0], radius: f.radius }, far)).filter((_, i) => i % 3 === 0);
      return [{ kind: 'hull', points: core.flatMap((p) => ball.map((q) => add(p, q))) }];
    }
    case 'scaled': {
      const scale: Vector3 = Array.isArray(f.scale) ? f.scale : [f.scale, f.scale, f.scale];
      return mapped(pieces(f.shape, far), (p) => [p[0] * scale[0], p[1] * scale[1], p[2] * scale[2]]);
    }
    case 'posed': {
      const [u, v, w] = f.axes ?? axesOf(f.quaternion ?? [0, 0, 0, 1]);
      return mapped(pieces(f.shape, far), ([x, y, z]) => add(f.translation, add(times(u, x), add(times(v, y), times(w, z)))));
    }
    case 'compound': return f.shapes.flatMap((part: Shape) => pieces(part, far));
    default: return rounds(name, f, far);
  }
}

function mapped(list: Piece[], map: (p: Vector3) => Vector3): Piece[] {
  return list.map((piece): Piece => {
    switch (piece.kind) {
      case 'grid': return { kind: 'grid', rows: piece.rows.map((row) => row.map(map)) };
      case 'dot': return { kind: 'dot', at: map(piece.at) };
      default: return { ...piece, points: piece.points.map(map) };
    }
  });
}

export function pointsOf(list: Piece[]): Vector3[] {
  return list.flatMap((piece) => (piece.kind === 'grid' ? piece.rows.flat() : piece.kind === 'dot' ? [piece.at] : piece.points));
}

/** The pieces as lines: some rows and columns of grids, and edges of faces and small hulls. */
export function wires(list: Piece[]): Vector3[][] {
  return list.flatMap((piece): Vector3[][] => {
    switch (piece.kind) {
      case 'dot': return [];
      case 'curve': return [piece.points];
      case 'grid': {
        const columns = piece.rows[0]?.length ?? 0;
        const [down, along] = [Math.ceil(piece.rows.length / 7), Math.ceil(columns / 12)];
        return [
          ...piece.rows.filter((_, i) => i % down === 0 || i === piece.rows.length - 1),
          ...Array.from({ length: columns }, (_, j) => piece.rows.map((row) => row[j]!)).filter((_, j) => j % along === 0),
        ];
      }
      case 'faces': return edgesOf(piece.points, piece.triangles);
      case 'hull': return piece.points.length > 24 ? [] : edgesOf(piece.points, facesOf(piece.points));
    }
  });
}

const normal = (points: Vector3[], [a, b, c]: number[]): Vector3 =>
  unit(cross(sub(points[b!]!, points[a!]!), sub(points[c!]!, points[a!]!)));

/** Edges between faces that are not in one plane. */
function edgesOf(points: Vector3[], triangles: number[][]): Vector3[][] {
  const sides = new Map<string, Vector3[]>();
  for (const triangle of triangles) {
    triangle.forEach((a, i) => {
      const b = triangle[(i + 1) % 3]!;
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      sides.set(key, [...(sides.get(key) ?? []), normal(points, triangle)]);
    });
  }
  const isEdge = ([first, ...others]: Vector3[]) => others.length === 0 || others.some((other) => Math.abs(dot(first!, other)) < 1 - 1e-6);
  return [...sides].filter(([, normals]) => isEdge(normals))
    .map(([key]) => key.split(' ').map((i) => points[Number(i)]!));
}

/** Triangles whose plane has all points on one side. */
function facesOf(points: Vector3[]): number[][] {
  const found: number[][] = [];
  for (let i = 0; i < points.length; i++) for (let j = i + 1; j < points.length; j++) for (let k = j + 1; k < points.length; k++) {
    const n = normal(points, [i, j, k]);
    const heights = points.map((p) => dot(n, sub(p, points[i]!)));
    if (heights.every((h) => h < 1e-9) || heights.every((h) => h > -1e-9)) found.push([i, j, k]);
  }
  return found;
}
