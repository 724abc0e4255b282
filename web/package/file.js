// Mesh files, read from memory. `api.d.ts` documents them.

import { call, invalid } from './fault.js';
import { MeshFile } from './wasm/barycast.js';

const view = (bytes) => {
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  throw invalid('bytes', 'an ArrayBuffer or a typed array');
};

export function readMeshFile(bytes, name = '') {
  const read = view(bytes);
  const file = call(() => new MeshFile(String(name), read));
  try {
    const scene = JSON.parse(call(() => file.description()));
    scene.meshes = scene.meshes.map((mesh, at) => ({ ...mesh, positions: call(() => file.positions(at)), indices: call(() => file.indices(at)) }));
    scene.parts = scene.parts.map((part) => ({ ...part, matrix: Float64Array.from(part.matrix) }));
    return scene;
  } finally {
    file.free();
  }
}
