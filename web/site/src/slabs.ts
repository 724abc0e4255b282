// A ray against a box: the interval of the ray's parameter in each slab between two parallel faces, and what all have in common.

import { byId, html, short, svg } from './dom.js';
import { type Trace, answer } from './engine.js';
import type { Shape } from './shapes.js';
import type { Words } from './words.js';

const [WIDTH, HEIGHT] = [300, 26];

interface Slab {
  name: string;
  enter: number;
  exit: number;
  /** What is left after this slab. */
  from: number;
  to: number;
}

/** The slabs of a trace, or none if the shape is not answered by slabs. */
export function slabsOf(trace: Trace | undefined): Slab[] {
  if (trace?.method !== 'slabs') return [];
  return trace.steps.flatMap(({ slab }, i) => (slab ? [{
    name: slab.axis.filter((x) => x !== 0).length === 1 ? 'xyz'[slab.axis.findIndex((x) => x !== 0)]! : String(i + 1),
    // Infinite ends are null. A ray beside a slab that it is parallel to has no interval in it, and then none is left.
    enter: slab.enter ?? (slab.from === null ? Infinity : -Infinity), exit: slab.exit ?? (slab.from === null ? -Infinity : Infinity),
    from: slab.from ?? Infinity, to: slab.to ?? (slab.from === null ? -Infinity : Infinity),
  }] : []));
}

function line({ enter, exit, from, to }: Slab, low: number, high: number): SVGSVGElement {
  const x = (t: number) => 6 + ((Math.min(high, Math.max(low, t)) - low) / (high - low || 1)) * (WIDTH - 12);
  const bar = (a: number, b: number, kind: string, y: number) =>
    svg('rect', { class: kind, x: x(a).toFixed(2), y, width: Math.max(1.5, x(b) - x(a)).toFixed(2), height: 7, rx: 2 });
  return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { class: 'rule', d: `M 0 ${HEIGHT / 2} H ${WIDTH}` }),
    ...(enter <= exit ? [bar(enter, exit, 'bar slab', 4)] : []), ...(from <= to ? [bar(from, to, 'bar left', HEIGHT - 11)] : []));
}

/** Shows the slabs of those of both shapes that are boxes. Hides the panel if none is. */
export function showSlabs(ray: object | null, shapes: { a: Shape; b: Shape }, words: Words): void {
  const all = ray === null ? [] : (['a', 'b'] as const).map((which) =>
    [which.toUpperCase(), slabsOf(answer({ op: 'casts', a: { ray }, b: shapes[which] }, true).trace)] as const);
  const slabs = all.flatMap(([, list]) => list);
  byId('slabs-card').hidden = slabs.length === 0;
  if (slabs.length === 0) return;
  const ends = slabs.flatMap(({ enter, exit }) => [enter, exit]).filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  byId('slabs').replaceChildren(...all.flatMap(([title, list]) => list.map((slab) => html('li', {},
    html('span', { class: 'of' }, `${title}, ${slab.name}`),
    html('span', {}, slab.enter <= slab.exit ? words.interval(endOf(slab.enter), endOf(slab.exit)) : words.intervalNone),
    html('span', { class: slab.from <= slab.to ? 'by gap' : 'by' }, slab.from <= slab.to ? words.left(endOf(slab.from), endOf(slab.to)) : words.leftNone),
    line(slab, low, high)))));
}

const endOf = (t: number): string => short(t === Infinity ? 'inf' : t === -Infinity ? '-inf' : t);
