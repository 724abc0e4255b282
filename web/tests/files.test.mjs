// Mesh files read from memory by the npm package, sections and topology, in Node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { glb, obj, ply, stl } from './models.mjs';

const { init, readMeshFile, TriMesh } = await import(new URL('../../target/web/package/index.js', import.meta.url));
await init();

for (const [name, write] of Object.entries({ 'cube.obj': obj, 'cube.ply': ply, 'cube.stl': stl, 'cube.glb': glb })) {
  test(`${name} is read, from any kind of bytes`, () => {
    const file = write([1, 2, 3], 2);
    for (const bytes of [file, new Uint8Array(file), new Uint8Array(file).buffer, new DataView(new Uint8Array(file).buffer)]) {
      const { meshes, parts, metresPerUnit, warnings, shortFaces } = readMeshFile(bytes, name);
      assert.deepEqual([meshes.length, parts.length, shortFaces, warnings], [1, 1, 0, []]);
      assert.equal(metresPerUnit, name === 'cube.glb' ? 1 : null);
      assert.equal(meshes[0].indices.length, 36);
      const { matrix } = parts[0];
      assert.deepEqual([...matrix.slice(12)], name === 'cube.glb' ? [1, 2, 3, 1] : [0, 0, 0, 1]);
      const mesh = new TriMesh(meshes[0].positions, meshes[0].indices);
      assert.equal(mesh.topology().closed, true);
      const x = meshes[0].positions.filter((_, i) => i % 3 === 0).map((x) => matrix[0] * x + matrix[12]);
      assert.deepEqual([Math.min(...x), Math.max(...x)], [1, 3]);
    }
  });
}

test('the content decides the format, and names of parts are those of the file', () => {
  const { parts, meshes } = readMeshFile(glb(), 'wrong.txt');
  assert.deepEqual([parts[0].name, meshes[0].name], ['crate', 'cube']);
  const { warnings } = readMeshFile(glb(), 'wrong.txt');
  assert.equal(warnings[0].kind, 'ending');
});

test('files that cannot be read are errors with a code', () => {
  const fails = (bytes, name, code, message = /./) => assert.throws(() => readMeshFile(bytes, name), { name: 'BarycastError', code, field: 'bytes', message });
  fails(new Uint8Array(0), 'a.stl', 'empty_file');
  fails(Buffer.from('hello'), 'a.txt', 'unknown_format');
  fails(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 'a.obj', 'unknown_format', /gzip/);
  fails(Buffer.from('v 0 0 0\nv 1 0 0\nf 1 2 9\n'), 'a.obj', 'broken_file', /a\.obj:3: /);
  fails(stl().subarray(0, 300), 'a.stl', 'broken_file');
  fails(glb().subarray(0, 200), 'a.glb', 'broken_file');
  const document = { asset: { version: '2.0' }, buffers: [{ uri: 'far.bin', byteLength: 36 }], bufferViews: [{ buffer: 0, byteLength: 36 }], accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], nodes: [{ mesh: 0 }], scenes: [{ nodes: [0] }] };
  assert.throws(() => readMeshFile(Buffer.from(JSON.stringify(document)), 'a.gltf'), (error) => ['io', 'broken_file'].includes(error.code) && /far\.bin/.test(error.message));
  assert.throws(() => readMeshFile('text', 'a.obj'), { code: 'invalid_shape', field: 'bytes' });
});

for (const Numbers of [Float32Array, Float64Array]) {
  test(`a plane cuts a mesh of ${Numbers.name} in polylines`, () => {
    const { meshes: [cube] } = readMeshFile(obj(), 'cube.obj');
    const mesh = new TriMesh(new Numbers(cube.positions), cube.indices);
    const { points, triangles, offsets, closed } = mesh.slice([0, 0, 2], 1);
    assert.ok(points instanceof Numbers);
    assert.deepEqual([[...closed], offsets.length, offsets[1], triangles.length], [[1], 2, points.length / 3, points.length / 3]);
    for (let i = 0; i < points.length; i += 3) assert.equal(points[i + 2], 0.5);
    let area = 0;
    for (let i = 0; i < points.length; i += 3) {
      const j = (i + 3) % points.length;
      area += (points[i] * points[j + 1] - points[j] * points[i + 1]) / 2;
    }
    assert.ok(Math.abs(area - 1) < 1e-6);
    assert.deepEqual([...mesh.slice([0, 0, 1], 7).offsets], [0]);
    assert.throws(() => mesh.slice([0, 0, 0], 1), { code: 'invalid_shape', field: 'normal' });
    assert.throws(() => mesh.slice([0, 0, 1], NaN), { code: 'invalid_shape', field: 'distance' });
    assert.throws(() => mesh.slice([0, 1], 1), { code: 'invalid_shape', field: 'normal' });
  });
}

test('the topology counts pieces and wrong edges', () => {
  const { meshes: [cube] } = readMeshFile(obj(), 'cube.obj');
  const whole = new TriMesh(cube.positions, cube.indices).topology();
  assert.deepEqual(whole, { closed: true, pieces: 1, openEdges: 0, nonManifoldEdges: 0, flippedEdges: 0, degenerateTriangles: 0 });
  const open = new TriMesh(cube.positions, cube.indices.subarray(3)).topology();
  assert.deepEqual([open.closed, open.openEdges], [false, 3]);
});
