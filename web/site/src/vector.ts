// Points of the plane.

export type Vector = [number, number];

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1]];
export const sub = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1]];
export const times = (a: Vector, k: number): Vector => [a[0] * k, a[1] * k];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1];
export const cross = (a: Vector, b: Vector): number => a[0] * b[1] - a[1] * b[0];
export const length = (a: Vector): number => Math.hypot(a[0], a[1]);
export const left = (a: Vector): Vector => [-a[1], a[0]];
export const polar = (angle: number, radius: number): Vector => [radius * Math.cos(angle), radius * Math.sin(angle)];
export const angleOf = (a: Vector): number => Math.atan2(a[1], a[0]);
export const turn = (a: Vector, angle: number): Vector => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * a[0] - s * a[1], s * a[0] + c * a[1]];
};
export const unit = (a: Vector): Vector => {
  const size = length(a);
  return size > 0 ? times(a, 1 / size) : [1, 0];
};
export const mean = (points: Vector[]): Vector =>
  times(points.reduce(add, [0, 0]), 1 / Math.max(points.length, 1));
