export * from './questions.js';

/**
 * Fetches and compiles the WebAssembly module. Await it once before any other call; later calls
 * return the same promise.
 *
 * @param source where the module is, or its bytes; by default beside this file
 */
export function init(source?: URL | string | Response | BufferSource | WebAssembly.Module): Promise<void>;
