// The section as a flat picture, seen along its axis.

import { svg } from '../dom.js';
import { type Section, type Slot, SLOTS } from './worker.js';

const [WIDTH, HEIGHT, MARGIN] = [480, 300, 18];

/** Draws the sections of both files into the picture, at one scale. */
export function drawOutline(root: SVGSVGElement, sections: Record<Slot, Section | null>, axis: number): void {
  const [u, v] = [[1, 2], [2, 0], [0, 1]][axis] as [number, number];
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const slot of SLOTS) {
    const points = sections[slot]?.points ?? [];
    for (let i = 0; i < points.length; i += 3) {
      for (const [k, x] of [points[i + u]!, points[i + v]!].entries()) {
        low[k] = Math.min(low[k]!, x);
        high[k] = Math.max(high[k]!, x);
      }
    }
  }
  if (low[0]! > high[0]!) return root.replaceChildren();
  const size = Math.max((high[0]! - low[0]!) / (WIDTH - 2 * MARGIN), (high[1]! - low[1]!) / (HEIGHT - 2 * MARGIN)) || 1;
  const at = (x: number, y: number) => `${(WIDTH / 2 + (x - low[0]! / 2 - high[0]! / 2) / size).toFixed(1)} ${(HEIGHT / 2 - (y - low[1]! / 2 - high[1]! / 2) / size).toFixed(1)}`;
  root.replaceChildren(...SLOTS.map((slot) => {
    const section = sections[slot];
    let path = '';
    for (let line = 0; section && line + 1 < section.offsets.length; line++) {
      const [from, to] = [section.offsets[line]!, section.offsets[line + 1]!];
      for (let i = from; i < to; i++) path += `${i === from ? 'M' : 'L'} ${at(section.points[3 * i + u]!, section.points[3 * i + v]!)} `;
      if (section.closed[line] === 1) path += 'Z ';
    }
    return svg('path', { class: `cut ${slot}${section?.area === null ? ' open' : ''}`, d: path });
  }));
}
