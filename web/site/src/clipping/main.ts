import { say } from '../common.js';
import { byId, pair, short } from '../dom.js';
import { type Request, answer } from '../engine.js';
import { Fields } from '../fields.js';
import { Choice, Page } from '../page.js';
import { Scrubber } from '../scrubber.js';
import type { Shape } from '../shapes.js';
import { type Vector, add, sub, times } from '../vector.js';
import { ClippingStage } from './stage.js';
import { MOST, type Method, type State, clipsPolygons, fromAddress, hasBox, initial, subjectOf, toAddress, windowOf } from './state.js';
import { Rejected, type Step, stepsOf } from './steps.js';
import { words as clippingWords } from './words.js';

const texts = clippingWords();
const page = new Page<State>({ read: fromAddress, write: toAddress, fresh: ({ method }) => ({ ...initial(), method }), update });
const { words, edit } = page;
const stage = new ClippingStage(byId<SVGSVGElement>('stage'), texts, () => page.state, edit);
const scrubber = new Scrubber((step) => edit({ ...page.state, step: Math.max(0, step) }));
const methods = new Choice<Method>('method', (method) => {
  edit({ ...page.state, method, step: 0 });
  stage.fit();
});

const names: Record<string, string> = { a: `${texts.point} A`, b: `${texts.point} B`, corner: texts.corner, min: words.field('min'), max: words.field('max'), window: texts.corner };
const field = (path: string): string => path.split('.').map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (names[part] ?? part))).join(' ');
const complain = (message: string | null) => say('wrong', message);
const subject = (): Shape => ({ subject: clipsPolygons(page.state.method) ? { corner: page.state.polygon } : page.state.segment }) as unknown as Shape;
const window_ = (): Shape => ({ of: hasBox(page.state.method) ? page.state.box : { window: page.state.window } }) as unknown as Shape;
const subjectFields = new Fields(byId('fields-a'), '', { ...words, field }, (change) => {
  const { corner, ...segment } = (change(subject()) as unknown as { subject: { corner?: Vector[] } & State['segment'] }).subject;
  edit(corner ? { ...page.state, polygon: corner } : { ...page.state, segment });
}, complain);
const windowFields = new Fields(byId('fields-b'), '', { ...words, field }, (change) => {
  const { window, ...box } = (change(window_()) as unknown as { of: { window?: Vector[] } & State['box'] }).of;
  edit(window ? { ...page.state, window } : { ...page.state, box });
}, complain);

function update(): void {
  const { state } = page;
  methods.show(state.method);
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
  if (!page.ready) return stage.draw(null);
  show();
}

/** Shows that there is no answer, and why. */
function reject(code: string, message: string): void {
  page.reject({ code, message }, code === 'unsupported_pair' ? () => texts.notConvex : texts.rejected);
  scrubber.show([], 0);
  stage.draw(null);
}

function show(): void {
  const { state } = page;
  const request: Request = { op: 'clip', a: subjectOf(state), b: windowOf(state) };
  page.showCode(request);
  const whole = answer(request);
  if (whole.error) return reject(whole.error.code, whole.error.message);
  let steps: Step[];
  try {
    steps = stepsOf(state, texts);
  } catch (thrown) {
    if (!(thrown instanceof Rejected)) throw thrown;
    return reject(thrown.code, thrown.message);
  }
  const at = Math.min(state.step, steps.length - 1);
  scrubber.show(steps.map(({ say, bar }, i) => ({ title: texts.step(i + 1, steps.length), text: say, bar })), at);
  const { text, kind, rows } = clipsPolygons(state.method) ? ofPolygon(whole.clip?.points ?? []) : ofSegment(whole.clip, whole.outcodes);
  page.answer(kind, text, rows);
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
  const code: [string, string][] = codes && page.state.method === 'cohen_sutherland' ? [[rows.codes, codes.join(', ')]] : [];
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
  for (const [which, key] of [['a', 'polygon'], ['b', 'window']] as const) {
    byId(`add-${which}`).addEventListener('click', () => {
      edit({ ...page.state, [key]: [...page.state[key], beyond(page.state[key])] });
      stage.fit();
    });
    byId(`less-${which}`).addEventListener('click', () => edit({ ...page.state, [key]: page.state[key].slice(0, -1) }));
  }
}

connect();
page.start(stage);
