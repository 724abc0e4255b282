// The picture of two solids.

import { pair, svg } from '../dom.js';
import { answer } from '../engine.js';
import { type Shape, nameOf, snapped } from '../shapes.js';
import type { Words } from '../words.js';
import { type Body3, Board3, type Grip3 } from './board3.js';
import { pieces, pointsOf } from './pieces.js';
import type { Marks } from './questions3.js';
import { anchor, handles, moved } from './shapes.js';
import type { State } from './state3.js';
import { type Vector3, across, add, sub, times, unit } from './vector3.js';

type Which = 'a' | 'b';

export class Stage3 extends Board3<State> {
  private marks: Marks = { segments: [], points: [], ghost: null };
  /** The plane of the chosen axis. */
  bounds: { axis: number[]; low: number; high: number } | null = null;

  constructor(root: SVGSVGElement, canvas: HTMLCanvasElement, private readonly words: Words, get: () => State, set: (state: State) => void, redraw: () => void) {
    super(root, canvas, get, set, redraw);
  }

  protected shownPoints({ a, b }: State): Vector3[] {
    return pointsOf([...pieces(a, 2), ...pieces(b, 2)]);
  }

  protected bodiesOf({ a, b }: State): Body3[] {
    const { ghost } = this.marks;
    const body = (name: string, shape: Shape, rest: Omit<Body3, 'name' | 'key' | 'pieces'>): Body3 => ({ name, key: JSON.stringify(shape), pieces: () => pieces(shape), ...rest });
    return [
      body('a', a, { color: 'a', look: 'body a' }), body('b', b, { color: 'b-fill', look: 'body b' }),
      ...(ghost ? [body('ghost', ghost, { color: 'b-fill', look: 'ghost', ghost: true })] : []),
    ];
  }

  protected gripsOf(state: State): Grip3<State>[] {
    const grips: Grip3<State>[] = [];
    for (const which of ['a', 'b'] as Which[]) {
      const shape = state[which];
      const name = this.words.shapes[nameOf(shape)] ?? nameOf(shape);
      const title = which.toUpperCase();
      grips.push({
        id: which, look: `${which} body`, letter: title, label: this.words.body(this.words.shape(title), name), at: anchor(shape),
        drag: (state, to) => ({ ...state, [which]: moved(state[which], sub(to, anchor(state[which]))) }),
      });
      for (const { key, at } of handles(shape)) {
        grips.push({
          id: `${which}.${key}`, look: which, label: this.words.handle(this.words.shape(title), name, this.words.field(key), pair(at)), at,
          drag: (state, to) => {
            const handle = handles(state[which]).find((handle) => handle.key === key);
            return handle ? { ...state, [which]: handle.drag(to) } : state;
          },
        });
      }
    }
    const { ray, velocity, question } = state;
    if (question === 'cast') {
      grips.push({ id: 'ray.origin', look: 'ray', label: this.words.rayHandle, at: ray.origin, drag: (state, to) => ({ ...state, ray: { ...state.ray, origin: to } }) });
      grips.push({
        id: 'ray.direction', look: 'ray', label: this.words.rayEnd, at: add(ray.origin, ray.direction),
        drag: (state, to) => ({ ...state, ray: { ...state.ray, direction: sub(to, state.ray.origin) } }),
      });
    }
    if (question === 'sweep') {
      grips.push({
        id: 'velocity', look: 'velocity', label: this.words.velocity, at: add(anchor(state.b), velocity),
        drag: (state, to) => ({ ...state, velocity: sub(to, anchor(state.b)) }),
      });
    }
    return grips;
  }

  draw(marks: Marks = this.marks): void {
    this.marks = marks;
    this.put();
  }

  protected overlay(state: State): SVGElement[] {
    const { marks } = this;
    const parts: (SVGElement | null)[] = [];
    if (this.bounds) {
      const axis = unit(this.bounds.axis as Vector3);
      const [u, v] = across(axis).map((side) => times(side, this.camera.distance / 5)) as [Vector3, Vector3];
      const middle = times(add(anchor(state.a), anchor(state.b)), 0.5);
      const along = axis.reduce((sum, x, i) => sum + x * middle[i]!, 0);
      for (const t of [this.bounds.low, this.bounds.high]) {
        const foot = add(middle, times(axis, t - along));
        parts.push(svg('path', { class: 'plane', d: this.path([add(add(foot, u), v), add(sub(foot, u), v), sub(sub(foot, u), v), sub(add(foot, u), v)], true) }));
      }
    }
    if (state.question === 'cast') {
      const { origin, direction } = state.ray;
      parts.push(svg('path', { class: 'mark beam', d: this.path([origin, add(origin, times(unit(direction), 2 * this.camera.distance))]) }));
      parts.push(...this.arrow(origin, add(origin, direction), 'ray'));
    }
    if (state.question === 'sweep') parts.push(...this.arrow(anchor(state.b), add(anchor(state.b), state.velocity), 'ray'));
    for (const { from, to, kind, arrow, label, pixels } of marks.segments) {
      const end = pixels === undefined ? to : add(from, times(unit(to), (pixels * this.camera.distance) / this.camera.size[1] / 1.4));
      parts.push(...(arrow ? this.arrow(from, end, kind) : [svg('path', { class: `mark ${kind}`, d: this.path([from, end]) })]));
      if (label) parts.push(this.label(times(add(from, end), 0.5), label));
    }
    for (const { at, kind } of marks.points) parts.push(this.dot(at, kind));
    return parts.filter((part) => part !== null);
  }

  /** The shape at a pixel: the first that the module hits with the ray through it. */
  protected override pick(x: number, y: number): { grip: Grip3<State>; at: Vector3 } | null {
    const { a, b } = this.get();
    const ray = this.camera.ray(x, y);
    let nearest: { t: number; which: Which; at: Vector3 } | null = null;
    for (const [which, shape] of [['a', a], ['b', b]] as const) {
      const hit = answer({ op: 'cast', a: { ray }, b: shape }).hit;
      if (hit?.point && (!nearest || hit.t < nearest.t)) nearest = { t: hit.t, which, at: hit.point };
    }
    const grip = nearest && this.grips.get(nearest.which);
    return grip ? { grip, at: nearest!.at } : null;
  }

  /** Rounds what a grip has moved; numbers of the other shape stay to the last bit. */
  protected override place(grip: Grip3<State>, to: Vector3): void {
    const old = this.get();
    const next = grip.drag(old, to);
    if (next.a !== old.a) next.a = snapped(next.a, this.step);
    if (next.b !== old.b) next.b = snapped(next.b, this.step);
    if (next.velocity !== old.velocity) next.velocity = this.rounded(next.velocity);
    if (next.ray !== old.ray) next.ray = { origin: this.rounded(next.ray.origin), direction: this.rounded(next.ray.direction) };
    this.set(next);
  }
}
