// Moving bodies with contact events over the WebAssembly module. `api.d.ts` documents them.

import { BarycastError, call, invalid, isList } from './fault.js';
import { World as Bodies } from './wasm/barycast.js';

/** Stands for no body in results of many rays. */
export const NO_BODY = 2n ** 64n - 1n;

const EVENTS = ['started', 'persisted', 'stopped'];

function reals(field, list) {
  if (!isList(list)) throw invalid(field, 'a typed array or a list of numbers');
  return list instanceof Float64Array ? list : Float64Array.from(list);
}

function handle(body) {
  if (typeof body !== 'bigint' || body < 0n || body > NO_BODY) throw invalid('body', 'a bigint that `add` returned');
  return body;
}

function bits(field, value) {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw invalid(field, '32 bits, a whole number from 0 to 2^32 - 1');
  return value;
}

function number(field, value) {
  if (typeof value !== 'number' || Number.isNaN(value)) throw invalid(field, 'a number');
  return value;
}

/** The bits of a filter in options. */
function filter({ memberships = 1, mask = 0xffffffff } = {}) {
  return [bits('memberships', memberships), bits('mask', mask)];
}

export class World {
  #bodies;
  #dimensions;

  constructor(dimensions = 3) {
    if (dimensions !== 2 && dimensions !== 3) throw invalid('dimensions', '2 or 3');
    this.#dimensions = dimensions;
    this.#bodies = call(() => new Bodies(dimensions));
  }

  get dimensions() {
    return this.#dimensions;
  }

  get bodies() {
    const bodies = this.#open();
    return call(() => bodies.handles());
  }

  has(body) {
    const bodies = this.#open();
    return call(() => bodies.has(handle(body)));
  }

  add(shape, options = {}) {
    const bodies = this.#open();
    const { pose = [], sensor = false } = options;
    const [memberships, mask] = filter(options);
    return call(() => bodies.add(JSON.stringify(shape) ?? 'null', reals('pose', pose), memberships, mask, Boolean(sensor)));
  }

  setPose(body, pose) {
    this.setPoses([body], pose);
  }

  setPoses(list, poses) {
    const bodies = this.#open();
    if (!(list instanceof BigUint64Array) && !Array.isArray(list)) throw invalid('bodies', 'a list of bodies');
    const handles = list instanceof BigUint64Array ? list : BigUint64Array.from(list, handle);
    call(() => bodies.set_poses(handles, reals('poses', poses)));
  }

  setShape(body, shape) {
    const bodies = this.#open();
    call(() => bodies.replace(handle(body), JSON.stringify(shape) ?? 'null'));
  }

  setFilter(body, options) {
    const bodies = this.#open();
    const [memberships, mask] = filter(options);
    call(() => bodies.set_filter(handle(body), memberships, mask));
  }

  remove(body) {
    const bodies = this.#open();
    call(() => bodies.remove(handle(body)));
  }

  step() {
    const bodies = this.#open();
    const rows = call(() => bodies.step());
    const [pairs, kinds, sensors, points, normals, depths] = [rows.bodies(), rows.kinds(), rows.sensors(), rows.points(), rows.normals(), rows.numbers()];
    rows.free();
    return Array.from(kinds, (kind, at) => ({
      type: EVENTS[kind],
      a: pairs[2 * at],
      b: pairs[2 * at + 1],
      sensor: sensors[at] === 1,
      point: this.#vector(points, at),
      normal: this.#vector(normals, at),
      depth: Number.isNaN(depths[at]) ? null : depths[at],
    }));
  }

  manifolds() {
    const bodies = this.#open();
    const rows = call(() => bodies.manifolds());
    const [pairs, offsets, ons, others, normals, depths] = [rows.bodies(), rows.offsets(), rows.points(), rows.others(), rows.normals(), rows.numbers()];
    rows.free();
    return Array.from({ length: pairs.length / 2 }, (_, at) => ({
      a: pairs[2 * at],
      b: pairs[2 * at + 1],
      normal: this.#vector(normals, at),
      points: Array.from({ length: offsets[at + 1] - offsets[at] }, (_, i) => offsets[at] + i)
        .map((i) => ({ point_a: this.#vector(ons, i), point_b: this.#vector(others, i), depth: depths[i] })),
    }));
  }

  castFirst(rays, options = {}) {
    const bodies = this.#open();
    const rows = call(() => bodies.cast_first(reals('rays', rays), number('maxT', options.maxT ?? Infinity), ...filter(options)));
    const result = { t: rows.numbers(), body: rows.bodies(), point: rows.points(), normal: rows.normals(), front: rows.kinds() };
    rows.free();
    return result;
  }

  sweep(shape, velocity, options = {}) {
    const bodies = this.#open();
    const maxT = number('maxT', options.maxT ?? 1);
    const rows = call(() => bodies.sweep(JSON.stringify(shape) ?? 'null', reals('velocity', velocity), maxT, ...filter(options)));
    const [found, t, points, normals] = [rows.bodies(), rows.numbers(), rows.points(), rows.normals()];
    rows.free();
    if (found.length === 0) return null;
    return { t: t[0], body: found[0], point: this.#vector(points, 0), normal: this.#vector(normals, 0) };
  }

  nearest(shape, options = {}) {
    const bodies = this.#open();
    const { count = 1, maxDistance = Infinity } = options;
    if (!Number.isInteger(count) || count < 0) throw invalid('count', 'a whole number from 0');
    const most = Math.min(count, 0xffffffff);
    const rows = call(() => bodies.nearest(JSON.stringify(shape) ?? 'null', most, number('maxDistance', maxDistance), ...filter(options)));
    const [found, distances, ons, others] = [rows.bodies(), rows.numbers(), rows.points(), rows.others()];
    rows.free();
    return Array.from(found, (body, at) => ({ body, distance: distances[at], point_a: this.#vector(ons, at), point_b: this.#vector(others, at) }));
  }

  overlapping(shape, options = {}) {
    const bodies = this.#open();
    return call(() => bodies.overlapping(JSON.stringify(shape) ?? 'null', ...filter(options)));
  }

  free() {
    this.#bodies?.free();
    this.#bodies = null;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }

  #open() {
    if (!this.#bodies) throw new BarycastError({ code: 'freed', message: 'the world was freed' });
    return this.#bodies;
  }

  /** A group of numbers as a vector; `null` for NaN. */
  #vector(numbers, at) {
    const group = Array.from(numbers.subarray(this.#dimensions * at, this.#dimensions * (at + 1)));
    return group.some(Number.isNaN) ? null : group;
  }
}
