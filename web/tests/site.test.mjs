// The files of the built site: what the first view of each page loads, and what the service worker stores.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const SITE = fileURLToPath(new URL('../../target/web/site', import.meta.url));
const PAGES = ['', 'space/', 'files/', 'curves/', 'surfaces/', 'clipping/', 'frames/', 'angles/'];

const sizes = new Map();
/** The bytes of a file with Brotli at its best quality. */
function compressed(file) {
  if (!sizes.has(file)) sizes.set(file, brotliCompressSync(readFileSync(file)).length);
  return sizes.get(file);
}

/** The files of a page that load before anything is shown: its style, and its scripts with those that they import. */
function firstView(page) {
  const found = new Set();
  const add = (file) => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(file, 'utf8');
    if (file.endsWith('.js')) for (const [, path] of text.matchAll(/(?:import|from)"(\.\/[^"]+\.js)"/g)) add(resolve(dirname(file), path));
  };
  for (const [, path] of readFileSync(page, 'utf8').matchAll(/(?:src|href)="([^"]+assets\/[^"]+\.(?:js|css))"/g)) add(resolve(dirname(page), path));
  return [page, ...found];
}

describe('the built site', () => {
  test('the first view of each page has at most 80 kB with Brotli', () => {
    for (const language of ['en', 'ko']) for (const folder of PAGES) {
      const files = firstView(`${SITE}/${language}/${folder}index.html`);
      assert.ok(files.length >= 4, `${folder}: ${files}`);
      const size = files.reduce((sum, file) => sum + compressed(file), 0);
      console.log(`${language}/${folder} ${(size / 1000).toFixed(1)} kB`);
      assert.ok(size <= 80_000, `${language}/${folder}: ${size}`);
    }
  });

  test('the service worker stores one module, all assets and all pages, and every page links to all', () => {
    const [, list] = /const FILES = (\[.*?\]);/.exec(readFileSync(`${SITE}/worker.js`, 'utf8'));
    const stored = JSON.parse(list);
    assert.deepEqual(stored.filter((file) => file.startsWith('./assets/')), readdirSync(`${SITE}/assets`).sort().map((name) => `./assets/${name}`));
    assert.equal(stored.filter((file) => file.endsWith('.wasm')).length, 1);
    for (const language of ['en', 'ko']) for (const folder of [...PAGES, 'atlas/']) {
      if (folder !== 'atlas/') assert.ok(stored.includes(`./${language}/${folder}`), folder);
      const file = `${SITE}/${language}/${folder}index.html`;
      const [, nav] = /<nav class="pages"[^>]*>(.*?)<\/nav>/.exec(readFileSync(file, 'utf8'));
      const links = [...nav.matchAll(/href="([^"]+)"/g)].map(([, path]) => resolve(dirname(file), path, 'index.html'));
      assert.deepEqual(links.map((path) => path.slice(SITE.length + 4)).sort(), [...PAGES, 'atlas/'].map((page) => `${page}index.html`).sort());
      assert.ok(links.every((path) => existsSync(path)));
    }
  });
});
