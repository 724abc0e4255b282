// barycast with the WebAssembly module inlined: no bundler settings, no second request.

import { initSync } from './wasm/barycast.js';

export * from './core.js';

let ready;

/** Unpacks and compiles the module, once. */
export function init() {
  ready ??= unpack().then((module) => void initSync({ module }));
  return ready;
}

async function unpack() {
  const { inlined } = await import('./wasm/inlined.js');
  const packed = Uint8Array.from(atob(inlined), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
