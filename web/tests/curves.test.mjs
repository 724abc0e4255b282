// The page of curves and easings in a browser: drags, keys, fields, each kind of curve, addresses, the gallery.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { pictureOf } from '../build/picture.mjs';
import { accessibility, settled, skip, start, stateOf as state } from './browser.mjs';

const at = (language, state) => {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) parts.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  return `/${language}/curves/#${parts}`;
};
/** A straight curve of length 4, and a cross above its middle. */
const STRAIGHT = { q: 'bezier', points: [[-2, 0], [2, 0]], probe: [0, 1], share: 0.25 };

describe('the page of curves', { skip, concurrency: false }, () => {
  let browser;
  before(async () => void (browser = await start()));
  after(() => browser?.stop());

  async function on(path, options, body = options) {
    const page = await browser.page(path, body === options ? {} : options);
    await body(page);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
  const says = (page) => page.textContent('#says');
  const rows = (page) => page.$$eval('#rows div', (all) => Object.fromEntries(all.map((row) => [...row.children].map((x) => x.textContent))));
  const drag = async (page, selector, [dx, dy]) => {
    const box = await page.locator(selector).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 3 });
    await page.mouse.up();
    await settled(page);
  };

  test('the first view is a curve with its length, in both languages', async () => {
    for (const [language, verdict] of [['en', /^Length 7\.\d+$/], ['ko', /^길이 7\.\d+$/]]) {
      await on(`/${language}/curves/`, async (page) => {
        assert.match(await says(page), verdict);
        assert.equal(await page.locator('.curve-line').count(), 1);
        assert.equal(await page.locator('.mark.shortest').count(), 1);
        assert.equal(await page.locator('.bend').count(), 1);
      });
    }
  });

  test('what is shown of a straight curve is right', async () => {
    await on(at('en', STRAIGHT), async (page) => {
      assert.equal(await says(page), 'Length 4');
      assert.deepEqual(await rows(page), {
        'point at t': '(−1, 0)', 'unit tangent': '(1, 0)', 'unit normal': '–', curvature: '0', 'radius of curvature': 'infinite: straight here', 'point nearest to the cross': '(0, 0)',
        'distance of the cross': '1', 't of the nearest point': '0.5', 'length, with its bound of error': (await rows(page))['length, with its bound of error'],
      });
      assert.match((await rows(page))['length, with its bound of error'], /^4 ± /);
    });
  });

  test('the cubic near a quarter of a circle has nearly its length and curvature', async () => {
    const k = 0.5522847498;
    await on(at('en', { q: 'bezier', points: [[1, 0], [1, k], [k, 1], [0, 1]], probe: [0, 0], share: 0.5 }), async (page) => {
      assert.equal(await says(page), 'Length 1.571');
      const shown = await rows(page);
      assert.ok(Math.abs(Number(shown.curvature) - 1) < 0.02);
      assert.equal(shown['unit tangent'], '(−0.70711, 0.70711)');
    });
  });

  test('points and the cross are dragged, by mouse and keys', async () => {
    await on(at('en', STRAIGHT), async (page) => {
      await drag(page, '[data-grip="p1"] .ring', [0, -100]);
      const { points } = await state(page);
      assert.deepEqual(points[0], [-2, 0]);
      assert.ok(points[1][1] > 0.1 && Math.abs(points[1][0] - 2) < 0.05);
      assert.notEqual(await says(page), 'Length 4');
      await page.focus('[data-grip="probe"]');
      await page.keyboard.press('ArrowUp');
      await settled(page);
      assert.ok((await state(page)).probe[1] > 1);
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute('data-grip')), 'probe');
    });
  });

  test('each kind of curve has its points, tangents and options', async () => {
    await on('/en/curves/', async (page) => {
      const seen = new Set();
      for (const [kind, grips, options] of [['bezier', 5, []], ['hermite', 9, []], ['b_spline', 5, ['with-closed', 'with-degree']], ['catmull_rom', 5, ['with-closed', 'with-spacing']], ['kochanek_bartels', 5, ['with-bend']], ['spline', 5, ['with-closed', 'with-spacing', 'with-ends']], ['monotone', 5, ['with-spacing']]]) {
        await page.click(`button[data-kind="${kind}"]`);
        await settled(page);
        assert.equal(await page.locator('[data-grip]').count(), grips, kind);
        for (const id of ['with-closed', 'with-degree', 'with-spacing', 'with-bend', 'with-ends']) assert.equal(await page.locator(`#${id}`).isVisible(), options.includes(id), `${kind} ${id}`);
        assert.match(await says(page), /^Length \d/);
        seen.add(`${await says(page)} ${(await rows(page))['unit tangent']}`);
      }
      // Four points of a clamped cubic B-spline are those of a Bezier curve.
      assert.equal(seen.size, 6);
      await page.click('button[data-kind="catmull_rom"]');
      const open = await says(page);
      await page.check('#closed');
      await settled(page);
      assert.notEqual(await says(page), open);
      const centripetal = await says(page);
      await page.selectOption('#spacing', 'uniform');
      await settled(page);
      assert.notEqual(await says(page), centripetal);
      await page.uncheck('#closed');
      await page.click('button[data-kind="b_spline"]');
      await page.selectOption('#degree', '5');
      await settled(page);
      assert.equal(await page.locator('[data-grip^="p"]:not([data-grip="probe"])').count(), 6);
      assert.match(await says(page), /^Length \d/);
      assert.ok(await page.locator('#less').isDisabled());
    });
  });

  test('tension, continuity and bias bend a Kochanek-Bartels curve as they should', async () => {
    const points = [[0, 0], [1, 1], [2, 0]];
    await on(at('en', { q: 'kochanek_bartels', points, bend: [0, 0, 0], probe: [1, 0], share: 0.5 }), async (page) => {
      assert.equal((await rows(page))['unit tangent'], '(1, 0)');
      // Full tension makes straight pieces of it.
      await page.locator('#tension').fill('1');
      await settled(page);
      assert.equal(await says(page), `Length ${Number((2 * Math.SQRT2).toPrecision(5))}`);
      assert.equal(await page.textContent('#tension-value'), '1');
      await page.locator('#tension').fill('0');
      // Full bias turns the tangent into the direction of the piece before.
      await page.locator('#bias').fill('1');
      await settled(page);
      assert.equal((await rows(page))['unit tangent'], '(0.70711, 0.70711)');
      assert.deepEqual((await state(page)).bend, [0, 0, 1]);
      await page.click('#reset');
      assert.deepEqual((await state(page)).bend, [0, 0, 0]);
    });
  });

  test('a spline through points of a line is straight, and its ends are natural or not', async () => {
    const points = [[0, 0], [1, 2], [3, 2], [4, 0]];
    await on(at('en', { q: 'spline', points, spacing: 'uniform', ends: 'natural', probe: [0, 1], share: 0 }), async (page) => {
      const curvature = async () => Number((await rows(page)).curvature.replace('−', '-'));
      assert.ok(await curvature() < 1e-12);
      const natural = await says(page);
      await page.selectOption('#ends', 'not_a_knot');
      await settled(page);
      assert.ok(await curvature() > 0.1);
      assert.notEqual(await says(page), natural);
      await page.check('#closed');
      await settled(page);
      assert.ok(!(await page.locator('#with-ends').isVisible()));
    });
    await on(at('en', { q: 'monotone', points: [[0, 0], [1, 0], [1, 3], [4, 3]], spacing: 'chordal', probe: [0, 1], share: 0.4 }), async (page) => {
      // Up a vertical piece: no coordinate turns back.
      const [x] = /([-\d.]+)/.exec((await rows(page))['point at t'].replace('−', '-'));
      assert.ok(x >= 1 && x <= 1.000001, x);
    });
  });

  test('the slider reaches both ends of the parameter of every kind', async () => {
    await on('/en/curves/', async (page) => {
      for (const [kind, closed] of [['bezier', false], ['hermite', false], ['b_spline', false], ['b_spline', true], ['catmull_rom', false], ['catmull_rom', true], ['kochanek_bartels', false], ['spline', false], ['spline', true], ['monotone', false]]) {
        await page.click(`button[data-kind="${kind}"]`);
        await settled(page);
        if (await page.locator('#closed').isVisible()) await page.setChecked('#closed', closed);
        const ends = [];
        for (const share of ['0', '1']) {
          await page.locator('#along').fill(share);
          await settled(page);
          ends.push((await rows(page))['point at t']);
        }
        if (closed) assert.equal(ends[0], ends[1], kind);
        else assert.deepEqual(ends, ['(−3, −1)', '(2.8, −1.2)'], kind);
      }
    });
  });

  test('points are added, removed and typed, and what is no number is refused in words', async () => {
    await on(at('en', STRAIGHT), async (page) => {
      await page.click('#add');
      await settled(page);
      assert.equal(await page.locator('[data-grip^="p"]:not([data-grip="probe"])').count(), 3);
      await page.click('#less');
      await settled(page);
      assert.ok(await page.locator('#less').isDisabled());
      const field = page.getByLabel('point 2 x');
      await field.fill('4');
      await settled(page);
      assert.equal(await says(page), 'Length 6');
      await field.fill('1e999');
      await settled(page);
      assert.equal(await page.textContent('#wrong'), 'point 2 x needs a finite number, such as 0.5 or -2e3.');
      assert.equal(await says(page), 'Length 6');
    });
  });

  test('numbers beyond what a curve can be give a sentence, and the page goes on', async () => {
    await on(at('en', { ...STRAIGHT, points: [[-1e308, 0], [1e308, 1e308]] }), async (page) => {
      const [fault, verdict] = [await page.textContent('#fault'), await says(page)];
      assert.ok(/^Length/.test(verdict) || /^Not a valid curve: /.test(fault), `${verdict} ${fault}`);
      await page.click('#reset');
      await settled(page);
      assert.match(await says(page), /^Length 7/);
      assert.ok(!(await page.locator('#fault').isVisible()));
    });
  });

  test('an address that was cut short or edited gives a sentence, and the page goes on', async () => {
    const whole = at('ko', { q: 'catmull_rom', points: STRAIGHT.points, spacing: 'chordal', probe: STRAIGHT.probe, share: STRAIGHT.share });
    for (const path of [whole.slice(0, -9), '/ko/curves/#q=spiral', at('ko', { ...STRAIGHT, points: [[1, 2]] }), at('ko', { ...STRAIGHT, share: 7 }), at('ko', { ...STRAIGHT, q: 'kochanek_bartels', bend: [0, 2, 0] }), at('ko', { ...STRAIGHT, q: 'spline', ends: 'open' }), at('ko', { ...STRAIGHT, points: Array(65).fill([0, 1]) })]) {
      await on(path, async (page) => {
        assert.match(await page.textContent('#notice'), /^공유 주소가 잘렸거나 바뀌었습니다\./, path);
        assert.match(await says(page), /^길이/, path);
      });
    }
    await on(at('ko', STRAIGHT), async (page) => {
      assert.ok(!(await page.locator('#notice').isVisible()));
      assert.equal(await says(page), '길이 4');
    });
  });

  test('the request is shown as a program in each language', async () => {
    await on(at('en', STRAIGHT), async (page) => {
      const line = '{"op":"nearest","curve":{"bezier":{"points":[[-2,0],[2,0]]}},"point":[0,1]}';
      for (const [language, part] of [['JSON', line], ['Shell', `echo '${line}' | barycast query`], ['Python', `bc.query('${line}')`], ['Rust', `br#"${line}"#`], ['JavaScript', "request({ op: 'nearest', curve: { bezier: { points: [[-2, 0], [2, 0]] } }, point: [0, 1] })"]]) {
        await page.selectOption('#code-language', language);
        assert.ok((await page.textContent('#code')).includes(part), language);
      }
    });
  });

  test('every easing has a graph from 0 to 1, and the slider shows its value', async () => {
    await on('/en/curves/', async (page) => {
      const graphs = await page.$$eval('[data-easing]', (all) => all.map((button) => [button.dataset.easing, button.querySelector('.ease-line').getAttribute('d')]));
      assert.equal(graphs.length, 37);
      for (const [name, path] of graphs) {
        assert.match(path, /^M 0\.0000 (-?\d)/, name);
        assert.ok(path.split('L').length === 97, name);
        assert.match(path, /L 1\.0000 (0\.0000|-0\.0000)$/, name);
      }
      await page.click('[data-easing="easeInQuad"]');
      await page.locator('#ease-time').fill('0.5');
      assert.equal(await page.textContent('#ease-value'), 'f(0.5) = 0.25');
      await page.selectOption('#ease-form', 'reversed');
      assert.equal(await page.textContent('#ease-value'), 'f(0.5) = 0.75');
      assert.equal(await page.textContent('#ease-name'), 'easeInQuad');
    });
  });

  test('the picture without scripts is the first view', async () => {
    await on('/en/curves/', { viewport: { width: 1600, height: 1100 } }, async (page) => {
      const structure = (text) => text.replaceAll(/-?\d+(\.\d+)?/g, '0').trim();
      const stored = await readFile(new URL('../site/curves.svg', import.meta.url), 'utf8');
      assert.equal(structure(await pictureOf(page)), structure(stored), 'node build/picture.mjs rewrites it');
    });
    await on('/ko/curves/', { javaScriptEnabled: false, ready: false }, async (page) => {
      assert.equal(await page.locator('#stage .curve-line').count(), 1);
      assert.ok(!(await page.locator('.questions').isVisible()));
    });
  });

  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  for (const [language, width, colorScheme, kind] of [['ko', 360, 'dark', 'hermite'], ['en', 768, 'light', 'kochanek_bartels'], ['en', 1440, 'dark', 'spline'], ['ko', 1440, 'light', 'hermite']]) {
    test(`no violation of accessibility and no sideways scrolling: ${language}, ${width} pixels, ${colorScheme}`, async () => {
      await on(`/${language}/curves/`, { viewport: { width, height: 900 }, colorScheme }, async (page) => {
        await page.addScriptTag({ path: axe });
        await page.click(`button[data-kind="${kind}"]`);
        await settled(page);
        const { violations } = await page.evaluate(accessibility);
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      });
    });
  }
});
