// What is on screen, and how it stands in the address.

import { Address, isNumber, isOneOf, isVector, toAddress as writeAddress } from './address.js';
import { NAMES, type Shape, anchor, moved, nameOf, outline, start } from './shapes.js';
import { type Vector, angleOf } from './vector.js';

export const QUESTIONS = ['measure', 'intersects', 'manifold', 'cast', 'sweep'] as const;
export type Question = (typeof QUESTIONS)[number];

export interface State {
  a: Shape;
  b: Shape;
  question: Question;
  ray: { origin: Vector; direction: Vector };
  velocity: Vector;
  /** Radians per unit of time about the anchor of B. */
  spin: number;
}

export const initial = (): State => ({
  a: { convex: { points: [[-2.6, -0.9], [-1, -1.4], [0.4, -0.6], [0.1, 1], [-1.8, 1.3]] } },
  b: { triangle: { a: [-0.1, 0.1], b: [2.3, -1.1], c: [1.7, 1.4] } },
  question: 'measure',
  ray: { origin: [-3.6, -0.5], direction: [1.4, 0.2] },
  velocity: [-2, -1],
  spin: 0,
});

export const toAddress = ({ question, a, b, ray, velocity, spin }: State): string => {
  const isSwept = question === 'sweep';
  return writeAddress(question, { a, b, ray: question === 'cast' ? ray : undefined, v: isSwept ? velocity : undefined, w: isSwept ? spin : undefined });
};

/** A shape nested deeper, or with more numbers, is not drawn. */
const LONGEST = 20_000;

/** Whether a value can be drawn as a shape of the plane. The module judges the numbers. */
export function isShape(value: unknown): value is Shape {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  const shape = value as Shape;
  if (!NAMES.includes(nameOf(shape))) return false;
  try {
    if (JSON.stringify(shape).length > LONGEST) return false;
    const { rings, curves, dots } = outline(shape);
    const points = [...rings, ...curves, dots].flat();
    return points.length > 0 && [...points, anchor(shape)].every(isVector);
  } catch {
    return false;
  }
}

/** Handles turn angles, so axes of an address become one. */
function toAngle(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('axes' in value)) return value;
  const { axes, ...rest } = value as { axes: unknown };
  return Array.isArray(axes) && isVector(axes[0]) ? { ...rest, angle: angleOf(axes[0]) } : value;
}

export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const address = new Address(hash, toAngle);
  address.read('q', isOneOf(QUESTIONS), (question) => (state.question = question));
  address.read('a', isShape, (shape) => (state.a = shape));
  address.read('b', isShape, (shape) => (state.b = shape));
  address.read('ray', (value): value is State['ray'] => {
    const ray = value as State['ray'] | null;
    return typeof ray === 'object' && ray !== null && isVector(ray.origin) && isVector(ray.direction);
  }, ({ origin, direction }) => (state.ray = { origin, direction }));
  address.read('v', isVector, (velocity) => (state.velocity = velocity));
  address.read('w', isNumber, (spin) => (state.spin = spin));
  address.needs('q', 'a', 'b');
  return { state, whole: address.whole };
}

/** The other shape of a menu, placed where the old one was. */
export function replaced(old: Shape, name: string): Shape {
  const [to, fresh] = [anchor(old), start(name)];
  const from = anchor(fresh);
  return moved(fresh, [to[0] - from[0], to[1] - from[1]]);
}
