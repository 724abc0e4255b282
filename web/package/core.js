// The API of barycast over the WebAssembly module. `api.d.ts` documents it.

import { BarycastError, call } from './fault.js';
import { Protocol } from './wasm/barycast.js';

export { BarycastError };
export { readMeshFile } from './file.js';
export { Scene, TriMesh } from './mesh.js';
export { NO_BODY, World } from './world.js';

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
