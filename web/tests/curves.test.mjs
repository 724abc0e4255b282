// The page of curves and easings in a browser: drags, keys, fields, each kind of curve, addresses, the gallery.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settled, skip, stateOf as state } from './browser.mjs';
import { drag, pageOf, rows, says } from './page.mjs';

/** A straight curve of length 4, and a cross above its middle. */
const STRAIGHT = { q: 'bezier', points: [[-2, 0], [2, 0]], probe: [0, 1], share: 0.25 };

describe('the page of curves', { skip, concurrency: false }, () => {
  const { on, at, edited, programs, picture, accessible } = pageOf('curves');

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

  edited([at('ko', { q: 'catmull_rom', points: STRAIGHT.points, spacing: 'chordal', probe: STRAIGHT.probe, share: STRAIGHT.share }).slice(0, -9), '/ko/curves/#q=spiral', at('ko', { ...STRAIGHT, points: [[1, 2]] }), at('ko', { ...STRAIGHT, share: 7 }), at('ko', { ...STRAIGHT, q: 'kochanek_bartels', bend: [0, 2, 0] }), at('ko', { ...STRAIGHT, q: 'spline', ends: 'open' }), at('ko', { ...STRAIGHT, points: Array(65).fill([0, 1]) })], /^길이/);
  programs(at('en', STRAIGHT), '{"op":"nearest","curve":{"bezier":{"points":[[-2,0],[2,0]]}},"point":[0,1]}', "request({ op: 'nearest', curve: { bezier: { points: [[-2, 0], [2, 0]] } }, point: [0, 1] })");
  picture('.curve-line', 1, '.questions');
  accessible([['ko', 360, 'dark', 'hermite'], ['en', 768, 'light', 'kochanek_bartels'], ['en', 1440, 'dark', 'spline'], ['ko', 1440, 'light', 'hermite']], (page, kind) => page.click(`button[data-kind="${kind}"]`));
});
