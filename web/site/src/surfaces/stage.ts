// The picture of a surface: its net, which is dragged, and what the answers add.

import { pair } from '../dom.js';
import { type Body3, Board3, type Grip3 } from '../space/board3.js';
import type { Piece } from '../space/pieces.js';
import { type Vector3, add, length, times, unit } from '../space/vector3.js';
import { COLUMNS, type State, counts } from './state.js';
import type { SurfaceWords } from './words.js';

/** What the module states about the surface. */
export interface Shown {
  /** Points at equal steps of both parameters, row after row. */
  rows: Vector3[][];
  /** Lines of the surface through the point at the sliders. */
  lines: Vector3[][];
  at: { point: Vector3; along: (Vector3 | null)[]; normal: Vector3 | null } | null;
  nearest: Vector3 | null;
  hits: Vector3[];
}

export const NOTHING: Shown = { rows: [], lines: [], at: null, nearest: null, hits: [] };

/** Every so many lines of the samples are drawn on the surface. */
const EVERY = 4;

export class SurfaceStage extends Board3<State> {
  private shown = NOTHING;

  constructor(root: SVGSVGElement, canvas: HTMLCanvasElement, private readonly words: SurfaceWords, get: () => State, set: (state: State) => void, redraw: () => void) {
    super(root, canvas, get, set, redraw);
  }

  protected gripsOf(state: State): Grip3<State>[] {
    const { words } = this;
    const grips: Grip3<State>[] = [];
    const grip = (id: string, name: string, at: Vector3, look: string, drag: Grip3<State>['drag'], cross = false) => grips.push({ id, label: words.handle(name, pair(at)), at, look, cross, drag });
    state.net.forEach((list, i) => list.forEach((at, j) => {
      if (!counts(state, i, j)) return;
      grip(`p${i}-${j}`, words.netPoint(i + 1, j + 1), at, 'a body', (now, to) => ({ ...now, net: now.net.map((row, k) => (k === i ? row.map((p, l) => (l === j ? to : p)) : row)) }));
    }));
    const { question, probe, ray } = state;
    if (question === 'nearest') grip('probe', words.probe, probe, 'probe body', (now, to) => ({ ...now, probe: to }), true);
    else {
      grip('origin', words.origin, ray.origin, 'ray body', (now, to) => ({ ...now, ray: { ...now.ray, origin: to } }));
      grip('direction', words.direction, add(ray.origin, ray.direction), 'ray body', (now, to) => ({ ...now, ray: { ...now.ray, direction: add(to, times(now.ray.origin, -1)) } }));
    }
    return grips;
  }

  protected bodiesOf(): Body3[] {
    const { rows } = this.shown;
    if (rows.length === 0) return [];
    const key = JSON.stringify(rows);
    const lines = (): Piece[] => {
      const columns = rows[0]!.map((_, j) => rows.map((row) => row[j]!));
      return [...rows, ...columns].filter((_, i) => (i % rows.length) % EVERY === 0).map((points) => ({ kind: 'curve', points }));
    };
    return [
      // Without WebGL the lines alone are the surface.
      ...(this.solid ? [{ name: 'surface', key, pieces: (): Piece[] => [{ kind: 'grid', rows }], color: 'a', look: 'body a' }] : []),
      { name: 'lines', key, pieces: lines, color: this.solid ? 'ink' : 'a', look: 'body a' },
    ];
  }

  protected shownPoints({ net, question, probe, ray }: State): Vector3[] {
    return [...net.flat(), ...(question === 'nearest' ? [probe] : [ray.origin, add(ray.origin, ray.direction)])];
  }

  draw(shown: Shown): void {
    this.shown = shown;
    this.put();
  }

  /** Draws the same answer from another side. */
  turn(): void {
    this.put();
  }

  protected overlay(state: State): SVGElement[] {
    const { lines, at, nearest, hits } = this.shown;
    const parts: (SVGElement | null)[] = [];
    for (let i = 0; i < state.net.length; i++) for (let j = 0; j < COLUMNS; j++) {
      for (const [k, l] of [[i + 1, j], [i, j + 1]] as const) {
        const to = (state.closed && state.kind === 'b_spline' ? state.net[k % state.net.length] : state.net[k])?.[l];
        if (to && counts(state, i, j) && counts(state, k % state.net.length, l)) parts.push(this.line('legs', [state.net[i]![j]!, to]));
      }
    }
    lines.forEach((points, i) => parts.push(this.line(`iso ${'uv'[i]}`, points)));
    const size = this.camera.distance / 9;
    if (at) {
      at.along.forEach((way, i) => {
        if (way && length(way) > 0) parts.push(...this.arrow(at.point, add(at.point, times(unit(way), size)), `way-${'uv'[i]}`));
      });
      if (at.normal) parts.push(...this.arrow(at.point, add(at.point, times(at.normal, size)), 'normal'));
    }
    if (state.question === 'nearest' && nearest) parts.push(this.line('mark shortest', [state.probe, nearest]), this.dot(nearest, 'both'));
    if (state.question === 'casts') {
      const { origin, direction } = state.ray;
      parts.push(this.line('mark beam', [origin, add(origin, times(unit(direction), 2 * this.camera.distance))]), ...this.arrow(origin, add(origin, direction), 'ray'));
      parts.push(...hits.map((hit) => this.dot(hit, 'both')));
    }
    if (at) parts.push(this.dot(at.point, 'b'));
    return parts.filter((part) => part !== null);
  }
}
