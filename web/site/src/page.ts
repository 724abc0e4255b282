// What the pages with one picture do alike: the state and its address, the buttons beside the picture, and loading the module.

import { announce, connectCode, copy, keepOffline, once, remember, say } from './common.js';
import { byId, html } from './dom.js';
import { type Fault, load } from './engine.js';
import { savePng, saveSvg } from './picture.js';
import { words } from './words.js';

/** How a page starts, stands in its address, and shows its state. */
interface Kind<S> {
  read(hash: string): { state: S; whole: boolean };
  write(state: S): string;
  /** The state after "Start again". */
  fresh(now: S): S;
  /** Shows the state. Before the module is loaded there are no answers. */
  update(): void;
}

interface Picture {
  readonly root: SVGSVGElement;
  resize(): void;
  fit(): void;
}

export class Page<S> {
  readonly words = words();
  readonly showCode = connectCode(this.words);
  readonly draw: () => void;
  state: S;
  /** Whether the module is loaded. */
  ready = false;
  private readonly whole: boolean;

  constructor(private readonly kind: Kind<S>) {
    this.draw = once(() => this.update());
    ({ state: this.state, whole: this.whole } = kind.read(location.hash));
  }

  readonly edit = (next: S): void => {
    this.state = next;
    this.draw();
  };

  private update(): void {
    remember(this.kind.write(this.state));
    this.kind.update();
  }

  /** Connects the buttons, and loads the module. `fit` fits the picture, `loaded` is done once the module is there. */
  start(picture: Picture, { fit = () => picture.fit(), resized = fit, loaded }: { fit?: () => void; resized?: () => void; loaded?: () => void | Promise<void> } = {}): void {
    const { words, draw } = this;
    const refit = () => {
      fit();
      draw();
    };
    byId('fit').addEventListener('click', refit);
    byId('reset').addEventListener('click', () => {
      this.edit(this.kind.fresh(this.state));
      say('notice', null);
      say('wrong', null);
      fit();
    });
    byId('link').addEventListener('click', () => copy(new URL(this.kind.write(this.state), location.href).href, words.linkCopied, words));
    document.getElementById('save-svg')?.addEventListener('click', () => saveSvg(picture.root));
    document.getElementById('save-png')?.addEventListener('click', () => savePng(picture.root));
    window.addEventListener('hashchange', () => {
      const { state, whole } = this.kind.read(location.hash);
      this.edit(state);
      say('notice', whole ? null : words.badAddress);
      fit();
    });
    picture.resize();
    picture.fit();
    if (!this.whole) say('notice', words.badAddress);
    new ResizeObserver(() => {
      picture.resize();
      resized();
      draw();
    }).observe(picture.root);
    load().then(async () => {
      this.ready = true;
      await loaded?.();
      this.update();
      document.documentElement.dataset.ready = '';
    }, (thrown) => {
      say('notice', words.failed(thrown instanceof Error ? thrown.message : String(thrown)));
      say('says', words.noVerdict);
    });
    keepOffline('../../worker.js');
  }

  /** Shows the verdict and the numbers of an answer. */
  answer(kind: 'apart' | 'overlap' | 'touching', text: string, rows: [string, string][]): void {
    say('fault', null);
    this.verdict(kind, text, rows);
    announce(text);
  }

  /** Shows that there is no answer, and why: as the module states it, in a sentence of the page. */
  reject({ code, message }: Pick<Fault, 'code' | 'message'>, sentence: (message: string) => string, verdict = this.words.noVerdict): void {
    const text = code === 'stopped' ? this.words.stopped(message) : sentence(message);
    say('fault', text);
    this.verdict('none', verdict, []);
    announce(text);
  }

  private verdict(kind: string, text: string, rows: [string, string][]): void {
    byId('verdict').dataset.kind = kind;
    say('says', text);
    byId('rows').replaceChildren(...rows.map(([key, value]) => html('div', {}, html('dt', {}, key), html('dd', {}, value))));
  }
}

/** The buttons of a choice: the chosen one is pressed. */
export class Choice<T extends string> {
  private readonly buttons: HTMLButtonElement[];

  /** `name` is that of the attribute `data-` of the buttons. */
  constructor(private readonly name: string, choose: (value: T) => void) {
    this.buttons = [...document.querySelectorAll<HTMLButtonElement>(`button[data-${name}]`)];
    for (const button of this.buttons) button.addEventListener('click', () => choose(button.dataset[name] as T));
  }

  show(chosen: T): void {
    for (const button of this.buttons) button.setAttribute('aria-pressed', String(button.dataset[this.name] === chosen));
  }
}
