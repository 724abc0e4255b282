// The page of the plane: reads the address, loads the module, and shows every answer after each change.

import { AxesPanel, axesOf } from './axes.js';
import { connectCode, connectKinds, copy, keepOffline, once, remember, say, showAnswer } from './common.js';
import { DegeneratePanel } from './degenerate.js';
import { byId } from './dom.js';
import { answer, load } from './engine.js';
import { Fields } from './fields.js';
import { savePng, saveSvg } from './picture.js';
import { show } from './questions.js';
import { NAMES, type Shape } from './shapes.js';
import { showSlabs } from './slabs.js';
import { Stage, noMarks } from './stage.js';
import { type Question, type State, fromAddress, initial, replaced, toAddress } from './state.js';
import { StepsPanel } from './steps.js';
import { words as wordsOfPage } from './words.js';

const words = wordsOfPage();
const read = fromAddress(location.hash);
let state: State = read.state;
let ready = false;

const draw = once(update);
const stage = new Stage(byId<SVGSVGElement>('stage'), words, () => state, (next) => edit(next), draw);
const axes = new AxesPanel(words, draw);
const steps = new StepsPanel(words);
const degenerate = new DegeneratePanel(words, () => state, (next) => {
  state = next;
  stage.fit();
});
const fields = { a: fieldsOf('a'), b: fieldsOf('b') };
const motion = new Fields(byId('fields-motion'), '', words, (change) => {
  const { ray, velocity, spin } = change(motionShape()).motion;
  edit({ ...state, ray: ray ?? state.ray, velocity: velocity ?? state.velocity, spin: spin ?? state.spin });
}, (message) => say('wrong', message));
const showCode = connectCode(words);

function fieldsOf(which: 'a' | 'b'): Fields {
  return new Fields(byId(`fields-${which}`), which.toUpperCase(), words,
    (change) => edit({ ...state, [which]: change(state[which]) }), (message) => say('wrong', message));
}

/** The numbers of the question as fields. */
function motionShape(): Shape {
  const { ray, velocity, spin } = state;
  return { motion: state.question === 'cast' ? { ray } : { velocity, spin } };
}

/** A change by the user. */
function edit(next: State): void {
  state = next;
  degenerate.forget();
  draw();
}

function update(): void {
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
  if (!ready) return stage.draw(noMarks());
  const shown = show(state, words);
  showAnswer(shown, hint, words);
  const trace = answer({ op: 'intersects', a: state.a, b: state.b }, true).trace;
  axes.show(shown.verdict.kind === 'none' ? null : axesOf(state, trace), words.axesNone);
  axes.mark(shown.marks, stage.far);
  steps.show(state, answer({ op: 'contact', a: state.a, b: state.b }, true).trace ?? trace);
  degenerate.show(state);
  showSlabs(state.question === 'cast' ? state.ray : null, state, words);
  stage.draw(shown.marks);
  showCode(shown.request);
}

function connect(): void {
  connectKinds(NAMES, words, (which, name) => edit({ ...state, [which]: replaced(state[which], name) }));
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-question]')) {
    button.addEventListener('click', () => edit({ ...state, question: button.dataset.question as Question }));
  }
  byId('zoom-in').addEventListener('click', () => stage.zoom(1.3));
  byId('zoom-out').addEventListener('click', () => stage.zoom(1 / 1.3));
  byId('fit').addEventListener('click', () => stage.fit());
  byId('reset').addEventListener('click', () => {
    edit(initial());
    say('notice', null);
    say('wrong', null);
    stage.fit();
  });
  byId('link').addEventListener('click', () => copy(new URL(toAddress(state), location.href).href, words.linkCopied, words));
  byId('save-svg').addEventListener('click', () => saveSvg(stage.root));
  byId('save-png').addEventListener('click', () => savePng(stage.root));
  byId('difference').setAttribute('aria-label', words.difference);
  window.addEventListener('hashchange', () => {
    const { state: next, whole } = fromAddress(location.hash);
    edit(next);
    say('notice', whole ? null : words.badAddress);
    stage.fit();
  });
  new ResizeObserver(() => {
    stage.resize();
    draw();
  }).observe(stage.root);
}

connect();
stage.resize();
stage.fit();
if (!read.whole) say('notice', words.badAddress);
load().then(() => {
  ready = true;
  document.documentElement.dataset.ready = '';
  draw();
}, (thrown) => {
  say('notice', words.failed(thrown instanceof Error ? thrown.message : String(thrown)));
  say('says', words.noVerdict);
});
keepOffline('../worker.js');
