// `barycast/learn` in Node: the questions about shapes, with the answers of the whole module.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

const home = new URL('../../', import.meta.url);
const barycast = await import(new URL('target/web/package/index.js', home));
const learn = await import(new URL('target/web/package/learn.node.js', home));

test('before init every call states what is missing', () => {
  assert.throws(() => learn.query('{}'), { name: 'BarycastError', code: 'not_ready' });
});

test('init may be awaited again', async () => {
  await Promise.all([barycast.init(), learn.init(), learn.init()]);
});

/** Operations on curves and surfaces, and those on motions of triangles. */
const left_out = new Set(['continuous', 'ease', 'evaluate', 'fit', 'length', 'nearest']);

const folder = new URL('cases/foreign/', home);
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.ndjson'))) {
  test(`the answers to ${file} are those of the whole module, byte for byte`, async () => {
    const cases = (await readFile(new URL(file, folder), 'utf8')).trim().split('\n').map((line) => JSON.parse(line).request);
    const asked = cases.map((request) => JSON.stringify(request)).filter((line) => !/"(mesh|surface|tube)":/.test(line) && !left_out.has(JSON.parse(line).op));
    const lines = asked.join('\n');
    assert.equal(learn.queryLines(lines, { trace: true }), barycast.queryLines(lines, { trace: true }));
  });
}

test('shapes are objects, and errors name the field', () => {
  const [disc, box] = [{ sphere: { center: [0, 0], radius: 1 } }, { aabb: { min: [2, -1], max: [3, 1] } }];
  assert.deepEqual(learn.distance(disc, box), { distance: 1, point_a: [1, 0], point_b: [2, 0] });
  assert.equal(learn.intersects(disc, box, { exact: true }), false);
  const wrong = { sphere: { center: [0, 0], radius: -1 } };
  assert.throws(() => learn.distance(wrong, box), { name: 'BarycastError', code: 'invalid_shape', field: 'a.sphere.radius' });
});

test('meshes and curves are errors', () => {
  const mesh = { mesh: { vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [[0, 1, 2]] } };
  assert.throws(() => learn.distance(mesh, { point: [0, 0, 0] }), { code: 'invalid_shape', field: 'a.mesh.triangles' });
  assert.throws(() => learn.request({ op: 'length', curve: { bezier: { points: [[0, 0], [1, 2]] } } }), { name: 'BarycastError' });
});
