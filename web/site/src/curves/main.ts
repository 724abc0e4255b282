// The page of curves and easings: every point, length and value on it is the answer of the query protocol.

import { announce, connectCode, copy, keepOffline, once, remember, say } from '../common.js';
import { byId, html, pair, short } from '../dom.js';
import { type Request, answer, answers, load } from '../engine.js';
import { Fields } from '../fields.js';
import { savePng, saveSvg } from '../picture.js';
import type { Shape } from '../shapes.js';
import type { Vector } from '../vector.js';
import { words as wordsOfPage } from '../words.js';
import { Easings } from './easings.js';
import { CurveStage, type Shown, canClose } from './stage.js';
import { BENDS, type Bend, type Ends, type Kind, type Spacing, type State, curveOf, fromAddress, hasSpacing, initial, rangeOf, tangentAt, toAddress } from './state.js';
import { words as curveWords } from './words.js';

const words = wordsOfPage();
const texts = curveWords();
const read = fromAddress(location.hash);
let state: State = read.state;
let ready = false;

/** Points of the drawn line. */
const SAMPLES = 240;

const draw = once(update);
const edit = (next: State): void => {
  state = next;
  draw();
};
const stage = new CurveStage(byId<SVGSVGElement>('stage'), texts, () => state, edit);
const showCode = connectCode(words);
const easings = new Easings(texts);

const names: Record<string, string> = { point: texts.point, tangent: texts.tangent, probe: texts.probe };
const field = (path: string): string => path.split('.').map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (names[part] ?? part))).join(' ');
const numbers = (): Shape => ({
  curve: {
    point: state.points,
    ...(state.kind === 'hermite' ? { tangent: state.points.map((_, i) => state.tangents[i] ?? tangentAt(state.points, i)) } : {}),
    probe: state.probe,
  },
});
const fields = new Fields(byId('fields-a'), '', { ...words, field }, (change) => {
  const { point, tangent, probe } = change(numbers()).curve as { point: Vector[]; tangent?: Vector[]; probe: Vector };
  edit({ ...state, points: point, tangents: tangent ?? state.tangents, probe });
}, (message) => say('wrong', message));

/** The least number of points of the curve. */
const least = (): number => (state.kind === 'b_spline' && !state.closed ? state.degree + 1 : canClose(state.kind) && state.closed ? 3 : 2);

function update(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-kind]')) {
    if (button.localName === 'button') button.setAttribute('aria-pressed', String(button.dataset.kind === state.kind));
  }
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
  remember(toAddress(state));
  say('hint', texts.hints[state.kind] ?? null);
  if (!ready) return stage.draw({ line: [], at: null, nearest: null });
  show();
}

/** Sends the questions, and shows the answers. */
function show(): void {
  const curve = curveOf(state);
  const [first, last] = rangeOf(state);
  const t = first + state.share * (last - first);
  byId('along-value').textContent = short(t);
  const nearest: Request = { op: 'nearest', curve, point: state.probe };
  const [length, at, near] = [answer({ op: 'length', curve }), answer({ op: 'evaluate', curve, t }), answer(nearest)];
  showCode(nearest);
  // The answer with a length has a number of this name.
  const wrong = [length, at, near].map(({ error }) => error).find((error) => typeof error === 'object');
  if (wrong) {
    const text = wrong.code === 'stopped' ? words.stopped(wrong.message) : texts.rejected(wrong.message);
    say('fault', text);
    say('says', texts.none);
    byId('verdict').dataset.kind = 'none';
    byId('rows').replaceChildren();
    announce(text);
    return stage.draw({ line: [], at: null, nearest: null });
  }
  say('fault', null);
  const says = texts.length(short(length.length));
  byId('verdict').dataset.kind = 'apart';
  say('says', says);
  announce(says);
  const rows: [string, string][] = [
    [texts.rows.at, pair(at.point)],
    [texts.rows.tangent, pair(at.tangent)],
    [texts.rows.normal, pair(at.normal)],
    [texts.rows.curvature, short(at.curvature)],
    [texts.rows.radius, at.curvature > 0 ? short(1 / at.curvature) : texts.straight],
    [texts.rows.nearest, pair(near.point)],
    [texts.rows.distance, short(near.distance)],
    [texts.rows.parameter, short(near.t)],
    [texts.rows.length, texts.bound(short(length.length), short(length.error_bound))],
  ];
  byId('rows').replaceChildren(...rows.map(([key, value]) => html('div', {}, html('dt', {}, key), html('dd', {}, value))));
  const line = answers(Array.from({ length: SAMPLES + 1 }, (_, i): Request => ({ op: 'evaluate', curve, t: first + (i / SAMPLES) * (last - first) })));
  const shown: Shown = { line: line.flatMap(({ point }) => (point ? [point as Vector] : [])), at: { point: at.point, tangent: at.tangent, normal: at.normal, curvature: at.curvature }, nearest: near.point };
  stage.draw(shown);
}

/** The state as another kind of curve: with as many points as it needs. */
function asKind(kind: Kind): State {
  const points = [...state.points];
  while (kind === 'b_spline' && !state.closed && points.length <= state.degree) points.push(beyond(points));
  return { ...state, kind, points };
}

/** A point that continues the list. */
function beyond(points: Vector[]): Vector {
  const [p, q]: [Vector, Vector] = [points.at(-2) ?? [0, 0], points.at(-1) ?? [1, 0]];
  const way: Vector = [q[0] - p[0], q[1] - p[1]];
  return [q[0] + 0.6 * way[0] + 0.3 * way[1] || q[0] + 1, q[1] + 0.6 * way[1] - 0.3 * way[0]];
}

function connect(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-kind]')) {
    button.addEventListener('click', () => {
      edit(asKind(button.dataset.kind as Kind));
      stage.fit();
    });
  }
  byId('along').addEventListener('input', () => edit({ ...state, share: Number(byId<HTMLInputElement>('along').value) }));
  byId('closed').addEventListener('change', () => edit({ ...state, closed: byId<HTMLInputElement>('closed').checked }));
  byId('degree').addEventListener('change', () => {
    state = { ...state, degree: Number(byId<HTMLSelectElement>('degree').value) };
    edit(asKind(state.kind));
  });
  byId('spacing').addEventListener('change', () => edit({ ...state, spacing: byId<HTMLSelectElement>('spacing').value as Spacing }));
  byId('ends').addEventListener('change', () => edit({ ...state, ends: byId<HTMLSelectElement>('ends').value as Ends }));
  BENDS.forEach((name, i) => byId(name).addEventListener('input', () => {
    edit({ ...state, bend: state.bend.map((x, j) => (i === j ? Number(byId<HTMLInputElement>(name).value) : x)) as Bend });
  }));
  byId('add').addEventListener('click', () => {
    edit({ ...state, points: [...state.points, beyond(state.points)] });
    stage.fit();
  });
  byId('less').addEventListener('click', () => {
    const points = state.points.slice(0, -1);
    edit({ ...state, points, tangents: state.tangents.slice(0, points.length) });
  });
  byId('fit').addEventListener('click', () => {
    stage.fit();
    draw();
  });
  byId('reset').addEventListener('click', () => {
    edit({ ...initial(), kind: state.kind });
    say('notice', null);
    say('wrong', null);
    stage.fit();
  });
  byId('link').addEventListener('click', () => copy(new URL(toAddress(state), location.href).href, words.linkCopied, words));
  byId('save-svg').addEventListener('click', () => saveSvg(stage.root));
  byId('save-png').addEventListener('click', () => savePng(stage.root));
  window.addEventListener('hashchange', () => {
    const { state: next, whole } = fromAddress(location.hash);
    edit(next);
    say('notice', whole ? null : words.badAddress);
    stage.fit();
  });
  new ResizeObserver(() => {
    stage.resize();
    stage.fit();
    draw();
  }).observe(stage.root);
}

connect();
stage.resize();
stage.fit();
if (!read.whole) say('notice', words.badAddress);
load().then(() => {
  ready = true;
  easings.fill();
  update();
  document.documentElement.dataset.ready = '';
}, (thrown) => {
  say('notice', words.failed(thrown instanceof Error ? thrown.message : String(thrown)));
  say('says', words.noVerdict);
});
keepOffline('../../worker.js');
