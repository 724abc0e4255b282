// Do two meshes clash, along which line, and how far apart are they otherwise?

import { init, TriMesh, type Matrix } from 'barycast';

await init();

/** A closed box around the origin. */
function box(x: number, y: number, z: number): TriMesh {
  const positions = [];
  for (let corner = 0; corner < 8; corner++) positions.push(corner & 1 ? x : -x, corner & 2 ? y : -y, corner & 4 ? z : -z);
  const indices = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];
  return new TriMesh(positions, indices);
}

const wall = box(5, 0.1, 3);
const pipe = box(0.2, 2, 0.2);
/** Places a mesh; `matrix` of an object in three.js does as well. */
const shifted = (x: number, y: number, z: number): Matrix => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

console.log(wall.intersects(pipe, shifted(1, 0, 0))); // -> true
const segments = wall.intersectionSegments(pipe, shifted(1, 0, 0));
let length = 0;
for (let i = 0; i < segments.length; i += 6) {
  const [x, y, z, u, v, w] = segments.slice(i, i + 6) as unknown as [number, number, number, number, number, number];
  length += Math.hypot(u - x, v - y, w - z);
}
console.log(length.toFixed(3)); // -> 3.200

console.log(wall.intersects(pipe, shifted(1, 2.5, 0))); // -> false
const near = wall.distanceTo(pipe, shifted(1, 2.5, 0));
console.log(near?.distance.toFixed(3)); // -> 0.400

// Touching counts, however small the gap that is tested.
console.log(wall.intersects(box(1, 1, 1), shifted(6, 0, 0)), wall.intersects(box(1, 1, 1), shifted(6.000000000000001, 0, 0))); // -> true false
