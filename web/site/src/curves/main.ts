// The page of curves and easings: every point, length and value on it is the answer of the query protocol.

import { say } from '../common.js';
import { byId, pair, short } from '../dom.js';
import { type Request, answer, answers } from '../engine.js';
import { Fields } from '../fields.js';
import { Choice, Page } from '../page.js';
import type { Shape } from '../shapes.js';
import type { Vector } from '../vector.js';
import { Easings } from './easings.js';
import { CurveStage, type Shown, canClose } from './stage.js';
import { BENDS, type Bend, type Ends, type Kind, type Spacing, type State, curveOf, fromAddress, hasSpacing, initial, rangeOf, tangentAt, toAddress } from './state.js';
import { words as curveWords } from './words.js';

const texts = curveWords();
const page = new Page<State>({ read: fromAddress, write: toAddress, fresh: ({ kind }) => ({ ...initial(), kind }), update });
const { words, edit } = page;

/** Points of the drawn line. */
const SAMPLES = 240;

const stage = new CurveStage(byId<SVGSVGElement>('stage'), texts, () => page.state, edit);
const kinds = new Choice<Kind>('kind', (kind) => {
  edit(asKind(kind));
  stage.fit();
});
const easings = new Easings(texts);

const names: Record<string, string> = { point: texts.point, tangent: texts.tangent, probe: texts.probe };
const field = (path: string): string => path.split('.').map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (names[part] ?? part))).join(' ');
const numbers = (): Shape => ({
  curve: {
    point: page.state.points,
    ...(page.state.kind === 'hermite' ? { tangent: page.state.points.map((_, i) => page.state.tangents[i] ?? tangentAt(page.state.points, i)) } : {}),
    probe: page.state.probe,
  },
});
const fields = new Fields(byId('fields-a'), '', { ...words, field }, (change) => {
  const { point, tangent, probe } = change(numbers()).curve as { point: Vector[]; tangent?: Vector[]; probe: Vector };
  edit({ ...page.state, points: point, tangents: tangent ?? page.state.tangents, probe });
}, (message) => say('wrong', message));

/** The least number of points of the curve. */
const least = (): number => (page.state.kind === 'b_spline' && !page.state.closed ? page.state.degree + 1 : canClose(page.state.kind) && page.state.closed ? 3 : 2);

function update(): void {
  const { state } = page;
  kinds.show(state.kind);
  byId('with-closed').hidden = !canClose(state.kind);
  byId('with-degree').hidden = state.kind !== 'b_spline';
  byId('with-spacing').hidden = !hasSpacing(state.kind);
  byId('with-bend').hidden = state.kind !== 'kochanek_bartels';
  byId('with-ends').hidden = state.kind !== 'spline' || state.closed;
  byId('options').hidden = state.kind === 'bezier' || state.kind === 'hermite';
  BENDS.forEach((name, i) => {
    byId<HTMLInputElement>(name).value = String(state.bend[i]);
    byId(`${name}-value`).textContent = short(state.bend[i]);
  });
  byId<HTMLSelectElement>('ends').value = state.ends;
  byId<HTMLInputElement>('closed').checked = state.closed;
  byId<HTMLSelectElement>('degree').value = String(state.degree);
  byId<HTMLSelectElement>('spacing').value = state.spacing;
  byId<HTMLInputElement>('along').value = String(state.share);
  byId<HTMLButtonElement>('less').disabled = state.points.length <= least();
  byId<HTMLButtonElement>('add').disabled = state.points.length >= 64;
  fields.show(numbers());
  say('hint', texts.hints[state.kind] ?? null);
  if (!page.ready) return stage.draw({ line: [], at: null, nearest: null });
  show();
}

/** Sends the questions, and shows the answers. */
function show(): void {
  const { state } = page;
  const curve = curveOf(state);
  const [first, last] = rangeOf(state);
  const t = first + state.share * (last - first);
  byId('along-value').textContent = short(t);
  const nearest: Request = { op: 'nearest', curve, point: state.probe };
  const [length, at, near] = [answer({ op: 'length', curve }), answer({ op: 'evaluate', curve, t }), answer(nearest)];
  page.showCode(nearest);
  // The answer with a length has a number of this name.
  const wrong = [length, at, near].map(({ error }) => error).find((error) => typeof error === 'object');
  if (wrong) {
    page.reject(wrong, texts.rejected, texts.none);
    return stage.draw({ line: [], at: null, nearest: null });
  }
  page.answer('apart', texts.length(short(length.length)), [
    [texts.rows.at, pair(at.point)],
    [texts.rows.tangent, pair(at.tangent)],
    [texts.rows.normal, pair(at.normal)],
    [texts.rows.curvature, short(at.curvature)],
    [texts.rows.radius, at.curvature > 0 ? short(1 / at.curvature) : texts.straight],
    [texts.rows.nearest, pair(near.point)],
    [texts.rows.distance, short(near.distance)],
    [texts.rows.parameter, short(near.t)],
    [texts.rows.length, texts.bound(short(length.length), short(length.error_bound))],
  ]);
  const line = answers(Array.from({ length: SAMPLES + 1 }, (_, i): Request => ({ op: 'evaluate', curve, t: first + (i / SAMPLES) * (last - first) })));
  const shown: Shown = { line: line.flatMap(({ point }) => (point ? [point as Vector] : [])), at: { point: at.point, tangent: at.tangent, normal: at.normal, curvature: at.curvature }, nearest: near.point };
  stage.draw(shown);
}

/** The state as another kind of curve: with as many points as it needs. */
function asKind(kind: Kind): State {
  const points = [...page.state.points];
  while (kind === 'b_spline' && !page.state.closed && points.length <= page.state.degree) points.push(beyond(points));
  return { ...page.state, kind, points };
}

/** A point that continues the list. */
function beyond(points: Vector[]): Vector {
  const [p, q]: [Vector, Vector] = [points.at(-2) ?? [0, 0], points.at(-1) ?? [1, 0]];
  const way: Vector = [q[0] - p[0], q[1] - p[1]];
  return [q[0] + 0.6 * way[0] + 0.3 * way[1] || q[0] + 1, q[1] + 0.6 * way[1] - 0.3 * way[0]];
}

function connect(): void {
  byId('along').addEventListener('input', () => edit({ ...page.state, share: Number(byId<HTMLInputElement>('along').value) }));
  byId('closed').addEventListener('change', () => edit({ ...page.state, closed: byId<HTMLInputElement>('closed').checked }));
  byId('degree').addEventListener('change', () => {
    edit({ ...page.state, degree: Number(byId<HTMLSelectElement>('degree').value) });
    edit(asKind(page.state.kind));
  });
  byId('spacing').addEventListener('change', () => edit({ ...page.state, spacing: byId<HTMLSelectElement>('spacing').value as Spacing }));
  byId('ends').addEventListener('change', () => edit({ ...page.state, ends: byId<HTMLSelectElement>('ends').value as Ends }));
  BENDS.forEach((name, i) => byId(name).addEventListener('input', () => {
    edit({ ...page.state, bend: page.state.bend.map((x, j) => (i === j ? Number(byId<HTMLInputElement>(name).value) : x)) as Bend });
  }));
  byId('add').addEventListener('click', () => {
    edit({ ...page.state, points: [...page.state.points, beyond(page.state.points)] });
    stage.fit();
  });
  byId('less').addEventListener('click', () => {
    const points = page.state.points.slice(0, -1);
    edit({ ...page.state, points, tangents: page.state.tangents.slice(0, points.length) });
  });
}

connect();
page.start(stage, { loaded: () => easings.fill() });
