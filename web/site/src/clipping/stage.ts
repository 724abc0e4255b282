// The picture of a window and what is clipped to it.

import { Board, type Grip } from '../board.js';
import { svg } from '../dom.js';
import { type Vector, add, mean, sub, times } from '../vector.js';
import { type State, clipsPolygons, hasBox } from './state.js';
import type { Step } from './steps.js';
import type { ClippingWords } from './words.js';

const replaced = (list: Vector[], i: number, to: Vector): Vector[] => list.map((p, j) => (i === j ? to : p));
const least = (p: Vector, q: Vector): Vector => [Math.min(p[0], q[0]), Math.min(p[1], q[1])];
const greatest = (p: Vector, q: Vector): Vector => [Math.max(p[0], q[0]), Math.max(p[1], q[1])];

export const cornersOfBox = ({ min, max }: State['box']): Vector[] => [min, [max[0], min[1]], max, [min[0], max[1]]];
const cornersOf = (state: State): Vector[] => (hasBox(state.method) ? cornersOfBox(state.box) : state.window);

export class ClippingStage extends Board<State> {
  constructor(root: SVGSVGElement, private readonly words: ClippingWords, get: () => State, set: (state: State) => void) {
    super(root, words.handle, get, set);
  }

  protected gripsOf({ method, segment, polygon, box, window }: State): Grip<State>[] {
    const { words } = this;
    const middle = hasBox(method) ? add(times(box.min, 0.5), times(box.max, 0.5)) : mean(window);
    const grips: Grip<State>[] = [{
      id: 'window', name: words.wholeWindow, at: middle, look: 'probe',
      drag: (state, to) => {
        const by = sub(to, middle);
        return hasBox(state.method) ? { ...state, box: { min: add(box.min, by), max: add(box.max, by) } } : { ...state, window: window.map((p) => add(p, by)) };
      },
    }];
    if (hasBox(method)) {
      grips.push({ id: 'min', name: words.lowCorner, at: box.min, look: 'b', drag: (state, to) => ({ ...state, box: { min: least(to, state.box.max), max: state.box.max } }) });
      grips.push({ id: 'max', name: words.highCorner, at: box.max, look: 'b', drag: (state, to) => ({ ...state, box: { min: state.box.min, max: greatest(to, state.box.min) } }) });
    } else {
      window.forEach((at, i) => grips.push({ id: `w${i}`, name: `${words.windowCorner} ${i + 1}`, at, look: 'b', drag: (state, to) => ({ ...state, window: replaced(state.window, i, to) }) }));
    }
    if (clipsPolygons(method)) {
      polygon.forEach((at, i) => grips.push({ id: `p${i}`, name: `${words.corner} ${i + 1}`, at, look: 'a', drag: (state, to) => ({ ...state, polygon: replaced(state.polygon, i, to) }) }));
    } else {
      for (const end of ['a', 'b'] as const) {
        grips.push({ id: end, name: `${words.point} ${end.toUpperCase()}`, at: segment[end], look: 'a', drag: (state, to) => ({ ...state, segment: { ...state.segment, [end]: to } }) });
      }
    }
    return grips;
  }

  protected override shownPoints(state: State): Vector[] {
    return cornersOf(state);
  }

  draw(step: Step | null): void {
    const state = this.get();
    const parts: SVGElement[] = [this.region('window', cornersOf(state))];
    if (state.method === 'cohen_sutherland') parts.push(...this.grid(state.box));
    const outline = clipsPolygons(state.method) ? [...state.polygon, state.polygon[0]!] : [state.segment.a, state.segment.b];
    parts.push(this.line('legs', outline));
    if (step) {
      for (const side of step.sides) parts.push(this.line('mark axis', this.through(side)), this.line('side-lit', side));
      if (clipsPolygons(state.method)) {
        if (step.left.length > 2) parts.push(this.region('clipped', step.left));
      } else if (step.left.length === 2) parts.push(this.line('curve-line', step.left));
      parts.push(...step.cuts.filter((p) => this.isOnScreen(p)).map((p) => this.dot(p, 'both')));
    }
    if (!clipsPolygons(state.method)) {
      const { a, b } = state.segment;
      const up = (p: Vector, q: Vector) => (p[1] >= q[1] ? -16 : 28);
      parts.push(this.label(a, 'A', -5, up(a, b)), this.label(b, 'B', -5, up(b, a)));
    }
    this.put(parts);
  }

  /** The line through two points, across the picture. */
  private through([p, q]: [Vector, Vector]): Vector[] {
    const [low, high] = this.seen();
    const reach = Math.hypot(high[0] - low[0], high[1] - low[1]) + Math.hypot(p[0] - this.center[0], p[1] - this.center[1]);
    const size = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
    const way = times(sub(q, p), reach / size);
    return [sub(p, way), add(q, way)];
  }

  /** The lines of the sides of a box, and the code of each of the nine regions. */
  private grid({ min, max }: State['box']): SVGElement[] {
    const [low, high] = this.seen();
    const lines = [[min[0], 0], [max[0], 0], [min[1], 1], [max[1], 1]].map(([at, axis]) => this.line('grid main', axis === 0 ? [[at!, low[1]], [at!, high[1]]] : [[low[0], at!], [high[0], at!]]));
    const codes = [1, 0, -1].flatMap((row) => [-1, 0, 1].map((column) => {
      // The corner of the region at the left above.
      const [x, y] = this.screen([column < 0 ? low[0] : column > 0 ? max[0] : min[0], row > 0 ? high[1] : row < 0 ? min[1] : max[1]]);
      const code = [row > 0, row < 0, column > 0, column < 0].map(Number).join('');
      return svg('text', { class: 'code', x: (x + 8).toFixed(1), y: (y + 20).toFixed(1) }, code);
    }));
    return [...lines, ...codes];
  }
}
