// What takes the bytes of a module that was compiled with names: `node build/size.mjs MODULE.wasm`, where `c++filt` of GNU
// binutils is.
// Prints the bytes of code, and what Brotli at quality 9 makes of them, by number type and by part of the library.

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';

const module = await readFile(process.argv[2]);
let at = 8;

function number() {
  for (let value = 0, shift = 0; ; shift += 7) {
    const byte = module[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
}

function text() {
  const length = number();
  at += length;
  return module.toString('utf8', at - length, at);
}

/** Number of imported functions, which come first in the numbering. */
function imports() {
  let functions = 0;
  for (let left = number(); left > 0; left--) {
    text();
    text();
    const kind = module[at++];
    if (kind === 1) at++;
    if (kind === 0) functions++;
    const hasMost = kind === 1 || kind === 2 ? number() : 0;
    if (kind === 3) at += 2;
    else number();
    if (hasMost & 1) number();
  }
  return functions;
}

/** Where the code of each function is. */
const codes = () => Array.from({ length: number() }, () => {
  const length = number();
  at += length;
  return [at - length, at];
});

const names = new Map();
let imported = 0;
let functions = [];
while (at < module.length) {
  const kind = module[at++];
  const end = number() + at;
  if (kind === 2) imported = imports();
  if (kind === 10) functions = codes();
  if (kind === 0 && text() === 'name') {
    while (at < end) {
      const isFunctions = module[at++] === 1;
      const next = number() + at;
      if (isFunctions) for (let left = number(); left > 0; left--) names.set(number(), text());
      at = next;
    }
  }
  at = end;
}
if (names.size === 0) throw new Error('the module has no names');

const filtered = spawnSync('c++filt', ['-s', 'rust'], { input: [...names.values()].join('\n'), encoding: 'utf8', maxBuffer: 1 << 30 });
if (filtered.error) throw filtered.error;
const readable = filtered.stdout.split('\n').map((name) => name.replaceAll(/\[[0-9a-f]+\]/g, ''));
[...names.keys()].forEach((index, place) => names.set(index, readable[place]));

/** The number type over which a function is compiled. Closures of the dispatch do not have it in their names. */
function numberType(name) {
  const row = /Pairs>::(\w+)(::\{closure#\d+\}(?:::\{closure#(\d)\})?)?/.exec(name);
  if (row?.[1] === 'intersects') return row[3] === '0' ? 'Interval' : row[3] === '1' ? 'Exact' : 'Filtered';
  if (row || /Variants>::(spans|signed_over|precisely_convex|add_details)/.test(name)) return 'DoubleDouble';
  if (/typed_exact|Filtered/.test(name)) return 'Filtered';
  return ['Exact', 'Interval', 'DoubleDouble'].find((type) => name.includes(type)) ?? 'floats or none';
}

/** The part of the library that a name first refers to, other than numbers, vectors and what wraps a kernel. */
function part(name) {
  const found = [...name.matchAll(/barycast(_\w+)?::(\w+)(?:::(\w+))?/g)];
  const own = found.find(([, , folder, file]) => !['number', 'vector'].includes(folder) && file !== 'certify');
  return own ? (own[1] ? `barycast${own[1]}` : own[2]) : found.length > 0 ? 'numbers' : 'other crates';
}

for (const group of [numberType, part]) {
  const found = new Map();
  functions.forEach(([from, to], index) => {
    const key = group(names.get(imported + index) ?? '');
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(module.subarray(from, to));
  });
  const rows = [...found].map(([key, list]) => [key, list.length, Buffer.concat(list)]);
  for (const [key, count, bytes] of rows.sort((a, b) => b[2].length - a[2].length)) {
    const small = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
    console.log(`${key.padEnd(24)} ${String(count).padStart(6)} functions ${String(bytes.length).padStart(9)} bytes ${String(small).padStart(8)} with Brotli`);
  }
  console.log();
}
