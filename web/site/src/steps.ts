// GJK and EPA step by step: the simplex in the Minkowski difference, whose distance from the origin is that of the shapes,
// and for shapes that overlap the polygon that expands to its boundary, whose distance is the penetration depth.

import { byId, html, short, svg } from './dom.js';
import type { Step, Trace } from './engine.js';
import { type Shape, bounded, hull, outline } from './shapes.js';
import type { State } from './state.js';
import { type Vector, add, angleOf, cross, sub, times } from './vector.js';
import type { Words } from './words.js';

const around = (shape: Shape): Vector[] => {
  const { rings, curves, dots } = outline(shape);
  return hull([...rings, ...curves, dots].flat());
};

/** All differences of a point of one convex polygon and a point of another, by merging their edges in the order of their angles. */
export function difference(a: Vector[], b: Vector[]): Vector[] {
  const minus = hull(b.map((p) => times(p, -1)));
  const edges = [a, minus].flatMap((points) => (points.length < 2 ? [] : points.map((p, i) => sub(points[(i + 1) % points.length]!, p))));
  const angle = (v: Vector) => (angleOf(v) + 2 * Math.PI) % (2 * Math.PI);
  const low = (points: Vector[]) => points.reduce((best, p) => (p[1] < best[1] || (p[1] === best[1] && p[0] < best[0]) ? p : best));
  let at = add(low(a), low(minus));
  return [at, ...edges.sort((u, v) => angle(u) - angle(v)).map((edge) => (at = add(at, edge)))];
}

/** Whether the origin is in a triangle. */
function holdsOrigin([p, q, r]: Vector[]): boolean {
  if (!p || !q || !r) return false;
  const turns = [cross(p, q), cross(q, r), cross(r, p)];
  return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0);
}

const [WIDTH, HEIGHT] = [420, 300];

export class StepsPanel {
  private at = 0;
  private trace: Trace | undefined;
  private state: State | null = null;

  constructor(private readonly words: Words) {
    byId('step-back').addEventListener('click', () => this.go(this.at - 1));
    byId('step-next').addEventListener('click', () => this.go(this.at + 1));
    byId<HTMLInputElement>('step').addEventListener('input', (event) => this.go(Number((event.target as HTMLInputElement).value)));
    byId('difference').setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  }

  show(state: State, trace: Trace | undefined): void {
    const length = trace?.steps.length ?? 0;
    // The last step is the answer; it stays on screen while shapes move.
    if (this.at >= (this.trace?.steps.length ?? 0) - 1) this.at = length - 1;
    [this.state, this.trace] = [state, trace];
    this.go(this.at);
  }

  private go(to: number): void {
    const steps = this.trace?.method === 'gjk' || this.trace?.method === 'epa' ? this.trace.steps : [];
    const shown = steps.length > 0 && this.state !== null && bounded(this.state.a) && bounded(this.state.b);
    byId('steps').hidden = !shown;
    const none = byId('steps-none');
    none.hidden = shown;
    none.textContent = shown ? '' : this.words.stepsNone;
    if (!shown || !this.state) return;
    this.at = Math.min(steps.length - 1, Math.max(0, to));
    const slider = byId<HTMLInputElement>('step');
    slider.max = String(steps.length - 1);
    slider.value = String(this.at);
    const title = this.words.step(this.at + 1, steps.length);
    slider.setAttribute('aria-valuetext', title);
    byId<HTMLButtonElement>('step-back').disabled = this.at === 0;
    byId<HTMLButtonElement>('step-next').disabled = this.at === steps.length - 1;
    const step = steps[this.at]!;
    byId('step-text').replaceChildren(html('strong', {}, title), ' ', this.sentence(step));
    this.draw(this.state, step);
  }

  private sentence({ simplex, face }: Step): string {
    if (face) return this.expansion(face);
    if (!simplex) return '';
    const { lower, upper } = simplex;
    const points = simplex.points as Vector[];
    const text = this.words.simplex(points.length, short(lower), short(upper));
    if (holdsOrigin(points)) return `${text} ${this.words.simplexInside}`;
    const next = this.trace?.steps[this.at + 1];
    if (lower === 0 && (!next || next.face)) return `${text} ${this.words.simplexOverlap}`;
    return lower > 0 && upper - lower <= 1e-9 * upper ? `${text} ${this.words.simplexDone}` : text;
  }

  private expansion({ points, face, lower, upper }: NonNullable<Step['face']>): string {
    const { words } = this;
    if (face.length === 0) return points.length === 0 ? words.flatDifference(short(upper)) : words.newton(short(upper));
    const text = words.expansion(hull(points as Vector[]).length, short(Math.max(0, lower)), short(upper));
    return upper - lower <= 1e-9 * upper ? `${text} ${words.expansionDone}` : text;
  }

  private draw({ a, b }: State, { simplex, face }: Step): void {
    const region = difference(around(a), around(b));
    const all = [...region, [0, 0] as Vector];
    const [xs, ys] = [all.map((p) => p[0]), all.map((p) => p[1])];
    const [low, high]: [Vector, Vector] = [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]];
    const [middle, size] = [add(times(low, 0.5), times(high, 0.5)), sub(high, low)];
    const scale = 0.84 * Math.min(WIDTH / (size[0] || size[1] || 1), HEIGHT / (size[1] || size[0] || 1));
    const screen = (p: Vector): Vector => [WIDTH / 2 + (p[0] - middle[0]) * scale, HEIGHT / 2 - (p[1] - middle[1]) * scale];
    const path = (points: Vector[], closed: boolean) =>
      `M ${points.map((p) => screen(p).map((x) => x.toFixed(2)).join(' ')).join(' L ')}${closed ? ' Z' : ''}`;
    const dot = (p: Vector, kind: string, r: number) => {
      const [cx, cy] = screen(p);
      return svg('circle', { class: kind, cx: cx.toFixed(2), cy: cy.toFixed(2), r });
    };
    const [x, y] = screen([0, 0]);
    const points = (face ? hull(face.points as Vector[]) : (simplex?.points ?? [])) as Vector[];
    const foot = simplex && !holdsOrigin(points) ? (simplex.nearest as Vector) : face && times(face.normal as Vector, face.face.length ? face.lower : face.upper);
    byId('difference').replaceChildren(
      svg('path', { class: 'region', d: path(region, true) }),
      svg('path', { class: 'cross', d: `M ${x - 9} ${y} H ${x + 9} M ${x} ${y - 9} V ${y + 9}` }),
      svg('text', { class: 'size', x: x + 8, y: y + 18 }, this.words.origin),
      ...(points.length > 1 ? [svg('path', { class: 'simplex', d: path(points, points.length > 2) })] : []),
      ...(face?.face.length ? [svg('path', { class: 'closest-face', d: path(face.face as Vector[], false) })] : []),
      ...(foot ? [svg('path', { class: 'nearest', d: path([[0, 0], foot], false) }), dot(foot, 'at', 4)] : []),
      ...points.map((p) => dot(p, 'vertex', 5)),
      ...(face?.face.length ? [dot(face.farthest as Vector, 'farthest', 6)] : []),
    );
  }
}
