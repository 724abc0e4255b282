// Moving bodies of the npm package, in Node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { random } from './random.mjs';

const barycast = await import(new URL('../../target/web/package/index.js', import.meta.url));
const { init, intersects, NO_BODY, World } = barycast;

test('before init a world states what is missing', () => {
  assert.throws(() => new World(), { name: 'BarycastError', code: 'not_ready' });
});

const ball = (center, radius = 1) => ({ sphere: { center, radius } });
const upright = (x, y, z) => [x, y, z, 0, 0, 0, 1];

test('contacts start, persist and stop', async () => {
  await init();
  const world = new World();
  assert.equal(world.dimensions, 3);
  const ground = world.add({ half_space: { normal: [0, 0, 1], distance: 0 } });
  const body = world.add(ball([0, 0, 0]), { pose: upright(0, 0, 2) });
  assert.deepEqual([...world.bodies], [ground, body]);
  assert.deepEqual(world.step(), []);
  world.setPose(body, upright(0, 0, 0.5));
  const touch = { a: ground, b: body, sensor: false, normal: [0, 0, 1], depth: 0.5 };
  const [started] = world.step();
  assert.deepEqual({ ...started, point: null }, { type: 'started', ...touch, point: null });
  assert.equal(started.point.length, 3);
  assert.deepEqual(world.step().map(({ type }) => type), ['persisted']);
  const [{ normal, points: [{ point_a, point_b, depth }] }] = world.manifolds();
  assert.deepEqual([normal, point_a, point_b, depth], [[0, 0, 1], [0, 0, 0], [0, 0, -0.5], 0.5]);
  world.remove(body);
  assert.deepEqual(world.step().map(({ type, b }) => [type, b]), [['stopped', body]]);
  assert.deepEqual([world.has(body), world.has(ground)], [false, true]);
  assert.throws(() => world.setPose(body, upright(0, 0, 0)), { code: 'removed', field: 'body' });
  assert.throws(() => world.remove(body), { code: 'removed' });
  const next = world.add(ball([0, 0, 9]));
  assert.notEqual(next, body);
  world.free();
  world.free();
  assert.throws(() => world.step(), { code: 'freed' });
});

test('pairs of many moving boxes and balls are those of brute force, in both dimensions', async () => {
  await init();
  for (const dimensions of [2, 3]) {
    const next = random(dimensions);
    const world = new World(dimensions);
    const vector = (low, high) => Array.from({ length: dimensions }, () => low + (high - low) * next());
    const shapes = Array.from({ length: 60 }, (_, i) => {
      if (i % 2 === 0) return ball(vector(0, 10), 0.2 + next());
      const min = vector(0, 10);
      return { aabb: { min, max: min.map((x) => x + 0.2 + next()) } };
    });
    const bodies = shapes.map((shape) => world.add(shape));
    for (let step = 0; step < 3; step++) {
      const touching = world.step().filter(({ type }) => type !== 'stopped').map(({ a, b }) => [bodies.indexOf(a), bodies.indexOf(b)].sort((p, q) => p - q).join());
      const expected = [];
      for (let i = 0; i < shapes.length; i++) for (let j = i + 1; j < shapes.length; j++) if (intersects(shapes[i], shapes[j])) expected.push(`${i},${j}`);
      assert.ok(expected.length > 0);
      assert.deepEqual(touching.sort(), expected.sort());
      for (let i = 0; i < shapes.length; i += 3) {
        shapes[i] = ball(vector(0, 10), 0.2 + next());
        world.setShape(bodies[i], shapes[i]);
      }
    }
    world.free();
  }
});

test('poses turn bodies, in the plane by an angle', async () => {
  await init();
  const world = new World(2);
  const bar = world.add({ aabb: { min: [-2, -0.1], max: [2, 0.1] } });
  world.add(ball([0, 1.5], 0.25));
  assert.deepEqual(world.step(), []);
  world.setPose(bar, [0, 0, Math.PI / 2]);
  assert.deepEqual(world.step().map(({ type }) => type), ['started']);
  assert.throws(() => world.setPose(bar, upright(0, 0, 0)), { code: 'invalid_shape', field: 'poses' });
  assert.throws(() => world.setPose(bar, [0, NaN, 0]), { code: 'invalid_shape', field: 'pose' });
  const space = new World();
  const box = space.add({ aabb: { min: [-1, -1, -1], max: [1, 1, 1] } });
  assert.throws(() => space.setPose(box, [0, 0, 0, 0, 0, 0, 2]), { code: 'invalid_shape', field: 'pose' });
  assert.throws(() => space.setPoses([box, box], upright(0, 0, 0)), { field: 'poses' });
});

test('filters keep pairs apart, and sensors emit events without manifolds', async () => {
  await init();
  const world = new World();
  const a = world.add(ball([0, 0, 0]), { memberships: 1, mask: 2 });
  const b = world.add(ball([1, 0, 0]), { memberships: 1 });
  assert.deepEqual(world.step(), []);
  world.setFilter(b, { memberships: 2 });
  assert.equal(world.step().length, 1);
  const zone = world.add(ball([0, 0, 0], 3), { sensor: true, memberships: 2 });
  const events = world.step().filter(({ type }) => type === 'started');
  assert.deepEqual(events.map(({ a, b, sensor }) => [a, b, sensor]), [[a, zone, true], [b, zone, true]]);
  assert.equal(world.manifolds().length, 1);
  for (const memberships of [-1, 0.5, 2 ** 32, '1']) assert.throws(() => world.setFilter(a, { memberships }), { field: 'memberships' });
});

test('rays, sweeps, neighbours and overlaps', async () => {
  await init();
  const world = new World();
  const near = world.add(ball([3, 0, 0]), { memberships: 1 });
  const far = world.add(ball([6, 0, 0]), { memberships: 2 });
  const { t, body, point, normal, front } = world.castFirst([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, NaN, 0, 0]);
  assert.deepEqual([[...t], [...body], [...front]], [[2, Infinity, Infinity], [near, NO_BODY, NO_BODY], [1, 0, 0]]);
  assert.deepEqual([[...point.slice(0, 3)], [...normal.slice(0, 3)]], [[2, 0, 0], [-1, 0, 0]]);
  assert.deepEqual([...world.castFirst([0, 0, 0, 1, 0, 0], { mask: 2 }).body], [far]);
  assert.deepEqual([...world.castFirst([0, 0, 0, 1, 0, 0], { maxT: 1 }).body], [NO_BODY]);
  const impact = world.sweep(ball([0, 0, 0]), [4, 0, 0]);
  assert.equal(impact.body, near);
  assert.ok(impact.t <= 0.25 && impact.t > 0.25 - 1e-9);
  assert.deepEqual(impact.normal, [-1, 0, 0]);
  assert.equal(world.sweep(ball([0, 0, 0]), [0, 4, 0]), null);
  assert.deepEqual(world.nearest({ point: [0, 0, 0] }, { count: 2 }).map(({ body, distance, point_b }) => [body, distance, point_b]), [[near, 2, [2, 0, 0]], [far, 5, [5, 0, 0]]]);
  assert.deepEqual(world.nearest({ point: [0, 0, 0] }, { maxDistance: 1 }), []);
  assert.deepEqual([...world.overlapping(ball([4.5, 0, 0], 0.6))], [near, far]);
});

test('arguments that are wrong are errors that name them', async () => {
  await init();
  const world = new World();
  const field = (f, name, code = 'invalid_shape') => assert.throws(f, { name: 'BarycastError', code, field: name });
  field(() => new World(4), 'dimensions');
  field(() => world.add(ball([0, 0, 0], -1)), 'shape.sphere.radius');
  field(() => world.add(ball([0, 0])), 'shape', 'dimension_mismatch');
  field(() => world.add({ blob: {} }), 'shape.blob', 'unknown_shape');
  assert.throws(() => world.add(undefined), { name: 'BarycastError' });
  field(() => world.add(ball([0, 0, 0]), { pose: [1, 2] }), 'pose');
  field(() => world.add(ball([0, 0, 0]), { pose: 'far' }), 'pose');
  field(() => world.setPose(3, upright(0, 0, 0)), 'body');
  field(() => world.has(-1n), 'body');
  field(() => world.castFirst([1, 2, 3]), 'rays');
  field(() => world.castFirst([], { maxT: NaN }), 'maxT');
  field(() => world.sweep(ball([0, 0, 0]), [1, 0]), 'velocity', 'invalid_option');
  field(() => world.nearest(ball([0, 0, 0]), { count: -1 }), 'count');
  assert.equal(world.bodies.length, 0);
});
