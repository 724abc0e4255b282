// `barycast/three` beside three's own raycasts, in Node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { links } from './links.mjs';
import { random } from './random.mjs';

links();
const THREE = await import('three');
const { BarycastError, init, TriMesh } = await import('barycast');
const three = await import('barycast/three');
await init();

const RAYS = 1500;
const { Vector3 } = THREE;

/** Random rays at a sphere around the object: a third from inside it, and some that miss. */
function* rays(seed, radius, count = RAYS) {
  const next = random(seed);
  const point = (size) => new Vector3(next() - 0.5, next() - 0.5, next() - 0.5).multiplyScalar(2 * size);
  for (let i = 0; i < count; i++) {
    const origin = point(i % 3 === 0 ? radius : 3 * radius);
    yield new THREE.Ray(origin, point(radius).sub(origin).normalize());
  }
}

const key = (hit) => [hit.instanceId, hit.batchId, hit.faceIndex, hit.face.materialIndex].join();

function close(a, b, name) {
  const [x, y] = [a, b].map((v) => (typeof v === 'number' ? [v] : v.toArray()));
  x.forEach((number, i) => assert.ok(Math.abs(number - y[i]) <= 1e-8 * (1 + Math.abs(number)), `${name}: ${number} and ${y[i]}`));
}

function same(found, expected) {
  assert.deepEqual(found.map(key).sort(), expected.map(key).sort());
  const byKey = new Map(expected.map((hit) => [key(hit), hit]));
  for (const hit of found) {
    const other = byKey.get(key(hit));
    assert.deepEqual(Object.keys(hit).sort(), Object.keys(other).sort());
    assert.equal(hit.object, other.object);
    const { normal, ...face } = hit.face;
    const { normal: otherNormal, ...otherFace } = other.face;
    assert.deepEqual(face, otherFace);
    close(normal, otherNormal, 'face.normal');
    for (const name of ['distance', 'point', 'barycoord', 'uv', 'uv1', 'normal']) {
      if (other[name] !== undefined) close(hit[name], other[name], name);
    }
  }
}

/** Compares an object with trees with what three finds without, over many rays. Returns the number of hits. */
function compare(object, { seed = 1, radius = 2, near = 0, far = Infinity, count = RAYS } = {}) {
  object.updateMatrixWorld(true);
  const raycaster = new THREE.Raycaster();
  Object.assign(raycaster, { near, far });
  let hits = 0;
  for (const ray of rays(seed, radius, count)) {
    raycaster.ray.copy(ray);
    const cast = (how) => {
      const found = [];
      how.call(object, raycaster, found);
      return found.sort((a, b) => a.distance - b.distance);
    };
    raycaster.firstHitOnly = false;
    const expected = cast(Object.getPrototypeOf(object).raycast);
    same(cast(three.acceleratedRaycast), expected);
    raycaster.firstHitOnly = true;
    const first = cast(three.acceleratedRaycast);
    assert.equal(first.length, Math.min(1, expected.length));
    if (first.length > 0) close(first[0].distance, expected[0].distance, 'first distance');
    hits += expected.length;
  }
  return hits;
}

const knot = () => new THREE.TorusKnotGeometry(1, 0.4, 40, 6);
const material = (side) => new THREE.MeshBasicMaterial({ side });
const SIDES = { front: THREE.FrontSide, back: THREE.BackSide, double: THREE.DoubleSide };

function treed(geometry, options) {
  three.computeBoundsTree.call(geometry, options);
  return geometry;
}

/** A geometry whose attributes share one buffer. */
function interleaved(geometry) {
  const { position, uv } = geometry.attributes;
  const buffer = new THREE.InterleavedBuffer(new Float32Array(6 * position.count), 6);
  geometry.setAttribute('position', new THREE.InterleavedBufferAttribute(buffer, 3, 1));
  geometry.setAttribute('uv', new THREE.InterleavedBufferAttribute(buffer, 2, 4));
  for (let i = 0; i < position.count; i++) {
    geometry.attributes.position.setXYZ(i, position.getX(i), position.getY(i), position.getZ(i));
    geometry.attributes.uv.setXY(i, uv.getX(i), uv.getY(i));
  }
  return geometry;
}

/** A geometry with positions as whole numbers that stand for -1 to 1. */
function normalized(geometry) {
  const { position } = geometry.attributes;
  const whole = Int16Array.from(position.array, (x) => Math.round((x / 2) * 32767));
  return geometry.setAttribute('position', new THREE.BufferAttribute(whole, 3, true));
}

function withTwoUvs(geometry) {
  return geometry.setAttribute('uv1', geometry.attributes.uv.clone());
}

function bare(geometry) {
  geometry.deleteAttribute('uv');
  geometry.deleteAttribute('normal');
  return geometry;
}

const GEOMETRIES = {
  indexed: knot(),
  'without an index': knot().toNonIndexed(),
  interleaved: interleaved(knot()),
  normalized: normalized(knot()),
  'in double precision': knot().setAttribute('position', new THREE.BufferAttribute(Float64Array.from(knot().attributes.position.array, (x) => 1.1 * x), 3)),
  'with two sets of uv': withTwoUvs(knot()),
  'with positions alone': bare(knot()),
};

for (const [name, geometry] of Object.entries(GEOMETRIES)) {
  test(`a mesh ${name} is hit as by three`, () => {
    assert.ok(compare(new THREE.Mesh(treed(geometry), material(THREE.DoubleSide))) > RAYS / 4);
  });
}

for (const [name, side] of Object.entries(SIDES)) {
  test(`a mesh of ${name} sides is hit as by three, however it is placed`, () => {
    const mesh = new THREE.Mesh(treed(knot()), material(side));
    for (const scale of [[1, 1, 1], [0.5, 2, 1.25], [-1, 1, 1], [-0.7, -1.5, -2]]) {
      mesh.position.set(0.5, -0.25, 1);
      mesh.rotation.set(0.3, 1.1, -2);
      mesh.scale.fromArray(scale);
      assert.ok(compare(mesh, { radius: 3, count: 500 }) > 100);
    }
  });
}

test('near and far limit the hits', () => {
  const mesh = new THREE.Mesh(treed(knot()), material(THREE.DoubleSide));
  mesh.scale.set(1.5, 0.5, 3);
  for (const [near, far] of [[1, 3], [0, 2], [4, Infinity], [3, 1]]) compare(mesh, { near, far, count: 500 });
});

test('groups choose the material, and may overlap or have none', () => {
  const geometry = treed(knot());
  const { count } = geometry.index;
  geometry.addGroup(0, 300, 0);
  geometry.addGroup(300, 300, 1);
  geometry.addGroup(450, 301, 2);
  geometry.addGroup(900, Infinity, 0);
  assert.ok(count > 900);
  const mesh = new THREE.Mesh(geometry, [SIDES.front, SIDES.back, SIDES.double].map(material));
  assert.ok(compare(mesh) > 100);
  geometry.setDrawRange(150, 600);
  assert.ok(compare(mesh) > 100);
  geometry.clearGroups();
  assert.equal(compare(mesh), 0);
  // Three throws for a group without a material.
  geometry.addGroup(0, 300, 7);
  const found = [];
  three.acceleratedRaycast.call(mesh, new THREE.Raycaster(new Vector3(9, 0, 0), new Vector3(-1, 0, 0)), found);
  assert.deepEqual(found, []);
});

test('a range of the index limits the triangles, even one that begins inside a triangle', () => {
  for (const geometry of [treed(knot()), treed(knot().toNonIndexed())]) {
    const mesh = new THREE.Mesh(geometry, material(THREE.DoubleSide));
    for (const range of [[300, 333], [0, 100], [301, 600], [0, 0]]) {
      geometry.setDrawRange(...range);
      compare(mesh, { count: 500 });
    }
  }
});

test('rays in the plane of a triangle, and triangles without area, are no hits, as in three', () => {
  const box = new THREE.Mesh(treed(new THREE.BoxGeometry(2, 2, 2, 2, 2, 2)), material(THREE.DoubleSide));
  const raycaster = new THREE.Raycaster(new Vector3(-5, 1, 0.3), new Vector3(1, 0, 0));
  for (const firstHitOnly of [false, true]) {
    raycaster.firstHitOnly = firstHitOnly;
    const [expected, found] = [[], []];
    THREE.Mesh.prototype.raycast.call(box, raycaster, expected);
    three.acceleratedRaycast.call(box, raycaster, found);
    const distances = (hits) => [...new Set(hits.map((hit) => hit.distance.toFixed(9)))].sort();
    assert.deepEqual(distances(expected), ['4.000000000', '6.000000000']);
    assert.deepEqual(distances(found), distances(expected).slice(0, firstHitOnly ? 1 : undefined));
  }
  const flat = new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute([0, 0, 0, 1, 0, 0, 2, 0, 0], 3));
  assert.equal(compare(new THREE.Mesh(treed(flat), material(THREE.DoubleSide)), { count: 200 }), 0);
});

test('instances are hit as by three: scaled, mirrored, without volume, moved, added, removed', () => {
  const next = random(5);
  const mesh = new THREE.InstancedMesh(treed(knot()), material(THREE.FrontSide), 12);
  const at = (i, scale) => {
    const turn = new THREE.Quaternion(next(), next(), next(), next()).normalize();
    const place = new Vector3(next() - 0.5, next() - 0.5, next() - 0.5).multiplyScalar(8);
    mesh.setMatrixAt(i, new THREE.Matrix4().compose(place, turn, new Vector3(...scale)));
    mesh.computeBoundingSphere();
  };
  for (let i = 0; i < 12; i++) at(i, [1 + next(), i % 3 === 0 ? -1 : 0.5, 1]);
  mesh.rotation.set(1, 2, 3);
  const wide = { radius: 6, count: 400 };
  assert.ok(compare(mesh, wide) > 100);
  at(3, [1, 2, 3]);
  assert.ok(compare(mesh, wide) > 100);
  at(5, [0, 0, 0]);
  at(6, [1, 0, 1]);
  assert.ok(compare(mesh, wide) > 100);
  at(5, [2, 2, 2]);
  mesh.count = 9;
  assert.ok(compare(mesh, wide) > 100);
  for (let i = 0; i < 9; i++) at(i, [1, 1, 1]);
  mesh.material = material(THREE.BackSide);
  assert.ok(compare(mesh, wide) > 100);
  mesh.geometry.attributes.position.array.forEach((x, i, all) => (all[i] = 1.5 * x));
  three.refitBoundsTree.call(mesh.geometry);
  for (const name of ['boundingSphere', 'boundingBox']) mesh.geometry[name] = null;
  mesh.computeBoundingSphere();
  assert.ok(compare(mesh, wide) > 100);
  mesh.geometry.addGroup(0, 300, 1);
  mesh.material = [material(THREE.FrontSide), material(THREE.DoubleSide)];
  assert.ok(compare(mesh, wide) > 20);
});

for (const isIndexed of [true, false]) {
  test(`a batch ${isIndexed ? 'with' : 'without'} an index is hit as by three: shown, hidden, moved, exchanged`, () => {
    const parts = [knot(), new THREE.BoxGeometry(2, 1, 1), new THREE.SphereGeometry(1, 12, 8)].map((part) => (isIndexed ? part : part.toNonIndexed()));
    const batch = new THREE.BatchedMesh(20, 9000, 20000, material(THREE.FrontSide));
    const ids = parts.map((part) => batch.addGeometry(part));
    const next = random(6);
    const instances = ids.flatMap((id) => [0, 1, 2].map(() => batch.addInstance(id)));
    const at = (i, scale = 1) => {
      const turn = new THREE.Quaternion(next(), next(), next(), next()).normalize();
      const place = new Vector3(next() - 0.5, next() - 0.5, next() - 0.5).multiplyScalar(8);
      batch.setMatrixAt(i, new THREE.Matrix4().compose(place, turn, new Vector3(scale, 1, 1)));
    };
    instances.forEach((instance, i) => at(instance, i % 2 === 0 ? -1 : 1.5));
    three.computeBatchedBoundsTree.call(batch);
    const wide = { radius: 6, count: 400 };
    assert.ok(compare(batch, wide) > 30);
    batch.setVisibleAt(2, false);
    at(4);
    assert.ok(compare(batch, wide) > 30);
    batch.setGeometryIdAt(0, ids[2]);
    batch.deleteInstance(5);
    batch.setVisibleAt(2, true);
    assert.ok(compare(batch, wide) > 30);
    // A part without a tree: three casts at all.
    batch.addInstance(batch.addGeometry(parts[1]));
    assert.ok(compare(batch, wide) > 30);
    three.computeBatchedBoundsTree.call(batch, 3);
    assert.ok(compare(batch, wide) > 30);
    three.disposeBatchedBoundsTree.call(batch);
    assert.ok(compare(batch, { ...wide, count: 50 }) > 10);
    assert.throws(() => three.computeBatchedBoundsTree.call(batch, 9), { name: 'BarycastError', field: 'index' });
  });
}

/** A tube of two bones. */
function skinned() {
  const geometry = new THREE.CylinderGeometry(0.5, 0.5, 4, 8, 12);
  const { position } = geometry.attributes;
  const [bones, weights] = [[], []];
  for (let i = 0; i < position.count; i++) {
    const upper = Math.min(1, Math.max(0, (position.getY(i) + 2) / 4));
    bones.push(0, 1, 0, 0);
    weights.push(1 - upper, upper, 0, 0);
  }
  geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(bones, 4));
  geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
  const [root, tip] = [new THREE.Bone(), new THREE.Bone()];
  root.position.y = -2;
  tip.position.y = 2;
  root.add(tip);
  const mesh = new THREE.SkinnedMesh(geometry, material(THREE.FrontSide));
  mesh.add(root);
  mesh.bind(new THREE.Skeleton([root, tip]));
  return { mesh, tip };
}

test('a skinned mesh is hit in the pose of its tree, and without one as by three', () => {
  const { mesh, tip } = skinned();
  treed(mesh.geometry);
  for (const angle of [0, 0.6, -1.2]) {
    tip.rotation.z = angle;
    mesh.updateMatrixWorld(true);
    mesh.computeBoundingSphere();
    assert.ok(compare(mesh, { count: 300 }) > 50);
    const tree = three.computePosedBoundsTree.call(mesh);
    assert.equal(tree, mesh.boundsTree);
    assert.ok(compare(mesh) > 300);
    three.disposePosedBoundsTree.call(mesh);
  }
  const tree = three.computePosedBoundsTree.call(mesh);
  tip.rotation.z = 1;
  mesh.updateMatrixWorld(true);
  mesh.computeBoundingSphere();
  assert.equal(three.computePosedBoundsTree.call(mesh), tree);
  assert.equal(tree.version, 1);
  assert.ok(compare(mesh) > 300);
});

test('morph targets are followed', () => {
  const geometry = treed(knot());
  const target = geometry.attributes.position.clone();
  target.array.forEach((x, i) => (target.array[i] = i % 3 === 0 ? 2 * x : x));
  geometry.morphAttributes.position = [target];
  const mesh = new THREE.Mesh(geometry, material(THREE.FrontSide));
  geometry.boundingSphere = new THREE.Sphere(new Vector3(), 9);
  assert.ok(compare(mesh, { count: 300 }) > 50);
  mesh.morphTargetInfluences[0] = 0.5;
  assert.ok(compare(mesh, { count: 300 }) > 50);
  three.computePosedBoundsTree.call(mesh, { precision: 'f64' });
  assert.ok(compare(mesh) > 300);
});

test('a tree in f32 finds the same triangles', () => {
  const geometry = treed(knot(), { precision: 'f32' });
  assert.equal(geometry.boundsTree.mesh.precision, 'f32');
  const mesh = new THREE.Mesh(geometry, material(THREE.DoubleSide));
  const raycaster = new THREE.Raycaster();
  for (const ray of rays(3, 2)) {
    raycaster.ray.copy(ray);
    const [expected, found] = [[], []];
    THREE.Mesh.prototype.raycast.call(mesh, raycaster, expected);
    three.acceleratedRaycast.call(mesh, raycaster, found);
    assert.deepEqual(found.map(key).sort(), expected.map(key).sort());
  }
});

test('a tree answers the queries of three-mesh-bvh under the same names', () => {
  const geometry = treed(new THREE.BoxGeometry(2, 2, 2));
  const near = geometry.boundsTree.closestPointToPoint(new Vector3(0.25, 0.5, 3));
  assert.deepEqual([near.point.toArray(), near.distance], [[0.25, 0.5, 1], 2]);
  assert.ok([8, 9].includes(near.faceIndex));
  assert.equal(geometry.boundsTree.closestPointToPoint(new Vector3(NaN, 0, 0)), null);
  const other = new THREE.BoxGeometry(1, 1, 1);
  const shift = (x) => new THREE.Matrix4().makeTranslation(x, 0, 0);
  for (const prepare of [() => {}, () => treed(other)]) {
    prepare();
    assert.equal(geometry.boundsTree.intersectsGeometry(other, shift(1.5)), true);
    assert.equal(geometry.boundsTree.intersectsGeometry(other, shift(1.5000001)), false);
  }
  assert.ok(geometry.boundsTree.mesh instanceof TriMesh);
});

test('matrices that cannot be inverted are left to three', () => {
  const mesh = new THREE.Mesh(treed(knot()), material(THREE.DoubleSide));
  mesh.scale.set(1, 0, 1);
  compare(mesh, { count: 100 });
  const instanced = new THREE.InstancedMesh(treed(knot()), material(THREE.DoubleSide), 2);
  instanced.setMatrixAt(1, new THREE.Matrix4().makePerspective(-1, 1, 1, -1, 1, 9));
  instanced.computeBoundingSphere();
  compare(instanced, { count: 100 });
});

test('geometries that are no mesh are errors that name the member', () => {
  const { BoundsTree } = three;
  const fails = (geometry, field) => assert.throws(() => new BoundsTree(geometry), { name: 'BarycastError', code: 'invalid_shape', field });
  const position = (list, size = 3) => new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(list, size));
  fails(undefined, 'geometry');
  fails(new THREE.BufferGeometry(), 'geometry.attributes.position');
  fails(position([0, 0, 1, 0, 0, 1], 2), 'geometry.attributes.position');
  fails(position([0, 0, NaN, 1, 0, 0, 0, 1, 0]), 'geometry.attributes.position');
  fails(position([0, 0, 0, 1, 0, 0]), 'geometry.index');
  fails(position([0, 0, 0, 1, 0, 0, 0, 1, 0]).setIndex([0, 1, 3]), 'geometry.index');
  assert.throws(() => new BoundsTree(knot(), { precision: 'f16' }), { name: 'BarycastError', field: 'precision' });
  assert.throws(() => three.refitBoundsTree.call(knot()), BarycastError);
  const geometry = treed(knot());
  geometry.setAttribute('position', position([0, 0, 0]).attributes.position);
  assert.throws(() => three.refitBoundsTree.call(geometry), { field: 'geometry.attributes.position' });
});

test('install sets the methods, and objects without a tree are cast by three', () => {
  const mesh = new THREE.Mesh(knot(), material(THREE.DoubleSide));
  const raycaster = new THREE.Raycaster(new Vector3(5, 0.2, 0.1), new Vector3(-1, 0, 0));
  const expected = raycaster.intersectObject(mesh);
  three.install();
  assert.ok(expected.length > 0);
  same(raycaster.intersectObject(mesh), expected);
  mesh.geometry.computeBoundsTree();
  same(raycaster.intersectObject(mesh), expected);
  const instanced = new THREE.InstancedMesh(mesh.geometry, mesh.material, 1);
  assert.equal(raycaster.intersectObject(instanced)[0].instanceId, 0);
  mesh.geometry.disposeBoundsTree();
  assert.equal(mesh.geometry.boundsTree, null);
  same(raycaster.intersectObject(mesh), expected);
  const { mesh: posed } = skinned();
  assert.equal(posed.computePosedBoundsTree(), posed.boundsTree);
  posed.disposePosedBoundsTree();
  assert.equal(posed.boundsTree, null);
});
