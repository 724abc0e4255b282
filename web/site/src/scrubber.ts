// Steps of an algorithm: a slider with buttons back and forth, and the list of all steps in words.

import { byId, html, svg } from './dom.js';

/** An interval of a parameter from 0 to 1, and what is left of it; `null` for none. */
export interface Bar {
  at: [number, number] | null;
  left: [number, number] | null;
}

export interface Item {
  title: string;
  text: string;
  bar?: Bar | undefined;
}

const [WIDTH, HEIGHT] = [300, 24];

function number({ at, left }: Bar): SVGSVGElement {
  const x = (t: number) => 6 + t * (WIDTH - 12);
  const bar = (range: [number, number] | null, kind: string, y: number) =>
    range && svg('rect', { class: kind, x: x(range[0]).toFixed(2), y, width: Math.max(1.5, x(range[1]) - x(range[0])).toFixed(2), height: 7, rx: 2 });
  return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { class: 'rule', d: `M 0 ${HEIGHT / 2} H ${WIDTH}` }), bar(at, 'bar slab', 3), bar(left, 'bar left', HEIGHT - 10));
}

export class Scrubber {
  private shown = '';

  constructor(private readonly go: (step: number) => void) {
    const slider = byId<HTMLInputElement>('step');
    byId('step-back').addEventListener('click', () => go(Number(slider.value) - 1));
    byId('step-next').addEventListener('click', () => go(Number(slider.value) + 1));
    slider.addEventListener('input', () => go(Number(slider.value)));
  }

  show(items: Item[], at: number): void {
    const slider = byId<HTMLInputElement>('step');
    slider.max = String(Math.max(0, items.length - 1));
    slider.value = String(at);
    const item = items[at];
    slider.setAttribute('aria-valuetext', item?.title ?? '');
    slider.disabled = items.length < 2;
    byId<HTMLButtonElement>('step-back').disabled = at === 0;
    byId<HTMLButtonElement>('step-next').disabled = at >= items.length - 1;
    byId('step-text').replaceChildren(...(item ? [html('strong', {}, item.title), ' ', item.text] : []));
    const key = JSON.stringify(items);
    // A list that stays keeps its elements, and with them the focus.
    if (key !== this.shown) {
      this.shown = key;
      byId('steps').replaceChildren(...items.map(({ title, text, bar }, i) => {
        const button = html('button', { type: 'button', 'data-step': i }, html('strong', {}, title), html('span', {}, text), bar && (number(bar) as unknown as Node));
        button.addEventListener('click', () => this.go(i));
        return html('li', {}, button);
      }));
    }
    byId('steps').querySelectorAll('button').forEach((button, i) => button.setAttribute('aria-pressed', String(i === at)));
  }
}
