// What is on screen, and how it stands in the address.

import { NAMES, type Shape, anchor, nameOf, outline, start } from './shapes.js';
import type { Vector } from './vector.js';

export const QUESTIONS = ['distance', 'intersects', 'contact', 'manifold', 'cast', 'sweep'] as const;
export type Question = (typeof QUESTIONS)[number];

export interface State {
  a: Shape;
  b: Shape;
  question: Question;
  ray: { origin: Vector; direction: Vector };
  velocity: Vector;
}

export const initial = (): State => ({
  a: { obb: { center: [-0.9, 0], half_extents: [1.4, 0.9], angle: 0.35 } },
  b: { sphere: { center: [1.1, 0.5], radius: 0.9 } },
  question: 'distance',
  ray: { origin: [-4, -1.2], direction: [2, 0.5] },
  velocity: [-3, -1],
});

export function toAddress(state: State): string {
  const parts = new URLSearchParams();
  parts.set('q', state.question);
  parts.set('a', JSON.stringify(state.a));
  parts.set('b', JSON.stringify(state.b));
  if (state.question === 'cast') parts.set('ray', JSON.stringify(state.ray));
  if (state.question === 'sweep') parts.set('v', JSON.stringify(state.velocity));
  return `#${parts}`;
}

const isVector = (value: unknown): value is Vector =>
  Array.isArray(value) && value.length === 2 && value.every((x) => typeof x === 'number' && Number.isFinite(x));

/** Whether a value can be drawn as a shape of the plane. The module judges the numbers. */
export function isShape(value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  const shape = value as Shape;
  if (!NAMES.includes(nameOf(shape))) return false;
  try {
    const { rings, curves, dots } = outline(shape);
    const points = [...rings, ...curves, dots].flat();
    return points.length > 0 && [...points, anchor(shape)].every(isVector);
  } catch {
    return false;
  }
}

/** Reads an address. What is missing or wrong is as at the start, and `whole` is then false. */
export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  let whole = true;
  const read = <T>(key: string, is: (value: unknown) => value is T, set: (value: T) => void) => {
    const text = parts.get(key);
    if (text === null) return;
    try {
      const value: unknown = JSON.parse(text);
      if (is(value)) return set(value);
    } catch {
      // Cut short or edited.
    }
    whole = false;
  };
  const question = parts.get('q');
  if (question !== null) {
    if ((QUESTIONS as readonly string[]).includes(question)) state.question = question as Question;
    else whole = false;
  }
  read('a', isShape, (shape) => (state.a = shape));
  read('b', isShape, (shape) => (state.b = shape));
  read('ray', (value): value is State['ray'] => {
    const ray = value as State['ray'] | null;
    return typeof ray === 'object' && ray !== null && isVector(ray.origin) && isVector(ray.direction);
  }, (ray) => (state.ray = ray));
  read('v', isVector, (velocity) => (state.velocity = velocity));
  return { state, whole };
}

/** The other shape of a menu, placed where the old one was. */
export function replaced(old: Shape, name: string, move: (shape: Shape, by: Vector) => Shape): Shape {
  const [to, fresh] = [anchor(old), start(name)];
  const from = anchor(fresh);
  return move(fresh, [to[0] - from[0], to[1] - from[1]]);
}
