// The page of solid angles in a browser: the answer for each shape, its steps, the projection, drags, addresses, both languages.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LINES } from '../build/picture.mjs';
import { settled, shown, skip, stateOf as state } from './browser.mjs';
import { drag, pageOf, rows, says } from './page.mjs';
import { random } from './random.mjs';

/** An eighth of all directions. */
const OCTANT = { q: 'angle', shape: { triangle: { a: [2, 0, 0], b: [0, 2, 0], c: [0, 0, 2] } }, eye: [0, 0, 0], step: 0 };
const CUBE = { aabb: { min: [-1, -1, -1], max: [1, 1, 1] } };
const BALL = { sphere: { center: [2, 0, 0], radius: 1 } };
const number = (text) => Number(/-?\d+(\.\d+)?(e[-+]?\d+)?/.exec(text.replaceAll('−', '-'))[0]);

describe('the page of solid angles', { skip, concurrency: false }, () => {
  const { on, at, edited, programs, picture, accessible } = pageOf('angles');
  const steps = (page) => page.$$eval('#steps button span', (all) => all.map((span) => span.textContent));
  const go = (page, shape, eye = [0, 0, 0]) => shown(page, at('en', { ...OCTANT, shape, eye }));

  test('the first view is a triangle and what it covers, in both languages', async () => {
    for (const [language, verdict, step] of [['en', /^0\.47988 sr, 3\.8188 % of all directions$/, /^Step 1 of 4:/], ['ko', /^0\.47988 sr, 모든 방향의 3\.8188 %$/, /^4단계 중 1단계:/]]) {
      await on(`/${language}/angles/`, async (page) => {
        assert.match(await says(page), verdict);
        assert.match(await page.textContent('#step-text'), step);
        assert.equal(await page.locator('[data-grip]').count(), 5);
        assert.ok(!(await page.locator('#notice').isVisible()));
      });
    }
  });

  test('a triangle over an octant covers an eighth', async () => {
    await on(at('en', OCTANT), async (page) => {
      assert.equal(await says(page), '1.5708 sr, 12.5 % of all directions');
      assert.deepEqual(await rows(page), {
        'solid angle, in steradians': '1.5708', 'in parts of π': '0.5 π', 'share of the sphere': '12.5 %', 'square degrees': '5156.6', 'half angle of a cone that covers as much': '41.41°',
      });
      assert.deepEqual(await steps(page), [
        'Seen from the eye, the corners are a = (2, 0, 0), b = (0, 2, 0), c = (0, 0, 2).',
        'The volume of the three vectors is a · (b × c) = 8. It is zero if the eye is in the plane of the triangle, and its sign says on which side.',
        'The lengths |a|, |b|, |c| are 2, 2, 2. The denominator is |a||b||c| + (a · b)|c| + (b · c)|a| + (c · a)|b| = 8.',
        'The tangent of half the solid angle is the volume divided by the denominator: Ω = 2 atan2(8, 8) = 1.5708.',
      ]);
    });
  });

  test('a cube seen from inside, from a face and from outside', async () => {
    await on(at('en', OCTANT), async (page) => {
      await go(page, CUBE);
      assert.equal(await says(page), '12.566 sr, 100 % of all directions');
      assert.equal((await steps(page)).at(-1), 'The eye is inside: the solid covers all directions, 4π.');
      await go(page, CUBE, [1, 0, 0]);
      assert.equal(await says(page), '6.2832 sr, 50 % of all directions');
      await go(page, CUBE, [3, 0, 0]);
      const found = await steps(page);
      assert.equal(found.length, 7);
      assert.equal(found.filter((text) => text.includes('in front of it')).length, 1);
      assert.match(found[1], /^Face \+x: the eye is in front of it/);
      assert.equal(found[6], `It alone is seen: Ω = ${number(await says(page))}.`);
      await page.click('[data-step="1"]');
      await settled(page);
      assert.equal(await page.locator('.side-lit').count(), 2);
    });
  });

  test('balls and cones by their angle to the axis', async () => {
    await on(at('en', OCTANT), async (page) => {
      await go(page, BALL);
      // The tangent is at 30 degrees.
      assert.equal(await says(page), `${Number((2 * Math.PI * (1 - Math.cos(Math.PI / 6))).toPrecision(5))} sr, 6.6987 % of all directions`);
      assert.match((await steps(page))[1], /the sine of its angle to the axis is 1 \/ 2: the angle is 30°\.$/);
      assert.equal(await page.textContent('#formula'), 'sin θ = r / d,   Ω = 4π sin²(θ / 2)');
      await go(page, BALL, [1, 0, 0]);
      assert.match((await steps(page)).at(-1), /2π\.$/);
      await go(page, BALL, [2, 0, 0.5]);
      assert.match(await says(page), / 100 % /);
      await go(page, { cone: { apex: [0, 0, 0], base: [0, 0, 2], radius: 2 } });
      assert.equal((await rows(page))['half angle of a cone that covers as much'], '45°');
    });
  });

  test('a disc on its axis and beside it', async () => {
    const disc = { disc: { center: [0, 0, 0], normal: [0, 0, 1], radius: 3 } };
    await on(at('en', OCTANT), async (page) => {
      await go(page, disc, [0, 0, 4]);
      assert.equal(await says(page), `${Number((2 * Math.PI * 0.2).toPrecision(5))} sr, 10 % of all directions`);
      assert.match((await steps(page))[1], /with h = 4 and r = 3, which is 1\.2566\.$/);
      await go(page, disc, [1, 0, 4]);
      assert.match((await steps(page))[1], /elliptic integral/);
      assert.ok(number(await says(page)) < 1.2566);
    });
  });

  test('the steps add up to the answer for shapes and eyes at random', async () => {
    await on(at('en', OCTANT), async (page) => {
      const next = random(3);
      const vector = (size) => [0, 1, 2].map(() => Math.round(100 * size * (2 * next() - 1)) / 100);
      const shapes = [
        () => ({ triangle: { a: vector(2), b: vector(2), c: vector(2) } }),
        () => ({ parallelogram: { origin: vector(1), u: vector(2), v: vector(2) } }),
        () => ({ polygon: { points: [[-1, -0.6, 0], [0.2, -1, 0], [1.1, -0.1, 0], [0.6, 0.9, 0], [-0.7, 0.8, 0]] } }),
        () => ({ obb: { center: vector(1), half_extents: [1.1, 0.7, 0.6], quaternion: [0.1, 0.2, 0.3, 0.9] } }),
        () => ({ tetrahedron: { a: vector(2), b: vector(2), c: vector(2), d: vector(2) } }),
      ];
      for (let i = 0; i < 15; i++) {
        const [shape, eye] = [shapes[i % shapes.length](), vector(3)];
        await go(page, shape, eye);
        const last = (await steps(page)).at(-1);
        const shown = last.replaceAll('− ', '-').replaceAll('−', '-');
        // The last step is the angle of a triangle, 4π, or a sum.
        const sum = last.includes('4π') ? 4 * Math.PI : shown.includes('Ω = ') ? number(shown.split('Ω = ')[1].split(') = ').at(-1)) : [...shown.matchAll(/-?\d+(\.\d+)?(e[-+]?\d+)?/g)].reduce((all, [x]) => all + Number(x), 0);
        assert.ok(Math.abs(Math.abs(sum) - number(await says(page))) < 2e-3, `${JSON.stringify([shape, eye])}: ${last} ${await says(page)}`);
      }
    });
  });

  test('each kind of the menu is drawn and answered', async () => {
    await on('/en/angles/', async (page) => {
      const kinds = await page.$$eval('#kind-a option', (all) => all.map(({ value }) => value));
      assert.equal(kinds.length, 10);
      for (const kind of kinds) {
        await page.selectOption('#kind-a', kind);
        await settled(page);
        assert.match(await says(page), /^\d.* sr, /, kind);
        assert.equal(Object.keys((await state(page)).shape)[0], kind);
        assert.ok((await steps(page)).length >= 2, kind);
      }
    });
  });

  test('the shape, its handles and the eye are dragged, by mouse and keys', async () => {
    await on(at('en', OCTANT), async (page) => {
      await drag(page, '[data-grip="shape.a"] .ring', [40, 10]);
      const { shape, eye } = await state(page);
      assert.notDeepEqual(shape.triangle.a, [2, 0, 0]);
      assert.deepEqual([shape.triangle.b, eye], [[0, 2, 0], [0, 0, 0]]);
      await page.focus('[data-grip="eye"]');
      await page.keyboard.press('Shift+ArrowLeft');
      const moved = await state(page);
      assert.notDeepEqual(moved.eye, [0, 0, 0]);
      assert.deepEqual(moved.shape, shape);
      // The eye of a cone is its apex.
      await page.selectOption('#kind-a', 'cone');
      await page.focus('[data-grip="eye"]');
      await page.keyboard.press('PageUp');
      const cone = await state(page);
      assert.deepEqual(cone.shape.cone.apex, cone.eye);
      await page.focus('[data-grip="shape"]');
      await page.keyboard.press('PageUp');
      const both = await state(page);
      assert.deepEqual(both.shape.cone.apex, both.eye);
      assert.notDeepEqual(both.eye, cone.eye);
    });
  });

  test('numbers are typed, and what is no shape gives a sentence', async () => {
    await on(at('en', { ...OCTANT, shape: BALL }), async (page) => {
      await page.getByLabel('radius', { exact: true }).fill('2');
      await settled(page);
      assert.equal(await says(page), '6.2832 sr, 50 % of all directions');
      await page.getByLabel('radius', { exact: true }).fill('-1');
      await settled(page);
      assert.match(await page.textContent('#fault'), /^Not a valid shape: /);
      await page.getByLabel('eye x').fill('two');
      await settled(page);
      assert.equal(await page.textContent('#wrong'), 'eye x needs a finite number, such as 0.5 or -2e3.');
      await page.click('#reset');
      await settled(page);
      assert.match(await says(page), /^0\.47988 sr/);
    });
  });

  test('the projection is drawn in its colour, and without WebGL in lines', async () => {
    await on('/en/angles/', LINES, async (page) => {
      assert.match(await page.textContent('#notice'), /^WebGL is not available/);
      assert.ok((await page.getAttribute('.body.a.wire .curve', 'd')).length > 100);
      assert.ok((await page.getAttribute('.ball.wire .curve', 'd')).length > 500);
      page.faults = page.faults.filter((fault) => !/WebGL/.test(fault));
    });
  });

  edited([
    at('ko', OCTANT).slice(0, -7), '/ko/angles/#q=angle', at('ko', { ...OCTANT, eye: [1, 2] }), at('ko', { ...OCTANT, shape: { capsule: { a: [0, 0, 0], b: [1, 0, 0], radius: 1 } } }), at('ko', { ...OCTANT, shape: { sphere: { center: [1, 2], radius: 1 } } }),
  ], /sr, 모든 방향의/);
  programs(at('en', OCTANT), '{"op":"solid_angle","a":{"triangle":{"a":[2,0,0],"b":[0,2,0],"c":[0,0,2]}},"b":{"point":[0,0,0]}}', "request({ op: 'solid_angle', a: { triangle: ");
  picture('.wire', 3, '.stepper');
  accessible([['ko', 360, 'dark', 'aabb'], ['en', 768, 'light', 'disc'], ['en', 1440, 'dark', 'sphere'], ['ko', 1440, 'light', 'polygon']], (page, kind) => page.selectOption('#kind-a', kind));
});
