// What is on screen of a shape and an eye, and how it stands in the address.

import { Address, isNumber, isVector3, toAddress as writeAddress } from '../address.js';
import { type Shape, fieldsOf, nameOf, snapped } from '../shapes.js';
import { anchor, moved, start } from '../space/shapes.js';
import { isShape } from '../space/state3.js';
import { type Vector3, sub } from '../space/vector3.js';

/** The shapes whose solid angle has a formula, in the order of the menu. */
export const KINDS = ['triangle', 'parallelogram', 'quad', 'polygon', 'aabb', 'obb', 'tetrahedron', 'sphere', 'disc', 'cone'] as const;

export interface State {
  shape: Shape;
  /** For a cone its apex. */
  eye: Vector3;
  step: number;
}

export const initial = (): State => ({ shape: { triangle: { a: [1.2, 0.9, -0.9], b: [2.6, -0.6, -0.9], c: [1.9, 0.3, 1.4] } }, eye: [0, 0, 0], step: 0 });

/** The state with its eye where the shape needs it. */
const seen = (state: State): State => (nameOf(state.shape) === 'cone' ? { ...state, eye: fieldsOf(state.shape).apex } : state);

export const withShape = (state: State, shape: Shape): State => seen({ ...state, shape });

export function withEye(state: State, eye: Vector3): State {
  return nameOf(state.shape) === 'cone' ? { ...state, eye, shape: { cone: { ...fieldsOf(state.shape), apex: eye } } } : { ...state, eye };
}

/** Another kind of shape, where the old one was. */
export function asKind(state: State, name: string): State {
  const [fresh, old] = [start(name), anchor(state.shape)];
  // Numbers that are short to read.
  const middle = old.map((x) => Number(x.toFixed(2))) as Vector3;
  const shape = name === 'cone' ? { cone: { ...fieldsOf(fresh), apex: state.eye, base: middle } } : moved(fresh, sub(middle, anchor(fresh).map((x) => Number(x.toFixed(2))) as Vector3));
  return { ...state, shape: snapped(shape, 0.001), step: 0 };
}

export const toAddress = ({ shape, eye, step }: State): string => writeAddress('angle', { shape, eye, step });

export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const address = new Address(hash);
  address.read('q', (value): value is 'angle' => value === 'angle', () => undefined);
  address.read('shape', (value): value is Shape => isShape(value) && (KINDS as readonly string[]).includes(nameOf(value)), (shape) => (state.shape = shape));
  address.read('eye', isVector3, (eye) => (state.eye = eye));
  address.read('step', (value): value is number => isNumber(value) && Number.isInteger(value) && value >= 0, (step) => (state.step = step));
  address.needs('q', 'shape', 'eye', 'step');
  return { state: seen(state), whole: address.whole };
}
