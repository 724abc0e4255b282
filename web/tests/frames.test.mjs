// The page of frames in a browser: matrices, points in both systems, drags, changes, addresses, both languages.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settled, shown, skip, stateOf as state } from './browser.mjs';
import { pageOf, rows, says } from './page.mjs';
import { random } from './random.mjs';

/** A frame at (1, 0), turned by a quarter. */
const TURNED = { origin: [1, 0], axes: [[0, 1], [-1, 0]] };
const ONE = { q: 'frames', a: TURNED, held: 'world', at: [1, 5] };
const TWO = { q: 'frames', a: TURNED, b: { origin: [3, 0], axes: [[2, 0], [0, -2]] }, held: 'local', at: [1, 1] };

describe('the page of frames', { skip, concurrency: false }, () => {
  const { on, at, edited, programs, picture, accessible } = pageOf('frames');
  const matrices = (page) => page.$$eval('#matrices table', (all) => all.map((table) => [table.getAttribute('aria-label'), [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent).join(' ')).join('; ')]));

  test('the first view is a point in two systems, in both languages', async () => {
    for (const [language, verdict] of [['en', '(3, 2.5) in the world is (1.5, 0.66667) in frame A'], ['ko', '세계 좌표 (3, 2.5)는 좌표계 A에서 (1.5, 0.66667)']]) {
      await on(`/${language}/frames/`, async (page) => {
        assert.equal(await says(page), verdict);
        assert.equal(await page.locator('.letter-f').count(), 1);
        assert.equal(await page.locator('#matrices .equation').count(), 2);
      });
    }
  });

  test('the matrix of a turned frame, its inverse, and a point ahead of it', async () => {
    await on(at('en', ONE), async (page) => {
      assert.equal(await says(page), '(1, 5) in the world is (5, 0) in frame A');
      assert.deepEqual(await rows(page), {
        'P in the world': '(1, 5)', 'P in frame A': '(5, 0)', 'determinant of the axes': '1', 'area of the unit square': '1',
        handedness: 'right-handed: y is counter-clockwise of x',
      });
      assert.deepEqual(await matrices(page), [
        ['P in the world', '1; 5; 1'], ['W from A', '0 −1 1; 1 0 0; 0 0 1'], ['P in frame A', '5; 0; 1'],
        ['P in frame A', '5; 0; 1'], ['A from W', '0 1 0; −1 0 1; 0 0 1'], ['P in the world', '1; 5; 1'],
      ]);
    });
  });

  test('two frames multiply, and two mirrors make a turn', async () => {
    await on(at('en', TWO), async (page) => {
      assert.equal(await says(page), '(3, 5) in the world is (1, 1) in frame B');
      const shown = await rows(page);
      assert.deepEqual([shown['P in frame A'], shown['determinant of the axes (frame B)'], shown['area of the unit square'], shown.handedness], ['(5, −2)', '−4', '4', 'left-handed: mirrored']);
      const found = Object.fromEntries(await matrices(page));
      assert.deepEqual([found['W from B'], found['W from A'], found['A from B'], found['B from W']], ['0 2 1; 2 0 3; 0 0 1', '0 −1 1; 1 0 0; 0 0 1', '2 0 3; 0 −2 0; 0 0 1', '0 0.5 −1.5; 0.5 0 −0.5; 0 0 1']);
      await page.selectOption('#which', 'a');
      await page.click('[data-change="mirror"]');
      await settled(page);
      assert.equal((await rows(page)).handedness, 'right-handed: y is counter-clockwise of x');
      // The point is held in the frame, so it moves in the world.
      assert.equal((await rows(page))['P in frame B'], '(1, 1)');
      assert.notEqual((await rows(page))['P in the world'], '(3, 5)');
    });
  });

  test('a point and its coordinates belong together for frames of every kind', async () => {
    await on('/en/frames/', async (page) => {
      const next = random(5);
      const vector = () => [next() * 6 - 3, next() * 6 - 3].map((x) => Math.round(x * 4) / 4);
      const frame = () => ({ origin: vector(), axes: [vector(), vector()] });
      for (let i = 0; i < 15; i++) {
        const [a, b, p] = [frame(), frame(), vector()];
        await shown(page, at('en', { q: 'frames', a, b, held: 'world', at: p }));
        const seen = await rows(page);
        const [inA, inB] = ['A', 'B'].map((name) => seen[`P in frame ${name}`]);
        const det = ({ axes: [x, y] }) => x[0] * y[1] - x[1] * y[0];
        assert.equal(inB === '–', det(a) * det(b) === 0, JSON.stringify([a, b]));
        if (inB === '–') continue;
        const read = (text) => text.slice(1, -1).split(', ').map((x) => Number(x.replaceAll('−', '-')));
        const out = ({ origin, axes: [x, y] }, [u, v]) => [0, 1].map((i) => origin[i] + u * x[i] + v * y[i]);
        const size = Math.max(1, ...read(inB).map(Math.abs), ...read(inA).map(Math.abs));
        for (const [got, wanted] of [[out(a, read(inA)), p], [out(b, read(inB)), read(inA)]]) {
          // Five digits are shown.
          assert.ok(got.every((x, i) => Math.abs(x - wanted[i]) < 2e-4 * size * 6), JSON.stringify([a, b, p, seen]));
        }
      }
    });
  });

  test('a flat frame has no inverse, and says so', async () => {
    await on(at('en', ONE), async (page) => {
      await page.click('[data-change="flatten"]');
      await settled(page);
      assert.equal(await says(page), 'frame A is flat: it has no inverse');
      assert.equal((await rows(page)).handedness, 'none: the axes are parallel');
      assert.match(await page.textContent('#matrices'), /no inverse: no coordinates/);
      await page.click('[data-change="identity"]');
      await settled(page);
      assert.equal(await says(page), '(1, 5) in the world is (1, 5) in frame A');
    });
  });

  test('a point that is held in the frame moves with it', async () => {
    await on(at('en', ONE), async (page) => {
      await page.focus('[data-grip="ao"]');
      await page.keyboard.press('Shift+ArrowRight');
      assert.deepEqual([(await state(page)).held, (await rows(page))['P in the world']], ['world', '(1, 5)']);
      const local = (await rows(page))['P in frame A'];
      await page.selectOption('#held', 'local');
      await settled(page);
      assert.equal((await rows(page))['P in frame A'], local);
      await page.focus('[data-grip="ao"]');
      await page.keyboard.press('Shift+ArrowRight');
      await settled(page);
      assert.equal((await rows(page))['P in frame A'], local);
      assert.notEqual((await rows(page))['P in the world'], '(1, 5)');
    });
  });

  test('origins, axes and the point are dragged, by mouse and keys', async () => {
    await on(at('en', TWO), async (page) => {
      await page.click('#fit');
      const box = await page.locator('[data-grip="bx"] .ring').boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 40, box.y + 30, { steps: 3 });
      await page.mouse.up();
      const { a, b } = await state(page);
      assert.deepEqual([a, b.origin, b.axes[1]], [TURNED, [3, 0], [0, -2]]);
      assert.notDeepEqual(b.axes[0], [2, 0]);
      await page.focus('[data-grip="probe"]');
      await page.keyboard.press('ArrowUp');
      const moved = await state(page);
      // Up in the world is along x of A, and B is twice as large.
      assert.notDeepEqual(moved.at, [1, 1]);
      assert.equal(moved.held, 'local');
    });
  });

  test('numbers are typed, and frame B comes and goes', async () => {
    await on(at('en', ONE), async (page) => {
      await page.getByLabel('frame A origin x').fill('2');
      await settled(page);
      assert.equal(await says(page), '(1, 5) in the world is (5, 1) in frame A');
      await page.getByLabel('frame A axis y y').fill('1e999');
      await settled(page);
      assert.equal(await page.textContent('#wrong'), 'frame A axis y y needs a finite number, such as 0.5 or -2e3.');
      await page.check('#nested');
      await settled(page);
      assert.equal(await page.locator('[data-grip]').count(), 7);
      assert.ok((await state(page)).b);
      await page.uncheck('#nested');
      await settled(page);
      assert.equal(await page.locator('[data-grip]').count(), 4);
    });
  });

  test('numbers beyond the range of floats give a sentence, and the page goes on', async () => {
    await on(at('en', { ...TWO, a: { origin: [0, 0], axes: [[1e300, 0], [0, 1e300]] }, b: { origin: [1e300, 0], axes: [[1e300, 0], [0, 1]] } }), async (page) => {
      assert.equal(await says(page), 'No answer');
      await page.click('#reset');
      await settled(page);
      assert.match(await says(page), /^\(3, 2\.5\)/);
    });
  });

  edited([at('ko', ONE).slice(0, -9), '/ko/frames/#q=frames', at('ko', { ...ONE, a: { origin: [0, 0], axes: [[1, 0]] } }), at('ko', { ...ONE, held: 'nowhere' })], /^세계 좌표/);
  programs(at('en', ONE), '{"op":"frame","frames":[{"origin":[1,0],"axes":[[0,1],[-1,0]]}],"world":[1,5]}', "request({ op: 'frame', frames: ");
  picture('.letter-f', 1, '.changes');
  accessible([['ko', 360, 'dark'], ['en', 768, 'light'], ['en', 1440, 'dark'], ['ko', 1440, 'light']], (page) => page.check('#nested'));
});
