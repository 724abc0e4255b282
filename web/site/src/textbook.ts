// Textbook tests in plain floating-point numbers, as most programs have them: squared distances for round shapes, separating
// axes for polygons. The page shows them beside the certified answer; close to touching they are sometimes wrong.

import { type Shape, corners, fieldsOf, nameOf } from './shapes.js';
import { type Vector, dot, left, sub } from './vector.js';

/** The points within a radius of a point, a segment or a convex polygon. */
interface Round {
  core: Vector[];
  radius: number;
}

/** A disc, a capsule or a convex polygon; `null` for other shapes. */
function round(shape: Shape): Round | null {
  const fields = fieldsOf(shape);
  switch (nameOf(shape)) {
    case 'point': return { core: [fields], radius: 0 };
    case 'sphere': return { core: [fields.center], radius: fields.radius };
    case 'capsule': return { core: [fields.a, fields.b], radius: fields.radius };
    default: {
      const core = corners(shape);
      return core && core.length > 0 ? { core, radius: 0 } : null;
    }
  }
}

const edges = (points: Vector[]): [Vector, Vector][] => {
  if (points.length === 1) return [[points[0]!, points[0]!]];
  return points.length === 2 ? [[points[0]!, points[1]!]] : points.map((p, i) => [p, points[(i + 1) % points.length]!]);
};

/** Separating axes: the normals of all edges, for a segment also its direction. */
function overlap(a: Vector[], b: Vector[]): boolean {
  const axes = [a, b].flatMap((points) => edges(points).flatMap(([p, q]) => {
    const along = sub(q, p);
    return points.length > 2 ? [left(along)] : [left(along), along];
  }));
  return axes.every((axis) => {
    const [s, t] = [a, b].map((points) => points.map((p) => dot(p, axis))) as [number[], number[]];
    return Math.max(...s) >= Math.min(...t) && Math.max(...t) >= Math.min(...s);
  });
}

/** Squared distance of a point from a segment. */
function squared(p: Vector, [a, b]: [Vector, Vector]): number {
  const [along, out] = [sub(b, a), sub(p, a)];
  const t = Math.min(1, Math.max(0, dot(out, along) / (dot(along, along) || 1)));
  const off = sub(out, [t * along[0], t * along[1]]);
  return dot(off, off);
}

/** Whether the shapes share a point, by the textbook; `null` where the page has no textbook formula. */
export function textbook(first: Shape, second: Shape): boolean | null {
  const [a, b] = [round(first), round(second)];
  if (!a || !b) return null;
  const reach = a.radius + b.radius;
  if (a.core.length > 1 && b.core.length > 1 && overlap(a.core, b.core)) return true;
  const inside = (p: Vector, points: Vector[]) => points.length > 2 && overlap([p], points);
  if (a.core.length === 1 && inside(a.core[0]!, b.core)) return true;
  if (b.core.length === 1 && inside(b.core[0]!, a.core)) return true;
  if (reach === 0 && a.core.length > 1 && b.core.length > 1) return false;
  return [
    ...a.core.flatMap((p) => edges(b.core).map((edge) => squared(p, edge))),
    ...b.core.flatMap((p) => edges(a.core).map((edge) => squared(p, edge))),
  ].some((distance) => distance <= reach * reach);
}
