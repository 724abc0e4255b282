// barycast with the WebAssembly module beside it, for bundlers and content delivery networks.

import load from './wasm/barycast.js';

export * from './core.js';

let ready;

/** Fetches and compiles the module, once. */
export function init(source = new URL('./wasm/barycast_bg.wasm', import.meta.url)) {
  ready ??= load({ module_or_path: source }).then(() => undefined);
  return ready;
}
