// The questions about shapes, pairs and traces, with a small WebAssembly module beside it.

import { questions } from './questions.js';
import load, { Protocol } from './wasm/learn.js';

export { BarycastError } from './fault.js';
export const {
  Session, query, queryLines, request, intersects, contains, signedDistance, contact, manifold, cast, casts, sweep, distance,
} = /* @__PURE__ */ questions(Protocol);

let ready;

/** Fetches and compiles the module, once. */
export function init(source = new URL('./wasm/learn_bg.wasm', import.meta.url)) {
  ready ??= load({ module_or_path: source }).then(() => undefined);
  return ready;
}
