// barycast with the WebAssembly module beside it, for Node, whose `fetch` reads no files.

import { readFile } from 'node:fs/promises';
import load from './wasm/barycast.js';

export * from './core.js';

let ready;

/** Reads and compiles the module, once. */
export function init(source = new URL('./wasm/barycast_bg.wasm', import.meta.url)) {
  const isFile = source instanceof URL && source.protocol === 'file:';
  ready ??= Promise.resolve(isFile ? readFile(source) : source)
    .then((module_or_path) => load({ module_or_path }))
    .then(() => undefined);
  return ready;
}
