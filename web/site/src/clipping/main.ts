// The page of clipping: a segment or polygon against a window, by four algorithms, step by step.

import { announce, connectCode, copy, keepOffline, once, remember, say } from '../common.js';
import { byId, html, pair, short } from '../dom.js';
import { type Request, answer, load } from '../engine.js';
import { Fields } from '../fields.js';
import { savePng, saveSvg } from '../picture.js';
import { Scrubber } from '../scrubber.js';
import type { Shape } from '../shapes.js';
import { type Vector, add, sub, times } from '../vector.js';
import { words as wordsOfPage } from '../words.js';
import { ClippingStage } from './stage.js';
import { MOST, type Method, type State, clipsPolygons, fromAddress, hasBox, initial, subjectOf, toAddress, windowOf } from './state.js';
import { Rejected, type Step, stepsOf } from './steps.js';
import { words as clippingWords } from './words.js';

const words = wordsOfPage();
const texts = clippingWords();
const read = fromAddress(location.hash);
let state: State = read.state;
let ready = false;

const draw = once(update);
const edit = (next: State): void => {
  state = next;
  draw();
};
const stage = new ClippingStage(byId<SVGSVGElement>('stage'), texts, () => state, edit);
const showCode = connectCode(words);
const scrubber = new Scrubber((step) => edit({ ...state, step: Math.max(0, step) }));

const names: Record<string, string> = { a: `${texts.point} A`, b: `${texts.point} B`, corner: texts.corner, min: words.field('min'), max: words.field('max'), window: texts.corner };
const field = (path: string): string => path.split('.').map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (names[part] ?? part))).join(' ');
const complain = (message: string | null) => say('wrong', message);
const subject = (): Shape => ({ subject: clipsPolygons(state.method) ? { corner: state.polygon } : state.segment }) as unknown as Shape;
const window_ = (): Shape => ({ of: hasBox(state.method) ? state.box : { window: state.window } }) as unknown as Shape;
const subjectFields = new Fields(byId('fields-a'), '', { ...words, field }, (change) => {
  const { corner, ...segment } = (change(subject()) as unknown as { subject: { corner?: Vector[] } & State['segment'] }).subject;
  edit(corner ? { ...state, polygon: corner } : { ...state, segment });
}, complain);
const windowFields = new Fields(byId('fields-b'), '', { ...words, field }, (change) => {
  const { window, ...box } = (change(window_()) as unknown as { of: { window?: Vector[] } & State['box'] }).of;
  edit(window ? { ...state, window } : { ...state, box });
}, complain);

function update(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-method]')) button.setAttribute('aria-pressed', String(button.dataset.method === state.method));
  byId('corners-a').hidden = !clipsPolygons(state.method);
  byId('corners-b').hidden = hasBox(state.method);
  for (const [which, list] of [['a', state.polygon], ['b', state.window]] as const) {
    byId<HTMLButtonElement>(`less-${which}`).disabled = list.length <= 3;
    byId<HTMLButtonElement>(`add-${which}`).disabled = list.length >= MOST;
  }
  subjectFields.show(subject());
  windowFields.show(window_());
  say('hint', texts.hints[state.method] ?? null);
  byId('formula').textContent = texts.formulas[state.method] ?? '';
  remember(toAddress(state));
  if (!ready) return stage.draw(null);
  show();
}

/** Shows that there is no answer, and why. */
function reject(code: string, message: string): void {
  const text = code === 'stopped' ? words.stopped(message) : code === 'unsupported_pair' ? texts.notConvex : texts.rejected(message);
  say('fault', text);
  say('says', words.noVerdict);
  byId('verdict').dataset.kind = 'none';
  byId('rows').replaceChildren();
  announce(text);
  scrubber.show([], 0);
  stage.draw(null);
}

function show(): void {
  const request: Request = { op: 'clip', a: subjectOf(state), b: windowOf(state) };
  showCode(request);
  const whole = answer(request);
  if (whole.error) return reject(whole.error.code, whole.error.message);
  let steps: Step[];
  try {
    steps = stepsOf(state, texts);
  } catch (thrown) {
    if (!(thrown instanceof Rejected)) throw thrown;
    return reject(thrown.code, thrown.message);
  }
  say('fault', null);
  const at = Math.min(state.step, steps.length - 1);
  scrubber.show(steps.map(({ say, bar }, i) => ({ title: texts.step(i + 1, steps.length), text: say, bar })), at);
  const { text, kind, rows } = clipsPolygons(state.method) ? ofPolygon(whole.clip?.points ?? []) : ofSegment(whole.clip, whole.outcodes);
  byId('verdict').dataset.kind = kind;
  say('says', text);
  announce(text);
  byId('rows').replaceChildren(...rows.map(([key, value]) => html('div', {}, html('dt', {}, key), html('dd', {}, value))));
  stage.draw(steps[at]!);
}

interface Answered {
  text: string;
  kind: 'apart' | 'overlap' | 'touching';
  rows: [string, string][];
}

function ofPolygon(points: Vector[]): Answered {
  const { verdict } = texts;
  const text = points.length > 2 ? verdict.polygon(points.length) : points.length > 0 ? verdict.touch : verdict.nothing;
  return { text, kind: points.length > 2 ? 'apart' : points.length > 0 ? 'touching' : 'overlap', rows: points.length > 0 ? [[texts.rows.corners, points.map(pair).join(' ')]] : [] };
}

function ofSegment(piece: { t: [number, number]; a: Vector; b: Vector } | null, codes: [string, string] | undefined): Answered {
  const { verdict, rows } = texts;
  const code: [string, string][] = codes && state.method === 'cohen_sutherland' ? [[rows.codes, codes.join(', ')]] : [];
  if (!piece) return { text: verdict.nothing, kind: 'overlap', rows: code };
  const [enter, exit] = piece.t;
  const text = enter === 0 && exit === 1 ? verdict.whole : piece.a[0] === piece.b[0] && piece.a[1] === piece.b[1] ? verdict.touch : verdict.part(short(enter), short(exit));
  return { text, kind: text === verdict.touch ? 'touching' : 'apart', rows: [[rows.interval, `${short(enter)} … ${short(exit)}`], [rows.a, pair(piece.a)], [rows.b, pair(piece.b)], ...code] };
}

/** A corner between the last and the first, moved outward a little. */
function beyond(points: Vector[]): Vector {
  const [p, q]: [Vector, Vector] = [points.at(-1)!, points[0]!];
  const way = sub(q, p);
  return add(add(p, times(way, 0.5)), [0.25 * way[1], -0.25 * way[0]]);
}

function connect(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-method]')) {
    button.addEventListener('click', () => {
      edit({ ...state, method: button.dataset.method as Method, step: 0 });
      stage.fit();
    });
  }
  for (const [which, key] of [['a', 'polygon'], ['b', 'window']] as const) {
    byId(`add-${which}`).addEventListener('click', () => {
      edit({ ...state, [key]: [...state[key], beyond(state[key])] });
      stage.fit();
    });
    byId(`less-${which}`).addEventListener('click', () => edit({ ...state, [key]: state[key].slice(0, -1) }));
  }
  byId('fit').addEventListener('click', () => {
    stage.fit();
    draw();
  });
  byId('reset').addEventListener('click', () => {
    edit({ ...initial(), method: state.method });
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
  update();
  document.documentElement.dataset.ready = '';
}, (thrown) => {
  say('notice', words.failed(thrown instanceof Error ? thrown.message : String(thrown)));
  say('says', words.noVerdict);
});
keepOffline('../../worker.js');
