// The page of frames: homogeneous matrices and change of basis. Every number is an answer of the query protocol, in exact arithmetic.

import { say } from '../common.js';
import { byId, html, pair, short } from '../dom.js';
import { type Answer, type Fault, type Request, answers } from '../engine.js';
import { Fields } from '../fields.js';
import { Page } from '../page.js';
import type { Shape } from '../shapes.js';
import type { Vector } from '../vector.js';
import { FrameStage, type Matrix, image, mapped } from './stage.js';
import { type Frame, type Held, type State, framesOf, fromAddress, initial, toAddress } from './state.js';
import { words as frameWords } from './words.js';

const texts = frameWords();
const page = new Page<State>({ read: fromAddress, write: toAddress, fresh: initial, update });
const { words, edit, draw } = page;
/** The matrices of the frames on screen, the innermost last. */
let innermost: { matrix: Matrix; inverse: Matrix | null } | null = null;

/** The state with the point at a place of the world. */
function hold(now: State, world: Vector): State {
  if (now.held === 'world' || !innermost?.inverse) return { ...now, held: 'world', at: world };
  const at = image(innermost.inverse, world);
  return at.every(Number.isFinite) ? { ...now, at } : now;
}

const stage = new FrameStage(byId<SVGSVGElement>('stage'), texts, () => page.state, edit, hold);

const names: Record<string, string> = { origin: texts.origin, axes: texts.axis, at: texts.point };
const field = (path: string): string => path.split('.').map((part) => (/^\d+$/.test(part) ? 'xy'[Number(part)]! : (names[part] ?? part))).join(' ');
const complain = (message: string | null) => say('wrong', message);
const fieldsOf = (id: string, key: 'a' | 'b') => new Fields(byId(id), texts.frame(key.toUpperCase()), { ...words, field }, (change) => {
  edit({ ...page.state, [key]: (change({ frame: page.state[key] } as unknown as Shape) as unknown as { frame: Frame }).frame });
}, complain);
const fields = { a: fieldsOf('fields-a', 'a'), b: fieldsOf('fields-b', 'b') };
const pointFields = new Fields(byId('fields-p'), '', { ...words, field }, (change) => {
  edit({ ...page.state, ...(change({ point: { at: page.state.at } } as unknown as Shape) as unknown as { point: { at: Vector } }).point });
}, complain);

function update(): void {
  const { state } = page;
  byId<HTMLInputElement>('nested').checked = state.nested;
  byId<HTMLSelectElement>('held').value = state.held;
  byId('card-b').hidden = !state.nested;
  byId('with-which').hidden = !state.nested;
  for (const key of ['a', 'b'] as const) fields[key].show({ frame: state[key] } as unknown as Shape);
  pointFields.show({ point: { at: state.at } } as unknown as Shape);
  say('hint', state.nested ? `${texts.hint} ${texts.hintNested}` : texts.hint);
  if (page.ready) show();
  stage.draw();
}

const nameOf = (i: number): string => texts.frame('AB'[i]!);

/** Sends the questions, and shows the answers. */
function show(): void {
  const { state } = page;
  const frames = framesOf(state);
  const request: Request = { op: 'frame', frames, [state.held]: state.at };
  page.showCode(request);
  // The point in the world first, then in each frame.
  const [whole] = answers([request]) as [Answer];
  const world: Vector | null = state.held === 'world' ? state.at : (whole.world ?? null);
  const each = whole.error || !world ? [] : answers([...frames.map((_, i): Request => ({ op: 'frame', frames: frames.slice(0, i + 1), world })), ...(state.nested ? [{ op: 'frame', frames: [state.b] }] : [])]);
  const wrong = whole.error ?? each.find(({ error }) => error)?.error;
  const numbers = each.flatMap(({ matrix }) => ((matrix ?? []) as number[][]).flat());
  if (wrong || !world || [...numbers, ...world].some((x) => typeof x !== 'number')) return reject(wrong);
  const shown = each.slice(0, frames.length).map(({ matrix, inverse, local }, i) => ({ matrix: matrix as Matrix, inverse: inverse as Matrix | null, local: (i === frames.length - 1 && state.held === 'local' ? state.at : local) as Vector | null }));
  innermost = shown.at(-1)!;
  stage.take({ frames: shown, world });
  const last = each[frames.length - 1]!;
  const local = shown.at(-1)!.local;
  const text = local ? texts.verdict(pair(world), pair(local), nameOf(frames.length - 1)) : texts.flat(nameOf(frames.length - 1));
  page.answer(local ? 'apart' : 'overlap', text, [
    [texts.rows.world, pair(world)],
    ...shown.map(({ local }, i): [string, string] => [texts.rows.in(nameOf(i)), pair(local)]),
    [`${texts.rows.determinant}${state.nested ? ` (${nameOf(1)})` : ''}`, short(last.determinant)],
    [texts.rows.area, short(typeof last.determinant === 'number' ? Math.abs(last.determinant) : last.determinant)],
    [texts.rows.handedness, last.handedness === 'right' ? texts.right : last.handedness === 'left' ? texts.left : texts.neither],
  ]);
  matrices(each, world, local);
}

function reject(wrong: Fault | undefined): void {
  innermost = null;
  stage.take(null);
  page.reject(wrong ?? { code: '', message: '' }, wrong ? texts.rejected : () => words.noVerdict);
  byId('matrices').replaceChildren();
}

type Number_ = number | string;

/** A matrix of columns as a table in brackets. */
function table(name: string, columns: Number_[][]): HTMLElement {
  const rows = columns[0]!.map((_, i) => html('tr', {}, ...columns.map((column) => html('td', {}, short(column[i])))));
  return html('figure', { class: 'brackets' }, html('div', { class: 'bracket' }, html('table', { 'aria-label': name }, html('tbody', {}, ...rows))), html('figcaption', { 'aria-hidden': 'true' }, name));
}

const sign = (text: string): HTMLElement => html('span', { class: 'sign' }, text);
const equation = (...parts: HTMLElement[]): HTMLElement => html('div', { class: 'equation' }, ...parts);
const column = (p: Vector | null): Number_[][] => [p ? [...p, 1] : ['–', '–', '–']];

/** The matrices as numbers: the point through them, the product, the inverse. */
function matrices(each: Answer[], world: Vector, local: Vector | null): void {
  const { of, inverse, none, product, point } = texts.matrices;
  const [whole, inner] = page.state.nested ? [each[1]!, 'B'] : [each[0]!, 'A'];
  const place = texts.rows.world;
  const parts: HTMLElement[] = [
    html('p', {}, point),
    equation(table(place, column(world)), sign('='), table(of('W', inner), whole.matrix), sign('·'), table(texts.rows.in(texts.frame(inner)), column(local))),
  ];
  if (page.state.nested) parts.push(html('p', {}, product), equation(table(of('W', 'B'), whole.matrix), sign('='), table(of('W', 'A'), each[0]!.matrix), sign('·'), table(of('A', 'B'), each[2]!.matrix)));
  parts.push(html('p', {}, whole.inverse ? inverse : none));
  if (whole.inverse) parts.push(equation(table(texts.rows.in(texts.frame(inner)), column(local)), sign('='), table(of(inner, 'W'), whole.inverse), sign('·'), table(place, column(world))));
  byId('matrices').replaceChildren(...parts);
}

const THIRTY = Math.PI / 6;
/** What the buttons do to the axes of a frame, as columns of a map. */
const CHANGES: Record<string, [Vector, Vector]> = {
  turn: [[Math.cos(THIRTY), Math.sin(THIRTY)], [-Math.sin(THIRTY), Math.cos(THIRTY)]],
  mirror: [[-1, 0], [0, 1]],
  double: [[2, 0], [0, 2]],
  shear: [[1, 0], [0.5, 1]],
  flatten: [[1, 0.5], [0, 0]],
};

function connect(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-change]')) {
    button.addEventListener('click', () => {
      const key = page.state.nested ? (byId<HTMLSelectElement>('which').value as 'a' | 'b') : 'a';
      const map = CHANGES[button.dataset.change!];
      edit({ ...page.state, [key]: map ? mapped(page.state[key], map) : { origin: [0, 0], axes: [[1, 0], [0, 1]] } });
      refit();
    });
  }
  byId('nested').addEventListener('change', () => {
    const nested = byId<HTMLInputElement>('nested').checked;
    // The place of the point stays, whatever frame it is held in.
    edit(world(page.state, (at) => ({ ...page.state, nested, held: 'world', at })));
    refit();
  });
  byId('held').addEventListener('change', () => {
    const held = byId<HTMLSelectElement>('held').value as Held;
    const local = (at: Vector) => (held === 'local' && innermost?.inverse ? image(innermost.inverse, at) : null);
    edit(world(page.state, (at) => (local(at) ? { ...page.state, held, at: local(at)! } : { ...page.state, held: 'world', at })));
  });
}

/** What follows for a state from the place of its point in the world. */
function world(now: State, next: (at: Vector) => State): State {
  if (now.held === 'world') return next(now.at);
  return innermost ? next(image(innermost.matrix, now.at)) : now;
}

/** Fits the picture once the module has stated where the frames are. */
function refit(): void {
  if (page.ready) show();
  stage.fit();
  draw();
}

connect();
page.start(stage, { fit: refit, loaded: refit });
