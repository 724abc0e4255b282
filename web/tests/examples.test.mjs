// The examples: checked by `tsc --strict`, compiled and run. A comment `// -> text` is what its line prints.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { links } from './links.mjs';

links();
const web = new URL('../', import.meta.url);
const compiled = new URL('../../target/web/examples/', import.meta.url);
const path = (place) => fileURLToPath(new URL(place, web));

function node(...words) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.equal(error, undefined);
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

test('tsc --strict accepts the examples and the types of the package', async () => {
  await rm(compiled, { recursive: true, force: true });
  node(path('node_modules/typescript/bin/tsc'), '--project', path('examples'));
  await writeFile(new URL('package.json', compiled), '{ "type": "module" }\n');
});

for (const file of (await readdir(new URL('examples/', web))).filter((name) => name.endsWith('.ts'))) {
  test(`${file} prints what its comments say`, async () => {
    const source = await readFile(new URL(`examples/${file}`, web), 'utf8');
    const expected = [...source.matchAll(/ \/\/ -> (.*)$/gm)].map(([, line]) => line);
    const printed = node(fileURLToPath(new URL(file.replace(/ts$/, 'js'), compiled))).trimEnd().split('\n');
    assert.ok(printed.join('').length > 0);
    if (expected.length > 0) assert.deepEqual(printed, expected);
  });
}
