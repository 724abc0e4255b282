// What the page of space shows, and how it stands in the address.

import { Address, isOneOf, isVector3, toAddress as writeAddress } from '../address.js';
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

export const toAddress = ({ question, a, b, ray, velocity }: State): string => writeAddress(question, {
  a, b, ray: question === 'cast' ? ray : undefined, v: question === 'sweep' ? velocity : undefined,
});

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
    return points.length > 0 && [...points, anchor(shape)].every(isVector3);
  } catch {
    return false;
  }
}

/** Whether a value has an origin and a direction. */
export function isRay(value: unknown): value is State['ray'] {
  const ray = value as State['ray'] | null;
  return typeof ray === 'object' && ray !== null && isVector3(ray.origin) && isVector3(ray.direction);
}

export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const address = new Address(hash);
  address.read('q', isOneOf(QUESTIONS), (question) => (state.question = question));
  address.read('a', isShape, (shape) => (state.a = shape));
  address.read('b', isShape, (shape) => (state.b = shape));
  address.read('ray', isRay, ({ origin, direction }) => (state.ray = { origin, direction }));
  address.read('v', isVector3, (velocity) => (state.velocity = velocity));
  address.needs('q', 'a', 'b');
  return { state, whole: address.whole };
}

/** The other shape of a menu, placed where the old one was. */
export function replaced(old: Shape, name: string): Shape {
  const fresh = start(name);
  return moved(fresh, sub(anchor(old), anchor(fresh)));
}
