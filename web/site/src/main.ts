// The page: reads the address, loads the module, and shows every answer after each change.

import { AxesPanel, axesOf } from './axes.js';
import { LANGUAGES, type Language, code } from './code.js';
import { DegeneratePanel } from './degenerate.js';
import { byId, html } from './dom.js';
import { type Request, answer, load } from './engine.js';
import { Fields } from './fields.js';
import { savePng, saveSvg } from './picture.js';
import { show } from './questions.js';
import { NAMES, type Shape } from './shapes.js';
import { Stage, noMarks } from './stage.js';
import { type Question, type State, fromAddress, initial, replaced, toAddress } from './state.js';
import { StepsPanel } from './steps.js';
import { words as wordsOfPage } from './words.js';

const words = wordsOfPage();
const read = fromAddress(location.hash);
let state: State = read.state;
let request: Request = { op: 'distance' };
let ready = false;

const say = (id: string, text: string | null): void => {
  const element = byId(id);
  element.hidden = !text;
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
};

const stage = new Stage(byId<SVGSVGElement>('stage'), words, () => state, (next) => edit(next), () => draw());
const axes = new AxesPanel(words, () => draw());
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

let asked = 0;
/** Draws once for all changes before the next frame. */
function draw(): void {
  if (asked === 0) asked = requestAnimationFrame(() => {
    asked = 0;
    update();
  });
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
  remember();
  const hint = words.questionHints[state.question] ?? '';
  say('hint', hint);
  if (!ready) return stage.draw(noMarks());
  const shown = show(state, words);
  request = shown.request;
  const { text, kind, badge } = shown.verdict;
  byId('verdict').dataset.kind = kind;
  say('says', text);
  byId('badge').className = badge === 'rounded' ? 'badge rounded' : 'badge';
  say('badge', badge && (badge === 'rounded' ? words.rounded : words.certified));
  if (badge) say('hint', `${hint} ${{ axes: words.certifiedAxes, certified: words.certifiedHint, rounded: words.roundedHint }[badge]}`);
  announce(text);
  say('fault', shown.fault);
  byId('rows').replaceChildren(...shown.rows.map(([key, value]) => html('div', {}, html('dt', {}, key), html('dd', {}, value))));
  const trace = answer({ op: 'intersects', a: state.a, b: state.b }, true).trace;
  axes.show(kind === 'none' ? null : axesOf(state, trace));
  axes.mark(shown.marks, stage.far);
  steps.show(state, trace);
  degenerate.show(state);
  stage.draw(shown.marks);
  showCode();
}

let speaking = 0;
/** The verdict for screen readers, once a drag rests. */
function announce(text: string): void {
  clearTimeout(speaking);
  speaking = window.setTimeout(() => {
    if (byId('live').textContent !== text) byId('live').textContent = text;
  }, 400);
}

let writing = 0;
/** The state goes into the address, at most some times a second: browsers limit how often it changes. */
function remember(): void {
  clearTimeout(writing);
  writing = window.setTimeout(() => {
    const hash = toAddress(state);
    history.replaceState(null, '', hash);
    byId<HTMLAnchorElement>('other').href = `../${words.lang === 'ko' ? 'en' : 'ko'}/${hash}`;
  }, 150);
}

function showCode(): void {
  const language = byId<HTMLSelectElement>('code-language').value as Language;
  byId('code').textContent = code(language, request);
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say('done', done);
  } catch {
    say('done', words.copyFailed);
  }
}

function connect(): void {
  for (const which of ['a', 'b'] as const) {
    const menu = byId<HTMLSelectElement>(`kind-${which}`);
    menu.append(...NAMES.map((name) => html('option', { value: name }, words.shapes[name] ?? name)));
    menu.addEventListener('change', () => edit({ ...state, [which]: replaced(state[which], menu.value) }));
  }
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
  byId('link').addEventListener('click', () => copy(new URL(toAddress(state), location.href).href, words.linkCopied));
  byId('save-svg').addEventListener('click', () => saveSvg(stage.root));
  byId('save-png').addEventListener('click', () => savePng(stage.root));
  const language = byId<HTMLSelectElement>('code-language');
  language.append(...LANGUAGES.map((name) => html('option', { value: name }, name)));
  language.addEventListener('change', showCode);
  byId('copy').addEventListener('click', () => copy(byId('code').textContent ?? '', words.copied));
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
if ('serviceWorker' in navigator && import.meta.env?.PROD) navigator.serviceWorker.register('../worker.js').catch(() => undefined);
