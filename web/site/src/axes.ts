// Separating axes: a number line for each, with the shadow of A above and that of B below.

import { byId, html, pair, short, svg } from './dom.js';
import { type Trace, answer, withAxes } from './engine.js';
import { corners } from './shapes.js';
import type { Marks } from './stage.js';
import type { State } from './state.js';
import { type Vector, add, left, length, sub, times } from './vector.js';
import type { Words } from './words.js';

export interface Axis {
  /** Unit vector from A to B. */
  axis: number[];
  a: Vector;
  b: Vector;
  /** Negative for an overlap. */
  gap: number;
  /** What the axis is made of, for two boxes in space. */
  of?: 'faceA' | 'faceB' | 'edges';
}

/** Unit normals of the edges, each direction once. */
function normals(shapes: Vector[][]): Vector[] {
  const found: Vector[] = [];
  for (const points of shapes) {
    for (let i = 0; i < (points.length === 2 ? 1 : points.length); i++) {
      const along = sub(points[(i + 1) % points.length]!, points[i]!);
      const size = length(along);
      if (size === 0) continue;
      const normal = times(left(along), 1 / size);
      for (const axis of points.length === 2 ? [normal, left(normal)] : [normal]) {
        if (!found.some((other) => Math.abs(axis[0] * other[1] - axis[1] * other[0]) < 1e-9)) found.push(axis);
      }
    }
  }
  return found;
}

const turned = (axis: Axis): Axis => ({
  ...axis, axis: axis.axis.map((x) => -x), a: [-axis.a[1], -axis.a[0]], b: [-axis.b[1], -axis.b[0]],
});

/** The axes of a trace by separating axes, of unit length. Those of two boxes in space begin with three faces of each. */
export function tracedAxes(trace: Trace | undefined, boxes = false): Axis[] | null {
  if (trace?.method !== 'separating_axes') return null;
  return distinct(trace.steps.flatMap(({ axis }, i): Axis[] => {
    const size = axis ? Math.hypot(...axis.axis) : 0;
    if (!axis || !(size > 0)) return [];
    const scaled = (interval: [number, number]): Vector => times(interval, 1 / size);
    const made: Axis = { axis: axis.axis.map((x) => x / size), a: scaled(axis.a), b: scaled(axis.b), gap: axis.gap };
    return [boxes ? { ...made, of: i < 3 ? 'faceA' : i < 6 ? 'faceB' : 'edges' } : made];
  }));
}

/** Each direction once, from A to B. */
function distinct(axes: Axis[]): Axis[] {
  const found: Axis[] = [];
  for (const axis of axes.map((axis) => (axis.a[0] + axis.a[1] > axis.b[0] + axis.b[1] ? turned(axis) : axis))) {
    const same = (other: Axis) => other.axis.every((x, i) => Math.abs(x - axis.axis[i]!) < 1e-9);
    if (!found.some(same)) found.push(axis);
  }
  return found;
}

/** The axes of two polygons with the intervals of both, or `null` for other shapes. */
export function axesOf({ a, b }: State, trace: Trace | undefined): Axis[] | null {
  const [pointsA, pointsB] = [corners(a), corners(b)];
  if (!pointsA || !pointsB) return null;
  const traced = tracedAxes(trace);
  if (traced) return traced;
  const exact = [withAxes(a), withAxes(b)] as const;
  return distinct(normals([pointsA, pointsB]).flatMap((axis) => {
    const [s, t]: [Vector | undefined, Vector | undefined] = [
      answer({ op: 'interval_along', a: exact[0], axis }).interval, answer({ op: 'interval_along', a: exact[1], axis }).interval,
    ];
    if (!s || !t) return [];
    return [{ axis, a: s, b: t, gap: Math.max(t[0] - s[1], s[0] - t[1]) }];
  }));
}

const [WIDTH, HEIGHT] = [300, 34];

/** Both intervals, in a common scale for all lines. */
function line({ a, b, gap }: Axis, unitsAcross: number): SVGSVGElement {
  const middle = (Math.min(a[0], b[0]) + Math.max(a[1], b[1])) / 2;
  const x = (t: number) => WIDTH / 2 + ((t - middle) / unitsAcross) * (WIDTH - 12);
  const bar = ([from, to]: Vector, y: number, kind: string) => svg('rect', {
    class: `bar ${kind}`, x: x(from).toFixed(2), y, width: Math.max(2, x(to) - x(from)).toFixed(2), height: 8, rx: 2,
  });
  const between: Vector = gap > 0 ? [a[1], b[0]] : [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { class: 'rule', d: `M 0 ${HEIGHT / 2} H ${WIDTH}` }),
    svg('rect', {
      class: gap > 0 ? 'between gap' : 'between overlap', x: x(between[0]).toFixed(2), y: 3, height: HEIGHT - 6,
      width: Math.max(1, x(between[1]) - x(between[0])).toFixed(2),
    }),
    bar(a, 6, 'a'), bar(b, HEIGHT - 14, 'b'));
}

export class AxesPanel {
  private chosen: number | null = null;
  private axes: Axis[] = [];

  constructor(private readonly words: Words, private readonly redraw: () => void) {}

  /** Shows the axes, or the sentence why there are none. */
  show(axes: Axis[] | null, otherwise: string): void {
    const [list, none] = [byId('axes'), byId('axes-none')];
    this.axes = axes ?? [];
    none.textContent = axes ? '' : otherwise;
    none.hidden = axes !== null;
    if (this.chosen !== null && this.chosen >= this.axes.length) this.chosen = null;
    const deciding = this.axes.reduce((best, axis, i) => (axis.gap > (this.axes[best]?.gap ?? -Infinity) ? i : best), 0);
    const unitsAcross = Math.max(...this.axes.map(({ a, b }) => Math.max(a[1], b[1]) - Math.min(a[0], b[0]))) || 1;
    const held = list.contains(document.activeElement) ? [...list.children].indexOf(document.activeElement!.parentElement!) : -1;
    list.replaceChildren(...this.axes.map((axis, i) => {
      const lit = i === deciding;
      // The ends of the intervals are rounded; a smaller gap or overlap is not seen on a number line.
      const rounding = 1e-14 * Math.max(...axis.a.map(Math.abs), ...axis.b.map(Math.abs));
      const size = Math.abs(axis.gap) <= rounding ? this.words.axisTouches
        : axis.gap > 0 ? this.words.axisGap(short(axis.gap)) : this.words.axisOverlap(short(-axis.gap));
      const button = html('button', { type: 'button', class: lit ? 'axis lit' : 'axis', 'aria-pressed': String(this.chosen === i) },
        html('span', { class: 'of' }, this.words.axisLabel(i + 1, pair(axis.axis.map((x) => Number(x.toFixed(3))))) + (axis.of ? ` ${this.words.axisOf[axis.of]}` : '')),
        html('span', { class: axis.gap > 0 ? 'by gap' : 'by' }, size),
        lit && html('span', { class: 'decides' }, this.words.deciding),
        line(axis, unitsAcross));
      button.addEventListener('click', () => {
        this.chosen = this.chosen === i ? null : i;
        this.redraw();
      });
      return html('li', {}, button);
    }));
    if (held >= 0) list.children[held]?.querySelector('button')?.focus({ preventScroll: true });
  }

  /** The axis that the user chose, with the bounds of its gap or overlap along it. */
  get bounds(): { axis: number[]; low: number; high: number } | null {
    const axis = this.chosen === null ? undefined : this.axes[this.chosen];
    if (!axis) return null;
    const [low, high] = axis.gap > 0 ? [axis.a[1], axis.b[0]] : [Math.max(axis.a[0], axis.b[0]), Math.min(axis.a[1], axis.b[1])];
    return { axis: axis.axis, low, high };
  }

  /** The lines of the plane perpendicular to the chosen axis that bound the gap or the overlap. */
  mark(marks: Marks, far: number): void {
    const bounds = this.bounds;
    if (!bounds) return;
    const axis = bounds.axis as Vector;
    for (const t of [bounds.low, bounds.high]) {
      const foot = times(axis, t);
      const along = times(left(axis), far);
      marks.segments.push({ from: sub(foot, along), to: add(foot, along), kind: 'axis' });
    }
  }
}
