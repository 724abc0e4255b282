// What is on screen of frames and a point, and how it stands in the address.

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

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isVector = (value: unknown): value is Vector => Array.isArray(value) && value.length === 2 && value.every(isNumber);
const isFrame = (value: unknown): value is Frame => {
  const { origin, axes } = (value ?? {}) as Record<string, unknown>;
  return isVector(origin) && Array.isArray(axes) && axes.length === 2 && axes.every(isVector);
};

export function toAddress(state: State): string {
  const parts = new URLSearchParams();
  parts.set('q', 'frames');
  parts.set('a', JSON.stringify(state.a));
  if (state.nested) parts.set('b', JSON.stringify(state.b));
  parts.set('held', JSON.stringify(state.held));
  parts.set('at', JSON.stringify(state.at));
  return `#${parts}`;
}

/** Reads an address. What is missing or wrong is as at the start, and `whole` is then false. */
export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  let whole = [...parts.keys()].length === 0 || (parts.get('q') === 'frames' && ['a', 'held', 'at'].every((key) => parts.has(key)));
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
  read('a', isFrame, ({ origin, axes }) => (state.a = { origin, axes }));
  read('b', isFrame, ({ origin, axes }) => Object.assign(state, { b: { origin, axes }, nested: true }));
  read('held', (value): value is Held => (HELD as readonly unknown[]).includes(value), (held) => (state.held = held));
  read('at', isVector, (at) => (state.at = at));
  return { state, whole };
}
