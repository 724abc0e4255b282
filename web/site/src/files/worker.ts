// The worker that reads files and answers questions about them, so that the page stays responsive. Everything is the library's,
// except sums of areas and volumes.

import { BarycastError, TriMesh, init, readMeshFile, type Topology } from 'barycast/lean';

export type Slot = 'a' | 'b';
export type Point = [number, number, number];
export const SLOTS = ['a', 'b'] as const;

/** What the page shows of a file. */
export interface Info {
  parts: number;
  triangles: number;
  vertices: number;
  low: Point;
  high: Point;
  area: number;
  /** Only of a closed surface. */
  volume: number | null;
  topology: Topology;
  metresPerUnit: number | null;
  warnings: { kind: string; line: number | null; text: string }[];
  shortFaces: number;
}

/** A surface to be drawn, around `middle`. */
export interface Surface {
  middle: Point;
  positions: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
}

export interface Pick {
  slot: Slot;
  t: number;
  triangle: number;
  part: string;
  point: Point;
  normal: Point | null;
  front: boolean;
}

export interface Section {
  points: Float64Array<ArrayBuffer>;
  offsets: Uint32Array<ArrayBuffer>;
  closed: Uint8Array<ArrayBuffer>;
  length: number;
  /** Enclosed area, seen along the axis; `null` if a line is open. */
  area: number | null;
}

/** The boxes of a tree that a ray visits, in order. */
export interface Tree {
  /** The least and the greatest corner of each. */
  boxes: Float64Array<ArrayBuffer>;
  depths: Uint8Array<ArrayBuffer>;
  /** Triangles of a leaf; -1 for a node with children. */
  triangles: Int32Array<ArrayBuffer>;
  /** Triangles of the model. */
  all: number;
}
export type Trees = Record<Slot, Tree | null>;

export type Clash =
  | { kind: 'cross'; pairs: number; segments: Float64Array<ArrayBuffer>; length: number }
  | { kind: 'inside'; inner: Slot }
  | { kind: 'apart'; distance: number; a: Point; b: Point };

/** Rays of a picture: that of the pixel `(i, j)` has the direction `first + i right + j down`. */
export interface Rays {
  origin: Point;
  first: Point;
  right: Point;
  down: Point;
}

export interface Tile {
  /** Red, green, blue and opacity of each pixel, row after row. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Rays that hit a model. */
  hits: number;
}

export interface Calls {
  load: { slot: Slot; name: string; bytes: ArrayBuffer; answer: { info: Info; surface: Surface } };
  remove: { slot: Slot; answer: null };
  pick: { ray: number[]; answer: Pick | null };
  tree: { ray: number[]; answer: Trees };
  section: { axis: number; at: number; answer: Record<Slot, Section | null> };
  clash: { answer: Clash | null };
  tile: { view: Rays; at: [number, number]; size: [number, number]; colors: Record<Slot, Point>; answer: Tile };
}
export type Op = keyof Calls;
export type Fault = { code: string; message: string };
export type Question = { [K in Op]: { id: number; op: K } & Omit<Calls[K], 'answer'> }[Op];

interface Model {
  mesh: TriMesh;
  positions: Float64Array;
  closed: boolean;
  /** First triangle of each part, and its name. */
  parts: { first: number; name: string }[];
}

const models: Record<Slot, Model | null> = { a: null, b: null };

const point = (list: ArrayLike<number>, at: number): Point => [list[3 * at]!, list[3 * at + 1]!, list[3 * at + 2]!];
const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const cross = (p: Point, q: Point): Point => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/** The parts of a file as one list of triangles, in the coordinates of the scene. */
function merged(name: string, bytes: ArrayBuffer) {
  const { meshes, parts, metresPerUnit, warnings, shortFaces } = readMeshFile(bytes, name);
  const count = (of: (mesh: (typeof meshes)[number]) => number) => parts.reduce((sum, part) => sum + of(meshes[part.mesh]!), 0);
  const positions = new Float64Array(count((mesh) => mesh.positions.length));
  const indices = new Uint32Array(count((mesh) => mesh.indices.length));
  const firsts: Model['parts'] = [];
  let [vertex, corner] = [0, 0];
  for (const part of parts) {
    const { positions: from, indices: corners } = meshes[part.mesh]!;
    const m = part.matrix;
    firsts.push({ first: corner / 3, name: part.name });
    const isPlaced = m.some((x, i) => x !== (i % 5 === 0 ? 1 : 0));
    for (let i = 0; i < from.length / 3; i++) {
      const p = point(from, i);
      for (let row = 0; row < 3; row++) {
        positions[3 * (vertex + i) + row] = isPlaced ? m[row]! * p[0] + m[4 + row]! * p[1] + m[8 + row]! * p[2] + m[12 + row]! : p[row]!;
      }
    }
    const [x, y, z] = [0, 1, 2].map((column) => [m[4 * column], m[4 * column + 1], m[4 * column + 2]] as Point) as [Point, Point, Point];
    // A mirrored part turns its triangles, so that fronts stay outside.
    const order = dot(cross(x, y), z) < 0 ? [0, 2, 1] : [0, 1, 2];
    for (let i = 0; i < corners.length; i += 3) order.forEach((k, j) => (indices[corner + i + j] = vertex + corners[i + k]!));
    vertex += from.length / 3;
    corner += corners.length;
  }
  return { positions, indices, parts: firsts, metresPerUnit, warnings, shortFaces };
}

function load(slot: Slot, name: string, bytes: ArrayBuffer): Calls['load']['answer'] {
  const { positions, indices, parts, ...rest } = merged(name, bytes);
  const mesh = new TriMesh(positions, indices);
  let topology: Topology;
  try {
    topology = mesh.topology();
  } catch (thrown) {
    mesh.free();
    throw thrown;
  }
  const [low, high]: [Point, Point] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (const i of indices) {
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[3 * i + axis]!;
      if (x < low[axis]!) low[axis] = x;
      if (x > high[axis]!) high[axis] = x;
    }
  }
  const middle = low.map((x, axis) => x / 2 + high[axis]! / 2) as Point;
  let [area, volume] = [0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => minus(point(positions, indices[i + k]!), middle)) as [Point, Point, Point];
    area += Math.hypot(...cross(minus(b, a), minus(c, a))) / 2;
    volume += dot(a, cross(b, c)) / 6;
  }
  models[slot]?.mesh.free();
  models[slot] = { mesh, positions, closed: topology.closed, parts };
  const around = Float32Array.from(positions, (x, i) => x - middle[i % 3]!);
  const info: Info = { parts: parts.length, triangles: indices.length / 3, vertices: positions.length / 3, low, high, area, volume: topology.closed ? volume : null, topology, ...rest };
  return { info, surface: { middle, positions: around, indices } };
}

function pick(ray: number[]): Pick | null {
  let nearest: Pick | null = null;
  for (const slot of SLOTS) {
    const model = models[slot];
    if (!model) continue;
    const { t, triangle, point: hits, normal, front } = model.mesh.castFirst(ray);
    if (triangle[0]! < 0 || (nearest && t[0]! >= nearest.t)) continue;
    const part = model.parts.filter(({ first }) => first <= triangle[0]!).at(-1);
    nearest = { slot, t: t[0]!, triangle: triangle[0]! - (part?.first ?? 0), part: part?.name ?? '', point: point(hits, 0), normal: Number.isNaN(normal[0]) ? null : point(normal, 0), front: front[0] === 1 };
  }
  return nearest;
}

function tree({ mesh }: Model, ray: number[]): Tree {
  const visits = mesh.visits(ray);
  return {
    boxes: Float64Array.from(visits.flatMap(({ min, max }) => [...min, ...max])), depths: Uint8Array.from(visits, ({ depth }) => depth),
    triangles: Int32Array.from(visits, ({ triangles }) => triangles ?? -1), all: mesh.triangleCount,
  };
}

function section({ mesh }: Model, axis: number, at: number): Section {
  const normal: Point = [0, 0, 0];
  normal[axis] = 1;
  const { points, offsets, closed } = mesh.slice(normal, at);
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  let [length, area, isClosed] = [0, 0, true];
  for (let line = 0; line + 1 < offsets.length; line++) {
    const [from, to] = [offsets[line]!, offsets[line + 1]!];
    isClosed &&= closed[line] === 1;
    for (let i = from; i < to; i++) {
      if (i + 1 === to && closed[line] !== 1) continue;
      const [p, q] = [point(points, i), point(points, i + 1 === to ? from : i + 1)];
      length += Math.hypot(...minus(q, p));
      area += (p[u]! * q[v]! - p[v]! * q[u]!) / 2;
    }
  }
  return { points: Float64Array.from(points), offsets: new Uint32Array(offsets), closed: new Uint8Array(closed), length, area: isClosed ? area : null };
}

function clash(): Clash | null {
  const { a, b } = models;
  if (!a || !b) return null;
  if (a.mesh.intersects(b.mesh)) {
    const segments = Float64Array.from(a.mesh.intersectionSegments(b.mesh));
    let length = 0;
    for (let i = 0; i < segments.length; i += 6) length += Math.hypot(segments[i + 3]! - segments[i]!, segments[i + 4]! - segments[i + 1]!, segments[i + 5]! - segments[i + 2]!);
    return { kind: 'cross', pairs: a.mesh.intersectingTriangles(b.mesh).length / 2, segments, length };
  }
  // The surfaces do not meet, so a piece is inside the other solid exactly if one of its vertices is.
  for (const [inner, outer, slot] of [[b, a, 'b'], [a, b, 'a']] as const) {
    if (outer.closed && outer.mesh.contains(inner.positions).includes(1)) return { kind: 'inside', inner: slot };
  }
  const near = a.mesh.distanceTo(b.mesh);
  return near && { kind: 'apart', distance: near.distance, a: [...near.point_a], b: [...near.point_b] };
}

/** The pixels of a part of a picture, in the colour of the model that is hit first, darker the more its normal turns away. */
function tile({ view: { origin, first, right, down }, at, size: [width, height], colors }: Omit<Calls['tile'], 'answer'>): Tile {
  const rays = new Float64Array(6 * width * height);
  for (let j = 0; j < height; j++) for (let i = 0; i < width; i++) {
    const ray = 6 * (j * width + i);
    for (let axis = 0; axis < 3; axis++) {
      rays[ray + axis] = origin[axis]!;
      rays[ray + 3 + axis] = first[axis]! + (at[0] + i) * right[axis]! + (at[1] + j) * down[axis]!;
    }
  }
  const pixels = new Uint8ClampedArray(4 * width * height);
  const nearest = new Float64Array(width * height).fill(Infinity);
  for (const slot of SLOTS) {
    const model = models[slot];
    if (!model) continue;
    const { t, triangle, normal } = model.mesh.castFirst(rays);
    for (let i = 0; i < nearest.length; i++) {
      if (triangle[i]! < 0 || t[i]! >= nearest[i]!) continue;
      nearest[i] = t[i]!;
      const direction = point(rays, 2 * i + 1);
      const facing = Math.abs(dot(point(normal, i), direction)) / Math.hypot(...direction);
      // A triangle without area has no normal.
      const light = Number.isNaN(facing) ? 1 : 0.25 + 0.75 * facing;
      pixels.set([...colors[slot].map((x) => x * light), 255], 4 * i);
    }
  }
  return { pixels, hits: nearest.filter((t) => t < Infinity).length };
}

function answer(question: Question): unknown {
  switch (question.op) {
    case 'load': return load(question.slot, question.name, question.bytes);
    case 'remove':
      models[question.slot]?.mesh.free();
      models[question.slot] = null;
      return null;
    case 'pick': return pick(question.ray);
    case 'tree': {
      const of = (slot: Slot) => models[slot] && tree(models[slot], question.ray);
      return { a: of('a'), b: of('b') };
    }
    case 'section': {
      const of = (slot: Slot) => models[slot] && section(models[slot], question.axis, question.at);
      return { a: of('a'), b: of('b') };
    }
    case 'clash': return clash();
    case 'tile': return tile(question);
  }
}

/** The code of what was thrown. Memory runs out here, or in the module, which then stops. */
function faultOf(thrown: unknown): Fault {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof BarycastError) return { code: thrown.code, message };
  return { code: thrown instanceof RangeError ? 'stopped' : 'failed', message };
}

const ready = init();
addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  try {
    await ready;
  } catch (thrown) {
    return postMessage({ id: data.id, fault: { code: 'not_loaded', message: faultOf(thrown).message } });
  }
  try {
    postMessage({ id: data.id, answer: answer(data) });
  } catch (thrown) {
    postMessage({ id: data.id, fault: faultOf(thrown) });
  }
});
