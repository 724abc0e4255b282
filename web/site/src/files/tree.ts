// The boxes of a model's tree that the ray of a pick visits: counts by depth, and the boxes in the picture.

import { say } from '../common.js';
import { byId, html } from '../dom.js';
import type { View } from './view.js';
import type { FileWords } from './words.js';
import { type Point, type Slot, SLOTS, type Trees } from './worker.js';

/** Corners of a box by the bits of their index, and the edges between them. */
const EDGES = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]] as const;

/** The edges of a box of six numbers, as segments. */
function edges(boxes: Float64Array, i: number): number[] {
  const corner = (bits: number) => [0, 1, 2].map((axis) => boxes[6 * i + axis + (bits & (1 << axis) ? 3 : 0)]!);
  return EDGES.flatMap(([p, q]) => [...corner(p), ...corner(q)]);
}

export class TreePanel {
  private trees: Trees | null = null;

  constructor(private readonly words: FileWords, private readonly count: (n: number) => string, redraw: () => void) {
    byId('tree-depth').addEventListener('input', redraw);
    byId('tree-show').addEventListener('change', redraw);
  }

  /** Shows what the ray of a pick visits; `null` without a pick. */
  show(trees: Trees | null): void {
    this.trees = trees;
    const here = SLOTS.flatMap((slot) => (trees?.[slot] ? [[slot, trees[slot]] as const] : []));
    const { words, count } = this;
    byId('tree-shown').hidden = here.length === 0;
    say('tree-none', here.length > 0 ? null : words.tree.none);
    if (here.length === 0) return;
    byId('tree-rows').replaceChildren(...here.map(([slot, tree]) => {
      const leaves = tree.triangles.filter((n) => n >= 0);
      const text = words.tree.visited(count(tree.triangles.length - leaves.length), count(leaves.length), count(leaves.reduce((sum, n) => sum + n, 0)), count(tree.all));
      return html('div', {}, html('dt', {}, words.file(slot.toUpperCase())), html('dd', {}, text));
    }));
    const deepest = Math.max(0, ...here.flatMap(([, tree]) => [...tree.depths]));
    const slider = byId<HTMLInputElement>('tree-depth');
    slider.max = String(deepest);
    slider.value = String(deepest);
    byId('tree-counts').replaceChildren(...Array.from({ length: deepest + 1 }, (_, depth) => {
      const at = here.flatMap(([, tree]) => [...tree.triangles].filter((_, i) => tree.depths[i] === depth));
      const leaves = at.filter((n) => n >= 0);
      return html('tr', {}, html('th', { scope: 'row' }, String(depth)), ...[at.length - leaves.length, leaves.length, leaves.reduce((sum, n) => sum + n, 0)].map((n) => html('td', {}, count(n))));
    }));
  }

  /** Draws the boxes down to the depth of the slider; those of that depth stand out. */
  draw(view: View | null, origin: Point): void {
    const depth = Number(byId<HTMLInputElement>('tree-depth').value);
    byId('tree-depth-value').textContent = String(depth);
    const isShown = byId<HTMLInputElement>('tree-show').checked;
    const of = (is: (depth: number) => boolean) => (isShown ? SLOTS.flatMap((slot: Slot) => {
      const tree = this.trees?.[slot];
      return tree ? [...tree.depths].flatMap((at, i) => (is(at) ? edges(tree.boxes, i) : [])) : [];
    }) : []);
    view?.setLines('tree', of((at) => at < depth), origin);
    view?.setLines('tree-last', of((at) => at === depth), origin);
  }
}
