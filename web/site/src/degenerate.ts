// Places where plain floating-point formulas fail: touching, parallel, flat, far, huge and tiny.

import { byId, html } from './dom.js';
import { answer, meets } from './engine.js';
import { type Shape, anchor, bounded, corners, fieldsOf, moved, nameOf } from './shapes.js';
import type { State } from './state.js';
import { textbook } from './textbook.js';
import { type Vector, add, angleOf, left, length, sub, times, turn } from './vector.js';
import type { Words } from './words.js';

export const MODES = ['touch', 'parallel', 'flat', 'far', 'huge', 'tiny'] as const;
export type Mode = (typeof MODES)[number];

/** Fields that are not lengths. */
const NO_LENGTH = new Set(['angle', 'start', 'sweep', 'normal', 'scale', 'filled', 'closed', 'axes']);

function resized<T>(value: T, k: number): T {
  if (typeof value === 'number') return (value * k) as T;
  if (Array.isArray(value)) return value.map((inner) => resized(inner, k)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, NO_LENGTH.has(key) ? inner : resized(inner, k)])) as T;
}

/** The next float after `x`, `k` times. */
function ulps(x: number, k: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  const ordered = bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
  const next = ordered + BigInt(k);
  view.setBigInt64(0, next < 0n ? -next | -0x8000000000000000n : next);
  return view.getFloat64(0);
}

/** B moved until it touches A, up to rounding. */
function touching({ a, b }: Pair): Shape | null {
  const contact = answer({ op: 'contact', a, b }).contact;
  if (contact) return contact.normal && typeof contact.depth === 'number' ? moved(b, times(contact.normal, contact.depth)) : null;
  const found = answer({ op: 'distance', a, b });
  return found.error ? null : moved(b, sub(found.point_a, found.point_b));
}

type Pair = Pick<State, 'a' | 'b'>;

const differs = ({ a, b }: Pair): boolean => {
  const [floats, exact] = [textbook(a, b), meets(a, b)];
  return floats !== null && 'meets' in exact && exact.certified && exact.meets !== floats;
};

/**
 * B at a place a few roundings from touching A. Places beside it are searched for one where the textbook formula is wrong;
 * if there is none, B touches at the first.
 */
function touch(pair: Pair, tries = 48): Pair | null {
  const first = touching(pair);
  if (!first) return null;
  const start = anchor(first);
  const reach = Math.max(1e-3 * (length(sub(anchor(pair.a), start)) || 1), Number.MIN_VALUE);
  for (let i = 0; i < tries; i++) {
    const beside = i === 0 ? first : moved(first, [reach * Math.sin(i), reach * Math.cos(2.4 * i)]);
    const near = i === 0 ? first : touching({ a: pair.a, b: beside });
    if (!near) continue;
    for (const k of [0, 1, -1, 2, -2]) {
      const at = anchor(near);
      const step: Vector = [ulps(at[0], k) - at[0], ulps(at[1], k) - at[1]];
      const b = moved(near, step);
      if (differs({ a: pair.a, b })) return { a: pair.a, b };
    }
  }
  return { a: pair.a, b: first };
}

/** The shape turned about its anchor, or `null`. */
function turned(shape: Shape, angle: number): Shape | null {
  const [name, f, center] = [nameOf(shape), fieldsOf(shape), anchor(shape)];
  const place = (p: Vector): Vector => add(center, turn(sub(p, center), angle));
  switch (name) {
    case 'obb': case 'ellipse':
      return { [name]: { ...f, angle: (f.angle ?? 0) + angle } };
    case 'segment': case 'triangle': case 'capsule': case 'tapered_capsule': case 'truncated_cone':
      return { [name]: Object.fromEntries(Object.entries(f).map(([key, x]) => [key, Array.isArray(x) ? place(x as Vector) : x])) };
    case 'convex': case 'polygon': case 'polyline':
      return { [name]: { ...f, points: f.points.map(place) } };
    case 'parallelogram':
      return { parallelogram: { origin: place(f.origin), u: turn(f.u, angle), v: turn(f.v, angle) } };
    default:
      return null;
  }
}

const edgeOf = (shape: Shape): Vector | null => {
  const points = corners(shape);
  if (points && points.length > 1) return sub(points[1]!, points[0]!);
  const f = fieldsOf(shape);
  return ['capsule', 'tapered_capsule'].includes(nameOf(shape)) ? sub(f.b, f.a) : null;
};

function parallel(pair: Pair): Pair | null {
  const [u, v] = [edgeOf(pair.a), edgeOf(pair.b)];
  if (!u || !v) return null;
  const b = turned(pair.b, angleOf(u) - angleOf(v));
  if (!b) {
    const a = turned(pair.a, angleOf(v) - angleOf(u));
    return a && beside({ a, b: pair.b }, v);
  }
  return beside({ a: pair.a, b }, u);
}

/** B across an edge of A. */
function beside(pair: Pair, edge: Vector): Pair | null {
  const out = times(left(edge), -(4 * length(sub(anchor(pair.a), anchor(pair.b))) + 4) / (length(edge) || 1));
  const b = moved(pair.b, add(sub(anchor(pair.a), anchor(pair.b)), out));
  return touch({ a: pair.a, b }, 12);
}

/** B with all its points on a line. */
function flat({ a, b }: Pair): Pair | null {
  const [name, f] = [nameOf(b), fieldsOf(b)];
  const thin: Record<string, () => Shape> = {
    sphere: () => ({ sphere: { ...f, radius: 0 } }),
    aabb: () => ({ aabb: { ...f, max: [f.max[0], f.min[1]] } }),
    obb: () => ({ obb: { ...f, half_extents: [f.half_extents[0], 0] } }),
    ellipse: () => ({ ellipse: { ...f, radii: [f.radii[0], 0] } }),
    capsule: () => ({ capsule: { ...f, radius: 0 } }),
    tapered_capsule: () => ({ tapered_capsule: { ...f, radius_a: 0, radius_b: 0 } }),
    triangle: () => ({ triangle: { a: f.a, b: f.b, c: add(times(f.a, 0.5), times(f.b, 0.5)) } }),
    parallelogram: () => ({ parallelogram: { ...f, v: times(f.u, 0.5) } }),
    convex: () => {
      const along = sub(f.points[1] ?? f.points[0], f.points[0]);
      return { convex: { points: f.points.map((_: Vector, i: number) => add(f.points[0], times(along, i / Math.max(1, f.points.length - 1)))) } };
    },
  };
  const made = thin[name]?.();
  return made ? touch({ a, b: made }) : null;
}

/** The state in a degenerate place, or `null` if the pair has none of this kind. */
export function degenerate(state: State, mode: Mode): State | null {
  const { a, b } = state;
  const both = bounded(a) && bounded(b);
  const made = ((): Pair | null => {
    switch (mode) {
      case 'touch': return touch({ a, b });
      case 'parallel': return parallel({ a, b });
      case 'flat': return flat({ a, b });
      case 'far': return touch({ a: moved(a, [1e7, 1e7]), b: moved(b, [1e7, 1e7]) });
      case 'huge': return both ? { a: resized(a, 1e160), b: resized(b, 1e160) } : null;
      case 'tiny': return both ? { a: resized(a, 1e-170), b: resized(b, 1e-170) } : null;
    }
  })();
  return made && 'meets' in meets(made.a, made.b) ? { ...state, question: 'measure', ...made } : null;
}

export class DegeneratePanel {
  private before: State | null = null;

  constructor(private readonly words: Words, get: () => State, set: (state: State) => void) {
    const apply = (mode: Mode): void => {
      // From a state that is degenerate already the lengths would leave the range of floats.
      const from = this.before ?? get();
      const made = degenerate(from, mode);
      byId('degenerate-text').textContent = made ? (words.degenerate[mode] ?? '') : words.cannot;
      if (!made) return;
      set(made);
      this.before = from;
      byId<HTMLButtonElement>('undo').disabled = false;
    };
    for (const mode of MODES) byId(`make-${mode}`).addEventListener('click', () => apply(mode));
    byId('quick').addEventListener('click', () => apply('touch'));
    byId('undo').addEventListener('click', () => {
      if (this.before) set(this.before);
      this.forget();
    });
  }

  /** The user changed the shapes: there is nothing to go back to. */
  forget(): void {
    this.before = null;
    byId<HTMLButtonElement>('undo').disabled = true;
    byId('degenerate-text').textContent = '';
  }

  show({ a, b }: State): void {
    const { words } = this;
    const [floats, exact] = [textbook(a, b), meets(a, b)];
    const certified = 'meets' in exact && exact.certified ? exact.meets : null;
    const say = (meets: boolean | null, none: string) => (meets === null ? none : meets ? words.meets : words.misses);
    byId('floats').textContent = say(floats, words.noFormula);
    byId('exact').textContent = say(certified, words.noCertificate);
    const wrong = floats !== null && certified !== null && floats !== certified;
    byId('doubt').hidden = !wrong;
    byId('doubt').textContent = wrong ? words.textbookWrong : '';
    const note = byId('agree');
    note.className = wrong ? 'wrong' : '';
    note.replaceChildren(floats === null || certified === null ? '' : html('strong', {}, wrong ? words.differs : words.same));
  }
}
