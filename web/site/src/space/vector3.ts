// Points of space.

export type Vector3 = [number, number, number];

export const add = (a: Vector3, b: Vector3): Vector3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vector3, k: number): Vector3 => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector3, b: Vector3): Vector3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a: Vector3): number => Math.hypot(...a);
export const unit = (a: Vector3): Vector3 => {
  const size = length(a);
  return size > 0 ? times(a, 1 / size) : [1, 0, 0];
};
export const mean = (points: Vector3[]): Vector3 => times(points.reduce(add, [0, 0, 0]), 1 / Math.max(points.length, 1));

/** Two unit vectors that make a right-handed basis with an axis. */
export function across(axis: Vector3): [Vector3, Vector3] {
  const w = unit(axis);
  const u = unit(cross(Math.abs(w[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], w));
  return [u, cross(w, u)];
}

/** The local axes of a quaternion `[x, y, z, w]`. */
export function axesOf(quaternion: number[]): [Vector3, Vector3, Vector3] {
  const size = Math.hypot(...quaternion) || 1;
  const [x, y, z, w] = quaternion.map((q) => q / size) as [number, number, number, number];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
}
