// Each clipping algorithm step by step. Which side comes next is decided here; every code, parameter and cut point is an answer of the
// query protocol, whose operation `clip` is exact.

import { type Answer, type Request, answer } from '../engine.js';
import type { Shape } from '../shapes.js';
import { type Vector, dot, sub } from '../vector.js';
import { type State, around } from './state.js';
import type { ClippingWords } from './words.js';

/** A step, as the page shows it. */
export interface Step {
  say: string;
  /** What is left before the step's cut: two points of a segment, or the corners of a polygon. */
  left: Vector[];
  /** The sides that the step is about, each as two corners of the window. */
  sides: [Vector, Vector][];
  /** Points at which the step cuts. */
  cuts: Vector[];
  /** The interval of the segment's parameter inside this side or slab, and that inside all so far. An empty one is null. */
  bar?: { at: [number, number] | null; left: [number, number] | null };
  codes?: [string, string];
}

type Side = { name: string; line: [Vector, Vector]; normal: Vector; distance: number };

/** An error that an answer stated. */
export class Rejected extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

function answered(request: Request, trace = false): Answer {
  const found = answer(request, trace);
  if (found.error) throw new Rejected(found.error.code, found.error.message);
  return found;
}

type Piece = { t: [number, number]; a: Vector; b: Vector } | null;
const inHalf = (segment: State['segment'], { normal, distance }: Side): Piece =>
  answered({ op: 'clip', a: { segment } as Shape, b: { half_space: { normal, distance } } as Shape }).clip;

function sidesOfBox({ min, max }: State['box'], words: ClippingWords): Record<'left' | 'right' | 'below' | 'above', Side> {
  const [p, q, r, s]: Vector[] = [min, [max[0], min[1]], max, [min[0], max[1]]];
  return {
    left: { name: words.sides.left, line: [p!, s!], normal: [-1, 0], distance: -min[0] },
    right: { name: words.sides.right, line: [q!, r!], normal: [1, 0], distance: max[0] },
    below: { name: words.sides.below, line: [p!, q!], normal: [0, -1], distance: -min[1] },
    above: { name: words.sides.above, line: [s!, r!], normal: [0, 1], distance: max[1] },
  };
}

function sidesOfWindow(window: Vector[], words: ClippingWords): Side[] {
  const corners = around(window);
  return corners.map((p, i) => {
    const q = corners[(i + 1) % corners.length]!;
    const [dx, dy] = sub(q, p);
    const normal: Vector = [dy, -dx];
    return { name: words.side(i + 1), line: [p, q], normal, distance: dot(normal, p) };
  });
}

/** The bits of an outcode, in the order in which the library tests them: the lowest bit is the last figure. */
const BITS = ['left', 'right', 'below', 'above'] as const;
const bitsOf = (code: string): number => Number.parseInt(code, 2);
const namesOf = (bits: number, words: ClippingWords): string => BITS.filter((_, i) => bits & (1 << i)).map((name) => words.sides[name]).join(', ');

function cohenSutherland({ segment, box }: State, words: ClippingWords): Step[] {
  const sides = sidesOfBox(box, words);
  const [points, done, t] = [[segment.a, segment.b], [0, 0], [0, 1]] as [[Vector, Vector], [number, number], [number, number]];
  const steps: Step[] = [];
  for (;;) {
    const { outcodes } = answered({ op: 'clip', a: { segment: { a: points[0], b: points[1] } } as Shape, b: { aabb: box } as Shape });
    // A side that an end was cut at is behind it, whatever the rounding of the other coordinate says.
    const bits = [0, 1].map((i) => bitsOf(outcodes[i]) & ~done[i]!) as [number, number];
    const codes = bits.map((code) => code.toString(2).padStart(4, '0')) as [string, string];
    const codeWords = (['A', 'B'] as const).map((end, i) => words.code(end, codes[i]!, namesOf(bits[i]!, words))).join(' ');
    const step: Step = { say: codeWords, left: [...points], sides: [], cuts: [], codes };
    steps.push(step);
    const both = bits[0] & bits[1];
    if (both !== 0) {
      const name = BITS[Math.log2(both & -both)]!;
      step.sides = [sides[name].line];
      step.say += ` ${words.beyondBoth(sides[name].name)}`;
      return steps;
    }
    if (t[1] < t[0]) {
      step.say += ` ${words.pastCorner}`;
      return steps;
    }
    if ((bits[0] | bits[1]) === 0) {
      step.say += ` ${words.allInside}`;
      return steps;
    }
    const end = bits[0] !== 0 ? 0 : 1;
    const bit = bits[end] & -bits[end];
    const side = sides[BITS[Math.log2(bit)]!];
    const piece = inHalf(segment, side);
    if (!piece) return steps;
    t[end] = piece.t[end];
    const at = end === 0 ? piece.a : piece.b;
    step.sides = [side.line];
    step.cuts = [at];
    step.say += ` ${words.cut(end === 0 ? 'A' : 'B', side.name, t[end])}`;
    done[end] |= bit;
    points[end] = at;
  }
}

const along = ({ a, b }: State['segment'], t: number): Vector => (t <= 0 ? a : t >= 1 ? b : [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);

/** The part of a segment between two parameters, clamped to the segment. */
const between = (segment: State['segment'], range: [number, number] | null): Vector[] => (range ? [along(segment, range[0]), along(segment, range[1])] : []);

function liangBarsky({ segment, box }: State, words: ClippingWords): Step[] {
  const sides = sidesOfBox(box, words);
  const whole: [number, number] = [0, 1];
  const steps: Step[] = [{ say: words.start, left: [segment.a, segment.b], sides: [], cuts: [], bar: { at: whole, left: whole } }];
  let left: [number, number] | null = whole;
  for (const axis of [0, 1] as const) {
    const d = segment.b[axis] - segment.a[axis];
    const [low, high] = axis === 0 ? [sides.left, sides.right] : [sides.below, sides.above];
    const [first, last] = d < 0 ? [high, low] : [low, high];
    // Both sides of the slab by the exact operation: the parameters at which the segment enters and leaves, if it does.
    const [enter, exit] = [inHalf(segment, first), inHalf(segment, last)];
    const at: [number, number] | null = enter && exit ? [enter.t[0], exit.t[1]] : null;
    const before: [number, number] = left!;
    left = at && Math.max(before[0], at[0]) <= Math.min(before[1], at[1]) ? [Math.max(before[0], at[0]), Math.min(before[1], at[1])] : null;
    const name = 'xy'[axis]!;
    const moves = d === 0 ? (at ? words.stays(name) : words.staysBeyond(name)) : at ? words.slab(name, d, first.name, at[0], last.name, at[1]) : words.slabMissed(name);
    steps.push({
      say: `${moves} ${words.left(left)}`, left: between(segment, before), sides: [first.line, last.line],
      cuts: [enter && enter.t[0] > 0 ? enter.a : null, exit && exit.t[1] < 1 ? exit.b : null].filter((p) => p !== null), bar: { at, left },
    });
    if (!left) break;
  }
  return steps;
}

function cyrusBeck({ segment, window }: State, words: ClippingWords): Step[] {
  const whole: [number, number] = [0, 1];
  const steps: Step[] = [{ say: words.start, left: [segment.a, segment.b], sides: [], cuts: [], bar: { at: whole, left: whole } }];
  let left: [number, number] | null = whole;
  const d = sub(segment.b, segment.a);
  for (const side of sidesOfWindow(window, words)) {
    const piece = inHalf(segment, side);
    const before: [number, number] = left!;
    const at = piece?.t ?? null;
    left = at && Math.max(before[0], at[0]) <= Math.min(before[1], at[1]) ? [Math.max(before[0], at[0]), Math.min(before[1], at[1])] : null;
    const climbs = dot(side.normal, d);
    const moves = !piece ? words.beyond(side.name) : piece.t[0] > 0 ? words.enters(side.name, piece.t[0]) : piece.t[1] < 1 ? words.leaves(side.name, piece.t[1]) : words.within(side.name, climbs === 0);
    steps.push({
      say: `${moves} ${words.left(left)}`, left: between(segment, before), sides: [side.line],
      cuts: piece ? [piece.t[0] > 0 ? piece.a : null, piece.t[1] < 1 ? piece.b : null].filter((p) => p !== null) : [], bar: { at, left },
    });
    if (!left) break;
  }
  return steps;
}

function sutherlandHodgman({ polygon, window }: State, words: ClippingWords): Step[] {
  let left = polygon;
  const steps: Step[] = [{ say: words.startPolygon(polygon.length), left, sides: [], cuts: [] }];
  const has = (list: Vector[], p: Vector) => list.some((q) => q[0] === p[0] && q[1] === p[1]);
  for (const side of sidesOfWindow(window, words)) {
    const before = left;
    const found = answered({ op: 'clip', a: { polygon: { points: before } } as Shape, b: { half_space: { normal: side.normal, distance: side.distance } } as Shape });
    left = (found.clip?.points ?? []) as Vector[];
    const cuts = left.filter((p) => !has(before, p));
    const outside = before.filter((p) => !has(left, p)).length;
    steps.push({ say: words.sideOfPolygon(side.name, before.length, outside, cuts.length, left.length), left: before, sides: [side.line], cuts });
    if (left.length < 3) break;
  }
  steps.push({ say: words.endPolygon(left.length), left, sides: [], cuts: [] });
  return steps;
}

/** All steps of the method of a state. The window must be convex. */
export function stepsOf(state: State, words: ClippingWords): Step[] {
  switch (state.method) {
    case 'cohen_sutherland': return cohenSutherland(state, words);
    case 'liang_barsky': return liangBarsky(state, words);
    case 'cyrus_beck': return cyrusBeck(state, words);
    case 'sutherland_hodgman': return sutherlandHodgman(state, words);
  }
}
