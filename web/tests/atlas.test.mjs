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
      assert.equal(await page.textContent('.math annotation'), '\\left| w \\cdot l \\right| \\le \\sum_{i} \\left| s_{i} \\, e_{i} \\cdot l \\right| + \\sum_{j} \\left| h_{j} \\, v_{j} \\cdot l \\right|');
      assert.equal(await page.locator('.figure svg').count(), 1);
    });
  });

  test('formulas of derivations are set in fonts of the site, and names of the library stay code', async () => {
    await on('/en/atlas/ray_triangle/', { javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.locator('.math .katex').count(), 1);
      assert.ok(await page.locator('.prose p .katex').count() >= 8);
      assert.ok((await page.$$eval('.prose code', (all) => all.map((code) => code.textContent))).includes('Flat'));
      // The fonts come from the site: nothing else can be reached.
      const fonts = await page.evaluate(() => document.fonts.ready.then((fonts) => [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)));
      assert.ok(fonts.some((family) => family.includes('KaTeX_Math')), fonts.join());
    });
    const site = new URL('../../target/web/site/en/atlas/', import.meta.url);
    const entries = JSON.parse(await readFile(new URL('../../target/web/atlas.json', import.meta.url), 'utf8'));
    // Blocks that stay text are few: words about one arrow beside another are no formula.
    const left = [];
    for (const { pair, text } of entries) {
      if (!/```(text)?\n/.test(text)) continue;
      const page = await readFile(new URL(`${pair}/index.html`, site), 'utf8');
      if (!page.includes('<div class="math"')) left.push(pair);
    }
    assert.deepEqual(left, ['triangle_triangle']);
  });

  test('a page has the errors of well-known texts about its pair, from the document, and the times of the last record', async () => {
    const titles = async (page) => page.$$eval('.errata summary', (all) => all.map((summary) => summary.textContent.split('.')[0]));
    await on('/en/atlas/ray_triangle/', async (page) => {
      assert.deepEqual(await titles(page), ['E9', 'E10', 'E11', 'S5']);
      await page.click('.errata summary >> nth=2');
      assert.match(await page.textContent('.errata details[open]'), /"op":"cast"/);
    });
    await on('/ko/atlas/aabb_frustum/', async (page) => assert.deepEqual(await titles(page), ['S8']));
    await on('/ko/atlas/capsule_cone/', async (page) => {
      assert.deepEqual(await titles(page), []);
      assert.equal(await page.locator('.costs').count(), 0);
    });
    const records = (await readdir(new URL('../../bench/record/', import.meta.url))).filter((name) => name.endsWith('-pairs.csv')).sort();
    const rows = (await readFile(new URL(`../../bench/record/${records.at(-1)}`, import.meta.url), 'utf8')).split('\n').filter((line) => line.startsWith('aabb_ray '));
    await on('/en/atlas/aabb_ray/', async (page) => {
      const shown = await page.$$eval('.costs tbody tr', (all) => all.map((row) => [...row.cells].slice(2).map((cell) => parseFloat(cell.textContent))));
      assert.deepEqual(shown, rows.map((line) => line.split(',').slice(2, 4).map(Number)));
      assert.ok((await page.textContent('.cost')).includes(records.at(-1).slice(0, 10)));
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
  for (const [path, width, colorScheme] of [['/en/atlas/', 1440, 'light'], ['/ko/atlas/', 360, 'dark'], ['/ko/atlas/aabb_obb/', 768, 'light'], ['/en/atlas/annulus_sphere/', 360, 'dark'], ['/en/atlas/ray_ray/', 360, 'dark'], ['/ko/atlas/ray_triangle/', 360, 'light'], ['/en/atlas/ray_sphere/', 1440, 'dark']]) {
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
