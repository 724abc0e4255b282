// Bodies that fall onto the ground: events when they touch it, the contact that lifts them out, and a ray that finds one.

import { init, World, type Body } from 'barycast';

await init();

const world = new World();
const ground = world.add({ half_space: { normal: [0, 0, 1], distance: 0 } });
const zone = world.add({ aabb: { min: [2, -1, 0.1], max: [4, 1, 2] } }, { sensor: true });

interface Mover { body: Body; name: string; position: [number, number, number]; velocity: [number, number, number] }
const movers: Mover[] = [
  { body: world.add({ sphere: { center: [0, 0, 0], radius: 0.5 } }), name: 'ball', position: [0, 0, 2], velocity: [0, 0, 0] },
  { body: world.add({ aabb: { min: [-0.4, -0.4, -0.4], max: [0.4, 0.4, 0.4] } }), name: 'crate', position: [0, 3, 1], velocity: [4, -4, 0] },
];
const names = new Map<Body, string>([[ground, 'ground'], [zone, 'zone'], ...movers.map(({ body, name }): [Body, string] => [body, name])]);
const poses = () => movers.flatMap(({ position }) => [...position, 0, 0, 0, 1]);

const seconds = 1 / 60;
for (let frame = 0; frame < 60; frame++) {
  for (const { position, velocity } of movers) {
    velocity[2] -= 9.81 * seconds;
    for (const axis of [0, 1, 2] as const) position[axis] += velocity[axis] * seconds;
  }
  world.setPoses(movers.map(({ body }) => body), poses());
  for (const { type, a, b, sensor, normal, depth } of world.step()) {
    if (type !== 'persisted') console.log(`${frame}: ${names.get(a)} and ${names.get(b)} ${type}`);
    // The ground pushes out what sank into it. `normal` points from `a` to `b`, and the ground was added first.
    const mover = movers.find(({ body }) => body === b);
    if (sensor || type === 'stopped' || !mover || !normal || depth === null) continue;
    for (const axis of [0, 1, 2] as const) mover.position[axis] += normal[axis]! * depth;
    mover.velocity[2] = Math.max(0, mover.velocity[2]);
  }
  world.setPoses(movers.map(({ body }) => body), poses());
  // -> 20: ground and crate started
  // -> 24: zone and crate started
  // -> 32: ground and ball started
}

const { t, body } = world.castFirst([0, 0, 9, 0, 0, -1]);
console.log(names.get(body[0]!), t[0]!.toFixed(2)); // -> ball 8.00
world.free();
