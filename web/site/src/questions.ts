// What the questions ask of the module, and what their answers show.

import { short, pair } from './dom.js';
import { type Answer, type Request, answer } from './engine.js';
import { moved } from './shapes.js';
import { type Marks, noMarks } from './stage.js';
import type { State } from './state.js';
import { type Vector, add, times } from './vector.js';
import type { Words } from './words.js';

export interface Verdict {
  text: string;
  kind: 'apart' | 'touching' | 'overlap' | 'none';
  certified: boolean | null;
}

export interface Shown {
  request: Request;
  marks: Marks;
  rows: [string, string][];
  fault: string | null;
}

/** Apart, touching or overlapping, and by how much. */
export function verdict({ a, b }: State, words: Words): Verdict {
  const exact = answer({ op: 'intersects', exact: true, a, b });
  const plain = exact.error ? answer({ op: 'intersects', a, b }) : exact;
  const certified = plain.error ? null : !exact.error;
  if (plain.error) return { text: words.noVerdict, kind: 'none', certified };
  if (!plain.intersects) {
    const apart = answer({ op: 'distance', a, b });
    return { text: words.apart(short(apart.distance)), kind: 'apart', certified };
  }
  const contact = answer({ op: 'contact', a, b });
  if (contact.error || !contact.contact) return { text: words.overlapOnly, kind: 'overlap', certified };
  const depth: number | string = contact.contact.depth;
  if (depth === 'inf') return { text: words.endless, kind: 'overlap', certified };
  if (depth === 0) return { text: words.touching, kind: 'touching', certified };
  return { text: words.overlap(short(depth)), kind: 'overlap', certified };
}

/** The request of the question on screen. */
export function requestOf({ a, b, question, ray, velocity }: State): Request {
  switch (question) {
    case 'cast': return { op: 'casts', a: { ray }, b: { compound: { shapes: [a, b] } } };
    case 'sweep': return { op: 'sweep', a, b, velocity };
    default: return { op: question, a, b };
  }
}

const fault = (found: Answer, words: Words): string | null =>
  found.error ? (found.error.code === 'unsupported_pair' ? words.noAnswer : words.rejected)(found.error.message) : null;

export function show(state: State, words: Words): Shown {
  const { a, b, question } = state;
  const request = requestOf(state);
  const marks = noMarks();
  const rows: [string, string][] = [];
  const row = (key: string, value: string) => rows.push([words.fields[key] ?? key, value]);
  const found = question === 'cast' ? { hits: null } as Answer : answer(request);
  const shown = (): Shown => ({ request, marks, rows, fault: fault(found, words) });
  if (found.error) return shown();
  switch (question) {
    case 'distance': {
      const { distance, point_a, point_b } = found;
      row('distance', short(distance));
      row('point_a', pair(point_a));
      row('point_b', pair(point_b));
      marks.segments.push({ from: point_a, to: point_b, kind: 'shortest' });
      marks.points.push({ at: point_a, kind: 'a' }, { at: point_b, kind: 'b' });
      break;
    }
    case 'intersects': {
      row('intersects', found.intersects ? words.yes : words.no);
      const common = answer({ op: 'intersection', a, b }).intersection;
      if (common && !('points' in common)) marks.common = common;
      break;
    }
    case 'contact':
      if (found.contact) contactMarks(found.contact, state, marks, row);
      else row('depth', words.no);
      break;
    case 'manifold':
      if (!found.manifold) row('points', words.no);
      else {
        row('normal', pair(found.manifold.normal));
        for (const { point_a, point_b, depth } of found.manifold.points) {
          row('depth', `${short(depth)}: ${pair(point_a)} – ${pair(point_b)}`);
          if (point_a && point_b) {
            marks.segments.push({ from: point_b, to: point_a, kind: 'normal' });
            marks.points.push({ at: point_a, kind: 'a' }, { at: point_b, kind: 'b' });
          }
        }
      }
      break;
    case 'cast':
      return castShown(state, words, request);
    case 'sweep':
      if (!found.toi) row('t', words.neverTouches);
      else {
        row('t', words.toi(short(found.toi.t)));
        row('point', pair(found.toi.point));
        marks.ghost = moved(b, times(state.velocity, found.toi.t));
        if (found.toi.point) {
          marks.points.push({ at: found.toi.point, kind: 'both' });
          if (found.toi.normal) {
            marks.segments.push({ from: found.toi.point, to: add(found.toi.point, times(found.toi.normal, 0.7)), kind: 'normal', arrow: true });
          }
        }
      }
  }
  return shown();
}

interface Contact {
  normal: Vector | null;
  depth: number | 'inf';
  point_a: Vector | null;
  point_b: Vector | null;
  points: Vector[];
}

function contactMarks(contact: Contact, { b }: State, marks: Marks, row: (key: string, value: string) => void): void {
  const { normal, depth, point_a, point_b, points } = contact;
  row('depth', short(depth));
  row('normal', pair(normal));
  row('witness_a', pair(point_a));
  row('witness_b', pair(point_b));
  for (const at of points ?? []) marks.points.push({ at, kind: 'both' });
  if (normal && typeof depth === 'number' && point_a && point_b) {
    marks.ghost = moved(b, times(normal, depth));
    marks.segments.push({ from: point_b, to: add(point_b, times(normal, depth)), kind: 'normal', arrow: true });
    marks.points.push({ at: point_a, kind: 'a' }, { at: point_b, kind: 'b' });
  }
}

/** A ray against both shapes, hit by hit. */
function castShown({ a, b, ray }: State, words: Words, request: Request): Shown {
  const marks = noMarks();
  const rows: [string, string][] = [];
  for (const [which, shape] of [['a', a], ['b', b]] as const) {
    const found = answer({ op: 'casts', a: { ray }, b: shape });
    if (found.error) return { request, marks, rows, fault: fault(found, words) };
    for (const { t, point } of found.hits as { t: number; point: Vector | null }[]) {
      rows.push([words.fields.hits!, words.hitRow(which.toUpperCase(), short(t), pair(point))]);
      if (point) marks.points.push({ at: point, kind: which });
    }
  }
  if (rows.length === 0) rows.push([words.fields.hits!, words.noHit]);
  return { request, marks, rows, fault: null };
}
