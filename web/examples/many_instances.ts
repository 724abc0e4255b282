// A thousand placed copies of one mesh: what a ray hits, what is nearest to a point, and a copy that moves.

import { init, Scene, TriMesh } from 'barycast';

await init();

const corners = new Float32Array([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]);
const stone = new TriMesh(corners, [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]);
const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const instances = Array.from({ length: 1000 }, (_, i) => ({ mesh: stone, matrix: at(3 * (i % 10), 3 * (Math.floor(i / 10) % 10), 3 * Math.floor(i / 100)) }));
const scene = new Scene(instances);

const down = [9.1, 6.1, 99, 0, 0, -1];
const hit = scene.castOne(down);
console.log(hit?.instance, hit?.t.toFixed(1)); // -> 923 71.2

scene.setMatrix(923, at(9, 6, 50));
console.log(scene.castOne(down)?.t.toFixed(1)); // -> 48.2

console.log(scene.closest([-5, 0, 0]).instance[0], scene.contains([0.1, 0.1, 0, 1.5, 0, 0]).join()); // -> 0 1,0
