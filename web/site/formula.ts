// Formulas of the library's derivations, set when the site is built. They are written in plain text there, with `.` for the dot product,
// `x` for the cross product and `|v|` for a length; what is no formula stays text.

import katex from 'katex';

/** Names of more than a letter that derivations use as symbols. */
const NAMES: Record<string, string> = { rho: '\\rho', delta: '\\delta', eps: '\\varepsilon', root: '\\mathrm{root}' };
for (const name of ['axis', 'line', 'direction', 'lowest', 'highest', 'size', 'enter', 'exit', 'box', 'foot']) NAMES[name] = `\\mathrm{${name}}`;
const FUNCTIONS = new Set(['min', 'max', 'sqrt', 'distance']);
/** Operators over an index. */
const SUMS: Record<string, string> = { sum: '\\sum', min: '\\min', max: '\\max' };
const RELATIONS: Record<string, string> = { '<=': '\\le', '>=': '\\ge', '!=': '\\ne', '=': '=', '<': '<', '>': '>' };

class NoFormula extends Error {}

/** Words, symbols and numbers of a formula; `.` and `x` are operators where they stand alone. */
function tokens(text: string): string[] {
  const found: string[] = [];
  const pattern = /\s*(-\+|<=|>=|!=|(?<=\s)\.(?=\s)|\d+(?:\.\d+)?|[A-Za-z]+\d?(?:\.(?:min|max))?(?:_[A-Za-z0-9]+)?(?![A-Za-z0-9_])|_[a-z]|[-+/^()|,=<>])/y;
  const whole = text.trim();
  while (pattern.lastIndex < whole.length) {
    const match = pattern.exec(whole);
    if (!match) throw new NoFormula(whole);
    found.push(match[1]!);
  }
  return found;
}

class Parser {
  private at = 0;
  private depth = 0;
  /** Whether something besides a single symbol was read. */
  hasOperator = false;

  constructor(private readonly list: string[], private readonly fractions: boolean) {}

  private get next(): string | undefined {
    return this.list[this.at];
  }

  private take(token: string): void {
    if (this.next !== token) throw new NoFormula(token);
    this.at++;
  }

  whole(): string {
    const tex = this.relations();
    if (this.at < this.list.length) throw new NoFormula(this.next);
    return tex;
  }

  private relations(): string {
    let tex = this.sum();
    for (;;) {
      const relation = RELATIONS[this.next ?? ''];
      if (!relation) return tex;
      this.operator();
      tex += ` ${relation} ${this.sum()}`;
    }
  }

  private operator(): void {
    this.at++;
    this.hasOperator = true;
  }

  private sum(): string {
    let tex = this.product();
    while (this.next === '+' || this.next === '-' || this.next === '-+') {
      const sign = this.next === '-+' ? '\\mp' : this.next;
      this.operator();
      tex += ` ${sign} ${this.product()}`;
    }
    return tex;
  }

  private product(): string {
    if (this.next === '-') {
      this.operator();
      return `-${this.product()}`;
    }
    let tex = this.power();
    for (;;) {
      if (this.next === '.' || (this.next === 'x' && this.startsFactor(this.at + 1))) {
        const sign = this.next === '.' ? '\\cdot' : '\\times';
        this.operator();
        tex += ` ${sign} ${this.power()}`;
      } else if (this.next === '/') {
        this.operator();
        const below = this.power();
        tex = this.fractions ? `\\frac{${stripped(tex)}}{${stripped(below)}}` : `${tex} / ${below}`;
      } else if (this.startsFactor(this.at)) {
        this.hasOperator = true;
        tex += ` \\, ${this.power()}`;
      } else return tex;
    }
  }

  private startsFactor(at: number): boolean {
    const token = this.list[at];
    if (token === undefined) return false;
    return token === '|' ? this.depth === 0 : token === '(' || /^[A-Za-z0-9]/.test(token);
  }

  private power(): string {
    let tex = this.atom();
    if (this.next?.startsWith('_')) tex += `_${this.list[this.at++]!.slice(1)}`;
    if (this.next === '^') {
      this.operator();
      tex += `^{${this.atom()}}`;
    }
    return tex;
  }

  private atom(): string {
    const token = this.next;
    if (token === undefined) throw new NoFormula('end');
    this.at++;
    if (/^\d/.test(token)) return token;
    if (token === '(') {
      const inner = this.inside(() => this.relations());
      this.take(')');
      this.hasOperator = true;
      return `\\left( ${inner} \\right)`;
    }
    if (token === '|') {
      this.depth++;
      const inner = this.relations();
      this.depth--;
      this.take('|');
      this.hasOperator = true;
      return `\\left| ${inner} \\right|`;
    }
    const [, name, digit, part, index] = /^([A-Za-z]+?)(\d?)(\.(?:min|max))?(?:_([A-Za-z0-9]+))?$/.exec(token) ?? [];
    if (!name) throw new NoFormula(token);
    if (FUNCTIONS.has(name) && this.next === '(') return this.call(name);
    // The corners of a box, and not the least or greatest of something.
    if ((token === 'min' || token === 'max') && !this.startsFactor(this.at)) return `\\mathrm{${token}}`;
    if (SUMS[name] && !digit && !part) {
      this.hasOperator = true;
      return `${SUMS[name]}${index ? `_{${index}}` : ''} ${this.product()}`;
    }
    // "enter of ball": a symbol in three words.
    if (this.next === 'of' && NAMES[name]) {
      this.at += 2;
      return `\\mathrm{${name}}_{\\mathrm{${this.list[this.at - 1]}}}`;
    }
    const symbol = name.length === 1 ? name : NAMES[name];
    if (!symbol) throw new NoFormula(token);
    const below = `${digit ?? ''}${part ? `\\mathrm{${part.slice(1)}}` : ''}${index ?? ''}`;
    return below ? `${symbol}_{${below}}` : symbol;
  }

  /** Reads what stands in brackets, in which a bar opens a length again. */
  private inside(read: () => string): string {
    const depth = this.depth;
    this.depth = 0;
    const tex = read();
    this.depth = depth;
    return tex;
  }

  private call(name: string): string {
    this.take('(');
    this.hasOperator = true;
    const inner = this.inside(() => {
      let tex = this.relations();
      while (this.next === ',') {
        this.at++;
        tex += `, ${this.relations()}`;
      }
      return tex;
    });
    this.take(')');
    return name === 'sqrt' ? `\\sqrt{${inner}}` : `${name === 'distance' ? '\\mathrm{distance}' : `\\${name}`}\\left( ${inner} \\right)`;
  }
}

/** Without the brackets that a fraction makes needless. */
function stripped(tex: string): string {
  const inner = /^\\left\( (.*) \\right\)$/.exec(tex)?.[1];
  // Only if the first bracket closes last.
  return inner !== undefined && !/\\right\)/.test(inner.slice(0, Math.max(0, inner.indexOf('\\left(')))) && balanced(inner) ? inner : tex;
}

function balanced(tex: string): boolean {
  let depth = 0;
  for (const [token] of tex.matchAll(/\\left\(|\\right\)/g)) if ((depth += token === '\\left(' ? 1 : -1) < 0) return false;
  return depth === 0;
}

/** Words between formulas, as they stand in a column or before a formula. */
const WORDS = /^(?:both sides squared:|with the radius\b|[a-z] the next corner, [a-z] where [a-z] is longest|[a-z] the next corner|for all\b|or\b|and\b|at\b)\s*/;

/** A column of a line as TeX: a formula, words, or words before or after one. */
function cell(text: string): string {
  const trimmed = text.trim();
  const words = WORDS.exec(trimmed)?.[0];
  if (words) {
    const rest = trimmed.slice(words.length);
    return `\\text{${words.trim()}}${rest ? ` \\; ${cell(rest)}` : ''}`;
  }
  const later = /^(.*?)(?:,\s+| +)(or|and)\s+(.+)$/.exec(trimmed);
  if (later) return `${cell(later[1]!)} \\quad \\text{${later[2]}} \\quad ${cell(later[3]!)}`;
  return new Parser(tokens(trimmed), true).whole();
}

/** The lines of a block as TeX, or `null` if one of them is no formula. */
export function blockToTex(block: string): string | null {
  try {
    const lines = block.split('\n').filter((line) => line.trim()).map((line) => line.trim().split(/ {2,}/).map(cell).join(' \\qquad '));
    return lines.length === 1 ? lines[0]! : `\\begin{aligned} ${lines.map((line) => `& ${line}`).join(' \\\\ ')} \\end{aligned}`;
  } catch (thrown) {
    if (thrown instanceof NoFormula) return null;
    throw thrown;
  }
}

/** Code within a sentence as TeX, or `null` if it is no formula but a name of the library. */
export function codeToTex(code: string): string | null {
  try {
    const parser = new Parser(tokens(code), false);
    const tex = parser.whole();
    return parser.hasOperator || /^(?:[A-Za-z](?:\d|_[a-z0-9])?|rho|delta)$/.test(code) ? tex : null;
  } catch (thrown) {
    if (thrown instanceof NoFormula) return null;
    throw thrown;
  }
}

/** HTML of a formula, with MathML for screen readers. */
export const typeset = (tex: string, displayMode: boolean): string => katex.renderToString(tex, { displayMode, output: 'htmlAndMathml', throwOnError: true, strict: 'error' });
