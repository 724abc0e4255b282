// The shapes of the plane by their names in the query protocol: what the menus offer first, how each is drawn,
// which handles it has, and how it moves. The module decides everything else.

import {
  type Vector, add, angleOf, cross, dot, left, length, mean, polar, sub, times, turn, unit,
} from './vector.js';

// The fields of a shape, as they stand in a request.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Fields = any;
export type Shape = Record<string, Fields>;

/** A point that can be dragged. */
export interface Handle {
  key: string;
  at: Vector;
  /** The shape after the handle is dragged to a point. */
  drag(to: Vector): Shape;
}

/** What to draw: closed rings filled by the even-odd rule, open curves, and single points. */
export interface Outline {
  rings: Vector[][];
  curves: Vector[][];
  dots: Vector[];
}

export const nameOf = (shape: Shape): string => Object.keys(shape)[0] ?? '';
export const fieldsOf = (shape: Shape): Fields => shape[nameOf(shape)];

/** Names in the order of the menus, each with the shape that is first shown. */
export const STARTS: Record<string, Fields> = {
  sphere: { center: [0, 0], radius: 1 },
  aabb: { min: [-1.2, -0.8], max: [1.2, 0.8] },
  obb: { center: [0, 0], half_extents: [1.3, 0.7], angle: 0.4 },
  capsule: { a: [-0.9, -0.4], b: [0.9, 0.4], radius: 0.5 },
  triangle: { a: [-1.2, -0.9], b: [1.2, -0.7], c: [0.1, 1.2] },
  convex: { points: [[-1.1, -0.6], [0.2, -1.1], [1.2, -0.2], [0.8, 0.9], [-0.6, 1]] },
  polygon: { points: [[-1.2, -1], [1.2, -1], [1.2, 1], [0, -0.1], [-1.2, 1]] },
  ellipse: { center: [0, 0], radii: [1.4, 0.7], angle: 0.3 },
  parallelogram: { origin: [-1.2, -0.7], u: [1.8, 0], v: [0.6, 1.4] },
  segment: { a: [-1.2, -0.5], b: [1.2, 0.5] },
  ray: { origin: [-1, 0], direction: [2, 0.5] },
  line: { origin: [0, 0], direction: [2, 0.7] },
  point: [0, 0],
  half_space: { normal: [-0.4, 1], distance: -0.6 },
  plane: { normal: [-0.4, 1], distance: 0 },
  tapered_capsule: { a: [-0.9, -0.3], b: [0.9, 0.3], radius_a: 0.8, radius_b: 0.35 },
  truncated_cone: { a: [-0.9, -0.3], b: [0.9, 0.3], radius_a: 0.9, radius_b: 0.4 },
  annulus: { center: [0, 0], inner_radius: 0.6, outer_radius: 1.2 },
  sector: { center: [-0.4, 0], radius: 1.5, start: -0.6, sweep: 1.8 },
  arc: { center: [0, 0], radius: 1.2, start: -0.4, sweep: 3.6 },
  polyline: { points: [[-1.3, -0.4], [-0.4, 0.7], [0.4, -0.6], [1.3, 0.5]], closed: false },
  height_field: { heights: [0, 0.7, 0.2, 0.9, 0.1], spacing: 0.7, origin: [-1.4, -0.3] },
  voxels: { origin: [-1.2, -0.8], size: 0.8, filled: [[0, 0], [1, 0], [2, 0], [1, 1]] },
  rounded: { shape: { triangle: { a: [-0.8, -0.6], b: [0.8, -0.5], c: [0.1, 0.8] } }, radius: 0.4 },
  scaled: { shape: { sphere: { center: [0, 0], radius: 1 } }, scale: [1.5, 0.8] },
  posed: { shape: { aabb: { min: [-1, -0.6], max: [1, 0.6] } }, translation: [0, 0], angle: 0.5 },
  compound: {
    shapes: [{ sphere: { center: [-0.6, 0], radius: 0.7 } }, { aabb: { min: [0.2, -0.7], max: [1.3, 0.7] } }],
  },
};

export const NAMES = Object.keys(STARTS);

export const start = (name: string): Shape => ({ [name]: structuredClone(STARTS[name]) });

const SAMPLES = 180;
const circle = (center: Vector, radius: number, from = 0, sweep = 2 * Math.PI): Vector[] => {
  const count = Math.max(2, Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * SAMPLES));
  return Array.from({ length: count + 1 }, (_, i) => add(center, polar(from + (sweep * i) / count, radius)));
};
const corner = (points: Vector[]): Outline => ({ rings: [points], curves: [], dots: [] });
const curve = (points: Vector[]): Outline => ({ rings: [], curves: [points], dots: [] });
const none = (): Outline => ({ rings: [], curves: [], dots: [] });

/** The hull of some points, counter-clockwise. */
export function hull(points: Vector[]): Vector[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  // Products of huge or tiny numbers leave the range of floats, so turns are judged at the size 1.
  const first = sorted[0] ?? [0, 0];
  const k = 1 / (Math.max(...sorted.map((p) => Math.max(Math.abs(p[0] - first[0]), Math.abs(p[1] - first[1])))) || 1);
  if (sorted.length < 3) return sorted;
  const chain = (list: Vector[]) => {
    const out: Vector[] = [];
    for (const p of list) {
      while (out.length > 1) {
        const [q, r] = [out[out.length - 2]!, out[out.length - 1]!];
        if (cross(times(sub(r, q), k), times(sub(p, q), k)) > 0) break;
        out.pop();
      }
      out.push(p);
    }
    out.pop();
    return out;
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

/** The points within a radius of the hull of some points. */
const grown = (points: Vector[], radius: number): Vector[] => hull(points.flatMap((p) => circle(p, radius)));

/** The unit vector at an angle, and the one to its left. */
export const boxAxes = (angle = 0): [Vector, Vector] => [polar(angle, 1), left(polar(angle, 1))];

/** Whether a shape is bounded. */
export function bounded(shape: Shape): boolean {
  const f = fieldsOf(shape);
  if (f.shape) return bounded(f.shape);
  return f.shapes ? f.shapes.every(bounded) : !['line', 'ray', 'plane', 'half_space'].includes(nameOf(shape));
}

/** The outline of a shape, unbounded ones up to the length `far`. */
export function outline(shape: Shape, far = 1e4): Outline {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  switch (name) {
    case 'point':
      return { ...none(), dots: [f] };
    case 'sphere': case 'circle':
      return corner(circle(f.center, f.radius));
    case 'aabb':
      return corner([f.min, [f.max[0], f.min[1]], f.max, [f.min[0], f.max[1]]]);
    case 'obb': {
      const [u, v] = f.axes ?? boxAxes(f.angle);
      const at = (s: number, t: number) => add(f.center, add(times(u, s * f.half_extents[0]), times(v, t * f.half_extents[1])));
      return corner([at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)]);
    }
    case 'ellipse': case 'ellipsoid': {
      const [u, v] = f.axes ?? boxAxes(f.angle);
      return corner(circle([0, 0], 1).map(([s, t]) => add(f.center, add(times(u, s * f.radii[0]), times(v, t * f.radii[1])))));
    }
    case 'capsule':
      return corner(grown([f.a, f.b], f.radius));
    case 'tapered_capsule':
      return corner(hull([...circle(f.a, f.radius_a), ...circle(f.b, f.radius_b)]));
    case 'truncated_cone': {
      const side = left(unit(sub(f.b, f.a)));
      const at = (p: Vector, k: number) => add(p, times(side, k));
      return corner([at(f.a, -f.radius_a), at(f.b, -f.radius_b), at(f.b, f.radius_b), at(f.a, f.radius_a)]);
    }
    case 'triangle':
      return corner([f.a, f.b, f.c]);
    case 'parallelogram':
      return corner([f.origin, add(f.origin, f.u), add(add(f.origin, f.u), f.v), add(f.origin, f.v)]);
    case 'convex': {
      const points = hull(f.points);
      if (points.length === 1) return { ...none(), dots: points };
      return points.length === 2 ? curve(points) : corner(points);
    }
    case 'polygon':
      return { ...none(), rings: [f.points, ...(f.holes ?? [])] };
    case 'polyline':
      if (f.points.length === 1) return { ...none(), dots: f.points };
      return curve(f.closed ? [...f.points, f.points[0]] : f.points);
    case 'segment':
      return curve([f.a, f.b]);
    case 'ray':
      return curve([f.origin, add(f.origin, times(unit(f.direction), far))]);
    case 'line': {
      const reach = times(unit(f.direction), far);
      return curve([sub(f.origin, reach), add(f.origin, reach)]);
    }
    case 'plane': case 'half_space': {
      const n = unit(f.normal);
      const foot = times(n, f.distance / (length(f.normal) || 1));
      const along = times(left(n), far);
      if (name === 'plane') return curve([sub(foot, along), add(foot, along)]);
      const back = times(n, -far);
      return corner([add(foot, along), add(add(foot, along), back), add(sub(foot, along), back), sub(foot, along)]);
    }
    case 'annulus':
      return { ...none(), rings: [circle(f.center, f.outer_radius), circle(f.center, f.inner_radius)] };
    case 'sector':
      return corner([...(Math.abs(f.sweep) < 2 * Math.PI ? [f.center] : []), ...circle(f.center, f.radius, f.start, f.sweep)]);
    case 'arc':
      return curve(circle(f.center, f.radius, f.start, f.sweep));
    case 'height_field':
      return curve(f.heights.map((h: number, i: number): Vector => add(f.origin, [i * f.spacing, h])));
    case 'voxels': {
      const size: Vector = Array.isArray(f.size) ? f.size : [f.size, f.size];
      const at = (i: number, j: number): Vector => add(f.origin, [i * size[0], j * size[1]]);
      return { ...none(), rings: f.filled.map(([i, j]: Vector) => [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]) };
    }
    case 'rounded': {
      const core = outline(f.shape, far);
      return corner(grown([...core.rings, ...core.curves, core.dots].flat(), f.radius));
    }
    case 'scaled': {
      const scale: Vector = Array.isArray(f.scale) ? f.scale : [f.scale, f.scale];
      return mapped(outline(f.shape, far), (p) => [p[0] * scale[0], p[1] * scale[1]]);
    }
    case 'posed':
      return mapped(outline(f.shape, far), (p) => add(turn(p, f.angle ?? 0), f.translation));
    case 'compound':
      return f.shapes.map((part: Shape) => outline(part, far)).reduce(
        (all: Outline, one: Outline) => ({
          rings: [...all.rings, ...one.rings], curves: [...all.curves, ...one.curves], dots: [...all.dots, ...one.dots],
        }), none());
    default:
      return none();
  }
}

function mapped(outline: Outline, map: (p: Vector) => Vector): Outline {
  return {
    rings: outline.rings.map((ring) => ring.map(map)),
    curves: outline.curves.map((points) => points.map(map)),
    dots: outline.dots.map(map),
  };
}

/** Whether the parts of a compound or of voxels may overlap: each is then filled alone. */
export const fillsAlone = (shape: Shape): boolean => ['compound', 'voxels'].includes(nameOf(shape));

/** The corners of a shape with straight sides, or `null`. */
export function corners(shape: Shape): Vector[] | null {
  if (['aabb', 'obb', 'triangle', 'parallelogram', 'convex', 'truncated_cone'].includes(nameOf(shape))) {
    return hull(outline(shape).rings[0] ?? []);
  }
  return nameOf(shape) === 'segment' ? [fieldsOf(shape).a, fieldsOf(shape).b] : null;
}

/** Fields that are positions. */
const PLACES: Record<string, string[]> = {
  line: ['origin'], ray: ['origin'], segment: ['a', 'b'], sphere: ['center'], circle: ['center'], aabb: ['min', 'max'],
  obb: ['center'], ellipse: ['center'], capsule: ['a', 'b'], tapered_capsule: ['a', 'b'], truncated_cone: ['a', 'b'],
  triangle: ['a', 'b', 'c'], parallelogram: ['origin'], annulus: ['center'], sector: ['center'], arc: ['center'],
  height_field: ['origin'], voxels: ['origin'], posed: ['translation'],
};

/** The shape moved by a vector. */
export function moved(shape: Shape, by: Vector): Shape {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  const all = (points: Vector[]) => points.map((p) => add(p, by));
  switch (name) {
    case 'point':
      return { point: add(f, by) };
    case 'plane': case 'half_space':
      return { [name]: { ...f, distance: f.distance + dot(f.normal, by) } };
    case 'polygon':
      return { polygon: { ...f, points: all(f.points), ...(f.holes ? { holes: f.holes.map(all) } : {}) } };
    case 'convex': case 'polyline':
      return { [name]: { ...f, points: all(f.points) } };
    case 'rounded':
      return { rounded: { ...f, shape: moved(f.shape, by) } };
    case 'scaled': {
      const scale: Vector = Array.isArray(f.scale) ? f.scale : [f.scale, f.scale];
      return { scaled: { ...f, shape: moved(f.shape, [by[0] / scale[0], by[1] / scale[1]]) } };
    }
    case 'compound':
      return { compound: { shapes: f.shapes.map((part: Shape) => moved(part, by)) } };
    default: {
      const places = PLACES[name] ?? [];
      return { [name]: { ...f, ...Object.fromEntries(places.map((key) => [key, add(f[key], by)])) } };
    }
  }
}

/** A point to hold the shape by, near its middle. */
export function anchor(shape: Shape): Vector {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  if (name === 'line' || name === 'ray') return f.origin;
  if (name === 'plane' || name === 'half_space') return times(f.normal, f.distance / (dot(f.normal, f.normal) || 1));
  const { rings, curves, dots } = outline(shape);
  return mean([...rings, ...curves, dots].flat());
}

/** The handles of a shape: corners, centres, radii, directions. */
export function handles(shape: Shape): Handle[] {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  const made = (fields: Fields): Shape => ({ [name]: fields });
  const place = (key: string): Handle => ({ key, at: f[key], drag: (to) => made({ ...f, [key]: to }) });
  const direction = (key: string, from: Vector): Handle => ({
    key, at: add(from, f[key]), drag: (to) => made({ ...f, [key]: sub(to, from) }),
  });
  const radius = (key: string, center: Vector, angle = 0): Handle => ({
    key, at: add(center, polar(angle, f[key])), drag: (to) => made({ ...f, [key]: length(sub(to, center)) }),
  });
  const list = (key: string): Handle[] => f[key].map((at: Vector, i: number) => ({
    key: `${key}.${i}`, at, drag: (to: Vector) => made({ ...f, [key]: f[key].map((p: Vector, j: number) => (j === i ? to : p)) }),
  }));
  switch (name) {
    case 'point':
      return [{ key: 'point', at: f, drag: (to) => ({ point: to }) }];
    case 'segment':
      return [place('a'), place('b')];
    case 'triangle':
      return [place('a'), place('b'), place('c')];
    case 'line': case 'ray':
      return [place('origin'), direction('direction', f.origin)];
    case 'plane': case 'half_space': {
      const foot = anchor(shape);
      return [{
        key: 'normal', at: add(foot, unit(f.normal)),
        drag: (to) => {
          const normal = unit(sub(to, foot));
          return made({ normal, distance: dot(normal, foot) });
        },
      }];
    }
    case 'sphere':
      return [place('center'), radius('radius', f.center)];
    case 'aabb': {
      // A corner that is dragged past the other takes its place.
      const ends = (p: Vector, q: Vector) => made({ min: [Math.min(p[0], q[0]), Math.min(p[1], q[1])], max: [Math.max(p[0], q[0]), Math.max(p[1], q[1])] });
      return [
        { key: 'min', at: f.min, drag: (to) => ends(to, f.max) },
        { key: 'max', at: f.max, drag: (to) => ends(f.min, to) },
      ];
    }
    case 'obb': case 'ellipse': {
      const key = name === 'obb' ? 'half_extents' : 'radii';
      const sizes: Vector = f[key];
      const [u, v] = boxAxes(f.angle);
      return [
        place('center'),
        {
          key: `${key}.0`, at: add(f.center, times(u, sizes[0])),
          drag: (to) => made({ ...f, [key]: [length(sub(to, f.center)), sizes[1]], angle: angleOf(sub(to, f.center)) }),
        },
        {
          key: `${key}.1`, at: add(f.center, times(v, sizes[1])),
          drag: (to) => made({ ...f, [key]: [sizes[0], Math.abs(dot(sub(to, f.center), v))] }),
        },
      ];
    }
    case 'capsule':
      return [place('a'), place('b'), radius('radius', f.b, angleOf(left(sub(f.b, f.a))))];
    case 'tapered_capsule': case 'truncated_cone': {
      const up = angleOf(left(sub(f.b, f.a)));
      return [place('a'), place('b'), radius('radius_a', f.a, up), radius('radius_b', f.b, up)];
    }
    case 'parallelogram':
      return [place('origin'), direction('u', f.origin), direction('v', f.origin)];
    case 'convex': case 'polygon': case 'polyline':
      return list('points');
    case 'annulus':
      return [place('center'), radius('inner_radius', f.center), radius('outer_radius', f.center, Math.PI / 4)];
    case 'sector': case 'arc': {
      const end = f.start + f.sweep;
      const angle = (to: Vector) => angleOf(sub(to, f.center));
      const wrapped = (sweep: number) => {
        const turns = sweep - 2 * Math.PI * Math.floor(sweep / (2 * Math.PI));
        return f.sweep < 0 ? turns - 2 * Math.PI : turns;
      };
      return [
        place('center'),
        radius('radius', f.center, f.start + f.sweep / 2),
        { key: 'start', at: add(f.center, polar(f.start, f.radius)), drag: (to) => made({ ...f, start: angle(to), sweep: wrapped(end - angle(to)) }) },
        { key: 'sweep', at: add(f.center, polar(end, f.radius)), drag: (to) => made({ ...f, sweep: wrapped(angle(to) - f.start) }) },
      ];
    }
    case 'height_field':
      return f.heights.map((h: number, i: number) => ({
        key: `heights.${i}`, at: add(f.origin, [i * f.spacing, h]),
        drag: (to: Vector) => made({ ...f, heights: f.heights.map((k: number, j: number) => (j === i ? to[1] - f.origin[1] : k)) }),
      }));
    case 'voxels':
      return [place('origin')];
    case 'rounded':
      return handles(f.shape).map((handle) => ({ ...handle, drag: (to) => made({ ...f, shape: handle.drag(to) }) }));
    case 'scaled': {
      const scale: Vector = Array.isArray(f.scale) ? f.scale : [f.scale, f.scale];
      return handles(f.shape).map((handle) => ({
        key: handle.key, at: [handle.at[0] * scale[0], handle.at[1] * scale[1]],
        drag: (to) => made({ ...f, shape: handle.drag([to[0] / scale[0], to[1] / scale[1]]) }),
      }));
    }
    case 'posed': {
      const angle = f.angle ?? 0;
      return [place('translation'), ...handles(f.shape).map((handle): Handle => ({
        key: `shape.${handle.key}`, at: add(turn(handle.at, angle), f.translation),
        drag: (to) => made({ ...f, shape: handle.drag(turn(sub(to, f.translation), -angle)) }),
      }))];
    }
    case 'compound':
      return f.shapes.flatMap((part: Shape, i: number) => handles(part).map((handle) => ({
        key: `${i}.${handle.key}`, at: handle.at,
        drag: (to: Vector) => made({ shapes: f.shapes.map((old: Shape, j: number) => (j === i ? handle.drag(to) : old)) }),
      })));
    default:
      return [];
  }
}

/** Rounds every number of a shape to a step, as a mouse or a key places it. */
export function snapped(shape: Shape, step: number): Shape {
  if (!(step > 1e-13)) return shape;
  const digits = Math.max(0, Math.round(-Math.log10(step)));
  return JSON.parse(JSON.stringify(shape), (_, value) =>
    typeof value === 'number' && Math.abs(value) < 1e6 ? Number(value.toFixed(digits)) : value) as Shape;
}
