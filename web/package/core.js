// The API of barycast over the WebAssembly module. `api.d.ts` documents it.

import { questions } from './questions.js';
import { Protocol } from './wasm/barycast.js';

export { BarycastError } from './fault.js';
export { readMeshFile } from './file.js';
export { Scene, TriMesh } from './mesh.js';
export { NO_BODY, World } from './world.js';
export const {
  Session, query, queryLines, request, intersects, contains, signedDistance, contact, manifold, cast, casts, sweep, distance,
} = /* @__PURE__ */ questions(Protocol);
