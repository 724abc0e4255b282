// The API of barycast over the WebAssembly module. `api.d.ts` documents it.

import { MeshF32, MeshF64, Protocol } from './wasm/barycast.js';

export class BarycastError extends Error {
  constructor({ code, field = null, message }) {
    super(message);
    this.name = 'BarycastError';
    this.code = code;
    this.field = field;
  }
}

/** Calls the module. Its errors are JSON, and before `init` nothing is there to call. */
function call(f) {
  try {
    return f();
  } catch (thrown) {
    if (typeof thrown === 'string') throw new BarycastError(JSON.parse(thrown));
    if (thrown instanceof TypeError && /undefined/.test(thrown.message)) {
      throw new BarycastError({ code: 'not_ready', message: 'call `await init()` first' });
    }
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
      const message = `the module ran out of memory or stopped: ${thrown.message}`;
      throw new BarycastError({ code: 'stopped', message });
    }
    throw thrown;
  }
}

export class Session {
  #protocol = call(() => new Protocol());

  query(line, { trace = false } = {}) {
    return call(() => this.#protocol.query(String(line), trace));
  }

  queryLines(lines, { trace = false } = {}) {
    return call(() => this.#protocol.query_lines(String(lines), trace));
  }

  free() {
    this.#protocol.free();
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }
}

export function query(line, options) {
  const session = new Session();
  try {
    return session.query(line, options);
  } finally {
    session.free();
  }
}

export function queryLines(lines, options) {
  const session = new Session();
  try {
    return session.queryLines(lines, options);
  } finally {
    session.free();
  }
}

const infinities = { inf: Infinity, '-inf': -Infinity };

/** Sends a request as an object, and returns the answer with infinite numbers as numbers. */
export function request(object) {
  const text = query(JSON.stringify(object));
  const answer = JSON.parse(text, (_, value) => infinities[value] ?? value);
  if (answer.error) throw new BarycastError(answer.error);
  return answer;
}

export const intersects = (a, b, options) => request({ ...options, op: 'intersects', a, b }).intersects;
export const contains = (a, b) => request({ op: 'contains', a, b }).contains;
export const signedDistance = (a, b) => request({ op: 'signed_distance', a, b }).signed_distance;
export const contact = (a, b) => request({ op: 'contact', a, b }).contact;
export const manifold = (a, b) => request({ op: 'manifold', a, b }).manifold;
export const cast = (a, b, options) => request({ ...options, op: 'cast', a, b }).hit;
export const casts = (a, b, options) => request({ ...options, op: 'casts', a, b }).hits;
export const sweep = (a, b, options) => request({ ...options, op: 'sweep', a, b }).toi;

export function distance(a, b) {
  const { distance, point_a, point_b } = request({ op: 'distance', a, b });
  return { distance, point_a, point_b };
}

function invalid(field, message) {
  return new BarycastError({ code: 'invalid_shape', field, message: `${field} must be ${message}` });
}

function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Checks a list of whole numbers from 0 to 2^32 - 1, which typed arrays would cut silently. */
function whole(field, list) {
  if (list instanceof Uint32Array) return list;
  if (!isList(list)) throw invalid(field, 'a typed array or a list of whole numbers');
  const copy = Uint32Array.from(list);
  const wrong = copy.findIndex((index, at) => index !== list[at]);
  if (wrong >= 0) throw invalid(field, `whole numbers below 2^32, got ${list[wrong]} at ${wrong}`);
  return copy;
}

export class TriMesh {
  #mesh;
  #Numbers;

  constructor(positions, indices) {
    if (!isList(positions)) throw invalid('positions', 'a Float32Array, a Float64Array or a list of numbers');
    this.#Numbers = positions instanceof Float32Array ? Float32Array : Float64Array;
    const Mesh = positions instanceof Float32Array ? MeshF32 : MeshF64;
    const list = indices ?? Uint32Array.from({ length: Math.floor(positions.length / 3) }, (_, i) => i);
    this.#mesh = call(() => new Mesh(this.#numbers('positions', positions), whole('indices', list)));
  }

  get precision() {
    return this.#Numbers === Float32Array ? 'f32' : 'f64';
  }

  get triangleCount() {
    return this.#open().triangle_count();
  }

  refit(positions) {
    const mesh = this.#open();
    call(() => mesh.refit(this.#numbers('positions', positions)));
  }

  castFirst(rays, options) {
    return this.#hits('cast_first', rays, options);
  }

  castAll(rays, options) {
    return this.#hits('cast_all', rays, options);
  }

  castAny(rays, { maxT = Infinity, cull = false } = {}) {
    const mesh = this.#open();
    return call(() => mesh.cast_any(this.#numbers('rays', rays), maxT, cull));
  }

  closest(points) {
    const mesh = this.#open();
    const near = call(() => mesh.closest(this.#numbers('points', points)));
    const { distance, triangle, point } = near;
    near.free();
    return { distance, triangle, point };
  }

  contains(points) {
    const mesh = this.#open();
    return call(() => mesh.contains(this.#numbers('points', points)));
  }

  signedDistance(points) {
    const mesh = this.#open();
    return call(() => mesh.signed_distance(this.#numbers('points', points)));
  }

  free() {
    this.#mesh?.free();
    this.#mesh = null;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }

  #open() {
    if (!this.#mesh) throw new BarycastError({ code: 'freed', message: 'the mesh was freed' });
    return this.#mesh;
  }

  #numbers(field, list) {
    if (!isList(list)) throw invalid(field, 'a typed array or a list of numbers');
    return list instanceof this.#Numbers ? list : this.#Numbers.from(list);
  }

  #hits(name, rays, { maxT = Infinity, cull = false } = {}) {
    const mesh = this.#open();
    const hits = call(() => mesh[name](this.#numbers('rays', rays), maxT, cull));
    const { t, triangle, point, normal, uv, front } = hits;
    const result = { t, triangle, point, normal, uv, front };
    if (name === 'cast_all') result.offsets = hits.offsets;
    hits.free();
    return result;
  }
}
