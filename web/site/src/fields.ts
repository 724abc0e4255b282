// Number fields of a shape: a group for each vector, list element or number of its request.

import { html } from './dom.js';
import { type Shape, nameOf } from './shapes.js';
import type { Words } from './words.js';

type Path = (string | number)[];

interface Leaf {
  path: Path;
  value: number | boolean;
}

function leaves(value: unknown, path: Path = []): Leaf[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]));
}

/** The shape with another value at a path. */
function changed<T>(value: T, path: Path, leaf: number | boolean): T {
  const [first, ...rest] = path;
  if (first === undefined) return leaf as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
  copy[first] = changed(copy[first], rest, leaf);
  return copy as T;
}

const isVector = (value: unknown): boolean => Array.isArray(value) && value.length >= 2 && value.length <= 4 && value.every((x) => typeof x === 'number');
const at = (value: unknown, path: Path): unknown => path.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value);

export class Fields {
  private inputs = new Map<string, HTMLInputElement>();
  private outline = '';

  constructor(
    private readonly root: HTMLElement,
    /** `A` or `B`. */
    private readonly title: string,
    private readonly words: Words,
    private readonly set: (change: (shape: Shape) => Shape) => void,
    private readonly complain: (message: string | null) => void,
  ) {}

  /** Shows the numbers of a shape. The field that is being edited keeps its text. */
  show(shape: Shape): void {
    const all = leaves(shape);
    const outline = JSON.stringify(all.map(({ path }) => path));
    if (outline !== this.outline) this.build(shape, all);
    this.outline = outline;
    for (const { path, value } of all) {
      const input = this.inputs.get(path.join('.'));
      if (!input) continue;
      if (typeof value === 'boolean') input.checked = value;
      else if (document.activeElement !== input || Number(input.value) !== value) {
        if (input.getAttribute('aria-invalid') === 'true' && document.activeElement === input) continue;
        input.value = String(value);
        input.removeAttribute('aria-invalid');
      }
    }
  }

  private build(shape: Shape, all: Leaf[]): void {
    this.inputs.clear();
    const groups = new Map<string, Leaf[]>();
    for (const leaf of all) {
      const parent = leaf.path.slice(0, -1);
      const group = (isVector(at(shape, parent)) ? parent : leaf.path).join('.');
      groups.set(group, [...(groups.get(group) ?? []), leaf]);
    }
    this.root.replaceChildren(...[...groups].map(([group, members]) => this.group(shape, group, members)));
  }

  private group(shape: Shape, group: string, members: Leaf[]): HTMLElement {
    const inner = group.split('.').slice(1).join('.');
    const name = inner === '' ? (this.words.shapes[nameOf(shape)] ?? group) : this.words.field(inner);
    const inputs = members.map((leaf, i) => {
      const part = inner.startsWith('heights') ? i + 1 : 'xyzw'[i];
      const label = `${this.title} ${name}${members.length > 1 ? ` ${part}` : ''}`.trim();
      return this.input(leaf, label);
    });
    return html('div', { class: members.length > 2 ? `field wide of-${members.length}` : 'field' }, html('span', { class: 'name', 'aria-hidden': 'true' }, name), ...inputs);
  }

  private input({ path, value }: Leaf, label: string): HTMLInputElement {
    const key = path.join('.');
    if (typeof value === 'boolean') {
      const box = html('input', { type: 'checkbox', 'aria-label': label });
      box.addEventListener('change', () => this.set((shape) => changed(shape, path, box.checked)));
      this.inputs.set(key, box);
      return box;
    }
    const input = html('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false', 'aria-label': label, 'data-path': key });
    input.addEventListener('input', () => {
      const number = input.value.trim() === '' ? NaN : Number(input.value.replace('−', '-'));
      if (!Number.isFinite(number)) {
        input.setAttribute('aria-invalid', 'true');
        return this.complain(this.words.badNumber(label));
      }
      input.removeAttribute('aria-invalid');
      this.complain(null);
      this.set((shape) => changed(shape, path, number));
    });
    // What is no number is put back when the field is left.
    input.addEventListener('blur', () => {
      if (input.getAttribute('aria-invalid') !== 'true') return;
      this.complain(null);
      input.removeAttribute('aria-invalid');
      this.set((shape) => ({ ...shape }));
    });
    this.inputs.set(key, input);
    return input;
  }
}
