// The picture of a shape, the eye, and the part of the unit sphere around the eye that the shape covers.

import { pair } from '../dom.js';
import { type Shape, fieldsOf, nameOf } from '../shapes.js';
import { type Body3, Board3, type Grip3 } from '../space/board3.js';
import { pieces, pointsOf } from '../space/pieces.js';
import { anchor, handles, moved } from '../space/shapes.js';
import { type Vector3, add, sub } from '../space/vector3.js';
import type { Words } from '../words.js';
import { covered, outline, projected, rim } from './faces.js';
import { type State, withEye, withShape } from './state.js';
import type { AngleWords } from './words.js';

const ball = (center: Vector3): Shape => ({ sphere: { center, radius: 1 } });

export class AngleStage extends Board3<State> {
  /** The polygon that the step is about. */
  private lit: Vector3[] = [];

  constructor(root: SVGSVGElement, canvas: HTMLCanvasElement, private readonly all: Words, private readonly words: AngleWords, get: () => State, set: (state: State) => void, redraw: () => void) {
    super(root, canvas, get, set, redraw);
  }

  protected gripsOf({ shape, eye }: State): Grip3<State>[] {
    const { all, words } = this;
    const name = all.shapes[nameOf(shape)] ?? nameOf(shape);
    const grips: Grip3<State>[] = [{
      id: 'shape', look: 'b body', letter: 'A', label: words.handle(name, pair(anchor(shape))), at: anchor(shape),
      drag: (state, to) => withShape(state, moved(state.shape, sub(to, anchor(state.shape)))),
    }];
    for (const { key, at } of handles(shape)) {
      // The apex of a cone is the eye.
      if (key === 'apex') continue;
      grips.push({
        id: `shape.${key}`, look: 'b body', label: words.handle(`${name}: ${all.field(key)}`, pair(at)), at,
        drag: (state, to) => {
          const handle = handles(state.shape).find((handle) => handle.key === key);
          return handle ? withShape(state, handle.drag(to)) : state;
        },
      });
    }
    grips.push({ id: 'eye', look: 'probe body', cross: true, label: words.handle(words.eye, pair(eye)), at: eye, drag: withEye });
    return grips;
  }

  protected bodiesOf({ shape, eye }: State): Body3[] {
    const key = JSON.stringify([shape, eye]);
    return [
      { name: 'shape', key: JSON.stringify(shape), pieces: () => pieces(shape), color: 'b-fill', look: 'body b' },
      { name: 'covered', key, pieces: () => covered(shape, eye), color: 'a', look: 'body a' },
      { name: 'ball', key: JSON.stringify(eye), pieces: () => pieces(ball(eye)), color: 'control', look: 'ball', opacity: 0.3 },
    ];
  }

  protected shownPoints({ shape, eye }: State): Vector3[] {
    return pointsOf([...pieces(shape), ...pieces(ball(eye))]);
  }

  draw(lit: Vector3[]): void {
    this.lit = lit;
    this.put();
  }

  /** Draws the same answer from another side. */
  turn(): void {
    this.put();
  }

  protected overlay({ shape, eye }: State): SVGElement[] {
    const parts: (SVGElement | null)[] = rim(shape, eye).flatMap((p) => {
      const at = projected(p, eye);
      return [this.line('legs', [eye, p]), at && this.dot(at, 'a')];
    });
    if (this.lit.length > 0) {
      const around = outline(this.lit, eye);
      parts.push(this.line('side-lit', [...this.lit, this.lit[0]!]));
      if (around.length > 0) parts.push(this.line('side-lit', [...around, around[0]!]));
    }
    if (nameOf(shape) === 'disc') parts.push(...this.arrow(anchor(shape), add(anchor(shape), fieldsOf(shape).normal), 'normal'));
    return parts.filter((part) => part !== null);
  }
}
