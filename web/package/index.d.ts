export * from './api.js';

/**
 * Unpacks and compiles the WebAssembly module, which is inlined. Await it once before any other
 * call; later calls return the same promise.
 */
export function init(): Promise<void>;
