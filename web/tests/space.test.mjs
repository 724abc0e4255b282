// The page of space in a browser: solids, the fifteen axes, drags, keys, addresses, and what happens without WebGL.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { LINES, pictureOf } from '../build/picture.mjs';
import { accessibility, address, follow, settled, skip, stateOf as state } from './browser.mjs';
import { pageOf, says } from './page.mjs';

const BALL = { sphere: { center: [-1, 0, 0], radius: 1 } };
const BOX = { aabb: { min: [1, -1, -1], max: [2, 1, 1] } };
const measured = { q: 'measure', a: BALL, b: BOX };
const at = (language, state) => address(language, state).replace('/#', '/space/#');

describe('the page of space', { skip, concurrency: false }, () => {
  const { on } = pageOf('space');
  const rows = (page) => page.$$eval('#rows div', (all) => all.map((row) => [...row.children].map((x) => x.textContent)));

  test('the first view has two boxes that overlap, and their fifteen axes', async () => {
    for (const [language, verdict] of [['en', /^Overlap, 0\.\d+ deep$/], ['ko', /^깊이 0\.\d+만큼 겹침$/]]) {
      await on(`/${language}/space/`, async (page) => {
        assert.match(await says(page), verdict);
        assert.equal(await page.locator('.axis').count(), 15);
        const depth = /[\d.]+/.exec(await says(page))[0];
        assert.ok((await page.textContent('.axis.lit')).includes(depth));
        assert.ok(!(await page.locator('#notice').isVisible()));
      });
    }
  });

  test('solids are drawn in their colours', async () => {
    await on('/en/space/', async (page) => {
      const { data } = await page.locator('.frame').screenshot().then(async (png) => page.evaluate(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const count = { blue: 0, orange: 0 };
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 2] > data[i] + 60) count.blue++;
          if (data[i] > data[i + 2] + 60) count.orange++;
        }
        return { data: count };
      }, `data:image/png;base64,${png.toString('base64')}`));
      assert.ok(data.blue > 5000 && data.orange > 5000, JSON.stringify(data));
    });
  });

  test('a chosen axis shows its planes', async () => {
    await on('/en/space/', async (page) => {
      await page.click('.axis.lit');
      await settled(page);
      assert.equal(await page.locator('.overlay .plane').count(), 2);
      await page.selectOption('#kind-a', 'torus');
      await settled(page);
      assert.ok(await page.locator('#axes-none').isVisible());
    });
  });

  test('a solid is picked and dragged, and the ground turns the view', async () => {
    await on(at('en', measured), async (page) => {
      assert.equal(await says(page), 'Apart by 1');
      const knob = await page.locator('[data-grip="b"] .ring').boundingBox();
      const [x, y] = [knob.x + knob.width / 2 + 30, knob.y + knob.height / 2 - 20];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.up();
      await settled(page);
      const moved = await state(page);
      assert.notDeepEqual(moved.b, BOX);
      assert.deepEqual(moved.a, BALL);
      const before = await page.locator('[data-grip="a"] .ring').boundingBox();
      const frame = await page.locator('#stage').boundingBox();
      await page.mouse.move(frame.x + 15, frame.y + 15);
      await page.mouse.down();
      await page.mouse.move(frame.x + 120, frame.y + 15, { steps: 3 });
      await page.mouse.up();
      await settled(page);
      assert.deepEqual((await state(page)).b, moved.b);
      assert.notDeepEqual(await page.locator('[data-grip="a"] .ring').boundingBox(), before);
    });
  });

  test('keys move solids and handles, and numbers can be typed', async () => {
    await on(at('en', measured), async (page) => {
      await page.focus('[data-grip="a"]');
      await page.keyboard.press('PageUp');
      await page.keyboard.press('ArrowLeft');
      assert.notDeepEqual((await state(page)).a, BALL);
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute('data-grip')), 'a');
      await page.getByLabel('A centre x').fill('-1');
      await page.getByLabel('A centre y').fill('0');
      await page.getByLabel('A centre z').fill('0');
      await page.getByLabel('A radius', { exact: true }).fill('2');
      await settled(page);
      assert.equal(await says(page), 'Touching');
      await page.getByLabel('A radius', { exact: true }).fill('1e999');
      await settled(page);
      assert.match(await page.textContent('#wrong'), /^A radius needs a finite number/);
    });
  });

  // In a small picture, and without the driver between the clicks: 144 pictures of full size take minutes where WebGL is software.
  test('every kind of shape is drawn and answered', async () => {
    await on('/en/space/', { viewport: { width: 480, height: 480 } }, async (page) => {
      const answers = await page.evaluate(async () => {
        const [menu, says, fault] = ['kind-a', 'says', 'fault'].map((id) => document.getElementById(id));
        const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const answers = [];
        for (const { value } of menu.options) {
          menu.value = value;
          menu.dispatchEvent(new Event('change'));
          for (const question of ['measure', 'manifold', 'cast', 'sweep']) {
            document.querySelector(`[data-question="${question}"]`).click();
            await drawn();
            answers.push([`${value} ${question}`, says.textContent, fault.hidden ? '' : fault.textContent]);
          }
        }
        return answers;
      });
      assert.equal(answers.length, 36 * 4);
      for (const [name, says, fault] of answers) {
        assert.match(says, /^(Apart|Overlap|Touching)/, name);
        assert.equal(fault, '', name);
      }
    });
  });

  test('a ray lists its hits, and a sweep stops at the first touch', async () => {
    await on(at('en', { ...measured, q: 'cast', ray: { origin: [-4, 0, 0], direction: [2, 0, 0] } }), async (page) => {
      assert.deepEqual((await rows(page)).map(([, value]) => value), ['t = 1 at (−2, 0, 0)', 't = 2 at (0, 0, 0)', 't = 2.5 at (1, 0, 0)', 't = 3 at (2, 0, 0)']);
      assert.equal(await page.locator('#slabs li').count(), 3);
    });
    await on(at('en', { ...measured, q: 'sweep', v: [-2, 0, 0] }), async (page) => {
      assert.equal(Object.fromEntries(await rows(page)).time, 'First touch at t = 0.5');
    });
  });

  test('an address that was cut short or edited gives a sentence, and the page goes on', async () => {
    const whole = at('en', measured);
    for (const path of [whole.slice(0, -10), '/en/space/#q=fly&a=1&b=2', at('en', { ...measured, a: { sphere: { center: [1, 2], radius: 1 } } })]) {
      await on(path, async (page) => {
        assert.match(await page.textContent('#notice'), /^The shared address was cut short or edited\./, path);
        assert.match(await says(page), /^(Apart|Overlap|Touching)/, path);
      });
    }
    await on(whole, async (page) => {
      await follow(page, '#other');
      await settled(page);
      assert.ok(new URL(page.url()).pathname.endsWith('/ko/space/'));
      assert.deepEqual(await state(page), { q: 'measure', a: BALL, b: BOX });
    });
  });

  test('without WebGL lines are drawn, and a sentence says so', async () => {
    await on('/en/space/', LINES, async (page) => {
      assert.match(await page.textContent('#notice'), /^WebGL is not available/);
      assert.match(await says(page), /^Overlap/);
      assert.ok((await page.getAttribute('.body.a.wire .curve', 'd')).length > 50);
      // three.js reports it, too.
      page.faults = page.faults.filter((fault) => !/WebGL/.test(fault));
    });
  });

  test('the picture without scripts is the first view in lines', async () => {
    await on('/en/space/', LINES, async (page) => {
      const structure = (text) => text.replaceAll(/-?\d+(\.\d+)?/g, '0').trim();
      const stored = await readFile(new URL('../site/space.svg', import.meta.url), 'utf8');
      assert.equal(structure(await pictureOf(page)), structure(stored), 'node build/picture.mjs rewrites it');
      page.faults = [];
    });
    await on('/ko/space/', { javaScriptEnabled: false, ready: false }, async (page) => {
      assert.equal(await page.locator('#stage .wire').count(), 3);
      assert.ok(!(await page.locator('.questions').isVisible()));
    });
  });

  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  for (const [language, width, colorScheme] of [['ko', 360, 'dark'], ['en', 768, 'light'], ['en', 1440, 'dark']]) {
    test(`no violation of accessibility and no sideways scrolling: ${language}, ${width} pixels, ${colorScheme}`, async () => {
      await on(`/${language}/space/`, { viewport: { width, height: 900 }, colorScheme }, async (page) => {
        await page.addScriptTag({ path: axe });
        const { violations } = await page.evaluate(accessibility);
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      });
    });
  }
});
