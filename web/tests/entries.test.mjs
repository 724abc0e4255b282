// The entries of the npm package in Chromium, without a bundler.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { skip, start } from './browser.mjs';

let browser;
before(async () => {
  if (!skip) browser = await start(fileURLToPath(new URL('../../target/web/package', import.meta.url)));
});
after(() => browser?.stop());

for (const entry of ['index.js', 'lean.js']) {
  test(`${entry} works on a page`, { skip }, async () => {
    const empty = (context) => context.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>page</title>' }));
    const page = await browser.page('/page.html', { ready: false, routes: empty });
    const found = await page.evaluate(async (entry) => {
      const { distance, init, TriMesh } = await import(`/${entry}`);
      await Promise.all([init(), init()]);
      const mesh = new TriMesh([0, 0, 0, 4, 0, 0, 0, 4, 0]);
      return [distance({ point: [0, 0] }, { point: [3, 4] }).distance, mesh.castOne([1, 1, 5, 0, 0, -1]).t];
    }, entry);
    assert.deepEqual(found, [5, 5]);
    assert.deepEqual(page.faults.filter((fault) => !/favicon|404/.test(fault)), []);
  });
}

test('learn.js works on a page', { skip }, async () => {
  const empty = (context) => context.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>page</title>' }));
  const page = await browser.page('/page.html', { ready: false, routes: empty });
  const found = await page.evaluate(async () => {
    const { distance, init } = await import('/learn.js');
    await Promise.all([init(), init()]);
    return distance({ point: [0, 0] }, { point: [3, 4] }).distance;
  });
  assert.equal(found, 5);
  assert.deepEqual(page.faults.filter((fault) => !/favicon|404/.test(fault)), []);
});
