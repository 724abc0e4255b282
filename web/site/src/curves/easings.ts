// The gallery of easing functions: every value is the module's.

import { byId, html, short, svg } from '../dom.js';
import { type Request, answer, answers } from '../engine.js';
import type { CurveWords } from './words.js';

const FAMILIES = ['Sine', 'Quad', 'Cubic', 'Quart', 'Quint', 'Expo', 'Circ', 'Back', 'Elastic', 'Bounce'];
/** Names of easings.net, and of CSS. */
export const EASINGS = [
  ...FAMILIES.flatMap((family) => ['easeIn', 'easeOut', 'easeInOut'].map((form) => form + family)),
  'linear', 'ease', 'ease-in', 'ease-out', 'ease-in-out', 'cubic-bezier(0.1, 0.7, 1, 0.1)', 'steps(4, jump-none)',
];

const SAMPLES = 96;

function graph(easing: string, form: string): [number, number][] {
  const times = Array.from({ length: SAMPLES + 1 }, (_, i) => i / SAMPLES);
  return answers(times.map((t): Request => ({ op: 'ease', easing, form, t }))).flatMap(({ value }, i) => (typeof value === 'number' ? [[times[i]!, value]] : []));
}

/** The path of a graph, value upwards. Jumps of steps are drawn as vertical lines. */
const path = (points: [number, number][]): string => points.map(([t, value], i) => `${i === 0 ? 'M' : 'L'} ${t.toFixed(4)} ${(1 - value).toFixed(4)}`).join(' ');

const frame = () => svg('path', { class: 'ease-frame', d: 'M 0 0 H 1 V 1 H 0 Z' });

export class Easings {
  private chosen = 'easeInOutBack';

  constructor(private readonly words: CurveWords) {
    byId('easings').append(...EASINGS.map((name) => {
      const button = html('button', { type: 'button', 'data-easing': name, 'aria-pressed': String(name === this.chosen) });
      button.append(svg('svg', { viewBox: '-0.1 -0.45 1.2 1.9', 'aria-hidden': 'true' }, frame()), html('span', {}, name));
      button.addEventListener('click', () => {
        this.chosen = name;
        this.show();
      });
      return html('li', {}, button);
    }));
    byId('ease-form').addEventListener('change', () => this.show());
    byId('ease-time').addEventListener('input', () => this.value());
  }

  /** Draws the small graphs, once the module is loaded. */
  fill(): void {
    for (const button of document.querySelectorAll<HTMLElement>('[data-easing]')) {
      button.querySelector('svg')!.append(svg('path', { class: 'ease-line', d: path(graph(button.dataset.easing!, 'plain')) }));
    }
    this.show();
  }

  private show(): void {
    for (const button of document.querySelectorAll<HTMLElement>('[data-easing]')) button.setAttribute('aria-pressed', String(button.dataset.easing === this.chosen));
    byId('ease-name').textContent = this.chosen;
    const picture = byId<SVGSVGElement>('ease-picture');
    picture.setAttribute('aria-label', this.words.picture(this.chosen));
    picture.replaceChildren(frame(), svg('path', { class: 'ease-line', d: path(graph(this.chosen, this.form)) }), svg('path', { class: 'ease-now', d: '' }), svg('circle', { class: 'ease-dot', r: 0.03 }));
    this.value();
  }

  private get form(): string {
    return byId<HTMLSelectElement>('ease-form').value;
  }

  private value(): void {
    const t = Number(byId<HTMLInputElement>('ease-time').value);
    const { value } = answer({ op: 'ease', easing: this.chosen, form: this.form, t });
    if (typeof value !== 'number') return;
    byId('ease-value').textContent = this.words.value(short(t), short(value));
    const picture = byId('ease-picture');
    picture.querySelector('.ease-now')!.setAttribute('d', `M ${t} 1 V ${(1 - value).toFixed(4)} H 0`);
    const dot = picture.querySelector('.ease-dot')!;
    dot.setAttribute('cx', String(t));
    dot.setAttribute('cy', (1 - value).toFixed(4));
    byId('ease-dot').style.left = `${(100 * value).toFixed(2)}%`;
  }
}
