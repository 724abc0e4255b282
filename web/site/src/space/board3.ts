// A picture of space with points that are dragged: solids with WebGL below, and above them the handles and marks as SVG, which
// keys reach too.

import { byId, svg } from '../dom.js';
import { snapped } from '../shapes.js';
import { Camera } from './camera.js';
import { type Piece, wires } from './pieces.js';
import type { Solid } from './solid.js';
import { type Vector3, add, times } from './vector3.js';

/** A point that is dragged, and the state after it moves to a place. */
export interface Grip3<S> {
  id: string;
  label: string;
  at: Vector3;
  /** Classes of the handle. */
  look: string;
  /** A letter in it, or a cross in place of a ring. */
  letter?: string;
  cross?: boolean;
  drag(state: S, to: Vector3): S;
}

/** Something solid in the picture. It is made anew if its key changes. */
export interface Body3 {
  name: string;
  key: string;
  pieces(): Piece[];
  /** A colour of the style sheet, without its dashes. */
  color: string;
  /** Classes of its lines where there is no WebGL. */
  look: string;
  ghost?: boolean;
  opacity?: number;
}

export abstract class Board3<S> {
  readonly camera = new Camera();
  protected solid: Solid | null = null;
  protected grips = new Map<string, Grip3<S>>();
  private held: { grip: Grip3<S>; from: Vector3; depth: number; x: number; y: number; pointer: number } | null = null;
  private turning: { x: number; y: number; pointer: number } | null = null;

  constructor(
    readonly root: SVGSVGElement,
    private readonly canvas: HTMLCanvasElement,
    protected readonly get: () => S,
    protected readonly set: (state: S) => void,
    protected readonly redraw: () => void,
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
    const zoom = (factor: number) => () => this.camera.zoom(factor);
    const turn = (dx: number) => () => this.camera.turn(dx, 0);
    for (const [id, act] of [['zoom-in', zoom(1.3)], ['zoom-out', zoom(1 / 1.3)], ['turn-left', turn(-40)], ['turn-right', turn(40)]] as const) {
      byId(id).addEventListener('click', () => {
        act();
        this.redraw();
      });
    }
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', this.redraw);
  }

  /** The points of a state that are dragged. */
  protected abstract gripsOf(state: S): Grip3<S>[];

  protected abstract bodiesOf(state: S): Body3[];

  /** What is drawn as lines between the solids and the handles. */
  protected abstract overlay(state: S): SVGElement[];

  /** The points that the picture has to show. */
  protected abstract shownPoints(state: S): Vector3[];

  /** What is held at a pixel beside all handles. */
  protected pick(_x: number, _y: number): { grip: Grip3<S>; at: Vector3 } | null {
    return null;
  }

  /** Moves what a grip holds to a point, rounded to less than a pixel. */
  protected place(grip: Grip3<S>, to: Vector3): void {
    this.set(grip.drag(this.get(), this.rounded(to)));
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
    this.camera.fit(this.shownPoints(this.get()));
    this.redraw();
  }

  protected get step(): number {
    return 10 ** -Math.ceil(Math.log10(this.camera.size[1] / this.camera.distance));
  }

  protected rounded(p: Vector3): Vector3 {
    return snapped({ p }, this.step).p as Vector3;
  }

  /** Shows the state. The handle that has the focus keeps it. */
  protected put(): void {
    const state = this.get();
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
    const bodies = this.bodiesOf(state);
    this.solid?.draw(this.camera, bodies.map((body) => ({ ...body, color: color(body.color) })), color('card'));
    const focused = this.root.contains(document.activeElement) ? document.activeElement!.getAttribute('data-grip') : null;
    const grips = this.gripsOf(state);
    this.grips = new Map(grips.map((grip) => [grip.id, grip]));
    const lines = this.solid ? [] : bodies.map((body) => this.wire(body));
    this.root.replaceChildren(...this.corner(), ...lines, svg('g', { class: 'overlay', 'aria-hidden': 'true' }, ...this.overlay(state)), ...grips.flatMap((grip) => this.knob(grip)));
    if (focused) this.root.querySelector<SVGElement>(`[data-grip="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  protected path(points: Vector3[], closed = false): string {
    const seen = points.map((p) => this.camera.screen(p));
    let text = '';
    seen.forEach((p, i) => {
      if (p) text += `${i > 0 && seen[i - 1] ? 'L' : 'M'} ${p.x.toFixed(1)} ${p.y.toFixed(1)} `;
    });
    return closed && seen.every(Boolean) ? `${text}Z` : text.trim();
  }

  protected line(kind: string, points: Vector3[]): SVGElement {
    return svg('path', { class: kind, d: this.path(points), fill: 'none' });
  }

  protected dot(at: Vector3, kind: string): SVGElement | null {
    const p = this.camera.screen(at);
    return p && svg('circle', { class: `point ${kind}`, cx: p.x.toFixed(1), cy: p.y.toFixed(1), r: 4.5 });
  }

  protected label(at: Vector3, text: string): SVGElement | null {
    const p = this.camera.screen(at);
    return p && svg('text', { class: 'size', x: (p.x + 12).toFixed(1), y: (p.y - 12).toFixed(1) }, text);
  }

  private wire({ pieces, look }: Body3): SVGElement {
    return svg('g', { class: `${look} wire`, 'aria-hidden': 'true' }, svg('path', { class: 'curve', d: wires(pieces()).map((line) => this.path(line)).join(' ') }));
  }

  /** The three axes at the corner, so that the view is understood. */
  private corner(): SVGElement[] {
    const [right, up] = this.camera.basis;
    const [x, y] = [44, this.camera.size[1] - 44];
    return [...'xyz'].map((name, i) => {
      const [dx, dy] = [30 * right[i]!, -30 * up[i]!];
      return svg('g', { class: 'axes-corner', 'aria-hidden': 'true' },
        svg('path', { d: `M ${x} ${y} l ${dx.toFixed(1)} ${dy.toFixed(1)}` }),
        svg('text', { x: (x + 1.3 * dx).toFixed(1), y: (y + 1.3 * dy + 4).toFixed(1), 'text-anchor': 'middle' }, name));
    });
  }

  private knob({ id, label, at, look, letter, cross }: Grip3<S>): SVGElement[] {
    const p = this.camera.screen(at);
    if (!p) return [];
    const [cx, cy] = [p.x.toFixed(1), p.y.toFixed(1)];
    const inner = letter
      ? [svg('circle', { class: 'ring', cx, cy, r: 13 }), svg('text', { class: 'letter', x: cx, y: (p.y + 6).toFixed(1), 'text-anchor': 'middle', 'aria-hidden': 'true' }, letter)]
      : cross ? [svg('path', { class: 'ring cross-mark', d: `M ${(p.x - 9).toFixed(1)} ${cy} h 18 M ${cx} ${(p.y - 9).toFixed(1)} v 18` })] : [svg('circle', { class: 'ring', cx, cy, r: 6.5 })];
    return [svg('g', { class: `knob ${look}`, 'data-grip': id, tabindex: 0, role: 'button', 'aria-label': label },
      svg('circle', { class: 'target', cx, cy, r: 18 }), ...inner)];
  }

  protected arrow(from: Vector3, to: Vector3, kind: string): SVGElement[] {
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
