// The page of space: two solids, the verdict, and the fifteen axes of two boxes.

import { AxesPanel, tracedAxes } from '../axes.js';
import { connectCode, connectKinds, copy, keepOffline, once, remember, say, showAnswer } from '../common.js';
import { byId } from '../dom.js';
import { answer, load } from '../engine.js';
import { Fields } from '../fields.js';
import { type Shape, nameOf } from '../shapes.js';
import { showSlabs } from '../slabs.js';
import { words as wordsOfPage } from '../words.js';
import { show } from './questions3.js';
import { NAMES } from './shapes.js';
import { Stage3 } from './stage3.js';
import { type Question, type State, fromAddress, initial, replaced, toAddress } from './state3.js';

const words = wordsOfPage();
const read = fromAddress(location.hash);
let state: State = read.state;
let ready = false;
let stale = true;

const draw = once(update);
const edit = (next: State): void => {
  state = next;
  stale = true;
  draw();
};
/** Draws the same answer from another side, or with another axis. */
const stage = new Stage3(byId<SVGSVGElement>('stage'), byId<HTMLCanvasElement>('solids'), words, () => state, edit, draw);
const axes = new AxesPanel(words, () => {
  stale = true;
  draw();
});
const fieldsOf = (which: 'a' | 'b') => new Fields(byId(`fields-${which}`), which.toUpperCase(), words,
  (change) => edit({ ...state, [which]: change(state[which]) }), (message) => say('wrong', message));
const fields = { a: fieldsOf('a'), b: fieldsOf('b') };
const motionShape = (): Shape => ({ motion: state.question === 'cast' ? { ray: state.ray } : { velocity: state.velocity } });
const motion = new Fields(byId('fields-motion'), '', words, (change) => {
  const { ray, velocity } = change(motionShape()).motion;
  edit({ ...state, ray: ray ?? state.ray, velocity: velocity ?? state.velocity });
}, (message) => say('wrong', message));
const showCode = connectCode(words);

function update(): void {
  if (!stale) return stage.draw();
  stale = false;
  byId<HTMLSelectElement>('kind-a').value = Object.keys(state.a)[0]!;
  byId<HTMLSelectElement>('kind-b').value = Object.keys(state.b)[0]!;
  fields.a.show(state.a);
  fields.b.show(state.b);
  const moves = state.question === 'cast' || state.question === 'sweep';
  byId('motion').hidden = !moves;
  if (moves) motion.show(motionShape());
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-question]')) {
    button.setAttribute('aria-pressed', String(button.dataset.question === state.question));
  }
  remember(toAddress(state));
  const hint = words.questionHints[state.question] ?? '';
  say('hint', hint);
  if (!ready) return stage.draw();
  const shown = show(state, words);
  showAnswer(shown, hint, words);
  const { trace } = answer({ op: 'intersects', a: state.a, b: state.b }, true);
  const boxes = [state.a, state.b].every((shape) => ['aabb', 'obb'].includes(nameOf(shape)));
  axes.show(tracedAxes(trace, boxes), words.axesNone3);
  showSlabs(state.question === 'cast' ? state.ray : null, state, words);
  stage.bounds = axes.bounds;
  stage.draw(shown.marks);
  showCode(shown.request);
}

function connect(): void {
  connectKinds(NAMES, words, (which, name) => edit({ ...state, [which]: replaced(state[which], name) }));
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-question]')) {
    button.addEventListener('click', () => edit({ ...state, question: button.dataset.question as Question }));
  }
  byId('fit').addEventListener('click', () => stage.fit());
  byId('reset').addEventListener('click', () => {
    edit(initial());
    say('notice', null);
    say('wrong', null);
    stage.fit();
  });
  byId('link').addEventListener('click', () => copy(new URL(toAddress(state), location.href).href, words.linkCopied, words));
  window.addEventListener('hashchange', () => {
    const { state: next, whole } = fromAddress(location.hash);
    edit(next);
    say('notice', whole ? null : words.badAddress);
    stage.fit();
  });
  new ResizeObserver(() => {
    stage.resize();
    draw();
  }).observe(byId('stage'));
}

connect();
stage.resize();
stage.fit();
if (!read.whole) say('notice', words.badAddress);
const solids = stage.load().catch(() => say('notice', words.noWebGl));
load().then(async () => {
  ready = true;
  stale = true;
  await solids;
  document.documentElement.dataset.ready = '';
  draw();
}, (thrown) => {
  say('notice', words.failed(thrown instanceof Error ? thrown.message : String(thrown)));
  say('says', words.noVerdict);
});
keepOffline('../../worker.js');
