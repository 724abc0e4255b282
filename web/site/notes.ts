// What other files of the project state about a pair, for its page in the atlas: errors of well-known texts, and measured times.

/** An entry of docs/errata.md. */
export interface Erratum {
  title: string;
  text: string;
}

/** A row of a record of single pairs. */
export interface Cost {
  question: string;
  /** Dimensions and numbers other than `f32` in space. */
  kind: string;
  ours: number;
  rival: string;
  theirs: number;
}

/** Names of the protocol and of records that the atlas has under another name. */
const ALIASES: Record<string, string> = { circle: 'sphere', ellipse: 'ellipsoid', hull: 'convex', segment: 'ray', line: 'ray' };

/** The names under which the atlas may have a pair: a row for rays is also that of lines and segments. */
function names(a: string, b: string, known: ReadonlySet<string>): string[] {
  const sorted = (p: string, q: string) => [p, q].sort().join('_');
  const found = [sorted(a, b), sorted(ALIASES[a] ?? a, b), sorted(a, ALIASES[b] ?? b), sorted(ALIASES[a] ?? a, ALIASES[b] ?? b)];
  return found.filter((name) => known.has(name));
}

/** The entries about each pair: those that have a request about it, or name its file. */
export function errataOf(document: string, known: ReadonlySet<string>): Map<string, Erratum[]> {
  const all = new Map<string, Erratum[]>();
  for (const part of document.split(/^### /m).slice(1)) {
    const [title, ...rest] = part.split('\n');
    const text = rest.join('\n').split(/^## /m)[0]!.trim();
    const pairs = new Set([...text.matchAll(/\/([a-z0-9_]+)\.rs/g)].map(([, file]) => file!).filter((file) => known.has(file)));
    for (const [line] of text.matchAll(/^\{.*"op".*\}$/gm)) {
      const { a, b } = JSON.parse(line) as { a?: object; b?: object };
      if (a && b) for (const name of names(Object.keys(a)[0]!, Object.keys(b)[0]!, known)) pairs.add(name);
    }
    for (const pair of pairs) all.set(pair, [...(all.get(pair) ?? []), { title: title!.trim(), text }]);
  }
  return all;
}

/** The rows about each pair of a record of `cargo bench --bench pairs`. */
export function costsOf(record: string, known: ReadonlySet<string>): Map<string, Cost[]> {
  const all = new Map<string, Cost[]>();
  for (const line of record.trim().split('\n').slice(1)) {
    const [what, rival, ours, theirs] = line.split(',') as [string, string, string, string];
    const [pair, question, ...kind] = what.split(' ') as [string, string, ...string[]];
    // Another implementation of the library itself is no comparison; some rows name the numbers before the question.
    if (rival.startsWith('itself')) continue;
    const words = ['f64', 'Vec3A', '2d'].includes(question) ? [question, ...kind.slice(1)] : kind;
    const operation = words === kind ? question : kind[0]!;
    const [a, b] = [...known].includes(pair) ? [pair] : pair.split('_').map((name) => ALIASES[name] ?? name);
    const name = b === undefined ? a! : [a!, b].sort().join('_');
    if (!known.has(name)) continue;
    all.set(name, [...(all.get(name) ?? []), { question: operation, kind: words.join(' '), ours: Number(ours), rival, theirs: Number(theirs) }]);
  }
  return all;
}
