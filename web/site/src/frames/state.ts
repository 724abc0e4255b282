// What is on screen of frames and a point, and how it stands in the address.

import { Address, isOneOf, isVector, toAddress as writeAddress } from '../address.js';
import type { Vector } from '../vector.js';

export interface Frame {
  origin: Vector;
  axes: [Vector, Vector];
}

export const HELD = ['world', 'local'] as const;
/** Whose coordinates of the point stay when a frame moves: those in the world, or in the innermost frame. */
export type Held = (typeof HELD)[number];

export interface State {
  /** In the coordinates of the world. */
  a: Frame;
  /** In the coordinates of A. */
  b: Frame;
  /** Whether frame B is shown. */
  nested: boolean;
  held: Held;
  /** The coordinates of the point that are held. */
  at: Vector;
}

export const initial = (): State => ({
  a: { origin: [1, 0.5], axes: [[1.6, 0.8], [-0.6, 1.2]] }, b: { origin: [2, 0.5], axes: [[0, 0.8], [0.8, 0]] }, nested: false, held: 'world', at: [3, 2.5],
});

export const framesOf = ({ a, b, nested }: State): Frame[] => (nested ? [a, b] : [a]);

const isFrame = (value: unknown): value is Frame => {
  const { origin, axes } = (value ?? {}) as Record<string, unknown>;
  return isVector(origin) && Array.isArray(axes) && axes.length === 2 && axes.every(isVector);
};

export const toAddress = ({ a, b, nested, held, at }: State): string => writeAddress('frames', { a, b: nested ? b : undefined, held, at });

export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const address = new Address(hash);
  address.read('q', isOneOf(['frames']), () => undefined);
  address.read('a', isFrame, ({ origin, axes }) => (state.a = { origin, axes }));
  address.read('b', isFrame, ({ origin, axes }) => Object.assign(state, { b: { origin, axes }, nested: true }));
  address.read('held', isOneOf(HELD), (held) => (state.held = held));
  address.read('at', isVector, (at) => (state.at = at));
  address.needs('q', 'a', 'held', 'at');
  return { state, whole: address.whole };
}
