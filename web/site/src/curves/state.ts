// What is on screen of a curve, and how it stands in the address.

import { Address, isBoolean, isNumber, isOneOf, isVector, toAddress as writeAddress } from '../address.js';
import type { Vector } from '../vector.js';

export const KINDS = ['bezier', 'hermite', 'b_spline', 'catmull_rom', 'kochanek_bartels', 'spline', 'monotone'] as const;
export type Kind = (typeof KINDS)[number];
export const SPACINGS = ['uniform', 'centripetal', 'chordal'] as const;
export type Spacing = (typeof SPACINGS)[number];
export const ENDS = ['natural', 'not_a_knot'] as const;
export type Ends = (typeof ENDS)[number];
/** The sliders of a Kochanek-Bartels curve, in the order of the protocol. */
export const BENDS = ['tension', 'continuity', 'bias'] as const;
export type Bend = [number, number, number];

export interface State {
  kind: Kind;
  points: Vector[];
  /** Derivatives at the points of a Hermite curve. */
  tangents: Vector[];
  closed: boolean;
  degree: number;
  spacing: Spacing;
  /** Tension, continuity and bias at every point of a Kochanek-Bartels curve. */
  bend: Bend;
  /** What a spline does at its ends. */
  ends: Ends;
  /** The point whose nearest point on the curve is shown. */
  probe: Vector;
  /** Share of the way along the parameter. */
  share: number;
}

export const initial = (): State => ({
  kind: 'bezier', points: [[-3, -1], [-1.6, 2.2], [1.2, 1.8], [2.8, -1.2]], tangents: [[2, 3], [2, 0], [2, -1], [1, -3]], closed: false, degree: 3, spacing: 'centripetal',
  bend: [0, 0, 0], ends: 'natural', probe: [0.4, -0.8], share: 0.3,
});

/** More points are not drawn. */
const MOST = 64;

/** A tangent for a point that has none: towards the next point. */
export function tangentAt(points: Vector[], i: number): Vector {
  const [p, q] = [points[Math.max(0, i - 1)]!, points[Math.min(points.length - 1, i + 1)]!];
  return [(q[0] - p[0]) / 2 || 1, (q[1] - p[1]) / 2];
}

/** The curve as the protocol reads it. */
export function curveOf({ kind, points, tangents, closed, degree, spacing, bend, ends }: State): Record<string, Record<string, unknown>> {
  switch (kind) {
    case 'bezier': return { bezier: { points } };
    case 'hermite': return { hermite: { points, tangents: points.map((_, i) => tangents[i] ?? tangentAt(points, i)) } };
    case 'b_spline': return { b_spline: { points, degree, ...(closed ? { closed } : {}) } };
    case 'catmull_rom': return { catmull_rom: { points, spacing, ...(closed ? { closed } : {}) } };
    case 'kochanek_bartels': return { kochanek_bartels: { points, bends: points.map(() => bend) } };
    case 'spline': return { spline: { points, spacing, ...(closed ? { closed } : { ends }) } };
    case 'monotone': return { monotone: { points, spacing } };
  }
}

/** The first and the last parameter, as docs/query-protocol.md states them. */
export function rangeOf({ kind, points, closed, degree, spacing }: State): [number, number] {
  switch (kind) {
    case 'bezier': return [0, 1];
    case 'hermite': case 'kochanek_bartels': return [0, points.length - 1];
    case 'b_spline': return closed ? [degree, points.length + degree] : [0, points.length - degree];
    case 'catmull_rom': case 'spline': case 'monotone': {
      const power = { uniform: 0, centripetal: 0.5, chordal: 1 }[spacing];
      const ends = closed && kind !== 'monotone' ? [...points, points[0]!] : points;
      return [0, ends.slice(1).reduce((sum, p, i) => sum + Math.hypot(p[0] - ends[i]![0], p[1] - ends[i]![1]) ** power, 0)];
    }
  }
}

/** Whether the parameters of a kind of curve depend on the distances of its points. */
export const hasSpacing = (kind: Kind): boolean => kind === 'catmull_rom' || kind === 'spline' || kind === 'monotone';

const isList = (value: unknown): value is Vector[] => Array.isArray(value) && value.length <= MOST && value.every(isVector);

export const toAddress = ({ kind, points, tangents, degree, spacing, bend, ends, closed, probe, share }: State): string => writeAddress(kind, {
  points,
  tangents: kind === 'hermite' ? tangents : undefined,
  degree: kind === 'b_spline' ? degree : undefined,
  spacing: hasSpacing(kind) ? spacing : undefined,
  bend: kind === 'kochanek_bartels' ? bend : undefined,
  ends: kind === 'spline' ? ends : undefined,
  closed: closed || undefined,
  probe,
  share,
});

export function fromAddress(hash: string): { state: State; whole: boolean } {
  const state = initial();
  const address = new Address(hash);
  address.read('q', isOneOf(KINDS), (kind) => (state.kind = kind));
  address.read('points', (value): value is Vector[] => isList(value) && value.length >= 2, (points) => (state.points = points));
  address.read('tangents', isList, (tangents) => (state.tangents = tangents));
  address.read('degree', isOneOf([1, 2, 3, 4, 5]), (degree) => (state.degree = degree));
  address.read('spacing', isOneOf(SPACINGS), (spacing) => (state.spacing = spacing));
  address.read('bend', (value): value is Bend => Array.isArray(value) && value.length === 3 && value.every((x) => isNumber(x) && Math.abs(x) <= 1), (bend) => (state.bend = bend));
  address.read('ends', isOneOf(ENDS), (ends) => (state.ends = ends));
  address.read('closed', isBoolean, (closed) => (state.closed = closed));
  address.read('probe', isVector, (probe) => (state.probe = probe));
  address.read('share', (value): value is number => isNumber(value) && value >= 0 && value <= 1, (share) => (state.share = share));
  address.needs('q', 'points', 'probe', 'share');
  return { state, whole: address.whole };
}
