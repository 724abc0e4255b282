// The questions about shapes, pairs and traces, with a small WebAssembly module beside it, for Node, whose `fetch` reads no files.

import { readFile } from 'node:fs/promises';
import { init as start } from './learn.js';

export * from './learn.js';

/** Reads and compiles the module, once. */
export function init(source = new URL('./wasm/learn_bg.wasm', import.meta.url)) {
  const isFile = source instanceof URL && source.protocol === 'file:';
  return start(isFile ? readFile(source) : source);
}
