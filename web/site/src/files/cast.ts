// A picture of the models that is cast in the browser: a ray for each pixel, tile after tile in the worker, which can be cancelled.

import { announce, say } from '../common.js';
import { byId } from '../dom.js';
import type { Camera } from '../space/camera.js';
import { type Vector3, sub, times } from '../space/vector3.js';
import { type Engine, Failure } from './engine.js';
import type { FileWords } from './words.js';
import { type Point, type Slot, SLOTS } from './worker.js';

/** Side of a tile, in pixels. */
const TILE = 48;

/** The red, green and blue of a colour of the style sheet. */
function rgb(name: string): Point {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16)) as Point;
}

export class CastPanel {
  /** Counts the pictures that were started; a cancelled one is behind. */
  private turn = 0;
  private running = false;
  private readonly canvas = byId<HTMLCanvasElement>('cast-picture');
  private readonly bar = byId<HTMLProgressElement>('cast-progress');

  constructor(private readonly engine: Engine, private readonly camera: Camera, private readonly words: FileWords, private readonly count: (n: number) => string, private readonly fail: (thrown: unknown) => void, busy: (work: () => Promise<void>) => void) {
    byId('cast-start').addEventListener('click', () => busy(() => this.cast()));
    byId('cast-cancel').addEventListener('click', () => this.cancel());
    this.show();
  }

  /** Whether there is anything to cast at. */
  private isThere = false;

  /** The models changed: a picture that grows is cancelled. */
  changed(isThere: boolean): void {
    this.isThere = isThere;
    this.cancel();
    this.show();
  }

  private cancel(): void {
    if (!this.running) return;
    this.turn++;
    this.running = false;
    this.show();
    this.state(this.words.cast.cancelled(`${this.count(Math.floor(100 * this.bar.value))} %`));
  }

  private show(): void {
    byId<HTMLButtonElement>('cast-start').disabled = this.running || !this.isThere;
    byId<HTMLButtonElement>('cast-cancel').disabled = !this.running;
  }

  /** A sentence about how the picture ended, which screen readers say too. */
  private state(text: string): void {
    say('cast-says', text);
    announce(text);
  }

  /** Casts the picture that the camera sees now. */
  private async cast(): Promise<void> {
    const turn = ++this.turn;
    this.running = true;
    this.show();
    const { canvas, camera, bar, words, count } = this;
    const width = Number(byId<HTMLSelectElement>('cast-width').value);
    const height = Math.max(1, Math.round((width * camera.size[1]) / camera.size[0]));
    [canvas.width, canvas.height, canvas.hidden] = [width, height, false];
    const context = canvas.getContext('2d')!;
    // Directions of rays are linear in the pixel.
    const at = (x: number, y: number): Vector3 => camera.ray((x / width) * camera.size[0], (y / height) * camera.size[1]).direction;
    const first = at(0.5, 0.5);
    const view = { origin: camera.position, first, right: times(sub(at(width, 0.5), first), 1 / (width - 0.5)), down: times(sub(at(0.5, height), first), 1 / (height - 0.5)) };
    const colors = Object.fromEntries(SLOTS.map((slot) => [slot, rgb(slot === 'a' ? '--a' : '--b-fill')])) as Record<Slot, Point>;
    const tiles = Array.from({ length: Math.ceil(height / TILE) }, (_, j) => Array.from({ length: Math.ceil(width / TILE) }, (_, i) => [i * TILE, j * TILE] as const)).flat();
    const start = performance.now();
    let hits = 0;
    bar.value = 0;
    for (const [done, [x, y]] of tiles.entries()) {
      say('cast-says', words.cast.growing(count(Math.floor((100 * done) / tiles.length))));
      const size: [number, number] = [Math.min(TILE, width - x), Math.min(TILE, height - y)];
      try {
        const tile = await this.engine.call('tile', { view, at: [x, y], size, colors });
        if (turn !== this.turn) return;
        context.putImageData(new ImageData(tile.pixels, ...size), x, y);
        hits += tile.hits;
      } catch (thrown) {
        if (turn !== this.turn) return;
        this.cancel();
        // The page says itself that the module stopped.
        if (!(thrown instanceof Failure && thrown.code === 'stopped')) this.fail(thrown);
        return;
      }
      bar.value = (done + 1) / tiles.length;
    }
    this.running = false;
    this.show();
    this.state(words.cast.done(count(width * height), count(hits), count(Number(((performance.now() - start) / 1000).toPrecision(2)))));
  }
}
