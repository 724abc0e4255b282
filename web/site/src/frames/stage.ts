// The picture of frames and a point: axes and origins that are dragged, the grid of each frame, and a letter drawn in its coordinates.

import { Board, type Grip } from '../board.js';
import { type Vector, add, sub, times } from '../vector.js';
import type { Frame, State } from './state.js';
import type { FrameWords } from './words.js';

/** Columns of a 3 by 3 matrix. */
export type Matrix = [[number, number, number], [number, number, number], [number, number, number]];

/** What the module states of each frame that is shown, the outermost first: its matrix to the world, and the point in it. */
export interface Shown {
  frames: { matrix: Matrix; inverse: Matrix | null; local: Vector | null }[];
  world: Vector | null;
}

/** The image of a point, or with `w` 0 of a direction. */
export const image = ([x, y, o]: Matrix, p: Vector, w = 1): Vector => [x[0] * p[0] + y[0] * p[1] + o[0] * w, x[1] * p[0] + y[1] * p[1] + o[1] * w];

/** The letter F, which no turn maps to its mirror image. */
const LETTER: Vector[] = [[0, 0], [0.2, 0], [0.2, 0.4], [0.5, 0.4], [0.5, 0.6], [0.2, 0.6], [0.2, 0.8], [0.6, 0.8], [0.6, 1], [0, 1]];
const NONE: Shown = { frames: [], world: null };
/** Lines of the grid of a frame to each side. */
const LINES = 6;

export class FrameStage extends Board<State> {
  private shown: Shown = NONE;

  constructor(root: SVGSVGElement, private readonly words: FrameWords, get: () => State, set: (state: State) => void, private readonly hold: (state: State, world: Vector) => State) {
    super(root, words.handle, get, set);
  }

  protected gripsOf(state: State): Grip<State>[] {
    const grips: Grip<State>[] = [];
    const { frames, world } = this.shown;
    for (const [i, key] of (state.nested ? (['a', 'b'] as const) : (['a'] as const)).entries()) {
      const outer = i === 0 ? null : frames[i - 1];
      if (i > 0 && !outer) continue;
      const frame = state[key];
      const out = (p: Vector, w?: number) => (outer ? image(outer.matrix, p, w) : p);
      // A frame in a flat one cannot be dragged: no coordinates in it lead to where the pointer is.
      const into = (p: Vector): Vector | null => (!outer ? p : outer.inverse && image(outer.inverse, p));
      const changed = (to: Vector, change: (frame: Frame, local: Vector) => Frame) => (now: State): State => {
        const local = into(to);
        return local && local.every(Number.isFinite) ? { ...now, [key]: change(now[key], local) } : now;
      };
      const name = this.words.frame(key.toUpperCase());
      grips.push({ id: `${key}o`, name: `${name}, ${this.words.origin}`, at: out(frame.origin), look: key, drag: (now, to) => changed(to, (frame, origin) => ({ ...frame, origin }))(now) });
      for (const axis of [0, 1] as const) {
        grips.push({
          id: `${key}${'xy'[axis]}`, name: `${name}, ${this.words.axis} ${'xy'[axis]}`, at: out(add(frame.origin, frame.axes[axis])), look: key, small: true,
          drag: (now, to) => changed(to, (frame, tip) => ({ ...frame, axes: frame.axes.map((v, j) => (j === axis ? sub(tip, frame.origin) : v)) as Frame['axes'] }))(now),
        });
      }
    }
    if (world) grips.push({ id: 'probe', name: this.words.point, at: world, look: 'probe', drag: (now, to) => this.hold(now, to) });
    return grips;
  }

  protected override shownPoints(): Vector[] {
    return [[0, 0], [1, 0], [0, 1], ...this.shown.frames.flatMap(({ matrix }) => LETTER.map((p) => image(matrix, p)))];
  }

  /** Takes what the module states, before the picture is fitted or drawn. */
  take(shown: Shown | null): void {
    this.shown = shown ?? NONE;
  }

  draw(): void {
    const { frames, world } = this.shown;
    const parts: SVGElement[] = [...this.worldGrid()];
    frames.forEach(({ matrix }, i) => {
      const kind = 'ab'[i]!;
      for (let k = -LINES; k <= LINES; k++) {
        for (const [p, q] of [[[k, -LINES], [k, LINES]], [[-LINES, k], [LINES, k]]] as [Vector, Vector][]) parts.push(this.line(`frame-grid ${kind}`, [image(matrix, p), image(matrix, q)]));
      }
      parts.push(this.region(`letter-f ${kind}`, LETTER.map((p) => image(matrix, p))));
    });
    const inner = frames.at(-1);
    if (inner?.local && world) {
      const corner = image(inner.matrix, [inner.local[0], 0]);
      parts.push(this.line('legs', [image(inner.matrix, [0, 0]), corner, world]));
    }
    frames.forEach(({ matrix }, i) => {
      const kind = 'ab'[i]!;
      const origin = image(matrix, [0, 0]);
      for (const [axis, unit] of [[1, 0], [0, 1]].entries() as IterableIterator<[number, Vector]>) {
        const tip = image(matrix, unit);
        const way = sub(this.screen(tip), this.screen(origin));
        if (Math.hypot(...way) > 16) parts.push(...this.arrow(origin, tip, `axis-${kind}`));
        const size = Math.hypot(...way) || 1;
        parts.push(this.label(tip, `${'xy'[axis]}`, 20 * (way[0] / size) - 5, 20 * (way[1] / size) + 5));
      }
      parts.push(this.label(origin, kind.toUpperCase(), -24, 22));
    });
    if (world) parts.push(this.label(world, 'P', 12, -10));
    this.put(parts);
  }

  /** The axes of the world and lines a power of ten, or two or five of it, apart. */
  private worldGrid(): SVGElement[] {
    const [low, high] = this.seen();
    const wanted = 60 / this.scale;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = [1, 2, 5, 10].map((k) => k * power).find((x) => x >= wanted) ?? wanted;
    const parts: SVGElement[] = [];
    for (const axis of [0, 1] as const) {
      const first = Math.ceil(low[axis] / step);
      for (let k = first; k * step <= high[axis] && k < first + 100; k++) {
        const at = k * step;
        parts.push(this.line(k === 0 ? 'grid world' : 'grid', axis === 0 ? [[at, low[1]], [at, high[1]]] : [[low[0], at], [high[0], at]]));
      }
    }
    return parts;
  }
}

/** The axes of a frame after a map of the coordinates that it stands in, about its origin. */
export const mapped = ({ origin, axes }: Frame, [x, y]: [Vector, Vector]): Frame => ({ origin, axes: axes.map((v) => add(times(x, v[0]), times(y, v[1]))) as Frame['axes'] });
