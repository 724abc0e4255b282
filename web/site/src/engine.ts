// The module: every answer on the page is that of the query protocol.

import { Session, init } from 'barycast/lean';
import { type Shape, boxAxes } from './shapes.js';
import { axesOf } from './space/vector3.js';

let session: Session | null = null;

export async function load(): Promise<void> {
  await init();
  session = new Session();
}

export interface Fault {
  code: string;
  field?: string;
  message: string;
}

export interface Step {
  axis?: { axis: number[]; a: [number, number]; b: [number, number]; gap: number };
  simplex?: { points: number[][]; nearest: number[]; lower: number; upper: number };
  face?: { points: number[][]; face: number[][]; normal: number[]; farthest: number[]; lower: number; upper: number };
  slab?: { axis: number[]; enter: number | null; exit: number | null; from: number | null; to: number | null };
}

export interface Trace {
  method: 'separating_axes' | 'gjk' | 'epa' | 'slabs' | 'formula';
  steps: Step[];
}

/** An answer: the members of its operation, or `error`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Answer = { error?: Fault; trace?: Trace } & Record<string, any>;

export type Request = { op: string; a?: Shape; b?: Shape } & Record<string, unknown>;

export function answer(request: Request, trace = false): Answer {
  if (!session) return { error: { code: 'not_ready', message: 'not ready' } };
  try {
    return JSON.parse(session.query(JSON.stringify(request), { trace }));
  } catch (thrown) {
    return { error: { code: 'stopped', message: thrown instanceof Error ? thrown.message : String(thrown) } };
  }
}

/** The answers to many requests, in order. */
export function answers(requests: Request[]): Answer[] {
  if (!session || requests.length === 0) return [];
  try {
    const lines = session.queryLines(requests.map((request) => JSON.stringify(request)).join('\n'));
    return lines.trimEnd().split('\n').map((line) => JSON.parse(line));
  } catch (thrown) {
    const error = { code: 'stopped', message: thrown instanceof Error ? thrown.message : String(thrown) };
    return requests.map(() => ({ error }));
  }
}

/**
 * The shape with axes instead of an angle or a quaternion. The axes are rounded once, here; for these numbers
 * the module certifies its answers.
 */
export function withAxes(shape: Shape): Shape {
  return JSON.parse(JSON.stringify(shape), (_, value) => {
    if (typeof value !== 'object' || value === null) return value;
    const { angle, quaternion, ...rest } = value;
    if (Array.isArray(quaternion)) return { ...rest, axes: axesOf(quaternion) };
    // The angle of a cone is no rotation.
    return typeof angle === 'number' && !('apex' in value) ? { ...rest, axes: boxAxes(angle) } : value;
  }) as Shape;
}

/** Whether the shapes share a point, and whether that is certified. */
export function meets(a: Shape, b: Shape): { meets: boolean; certified: boolean; turned: boolean } | Fault {
  const [exactA, exactB] = [withAxes(a), withAxes(b)];
  const exact = answer({ op: 'intersects', exact: true, a: exactA, b: exactB });
  const turned = JSON.stringify([exactA, exactB]) !== JSON.stringify([a, b]);
  if (!exact.error) return { meets: exact.intersects, certified: true, turned };
  const plain = answer({ op: 'intersects', a, b });
  return plain.error ?? { meets: plain.intersects, certified: false, turned };
}
