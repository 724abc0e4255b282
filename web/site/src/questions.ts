// The questions: what each sends to the module, and what of the answer is shown.

import { pair, short } from './dom.js';
import { type Answer, type Request, answer, meets } from './engine.js';
import { type Shape, anchor, moved } from './shapes.js';
import { type Marks, noMarks } from './stage.js';
import type { State } from './state.js';
import { type Vector, add, length, sub, times, turn, unit } from './vector.js';
import type { Words } from './words.js';

export interface Verdict {
  text: string;
  kind: 'apart' | 'touching' | 'overlap' | 'none';
  badge: 'certified' | 'axes' | 'rounded' | null;
}

export interface Shown {
  verdict: Verdict;
  request: Request;
  marks: Marks;
  rows: [string, string][];
  fault: string | null;
}

/** Answers of the pair that every question shows. */
export interface Measured {
  verdict: Verdict;
  /** The answer of `distance` if the shapes are apart, otherwise that of `contact`. */
  found: Answer;
  request: Request;
}

export function measure({ a, b }: { a: Shape; b: Shape }, words: Words): Measured {
  const pair = meets(a, b);
  const request: Request = { op: 'meets' in pair && pair.meets ? 'contact' : 'distance', a, b };
  if (!('meets' in pair)) return { verdict: { text: words.noVerdict, kind: 'none', badge: null }, found: { error: pair }, request };
  const badge = pair.certified ? (pair.turned ? 'axes' : 'certified') : 'rounded';
  const found = answer(request);
  const verdict = (text: string, kind: Verdict['kind']): Measured => ({ verdict: { text, kind, badge }, found, request });
  if (!pair.meets) return verdict(found.error ? words.apartOnly : words.apart(short(found.distance)), 'apart');
  if (found.error || !found.contact) return verdict(words.overlapOnly, 'overlap');
  const depth: number | 'inf' = found.contact.depth;
  if (depth === 'inf') return verdict(words.endless, 'overlap');
  return depth === 0 ? verdict(words.touching, 'touching') : verdict(words.overlap(short(depth)), 'overlap');
}

/** The request of a question that is not `measure`. */
function requestOf({ a, b, question, ray, velocity, spin }: State): Request {
  switch (question) {
    case 'cast': return { op: 'casts', a: { ray }, b: { compound: { shapes: [a, b] } } };
    case 'sweep':
      return spin === 0
        ? { op: 'sweep', a, b, velocity }
        : { op: 'sweep', a, b, velocity, angular_velocity: spin, center_of_rotation: anchor(b) };
    default: return { op: question, a, b };
  }
}

/** An error of the module in words. */
export const fault = (found: Answer, words: Words): string | null => {
  if (!found.error) return null;
  const { code, message } = found.error;
  return (code === 'unsupported_pair' ? words.noAnswer : code === 'stopped' ? words.stopped : words.rejected)(message);
};

export function show(state: State, words: Words): Shown {
  const measured = measure(state, words);
  const marks = noMarks();
  const rows: [string, string][] = [];
  const row = (key: string, value: string) => void rows.push([words.fields[key] ?? key, value]);
  const request = state.question === 'measure' ? measured.request : requestOf(state);
  const shown = (found: Answer): Shown => ({ verdict: measured.verdict, request, marks, rows, fault: fault(found, words) });
  if (measured.verdict.kind === 'none') return shown(measured.found);
  switch (state.question) {
    case 'measure': {
      const { found } = measured;
      if (found.contact) contactMarks(found.contact, state, marks, row);
      else if (!found.error) distanceMarks(found, marks, row);
      return shown(found);
    }
    case 'intersects': {
      const { a, b } = state;
      row('intersects', measured.verdict.kind === 'apart' ? words.no : words.yes);
      const common = answer({ op: 'intersection', a, b });
      if (common.error) {
        if (common.error.code === 'unsupported_pair') row('common', words.noCommon);
      } else if (common.intersection?.points) {
        for (const at of common.intersection.points) marks.points.push({ at, kind: 'both' });
        row('common', common.intersection.points.map(pair).join(' '));
      } else if (common.intersection) {
        marks.common = common.intersection;
        row('common', words.shapes[Object.keys(common.intersection)[0] ?? ''] ?? '–');
      }
      return shown({});
    }
    case 'manifold': {
      const found = answer(request);
      if (found.manifold) manifoldMarks(found.manifold, marks, row);
      else if (!found.error) row('points', words.noContact);
      return shown(found);
    }
    case 'cast': {
      const failed = castMarks(state, words, marks, rows);
      return shown(failed ?? {});
    }
    case 'sweep': {
      const found = answer(request);
      if (!found.error) sweepMarks(found, state, words, marks, row);
      return shown(found);
    }
  }
}

type Row = (key: string, value: string) => void;

function distanceMarks({ distance, point_a, point_b }: Answer, marks: Marks, row: Row): void {
  row('distance', short(distance));
  row('point_a', pair(point_a));
  row('point_b', pair(point_b));
  // Closest points of shapes that nearly touch are rounded too much to show a direction.
  const along = sub(point_b, point_a);
  if (Math.abs(length(along) - distance) < 1e-3 * distance) row('normal', pair(unit(along)));
  marks.segments.push({ from: point_a, to: point_b, kind: 'shortest', label: short(distance) });
  marks.points.push({ at: point_a, kind: 'a' }, { at: point_b, kind: 'b' });
}

interface Contact {
  normal: Vector | null;
  depth: number | 'inf';
  point_a: Vector | null;
  point_b: Vector | null;
  points: Vector[];
}

function contactMarks({ normal, depth, point_a, point_b, points }: Contact, { b }: State, marks: Marks, row: Row): void {
  row('depth', short(depth));
  row('witness_a', pair(point_a));
  row('witness_b', pair(point_b));
  row('normal', pair(normal));
  if (!normal || typeof depth !== 'number' || !point_a || !point_b) return;
  if (depth > 0) marks.ghost = moved(b, times(normal, depth));
  else for (const at of points) marks.points.push({ at, kind: 'both' });
  marks.segments.push({ from: point_b, to: point_a, kind: 'normal', arrow: true, label: depth > 0 ? short(depth) : undefined });
  marks.points.push({ at: point_a, kind: 'a' }, { at: point_b, kind: 'b' });
}

interface Manifold {
  normal: Vector | null;
  points: { point_a: Vector | null; point_b: Vector | null; depth: number | 'inf' }[];
}

function manifoldMarks({ normal, points }: Manifold, marks: Marks, row: Row): void {
  row('normal', pair(normal));
  for (const { point_a, point_b, depth } of points) {
    row('depth', `${short(depth)}: ${pair(point_a)} → ${pair(point_b)}`);
    if (!point_a || !point_b) continue;
    marks.segments.push({ from: point_b, to: point_a, kind: 'normal' });
    marks.points.push({ at: point_a, kind: 'a' }, { at: point_b, kind: 'b' });
  }
}

/** A ray against both shapes, hit by hit. Returns the answer that is an error. */
function castMarks({ a, b, ray }: State, words: Words, marks: Marks, rows: [string, string][]): Answer | null {
  const hits: { t: number | string; point: Vector | null; which: 'a' | 'b' }[] = [];
  for (const [which, shape] of [['a', a], ['b', b]] as const) {
    const found = answer({ op: 'casts', a: { ray }, b: shape });
    if (found.error) return found;
    for (const { t, point } of found.hits) hits.push({ t, point, which });
  }
  hits.sort((one, two) => Number(one.t) - Number(two.t));
  for (const { t, point, which } of hits) {
    rows.push([words.shape(which.toUpperCase()), words.hitRow(short(t), pair(point))]);
    if (point) marks.points.push({ at: point, kind: which });
  }
  if (hits.length === 0) rows.push([words.fields.hits!, words.noHit]);
  return null;
}

/** B after a time. */
function later(b: Shape, { velocity, spin }: State, t: number): Shape {
  if (spin === 0) return moved(b, times(velocity, t));
  const [center, angle] = [anchor(b), spin * t];
  return { posed: { shape: b, angle, translation: add(sub(center, turn(center, angle)), times(velocity, t)) } };
}

function sweepMarks({ toi }: Answer, state: State, words: Words, marks: Marks, row: Row): void {
  marks.trail = later(state.b, state, 1);
  if (!toi) return row('t', words.neverTouches);
  row('t', words.toi(short(toi.t)));
  row('point', pair(toi.point));
  row('normal', pair(toi.normal));
  marks.ghost = later(state.b, state, toi.t);
  if (!toi.point) return;
  marks.points.push({ at: toi.point, kind: 'both' });
  if (toi.normal) marks.segments.push({ from: toi.point, to: toi.normal, kind: 'normal', arrow: true, pixels: 48 });
}
