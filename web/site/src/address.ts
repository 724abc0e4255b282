// The state of a page in its address: `q` is a word, and every other value is JSON.

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isVector = (value: unknown): value is [number, number] => Array.isArray(value) && value.length === 2 && value.every(isNumber);
export const isVector3 = (value: unknown): value is [number, number, number] => Array.isArray(value) && value.length === 3 && value.every(isNumber);
export const isOneOf = <T>(list: readonly T[]) => (value: unknown): value is T => (list as readonly unknown[]).includes(value);

export function toAddress(q: string, values: Record<string, unknown>): string {
  const parts = new URLSearchParams({ q });
  for (const [key, value] of Object.entries(values)) if (value !== undefined) parts.set(key, JSON.stringify(value));
  return `#${parts}`;
}

/** An address that is read. What is missing or wrong stays as it is at the start, and `whole` is then false. */
export class Address {
  private readonly parts: URLSearchParams;
  whole = true;

  constructor(hash: string, private readonly reviver?: (key: string, value: unknown) => unknown) {
    this.parts = new URLSearchParams(hash.replace(/^#/, ''));
  }

  read<T>(key: string, is: (value: unknown) => value is T, set: (value: T) => void): void {
    const text = this.parts.get(key);
    if (text === null) return;
    try {
      const value: unknown = key === 'q' ? text : JSON.parse(text, this.reviver);
      if (is(value)) return set(value);
    } catch {
      // Cut short or edited.
    }
    this.whole = false;
  }

  /** An address that states anything has to state all of these. */
  needs(...keys: string[]): void {
    if ([...this.parts.keys()].length > 0 && !keys.every((key) => this.parts.has(key))) this.whole = false;
  }
}
