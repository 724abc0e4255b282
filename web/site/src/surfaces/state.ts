// What is on screen of a surface, and how it stands in the address.

import { Address, isBoolean, isNumber, isOneOf, isVector3, toAddress as writeAddress } from '../address.js';
import { isRay } from '../space/state3.js';
import { type Vector3, sub, times } from '../space/vector3.js';

export const KINDS = ['bezier', 'b_spline', 'coons', 'hermite'] as const;
export type Kind = (typeof KINDS)[number];
export const QUESTIONS = ['nearest', 'casts'] as const;
export type Question = (typeof QUESTIONS)[number];

export interface State {
  kind: Kind;
  question: Question;
  /** Rows of four points. */
  net: Vector3[][];
  /** Of a B-spline, in both directions. */
  degree: number;
  /** Whether the rows of a B-spline go around. */
  closed: boolean;
  /** The ways along both parameters. */
  at: [number, number];
  probe: Vector3;
  ray: { origin: Vector3; direction: Vector3 };
}

const HEIGHTS = [[0, 0.5, 0.3, -0.2], [0.5, 1.7, 1.4, 0.2], [0.3, 1.4, 0.9, -0.4], [-0.1, 0.3, -0.5, -0.9]];
const row = (i: number, heights: number[]): Vector3[] => heights.map((z, j) => [i - 1.5, j - 1.5, z]);

export const initial = (): State => ({
  kind: 'bezier', question: 'nearest', net: HEIGHTS.map((heights, i) => row(i, heights)), degree: 2, closed: false, at: [0.35, 0.4],
  probe: [0.8, -0.3, 1.9], ray: { origin: [-2.2, -0.9, 0.1], direction: [1, 0.35, 0.12] },
});

export const COLUMNS = 4;
/** A net has this many rows at least, and at most. */
export const ROWS = [4, 8] as const;

/** Whether the points inside the net count, and their number may differ. */
export const hasNet = (kind: Kind): boolean => kind === 'bezier' || kind === 'b_spline';

/** Whether a point of the net has a part in the surface. Coons and Hermite patches have no inner points. */
export const counts = ({ kind, net }: State, i: number, j: number): boolean => hasNet(kind) || i === 0 || j === 0 || i === net.length - 1 || j === COLUMNS - 1;

const CORNERS = [0, 3] as const;

/** The surface as the protocol reads it. */
export function surfaceOf({ kind, net, degree, closed }: State): Record<string, Record<string, unknown>> {
  switch (kind) {
    case 'bezier': return { bezier: { points: net } };
    case 'b_spline': return { b_spline: { points: net, degrees: [degree, degree], ...(closed ? { closed: 'u' } : {}) } };
    case 'coons': {
      const column = (j: number) => ({ bezier: { points: net.map((list) => list[j]!) } });
      const across = (i: number) => ({ bezier: { points: net[i]! } });
      return { coons: { along_u: [column(0), column(3)], along_v: [across(0), across(3)] } };
    }
    case 'hermite': {
      // Three times the way to the neighbour, as for the end of a cubic Bezier curve.
      const tangent = (from: Vector3, to: Vector3, sign: number): Vector3 => times(sub(to, from), 3 * sign).map((x) => Number(x.toPrecision(15))) as Vector3;
      const list = (of: (i: 0 | 3, j: 0 | 3) => Vector3) => CORNERS.map((i) => CORNERS.map((j) => of(i, j)));
      const point = (i: number, j: number): Vector3 => net[i]![j]!;
      return {
        hermite: {
          points: list(point),
          by_u: list((i, j) => tangent(point(i, j), point(i === 0 ? 1 : 2, j), i === 0 ? 1 : -1)),
          by_v: list((i, j) => tangent(point(i, j), point(i, j === 0 ? 1 : 2), j === 0 ? 1 : -1)),
        },
      };
    }
  }
}

/** The first and the last parameter in a direction, as docs/query-protocol.md states them. */
function range({ kind, degree, closed, net }: State, direction: 0 | 1): [number, number] {
  if (kind !== 'b_spline') return [0, 1];
  const count = direction === 0 ? net.length : COLUMNS;
  return closed && direction === 0 ? [degree, count + degree] : [0, count - degree];
}

/** The parameters at shares of the way. */
export function parameters(state: State, shares: readonly [number, number]): [number, number] {
  return shares.map((share, i) => {
    const [first, last] = range(state, i as 0 | 1);
    return first + share * (last - first);
  }) as [number, number];
}

/** The state as another kind of surface: patches have four rows. */
export function asKind(state: State, kind: Kind): State {
  const net = hasNet(kind) || state.net.length === 4 ? state.net : [...state.net.slice(0, 3), state.net.at(-1)!];
  return { ...state, kind, net };
}

/** A row that continues the net. */
export function nextRow(net: Vector3[][]): Vector3[] {
  const [before, last] = [net.at(-2)!, net.at(-1)!];
  return last.map(([x, y, z], j) => [x + (x - before[j]![0] || 1), y + (y - before[j]![1]), z - 0.5 * (z - before[j]![2])]);
}

/** A tube around the second axis, which closed rows suit. */
export const tube = (rows: number): Vector3[][] => Array.from({ length: rows }, (_, i) => {
  const angle = (2 * Math.PI * i) / rows;
  return [1.2, 1.7, 1, 1.6].map((radius, j): Vector3 => [radius * Math.cos(angle), j - 1.5, radius * Math.sin(angle)].map((x) => Number(x.toFixed(3))) as Vector3);
});

export const toAddress = ({ kind, question, net, degree, closed, at, probe, ray }: State): string => writeAddress(kind, {
  ask: question, net, degree: kind === 'b_spline' ? degree : undefined, closed: kind === 'b_spline' && closed ? true : undefined,
  at, probe: question === 'nearest' ? probe : undefined, ray: question === 'casts' ? ray : undefined,
});

const isShare = (value: unknown): value is number => isNumber(value) && value >= 0 && value <= 1;
const isNet = (value: unknown): value is Vector3[][] =>
  Array.isArray(value) && value.length >= ROWS[0] && value.length <= ROWS[1] && value.every((list) => Array.isArray(list) && list.length === COLUMNS && list.every(isVector3));

export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const address = new Address(hash);
  address.read('q', isOneOf(KINDS), (kind) => (state.kind = kind));
  address.read('ask', isOneOf(QUESTIONS), (question) => (state.question = question));
  address.read('net', (value): value is Vector3[][] => isNet(value) && (hasNet(state.kind) || value.length === 4), (net) => (state.net = net));
  address.read('degree', isOneOf([1, 2, 3]), (degree) => (state.degree = degree));
  address.read('closed', isBoolean, (closed) => (state.closed = closed));
  address.read('at', (value): value is [number, number] => Array.isArray(value) && value.length === 2 && value.every(isShare), (at) => (state.at = at));
  address.read('probe', isVector3, (probe) => (state.probe = probe));
  address.read('ray', isRay, ({ origin, direction }) => (state.ray = { origin, direction }));
  address.needs('q', 'ask', 'net', 'at', state.question === 'nearest' ? 'probe' : 'ray');
  return { state, whole: address.whole };
}
