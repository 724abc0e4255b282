// The picture: two shapes, their handles, and what the answer adds.

import { pair, svg } from './dom.js';
import { type Shape, anchor, corners, fillsAlone, handles, moved, nameOf, outline, snapped } from './shapes.js';
import type { State } from './state.js';
import { type Vector, add, left, length, sub, times, unit } from './vector.js';
import type { Words } from './words.js';

type Which = 'a' | 'b';

/** Marks of an answer, in the plane of the shapes. */
export interface Marks {
  segments: { from: Vector; to: Vector; kind: 'shortest' | 'normal' | 'axis'; arrow?: boolean }[];
  points: { at: Vector; kind: 'a' | 'b' | 'both' }[];
  ghost: Shape | null;
  common: Shape | null;
}

export const noMarks = (): Marks => ({ segments: [], points: [], ghost: null, common: null });

/** A thing that is dragged: where it is, and the state after it moves to a point. */
interface Grip {
  id: string;
  kind: 'body' | 'handle';
  label: string;
  at: Vector;
  drag(state: State, to: Vector): State;
}

const SIZE = { width: 960, height: 600 };

export class Stage {
  center: Vector = [0, 0];
  scale = 110;
  private grips = new Map<string, Grip>();
  private held: { grip: Grip; offset: Vector; pointer: number } | null = null;
  private panning: { from: Vector; center: Vector; pointer: number } | null = null;

  constructor(
    private readonly root: SVGSVGElement,
    private readonly words: Words,
    private readonly get: () => State,
    private readonly set: (state: State) => void,
    private readonly redraw: () => void,
  ) {
    root.setAttribute('viewBox', `0 0 ${SIZE.width} ${SIZE.height}`);
    root.addEventListener('pointerdown', (event) => this.down(event));
    root.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) root.addEventListener(end, () => this.up());
    root.addEventListener('keydown', (event) => this.key(event));
  }

  private screen = (p: Vector): Vector => [
    SIZE.width / 2 + (p[0] - this.center[0]) * this.scale,
    SIZE.height / 2 - (p[1] - this.center[1]) * this.scale,
  ];

  private plane(event: PointerEvent): Vector {
    const box = this.root.getBoundingClientRect();
    const k = Math.max(SIZE.width / box.width, SIZE.height / box.height);
    const x = (event.clientX - box.left - box.width / 2) * k;
    const y = (event.clientY - box.top - box.height / 2) * k;
    return [this.center[0] + x / this.scale, this.center[1] - y / this.scale];
  }

  /** The step to which dragged numbers are rounded: a power of ten below a pixel. */
  private get step(): number {
    return 10 ** -Math.ceil(Math.log10(this.scale));
  }

  private path(points: Vector[], closed: boolean): string {
    const text = points.map((p) => this.screen(p).map((x) => x.toFixed(2)).join(' ')).join(' L ');
    return `M ${text}${closed ? ' Z' : ''}`;
  }

  zoom(factor: number): void {
    this.scale = Math.min(1e7, Math.max(1e-4, this.scale * factor));
    this.redraw();
  }

  /** Shows both shapes, as far as they are bounded. */
  fit(): void {
    const { a, b, ray, question } = this.get();
    const points = [a, b].flatMap((shape) => {
      const { rings, curves, dots } = outline(shape);
      const all = [...rings, ...curves, dots].flat();
      const middle = anchor(shape);
      return all.some((p) => length(sub(p, middle)) > 5e3) ? [middle] : all;
    });
    if (question === 'cast') points.push(ray.origin);
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [low, high]: [Vector, Vector] = [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]];
    this.center = times(add(low, high), 0.5);
    const [width, height] = [Math.max(high[0] - low[0], 1e-9), Math.max(high[1] - low[1], 1e-9)];
    this.scale = Math.min(1e7, 0.6 * Math.min(SIZE.width / width, SIZE.height / height));
    this.redraw();
  }

  private gripsOf(state: State): Grip[] {
    const grips: Grip[] = [];
    for (const which of ['a', 'b'] as Which[]) {
      const shape = state[which];
      const name = this.words.shapes[nameOf(shape)] ?? nameOf(shape);
      const title = which.toUpperCase();
      grips.push({
        id: which, kind: 'body', label: this.words.body(this.words.shape(title), name), at: anchor(shape),
        drag: (state, to) => ({ ...state, [which]: moved(state[which], sub(to, anchor(state[which]))) }),
      });
      for (const { key, at } of handles(shape)) {
        grips.push({
          id: `${which}.${key}`, kind: 'handle', label: this.words.handle(this.words.shape(title), name, key, pair(at)), at,
          drag: (state, to) => {
            const handle = handles(state[which]).find((handle) => handle.key === key);
            return handle ? { ...state, [which]: handle.drag(to) } : state;
          },
        });
      }
    }
    if (state.question === 'cast') {
      const { origin, direction } = state.ray;
      grips.push(
        { id: 'ray.origin', kind: 'handle', label: this.words.rayHandle, at: origin, drag: (state, to) => ({ ...state, ray: { ...state.ray, origin: to } }) },
        {
          id: 'ray.direction', kind: 'handle', label: this.words.rayEnd, at: add(origin, direction),
          drag: (state, to) => ({ ...state, ray: { ...state.ray, direction: sub(to, state.ray.origin) } }),
        },
      );
    }
    if (state.question === 'sweep') {
      const from = anchor(state.b);
      grips.push({
        id: 'velocity', kind: 'handle', label: this.words.velocity, at: add(from, state.velocity),
        drag: (state, to) => ({ ...state, velocity: sub(to, anchor(state.b)) }),
      });
    }
    return grips;
  }

  draw(marks: Marks): void {
    const state = this.get();
    const focused = this.root.contains(document.activeElement) ? (document.activeElement as Element).getAttribute('data-grip') : null;
    const grips = this.gripsOf(state);
    this.grips = new Map(grips.map((grip) => [grip.id, grip]));
    const bodies = grips.filter((grip) => grip.kind === 'body').map((grip) => this.body(grip, state[grip.id as Which]));
    const knobs = grips.filter((grip) => grip.kind === 'handle').map((grip) => this.knob(grip));
    this.root.replaceChildren(...this.ground(), ...bodies, ...this.overlay(state, marks), ...knobs);
    if (focused) this.root.querySelector<SVGElement>(`[data-grip="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  private ground(): SVGElement[] {
    const step = 10 ** Math.round(Math.log10(90 / this.scale));
    const lines: SVGElement[] = [];
    const reach: Vector = [SIZE.width / 2 / this.scale, SIZE.height / 2 / this.scale];
    for (const axis of [0, 1] as const) {
      const first = Math.ceil((this.center[axis] - reach[axis]) / step);
      for (let i = first; i * step <= this.center[axis] + reach[axis] && i < first + 100; i++) {
        const from: Vector = axis === 0 ? [i * step, this.center[1] - reach[1]] : [this.center[0] - reach[0], i * step];
        const to: Vector = axis === 0 ? [i * step, this.center[1] + reach[1]] : [this.center[0] + reach[0], i * step];
        lines.push(svg('path', { class: i === 0 ? 'grid main' : 'grid', d: this.path([from, to], false) }));
      }
    }
    return lines;
  }

  private shape(shape: Shape): SVGElement[] {
    const { rings, curves, dots } = outline(shape);
    const groups = fillsAlone(shape) ? rings.map((ring) => [ring]) : rings.length > 0 ? [rings] : [];
    return [
      ...groups.map((group) => svg('path', { class: 'area', 'fill-rule': 'evenodd', d: group.map((ring) => this.path(ring, true)).join(' ') })),
      ...curves.flatMap((points) => [
        svg('path', { class: 'reach', d: this.path(points, false) }),
        svg('path', { class: 'curve', d: this.path(points, false) }),
      ]),
      ...dots.map((p) => {
        const [cx, cy] = this.screen(p);
        return svg('circle', { class: 'dot', cx, cy, r: 6 });
      }),
    ];
  }

  private body(grip: Grip, shape: Shape): SVGElement {
    const [x, y] = this.screen(grip.at);
    const letter = svg('text', { class: 'letter', x, y: y - 12, 'text-anchor': 'middle', 'aria-hidden': 'true' }, grip.id.toUpperCase());
    return svg('g', { class: `body ${grip.id}`, 'data-grip': grip.id, tabindex: 0, role: 'button', 'aria-label': grip.label }, ...this.shape(shape), letter);
  }

  private knob(grip: Grip): SVGElement {
    const [cx, cy] = this.screen(grip.at);
    const kind = grip.id.split('.')[0]!;
    return svg('g', { class: `knob ${kind}`, 'data-grip': grip.id, tabindex: 0, role: 'button', 'aria-label': grip.label },
      svg('circle', { class: 'target', cx, cy, r: 22 }), svg('circle', { class: 'ring', cx, cy, r: 7 }));
  }

  private arrow(from: Vector, to: Vector, kind: string): SVGElement[] {
    const [p, q] = [this.screen(from), this.screen(to)];
    const along = sub(q, p);
    const size = Math.min(14, length(along) * 0.6);
    const [back, side] = [times(unit(along), -size), times(left(unit(along)), size * 0.45)];
    const head = [q, add(add(q, back), side), sub(add(q, back), side)].map((v) => v.map((x) => x.toFixed(2)).join(' ')).join(' L ');
    return [
      svg('path', { class: `mark ${kind}`, d: this.path([from, to], false) }),
      ...(length(along) > 1 ? [svg('path', { class: `head ${kind}`, d: `M ${head} Z` })] : []),
    ];
  }

  private overlay(state: State, marks: Marks): SVGElement[] {
    const parts: SVGElement[] = [];
    if (marks.common) parts.push(svg('g', { class: 'common' }, ...this.shape(marks.common)));
    if (marks.ghost) parts.push(svg('g', { class: 'ghost' }, ...this.shape(marks.ghost)));
    if (state.question === 'cast') {
      const { origin, direction } = state.ray;
      parts.push(svg('path', { class: 'mark ray', d: this.path([origin, add(origin, times(unit(direction), 1e4))], false) }));
      parts.push(...this.arrow(origin, add(origin, direction), 'ray'));
    }
    if (state.question === 'sweep') parts.push(...this.arrow(anchor(state.b), add(anchor(state.b), state.velocity), 'ray'));
    for (const { from, to, kind, arrow } of marks.segments) {
      parts.push(...(arrow ? this.arrow(from, to, kind) : [svg('path', { class: `mark ${kind}`, d: this.path([from, to], false) })]));
    }
    for (const { at, kind } of marks.points) {
      const [cx, cy] = this.screen(at);
      parts.push(svg('circle', { class: `point ${kind}`, cx, cy, r: 5 }));
    }
    return [svg('g', { class: 'overlay', 'aria-hidden': 'true' }, ...parts)];
  }

  private down(event: PointerEvent): void {
    const target = (event.target as Element).closest<SVGElement>('[data-grip]');
    const grip = target && this.grips.get(target.getAttribute('data-grip') ?? '');
    const at = this.plane(event);
    if (grip) {
      event.preventDefault();
      target.focus({ preventScroll: true });
      this.held = { grip, offset: sub(grip.at, at), pointer: event.pointerId };
    } else if (event.pointerType === 'mouse') {
      this.panning = { from: at, center: this.center, pointer: event.pointerId };
    } else {
      return;
    }
    this.root.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const at = this.plane(event);
    if (this.held?.pointer === event.pointerId) {
      this.place(this.held.grip, add(at, this.held.offset));
    } else if (this.panning?.pointer === event.pointerId) {
      this.center = add(this.center, sub(this.panning.from, at));
      this.redraw();
    }
  }

  private up(): void {
    this.held = null;
    this.panning = null;
  }

  private place(grip: Grip, to: Vector, step = this.step): void {
    const next = grip.drag(this.get(), to);
    const round = <T extends Vector>(p: T): T => snapped({ p }, step).p as T;
    const { ray, velocity } = next;
    this.set({
      ...next, a: snapped(next.a, step), b: snapped(next.b, step), velocity: round(velocity),
      ray: { origin: round(ray.origin), direction: round(ray.direction) },
    });
  }

  private key(event: KeyboardEvent): void {
    const directions: Record<string, Vector> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const direction = directions[event.key];
    const id = (event.target as Element).getAttribute('data-grip');
    const grip = id ? this.grips.get(id) : undefined;
    if (!direction || !grip || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const pixels = event.shiftKey ? 50 : event.altKey ? 1 : 10;
    const step = 10 ** Math.round(Math.log10(pixels / this.scale));
    this.place(grip, add(grip.at, times(direction, step)), Math.min(step, this.step) / 10);
  }
}

/** Whether a shape has straight sides, so that its separating axes are a finite list. */
export const hasAxes = (shape: Shape): boolean => corners(shape) !== null;
