// The playground in a browser: drags, keys, fields, questions, addresses, bad input, accessibility, and use offline.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { LINES, pictureOf } from '../build/picture.mjs';
import { accessibility, address, follow, settled, skip, start, stateOf as state } from './browser.mjs';

const DISC = { sphere: { center: [-1, 0], radius: 1 } };
const BOX = { aabb: { min: [1, -1], max: [2, 1] } };
const measured = { q: 'measure', a: DISC, b: BOX };

describe('the playground', { skip, concurrency: false }, () => {
  let browser;
  before(async () => void (browser = await start()));
  after(() => browser?.stop());

  /** Opens an address, runs a test, and expects no error in the console. */
  async function on(path, options, body = options) {
    const page = await browser.page(path, body === options ? {} : options);
    await body(page);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
  const says = (page) => page.textContent('#says');
  const rows = (page) => page.$$eval('#rows div', (all) => all.map((row) => [...row.children].map((x) => x.textContent)));
  const drag = async (page, selector, [dx, dy]) => {
    const box = await page.locator(selector).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx / 2, y + dy / 2);
    await page.mouse.move(x + dx, y + dy, { steps: 3 });
    await page.mouse.up();
    await settled(page);
  };

  test('the first view is true without a click, in both languages', async () => {
    await on('/en/', async (page) => {
      assert.match(await says(page), /^Overlap, 0\.362\d+ deep$/);
      assert.equal(await page.textContent('#badge'), 'exactly right');
      assert.equal(await page.locator('.mark.normal').count(), 1);
      assert.equal(await page.locator('.ghost').count(), 1);
    });
    await on('/ko/', async (page) => {
      assert.match(await says(page), /^깊이 0\.362\d+만큼 겹침$/);
      assert.equal(await page.getAttribute('html', 'lang'), 'ko');
    });
  });

  test('the picture without scripts is the first view', async () => {
    await on('/en/', LINES, async (page) => {
      const structure = (text) => text.replaceAll(/-?\d+(\.\d+)?/g, '0').trim();
      const stored = await readFile(new URL('../site/plane.svg', import.meta.url), 'utf8');
      assert.equal(structure(await pictureOf(page)), structure(stored), 'node build/picture.mjs rewrites it');
    });
    await on('/ko/', { javaScriptEnabled: false, ready: false }, async (page) => {
      assert.equal(await page.locator('#stage .body').count(), 2);
      assert.ok(await page.locator('.intro h1').isVisible());
      assert.ok(!(await page.locator('.questions').isVisible()));
    });
  });

  test('a shape that is dragged away is apart, and the shortest segment is drawn', async () => {
    await on('/en/', async (page) => {
      await drag(page, '.body.b', [220, 0]);
      assert.match(await says(page), /^Apart by /);
      assert.equal(await page.locator('.mark.shortest').count(), 1);
      assert.deepEqual((await rows(page)).map(([key]) => key), ['distance', 'closest point on A', 'closest point on B', 'normal, from A to B']);
    });
  });

  test('a handle changes its parameter alone', async () => {
    await on(address('en', measured), async (page) => {
      assert.equal(await says(page), 'Apart by 1');
      await drag(page, '[data-grip="a.radius"] .ring', [-40, 0]);
      const { a, b } = await state(page);
      assert.ok(a.sphere.radius < 1 && a.sphere.radius > 0);
      assert.deepEqual([a.sphere.center, b], [DISC.sphere.center, BOX]);
    });
  });

  test('touch drags shapes too', async () => {
    await on(address('en', measured), { hasTouch: true, viewport: { width: 360, height: 800 } }, async (page) => {
      const box = await page.locator('[data-grip="a.center"] .ring').boundingBox();
      const at = { clientX: box.x + 6, clientY: box.y + 6, pointerId: 7, pointerType: 'touch', button: 0, isPrimary: true };
      await page.evaluate((at) => {
        // A pointer that no finger holds cannot be captured.
        Element.prototype.setPointerCapture = () => undefined;
        const knob = document.querySelector('[data-grip="a.center"] .ring');
        knob.dispatchEvent(new PointerEvent('pointerdown', { ...at, bubbles: true, cancelable: true }));
        const stage = document.getElementById('stage');
        stage.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: at.clientX - 30, bubbles: true }));
        stage.dispatchEvent(new PointerEvent('pointerup', { ...at, bubbles: true }));
      }, at);
      await settled(page);
      assert.ok((await state(page)).a.sphere.center[0] < -1);
    });
  });

  test('arrow keys move shapes and handles, and the focus stays', async () => {
    await on(address('en', measured), async (page) => {
      await page.focus('[data-grip="b"]');
      await page.keyboard.press('Shift+ArrowLeft');
      await settled(page);
      const { b } = await state(page);
      assert.ok(b.aabb.min[0] < 1 && b.aabb.min[1] === -1);
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute('data-grip')), 'b');
      await page.focus('[data-grip="a.radius"]');
      await page.keyboard.press('ArrowRight');
      assert.ok((await state(page)).a.sphere.radius > 1);
    });
  });

  test('numbers can be typed, and what is no number is refused in words', async () => {
    await on(address('en', measured), async (page) => {
      const radius = page.getByLabel('A radius', { exact: true });
      await radius.fill('2');
      await settled(page);
      assert.equal(await says(page), 'Touching');
      for (const wrong of ['NaN', '1e400', 'two', '']) {
        await radius.fill(wrong);
        await settled(page);
        assert.equal(await page.textContent('#wrong'), 'A radius needs a finite number, such as 0.5 or -2e3.');
        assert.equal(await says(page), 'Touching');
      }
      await radius.blur();
      await settled(page);
      assert.equal(await radius.inputValue(), '2');
      assert.ok(!(await page.locator('#wrong').isVisible()));
      await radius.fill('-1');
      await settled(page);
      assert.equal(await page.textContent('#fault'), 'Not a valid shape: radius must be finite and not negative, got -1');
      await radius.fill('3');
      await settled(page);
      assert.equal(await says(page), 'Overlap, 1 deep');
    });
  });

  test('every kind of shape in both menus is drawn and answered', async () => {
    await on('/en/', async (page) => {
      // Without the driver between the clicks.
      const answers = await page.evaluate(async () => {
        const [menu, says, fault] = ['kind-a', 'says', 'fault'].map((id) => document.getElementById(id));
        const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const answers = [];
        for (const { value } of menu.options) {
          menu.value = value;
          menu.dispatchEvent(new Event('change'));
          for (const question of ['measure', 'intersects', 'manifold', 'cast', 'sweep']) {
            document.querySelector(`[data-question="${question}"]`).click();
            await drawn();
            const count = (selector) => document.querySelectorAll(selector).length;
            answers.push([`${value} ${question}`, says.textContent, fault.hidden ? '' : fault.textContent, count('.body.a > :not(.letter)'), count('.knob.a')]);
          }
        }
        return answers;
      });
      assert.equal(answers.length, 27 * 5);
      for (const [name, says, fault, parts, knobs] of answers) {
        assert.match(says, /^(Apart|Overlap|Touching)/, name);
        assert.equal(fault, '', name);
        assert.ok(parts > 0 && knobs > 0, name);
      }
    });
  });

  test('the intersection is filled', async () => {
    await on(address('en', { ...measured, q: 'intersects', a: { aabb: { min: [0, 0], max: [1.5, 2] } } }), async (page) => {
      assert.deepEqual(await rows(page), [['intersects', 'yes'], ['common part', 'axis-aligned box (AABB)']]);
      assert.equal(await page.locator('.common .area').count(), 1);
    });
  });

  test('the manifold has its two points', async () => {
    await on(address('en', { ...measured, q: 'manifold', a: { aabb: { min: [0, 0], max: [1.25, 2] } } }), async (page) => {
      const found = await rows(page);
      assert.deepEqual(found[0], ['normal, from A to B', '(1, 0)']);
      assert.equal(found.length, 3);
    });
  });

  test('a ray lists its hits in order', async () => {
    await on(address('en', { ...measured, q: 'cast', ray: { origin: [-4, 0], direction: [2, 0] } }), async (page) => {
      assert.deepEqual(await rows(page), [
        ['Shape A', 't = 1 at (−2, 0)'], ['Shape A', 't = 2 at (0, 0)'], ['Shape B', 't = 2.5 at (1, 0)'], ['Shape B', 't = 3 at (2, 0)'],
      ]);
      const slabs = await page.$$eval('#slabs li', (all) => all.map((item) => [...item.querySelectorAll('span')].map((span) => span.textContent)));
      assert.deepEqual(slabs, [['B, x', 't from 2.5 to 3', 'left: 2.5 to 3'], ['B, y', 't from −∞ to ∞', 'left: 2.5 to 3']]);
      await drag(page, '[data-grip="ray.direction"] .ring', [0, -200]);
      assert.match(await page.textContent('#slabs'), /nothing left: no hit/);
      assert.notDeepEqual((await state(page)).ray.direction, [2, 0]);
    });
  });

  test('a sweep stops where the shapes first touch, also when it turns', async () => {
    await on(address('en', { ...measured, q: 'sweep', v: [-2, 0], w: 0 }), async (page) => {
      const found = Object.fromEntries(await rows(page));
      assert.equal(found.time, 'First touch at t = 0.5');
      assert.equal(found.point, '(0, 0)');
      assert.equal(await page.locator('.ghost').count(), 1);
      await page.getByLabel('angular velocity').fill('3');
      await settled(page);
      assert.match((await rows(page))[0][1], /^First touch at t = 0\./);
      assert.equal((await state(page)).w, 3);
    });
  });

  test('separating axes are listed, and the deciding one is lit', async () => {
    const boxes = { q: 'measure', a: { aabb: { min: [0, 0], max: [1, 1] } }, b: { aabb: { min: [3, 0.5], max: [4, 2] } } };
    await on(address('en', boxes), async (page) => {
      assert.equal(await page.locator('.axis').count(), 2);
      assert.match(await page.textContent('.axis.lit'), /\(1, 0\).*gap 2.*decides/);
      await page.click('.axis.lit');
      await settled(page);
      assert.equal(await page.locator('.mark.axis').count(), 2);
      await page.selectOption('#kind-b', 'ellipse');
      await settled(page);
      assert.equal(await page.locator('.axis').count(), 0);
      assert.ok(await page.locator('#axes-none').isVisible());
    });
  });

  test('the least overlap of the axes is the depth', async () => {
    await on('/en/', async (page) => {
      assert.equal(await page.locator('.axis').count(), 8);
      const depth = /[\d.]+/.exec(await says(page))[0];
      assert.match(await page.textContent('.axis.lit'), new RegExp(`overlap ${depth}`));
    });
  });

  test('GJK and EPA go back and forth', async () => {
    await on('/en/', async (page) => {
      const text = () => page.textContent('#step-text');
      const depth = /[\d.]+/.exec(await says(page))[0];
      assert.match(await text(), new RegExp(`EPA: .* between ${depth}, .* and ${depth}, .*its distance is the depth`));
      assert.equal(await page.locator('#difference .closest-face').count(), 1);
      await page.focus('#step');
      await page.keyboard.press('Home');
      assert.match(await text(), /^Step 1 of \d+ The simplex has 1 point\./);
      assert.ok(await page.locator('#step-back').isDisabled());
      assert.equal(await page.locator('#difference .vertex').count(), 1);
      assert.equal(await page.locator('#difference .closest-face').count(), 0);
      await page.click('#step-next');
      assert.equal(await page.locator('#difference .vertex').count(), 2);
      await page.selectOption('#kind-a', 'half_space');
      await settled(page);
      assert.ok(await page.locator('#steps-none').isVisible());
    });
  });

  test('the steps of discs end at their depth or distance', async () => {
    const discs = { ...measured, a: { sphere: { center: [0, 0], radius: 1 } }, b: { sphere: { center: [1.5, 0], radius: 1 } } };
    await on(address('en', discs), async (page) => {
      assert.match(await page.textContent('#step-text'), /between 0\.5, .* and 0\.5, |depth is 0\.5\./);
    });
    await on(address('en', { ...discs, b: { sphere: { center: [5, 0], radius: 1 } } }), async (page) => {
      assert.match(await page.textContent('#step-text'), /The simplex has 1 point\. The distance is between 3 and 3\./);
    });
  });

  test('a degenerate place shows where the textbook is wrong, and undo leaves it', async () => {
    const discs = { ...measured, a: { sphere: { center: [0.1, 0.2], radius: 0.7 } }, b: { sphere: { center: [1.3, 0.9], radius: 0.4 } } };
    await on(address('en', discs), async (page) => {
      const before = await state(page);
      await page.click('#make-touch');
      await settled(page);
      assert.equal(await page.textContent('#doubt'), 'textbook formula wrong');
      assert.equal(await page.textContent('#agree'), 'The textbook formula is wrong here.');
      assert.notEqual(await page.textContent('#floats'), await page.textContent('#exact'));
      await page.click('#undo');
      await settled(page);
      assert.deepEqual(await state(page), before);
      for (const mode of ['huge', 'tiny']) {
        await page.click(`#make-${mode}`);
        await settled(page);
        assert.equal(await page.textContent('#exact'), 'they do not intersect');
        assert.equal(await page.textContent('#agree'), 'The textbook formula is wrong here.', mode);
        assert.ok((await page.locator('.body.a').boundingBox()).width > 50, mode);
      }
    });
    await on('/en/', async (page) => {
      await page.click('#quick');
      await settled(page);
      assert.match(await page.textContent('.axis.lit'), /touching within rounding/);
      for (const mode of ['parallel', 'flat', 'far']) {
        await page.click(`#make-${mode}`);
        await settled(page);
        assert.ok(!(await page.locator('#fault').isVisible()), mode);
        assert.notEqual(await page.textContent('#exact'), '–');
        assert.notEqual(await page.textContent('#degenerate-text'), 'This pair cannot be placed so.', mode);
      }
    });
  });

  test('the request is copied in each language', async () => {
    await on(address('en', measured), async (page) => {
      const expected = {
        JavaScript: /^import \{ init, distance \} from 'barycast';[^]*const a = \{ sphere: \{ center: \[-1, 0\], radius: 1 \} \};[^]*distance\(a, b\)/,
        Python: /^import barycast as bc[^]*a = bc\.sphere\(center=\[-1, 0\], radius=1\)[^]*bc\.closest_points\(a, b\)/,
        Rust: /use barycast::dynamic::any::Shape2;[^]*a\.closest\(&b\)/,
        JSON: /^\{"op":"distance","a":\{"sphere":\{"center":\[-1,0\],"radius":1\}\},"b":\{"aabb":\{"min":\[1,-1\],"max":\[2,1\]\}\}\}$/,
        Shell: /^echo '\{"op":"distance".*\}' \| barycast query$/,
      };
      for (const [language, pattern] of Object.entries(expected)) {
        await page.selectOption('#code-language', language);
        assert.match(await page.textContent('#code'), pattern);
      }
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.click('#copy');
      await page.waitForSelector('#done:has-text("Copied.")');
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^echo /);
    });
  });

  test('the copied JavaScript runs, and prints what is on screen', async () => {
    const entry = new URL('../../target/web/package/lean.node.js', import.meta.url).href;
    await on(address('en', measured), async (page) => {
      for (const question of ['measure', 'intersects', 'manifold', 'cast', 'sweep']) {
        await page.click(`[data-question="${question}"]`);
        await settled(page);
        const code = (await page.textContent('#code')).replace("'barycast'", `'${entry}'`).replace('console.log', 'export default ');
        const { default: printed } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
        const expected = { measure: { distance: 1, point_a: [0, 0], point_b: [1, 0] }, intersects: false, manifold: null };
        if (question in expected) assert.deepEqual(printed, expected[question]);
        else assert.ok(typeof printed === 'object');
      }
    });
  });

  test('the picture is saved as SVG and PNG', async () => {
    await on('/en/', async (page) => {
      for (const [button, name, head] of [['#save-svg', 'barycast.svg', '<svg'], ['#save-png', 'barycast.png', '\x89PNG']]) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
        assert.equal(download.suggestedFilename(), name);
        const bytes = await readFile(await download.path());
        assert.ok(bytes.toString('latin1').startsWith(head));
        if (name.endsWith('svg')) {
          assert.doesNotMatch(bytes.toString(), /var\(|class=|tabindex/);
          assert.match(bytes.toString(), /rgb\(37, 99, 201\)/);
        }
      }
    });
  });

  test('an address that was cut short or edited gives a sentence, and the page goes on', async () => {
    const whole = address('en', measured);
    const wrong = [whole.slice(0, -12), whole.slice(0, 60), '/en/#q=fly&a=1&b=2', '/en/#a=%5B', '/en/#nonsense', address('en', { ...measured, a: { sphere: { center: [1] } } }),
      address('en', { ...measured, a: { sphere: { center: ['x', null], radius: 1 } } }), address('en', { ...measured, b: { compound: { shapes: [] } } })];
    for (const path of wrong) {
      await on(path, async (page) => {
        assert.match(await page.textContent('#notice'), /^The shared address was cut short or edited\./, path);
        assert.match(await says(page), /^(Apart|Overlap|Touching)/, path);
        await drag(page, '.body.b', [60, 10]);
        assert.match(await says(page), /^(Apart|Overlap|Touching)/, path);
      });
    }
    await on(whole, async (page) => assert.ok(!(await page.locator('#notice').isVisible())));
    // A shape that can be drawn, but that the module rejects.
    await on(address('ko', { ...measured, a: { sphere: { center: [0, 0], radius: -1 } } }), async (page) => {
      assert.equal(await says(page), '답 없음');
      assert.match(await page.textContent('#fault'), /^올바른 도형이 아닙니다/);
    });
  });

  test('the state survives a reload and a change of the language', async () => {
    await on(address('en', measured), async (page) => {
      await drag(page, '.body.b', [60, 0]);
      const moved = await state(page);
      assert.notDeepEqual(moved.b, BOX);
      await page.reload();
      await settled(page);
      assert.deepEqual(await state(page), moved);
      await follow(page, '#other');
      await settled(page);
      assert.equal(await page.getAttribute('html', 'lang'), 'ko');
      assert.deepEqual(await state(page), moved);
    });
  });

  test('without the module, or without WebAssembly, a sentence says so', async () => {
    for (const [language, sentence] of [['en', /^The module did not load/], ['ko', /^모듈을 불러오지 못해/]]) {
      const page = await browser.page(`/${language}/`, { ready: false, routes: (context) => context.route('**/*.wasm', (route) => route.abort()) });
      await page.waitForFunction(() => !document.getElementById('notice').hidden);
      assert.match(await page.textContent('#notice'), sentence);
      assert.equal(await page.locator('#stage .body').count(), 2);
      await page.context().close();
    }
    await on('/en/', {
      ready: false,
      routes: (context) => context.addInitScript(() => {
        const reject = () => Promise.reject(new WebAssembly.CompileError('no vector instructions'));
        WebAssembly.instantiateStreaming = WebAssembly.instantiate = WebAssembly.compile = WebAssembly.compileStreaming = reject;
      }),
    }, async (page) => {
      await page.waitForFunction(() => !document.getElementById('notice').hidden);
      assert.match(await page.textContent('#notice'), /no vector instructions/);
      page.faults = [];
    });
  });

  test('storage that is denied changes nothing', async () => {
    await on('/en/', {
      routes: (context) => context.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
          Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError'); } });
        }
      }),
    }, async (page) => assert.match(await says(page), /^Overlap/));
  });

  test('screen readers hear the verdict once a drag rests', async () => {
    await on('/en/', async (page) => {
      assert.equal(await page.getAttribute('#live', 'aria-live'), 'polite');
      await drag(page, '.body.b', [220, 0]);
      await page.waitForFunction(() => document.getElementById('live').textContent.startsWith('Apart by '));
    });
  });

  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  for (const [language, width, colorScheme] of [['en', 360, 'light'], ['ko', 360, 'dark'], ['en', 768, 'dark'], ['ko', 1440, 'light'], ['en', 1440, 'dark']]) {
    test(`no violation of accessibility and no sideways scrolling: ${language}, ${width} pixels, ${colorScheme}`, async () => {
      await on(`/${language}/`, { viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' }, async (page) => {
        await page.addScriptTag({ path: axe });
        for (const question of ['measure', 'sweep']) {
          await page.click(`[data-question="${question}"]`);
          await settled(page);
          const { violations } = await page.evaluate(accessibility);
          assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
        }
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.area')).transitionDuration), '0s');
      });
    });
  }

  test('the first page leads to the language of the browser', async () => {
    await on('/', { locale: 'ko-KR' }, async (page) => assert.ok(new URL(page.url()).pathname.endsWith('/ko/')));
    await on('/', { locale: 'fr-FR' }, async (page) => assert.ok(new URL(page.url()).pathname.endsWith('/en/')));
  });

  test('the second visit works offline', async () => {
    await on('/en/', { serviceWorkers: 'allow' }, async (page) => {
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
      });
      await page.context().setOffline(true);
      await page.reload();
      await settled(page);
      assert.match(await says(page), /^Overlap/);
      await page.goto(`${browser.base}/ko/`);
      await settled(page);
      assert.match(await says(page), /겹침$/);
    });
  });
});
