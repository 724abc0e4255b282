// Elements of the page and of pictures.

type Attributes = Record<string, string | number | boolean | null | undefined>;
type Child = Node | string | null | undefined | false;

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

export const byId = <E extends Element = HTMLElement>(id: string): E => document.getElementById(id) as unknown as E;

/** A number for people: at most six significant digits. */
export function short(x: number | string | null | undefined): string {
  if (x === 'inf') return '∞';
  if (x === '-inf') return '−∞';
  if (typeof x !== 'number') return '–';
  const text = Math.abs(x) >= 1e6 || (x !== 0 && Math.abs(x) < 1e-4) ? x.toExponential(3) : String(Number(x.toPrecision(5)));
  return text.replaceAll('-', '−');
}

export const pair = (p: number[] | null | undefined): string => (p ? `(${p.map(short).join(', ')})` : '–');
