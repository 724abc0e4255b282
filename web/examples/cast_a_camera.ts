// A depth picture: one ray for each pixel of a camera, all in one call.

import { init, TriMesh } from 'barycast';

await init();

// An octahedron. Read the arrays of a model here, such as `geometry.attributes.position.array` of three.js.
const positions = new Float32Array([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]);
const indices = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
const mesh = new TriMesh(positions, indices);

const [width, height] = [24, 12];
const eye = [0, 0, 4] as const;
const rays = new Float32Array(6 * width * height);
for (let row = 0; row < height; row++) {
  for (let column = 0; column < width; column++) {
    // Through the centre of the pixel, on the plane one unit before the eye. Directions need no length of 1.
    const x = ((column + 0.5) / width - 0.5) * 0.8;
    const y = (0.5 - (row + 0.5) / height) * 0.8;
    rays.set([...eye, x, y, -1], 6 * (row * width + column));
  }
}

const { t } = mesh.castFirst(rays);
for (let row = 0; row < height; row++) {
  const line = [...t.slice(row * width, (row + 1) * width)].map((depth) => (depth === Infinity ? '.' : depth < 3.4 ? '#' : '+'));
  console.log(line.join(''));
}
mesh.free();
