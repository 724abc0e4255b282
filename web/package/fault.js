// Errors, and checks of arguments that are lists of numbers.

export class BarycastError extends Error {
  constructor({ code, field = null, message }) {
    super(message);
    this.name = 'BarycastError';
    this.code = code;
    this.field = field;
  }
}

/** Calls the module. Its errors are JSON, and before `init` nothing is there to call. */
export function call(f) {
  try {
    return f();
  } catch (thrown) {
    if (typeof thrown === 'string') throw new BarycastError(JSON.parse(thrown));
    if (thrown instanceof TypeError && /undefined/.test(thrown.message)) {
      throw new BarycastError({ code: 'not_ready', message: 'call `await init()` first' });
    }
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
      const message = `the module ran out of memory or stopped: ${thrown.message}`;
      throw new BarycastError({ code: 'stopped', message });
    }
    throw thrown;
  }
}

export function invalid(field, message) {
  return new BarycastError({ code: 'invalid_shape', field, message: `${field} must be ${message}` });
}

export function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Checks a list of whole numbers from 0 to 2^32 - 1, which typed arrays would cut silently. */
export function whole(field, list) {
  if (list instanceof Uint32Array) return list;
  if (!isList(list)) throw invalid(field, 'a typed array or a list of whole numbers');
  const copy = Uint32Array.from(list);
  const wrong = copy.findIndex((index, at) => index !== list[at]);
  if (wrong >= 0) throw invalid(field, `whole numbers below 2^32, got ${list[wrong]} at ${wrong}`);
  return copy;
}
