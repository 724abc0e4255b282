// The picture of a curve: its points and tangents, which are dragged, and what the answers add.

import { Board, type Grip } from '../board.js';
import { svg } from '../dom.js';
import { type Vector, add, sub, times } from '../vector.js';
import { type State, tangentAt } from './state.js';
import type { CurveWords } from './words.js';

/** What the module states about the curve. */
export interface Shown {
  line: Vector[];
  at: { point: Vector; tangent: Vector | null; normal: Vector | null; curvature: number } | null;
  nearest: Vector | null;
}

const replaced = (list: Vector[], i: number, to: Vector): Vector[] => list.map((p, j) => (i === j ? to : p));

/** A third of a tangent, where the handle is. */
const THIRD = 1 / 3;

export class CurveStage extends Board<State> {
  constructor(root: SVGSVGElement, private readonly words: CurveWords, get: () => State, set: (state: State) => void) {
    super(root, words.handle, get, set);
  }

  protected gripsOf({ kind, points, tangents, probe }: State): Grip<State>[] {
    const grips: Grip<State>[] = points.map((at, i) => ({ id: `p${i}`, name: `${this.words.point} ${i + 1}`, at, look: 'a', drag: (state, to) => ({ ...state, points: replaced(state.points, i, to) }) }));
    if (kind === 'hermite') {
      points.forEach((from, i) => grips.push({
        id: `t${i}`, name: `${this.words.tangent} ${i + 1}`, at: add(from, times(tangents[i] ?? tangentAt(points, i), THIRD)), look: 'b', small: true,
        drag: (state, to) => ({
          ...state, tangents: state.points.map((p, j) => (i === j ? times(sub(to, p), 1 / THIRD) : (state.tangents[j] ?? tangentAt(state.points, j)))),
        }),
      }));
    }
    grips.push({ id: 'probe', name: this.words.probe, at: probe, look: 'probe', drag: (state, to) => ({ ...state, probe: to }) });
    return grips;
  }

  draw(shown: Shown): void {
    const state = this.get();
    const { kind, points, tangents, closed, probe } = state;
    const parts: SVGElement[] = [];
    if (kind === 'hermite') points.forEach((from, i) => parts.push(this.line('legs', [from, add(from, times(tangents[i] ?? tangentAt(points, i), THIRD))])));
    else parts.push(this.line('legs', closed && canClose(kind) ? [...points, points[0]!] : points));
    if (shown.at && this.isOnScreen(shown.at.point)) {
      const { point, tangent, normal, curvature } = shown.at;
      const radius = 1 / curvature;
      // A circle far larger than the picture is drawn as nothing, not as an arc that flickers.
      if (normal && Number.isFinite(radius) && radius * this.scale < 20 * this.size[0]) {
        const [cx, cy] = this.screen(add(point, times(normal, radius)));
        parts.push(svg('circle', { class: 'bend', cx: cx.toFixed(1), cy: cy.toFixed(1), r: (radius * this.scale).toFixed(1) }));
      }
      if (shown.line.length > 0) parts.push(this.line('curve-line', shown.line));
      if (normal) parts.push(...this.arrow(point, add(point, times(normal, 60 / this.scale)), 'bent'));
      if (tangent) parts.push(...this.arrow(point, add(point, times(tangent, 90 / this.scale))));
    } else if (shown.line.length > 0) parts.push(this.line('curve-line', shown.line));
    if (shown.nearest && this.isOnScreen(shown.nearest)) parts.push(this.line('mark shortest', [probe, shown.nearest]), this.dot(shown.nearest, 'both'));
    if (shown.at && this.isOnScreen(shown.at.point)) parts.push(this.dot(shown.at.point, 'b'));
    this.put(parts);
  }
}

/** Whether a kind of curve can be closed. */
export const canClose = (kind: State['kind']): boolean => kind === 'b_spline' || kind === 'catmull_rom' || kind === 'spline';
