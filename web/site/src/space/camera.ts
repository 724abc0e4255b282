// A camera that turns around a point. Up is the third axis, or the second.

import { type Vector3, add, cross, dot, length, sub, times, unit } from './vector3.js';

/** Vertical field of view, in radians. */
export const VIEW = 0.7;

export class Camera {
  target: Vector3 = [0, 0, 0];
  distance = 9;
  azimuth = -1.15;
  elevation = 0.42;
  size: [number, number] = [960, 600];
  up: Vector3 = [0, 0, 1];

  get position(): Vector3 {
    const flat = this.distance * Math.cos(this.elevation);
    // The axes that follow `up` in cyclic order are level.
    const [p, q, r] = [flat * Math.cos(this.azimuth), flat * Math.sin(this.azimuth), this.distance * Math.sin(this.elevation)];
    return add(this.target, this.up[1] === 1 ? [q, r, p] : [p, q, r]);
  }

  /** Unit vectors to the right, up and towards the viewer. */
  get basis(): [Vector3, Vector3, Vector3] {
    const back = unit(sub(this.position, this.target));
    const right = unit(cross(this.up, back));
    return [right, cross(back, right), back];
  }

  /** Pixels per unit at a depth. */
  private pixels(depth: number): number {
    return this.size[1] / 2 / Math.tan(VIEW / 2) / depth;
  }

  /** The pixel of a point, and its depth. Points behind the camera are `null`. */
  screen(p: Vector3): { x: number; y: number; depth: number } | null {
    const [right, up, back] = this.basis;
    const from = sub(p, this.position);
    const depth = -dot(from, back);
    if (depth < 1e-3 * this.distance) return null;
    const k = this.pixels(depth);
    return { x: this.size[0] / 2 + dot(from, right) * k, y: this.size[1] / 2 - dot(from, up) * k, depth };
  }

  /** The move in space of a point at a depth that is dragged by pixels. */
  drag(depth: number, dx: number, dy: number): Vector3 {
    const [right, up] = this.basis;
    const k = 1 / this.pixels(depth);
    return add(times(right, dx * k), times(up, -dy * k));
  }

  /** The ray through a pixel. */
  ray(x: number, y: number): { origin: Vector3; direction: Vector3 } {
    const [right, up, back] = this.basis;
    const k = Math.tan(VIEW / 2) / (this.size[1] / 2);
    const direction = sub(add(times(right, (x - this.size[0] / 2) * k), times(up, (this.size[1] / 2 - y) * k)), back);
    return { origin: this.position, direction };
  }

  turn(dx: number, dy: number): void {
    this.azimuth -= dx * 0.008;
    this.elevation = Math.max(-1.5, Math.min(1.5, this.elevation + dy * 0.008));
  }

  zoom(factor: number): void {
    this.distance = Math.min(1e6, Math.max(1e-3, this.distance / factor));
  }

  /** Shows all points. */
  fit(points: Vector3[]): void {
    if (points.length === 0) return;
    const low = points.reduce((p, q) => p.map((x, i) => Math.min(x, q[i]!)) as Vector3);
    const high = points.reduce((p, q) => p.map((x, i) => Math.max(x, q[i]!)) as Vector3);
    this.target = add(times(low, 0.5), times(high, 0.5));
    const radius = length(sub(high, low)) / 2 || 1;
    const narrow = Math.min(1, this.size[0] / this.size[1]);
    this.distance = (0.85 * radius) / Math.sin(VIEW / 2) / narrow;
  }
}
