// The picture of a curve: its points and tangents, which are dragged, and what the answers add.

import { pair, svg } from '../dom.js';
import { type Vector, add, length, sub, times, unit } from '../vector.js';
import { type State, tangentAt } from './state.js';
import type { CurveWords } from './words.js';

/** What the module states about the curve. */
export interface Shown {
  line: Vector[];
  at: { point: Vector; tangent: Vector | null; normal: Vector | null; curvature: number } | null;
  nearest: Vector | null;
}

interface Grip {
  id: string;
  name: string;
  at: Vector;
  drag(state: State, to: Vector): State;
}

const replaced = (list: Vector[], i: number, to: Vector): Vector[] => list.map((p, j) => (i === j ? to : p));

/** A third of a tangent, where the handle is. */
const THIRD = 1 / 3;

export class CurveStage {
  size: Vector = [960, 600];
  private center: Vector = [0, 0];
  private scale = 100;
  private grips = new Map<string, Grip>();
  private held: { grip: Grip; offset: Vector; pointer: number } | null = null;

  constructor(readonly root: SVGSVGElement, private readonly words: CurveWords, private readonly get: () => State, private readonly set: (state: State) => void) {
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

  resize(): void {
    const { width, height } = this.root.getBoundingClientRect();
    if (width < 1 || height < 1) return;
    this.size = [Math.round(width), Math.round(height)];
    this.root.setAttribute('viewBox', `0 0 ${this.size[0]} ${this.size[1]}`);
  }

  fit(): void {
    const points = this.gripsOf(this.get()).map(({ at }) => at);
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [low, high]: [Vector, Vector] = [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]];
    this.center = add(times(low, 0.5), times(high, 0.5));
    // Halves, because the whole may be too large for a number.
    const half = sub(times(high, 0.5), times(low, 0.5));
    const largest = Math.max(...half) || 2;
    this.scale = 0.38 * Math.min(...this.size.map((x, i) => x / Math.max(half[i]!, largest * 1e-3)));
  }

  private screen = (p: Vector): Vector => [this.size[0] / 2 + (p[0] - this.center[0]) * this.scale, this.size[1] / 2 - (p[1] - this.center[1]) * this.scale];

  private plane(event: MouseEvent): Vector {
    const box = this.root.getBoundingClientRect();
    return [this.center[0] + (event.clientX - box.left - box.width / 2) / this.scale, this.center[1] - (event.clientY - box.top - box.height / 2) / this.scale];
  }

  private path(points: Vector[]): string {
    const seen = points.map(this.screen).filter((p) => p.every(Number.isFinite));
    return seen.map((p, i) => `${i === 0 ? 'M' : 'L'} ${p.map((x) => x.toFixed(1)).join(' ')}`).join(' ');
  }

  private gripsOf({ kind, points, tangents, probe }: State): Grip[] {
    const grips: Grip[] = points.map((at, i) => ({ id: `p${i}`, name: `${this.words.point} ${i + 1}`, at, drag: (state, to) => ({ ...state, points: replaced(state.points, i, to) }) }));
    if (kind === 'hermite') {
      points.forEach((from, i) => grips.push({
        id: `t${i}`, name: `${this.words.tangent} ${i + 1}`, at: add(from, times(tangents[i] ?? tangentAt(points, i), THIRD)),
        drag: (state, to) => ({
          ...state, tangents: state.points.map((p, j) => (i === j ? times(sub(to, p), 1 / THIRD) : (state.tangents[j] ?? tangentAt(state.points, j)))),
        }),
      }));
    }
    grips.push({ id: 'probe', name: this.words.probe, at: probe, drag: (state, to) => ({ ...state, probe: to }) });
    return grips;
  }

  draw(shown: Shown): void {
    const state = this.get();
    const { kind, points, closed, probe } = state;
    const focused = this.root.contains(document.activeElement) ? document.activeElement!.getAttribute('data-grip') : null;
    const grips = this.gripsOf(state).filter(({ at }) => this.screen(at).every(Number.isFinite));
    this.grips = new Map(grips.map((grip) => [grip.id, grip]));
    const parts: SVGElement[] = [];
    const line = (type: string, list: Vector[]) => parts.push(svg('path', { class: type, d: this.path(list), fill: 'none' }));
    if (kind === 'hermite') grips.forEach(({ id, at }) => {
      if (id.startsWith('t')) line('legs', [points[Number(id.slice(1))]!, at]);
    });
    else line('legs', closed && (kind === 'b_spline' || kind === 'catmull_rom') ? [...points, points[0]!] : points);
    if (shown.at && this.screen(shown.at.point).every(Number.isFinite)) {
      const { point, tangent, normal, curvature } = shown.at;
      const radius = 1 / curvature;
      // A circle far larger than the picture is drawn as nothing, not as an arc that flickers.
      if (normal && Number.isFinite(radius) && radius * this.scale < 20 * this.size[0]) {
        const [cx, cy] = this.screen(add(point, times(normal, radius)));
        parts.push(svg('circle', { class: 'bend', cx: cx.toFixed(1), cy: cy.toFixed(1), r: (radius * this.scale).toFixed(1) }));
      }
      if (shown.line.length > 0) line('curve-line', shown.line);
      if (tangent) parts.push(...this.arrow(point, add(point, times(tangent, 90 / this.scale))));
    } else if (shown.line.length > 0) line('curve-line', shown.line);
    if (shown.nearest && this.screen(shown.nearest).every(Number.isFinite)) {
      line('mark shortest', [probe, shown.nearest]);
      parts.push(this.dot(shown.nearest, 'both'));
    }
    if (shown.at && this.screen(shown.at.point).every(Number.isFinite)) parts.push(this.dot(shown.at.point, 'b'));
    this.root.replaceChildren(svg('g', { class: 'overlay', 'aria-hidden': 'true' }, ...parts), ...grips.map((grip) => this.knob(grip)));
    if (focused) this.root.querySelector<SVGElement>(`[data-grip="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  private dot(at: Vector, kind: string): SVGElement {
    const [cx, cy] = this.screen(at);
    return svg('circle', { class: `point ${kind}`, cx: cx.toFixed(1), cy: cy.toFixed(1), r: 5.5 });
  }

  private arrow(from: Vector, to: Vector): SVGElement[] {
    const [p, q] = [this.screen(from), this.screen(to)];
    const along = times(unit(sub(q, p)), 14);
    const side: Vector = [-0.45 * along[1], 0.45 * along[0]];
    const base = sub(q, along);
    const text = (list: Vector[]) => list.map((p) => p.map((x) => x.toFixed(1)).join(' ')).join(' L ');
    return [svg('path', { class: 'mark ray', d: `M ${text([p, base])}` }), svg('path', { class: 'head ray', d: `M ${text([q, add(base, side), sub(base, side)])} Z` })];
  }

  private knob({ id, name, at }: Grip): SVGElement {
    const [x, y] = this.screen(at);
    const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
    const inner = id === 'probe' ? svg('path', { class: 'ring cross-mark', d: `M ${(x - 9).toFixed(1)} ${cy} h 18 M ${cx} ${(y - 9).toFixed(1)} v 18` }) : svg('circle', { class: 'ring', cx, cy, r: id.startsWith('t') ? 5.5 : 8 });
    return svg('g', { class: `knob body ${id === 'probe' ? 'probe' : id.startsWith('t') ? 'b' : 'a'}`, 'data-grip': id, tabindex: 0, role: 'button', 'aria-label': this.words.handle(name, pair(at)) },
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
  private place(grip: Grip, to: Vector): void {
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

  /** The length of the diagonal of the picture. */
  get diagonal(): number {
    return length(this.size) / this.scale;
  }
}
