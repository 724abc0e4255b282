// What is on screen of a window and what is clipped to it, and how it stands in the address.

import { Address, isNumber, isOneOf, isVector, toAddress as writeAddress } from '../address.js';
import type { Shape } from '../shapes.js';
import { type Vector, cross, sub } from '../vector.js';

export const METHODS = ['cohen_sutherland', 'liang_barsky', 'cyrus_beck', 'sutherland_hodgman'] as const;
export type Method = (typeof METHODS)[number];

export interface State {
  method: Method;
  segment: { a: Vector; b: Vector };
  polygon: Vector[];
  /** The window of the methods for boxes. */
  box: { min: Vector; max: Vector };
  /** The window of the other methods. */
  window: Vector[];
  step: number;
}

export const initial = (): State => ({
  method: 'cohen_sutherland', segment: { a: [-3, 0.4], b: [3.4, 2.6] }, box: { min: [-2, -1.4], max: [2, 1.4] }, step: 0,
  polygon: [[-3, -1.6], [2.8, -1.2], [3, 2], [1.6, 2.2], [1.4, 0], [-0.4, -0.2], [-0.6, 2], [-2.4, 1.8]],
  window: [[-1.8, -1], [1, -1.8], [2.4, 0], [0.6, 1.6], [-1.6, 1.2]],
});

/** Whether the window of a method is a box. */
export const hasBox = (method: Method): boolean => method === 'cohen_sutherland' || method === 'liang_barsky';
export const clipsPolygons = (method: Method): boolean => method === 'sutherland_hodgman';

/** More corners are not drawn. */
export const MOST = 32;

/** The window counter-clockwise. */
export function around(window: Vector[]): Vector[] {
  const area = window.reduce((sum, p, i) => sum + cross(sub(p, window[0]!), sub(window[(i + 1) % window.length]!, window[0]!)), 0);
  return area < 0 ? [...window].reverse() : window;
}

export const subjectOf = ({ method, segment, polygon }: State): Shape => (clipsPolygons(method) ? { polygon: { points: polygon } } : { segment }) as Shape;
export const windowOf = ({ method, box, window }: State): Shape => (hasBox(method) ? { aabb: box } : { polygon: { points: window } }) as Shape;

const isList = (value: unknown): value is Vector[] => Array.isArray(value) && value.length >= 3 && value.length <= MOST && value.every(isVector);
const isPair = <K extends string>(value: unknown, ...keys: K[]): value is Record<K, Vector> =>
  typeof value === 'object' && value !== null && keys.every((key) => isVector((value as Record<string, unknown>)[key]));

export const toAddress = ({ method, segment, polygon, box, window, step }: State): string => writeAddress(method, {
  ...(clipsPolygons(method) ? { polygon } : { segment }), ...(hasBox(method) ? { box } : { window }), step,
});

export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const address = new Address(hash);
  address.read('q', isOneOf(METHODS), (method) => (state.method = method));
  address.read('segment', (value): value is State['segment'] => isPair(value, 'a', 'b'), ({ a, b }) => (state.segment = { a, b }));
  address.read('polygon', isList, (polygon) => (state.polygon = polygon));
  address.read('box', (value): value is State['box'] => isPair(value, 'min', 'max'), ({ min, max }) => (state.box = { min, max }));
  address.read('window', isList, (window) => (state.window = window));
  address.read('step', (value): value is number => isNumber(value) && Number.isInteger(value) && value >= 0, (step) => (state.step = step));
  address.needs('q', clipsPolygons(state.method) ? 'polygon' : 'segment', hasBox(state.method) ? 'box' : 'window', 'step');
  return { state, whole: address.whole };
}
