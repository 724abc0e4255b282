// The page of surfaces: every point, normal, curvature and hit on it is the answer of the query protocol.

import { once, say } from '../common.js';
import { byId, pair, short } from '../dom.js';
import { type Answer, type Request, answer, answers } from '../engine.js';
import { Fields } from '../fields.js';
import { Choice, Page } from '../page.js';
import type { Shape } from '../shapes.js';
import type { Vector3 } from '../space/vector3.js';
import { NOTHING, type Shown, SurfaceStage } from './stage.js';
import { type Kind, type Question, ROWS, type State, asKind, counts, fromAddress, hasNet, initial, nextRow, parameters, surfaceOf, toAddress, tube } from './state.js';
import { words as surfaceWords } from './words.js';

/** Steps of the drawn surface along each parameter. */
const STEPS = 20;

const texts = surfaceWords();
const page = new Page<State>({ read: fromAddress, write: toAddress, fresh: ({ kind, question }) => ({ ...initial(), kind, question }), update });
const { words, edit } = page;
const stage = new SurfaceStage(byId<SVGSVGElement>('stage'), byId<HTMLCanvasElement>('solids'), texts, () => page.state, edit, once(() => stage.turn()));
const kinds = new Choice<Kind>('kind', (kind) => edit(asKind(page.state, kind)));
const questions = new Choice<Question>('question', (question) => edit({ ...page.state, question }));

const names: Record<string, string> = { point: texts.point, probe: texts.probe, origin: texts.origin, direction: texts.direction };
const field = (path: string): string => path.split(/[.-]/).map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (names[part] ?? part))).join(' ');
const complain = (message: string | null) => say('wrong', message);
type Numbers = { net: { point: Record<string, Vector3> } };
const numbers = (): Shape => {
  const point: Record<string, Vector3> = {};
  page.state.net.forEach((list, i) => list.forEach((p, j) => {
    if (counts(page.state, i, j)) point[`${i}-${j}`] = p;
  }));
  return { net: { point } } as unknown as Shape;
};
const fields = new Fields(byId('fields-a'), '', { ...words, field }, (change) => {
  const { point } = (change(numbers()) as unknown as Numbers).net;
  edit({ ...page.state, net: page.state.net.map((list, i) => list.map((p, j) => point[`${i}-${j}`] ?? p)) });
}, complain);
const asked = (): Shape => (page.state.question === 'nearest' ? { asked: { probe: page.state.probe } } : { asked: page.state.ray }) as unknown as Shape;
const askedFields = new Fields(byId('fields-p'), '', { ...words, field }, (change) => {
  const { probe, ...ray } = (change(asked()) as unknown as { asked: { probe?: Vector3 } & State['ray'] }).asked;
  edit(probe ? { ...page.state, probe } : { ...page.state, ray });
}, complain);

function update(): void {
  const { state } = page;
  kinds.show(state.kind);
  questions.show(state.question);
  byId('options').hidden = state.kind !== 'b_spline';
  byId('rows-of-net').hidden = !hasNet(state.kind);
  byId<HTMLButtonElement>('less').disabled = state.net.length <= ROWS[0];
  byId<HTMLButtonElement>('add').disabled = state.net.length >= ROWS[1];
  byId<HTMLSelectElement>('degree').value = String(state.degree);
  byId<HTMLInputElement>('closed').checked = state.closed;
  for (const [i, id] of ['along-u', 'along-v'].entries()) byId<HTMLInputElement>(id).value = String(state.at[i]);
  byId('title-p').textContent = texts.asked[state.question];
  fields.show(numbers());
  askedFields.show(asked());
  say('hint', texts.hints[state.kind]);
  byId('formula').textContent = texts.formulas[state.kind];
  byId('formula-text').textContent = texts.explained[state.kind];
  if (page.ready) show();
  else stage.draw(NOTHING);
}

let sampled: { key: string; rows: Vector3[][] } = { key: '', rows: [] };
/** Points of the surface at equal steps, computed anew only if the surface changed. */
function samples(surface: Request['surface']): Vector3[][] {
  const key = JSON.stringify(surface);
  if (key === sampled.key) return sampled.rows;
  const shares = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS);
  const found = answers(shares.flatMap((i) => shares.map((j): Request => {
    const [u, v] = parameters(page.state, [i, j]);
    return { op: 'evaluate', surface, u, v };
  })));
  const points = found.map(({ point }) => point as Vector3 | undefined);
  // Numbers beyond the range of floats are no points of a picture.
  const isWhole = points.every((p) => p?.every((x) => typeof x === 'number'));
  sampled = { key, rows: isWhole ? shares.map((_, i) => points.slice(i * shares.length, (i + 1) * shares.length) as Vector3[]) : [] };
  return sampled.rows;
}

/** The lines of the surface through the point at the sliders, along each parameter. */
function through(surface: Request['surface']): Vector3[][] {
  return [0, 1].map((direction) => answers(Array.from({ length: 2 * STEPS + 1 }, (_, i): Request => {
    const shares = page.state.at.map((share, k) => (k === direction ? i / (2 * STEPS) : share)) as [number, number];
    const [u, v] = parameters(page.state, shares);
    return { op: 'evaluate', surface, u, v };
  })).map(({ point }) => point as Vector3));
}

/** Sends the questions, and shows the answers. */
function show(): void {
  const { state } = page;
  const surface = surfaceOf(state);
  const [u, v] = parameters(state, state.at);
  byId('along-u-value').textContent = short(u);
  byId('along-v-value').textContent = short(v);
  const request: Request = state.question === 'nearest' ? { op: 'nearest', surface, point: state.probe } : { op: 'casts', surface, a: { ray: state.ray } };
  page.showCode(request);
  const [at, found] = [answer({ op: 'evaluate', surface, u, v }), answer(request)];
  const wrong = at.error ?? found.error;
  if (wrong) {
    page.reject(wrong, texts.rejected, texts.none);
    return stage.draw(NOTHING);
  }
  const rows = samples(surface);
  const shown: Shown = {
    rows, lines: rows.length > 0 ? through(surface) : [], at: rows.length > 0 ? { point: at.point, along: [at.derivative_u, at.derivative_v], normal: at.normal } : null,
    nearest: found.point ?? null, hits: (found.hits ?? []).map(({ point }: { point: Vector3 }) => point),
  };
  const asked: [string, string][] = state.question === 'nearest' ? ofNearest(found) : ofHits(found);
  page.answer(...verdict(found), [...ofPoint(at), ...asked]);
  stage.draw(shown);
}

function verdict(found: Answer): ['apart' | 'overlap' | 'touching', string] {
  if (page.state.question === 'nearest') return found.distance === 0 ? ['touching', texts.onSurface] : ['apart', texts.distance(short(found.distance))];
  return found.hits.length > 0 ? ['overlap', texts.hits(found.hits.length)] : ['apart', texts.noHit];
}

/** The numbers at the sliders. The principal curvatures follow from the Gaussian and the mean one. */
function ofPoint({ point, derivative_u, derivative_v, normal, gaussian_curvature: k, mean_curvature: h }: Answer): [string, string][] {
  const root = typeof k === 'number' && typeof h === 'number' ? Math.sqrt(Math.max(0, h * h - k)) : null;
  const bent = typeof k !== 'number' ? texts.flat.none : k > 0 ? texts.flat.bowl : k < 0 ? texts.flat.saddle : h === 0 ? texts.flat.plane : texts.flat.cylinder;
  return [
    [texts.rows.at, pair(point)],
    [texts.rows.u, pair(derivative_u)],
    [texts.rows.v, pair(derivative_v)],
    [texts.rows.normal, pair(normal)],
    [texts.rows.gaussian, typeof k === 'number' ? `${short(k)}: ${bent}` : bent],
    [texts.rows.mean, short(h)],
    [texts.rows.principal, root === null ? '–' : `${short(h - root)}, ${short(h + root)}`],
  ];
}

const ofNearest = ({ point, distance, u, v }: Answer): [string, string][] => [
  [texts.rows.nearest, pair(point)],
  [texts.rows.distance, short(distance)],
  [texts.rows.parameters, pair([u, v])],
];

const ofHits = ({ hits }: Answer): [string, string][] =>
  (hits as Answer[]).map(({ t, point, u, v, side }, i) => [texts.rows.hit(i + 1), texts.hit(short(t), pair(point), pair([u, v]), side === 'outside' ? texts.front : texts.back)]);

function connect(): void {
  for (const [i, id] of ['along-u', 'along-v'].entries()) {
    byId(id).addEventListener('input', () => edit({ ...page.state, at: page.state.at.map((share, k) => (k === i ? Number(byId<HTMLInputElement>(id).value) : share)) as [number, number] }));
  }
  byId('degree').addEventListener('change', () => edit({ ...page.state, degree: Number(byId<HTMLSelectElement>('degree').value) }));
  byId('closed').addEventListener('change', () => edit({ ...page.state, closed: byId<HTMLInputElement>('closed').checked }));
  byId('tube').addEventListener('click', () => {
    edit({ ...page.state, net: tube(6), closed: true });
    stage.fit();
  });
  byId('add').addEventListener('click', () => {
    edit({ ...page.state, net: [...page.state.net, nextRow(page.state.net)] });
    stage.fit();
  });
  byId('less').addEventListener('click', () => edit({ ...page.state, net: page.state.net.slice(0, -1) }));
}

connect();
stage.camera.elevation = 0.7;
const solids = stage.load().catch(() => say('notice', words.noWebGl));
page.start(stage, { resized: () => undefined, loaded: async () => void (await solids) });
