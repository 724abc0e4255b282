// A picture with points that are dragged: its coordinates, its handles, and the pieces that pages draw with.

import { pair, svg } from './dom.js';
import { type Vector, add, sub, times, unit } from './vector.js';

/** A point that is dragged, and the state after it moves to a place. */
export interface Grip<S> {
  id: string;
  name: string;
  at: Vector;
  /** Colour of the handle, and whether it is small or a cross. */
  look: 'a' | 'b' | 'probe';
  small?: boolean;
  drag(state: S, to: Vector): S;
}

const text = (list: Vector[]): string => list.map((p) => p.map((x) => x.toFixed(1)).join(' ')).join(' L ');

export abstract class Board<S> {
  size: Vector = [960, 600];
  protected center: Vector = [0, 0];
  protected scale = 100;
  private grips = new Map<string, Grip<S>>();
  private held: { grip: Grip<S>; offset: Vector; pointer: number } | null = null;

  constructor(readonly root: SVGSVGElement, private readonly handle: (name: string, at: string) => string, protected readonly get: () => S, private readonly set: (state: S) => void) {
    root.addEventListener('pointerdown', (event) => this.down(event));
    root.addEventListener('pointermove', (event) => {
      if (this.held?.pointer === event.pointerId) this.place(this.held.grip, add(this.plane(event), this.held.offset));
    });
    for (const end of ['pointerup', 'pointercancel'] as const) root.addEventListener(end, () => {
      root.classList.remove('dragging');
      this.held = null;
    });
    root.addEventListener('keydown', (event) => this.key(event));
  }

  /** The points of a state that are dragged. */
  protected abstract gripsOf(state: S): Grip<S>[];

  /** Further points that the picture has to show. */
  protected shownPoints(_state: S): Vector[] {
    return [];
  }

  resize(): void {
    const { width, height } = this.root.getBoundingClientRect();
    if (width < 1 || height < 1) return;
    this.size = [Math.round(width), Math.round(height)];
    this.root.setAttribute('viewBox', `0 0 ${this.size[0]} ${this.size[1]}`);
  }

  fit(): void {
    const state = this.get();
    const points = [...this.gripsOf(state).map(({ at }) => at), ...this.shownPoints(state)];
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [low, high]: [Vector, Vector] = [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]];
    this.center = add(times(low, 0.5), times(high, 0.5));
    // Halves, because the whole may be too large for a number.
    const half = sub(times(high, 0.5), times(low, 0.5));
    const largest = Math.max(...half) || 2;
    this.scale = 0.38 * Math.min(...this.size.map((x, i) => x / Math.max(half[i]!, largest * 1e-3)));
  }

  protected screen = (p: Vector): Vector => [this.size[0] / 2 + (p[0] - this.center[0]) * this.scale, this.size[1] / 2 - (p[1] - this.center[1]) * this.scale];

  /** Corners of the part of the plane that is on screen. */
  protected seen(): [Vector, Vector] {
    const half = times(this.size, 0.5 / this.scale);
    return [sub(this.center, half), add(this.center, half)];
  }

  private plane(event: MouseEvent): Vector {
    const box = this.root.getBoundingClientRect();
    return [this.center[0] + (event.clientX - box.left - box.width / 2) / this.scale, this.center[1] - (event.clientY - box.top - box.height / 2) / this.scale];
  }

  protected isOnScreen(p: Vector): boolean {
    return this.screen(p).every(Number.isFinite);
  }

  protected line(type: string, points: Vector[]): SVGElement {
    const list = points.map(this.screen).filter((p) => p.every(Number.isFinite));
    return svg('path', { class: type, d: list.length === 0 ? '' : `M ${text(list)}`, fill: 'none' });
  }

  protected region(type: string, points: Vector[]): SVGElement {
    const list = points.map(this.screen).filter((p) => p.every(Number.isFinite));
    return svg('path', { class: type, d: list.length === 0 ? '' : `M ${text(list)} Z` });
  }

  protected dot(at: Vector, kind: string): SVGElement {
    const [cx, cy] = this.screen(at);
    return svg('circle', { class: `point ${kind}`, cx: cx.toFixed(1), cy: cy.toFixed(1), r: 5.5 });
  }

  protected label(at: Vector, words: string, dx = 0, dy = 0): SVGElement {
    const [x, y] = this.screen(at);
    return svg('text', { class: 'size', x: (x + dx).toFixed(1), y: (y + dy).toFixed(1) }, words);
  }

  protected arrow(from: Vector, to: Vector, kind = 'ray'): SVGElement[] {
    const [p, q] = [this.screen(from), this.screen(to)];
    const along = times(unit(sub(q, p)), 14);
    const side: Vector = [-0.45 * along[1], 0.45 * along[0]];
    const base = sub(q, along);
    return [svg('path', { class: `mark ${kind}`, d: `M ${text([p, base])}` }), svg('path', { class: `head ${kind}`, d: `M ${text([q, add(base, side), sub(base, side)])} Z` })];
  }

  /** Shows pieces under the handles of the state. The handle that has the focus keeps it. */
  protected put(under: SVGElement[]): void {
    const focused = this.root.contains(document.activeElement) ? document.activeElement!.getAttribute('data-grip') : null;
    const grips = this.gripsOf(this.get()).filter(({ at }) => this.isOnScreen(at));
    this.grips = new Map(grips.map((grip) => [grip.id, grip]));
    this.root.replaceChildren(svg('g', { class: 'overlay', 'aria-hidden': 'true' }, ...under), ...grips.map((grip) => this.knob(grip)));
    if (focused) this.root.querySelector<SVGElement>(`[data-grip="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  private knob({ id, name, at, look, small }: Grip<S>): SVGElement {
    const [x, y] = this.screen(at);
    const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
    const inner = look === 'probe' ? svg('path', { class: 'ring cross-mark', d: `M ${(x - 9).toFixed(1)} ${cy} h 18 M ${cx} ${(y - 9).toFixed(1)} v 18` }) : svg('circle', { class: 'ring', cx, cy, r: small ? 5.5 : 8 });
    return svg('g', { class: `knob body ${look}`, 'data-grip': id, tabindex: 0, role: 'button', 'aria-label': this.handle(name, pair(at)) },
      svg('circle', { class: 'target', cx, cy, r: 18 }), inner);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const target = (event.target as Element).closest<SVGElement>('[data-grip]');
    const grip = target && this.grips.get(target.getAttribute('data-grip') ?? '');
    if (!grip) return;
    event.preventDefault();
    target.focus({ preventScroll: true });
    this.held = { grip, offset: sub(grip.at, this.plane(event)), pointer: event.pointerId };
    this.root.classList.add('dragging');
    this.root.setPointerCapture(event.pointerId);
  }

  /** Moves what a grip holds to a point, rounded to less than a pixel. */
  private place(grip: Grip<S>, to: Vector): void {
    const step = 10 ** -Math.ceil(Math.log10(this.scale));
    const round = (x: number) => Number((Math.round(x / step) * step).toPrecision(12));
    this.set(grip.drag(this.get(), [round(to[0]), round(to[1])]));
  }

  private key(event: KeyboardEvent): void {
    const directions: Record<string, Vector> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const direction = directions[event.key];
    const grip = this.grips.get((event.target as Element).getAttribute('data-grip') ?? '');
    if (!direction || !grip || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const size = (event.shiftKey ? 60 : event.altKey ? 1 : 10) / this.scale;
    this.place(grip, add(grip.at, times(direction, size)));
  }
}
