// Textbook tests in plain floating-point arithmetic, as most programs have them: no certificate, no exact step.
// The page shows them beside the certified answer; close to touching they are sometimes wrong.

import { type Shape, corners, fieldsOf, nameOf } from './shapes.js';
import { type Vector, dot, left, sub } from './vector.js';

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
      return core && { core, radius: 0 };
    }
  }
}

const edges = (points: Vector[]): [Vector, Vector][] =>
  points.length < 2 ? [] : points.length === 2 ? [[points[0]!, points[1]!]] : points.map((p, i) => [p, points[(i + 1) % points.length]!]);

function overlap(a: Vector[], b: Vector[]): boolean {
  const axes = [...edges(a), ...edges(b)].flatMap(([p, q]) => (a.length === 2 || b.length === 2 ? [left(sub(q, p)), sub(q, p)] : [left(sub(q, p))]));
  return axes.every((axis) => {
    const [s, t] = [a, b].map((points) => points.map((p) => dot(p, axis))) as [number[], number[]];
    return Math.max(...s) >= Math.min(...t) && Math.max(...t) >= Math.min(...s);
  });
}

function toSegment(p: Vector, [a, b]: [Vector, Vector]): number {
  const along = sub(b, a);
  const t = Math.min(1, Math.max(0, dot(sub(p, a), along) / (dot(along, along) || 1)));
  return Math.hypot(p[0] - a[0] - t * along[0], p[1] - a[1] - t * along[1]);
}

/** Whether the shapes share a point, by the textbook; `null` where the page has no textbook formula. */
export function textbook(first: Shape, second: Shape): boolean | null {
  const [a, b] = [round(first), round(second)];
  if (!a || !b) return null;
  const reach = a.radius + b.radius;
  if (a.core.length === 1 && b.core.length === 1) {
    return Math.hypot(a.core[0]![0] - b.core[0]![0], a.core[0]![1] - b.core[0]![1]) <= reach;
  }
  if (a.core.length > 1 && b.core.length > 1 && overlap(a.core, b.core)) return true;
  const inside = (p: Vector, points: Vector[]) => points.length > 2 && overlap([p], points);
  if (a.core.length === 1 && inside(a.core[0]!, b.core)) return true;
  if (b.core.length === 1 && inside(b.core[0]!, a.core)) return true;
  if (reach === 0 && a.core.length > 1 && b.core.length > 1) return false;
  const near = [
    ...a.core.flatMap((p) => edges(b.core).map((edge) => toSegment(p, edge))),
    ...b.core.flatMap((p) => edges(a.core).map((edge) => toSegment(p, edge))),
  ];
  return Math.min(...near) <= reach;
}
