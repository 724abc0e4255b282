// The shapes of space by their names in the query protocol: what the menus offer first, how each moves, and its handles.

import { type Fields, type Shape, fieldsOf, nameOf } from '../shapes.js';
import { type Vector3, across, add, axesOf, dot, length, mean, sub, times, unit } from './vector3.js';

/** Names in the order of the menus, each with the shape that is first shown. */
export const STARTS: Record<string, Fields> = {
  sphere: { center: [0, 0, 0], radius: 1 },
  aabb: { min: [-1, -0.8, -0.7], max: [1, 0.8, 0.7] },
  obb: { center: [0, 0, 0], half_extents: [1.1, 0.7, 0.6], quaternion: [0.1, 0.2, 0.3, 0.9] },
  capsule: { a: [-0.7, -0.3, 0], b: [0.7, 0.3, 0.4], radius: 0.5 },
  cylinder: { a: [-0.6, 0, -0.5], b: [0.6, 0.2, 0.5], radius: 0.6 },
  cone: { apex: [0, 0, 1.2], base: [0, 0, -0.8], radius: 0.9 },
  ellipsoid: { center: [0, 0, 0], radii: [1.3, 0.8, 0.6], quaternion: [0, 0.2, 0.2, 0.95] },
  triangle: { a: [-1.1, -0.8, -0.2], b: [1.1, -0.6, 0.1], c: [0, 1.1, 0.6] },
  tetrahedron: { a: [-1, -0.8, -0.6], b: [1.1, -0.7, -0.5], c: [0, 1.1, -0.6], d: [0, 0, 1.1] },
  convex: { points: [[-1, -0.8, -0.6], [1.1, -0.7, -0.5], [0.9, 0.9, -0.6], [-0.9, 0.7, -0.5], [0.2, -0.1, 1], [-0.5, 0.6, 0.7]] },
  torus: { center: [0, 0, 0], axis: [0.2, -0.3, 1], major_radius: 1, minor_radius: 0.35 },
  disc: { center: [0, 0, 0], normal: [0.2, -0.4, 1], radius: 1.1 },
  parallelogram: { origin: [-1, -0.7, 0], u: [1.8, 0.2, 0.3], v: [0.3, 1.4, 0.2] },
  quad: { a: [-1, -0.8, -0.1], b: [1, -0.8, 0.1], c: [0.8, 0.9, 0.08], d: [-0.9, 0.8, -0.09] },
  polygon: { points: [[-1, -0.6, 0], [0.2, -1, 0], [1.1, -0.1, 0], [0.6, 0.9, 0], [-0.7, 0.8, 0]] },
  segment: { a: [-1.1, -0.4, -0.3], b: [1.1, 0.5, 0.5] },
  point: [0, 0, 0],
  ray: { origin: [-1, 0, 0], direction: [1.5, 0.5, 0.4] },
  line: { origin: [0, 0, 0], direction: [1.5, 0.6, 0.3] },
  plane: { normal: [0.2, 0.1, 1], distance: 0 },
  half_space: { normal: [0, 0, 1], distance: -0.6 },
  truncated_cone: { a: [0, 0, -0.8], b: [0, 0.2, 0.8], radius_a: 1, radius_b: 0.4 },
  tapered_capsule: { a: [-0.7, 0, -0.2], b: [0.8, 0.2, 0.4], radius_a: 0.7, radius_b: 0.3 },
  elliptic_cylinder: { a: [0, 0, -0.7], b: [0, 0, 0.7], radii: [1.1, 0.6], across: [1, 0, 0] },
  infinite_cylinder: { origin: [0, 0, 0], direction: [1, 0.4, 0.3], radius: 0.5 },
  infinite_cone: { apex: [0, 0, 0.8], direction: [0, 0, -1], angle: 0.5 },
  view_cone: { apex: [-0.8, 0, 0], direction: [1, 0.1, 0.1], radius: 1.8, half_angle: 0.5 },
  frustum: {
    planes: [
      { normal: [-1, 0, 0], distance: 0.6 }, { normal: [1, 0, 0], distance: 1 }, { normal: [-0.4, 1, 0], distance: 0.8 },
      { normal: [-0.4, -1, 0], distance: 0.8 }, { normal: [-0.4, 0, 1], distance: 0.7 }, { normal: [-0.4, 0, -1], distance: 0.7 },
    ],
  },
  mesh: {
    vertices: [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]],
    triangles: [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]], solid: true,
  },
  height_field: { heights: [[0, 0.3, 0.1, 0.4], [0.2, 0.8, 0.3, 0], [0, 0.4, 0.6, 0.2]], spacing: 0.8, origin: [-1.2, -0.8, -0.3] },
  voxels: { origin: [-1, -0.7, -0.7], size: 0.7, filled: [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0], [1, 0, 1]] },
  polyline: { points: [[-1.2, -0.4, -0.3], [-0.4, 0.6, 0.3], [0.4, -0.5, 0.1], [1.2, 0.5, 0.6]], closed: false },
  rounded: { shape: { triangle: { a: [-0.8, -0.6, 0], b: [0.8, -0.5, 0.1], c: [0.1, 0.8, 0.4] } }, radius: 0.3 },
  scaled: { shape: { sphere: { center: [0, 0, 0], radius: 1 } }, scale: [1.4, 0.8, 0.6] },
  posed: { shape: { cylinder: { a: [0, 0, -0.7], b: [0, 0, 0.7], radius: 0.6 } }, translation: [0, 0, 0], quaternion: [0.3, 0.2, 0, 0.93] },
  compound: { shapes: [{ sphere: { center: [-0.6, 0, 0], radius: 0.6 } }, { aabb: { min: [0.1, -0.6, -0.5], max: [1.2, 0.6, 0.5] } }] },
};

export const NAMES = Object.keys(STARTS);

export const start = (name: string): Shape => ({ [name]: structuredClone(STARTS[name]) });

/** Fields that are positions, and lists of positions. */
const PLACES = ['center', 'min', 'max', 'a', 'b', 'c', 'd', 'apex', 'base', 'origin', 'translation'];
const LISTS = ['points', 'vertices'];

const scaleOf = (f: Fields): Vector3 => (Array.isArray(f.scale) ? f.scale : [f.scale, f.scale, f.scale]);

/** The shape moved by a vector. */
export function moved(shape: Shape, by: Vector3): Shape {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  if (name === 'point') return { point: add(f, by) };
  const shifted = (plane: Fields): Fields => ({ ...plane, distance: plane.distance + dot(plane.normal, by) });
  switch (name) {
    case 'plane': case 'half_space': return { [name]: shifted(f) };
    case 'frustum': return { frustum: { planes: f.planes.map(shifted) } };
    case 'rounded': return { rounded: { ...f, shape: moved(f.shape, by) } };
    case 'compound': return { compound: { shapes: f.shapes.map((part: Shape) => moved(part, by)) } };
    case 'scaled': {
      const scale = scaleOf(f);
      return { scaled: { ...f, shape: moved(f.shape, [by[0] / scale[0], by[1] / scale[1], by[2] / scale[2]]) } };
    }
    default: {
      const made: Record<string, unknown> = { ...f };
      for (const key of PLACES) if (Array.isArray(f[key])) made[key] = add(f[key] as Vector3, by);
      for (const key of LISTS) if (Array.isArray(f[key])) made[key] = f[key].map((p: Vector3) => add(p, by));
      return { [name]: made };
    }
  }
}

/** The corners of the planes of a frustum. */
export function cornersOf(planes: { normal: Vector3; distance: number }[]): Vector3[] {
  const found: Vector3[] = [];
  const n = planes.length;
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) for (let k = j + 1; k < n; k++) {
    const [p, q, r] = [planes[i]!, planes[j]!, planes[k]!];
    const [a, b, c] = [p.normal, q.normal, r.normal];
    const bc: Vector3 = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
    const ca: Vector3 = [c[1] * a[2] - c[2] * a[1], c[2] * a[0] - c[0] * a[2], c[0] * a[1] - c[1] * a[0]];
    const ab: Vector3 = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const volume = dot(a, bc);
    if (Math.abs(volume) < 1e-9) continue;
    const point = times(add(add(times(bc, p.distance), times(ca, q.distance)), times(ab, r.distance)), 1 / volume);
    if (planes.every((plane) => dot(plane.normal, point) <= plane.distance + 1e-9)) found.push(point);
  }
  return found;
}

/** A point to hold the shape by, near its middle. */
export function anchor(shape: Shape): Vector3 {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  switch (name) {
    case 'point': return f;
    case 'plane': case 'half_space': return times(f.normal, f.distance / (dot(f.normal, f.normal) || 1));
    case 'line': case 'ray': case 'infinite_cylinder': return f.origin;
    case 'parallelogram': return add(f.origin, times(add(f.u, f.v), 0.5));
    case 'frustum': return mean(cornersOf(f.planes));
    case 'infinite_cone': case 'view_cone': return f.apex;
    case 'rounded': return anchor(f.shape);
    case 'posed': return f.translation;
    case 'compound': return mean(f.shapes.map(anchor));
    case 'scaled': {
      const [scale, at] = [scaleOf(f), anchor(f.shape)];
      return [at[0] * scale[0], at[1] * scale[1], at[2] * scale[2]];
    }
    case 'height_field': {
      const [rows, columns] = [f.heights.length, f.heights[0].length];
      return add(f.origin, [((columns - 1) * f.spacing) / 2, ((rows - 1) * f.spacing) / 2, 0]);
    }
    case 'voxels': return add(f.origin, times(add(mean(f.filled), [0.5, 0.5, 0.5]), f.size));
    default: {
      const places = PLACES.filter((key) => Array.isArray(f[key])).map((key) => f[key] as Vector3);
      return mean([...places, ...LISTS.flatMap((key) => (f[key] as Vector3[] | undefined) ?? [])]);
    }
  }
}

export interface Handle3 {
  key: string;
  at: Vector3;
  drag(to: Vector3): Shape;
}

const length3 = (to: Vector3, from: Vector3): number => length(sub(to, from));

/** The handles of a shape: corners, ends, radii, directions. Other numbers have fields alone. */
export function handles(shape: Shape): Handle3[] {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  // One corner of a planar shape cannot leave its plane.
  if (name === 'quad' || name === 'polygon') return [];
  if (name === 'point' || name === 'frustum' || name === 'mesh' || name === 'voxels' || name === 'height_field') return [];
  const made = (change: Fields): Shape => ({ [name]: { ...f, ...change } });
  const found: Handle3[] = [];
  if (name === 'aabb') {
    const ends = (p: Vector3, q: Vector3) => made({ min: p.map((x, i) => Math.min(x, q[i]!)), max: p.map((x, i) => Math.max(x, q[i]!)) });
    return [{ key: 'min', at: f.min, drag: (to) => ends(to, f.max) }, { key: 'max', at: f.max, drag: (to) => ends(f.min, to) }];
  }
  for (const key of PLACES) {
    // The letter of the shape stands there, and moves it as a whole.
    if (key === 'center' || key === 'translation' || !Array.isArray(f[key])) continue;
    found.push({ key, at: f[key] as Vector3, drag: (to) => made({ [key]: to }) });
  }
  if (Array.isArray(f.points)) {
    f.points.forEach((at: Vector3, i: number) => found.push({
      key: `points.${i}`, at, drag: (to) => made({ points: f.points.map((p: Vector3, j: number) => (j === i ? to : p)) }),
    }));
  }
  const from: Vector3 = f.origin ?? f.apex ?? f.center ?? anchor(shape);
  for (const key of ['direction', 'u', 'v', 'axis']) {
    if (Array.isArray(f[key])) found.push({ key, at: add(from, f[key] as Vector3), drag: (to) => made({ [key]: sub(to, from) }) });
  }
  if (Array.isArray(f.normal)) {
    const foot = anchor(shape);
    found.push({
      key: 'normal', at: add(foot, unit(f.normal)),
      drag: (to) => {
        const normal = unit(sub(to, foot));
        return made(f.distance === undefined ? { normal } : { normal, distance: dot(normal, foot) });
      },
    });
  }
  const axis: Vector3 = f.direction ?? f.axis ?? f.normal ?? (f.a && f.b ? sub(f.b, f.a) : f.apex && f.base ? sub(f.base, f.apex) : [0, 0, 1]);
  const [side] = across(axis);
  const radius = (key: string, center: Vector3) => {
    if (typeof f[key] === 'number') found.push({ key, at: add(center, times(side, f[key])), drag: (to) => made({ [key]: length3(to, center) }) });
  };
  if (name !== 'rounded' && name !== 'view_cone') radius('radius', f.base ?? f.b ?? from);
  radius('major_radius', from);
  radius('radius_a', f.a);
  radius('radius_b', f.b);
  for (const key of ['half_extents', 'radii']) {
    if (!Array.isArray(f[key]) || f[key].length !== 3) continue;
    const axes = f.axes ?? axesOf(f.quaternion ?? [0, 0, 0, 1]);
    f[key].forEach((size: number, i: number) => found.push({
      key: `${key}.${i}`, at: add(f.center, times(axes[i], size)),
      drag: (to) => made({ [key]: f[key].map((x: number, j: number) => (j === i ? Math.abs(dot(sub(to, f.center), axes[i])) : x)) }),
    }));
  }
  return found;
}
