// What the tests of the pages with one picture do alike.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { LINES, pictureOf } from '../build/picture.mjs';
import { accessibility, settled, start } from './browser.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A page of the playground, in the tests of a suite. */
export function pageOf(folder) {
  let browser;
  before(async () => void (browser = await start()));
  after(() => browser?.stop());

  /** Opens a page with options, and expects no error of it. */
  async function on(path, options, body = options) {
    const page = await browser.page(path, body === options ? {} : options);
    await body(page);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }

  /** The address of a state, as the page writes it. */
  function at(language, { q, ...state } = {}) {
    const parts = new URLSearchParams(q === undefined ? {} : { q });
    for (const [key, value] of Object.entries(state)) parts.set(key, JSON.stringify(value));
    return `/${language}/${folder}/#${parts}`;
  }

  /** Addresses that were cut short or edited give a sentence, and the page goes on, as an element says. */
  function edited(paths, wanted, selector = '#says') {
    test('an address that was cut short or edited gives a sentence, and the page goes on', async () => {
      for (const path of paths) {
        await on(path, async (page) => {
          assert.match(await page.textContent('#notice'), /^공유 주소가 잘렸거나 바뀌었습니다\./, path);
          assert.match(await page.textContent(selector), wanted, path);
        });
      }
    });
  }

  /** The request on screen is this line in JSON, and stands in the program of each language. */
  function programs(path, line, script) {
    test('the request is shown as a program in each language', async () => {
      await on(path, async (page) => {
        for (const [language, part] of [['JSON', line], ['Shell', `echo '${line}' | barycast query`], ['Python', `bc.query('${line}')`], ['Rust', `br#"${line}"#`], ['JavaScript', script]]) {
          await page.selectOption('#code-language', language);
          assert.ok((await page.textContent('#code')).includes(part), language);
        }
      });
    });
  }

  /** The picture without scripts is the first view, with this many elements of a kind, and without its controls. */
  function picture(kind, count, controls) {
    test('the picture without scripts is the first view', async () => {
      await on(`/en/${folder}/`, LINES, async (page) => {
        const structure = (text) => text.replaceAll(/-?\d+(\.\d+)?/g, '0').trim();
        const stored = await readFile(new URL(`../site/${folder}.svg`, import.meta.url), 'utf8');
        assert.equal(structure(await pictureOf(page)), structure(stored), 'node build/picture.mjs rewrites it');
        page.faults = page.faults.filter((fault) => !/WebGL/.test(fault));
      });
      await on(`/ko/${folder}/`, { javaScriptEnabled: false, ready: false }, async (page) => {
        assert.equal(await page.locator(`#stage ${kind}`).count(), count);
        assert.ok(!(await page.locator(controls).isVisible()));
      });
    });
  }

  /** No violation of accessibility and no sideways scrolling, after `prepare(page, value)` for a language, a width, a colour scheme and a value. */
  function accessible(cases, prepare) {
    for (const [language, width, colorScheme, value] of cases) {
      test(`no violation of accessibility and no sideways scrolling: ${language}, ${width} pixels, ${colorScheme}`, async () => {
        await on(`/${language}/${folder}/`, { viewport: { width, height: 900 }, colorScheme }, async (page) => {
          await page.addScriptTag({ path: axe });
          await prepare?.(page, value);
          await settled(page);
          const { violations } = await page.evaluate(accessibility);
          assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        });
      });
    }
  }

  return { on, at, edited, programs, picture, accessible };
}

export const says = (page) => page.textContent('#says');

/** The numbers of the answer by their names. */
export const rows = (page) => page.$$eval('#rows div', (all) => Object.fromEntries(all.map((row) => [...row.children].map((x) => x.textContent))));

/** Drags an element by pixels. */
export async function drag(page, selector, [dx, dy]) {
  const box = await page.locator(selector).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
  await page.mouse.up();
  await settled(page);
}
