// What the bench runs in a browser.

import { init } from 'barycast';
import { rows, table } from './measure.mjs';

/** Measures a mesh from the lists of its numbers. */
globalThis.bench = async (model, address, rounds) => {
  await init();
  const [positions, indices] = await Promise.all(['positions', 'indices'].map(async (part) => (await fetch(`${address}.${part}`)).arrayBuffer()));
  return rows(model, { positions: new Float32Array(positions), indices: new Uint32Array(indices) }, rounds);
};
globalThis.table = table;
