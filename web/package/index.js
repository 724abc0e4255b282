// barycast with the WebAssembly module inlined: no bundler settings, no second request.

import load from './wasm/barycast.js';

export * from './core.js';

let ready;

/** Unpacks and compiles the module, once. */
export function init() {
  // Not `initSync`: browsers instantiate no module above 8 MB that way.
  ready ??= unpack().then((module_or_path) => load({ module_or_path })).then(() => undefined);
  return ready;
}

async function unpack() {
  const { inlined } = await import('./wasm/inlined.js');
  const packed = Uint8Array.from(atob(inlined), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
