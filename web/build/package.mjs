// Assembles the npm package: `node build/package.mjs WASM-FOLDER PACKAGE-FOLDER`.
// The first has what `bindgen` wrote; the second is replaced.

import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [wasm, out] = process.argv.slice(2);
if (!wasm || !out) {
  console.error('usage: node build/package.mjs WASM-FOLDER PACKAGE-FOLDER');
  process.exit(2);
}
const web = fileURLToPath(new URL('..', import.meta.url));
await rm(out, { recursive: true, force: true });
await cp(`${web}/package`, out, { recursive: true });
await mkdir(`${out}/wasm`, { recursive: true });
for (const module of ['barycast', 'learn']) {
  for (const end of ['.js', '.d.ts', '_bg.wasm']) await cp(`${wasm}/${module}${end}`, `${out}/wasm/${module}${end}`);
}
for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) await cp(`${web}/../${licence}`, `${out}/${licence}`);
// Compressed before it becomes text: text of a compressed module is a third of that of a plain one.
const inlined = gzipSync(await readFile(`${wasm}/barycast_bg.wasm`), { level: 9 }).toString('base64');
await writeFile(`${out}/wasm/inlined.js`, `export const inlined = '${inlined}';\n`);
