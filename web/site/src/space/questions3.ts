// The questions in space: what each sends to the module, and what of the answer is shown.

import { pair, short } from '../dom.js';
import { type Answer, type Request, answer } from '../engine.js';
import { type Shown as Shown2, fault, measure } from '../questions.js';
import type { Shape } from '../shapes.js';
import type { Words } from '../words.js';
import { moved } from './shapes.js';
import type { State } from './state3.js';
import { type Vector3, length, sub, times, unit } from './vector3.js';

/** Marks of an answer. */
export interface Marks {
  /** With `pixels`, `to` is a direction, drawn at about this length. */
  segments: { from: Vector3; to: Vector3; kind: 'shortest' | 'normal' | 'axis'; arrow?: boolean; label?: string | undefined; pixels?: number }[];
  points: { at: Vector3; kind: 'a' | 'b' | 'both' }[];
  /** B where the answer puts it. */
  ghost: Shape | null;
}

export type Shown = Omit<Shown2, 'marks'> & { marks: Marks };

export function show(state: State, words: Words): Shown {
  const { a, b, ray, velocity } = state;
  const measured = measure(state, words);
  const marks: Marks = { segments: [], points: [], ghost: null };
  const rows: [string, string][] = [];
  const row = (key: string, value: string) => void rows.push([words.fields[key] ?? key, value]);
  const shown = (found: Answer, request: Request): Shown => ({ verdict: measured.verdict, request, marks, rows, fault: fault(found, words) });
  if (measured.verdict.kind === 'none') return shown(measured.found, measured.request);
  const ends = (point_a: Vector3, point_b: Vector3) => marks.points.push({ at: point_a, kind: 'a' }, { at: point_b, kind: 'b' });
  switch (state.question) {
    case 'measure': {
      const { found, request } = measured;
      if (found.contact) {
        const { depth, normal, point_a, point_b } = found.contact;
        row('depth', short(depth));
        row('witness_a', pair(point_a));
        row('witness_b', pair(point_b));
        row('normal', pair(normal));
        if (normal && typeof depth === 'number' && point_a && point_b) {
          if (depth > 0) marks.ghost = moved(b, times(normal, depth));
          marks.segments.push({ from: point_b, to: point_a, kind: 'normal', arrow: true, label: depth > 0 ? short(depth) : undefined });
          ends(point_a, point_b);
        }
      } else if (!found.error) {
        const { distance, point_a, point_b } = found;
        row('distance', short(distance));
        row('point_a', pair(point_a));
        row('point_b', pair(point_b));
        const along = sub(point_b, point_a);
        if (Math.abs(length(along) - distance) < 1e-3 * distance) row('normal', pair(unit(along)));
        marks.segments.push({ from: point_a, to: point_b, kind: 'shortest', label: short(distance) });
        ends(point_a, point_b);
      }
      return shown(found, request);
    }
    case 'manifold': {
      const request: Request = { op: 'manifold', a, b };
      const found = answer(request);
      if (found.manifold) {
        row('normal', pair(found.manifold.normal));
        for (const { point_a, point_b, depth } of found.manifold.points) {
          row('depth', `${short(depth)}: ${pair(point_a)} → ${pair(point_b)}`);
          if (!point_a || !point_b) continue;
          marks.segments.push({ from: point_b, to: point_a, kind: 'normal' });
          ends(point_a, point_b);
        }
      } else if (!found.error) {
        row('points', words.noContact);
      }
      return shown(found, request);
    }
    case 'cast': {
      const request: Request = { op: 'casts', a: { ray }, b: { compound: { shapes: [a, b] } } };
      const hits: { t: number; point: Vector3 | null; which: 'a' | 'b' }[] = [];
      for (const [which, shape] of [['a', a], ['b', b]] as const) {
        const found = answer({ op: 'casts', a: { ray }, b: shape });
        if (found.error) return shown(found, request);
        for (const { t, point } of found.hits) hits.push({ t, point, which });
      }
      for (const { t, point, which } of hits.sort((one, two) => one.t - two.t)) {
        rows.push([words.shape(which.toUpperCase()), words.hitRow(short(t), pair(point))]);
        if (point) marks.points.push({ at: point, kind: which });
      }
      if (hits.length === 0) row('hits', words.noHit);
      return shown({}, request);
    }
    case 'sweep': {
      const request: Request = { op: 'sweep', a, b, velocity };
      const found = answer(request);
      if (found.toi) {
        const { t, point, normal } = found.toi;
        row('t', words.toi(short(t)));
        row('point', pair(point));
        row('normal', pair(normal));
        marks.ghost = moved(b, times(velocity, t));
        if (point) marks.points.push({ at: point, kind: 'both' });
        if (point && normal) marks.segments.push({ from: point, to: normal, kind: 'normal', arrow: true, pixels: 48 });
      } else if (!found.error) {
        row('t', words.neverTouches);
      }
      return shown(found, request);
    }
  }
}
