// The same work by each library. The first way of a row is ours.

import RAPIER from '@dimforge/rapier3d-compat';
import { TriMesh } from 'barycast';
import { acceleratedRaycast, BoundsTree } from 'barycast/three';
import * as THREE from 'three';
import { acceleratedRaycast as theirRaycast, MeshBVH } from 'three-mesh-bvh';

const { Vector3 } = THREE;

/**
 * Returns for each query the ways to answer it: a name, and `run(count, place)`, which answers the queries `place(0)` to
 * `place(count - 1)`.
 */
export async function libraries({ positions, indices }, { camera, random, points, shifts }) {
  await RAPIER.init();
  const single = new TriMesh(positions, indices);
  const double = new TriMesh(Float64Array.from(positions), indices);
  const geometry = () => new THREE.BufferGeometry().setAttribute('position', new THREE.BufferAttribute(positions, 3)).setIndex(new THREE.BufferAttribute(indices, 1));
  const theirs = geometry();
  // It sorts the index in place.
  theirs.setIndex(new THREE.BufferAttribute(indices.slice(), 1));
  theirs.boundsTree = new MeshBVH(theirs);
  const ours = geometry();
  ours.boundsTree = new BoundsTree(ours);
  const plain = geometry();
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  const collider = world.createCollider(RAPIER.ColliderDesc.trimesh(positions, indices));
  world.step();

  const build = [
    { name: 'barycast, f32', run: () => void new TriMesh(positions, indices).free() },
    { name: 'barycast, f64', run: () => void new TriMesh(Float64Array.from(positions), indices).free() },
    { name: 'three-mesh-bvh (its default, CENTER)', run: () => void new MeshBVH(geometry().setIndex(new THREE.BufferAttribute(indices.slice(), 1))) },
    { name: 'Rapier', run: () => void world.removeCollider(world.createCollider(RAPIER.ColliderDesc.trimesh(positions, indices)), false) },
  ];
  const rays = (list) => casts({ list, single, double, ours, theirs, plain, collider });
  return {
    build,
    'first hit, camera': rays(camera),
    'first hit, random': rays(random),
    'nearest point': nearest({ points, single, double, theirs, collider }),
    'mesh against mesh': pairs({ shifts, single, double, theirs, collider }),
  };
}

function casts({ list, single, double, ours, theirs, plain, collider }) {
  const inDouble = Float64Array.from(list);
  const batch = (mesh, all) => (count) => Array.from(mesh.castFirst(all.subarray(0, 6 * count)).t);
  const eachRay = (cast) => (count, place) => {
    const found = new Array(count);
    for (let i = 0; i < count; i++) found[i] = cast(6 * place(i));
    return found;
  };
  const material = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
  const raycaster = new THREE.Raycaster();
  raycaster.firstHitOnly = true;
  const byRaycaster = (geometry, raycast) => {
    const mesh = new THREE.Mesh(geometry, material);
    if (raycast) mesh.raycast = raycast;
    return eachRay((at) => {
      raycaster.ray.origin.fromArray(list, at);
      raycaster.ray.direction.fromArray(list, at + 3);
      return raycaster.intersectObject(mesh)[0]?.distance ?? Infinity;
    });
  };
  const ray = new THREE.Ray();
  const rapierRay = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 1 });
  return [
    { name: 'barycast, f32, all rays in a call', run: batch(single, list) },
    { name: 'barycast, f64, all rays in a call', run: batch(double, inDouble) },
    { name: 'barycast, f64, a call for each ray', run: eachRay((at) => double.castOne(inDouble.subarray(at, at + 6))?.t ?? Infinity) },
    { name: 'barycast/three, Raycaster, first hit', run: byRaycaster(ours, acceleratedRaycast) },
    {
      name: 'three-mesh-bvh, raycastFirst',
      run: eachRay((at) => {
        ray.origin.fromArray(list, at);
        ray.direction.fromArray(list, at + 3);
        return theirs.boundsTree.raycastFirst(ray, THREE.DoubleSide)?.distance ?? Infinity;
      }),
    },
    { name: 'three-mesh-bvh, Raycaster, first hit', run: byRaycaster(theirs, theirRaycast) },
    { name: 'three, Raycaster', run: byRaycaster(plain, null), count: 30 },
    {
      name: 'Rapier, castRayAndGetNormal',
      run: eachRay((at) => {
        [rapierRay.origin.x, rapierRay.origin.y, rapierRay.origin.z] = [list[at], list[at + 1], list[at + 2]];
        [rapierRay.dir.x, rapierRay.dir.y, rapierRay.dir.z] = [list[at + 3], list[at + 4], list[at + 5]];
        return collider.castRayAndGetNormal(rapierRay, 3e38, true)?.timeOfImpact ?? Infinity;
      }),
    },
  ];
}

function nearest({ points, single, double, theirs, collider }) {
  const inDouble = Float64Array.from(points);
  const batch = (mesh, all) => (count) => Array.from(mesh.closest(all.subarray(0, 3 * count)).distance);
  const point = new Vector3();
  const target = {};
  const each = (distance) => (count) => Array.from({ length: count }, (_, i) => distance(point.fromArray(points, 3 * i)));
  return [
    { name: 'barycast, f32, all points in a call', run: batch(single, points) },
    { name: 'barycast, f64, all points in a call', run: batch(double, inDouble) },
    { name: 'three-mesh-bvh, closestPointToPoint', run: each((p) => theirs.boundsTree.closestPointToPoint(p, target).distance) },
    {
      name: 'Rapier, projectPoint',
      run: each((p) => {
        const { point: q } = collider.projectPoint(p, false);
        return Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z);
      }),
    },
  ];
}

function pairs({ shifts, single, double, theirs, collider }) {
  const matrices = shifts.map(([x, y, z]) => new THREE.Matrix4().makeTranslation(x, y, z));
  const turn = { x: 0, y: 0, z: 0, w: 1 };
  const each = (meets) => (count, place) => Array.from({ length: count }, (_, i) => meets(place(i)));
  return [
    { name: 'barycast, f32', run: each((i) => single.intersects(single, matrices[i])) },
    { name: 'barycast, f64', run: each((i) => double.intersects(double, matrices[i])) },
    { name: 'three-mesh-bvh, intersectsGeometry', run: each((i) => theirs.boundsTree.intersectsGeometry(theirs, matrices[i])) },
    {
      // Its call builds the tree of the shape that it is given.
      name: 'Rapier, intersectsShape (builds a tree in each call)',
      run: each((i) => {
        const [x, y, z] = shifts[i];
        return collider.intersectsShape(collider.shape, { x, y, z }, turn);
      }),
      count: 2,
    },
  ];
}
