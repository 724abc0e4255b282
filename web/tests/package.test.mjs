// The npm package in Node. `cargo xtask web` runs these tests on target/web/package.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const home = new URL('../../', import.meta.url);
const barycast = await import(new URL('target/web/package/index.js', home));
const lean = await import(new URL('target/web/package/lean.node.js', home));

test('before init every call states what is missing', () => {
  assert.throws(() => barycast.query('{}'), { name: 'BarycastError', code: 'not_ready' });
});

test('init may be awaited again, and both entries load', async () => {
  await Promise.all([barycast.init(), barycast.init(), lean.init()]);
  await barycast.init();
});

const program = fileURLToPath(new URL(`target/debug/barycast${process.platform === 'win32' ? '.exe' : ''}`, home));
const folder = new URL('cases/foreign/', home);
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.ndjson'))) {
  test(`the answers to ${file} equal the program's, byte for byte`, async () => {
    const cases = (await readFile(new URL(file, folder), 'utf8')).trim().split('\n');
    const lines = cases.map((line) => JSON.stringify(JSON.parse(line).request)).join('\n');
    const there = spawnSync(program, ['query', '--trace'], { input: lines, maxBuffer: 1 << 28 });
    assert.equal(there.error, undefined);
    assert.equal(barycast.queryLines(lines, { trace: true }), there.stdout.toString());
  });
}

test('bad lines are answered by errors, and blank ones skipped', () => {
  const answers = barycast.queryLines('nonsense\n\n \n{"op":"distance"}\n').trimEnd().split('\n');
  assert.deepEqual(answers.map((line) => JSON.parse(line).error.code), ['bad_json', 'missing_field']);
  const file = JSON.parse(barycast.query('{"op":"distance","a":{"mesh":{"path":"a.obj"}},"b":{"point":[0,0,0]}}'));
  assert.deepEqual([file.error.code, file.error.field], ['io', 'a.mesh.path']);
});

test('a session keeps what lines define', () => {
  const session = new barycast.Session();
  session.query('{"define":{"ball":{"sphere":{"center":[0,0],"radius":1}}}}');
  const answer = session.query('{"op":"distance","a":{"use":"ball"},"b":{"point":[3,0]}}');
  assert.equal(JSON.parse(answer).distance, 2);
  session.free();
});

const disc = { sphere: { center: [0, 0], radius: 1 } };
const box = { aabb: { min: [2, -1], max: [3, 1] } };

test('shapes are objects, and errors name the field', () => {
  assert.deepEqual(barycast.distance(disc, box), { distance: 1, point_a: [1, 0], point_b: [2, 0] });
  assert.equal(barycast.intersects(disc, box, { exact: true }), false);
  assert.equal(barycast.contact(disc, box), null);
  assert.equal(barycast.sweep(disc, box, { velocity: [-2, 0] }).t, 0.5);
  assert.equal(barycast.cast({ ray: { origin: [-3, 0], direction: [1, 0] } }, disc).t, 2);
  const plane = { plane: { normal: [0, 1], distance: 0 } };
  const line = { line: { origin: [0, 0], direction: [1, 1] } };
  assert.equal(barycast.contact(plane, line).depth, Infinity);
  const wrong = { sphere: { center: [0, 0], radius: -1 } };
  assert.throws(() => barycast.distance(wrong, box), { name: 'BarycastError', code: 'invalid_shape', field: 'a.sphere.radius' });
});

/** A closed unit cube. */
const cube = [
  [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1],
  [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7],
];

for (const Numbers of [Float32Array, Float64Array]) {
  test(`meshes of ${Numbers.name} answer many rays and points`, () => {
    const mesh = new barycast.TriMesh(new Numbers(cube[0]), new Uint16Array(cube[1]));
    assert.equal(mesh.triangleCount, 12);
    const rays = [0.3, 0.4, 5, 0, 0, -1, 9, 9, 9, 0, 0, 1];
    const { t, triangle, point, normal, front } = mesh.castFirst(rays);
    assert.ok(t instanceof Numbers);
    assert.deepEqual([...t], [4, Infinity]);
    assert.ok([2, 3].includes(triangle[0]) && triangle[1] === -1);
    assert.deepEqual([...point.slice(0, 3)], [...new Numbers([0.3, 0.4, 1])]);
    assert.deepEqual([...normal.slice(0, 3)], [0, 0, 1]);
    assert.deepEqual([...front], [1, 0]);
    assert.deepEqual([...mesh.castAny(rays)], [1, 0]);
    assert.deepEqual([...mesh.castAny(rays, { maxT: 3 })], [0, 0]);
    const all = mesh.castAll(rays);
    assert.deepEqual([[...all.t], [...all.offsets]], [[4, 5], [0, 2, 2]]);
    assert.deepEqual([...mesh.castAll(rays, { cull: true }).t], [4]);
    const points = [0.5, 0.5, 0.75, 3, 0.5, 0.5];
    assert.deepEqual([...mesh.contains(points)], [1, 0]);
    assert.deepEqual([...mesh.signedDistance(points)], [-0.25, 2]);
    const near = mesh.closest(points);
    assert.deepEqual([[...near.distance], [...near.point]], [[0.25, 2], [0.5, 0.5, 1, 1, 0.5, 0.5]]);
    mesh.refit(new Numbers(cube[0].map((x) => 2 * x)));
    assert.ok(Math.abs(mesh.castFirst(rays).t[0] - 3) < 1e-6);
    mesh.free();
    mesh.free();
    assert.throws(() => mesh.castFirst(rays), { code: 'freed' });
  });
}

test('arrays that are no mesh are errors that name the argument', () => {
  const { TriMesh } = barycast;
  const field = (f, name) => assert.throws(f, { name: 'BarycastError', code: 'invalid_shape', field: name });
  field(() => new TriMesh(new Float32Array(4), [0, 0, 0]), 'positions');
  field(() => new TriMesh([0, 0, NaN], [0, 0, 0]), 'positions');
  field(() => new TriMesh('far', [0, 0, 0]), 'positions');
  field(() => new TriMesh([0, 0, 0], [0, 0, 1]), 'indices');
  field(() => new TriMesh([0, 0, 0], [0, 0, -1]), 'indices');
  field(() => new TriMesh([0, 0, 0], [0, 0, 0.5]), 'indices');
  field(() => new TriMesh([0, 0, 0], []), 'indices');
  const mesh = new TriMesh(cube[0], cube[1]);
  field(() => mesh.castFirst([1, 2, 3]), 'rays');
  field(() => mesh.closest([1, 2]), 'points');
});

// Recorded sizes in bytes of the modules, with Brotli at quality 9; the test fails at 5 % more.
const RECORDED = { barycast: { gzip: 2_084_251, brotli: 1_678_561 }, learn: { gzip: 1_301_071, brotli: 1_052_691 } };

for (const [name, recorded] of Object.entries(RECORDED)) {
  test(`the module ${name} has not grown by 5 %`, async () => {
    const module = await readFile(new URL(`target/web/package/wasm/${name}_bg.wasm`, home));
    const gzip = gzipSync(module, { level: 9 }).length;
    const brotli = brotliCompressSync(module, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
    console.log(`${name}: ${module.length} bytes, gzip ${gzip}, brotli (quality 9) ${brotli}`);
    assert.ok(gzip <= 1.05 * recorded.gzip, `gzip: ${gzip}`);
    assert.ok(brotli <= 1.05 * recorded.brotli, `brotli: ${brotli}`);
  });
}
