// The picture of space: solids with WebGL below, and above them the handles and marks as SVG, which keys reach too.

import { pair, svg } from '../dom.js';
import { answer } from '../engine.js';
import { type Shape, nameOf, snapped } from '../shapes.js';
import type { Words } from '../words.js';
import { Camera } from './camera.js';
import { pieces, pointsOf, wires } from './pieces.js';
import type { Marks } from './questions3.js';
import { anchor, handles, moved } from './shapes.js';
import type { Solid } from './solid.js';
import type { State } from './state3.js';
import { type Vector3, across, add, sub, times, unit } from './vector3.js';

type Which = 'a' | 'b';

interface Grip {
  id: string;
  letter: string | null;
  label: string;
  at: Vector3;
  drag(state: State, to: Vector3): State;
}

export class Stage3 {
  readonly camera = new Camera();
  private solid: Solid | null = null;
  private grips = new Map<string, Grip>();
  private held: { grip: Grip; from: Vector3; depth: number; x: number; y: number; pointer: number } | null = null;
  private turning: { x: number; y: number; pointer: number } | null = null;
  private marks: Marks = { segments: [], points: [], ghost: null };
  /** The plane of the chosen axis. */
  bounds: { axis: number[]; low: number; high: number } | null = null;

  constructor(
    private readonly root: SVGSVGElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly words: Words,
    private readonly get: () => State,
    private readonly set: (state: State) => void,
    private readonly redraw: () => void,
  ) {
    root.addEventListener('pointerdown', (event) => this.down(event));
    root.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) root.addEventListener(end, () => this.up());
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.camera.zoom(2 ** (-event.deltaY / 200));
      this.redraw();
    }, { passive: false });
  }

  /** Loads the solids. Rejects if there is no WebGL; the picture then has lines. */
  async load(): Promise<void> {
    const { Solid } = await import('./solid.js');
    this.solid = new Solid(this.canvas);
    this.canvas.hidden = false;
    this.redraw();
  }

  resize(): void {
    const { width, height } = this.root.getBoundingClientRect();
    if (width < 1 || height < 1) return;
    this.camera.size = [Math.round(width), Math.round(height)];
    this.root.setAttribute('viewBox', `0 0 ${this.camera.size[0]} ${this.camera.size[1]}`);
  }

  fit(): void {
    const { a, b } = this.get();
    this.camera.fit(pointsOf([...pieces(a, 2), ...pieces(b, 2)]));
    this.redraw();
  }

  private get step(): number {
    return 10 ** -Math.ceil(Math.log10(this.camera.size[1] / this.camera.distance));
  }

  private gripsOf(state: State): Grip[] {
    const grips: Grip[] = [];
    for (const which of ['a', 'b'] as Which[]) {
      const shape = state[which];
      const name = this.words.shapes[nameOf(shape)] ?? nameOf(shape);
      const title = which.toUpperCase();
      grips.push({
        id: which, letter: title, label: this.words.body(this.words.shape(title), name), at: anchor(shape),
        drag: (state, to) => ({ ...state, [which]: moved(state[which], sub(to, anchor(state[which]))) }),
      });
      for (const { key, at } of handles(shape)) {
        grips.push({
          id: `${which}.${key}`, letter: null, label: this.words.handle(this.words.shape(title), name, this.words.field(key), pair(at)), at,
          drag: (state, to) => {
            const handle = handles(state[which]).find((handle) => handle.key === key);
            return handle ? { ...state, [which]: handle.drag(to) } : state;
          },
        });
      }
    }
    const { ray, velocity, question } = state;
    if (question === 'cast') {
      grips.push({ id: 'ray.origin', letter: null, label: this.words.rayHandle, at: ray.origin, drag: (state, to) => ({ ...state, ray: { ...state.ray, origin: to } }) });
      grips.push({
        id: 'ray.direction', letter: null, label: this.words.rayEnd, at: add(ray.origin, ray.direction),
        drag: (state, to) => ({ ...state, ray: { ...state.ray, direction: sub(to, state.ray.origin) } }),
      });
    }
    if (question === 'sweep') {
      grips.push({
        id: 'velocity', letter: null, label: this.words.velocity, at: add(anchor(state.b), velocity),
        drag: (state, to) => ({ ...state, velocity: sub(to, anchor(state.b)) }),
      });
    }
    return grips;
  }

  draw(marks: Marks = this.marks): void {
    this.marks = marks;
    const state = this.get();
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(name).trim();
    this.solid?.draw(this.camera, { a: state.a, b: state.b, ghost: marks.ghost }, { ground: color('--card'), a: color('--a'), b: color('--b-fill') });
    const focused = this.root.contains(document.activeElement) ? document.activeElement!.getAttribute('data-grip') : null;
    const grips = this.gripsOf(state);
    this.grips = new Map(grips.map((grip) => [grip.id, grip]));
    const lines = this.solid ? [] : [this.wire(state.a, 'body a'), this.wire(state.b, 'body b'), ...(marks.ghost ? [this.wire(marks.ghost, 'ghost')] : [])];
    this.root.replaceChildren(...this.ground(), ...lines, ...this.overlay(state, marks), ...grips.flatMap((grip) => this.knob(grip)));
    if (focused) this.root.querySelector<SVGElement>(`[data-grip="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  private path(points: Vector3[], closed = false): string {
    const seen = points.map((p) => this.camera.screen(p));
    let text = '';
    seen.forEach((p, i) => {
      if (p) text += `${i > 0 && seen[i - 1] ? 'L' : 'M'} ${p.x.toFixed(1)} ${p.y.toFixed(1)} `;
    });
    return closed && seen.every(Boolean) ? `${text}Z` : text.trim();
  }

  private wire(shape: Shape, kind: string): SVGElement {
    const list = pieces(shape);
    return svg('g', { class: `${kind} wire`, 'aria-hidden': 'true' }, svg('path', { class: 'curve', d: wires(list).map((line) => this.path(line)).join(' ') }));
  }

  /** The three axes at the corner, so that the view is understood. */
  private ground(): SVGElement[] {
    const [right, up] = this.camera.basis;
    const [x, y] = [44, this.camera.size[1] - 44];
    return [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis, i) => {
      const [dx, dy] = [30 * right[i]!, -30 * up[i]!];
      const name = 'xyz'[axis.indexOf(1)]!;
      return svg('g', { class: 'axes-corner', 'aria-hidden': 'true' },
        svg('path', { d: `M ${x} ${y} l ${dx.toFixed(1)} ${dy.toFixed(1)}` }),
        svg('text', { x: (x + 1.3 * dx).toFixed(1), y: (y + 1.3 * dy + 4).toFixed(1), 'text-anchor': 'middle' }, name));
    });
  }

  private knob(grip: Grip): SVGElement[] {
    const at = this.camera.screen(grip.at);
    if (!at) return [];
    const [cx, cy] = [at.x.toFixed(1), at.y.toFixed(1)];
    const inner = grip.letter
      ? [svg('circle', { class: 'ring', cx, cy, r: 13 }), svg('text', { class: 'letter', x: cx, y: (at.y + 6).toFixed(1), 'text-anchor': 'middle', 'aria-hidden': 'true' }, grip.letter)]
      : [svg('circle', { class: 'ring', cx, cy, r: 6.5 })];
    const kind = `knob ${grip.id.split('.')[0]}${grip.letter ? ' body' : ''}`;
    return [svg('g', { class: kind, 'data-grip': grip.id, tabindex: 0, role: 'button', 'aria-label': grip.label },
      svg('circle', { class: 'target', cx, cy, r: 18 }), ...inner)];
  }

  private arrow(from: Vector3, to: Vector3, kind: string): SVGElement[] {
    const [p, q] = [this.camera.screen(from), this.camera.screen(to)];
    const parts: SVGElement[] = [svg('path', { class: `mark ${kind}`, d: this.path([from, to]) })];
    if (!p || !q) return parts;
    const [dx, dy] = [q.x - p.x, q.y - p.y];
    const size = Math.hypot(dx, dy);
    if (size < 1) return parts;
    const k = Math.min(14, size * 0.6) / size;
    const [bx, by] = [q.x - k * dx, q.y - k * dy];
    const [sx, sy] = [-0.45 * k * dy, 0.45 * k * dx];
    parts.push(svg('path', { class: `head ${kind}`, d: `M ${q.x.toFixed(1)} ${q.y.toFixed(1)} L ${(bx + sx).toFixed(1)} ${(by + sy).toFixed(1)} L ${(bx - sx).toFixed(1)} ${(by - sy).toFixed(1)} Z` }));
    return parts;
  }

  private overlay(state: State, marks: Marks): SVGElement[] {
    const parts: SVGElement[] = [];
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
      const middle = this.camera.screen(times(add(from, end), 0.5));
      if (label && middle) parts.push(svg('text', { class: 'size', x: (middle.x + 12).toFixed(1), y: (middle.y - 12).toFixed(1) }, label));
    }
    for (const { at, kind } of marks.points) {
      const p = this.camera.screen(at);
      if (p) parts.push(svg('circle', { class: `point ${kind}`, cx: p.x.toFixed(1), cy: p.y.toFixed(1), r: 4.5 }));
    }
    return [svg('g', { class: 'overlay', 'aria-hidden': 'true' }, ...parts)];
  }

  /** The shape at a pixel: the first that the module hits with the ray through it. */
  private pick(x: number, y: number): { grip: Grip; at: Vector3 } | null {
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

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const box = this.root.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const target = (event.target as Element).closest<SVGElement>('[data-grip]');
    const grip = target && this.grips.get(target.getAttribute('data-grip') ?? '');
    const picked = grip ? { grip, at: grip.at } : this.pick(x, y);
    event.preventDefault();
    if (picked) {
      const depth = this.camera.screen(picked.at)?.depth ?? this.camera.distance;
      this.root.querySelector<SVGElement>(`[data-grip="${CSS.escape(picked.grip.id)}"]`)?.focus({ preventScroll: true });
      this.held = { grip: picked.grip, from: picked.grip.at, depth, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    } else {
      this.turning = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    }
    this.root.classList.add('dragging');
    this.root.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    if (this.held?.pointer === event.pointerId) {
      const { grip, from, depth, x, y } = this.held;
      this.place(grip, add(from, this.camera.drag(depth, event.clientX - x, event.clientY - y)));
    } else if (this.turning?.pointer === event.pointerId) {
      this.camera.turn(event.clientX - this.turning.x, event.clientY - this.turning.y);
      this.turning = { ...this.turning, x: event.clientX, y: event.clientY };
      this.redraw();
    }
  }

  private up(): void {
    this.root.classList.remove('dragging');
    this.held = null;
    this.turning = null;
  }

  /** Rounds what a grip has moved; numbers of the other shape stay to the last bit. */
  private place(grip: Grip, to: Vector3): void {
    const old = this.get();
    const next = grip.drag(old, to);
    const step = this.step;
    const round = (p: Vector3): Vector3 => snapped({ p }, step).p as Vector3;
    if (next.a !== old.a) next.a = snapped(next.a, step);
    if (next.b !== old.b) next.b = snapped(next.b, step);
    if (next.velocity !== old.velocity) next.velocity = round(next.velocity);
    if (next.ray !== old.ray) next.ray = { origin: round(next.ray.origin), direction: round(next.ray.direction) };
    this.set(next);
  }

  /** Arrow keys move along the picture, Page Up and Page Down away from it and towards it. */
  private key(event: KeyboardEvent): void {
    const directions: Record<string, Vector3> = {
      ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, -1], PageDown: [0, 0, 1],
    };
    const direction = directions[event.key];
    const grip = this.grips.get((event.target as Element).getAttribute('data-grip') ?? '');
    if (!direction || !grip || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [right, up, back] = this.camera.basis;
    const size = (event.shiftKey ? 0.1 : event.altKey ? 0.002 : 0.02) * this.camera.distance;
    const by = add(times(right, direction[0] * size), add(times(up, direction[1] * size), times(back, direction[2] * size)));
    this.place(grip, add(grip.at, by));
  }
}
