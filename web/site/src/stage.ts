// The picture: two shapes, their handles, and what the answer adds.

import { pair, svg } from './dom.js';
import { type Shape, anchor, bounded, fillsAlone, handles, moved, nameOf, outline, snapped } from './shapes.js';
import type { State } from './state.js';
import { type Vector, add, left, length, sub, times, unit } from './vector.js';
import type { Words } from './words.js';

type Which = 'a' | 'b';

/** Marks of an answer, in the plane of the shapes. */
export interface Marks {
  /** With `pixels`, `to` is a direction, drawn at this length. */
  segments: { from: Vector; to: Vector; kind: 'shortest' | 'normal' | 'axis'; arrow?: boolean; label?: string | undefined; pixels?: number }[];
  points: { at: Vector; kind: 'a' | 'b' | 'both' }[];
  /** B where the answer puts it. */
  ghost: Shape | null;
  /** B at the end of its motion. */
  trail: Shape | null;
  common: Shape | null;
}

export const noMarks = (): Marks => ({ segments: [], points: [], ghost: null, trail: null, common: null });

/** A thing that is dragged: where it is, and the state after it moves to a point. */
interface Grip {
  id: string;
  kind: 'body' | 'handle';
  label: string;
  at: Vector;
  drag(state: State, to: Vector): State;
}

/** Bounds of the zoom, in pixels per unit: the range of floats. */
const ZOOM: [number, number] = [1e-300, 1e300];

export class Stage {
  size: Vector = [960, 600];
  center: Vector = [0, 0];
  scale = 110;
  private grips = new Map<string, Grip>();
  private held: { grip: Grip; offset: Vector; pointer: number } | null = null;
  private panning: { from: Vector; center: Vector; pointer: number } | null = null;

  constructor(
    readonly root: SVGSVGElement,
    private readonly words: Words,
    private readonly get: () => State,
    private readonly set: (state: State) => void,
    private readonly redraw: () => void,
  ) {
    root.addEventListener('pointerdown', (event) => this.down(event));
    root.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) root.addEventListener(end, () => this.up());
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  /** Takes the size of the element on the page. */
  resize(): void {
    const { width, height } = this.root.getBoundingClientRect();
    if (width < 1 || height < 1) return;
    this.size = [Math.round(width), Math.round(height)];
    this.root.setAttribute('viewBox', `0 0 ${this.size[0]} ${this.size[1]}`);
  }

  private screen = (p: Vector): Vector => [
    this.size[0] / 2 + (p[0] - this.center[0]) * this.scale,
    this.size[1] / 2 - (p[1] - this.center[1]) * this.scale,
  ];

  private plane(event: MouseEvent): Vector {
    const box = this.root.getBoundingClientRect();
    const x = event.clientX - box.left - box.width / 2;
    const y = event.clientY - box.top - box.height / 2;
    return [this.center[0] + x / this.scale, this.center[1] - y / this.scale];
  }

  /** The step to which dragged numbers are rounded: a power of ten below a pixel. */
  private get step(): number {
    return 10 ** -Math.ceil(Math.log10(this.scale));
  }

  /** A length beyond the picture, whatever point of it is looked at. */
  get far(): number {
    return length(this.center) + (2 * (this.size[0] + this.size[1])) / this.scale;
  }

  private path(points: Vector[], closed: boolean): string {
    const text = points.map((p) => this.screen(p).map((x) => x.toFixed(2)).join(' ')).join(' L ');
    return `M ${text}${closed ? ' Z' : ''}`;
  }

  zoom(factor: number, about?: Vector): void {
    const scale = Math.min(ZOOM[1], Math.max(ZOOM[0], this.scale * factor));
    if (about) this.center = add(about, times(sub(this.center, about), this.scale / scale));
    this.scale = scale;
    this.redraw();
  }

  /** Shows both shapes, as far as they are bounded. */
  fit(): void {
    const { a, b, ray, question, velocity } = this.get();
    const points = [a, b].flatMap((shape) => {
      if (!bounded(shape)) return [anchor(shape)];
      const { rings, curves, dots } = outline(shape);
      return [...rings, ...curves, dots].flat();
    });
    if (question === 'cast') points.push(ray.origin);
    if (question === 'sweep') points.push(...outline(b).rings.flat().map((p) => add(p, velocity)));
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [low, high]: [Vector, Vector] = [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]];
    this.center = add(times(low, 0.5), times(high, 0.5));
    const extent = sub(high, low);
    const largest = Math.max(...extent) || 4;
    const [width, height] = extent.map((x) => Math.max(x, largest * 1e-3)) as Vector;
    const scale = 0.7 * Math.min(this.size[0] / width, this.size[1] / height);
    this.scale = Math.min(ZOOM[1], Math.max(ZOOM[0], scale));
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
          id: `${which}.${key}`, kind: 'handle', label: this.words.handle(this.words.shape(title), name, this.words.field(key), pair(at)), at,
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
      grips.push({
        id: 'velocity', kind: 'handle', label: this.words.velocity, at: add(anchor(state.b), state.velocity),
        drag: (state, to) => ({ ...state, velocity: sub(to, anchor(state.b)) }),
      });
    }
    return grips;
  }

  draw(marks: Marks): void {
    const state = this.get();
    const focused = this.root.contains(document.activeElement) ? document.activeElement!.getAttribute('data-grip') : null;
    const grips = this.gripsOf(state);
    this.grips = new Map(grips.map((grip) => [grip.id, grip]));
    const bodies = grips.filter((grip) => grip.kind === 'body').map((grip) => this.body(grip, state[grip.id as Which]));
    const knobs = grips.filter((grip) => grip.kind === 'handle').map((grip) => this.knob(grip));
    this.root.replaceChildren(...this.ground(), ...bodies, ...this.overlay(state, marks), ...knobs);
    if (focused) this.root.querySelector<SVGElement>(`[data-grip="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  private ground(): SVGElement[] {
    const step = 10 ** Math.round(Math.log10(90 / this.scale));
    const reach: Vector = [this.size[0] / 2 / this.scale, this.size[1] / 2 / this.scale];
    const lines: string[] = [];
    const main: string[] = [];
    for (const axis of [0, 1] as const) {
      const first = Math.ceil((this.center[axis] - reach[axis]) / step);
      for (let i = first; i * step <= this.center[axis] + reach[axis] && i < first + 100; i++) {
        const from: Vector = axis === 0 ? [i * step, this.center[1] - reach[1]] : [this.center[0] - reach[0], i * step];
        const to: Vector = axis === 0 ? [i * step, this.center[1] + reach[1]] : [this.center[0] + reach[0], i * step];
        (i === 0 ? main : lines).push(this.path([from, to], false));
      }
    }
    return [svg('path', { class: 'grid', d: lines.join(' ') }), svg('path', { class: 'grid main', d: main.join(' ') })];
  }

  private shape(shape: Shape): SVGElement[] {
    const { rings, curves, dots } = outline(shape, this.far);
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
    const letter = svg('text', { class: 'letter', x, y: y - 14, 'text-anchor': 'middle', 'aria-hidden': 'true' }, grip.id.toUpperCase());
    return svg('g', { class: `body ${grip.id}`, 'data-grip': grip.id, tabindex: 0, role: 'button', 'aria-label': grip.label }, ...this.shape(shape), letter);
  }

  private knob(grip: Grip): SVGElement {
    const [cx, cy] = this.screen(grip.at);
    return svg('g', { class: `knob ${grip.id.split('.')[0]}`, 'data-grip': grip.id, tabindex: 0, role: 'button', 'aria-label': grip.label },
      svg('circle', { class: 'target', cx, cy, r: 18 }), svg('circle', { class: 'ring', cx, cy, r: 6.5 }));
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
    if (marks.trail) parts.push(svg('g', { class: 'trail' }, ...this.shape(marks.trail)));
    if (marks.ghost) parts.push(svg('g', { class: 'ghost' }, ...this.shape(marks.ghost)));
    if (state.question === 'cast') {
      const { origin, direction } = state.ray;
      parts.push(svg('path', { class: 'mark beam', d: this.path([origin, add(origin, times(unit(direction), this.far))], false) }));
      parts.push(...this.arrow(origin, add(origin, direction), 'ray'));
    }
    if (state.question === 'sweep') parts.push(...this.arrow(anchor(state.b), add(anchor(state.b), state.velocity), 'ray'));
    for (const { from, to, kind, arrow, label, pixels } of marks.segments) {
      const end = pixels === undefined ? to : add(from, times(unit(to), pixels / this.scale));
      parts.push(...(arrow ? this.arrow(from, end, kind) : [svg('path', { class: `mark ${kind}`, d: this.path([from, end], false) })]));
      if (label) parts.push(this.label(from, end, label));
    }
    for (const { at, kind } of marks.points) {
      const [cx, cy] = this.screen(at);
      parts.push(svg('circle', { class: `point ${kind}`, cx, cy, r: 4.5 }));
    }
    return [svg('g', { class: 'overlay', 'aria-hidden': 'true' }, ...parts)];
  }

  /** A number beside the middle of a segment. */
  private label(from: Vector, to: Vector, text: string): SVGElement {
    const [p, q] = [this.screen(from), this.screen(to)];
    const side = times(left(unit(sub(q, p))), 16);
    const [x, y] = add(times(add(p, q), 0.5), side[1] > 0 ? times(side, -1) : side);
    return svg('text', { class: 'size', x, y: y + 4, 'text-anchor': side[0] * side[1] > 0 ? 'end' : 'start' }, text);
  }

  private down(event: PointerEvent): void {
    const target = (event.target as Element).closest<SVGElement>('[data-grip]');
    const grip = target && this.grips.get(target.getAttribute('data-grip') ?? '');
    const at = this.plane(event);
    if (event.button !== 0) return;
    if (grip) {
      event.preventDefault();
      target.focus({ preventScroll: true });
      this.held = { grip, offset: sub(grip.at, at), pointer: event.pointerId };
    } else if (event.pointerType === 'mouse') {
      this.panning = { from: at, center: this.center, pointer: event.pointerId };
    } else {
      return;
    }
    this.root.classList.add('dragging');
    this.root.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const at = this.plane(event);
    if (this.held?.pointer === event.pointerId) {
      this.place(this.held.grip, add(at, this.held.offset), this.step);
    } else if (this.panning?.pointer === event.pointerId) {
      this.center = add(this.center, sub(this.panning.from, at));
      this.redraw();
    }
  }

  private up(): void {
    this.root.classList.remove('dragging');
    this.held = null;
    this.panning = null;
  }

  /** Zooms with the control key, as maps do, so that the page scrolls otherwise. */
  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(2 ** (-event.deltaY / 200), this.plane(event));
  }

  /** Rounds what a grip has moved; numbers of the other shape stay to the last bit. */
  private place(grip: Grip, to: Vector, step: number): void {
    const old = this.get();
    const next = grip.drag(old, to);
    const round = (p: Vector): Vector => snapped({ p }, step).p as Vector;
    if (next.a !== old.a) next.a = snapped(next.a, step);
    if (next.b !== old.b) next.b = snapped(next.b, step);
    if (next.velocity !== old.velocity) next.velocity = round(next.velocity);
    if (next.ray !== old.ray) next.ray = { origin: round(next.ray.origin), direction: round(next.ray.direction) };
    this.set(next);
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
