// Gathers what the program states about every pair, for the atlas: `node build/explain.mjs PROGRAM FILE`.

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const [program, out] = process.argv.slice(2);
if (!program || !out) {
  console.error('usage: node build/explain.mjs PROGRAM FILE');
  process.exit(2);
}
const run = promisify(execFile);
const rows = execFileSync(program, ['pairs', '--format', 'json']).toString().trim().split('\n').map((line) => JSON.parse(line));
const pairs = new Map();
for (const { pair, ...row } of rows) pairs.set(pair, { pair, rows: [...(pairs.get(pair)?.rows ?? []), row] });
const pictures = mkdtempSync(join(tmpdir(), 'barycast-atlas-'));

async function explain(entry) {
  entry.text = JSON.parse((await run(program, ['explain', entry.pair, '--format', 'json'])).stdout).text;
  if (!entry.rows.some((row) => row.dimensions === '2D')) return;
  const file = join(pictures, `${entry.pair}.svg`);
  try {
    await run(program, ['explain', entry.pair, '--svg', file]);
    entry.picture = readFileSync(file, 'utf8');
  } catch {
    // Not every pair is drawn in the plane.
  }
}

const queue = [...pairs.values()];
await Promise.all(Array.from({ length: 4 }, async () => {
  for (let entry = queue.shift(); entry; entry = queue.shift()) await explain(entry);
}));
rmSync(pictures, { recursive: true });
const list = [...pairs.values()].sort((a, b) => (a.pair < b.pair ? -1 : 1));
writeFileSync(out, JSON.stringify(list));
console.log(`${rows.length} pairs, ${list.filter(({ picture }) => picture).length} with a picture`);
