// The atlas in a browser: the matrix, its search, and the pages of pairs.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { accessibility, follow, settled, skip, start } from './browser.mjs';

describe('the atlas', { skip, concurrency: false }, () => {
  let browser;
  before(async () => void (browser = await start()));
  after(() => browser?.stop());

  async function on(path, options, body = options) {
    const page = await browser.page(path, { ready: false, ...(body === options ? {} : options) });
    await body(page);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }

  test('the matrices link every pair in both orders, and every link leads to a page', async () => {
    const site = new URL('../../target/web/site/', import.meta.url);
    const entries = JSON.parse(await readFile(new URL('../../target/web/atlas.json', import.meta.url), 'utf8'));
    const [plane, space] = ['2D', '3D'].map((dimensions) => entries.flatMap(({ rows }) => rows).filter((row) => row.dimensions === dimensions));
    const cells = (rows) => rows.flatMap(({ shapes: [a, b] }) => (a === b ? [a] : [a, b])).length;
    for (const language of ['en', 'ko']) {
      const pages = new Set((await readdir(new URL(`${language}/atlas/`, site), { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`));
      await on(`/${language}/atlas/`, { javaScriptEnabled: false }, async (page) => {
        const links = await page.$$eval('td a', (all) => all.map((link) => link.getAttribute('href')));
        assert.equal(links.length, cells(plane) + cells(space));
        assert.deepEqual(new Set(links), pages);
        assert.equal(await page.locator('h2').first().textContent(), language === 'en' ? `In the plane: ${plane.length} pairs` : `평면에서: ${plane.length}쌍`);
      });
    }
  });

  test('pairs are found by words of either order, without a server', async () => {
    await on('/en/atlas/', async (page) => {
      await page.fill('#find', 'ball cone');
      assert.ok((await page.$$eval('#found a', (all) => all.map((link) => link.textContent))).some((text) => /cone – ball|ball – cone/.test(text)));
      await page.fill('#find', 'no such shape');
      assert.ok(await page.locator('#none').isVisible());
      await page.fill('#find', 'aabb_obb');
      await follow(page, '#found a');
      assert.equal(await page.textContent('h1'), 'Axis-aligned box (AABB) and oriented box (OBB)');
      assert.match(await page.textContent('.prose pre'), /\|w \. l\| <=/);
      assert.equal(await page.locator('.figure svg').count(), 1);
    });
  });

  test('a page leads to the shapes in the playground, and to the other language', async () => {
    await on('/ko/atlas/cone_sphere/', async (page) => {
      await follow(page, '.go');
      await settled(page);
      assert.equal(new URL(page.url()).pathname, '/ko/space/');
      assert.equal(await page.inputValue('#kind-a'), 'cone');
      assert.equal(await page.inputValue('#kind-b'), 'sphere');
      assert.ok(!(await page.locator('#notice').isVisible()));
    });
    await on('/en/atlas/capsule_triangle/', async (page) => {
      await follow(page, 'a[hreflang="ko"]');
      assert.equal(new URL(page.url()).pathname, '/ko/atlas/capsule_triangle/');
      assert.match(await page.textContent('h1'), /캡슐 · 삼각형/);
    });
  });

  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  for (const [path, width, colorScheme] of [['/en/atlas/', 1440, 'light'], ['/ko/atlas/', 360, 'dark'], ['/ko/atlas/aabb_obb/', 768, 'light'], ['/en/atlas/annulus_sphere/', 360, 'dark'], ['/en/atlas/ray_ray/', 360, 'dark']]) {
    test(`no violation of accessibility and no sideways scrolling: ${path}, ${width} pixels, ${colorScheme}`, async () => {
      await on(path, { viewport: { width, height: 900 }, colorScheme }, async (page) => {
        await page.addScriptTag({ path: axe });
        const { violations } = await page.evaluate(accessibility);
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      });
    });
  }
});
