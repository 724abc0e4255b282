// What the page of space shows, and how it stands in the address.

import { type Shape, nameOf } from '../shapes.js';
import { pieces, pointsOf } from './pieces.js';
import { NAMES, anchor, moved, start } from './shapes.js';
import { type Vector3, sub } from './vector3.js';

export const QUESTIONS = ['measure', 'manifold', 'cast', 'sweep'] as const;
export type Question = (typeof QUESTIONS)[number];

export interface State {
  a: Shape;
  b: Shape;
  question: Question;
  ray: { origin: Vector3; direction: Vector3 };
  velocity: Vector3;
}

export const initial = (): State => ({
  a: { aabb: { min: [-2, -1, -0.8], max: [0, 0.8, 0.8] } },
  b: { obb: { center: [0.98, 0.2, 0.4], half_extents: [1.1, 0.7, 0.6], quaternion: [0.1, 0.2, 0.3, 0.9] } },
  question: 'measure',
  ray: { origin: [-3.4, -0.6, 0.2], direction: [1.2, 0.2, 0] },
  velocity: [-1.5, -0.4, 0.3],
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

const isVector = (value: unknown): value is Vector3 =>
  Array.isArray(value) && value.length === 3 && value.every((x) => typeof x === 'number' && Number.isFinite(x));

/** A shape with more text is not drawn. */
const LONGEST = 20_000;

/** Whether a value can be drawn as a shape of space. The module judges the numbers. */
export function isShape(value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  const shape = value as Shape;
  if (!NAMES.includes(nameOf(shape))) return false;
  try {
    if (JSON.stringify(shape).length > LONGEST) return false;
    const points = pointsOf(pieces(shape));
    return points.length > 0 && [...points, anchor(shape)].every(isVector);
  } catch {
    return false;
  }
}

/** Reads an address. What is missing or wrong is as at the start, and `whole` is then false. */
export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const keys = [...parts.keys()];
  let whole = keys.length === 0 || (parts.has('q') && parts.has('a') && parts.has('b'));
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
  }, ({ origin, direction }) => (state.ray = { origin, direction }));
  read('v', isVector, (velocity) => (state.velocity = velocity));
  return { state, whole };
}

/** The other shape of a menu, placed where the old one was. */
export function replaced(old: Shape, name: string): Shape {
  const fresh = start(name);
  return moved(fresh, sub(anchor(old), anchor(fresh)));
}
