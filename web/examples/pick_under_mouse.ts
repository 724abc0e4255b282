// Which object of a three.js scene is under the mouse, and where.

import { init } from 'barycast';
import { install } from 'barycast/three';
import * as THREE from 'three';

await init();
install();

const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(50, 800 / 600, 0.1, 100);
camera.position.set(0, 0, 8);
camera.updateMatrixWorld();

const knot = new THREE.Mesh(new THREE.TorusKnotGeometry(1, 0.3, 400, 40), new THREE.MeshNormalMaterial());
knot.name = 'knot';
const ball = new THREE.Mesh(new THREE.SphereGeometry(1, 200, 100), new THREE.MeshNormalMaterial());
ball.name = 'ball';
ball.position.x = 3;
scene.add(knot, ball);
scene.updateMatrixWorld();

// Once for each geometry, when it is loaded.
for (const { geometry } of [knot, ball]) geometry.computeBoundsTree();

const raycaster = new THREE.Raycaster();
raycaster.firstHitOnly = true;

/** What is under the mouse: `canvas` is its place in the window, as `getBoundingClientRect` returns it. */
function pick(event: { clientX: number; clientY: number }, canvas: { left: number; top: number; width: number; height: number }) {
  const x = (2 * (event.clientX - canvas.left)) / canvas.width - 1;
  const y = 1 - (2 * (event.clientY - canvas.top)) / canvas.height;
  raycaster.setFromCamera(new THREE.Vector2(x, y), camera);
  return raycaster.intersectObjects(scene.children)[0] ?? null;
}

// In a page: canvas.addEventListener('pointermove', (event) => pick(event, canvas.getBoundingClientRect()))
const canvas = { left: 0, top: 0, width: 800, height: 600 };
const hit = pick({ clientX: 641, clientY: 300 }, canvas);
console.log(hit?.object.name, hit?.distance.toFixed(3)); // -> ball 7.544
console.log(pick({ clientX: 20, clientY: 20 }, canvas)); // -> null
