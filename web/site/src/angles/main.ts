// The page of solid angles: what a shape covers of the view from a point. The solid angle is the answer of the query protocol.

import { once, say } from '../common.js';
import { byId, html, short } from '../dom.js';
import { type Request, answer } from '../engine.js';
import { Fields } from '../fields.js';
import { Page } from '../page.js';
import { Scrubber } from '../scrubber.js';
import { type Shape, nameOf } from '../shapes.js';
import type { Vector3 } from '../space/vector3.js';
import { isSolid } from './faces.js';
import { AngleStage } from './stage.js';
import { KINDS, type State, asKind, fromAddress, initial, toAddress, withEye, withShape } from './state.js';
import { stepsOf } from './steps.js';
import { words as angleWords } from './words.js';

const texts = angleWords();
const page = new Page<State>({ read: fromAddress, write: toAddress, fresh: initial, update });
const { words, edit } = page;
const stage = new AngleStage(byId<SVGSVGElement>('stage'), byId<HTMLCanvasElement>('solids'), words, texts, () => page.state, edit, once(() => stage.turn()));
const scrubber = new Scrubber((step) => edit({ ...page.state, step: Math.max(0, step) }));

const complain = (message: string | null) => say('wrong', message);
const fields = new Fields(byId('fields-a'), '', words, (change) => edit(withShape(page.state, change(page.state.shape))), complain);
const eyeShape = (): Shape => ({ eye: { eye: page.state.eye } }) as unknown as Shape;
const eyeFields = new Fields(byId('fields-p'), '', { ...words, field: () => texts.eye }, (change) => {
  edit(withEye(page.state, (change(eyeShape()) as unknown as { eye: { eye: Vector3 } }).eye.eye));
}, complain);

const menu = byId<HTMLSelectElement>('kind-a');
menu.append(...KINDS.map((name) => html('option', { value: name }, words.shapes[name] ?? name)));
menu.addEventListener('change', () => {
  edit(asKind(page.state, menu.value));
  stage.fit();
});

/** The formulas of round shapes; that of a triangle serves all others. */
const FORMULAS: Record<string, string> = {
  triangle: byId('formula').textContent!, sphere: 'sin θ = r / d,   Ω = 4π sin²(θ / 2)', cone: 'tan θ = r / h,   Ω = 4π sin²(θ / 2)', disc: texts.onAxis,
};

function hint(name: string): string {
  const { hints } = texts;
  return name === 'cone' ? hints.cone : name === 'sphere' ? hints.round : isSolid(name) ? hints.solid : hints.flat;
}

function update(): void {
  const { state } = page;
  const name = nameOf(state.shape);
  menu.value = name;
  fields.show(state.shape);
  eyeFields.show(eyeShape());
  say('hint', hint(name));
  byId('formula').textContent = FORMULAS[name] ?? FORMULAS.triangle!;
  if (page.ready) show();
  else stage.draw([]);
}

/** Sends the question, and shows the answer with its steps. */
function show(): void {
  const { shape, eye, step } = page.state;
  const request: Request = { op: 'solid_angle', a: shape, b: { point: eye } };
  page.showCode(request);
  const { error, solid_angle: angle } = answer(request);
  if (error || typeof angle !== 'number') {
    page.reject(error ?? { code: '', message: '' }, error ? texts.rejected : () => words.noVerdict);
    scrubber.show([], 0);
    return stage.draw([]);
  }
  const share = angle / (4 * Math.PI);
  const percent = `${short(100 * share)} %`;
  page.answer(share >= 1 ? 'overlap' : share >= 0.5 ? 'touching' : 'apart', texts.verdict(short(angle), percent), [
    [texts.rows.angle, short(angle)],
    [texts.rows.pi, `${short(angle / Math.PI)} π`],
    [texts.rows.share, percent],
    [texts.rows.degrees, short(angle * (180 / Math.PI) ** 2)],
    [texts.rows.cone, `${short((2 * Math.asin(Math.sqrt(Math.min(1, share))) * 180) / Math.PI)}°`],
  ]);
  const steps = stepsOf(shape, eye, texts);
  const at = Math.min(step, steps.length - 1);
  scrubber.show(steps.map(({ text }, i) => ({ title: texts.step(i + 1, steps.length), text })), at);
  stage.draw(steps[at]!.lit);
}

// From beside the eye and a little behind it, so that the shape does not hide its projection.
stage.camera.azimuth = -1.9;
const solids = stage.load().catch(() => say('notice', words.noWebGl));
page.start(stage, { resized: () => undefined, loaded: async () => void (await solids) });
