// The page of clipping in a browser: each algorithm step by step, compared with the whole answer, drags, addresses, both languages.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settled, shown, skip, stateOf as state } from './browser.mjs';
import { pageOf, says } from './page.mjs';
import { random } from './random.mjs';

const BOX = { min: [0, 0], max: [4, 4] };
const SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4]];
/** The example of Foley: it enters by the left and leaves by the top. */
const SEGMENT = { a: [-2, 2], b: [6, 6] };
const CODES = { q: 'cohen_sutherland', segment: SEGMENT, box: BOX, step: 0 };
const SLABS = { ...CODES, q: 'liang_barsky' };
const SIDES = { q: 'cyrus_beck', segment: SEGMENT, window: SQUARE, step: 0 };
const U = [[0, 0], [3, 0], [3, 3], [2, 3], [2, 1], [1, 1], [1, 3], [0, 3]];
const POLYGON = { q: 'sutherland_hodgman', polygon: U, window: [[-1, 2], [5, 2], [5, 5], [-1, 5]], step: 0 };

describe('the page of clipping', { skip, concurrency: false }, () => {
  const { on, at, edited, programs, picture, accessible } = pageOf('clipping');
  const steps = (page) => page.$$eval('#steps button span', (all) => all.map((span) => span.textContent));
  const go = (page, state) => shown(page, at('en', state));

  test('the first view is a clipped segment in words, in both languages', async () => {
    for (const [language, verdict, step] of [['en', /^Inside for 0\.15625 ≤ t ≤ 0\.45455$/, /^Step 1 of 4:/], ['ko', /^0\.15625 ≤ t ≤ 0\.45455에서 안에 있습니다$/, /^4단계 중 1단계:/]]) {
      await on(`/${language}/clipping/`, async (page) => {
        assert.match(await says(page), verdict);
        assert.match(await page.textContent('#step-text'), step);
        assert.equal(await page.locator('.code').count(), 9);
      });
    }
  });

  test('Cohen-Sutherland cuts one side after another', async () => {
    await on(at('en', CODES), async (page) => {
      assert.equal(await says(page), 'Inside for 0.25 ≤ t ≤ 0.5');
      assert.deepEqual(await steps(page), [
        'A has the code 0001 (left). B has the code 1010 (right, above). No bit is common. A has the bit “left”: it is cut at that side, at t = 0.25.',
        'A has the code 0000. B has the code 1010 (right, above). No bit is common. B has the bit “right”: it is cut at that side, at t = 0.75.',
        'A has the code 0000. B has the code 1000 (above). No bit is common. B has the bit “above”: it is cut at that side, at t = 0.5.',
        'A has the code 0000. B has the code 0000. Neither has a bit: what is left lies inside.',
      ]);
      await go(page, { ...CODES, segment: { a: [-1, 5], b: [3, 6] } });
      assert.deepEqual([await says(page), (await steps(page)).at(-1)], ['Nothing is inside', 'A has the code 1001 (left, above). B has the code 1000 (above). Both have the bit “above”, so the segment lies beyond that side: nothing is left.']);
      // Past a corner: each end is beyond another side.
      await go(page, { ...CODES, segment: { a: [-1, 0.5], b: [0.5, -1] } });
      assert.deepEqual([await says(page), (await steps(page)).length], ['Nothing is inside', 2]);
      await go(page, { ...CODES, segment: { a: [-1, 1], b: [1, -1] } });
      assert.equal(await says(page), 'It only touches');
    });
  });

  test('Liang-Barsky intersects the intervals of two slabs', async () => {
    await on(at('en', SLABS), async (page) => {
      assert.deepEqual(await steps(page), [
        'The points of the segment are a + t (b − a) with 0 ≤ t ≤ 1.',
        'Along x it moves by 8: it enters by the side “left” at t = 0.25, and leaves by the side “right” at t = 0.75. Left: 0.25 ≤ t ≤ 0.75.',
        'Along y it moves by 4: it starts within the side “below”, and leaves by the side “above” at t = 0.5. Left: 0.25 ≤ t ≤ 0.5.',
      ]);
      assert.equal(await page.locator('#steps .bar').count(), 6);
      await go(page, { ...SLABS, segment: { a: [6, 1], b: [-2, 1] } });
      assert.deepEqual((await steps(page)).slice(1), [
        'Along x it moves by −8: it enters by the side “right” at t = 0.25, and leaves by the side “left” at t = 0.75. Left: 0.25 ≤ t ≤ 0.75.',
        'Along y the segment does not move, and it lies between both sides: no limit. Left: 0.25 ≤ t ≤ 0.75.',
      ]);
      await go(page, { ...SLABS, segment: { a: [6, 9], b: [-2, 9] } });
      assert.equal((await steps(page)).at(-1), 'Along y the segment does not move, and it does not lie between both sides. The last entry comes after the first exit: nothing is left.');
    });
  });

  test('Cyrus-Beck cuts at each side of a convex window, and says why another cannot be one', async () => {
    await on(at('en', SIDES), async (page) => {
      assert.equal(await says(page), 'Inside for 0.25 ≤ t ≤ 0.5');
      assert.deepEqual(await steps(page), [
        'The points of the segment are a + t (b − a) with 0 ≤ t ≤ 1.',
        'All of the segment lies within side 1: no limit. Left: 0 ≤ t ≤ 1.',
        'Along the normal of side 2: the segment leaves at t = 0.75. Left: 0 ≤ t ≤ 0.75.',
        'Along the normal of side 3: the segment leaves at t = 0.5. Left: 0 ≤ t ≤ 0.5.',
        'Against the normal of side 4: the segment enters at t = 0.25. Left: 0.25 ≤ t ≤ 0.5.',
      ]);
      // The corners in the other order are the same window.
      await go(page, { ...SIDES, window: [...SQUARE].reverse() });
      assert.equal(await says(page), 'Inside for 0.25 ≤ t ≤ 0.5');
      await go(page, { ...SIDES, window: [[0, 0], [4, 0], [1, 1], [0, 4]] });
      assert.equal(await page.textContent('#fault'), 'The window must be convex: these algorithms cut by one side at a time.');
      assert.equal(await page.locator('#steps button').count(), 0);
      await page.click('#reset');
      await settled(page);
      assert.ok(!(await page.locator('#fault').isVisible()));
    });
  });

  test('Sutherland-Hodgman leaves the parts of a letter U joined', async () => {
    await on(at('en', POLYGON), async (page) => {
      assert.equal(await says(page), 'A polygon of 8 corners is inside');
      const all = await steps(page);
      assert.equal(all.length, 6);
      assert.equal(all[1], 'Side 1: 4 of 8 corners lie beyond it and go; 4 new ones are where edges cross it. 8 are left.');
      assert.equal(all.at(-1), 'What is left has 8 corners.');
      await go(page, { ...POLYGON, polygon: U.map(([x, y]) => [x, y - 9]) });
      assert.equal(await says(page), 'Nothing is inside');
      assert.equal((await steps(page)).at(-1), 'Nothing is left.');
    });
  });

  test('the last step of each algorithm has what the whole answer has', async () => {
    await on('/en/clipping/', async (page) => {
      const next = random(11);
      const point = () => [next() * 10 - 3, next() * 10 - 3].map((x) => Math.round(x * 8) / 8);
      for (let i = 0; i < 20; i++) {
        const segment = { a: point(), b: point() };
        const seen = [];
        for (const method of ['cohen_sutherland', 'liang_barsky', 'cyrus_beck']) {
          await go(page, { q: method, segment, ...(method === 'cyrus_beck' ? { window: SQUARE } : { box: BOX }), step: 99 });
          const verdict = await says(page);
          seen.push(verdict);
          const last = (await steps(page)).at(-1);
          assert.equal(/nothing is left\.?$/i.test(last), verdict === 'Nothing is inside', `${JSON.stringify(segment)} ${method}: ${last}`);
        }
        assert.equal(new Set(seen).size, 1, `${JSON.stringify(segment)} ${seen}`);
      }
    });
  });

  test('steps are chosen by slider, buttons and list, and stand in the address', async () => {
    await on(at('en', CODES), async (page) => {
      assert.ok(await page.locator('#step-back').isDisabled());
      await page.click('#step-next');
      await settled(page);
      assert.match(await page.textContent('#step-text'), /^Step 2 of 4:/);
      await page.locator('#step').fill('3');
      await settled(page);
      assert.ok(await page.locator('#step-next').isDisabled());
      await page.click('[data-step="1"]');
      assert.equal((await state(page)).step, 1);
      assert.equal(await page.getAttribute('[data-step="1"]', 'aria-pressed'), 'true');
      assert.equal(await page.locator('.side-lit').count(), 1);
    });
  });

  test('ends, corners and the window are dragged, by mouse and keys', async () => {
    await on(at('en', CODES), async (page) => {
      const box = await page.locator('[data-grip="a"] .ring').boundingBox();
      await page.mouse.move(box.x + 8, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x + 60, box.y + 40, { steps: 3 });
      await page.mouse.up();
      const moved = (await state(page)).segment;
      assert.ok(moved.a[0] > -2 && moved.a[1] < 2);
      assert.deepEqual(moved.b, SEGMENT.b);
      await page.focus('[data-grip="max"]');
      await page.keyboard.press('Shift+ArrowLeft');
      assert.ok((await state(page)).box.max[0] < 4);
      // A corner stops at the other.
      const [corner, picture] = [await page.locator('[data-grip="max"] .ring').boundingBox(), await page.locator('#stage').boundingBox()];
      await page.mouse.move(corner.x + 8, corner.y + 8);
      await page.mouse.down();
      await page.mouse.move(picture.x + 5, corner.y, { steps: 3 });
      await page.mouse.up();
      assert.equal((await state(page)).box.max[0], 0);
      await page.click('button[data-method="sutherland_hodgman"]');
      await page.focus('[data-grip="window"]');
      const before = (await state(page)).window;
      await page.keyboard.press('ArrowUp');
      const after = (await state(page)).window;
      assert.ok(after.every(([x, y], i) => Math.abs(x - before[i][0]) < 0.02 && y > before[i][1]));
      await page.click('#add-b');
      assert.equal((await state(page)).window.length, 6);
      await page.click('#less-b');
      await page.click('#less-b');
      await page.click('#less-b');
      assert.equal((await state(page)).window.length, 3);
      assert.ok(await page.locator('#less-b').isDisabled());
    });
  });

  test('numbers are typed, and a window that is none gives a sentence', async () => {
    await on(at('en', SLABS), async (page) => {
      await page.getByLabel('low corner x').fill('5');
      await settled(page);
      assert.match(await page.textContent('#fault'), /^Not a valid shape: /);
      await page.getByLabel('low corner x').fill('1');
      await settled(page);
      assert.equal(await says(page), 'Inside for 0.375 ≤ t ≤ 0.5');
      await page.getByLabel('end A y').fill('two');
      await settled(page);
      assert.equal(await page.textContent('#wrong'), 'end A y needs a finite number, such as 0.5 or -2e3.');
    });
  });

  edited([at('ko', CODES).slice(0, -9), '/ko/clipping/#q=scissors', at('ko', { ...SIDES, window: [[0, 0], [1, 1]] }), at('ko', { ...CODES, step: -1 }), at('ko', { ...CODES, box: { min: [0, 0] } })], /단계 중 \d단계/, '#step-text');
  programs(at('en', CODES), '{"op":"clip","a":{"segment":{"a":[-2,2],"b":[6,6]}},"b":{"aabb":{"min":[0,0],"max":[4,4]}}}', "request({ op: 'clip', a: ");
  picture('.window', 1, '.stepper');
  accessible([['ko', 360, 'dark', 'cohen_sutherland'], ['en', 360, 'light', 'sutherland_hodgman'], ['en', 768, 'light', 'cyrus_beck'], ['en', 1440, 'dark', 'liang_barsky'], ['ko', 1440, 'light', 'sutherland_hodgman']], (page, method) => page.click(`button[data-method="${method}"]`));
});
