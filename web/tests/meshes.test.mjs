// Pairs of meshes, single rays and scenes of the npm package, in Node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { random } from './random.mjs';

const { BarycastError, init, Scene, TriMesh } = await import(new URL('../../target/web/package/index.js', import.meta.url));
await init();

/** A closed box around the origin. */
function box(Numbers, x = 1, y = x, z = x) {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [corner & 1 ? x : -x, corner & 2 ? y : -y, corner & 4 ? z : -z]);
  const indices = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];
  return new TriMesh(new Numbers(positions), indices);
}

const shift = (x, y = 0, z = 0) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const fails = (f, field) => assert.throws(f, { name: 'BarycastError', code: 'invalid_shape', field });

for (const Numbers of [Float32Array, Float64Array]) {
  test(`two meshes of ${Numbers.name} intersect, exactly`, () => {
    const [wall, pipe] = [box(Numbers, 4, 0.125, 4), box(Numbers, 0.25, 2, 0.25)];
    assert.equal(wall.intersects(pipe), true);
    assert.equal(wall.intersects(pipe, shift(4.25)), true);
    assert.equal(wall.intersects(pipe, shift(4.2500005)), false);
    assert.equal(wall.intersects(pipe, { elements: shift(9) }), false);
    assert.equal(wall.intersects(box(Numbers, 0.01)), false);
    assert.equal(wall.intersects(wall), true);

    const pairs = wall.intersectingTriangles(pipe);
    assert.ok(pairs instanceof Uint32Array && pairs.length > 0 && pairs.length % 2 === 0);
    assert.ok(pairs.every((triangle) => triangle < 12));
    assert.equal(wall.intersectingTriangles(pipe, shift(9)).length, 0);
  });

  test(`two meshes of ${Numbers.name} cross in closed curves`, () => {
    const [wall, pipe] = [box(Numbers, 4, 0.125, 4), box(Numbers, 0.25, 2, 0.25)];
    const segments = wall.intersectionSegments(pipe);
    assert.ok(segments instanceof Numbers && segments.length % 6 === 0);
    let length = 0;
    const ends = new Map();
    for (let i = 0; i < segments.length; i += 6) {
      const [a, b] = [segments.slice(i, i + 3), segments.slice(i + 3, i + 6)];
      length += Math.hypot(...a.map((x, axis) => x - b[axis]));
      for (const [end, by] of [[a, 1], [b, -1]]) ends.set(end.join(), (ends.get(end.join()) ?? 0) + by);
      assert.ok([a, b].every((end) => Math.abs(end[1]) === 0.125));
    }
    // Around the pipe, above and below.
    assert.ok(Math.abs(length - 4) < 1e-6);
    assert.ok([...ends.values()].every((balance) => balance === 0));
    assert.equal(wall.intersectionSegments(pipe, shift(9)).length, 0);
  });

  test(`the boxes that a ray visits lead down the tree of a mesh of ${Numbers.name} to the triangle that is hit`, () => {
    const n = 40;
    const positions = Numbers.from({ length: 3 * (n + 1) ** 2 }, (_, i) => {
      const [x, y] = [Math.floor(i / 3) % (n + 1), Math.floor(i / 3 / (n + 1))];
      return [x, y, Math.sin(x * 0.7) + Math.cos(y * 1.3)][i % 3];
    });
    const indices = Array.from({ length: n * n }, (_, i) => (i % n) + Math.floor(i / n) * (n + 1)).flatMap((a) => [a, a + 1, a + n + 2, a, a + n + 2, a + n + 1]);
    const sheet = new TriMesh(positions, indices);
    const ray = [-3, 7.3, 1.5, 1, 0.2, -0.03];
    const visits = sheet.visits(ray);
    assert.deepEqual([visits[0].depth, visits[0].triangles], [0, null]);
    const holds = ({ min, max }, p) => p.every((x, axis) => min[axis] <= x && x <= max[axis]);
    const [hit] = [[...sheet.castFirst(ray).point]];
    assert.ok(visits.some((visit) => visit.triangles !== null && holds(visit, hit)));
    for (const visit of visits.slice(1)) {
      assert.ok(visits.some((outer) => outer.depth === visit.depth - 1 && outer.triangles === null && holds(outer, visit.min) && holds(outer, visit.max)));
    }
    const tested = visits.reduce((sum, { triangles }) => sum + (triangles ?? 0), 0);
    assert.ok(tested < sheet.triangleCount / 20, `${tested}`);
    assert.equal(sheet.visits([0, 0, 99, 0, 0, 1]).length, 1);
    assert.throws(() => sheet.visits([1, 2]), { field: 'ray' });
  });

  test(`two meshes of ${Numbers.name} have a distance and closest points`, () => {
    const [wall, pipe] = [box(Numbers, 4, 0.125, 4), box(Numbers, 0.25, 2, 0.25)];
    const { distance, point_a, point_b, triangle_a, triangle_b } = wall.distanceTo(pipe, shift(1, 3));
    assert.deepEqual([distance, point_a[1], point_b[1]], [0.875, 0.125, 1]);
    assert.ok(triangle_a < 12 && triangle_b < 12);
    assert.equal(wall.distanceTo(pipe).distance, 0);
    assert.equal(wall.distanceTo(pipe, shift(1, 3), { maxDistance: 0.5 }), null);
    assert.equal(wall.distanceTo(pipe, shift(1, 3), { maxDistance: 0.875 }).distance, 0.875);
  });

  test(`one ray at a mesh of ${Numbers.name} is one hit`, () => {
    const mesh = box(Numbers);
    const hit = mesh.castOne([0.25, 0.5, 5, 0, 0, -2]);
    const { t, triangle, uv, front } = mesh.castFirst([0.25, 0.5, 5, 0, 0, -2]);
    assert.deepEqual(hit, { t: t[0], triangle: triangle[0], uv: [...uv], front: front[0] === 1 });
    assert.deepEqual([hit.t, hit.front], [2, true]);
    assert.equal(mesh.castOne([3, 0, 5, 0, 0, -2]), null);
    assert.equal(mesh.castOne([0, 0, 0, 0, 0, 1]).front, false);
    assert.equal(mesh.castOne([0, 0, 0, 0, 0, 1], { cull: true }), null);
    assert.equal(mesh.castOne([0, 0, 5, 0, 0, -1], { minT: 4.5 }).t, 6);
    assert.deepEqual([...mesh.castAll([0, 0.25, 5, 0, 0, -1], { minT: 4.5, maxT: 6 }).t], [6]);
    assert.deepEqual([...mesh.castAny([0, 0, 5, 0, 0, -1], { minT: 6.5 })], [0]);
    fails(() => mesh.castOne([0, 0, 5]), 'ray');
  });

  test(`a scene of ${Numbers.name} answers like its meshes, placed`, () => {
    const [ball, wall] = [box(Numbers), box(Numbers, 4, 0.125, 4)];
    const scene = new Scene([{ mesh: ball }, { mesh: wall, matrix: shift(0, 5) }, { mesh: ball, matrix: { elements: shift(0, 8) } }]);
    assert.deepEqual([scene.instanceCount, scene.precision], [3, ball.precision]);
    const rays = [0.25, 9.5, 0.25, 0, -1, 0, 0.25, 6.5, 0.5, 0, -1, 0, 99, 0, 0, 0, 1, 0];
    const first = scene.castFirst(rays);
    assert.ok(first.t instanceof Numbers);
    assert.deepEqual([[...first.t], [...first.instance]], [[0.5, 1.375, Infinity], [2, 1, -1]]);
    assert.deepEqual([[...first.point.slice(0, 3)], [...first.normal.slice(0, 3)], [...first.front]], [[0.25, 9, 0.25], [0, 1, 0], [1, 1, 0]]);
    assert.deepEqual([...scene.castAny(rays)], [1, 1, 0]);
    const all = scene.castAll(rays, { maxT: 5 });
    assert.deepEqual([[...all.instance], [...all.offsets]], [[2, 2, 1, 1, 1, 1], [0, 4, 6, 6]]);
    const one = scene.castOne(rays.slice(6, 12));
    assert.deepEqual([one.t, one.instance, one.triangle, one.front], [1.375, 1, first.triangle[1], true]);
    assert.equal(scene.castOne(rays.slice(12)), null);
    const points = [0, 6, 0, 0.5, 0, 0, NaN, 0, 0];
    const near = scene.closest(points);
    assert.deepEqual([[...near.distance], [...near.instance]], [[0.875, 0.5, Infinity], [1, 0, -1]]);
    assert.deepEqual([...near.point.slice(0, 6)], [0, 5.125, 0, 1, 0, 0]);
    assert.equal(near.triangle[2], -1);
    assert.deepEqual([...scene.contains(points)], [0, 1, 0]);
    assert.deepEqual([...scene.signedDistance(points)], [0.875, -0.5, Infinity]);
    scene.setMatrix(1, shift(0, 6));
    assert.deepEqual([...scene.castFirst(rays).t], [0.5, 0.375, Infinity]);
    // A scene keeps its meshes.
    ball.free();
    wall.refit(new Numbers(24));
    assert.deepEqual([...scene.castFirst(rays).t], [0.5, 0.375, Infinity]);
    scene.free();
    scene.free();
    assert.throws(() => scene.castFirst(rays), { name: 'BarycastError', code: 'freed' });
    assert.throws(() => new Scene([{ mesh: ball }]), { code: 'freed' });
  });
}

test('a scene of turned, scaled and mirrored boxes is hit like one mesh of all their vertices', () => {
  const next = random(7);
  const mesh = box(Float64Array);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1]);
  const matrices = Array.from({ length: 40 }, () => {
    const matrix = Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 0 : 2 * next() - 1));
    for (const i of [12, 13, 14]) matrix[i] *= 9;
    matrix[15] = 1;
    return matrix;
  });
  const place = (m, [x, y, z]) => [0, 1, 2].map((i) => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]);
  const faces = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];
  const joined = new TriMesh(matrices.flatMap((m) => corners.flatMap((c) => place(m, c))), matrices.flatMap((_, i) => faces.map((corner) => corner + 8 * i)));
  const scene = new Scene(matrices.map((matrix) => ({ mesh, matrix })));
  const rays = Array.from({ length: 6 * 2000 }, (_, i) => (i % 6 < 3 ? 20 : 2) * (next() - 0.5));
  const [there, here] = [joined.castFirst(rays), scene.castFirst(rays)];
  let hits = 0;
  for (let i = 0; i < 2000; i++) {
    if (there.triangle[i] < 0) {
      assert.equal(here.triangle[i], -1);
      continue;
    }
    hits += 1;
    assert.equal(12 * here.instance[i] + here.triangle[i], there.triangle[i]);
    assert.ok(Math.abs(here.t[i] - there.t[i]) < 1e-9 * (1 + there.t[i]));
  }
  assert.ok(hits > 300, `${hits} hits`);
});

test('wrong meshes, matrices and instances are errors that name the argument', () => {
  const [single, double] = [box(Float32Array), box(Float64Array)];
  fails(() => single.intersects(double), 'other');
  fails(() => single.intersects('wall'), 'other');
  fails(() => single.intersects(single, [1, 2, 3]), 'matrix');
  fails(() => single.intersects(single, 'far'), 'matrix');
  fails(() => single.intersectionSegments(single, shift(NaN)), 'matrix');
  fails(() => single.distanceTo(single, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 1]), 'matrix');
  fails(() => new Scene(), 'instances');
  fails(() => new Scene([]), 'instances');
  fails(() => new Scene([{ mesh: 'wall' }]), 'instances[0].mesh');
  fails(() => new Scene([{ mesh: single }, { mesh: double }]), 'instances[1].mesh');
  fails(() => new Scene([{ mesh: single }, { mesh: single, matrix: [1] }]), 'instances[1].matrix');
  fails(() => new Scene([{ mesh: single, matrix: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }]), 'matrix');
  const scene = new Scene([{ mesh: single }]);
  fails(() => scene.setMatrix(1, shift(1)), 'instance');
  fails(() => scene.setMatrix(-1, shift(1)), 'instance');
  fails(() => scene.setMatrix(0, [1]), 'matrix');
  fails(() => scene.castFirst([1, 2, 3]), 'rays');
  fails(() => scene.closest([1]), 'points');
  assert.ok(new BarycastError({ code: 'io', message: 'x' }) instanceof Error);
});
