// Questions about shapes, over the class `Protocol` of a module.

import { BarycastError, call } from './fault.js';

const infinities = { inf: Infinity, '-inf': -Infinity };

export function questions(Protocol) {
  class Session {
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

  function query(line, options) {
    const session = new Session();
    try {
      return session.query(line, options);
    } finally {
      session.free();
    }
  }

  function queryLines(lines, options) {
    const session = new Session();
    try {
      return session.queryLines(lines, options);
    } finally {
      session.free();
    }
  }

  /** Sends a request as an object, and returns the answer with infinite numbers as numbers. */
  function request(object) {
    const text = query(JSON.stringify(object));
    const answer = JSON.parse(text, (_, value) => infinities[value] ?? value);
    if (answer.error) throw new BarycastError(answer.error);
    return answer;
  }

  const intersects = (a, b, options) => request({ ...options, op: 'intersects', a, b }).intersects;
  const contains = (a, b) => request({ op: 'contains', a, b }).contains;
  const signedDistance = (a, b) => request({ op: 'signed_distance', a, b }).signed_distance;
  const contact = (a, b) => request({ op: 'contact', a, b }).contact;
  const manifold = (a, b) => request({ op: 'manifold', a, b }).manifold;
  const cast = (a, b, options) => request({ ...options, op: 'cast', a, b }).hit;
  const casts = (a, b, options) => request({ ...options, op: 'casts', a, b }).hits;
  const sweep = (a, b, options) => request({ ...options, op: 'sweep', a, b }).toi;

  function distance(a, b) {
    const { distance, point_a, point_b } = request({ op: 'distance', a, b });
    return { distance, point_a, point_b };
  }

  return {
    Session, query, queryLines, request, intersects, contains, signedDistance, contact, manifold, cast, casts, sweep, distance,
  };
}
