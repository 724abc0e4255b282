// The faces of a shape, and their projections onto the unit sphere around the eye.

import { type Fields, type Shape, fieldsOf, nameOf } from '../shapes.js';
import { type Piece, pieces } from '../space/pieces.js';
import { type Vector3, across, add, cross, dot, length, mean, sub, times, unit } from '../space/vector3.js';

export interface Face {
  /** Corners in order. */
  points: Vector3[];
  /** Whether the eye is in front of it; for faces of solids alone. */
  front: boolean;
}

const AROUND = 64;

/** The corners of the faces of a shape with flat faces, one face for flat shapes. */
function corners(name: string, f: Fields, shape: Shape): Vector3[][] {
  switch (name) {
    case 'triangle': return [[f.a, f.b, f.c]];
    case 'quad': return [[f.a, f.b, f.c, f.d]];
    case 'polygon': return [f.points];
    case 'parallelogram': return [[f.origin, add(f.origin, f.u), add(add(f.origin, f.u), f.v), add(f.origin, f.v)]];
    case 'tetrahedron': return [[f.a, f.b, f.c], [f.a, f.d, f.b], [f.b, f.d, f.c], [f.c, f.d, f.a]];
    case 'aabb': case 'obb': {
      const [box] = pieces(shape);
      if (box?.kind !== 'faces') return [];
      // Low and high along each axis: the corners by their bits.
      return [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]].map((list) => list.map((i) => box.points[i]!));
    }
    default: return [];
  }
}

export const isSolid = (name: string): boolean => ['aabb', 'obb', 'tetrahedron', 'sphere', 'cone'].includes(name);

/** The flat faces of a shape; none for round ones. */
export function facesOf(shape: Shape, eye: Vector3): Face[] {
  const list = corners(nameOf(shape), fieldsOf(shape), shape);
  const middle = mean(list.flat());
  return list.map((points) => {
    const normal = cross(sub(points[1]!, points[0]!), sub(points[2]!, points[0]!));
    const outward = dot(normal, sub(points[0]!, middle)) < 0 ? times(normal, -1) : normal;
    return { points, front: list.length === 1 || dot(outward, sub(eye, points[0]!)) > 0 };
  });
}

/** The triangles that a face is cut in. */
export const fan = (points: Vector3[]): [Vector3, Vector3, Vector3][] => points.slice(2).map((p, i) => [points[0]!, points[i + 1]!, p]);

/** The point of the unit sphere around the eye that lies before a point; `null` for the eye. */
export function projected(p: Vector3, eye: Vector3): Vector3 | null {
  const from = sub(p, eye);
  return length(from) > 0 ? add(eye, unit(from)) : null;
}

/** The great arcs of the sides of a polygon. */
export function outline(points: Vector3[], eye: Vector3): Vector3[] {
  const steps = 24;
  return points.flatMap((p, i) => {
    const q = points[(i + 1) % points.length]!;
    return Array.from({ length: steps }, (_, k) => projected(add(times(p, 1 - k / steps), times(q, k / steps)), eye)).filter((at) => at !== null);
  });
}

/** Cuts a triangle of the unit sphere until its sides are short. */
function cut([a, b, c]: [Vector3, Vector3, Vector3], depth: number): [Vector3, Vector3, Vector3][] {
  const middle = (p: Vector3, q: Vector3) => unit(add(p, q));
  if (depth === 0 || Math.max(length(sub(a, b)), length(sub(b, c)), length(sub(c, a))) < 0.2) return [[a, b, c]];
  const [p, q, r] = [middle(a, b), middle(b, c), middle(c, a)];
  return ([[a, p, r], [p, b, q], [r, q, c], [p, q, r]] as [Vector3, Vector3, Vector3][]).flatMap((part) => cut(part, depth - 1));
}

/** A cap of the unit sphere about an axis, as rows of circles. */
function cap(eye: Vector3, axis: Vector3, angle: number): Piece {
  const [w, [u, v]] = [unit(axis), across(axis)];
  const rows = Array.from({ length: 17 }, (_, i) => Array.from({ length: AROUND + 1 }, (_, j): Vector3 => {
    const [theta, phi] = [(angle * i) / 16, (2 * Math.PI * (j % AROUND)) / AROUND];
    const side = add(times(u, Math.cos(phi)), times(v, Math.sin(phi)));
    return add(eye, add(times(w, Math.cos(theta)), times(side, Math.sin(theta))));
  }));
  return { kind: 'grid', rows };
}

/** The points of a circle. */
export function circle(center: Vector3, axis: Vector3, radius: number): Vector3[] {
  const [u, v] = across(axis);
  return Array.from({ length: AROUND + 1 }, (_, j) => {
    const phi = (2 * Math.PI * (j % AROUND)) / AROUND;
    return add(center, add(times(u, radius * Math.cos(phi)), times(v, radius * Math.sin(phi))));
  });
}

/** The part of the unit sphere around the eye that the shape covers. */
export function covered(shape: Shape, eye: Vector3): Piece[] {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  if (name === 'sphere') {
    const way = sub(f.center, eye);
    return [cap(eye, way, f.radius < length(way) ? Math.asin(f.radius / length(way)) : f.radius > length(way) ? Math.PI : Math.PI / 2)];
  }
  if (name === 'cone') return [cap(eye, sub(f.base, f.apex), Math.atan2(f.radius, length(sub(f.base, f.apex))))];
  if (name === 'disc') {
    const rows = Array.from({ length: 17 }, (_, i) => circle(f.center, f.normal, (f.radius * i) / 16).map((p) => projected(p, eye) ?? eye));
    return [{ kind: 'grid', rows }];
  }
  const faces = facesOf(shape, eye);
  const shown = faces.some(({ front }) => front) ? faces.filter(({ front }) => front) : faces;
  const triangles = shown.flatMap(({ points }) => fan(points)).flatMap((triangle) => {
    const corners = triangle.map((p) => sub(p, eye));
    return corners.some((p) => length(p) === 0) ? [] : cut(corners.map(unit) as [Vector3, Vector3, Vector3], 5);
  });
  return [{ kind: 'faces', points: triangles.flat().map((p) => add(eye, p)), triangles: triangles.map((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]) }];
}

/** Where rays from the eye to the shape are drawn. */
export function rim(shape: Shape, eye: Vector3): Vector3[] {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  const every = (points: Vector3[]) => points.slice(0, -1).filter((_, i) => i % (AROUND / 4) === 0);
  if (name === 'disc') return every(circle(f.center, f.normal, f.radius));
  if (name === 'cone') return every(circle(f.base, sub(f.base, f.apex), f.radius));
  if (name === 'sphere') {
    const way = sub(f.center, eye);
    const [d, r] = [length(way), f.radius];
    // The circle in which tangents from the eye touch.
    return d > r ? every(circle(add(eye, times(way, 1 - (r * r) / (d * d))), way, (r * Math.sqrt(d * d - r * r)) / d)) : [];
  }
  return facesOf(shape, eye).filter(({ front }) => front).flatMap(({ points }) => points);
}
