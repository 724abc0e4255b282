// What both pages do alike: sentences, the verdict, the request as a program, and their buttons.

import { LANGUAGES, type Language, code } from './code.js';
import { byId, html } from './dom.js';
import type { Request } from './engine.js';
import type { Shown } from './questions.js';
import type { Words } from './words.js';

/** Shows a sentence, or hides its place. */
export const say = (id: string, text: string | null): void => {
  const element = byId(id);
  element.hidden = !text;
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
};

let speaking = 0;
/** The verdict for screen readers, once a drag rests. */
export function announce(text: string): void {
  clearTimeout(speaking);
  speaking = window.setTimeout(() => {
    if (byId('live').textContent !== text) byId('live').textContent = text;
  }, 400);
}

/** The verdict, its badge, the numbers of the answer, and what the question means. */
export function showAnswer(shown: Pick<Shown, 'verdict' | 'rows' | 'fault'>, hint: string, words: Words): void {
  const { text, kind, badge } = shown.verdict;
  byId('verdict').dataset.kind = kind;
  say('says', text);
  byId('badge').className = badge === 'rounded' ? 'badge rounded' : 'badge';
  say('badge', badge && (badge === 'rounded' ? words.rounded : words.certified));
  say('hint', badge ? `${hint} ${{ axes: words.certifiedAxes, certified: words.certifiedHint, rounded: words.roundedHint }[badge]}` : hint);
  announce(text);
  say('fault', shown.fault);
  byId('rows').replaceChildren(...shown.rows.map(([key, value]) => html('div', {}, html('dt', {}, key), html('dd', {}, value))));
}

let writing = 0;
/** The state goes into the address, at most some times a second: browsers limit how often it changes. */
export function remember(hash: string): void {
  clearTimeout(writing);
  // Tests wait until the address is written.
  document.documentElement.dataset.writing = '';
  writing = window.setTimeout(() => {
    delete document.documentElement.dataset.writing;
    history.replaceState(null, '', hash);
    const other = byId<HTMLAnchorElement>('other');
    other.href = `${other.getAttribute('href')!.replace(/#.*/, '')}${hash}`;
  }, 150);
}

export async function copy(text: string, done: string, words: Words): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say('done', done);
  } catch {
    say('done', words.copyFailed);
  }
}

/** The panel with the request as a program. Returns what shows another request. */
export function connectCode(words: Words): (request: Request) => void {
  let shown: Request = { op: 'distance' };
  const menu = byId<HTMLSelectElement>('code-language');
  menu.append(...LANGUAGES.map((name) => html('option', { value: name }, name)));
  const show = () => {
    byId('code').textContent = code(menu.value as Language, shown);
  };
  menu.addEventListener('change', show);
  byId('copy').addEventListener('click', () => copy(byId('code').textContent ?? '', words.copied, words));
  return (request) => {
    shown = request;
    show();
  };
}

/** The menu of the kinds of shapes. */
export function connectKinds(names: string[], words: Words, set: (which: 'a' | 'b', name: string) => void): void {
  for (const which of ['a', 'b'] as const) {
    const menu = byId<HTMLSelectElement>(`kind-${which}`);
    menu.append(...names.map((name) => html('option', { value: name }, words.shapes[name] ?? name.replaceAll('_', ' '))));
    menu.addEventListener('change', () => set(which, menu.value));
  }
}

/** Draws once for all changes before the next frame. */
export function once(update: () => void): () => void {
  let asked = 0;
  return () => {
    if (asked === 0) asked = requestAnimationFrame(() => {
      asked = 0;
      update();
    });
  };
}

export function keepOffline(path: string): void {
  if ('serviceWorker' in navigator && import.meta.env?.PROD) navigator.serviceWorker.register(path).catch(() => undefined);
}
