// The page of surfaces in a browser: points, normals, curvatures, nearest points and hits of each kind, drags, addresses, both languages.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LINES } from '../build/picture.mjs';
import { settled, shown, skip, stateOf as state } from './browser.mjs';
import { drag, pageOf, rows, says } from './page.mjs';
import { random } from './random.mjs';

/** The square from (0, 0) to (3, 3) at the height 0, as a net of 16 points. */
const FLAT = [0, 1, 2, 3].map((x) => [0, 1, 2, 3].map((y) => [x, y, 0]));
const SQUARE = { q: 'bezier', ask: 'nearest', net: FLAT, at: [0.5, 0.25], probe: [1, 2, 2] };
const RAY = { q: 'bezier', ask: 'casts', net: FLAT, at: [0.5, 0.25], ray: { origin: [1, 2, 2], direction: [0, 0, -1] } };
const numbers = (text) => [...text.replaceAll('−', '-').matchAll(/-?\d+(\.\d+)?(e[-+]?\d+)?/g)].map(([number]) => Number(number));

describe('the page of surfaces', { skip, concurrency: false }, () => {
  const { on, at, edited, programs, picture, accessible } = pageOf('surfaces');

  test('the first view is a surface and its nearest point, in both languages', async () => {
    for (const [language, verdict] of [['en', /^Distance of the cross 1\.\d+$/], ['ko', /^십자까지의 거리 1\.\d+$/]]) {
      await on(`/${language}/surfaces/`, async (page) => {
        assert.match(await says(page), verdict);
        assert.equal(await page.locator('[data-grip]').count(), 17);
        assert.equal(await page.locator('.iso').count(), 2);
        assert.equal(await page.locator('.head.normal').count(), 1);
        assert.ok(!(await page.locator('#notice').isVisible()));
      });
    }
  });

  test('what is shown of a flat surface is right', async () => {
    await on(at('en', SQUARE), async (page) => {
      assert.equal(await says(page), 'Distance of the cross 2');
      assert.deepEqual(await rows(page), {
        'point at (u, v)': '(1.5, 0.75, 0)', 'derivative by u': '(3, 0, 0)', 'derivative by v': '(0, 3, 0)', 'unit normal': '(0, 0, 1)',
        'Gaussian curvature': '0: flat', 'mean curvature': '0', 'principal curvatures': '0, 0',
        'point nearest to the cross': '(1, 2, 0)', 'distance of the cross': '2', '(u, v) of the nearest point': '(0.33333, 0.66667)',
      });
    });
  });

  test('a ray lists its hits, from which side it comes, and misses', async () => {
    await on(at('en', RAY), async (page) => {
      assert.equal(await says(page), 'The ray hits once');
      assert.equal((await rows(page))['hit 1'], 't = 2 at (1, 2, 0), (u, v) = (0.33333, 0.66667), front');
      await shown(page, at('en', { ...RAY, ray: { origin: [1, 2, -2], direction: [0, 0, 1] } }));
      assert.match((await rows(page))['hit 1'], /back$/);
      await shown(page, at('en', { ...RAY, ray: { origin: [4, 2, 2], direction: [0, 0, -1] } }));
      assert.equal(await says(page), 'The ray misses');
      // Over the arch along u, through both sides.
      const arch = FLAT.map((row, i) => row.map(([x, y]) => [x, y, i === 1 || i === 2 ? 3 : 0]));
      await shown(page, at('en', { ...RAY, net: arch, ray: { origin: [-1, 1.5, 1], direction: [1, 0, 0] } }));
      assert.equal(await says(page), 'The ray hits 2 times');
    });
  });

  test('bowls, saddles and cylinders differ by their curvature', async () => {
    const bent = (height) => FLAT.map((row, i) => row.map(([x, y], j) => [x, y, height(i, j)]));
    const inner = (i) => (i === 1 || i === 2 ? 1 : 0);
    await on(at('en', SQUARE), async (page) => {
      for (const [net, kind, count] of [[bent((i, j) => inner(i) + inner(j)), 'a bowl', -1], [bent((i, j) => inner(i) - inner(j)), 'a saddle', 0], [bent((i) => inner(i)), 'straight in one direction', -1]]) {
        await shown(page, at('en', { ...SQUARE, net, at: [0.5, 0.5] }));
        const found = await rows(page);
        assert.ok(found['Gaussian curvature'].endsWith(kind), `${kind}: ${found['Gaussian curvature']}`);
        // Seen along the normal, which points up, a bowl bends down.
        assert.equal(Math.sign(Math.round(1e6 * numbers(found['mean curvature'])[0])), count, kind);
        const [least, most] = numbers(found['principal curvatures']);
        const [gauss, mean] = [numbers(found['Gaussian curvature'])[0], numbers(found['mean curvature'])[0]];
        assert.ok(Math.abs(least * most - gauss) < 1e-3 && Math.abs((least + most) / 2 - mean) < 1e-3, kind);
      }
    });
  });

  test('each kind of surface has its points and options', async () => {
    await on('/en/surfaces/', async (page) => {
      const seen = new Set();
      for (const [kind, grips, options, changes] of [['bezier', 17, false, true], ['b_spline', 17, true, true], ['coons', 13, false, false], ['hermite', 13, false, false]]) {
        await page.click(`button[data-kind="${kind}"]`);
        await settled(page);
        assert.equal(await page.locator('[data-grip]').count(), grips, kind);
        assert.equal(await page.locator('#options').isVisible(), options, kind);
        assert.equal(await page.locator('#rows-of-net').isVisible(), changes, kind);
        seen.add((await rows(page))['point at (u, v)']);
        assert.match(await says(page), /^Distance/);
      }
      assert.equal(seen.size, 4);
    });
  });

  test('the edges of a Bezier, a Coons and a Hermite patch of the same net are the same', async () => {
    await on('/en/surfaces/', async (page) => {
      const points = async (kind) => {
        await page.click(`button[data-kind="${kind}"]`);
        const found = [];
        for (const [u, v] of [[0, 0.3], [1, 0.7], [0.4, 0], [0.6, 1]]) {
          await page.locator('#along-u').fill(String(u));
          await page.locator('#along-v').fill(String(v));
          await settled(page);
          found.push((await rows(page))['point at (u, v)']);
        }
        return found;
      };
      const bezier = await points('bezier');
      assert.deepEqual(await points('coons'), bezier);
      assert.deepEqual(await points('hermite'), bezier);
    });
  });

  test('a cubic B-spline of four rows is the Bezier patch, a closed one goes around', async () => {
    await on('/en/surfaces/', async (page) => {
      const point = async () => (await rows(page))['point at (u, v)'];
      const bezier = await point();
      await page.click('button[data-kind="b_spline"]');
      await page.selectOption('#degree', '3');
      await settled(page);
      assert.equal(await point(), bezier);
      await page.click('#tube');
      await settled(page);
      assert.ok(await page.locator('#closed').isChecked());
      assert.equal((await state(page)).net.length, 6);
      const ends = [];
      for (const u of ['0', '1']) {
        await page.locator('#along-u').fill(u);
        await settled(page);
        ends.push(await point());
      }
      assert.equal(ends[0], ends[1]);
      await page.click('#add');
      await settled(page);
      assert.equal((await state(page)).net.length, 7);
      // A patch has four rows.
      await page.click('button[data-kind="coons"]');
      assert.equal((await state(page)).net.length, 4);
    });
  });

  test('no sampled point is nearer than the nearest one', async () => {
    await on(at('en', SQUARE), async (page) => {
      const next = random(11);
      for (const kind of ['bezier', 'b_spline', 'coons', 'hermite']) {
        const net = FLAT.map((row) => row.map(([x, y]) => [x, y, Math.round(8 * next() - 4) / 2]));
        await shown(page, at('en', { ...SQUARE, q: kind, net, ...(kind === 'b_spline' ? { degree: 2 } : {}), probe: [3 * next(), 3 * next(), 3] }));
        const { probe } = await state(page);
        const nearest = numbers(await says(page))[0];
        for (let i = 0; i < 6; i++) {
          await page.locator('#along-u').fill(String(Math.round(1000 * next()) / 1000));
          await page.locator('#along-v').fill(String(Math.round(1000 * next()) / 1000));
          await settled(page);
          const point = numbers((await rows(page))['point at (u, v)']);
          assert.ok(Math.hypot(...point.map((x, j) => x - probe[j])) > nearest - 1e-3, kind);
        }
      }
    });
  });

  test('points and the cross are dragged, by mouse and keys, and the ground turns the view', async () => {
    await on(at('en', SQUARE), async (page) => {
      await drag(page, '[data-grip="p1-1"] .ring', [0, -60]);
      const moved = await state(page);
      assert.notDeepEqual(moved.net[1][1], FLAT[1][1]);
      assert.deepEqual(moved.net[2], FLAT[2]);
      assert.notEqual(await says(page), 'Distance of the cross 2');
      await page.focus('[data-grip="probe"]');
      await page.keyboard.press('PageDown');
      await page.keyboard.press('ArrowUp');
      assert.notDeepEqual((await state(page)).probe, SQUARE.probe);
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute('data-grip')), 'probe');
      const before = await page.locator('[data-grip="p0-0"] .ring').boundingBox();
      const box = await page.locator('#stage').boundingBox();
      await page.mouse.move(box.x + 15, box.y + 15);
      await page.mouse.down();
      await page.mouse.move(box.x + 120, box.y + 15, { steps: 3 });
      await page.mouse.up();
      await settled(page);
      assert.deepEqual((await state(page)).net, moved.net);
      assert.notDeepEqual(await page.locator('[data-grip="p0-0"] .ring').boundingBox(), before);
    });
  });

  test('numbers are typed, and what is none is refused in words', async () => {
    await on(at('en', SQUARE), async (page) => {
      await page.getByLabel('cross z').fill('5');
      await settled(page);
      assert.equal(await says(page), 'Distance of the cross 5');
      await page.getByLabel('point 1 1 x', { exact: true }).fill('1e999');
      await settled(page);
      assert.equal(await page.textContent('#wrong'), 'point 1 1 x needs a finite number, such as 0.5 or -2e3.');
      await page.getByLabel('point 1 1 x', { exact: true }).fill('1e308');
      await page.getByLabel('point 4 4 x', { exact: true }).fill('-1e308');
      await settled(page);
      assert.match(`${await says(page)} ${await page.textContent('#fault')}`, /Distance|The cross is on|Not a valid surface|No surface/);
      await page.click('#reset');
      await settled(page);
      assert.match(await says(page), /^Distance of the cross 1\./);
    });
  });

  test('without WebGL lines are drawn, and a sentence says so', async () => {
    await on('/en/surfaces/', LINES, async (page) => {
      assert.match(await page.textContent('#notice'), /^WebGL is not available/);
      assert.match(await says(page), /^Distance/);
      assert.ok((await page.getAttribute('.body.wire .curve', 'd')).length > 500);
      page.faults = page.faults.filter((fault) => !/WebGL/.test(fault));
    });
  });

  edited([
    at('ko', SQUARE).slice(0, -9), '/ko/surfaces/#q=sheet', at('ko', { ...SQUARE, net: FLAT.slice(1) }), at('ko', { ...SQUARE, q: 'coons', net: [...FLAT, FLAT[0]] }), at('ko', { ...SQUARE, at: [0, 2] }), at('ko', { ...RAY, ray: { origin: [0, 0, 0] } }),
    at('ko', { ...SQUARE, net: FLAT.map((row) => row.map(([x, y]) => [x, y])) }),
  ], /^십자|^반직선/);
  programs(at('en', RAY), `{"op":"casts","surface":{"bezier":{"points":${JSON.stringify(FLAT)}}},"a":{"ray":{"origin":[1,2,2],"direction":[0,0,-1]}}}`, "request({ op: 'casts', surface: { bezier: ");
  picture('.wire', 1, '.questions');
  accessible([['ko', 360, 'dark', 'hermite'], ['en', 768, 'light', 'b_spline'], ['en', 1440, 'dark', 'coons'], ['ko', 1440, 'light', 'bezier']], (page, kind) => page.click(`button[data-kind="${kind}"]`));
});
