// The page of files in a browser: the example, files of each format, picks, sections, clashes, and files that cannot be read.

import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { LINES } from '../build/picture.mjs';
import { accessibility, skip, start } from './browser.mjs';
import { glb, obj, ply, stl } from './models.mjs';

/** Waits until every file is read and every question answered. */
async function quiet(page) {
  await page.waitForSelector('html[data-ready]:not([data-busy])', { timeout: 120_000 });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

describe('the page of files', { skip, concurrency: false }, () => {
  let browser;
  let folder;
  before(async () => {
    browser = await start();
    folder = await mkdtemp(join(tmpdir(), 'barycast-files-'));
  });
  after(async () => {
    await browser?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  async function on(path, options, body = options) {
    const page = await browser.page(path, { ready: false, ...(body === options ? {} : options) });
    if (options.javaScriptEnabled !== false) await quiet(page);
    await body(page);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
  const says = (page) => page.textContent('#says');
  const rows = (page, id) => page.$$eval(`#${id} > div`, (all) => Object.fromEntries(all.map((row) => [...row.children].map((x) => x.textContent))));
  const buffer = (name, content) => ({ name, mimeType: 'application/octet-stream', buffer: content });
  async function open(page, slot, name, content) {
    await page.setInputFiles(`#file-${slot}`, buffer(name, content));
    await quiet(page);
  }
  /** Drops files onto an element, as a file manager does. */
  async function drop(page, selector, files) {
    const transfer = await page.evaluateHandle((files) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of files) transfer.items.add(new File([Uint8Array.from(bytes)], name));
      return transfer;
    }, files.map(([name, content]) => ({ name, bytes: [...content] })));
    await page.dispatchEvent(selector, 'dragenter', { dataTransfer: transfer });
    assert.ok(await page.locator('#drop').isVisible());
    await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer });
    assert.ok(!(await page.locator('#drop').isVisible()));
    await quiet(page);
  }

  test('the first view is a ring and a bar that cross, in both languages', async () => {
    for (const [language, verdict, closed] of [['en', 'The surfaces cross', 'closed'], ['ko', '두 겉면이 서로 뚫고 지나감', '닫힘']]) {
      await on(`/${language}/files/`, async (page) => {
        assert.equal(await says(page), verdict);
        assert.deepEqual([await page.textContent('#name-a'), await page.textContent('#name-b')], ['ring.obj', 'bar.obj']);
        const facts = await rows(page, 'info-a');
        assert.ok(Object.values(facts).includes('4,096') && Object.values(facts).includes(closed), JSON.stringify(facts));
        assert.equal(await page.locator('#outline .cut').count(), 2);
        assert.ok(!(await page.locator('#notice').isVisible()) && !(await page.locator('#fault').isVisible()));
      });
    }
  });

  /** The pixels of the picture that is cast: how many are blue, orange and empty. */
  const colors = (page) => page.$eval('#cast-picture', (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const count = { blue: 0, orange: 0, empty: 0, all: data.length / 4 };
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] === 0) count.empty++;
      else if (data[i + 2] > data[i]) count.blue++;
      else count.orange++;
    }
    return count;
  });

  test('a picture is cast ray by ray, in the colours of the models, up to its end', async () => {
    for (const [language, sentence] of [['en', /^Done: ([\d,]+) rays in [\d.]+ s, of which ([\d,]+) hit a model$/], ['ko', /^완성: 반직선 ([\d,]+)개를 [\d.]+초에 쏘아 ([\d,]+)개가 모델과 만났습니다$/]]) {
      await on(`/${language}/files/`, async (page) => {
        await page.selectOption('#cast-width', '320');
        await page.click('#cast-start');
        await quiet(page);
        const [, rays, hits] = sentence.exec(await page.textContent('#cast-says')).map((text) => Number(text.replaceAll(',', '')));
        const { blue, orange, empty, all } = await colors(page);
        assert.deepEqual([all, blue + orange], [rays, hits]);
        assert.ok(blue > 2000 && orange > 500 && empty > 2000, JSON.stringify({ blue, orange, empty }));
        assert.equal(await page.$eval('#cast-progress', ({ value }) => value), 1);
        assert.ok(!(await page.locator('#cast-start').isDisabled()) && await page.locator('#cast-cancel').isDisabled());
      });
    }
  });

  test('a pixel that is cast has the model that a pick finds there', async () => {
    await on('/en/files/', async (page) => {
      await page.selectOption('#cast-width', '320');
      await page.click('#cast-start');
      await quiet(page);
      await page.locator('#stage').scrollIntoViewIfNeeded();
      const box = await page.locator('#stage').boundingBox();
      const seen = new Set();
      for (const [x, y] of [[0.5, 0.5], [0.3, 0.55], [0.69, 0.42], [0.7, 0.4], [0.05, 0.05], [0.4, 0.7]]) {
        await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
        await quiet(page);
        const picked = (await rows(page, 'rows')).file?.[0] ?? null;
        const pixel = await page.$eval('#cast-picture', (canvas, [x, y]) => {
          const [red, , blue, opacity] = canvas.getContext('2d').getImageData(Math.floor(x * canvas.width), Math.floor(y * canvas.height), 1, 1).data;
          return opacity === 0 ? null : blue > red ? 'A' : 'B';
        }, [x, y]);
        assert.equal(pixel, picked, `${x} ${y}`);
        seen.add(pixel);
      }
      assert.equal(seen.size, 3);
    });
  });

  test('a picture that grows is cancelled, by its button and by another file', async () => {
    await on('/en/files/', async (page) => {
      await page.selectOption('#cast-width', '1280');
      // Without the driver between the clicks, so that the picture is not finished before.
      const grown = () => page.evaluate(async () => {
        const bar = document.getElementById('cast-progress');
        document.getElementById('cast-start').click();
        while (bar.value === 0 || bar.value === 1) await new Promise((next) => setTimeout(next));
      });
      await grown();
      await page.evaluate(() => document.getElementById('cast-cancel').click());
      await quiet(page);
      assert.match(await page.textContent('#cast-says'), /^Cancelled at \d+ %$/);
      assert.ok(await page.$eval('#cast-progress', ({ value }) => value > 0 && value < 1));
      assert.ok(!(await page.locator('#cast-start').isDisabled()));
      await grown();
      await open(page, 'a', 'cube.obj', obj([0, 0, 0], 2));
      assert.match(await page.textContent('#cast-says'), /^Cancelled at \d+ %$/);
      await page.selectOption('#cast-width', '320');
      await page.click('#cast-start');
      await quiet(page);
      assert.match(await page.textContent('#cast-says'), /^Done: /);
      await page.click('#remove-a');
      await page.click('#remove-b');
      await quiet(page);
      assert.ok(await page.locator('#cast-start').isDisabled());
    });
  });

  test('the models are drawn in their colours, and the line of the clash on them', async () => {
    await on('/en/files/', async (page) => {
      const png = await page.locator('#frame').screenshot();
      const count = await page.evaluate(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const count = { blue: 0, orange: 0, mark: 0 };
        for (let i = 0; i < data.length; i += 4) {
          const [r, g, b] = data.subarray(i, i + 3);
          if (b > r + 60) count.blue++;
          if (r > b + 60 && g > 70) count.orange++;
          if (r > 150 && g < 50) count.mark++;
        }
        return count;
      }, `data:image/png;base64,${png.toString('base64')}`);
      assert.ok(count.blue > 5000 && count.orange > 2000 && count.mark > 100, JSON.stringify(count));
    });
  });

  for (const [name, write] of Object.entries({ 'cube.obj': obj, 'cube.ply': ply, 'cube.stl': stl, 'cube.glb': glb })) {
    test(`${name} that is dropped is described`, async () => {
      await on('/en/files/', async (page) => {
        await drop(page, '#stage', [[name, write([1, 2, 3], 2)]]);
        assert.deepEqual([await page.textContent('#name-a'), await says(page)], [name, '12 triangles']);
        assert.deepEqual(await rows(page, 'info-a'), {
          parts: '1', triangles: '12', vertices: '8', size: '2 × 2 × 2', area: '24', volume: '8', surface: 'closed', unit: name === 'cube.glb' ? 'metre' : 'not stated in the file',
        });
        assert.match(await page.textContent('#name-b'), /^No file/);
        assert.deepEqual(await rows(page, 'section-rows'), { 'File A': 'lines 1 · length 8 · enclosed area 4' });
      });
    });
  }

  test('two files that are dropped cross, touch, contain each other, or are apart', async () => {
    const cases = [
      [obj([0, 0, 0], 2), stl([1, 1, 1], 2), 'The surfaces cross', { 'length of the lines in which they cross': '6' }],
      [obj([0, 0, 0], 1), glb([1, 0, 0], 1), 'The surfaces touch', null],
      [ply([0, 0, 0], 4), obj([1, 1, 1], 1), 'File B is inside File A', {}],
      [ply([1, 1, 1], 1), obj([0, 0, 0], 4), 'File A is inside File B', {}],
      [obj([0, 0, 0], 1), obj([3, 0, 0], 1), 'Apart by 2', { distance: '2' }],
    ];
    await on('/en/files/', async (page) => {
      for (const [a, b, verdict, expected] of cases) {
        await drop(page, 'body', [['a.mesh', a], ['b.mesh', b]].map(([, content], i) => [`${'ab'[i]}${content.subarray(0, 4).equals(Buffer.from('glTF')) ? '.glb' : content[0] === 0 ? '.stl' : content.subarray(0, 3).toString() === 'ply' ? '.ply' : '.obj'}`, content]));
        assert.equal(await page.textContent('#clash'), verdict);
        const found = await rows(page, 'clash-rows');
        for (const [key, value] of Object.entries(expected ?? {})) assert.equal(found[key], value);
      }
      await page.click('#remove-b');
      await quiet(page);
      assert.equal(await page.textContent('#clash'), 'With a second file the page states whether the two clash.');
      await page.click('#example');
      await quiet(page);
      assert.equal(await says(page), 'The surfaces cross');
    });
  });

  test('a click picks the first triangle of the ray, and a drag turns the view', async () => {
    await on('/en/files/', async (page) => {
      await drop(page, '#stage', [['cube.glb', glb([0, 0, 0], 2)]]);
      const box = await page.locator('#stage').boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await quiet(page);
      const picked = await rows(page, 'rows');
      assert.deepEqual([picked.file, picked.part, picked.side], ['A · cube.glb', 'crate', 'front']);
      const point = picked.point.match(/[−\d.]+/g).map((x) => Number(x.replace('−', '-')));
      assert.ok(point.some((x) => Math.abs(x) < 1e-4 || Math.abs(x - 2) < 1e-4), picked.point);
      const normal = picked.normal.match(/[−\d.]+/g).map((x) => Math.abs(Number(x.replace('−', '-')))).sort();
      assert.deepEqual(normal, [0, 0, 1]);
      await page.mouse.click(box.x + 4, box.y + 4);
      await quiet(page);
      assert.equal(await page.textContent('#hint'), 'The ray through this place meets no triangle.');
      const before = await page.locator('#solids').screenshot();
      await page.mouse.move(box.x + 60, box.y + 60);
      await page.mouse.down();
      await page.mouse.move(box.x + 160, box.y + 80, { steps: 4 });
      await page.mouse.up();
      await quiet(page);
      assert.ok(!before.equals(await page.locator('#solids').screenshot()));
      assert.deepEqual(await rows(page, 'rows'), {});
    });
  });

  test('the ray of a pick visits few boxes of the tree, which are counted and drawn by depth', async () => {
    await on('/en/files/', async (page) => {
      assert.equal(await page.textContent('#tree-none'), 'Pick a place in the picture to see the boxes that its ray visits.');
      assert.ok(!(await page.locator('#tree-shown').isVisible()));
      const box = await page.locator('#stage').boundingBox();
      await page.mouse.click(box.x + box.width * 0.42, box.y + box.height * 0.62);
      await quiet(page);
      assert.match((await rows(page, 'rows')).file, /ring\.obj$/);
      assert.ok(!(await page.locator('#tree-none').isVisible()));
      const [, nodes, leaves, tested, all] = /^nodes (\d+) · leaves (\d+) · triangles tested (\d+) of ([\d,]+)$/.exec((await rows(page, 'tree-rows'))['File A']);
      assert.equal(all, '4,096');
      assert.ok(nodes >= 3 && leaves >= 1 && tested >= 1 && tested <= 8 * leaves && tested < 400);
      const counts = await page.$$eval('#tree-counts tr', (all) => all.map((row) => [...row.cells].map((cell) => Number(cell.textContent))));
      assert.deepEqual(counts.map(([depth]) => depth), counts.map((_, i) => i));
      assert.equal(counts.reduce((sum, [, , , triangles]) => sum + triangles, 0), Number(tested));
      assert.equal(await page.textContent('#tree-depth-value'), String(counts.length - 1));
      const drawn = await page.locator('#solids').screenshot();
      await page.locator('#tree-depth').fill('0');
      await quiet(page);
      assert.equal(await page.textContent('#tree-depth-value'), '0');
      assert.ok(!drawn.equals(await page.locator('#solids').screenshot()));
      await page.click('#remove-a');
      await quiet(page);
      assert.ok(!(await page.locator('#tree-shown').isVisible()));
    });
  });

  test('keys turn the view and pick', async () => {
    await on('/ko/files/', async (page) => {
      await drop(page, '#stage', [['cube.obj', obj([0, 0, 0], 2)]]);
      await page.focus('#stage');
      for (const key of ['ArrowLeft', 'ArrowUp', '+', 'Enter']) await page.keyboard.press(key);
      await quiet(page);
      const picked = await rows(page, 'rows');
      assert.deepEqual([picked['파일'], picked['면']], ['A · cube.obj', '앞면']);
      await page.click('#pick');
      await quiet(page);
      assert.deepEqual(await rows(page, 'rows'), picked);
    });
  });

  test('a section follows the slider, the field and the axis', async () => {
    await on('/en/files/', async (page) => {
      await drop(page, '#stage', [['a.obj', obj([0, 0, 0], 2)], ['b.stl', stl([1, 1, 1], 2)]]);
      const section = () => rows(page, 'section-rows');
      await page.fill('#section-at', '0.5');
      await quiet(page);
      assert.deepEqual(await section(), { 'File A': 'lines 1 · length 8 · enclosed area 4', 'File B': 'The plane does not cut it.' });
      await page.fill('#section-at', '1.5');
      await quiet(page);
      assert.deepEqual(Object.values(await section()), Array(2).fill('lines 1 · length 8 · enclosed area 4'));
      await page.fill('#section-at', 'far');
      await quiet(page);
      assert.match(await page.textContent('#wrong'), /^The position of the plane needs a finite number/);
      await page.locator('#section-at').blur();
      assert.ok(!(await page.locator('#wrong').isVisible()));
      await page.selectOption('#section-axis', 'x');
      await page.locator('#section-slider').fill('0.2');
      await quiet(page);
      assert.equal(await page.inputValue('#section-at'), '0.6');
      assert.equal((await section())['File B'], 'The plane does not cut it.');
      await page.uncheck('#section-show');
      await quiet(page);
      assert.deepEqual(await section(), {});
      assert.equal(await page.locator('#outline .cut').count(), 0);
    });
  });

  test('an open surface has no volume, and its section an open line', async () => {
    const open = obj([0, 0, 0], 1).toString().trim().split('\n').slice(0, -1).join('\n');
    await on('/en/files/', async (page) => {
      await drop(page, '#stage', [['open.obj', Buffer.from(open)]]);
      const facts = await rows(page, 'info-a');
      assert.deepEqual([facts.volume, facts.surface], ['none, because it is not closed', 'not closed: 3 open edges']);
      assert.match(Object.values(await rows(page, 'section-rows'))[0], /enclosed area none: a line is open$/);
    });
  });

  const broken = {
    'empty.stl': [Buffer.alloc(0), /^empty\.stl is empty: it has no bytes\.$/, /^empty\.stl: 빈 파일입니다\./],
    'text.txt': [Buffer.from('hello'), /^text\.txt is of no format that can be read here: .* OBJ/, /^text\.txt: 읽을 수 있는 형식\(.*\)이 아닙니다\./],
    'index.obj': [Buffer.from('v 0 0 0\nf 1 2 3\n'), /^index\.obj is broken: index\.obj:2: /, /^index\.obj: 깨진 파일입니다\. \(index\.obj:2: /],
    'short.glb': [glb().subarray(0, 200), /^short\.glb is broken: /, /^short\.glb: 깨진 파일입니다\./],
    'short.stl': [stl().subarray(0, 300), /^short\.stl is broken: /, /^short\.stl: 깨진 파일입니다\./],
    'zip.obj': [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), /^zip\.obj is of no format .*gzip/, /^zip\.obj: 읽을 수 있는 형식.*gzip/],
    'nan.obj': [Buffer.from('v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), /^nan\.obj is broken: nan\.obj:1: /, /^nan\.obj: 깨진 파일입니다\. \(nan\.obj:1: /],
  };
  test('files that cannot be read give a sentence, and what was there stays', async () => {
    for (const [language, at] of [['en', 1], ['ko', 2]]) {
      await on(`/${language}/files/`, async (page) => {
        await open(page, 'a', 'cube.obj', obj());
        for (const [name, row] of Object.entries(broken)) {
          await open(page, 'a', name, row[0]);
          assert.match(await page.textContent('#fault'), row[at]);
          assert.equal(await page.textContent('#name-a'), 'cube.obj');
          assert.equal(Object.values(await rows(page, 'info-a'))[1], '12');
        }
        await open(page, 'a', 'good.ply', ply());
        assert.ok(!(await page.locator('#fault').isVisible()));
        assert.equal(await page.textContent('#name-a'), 'good.ply');
      });
    }
  });

  test('a file of two gigabytes is refused before it is read', async () => {
    const path = join(folder, 'huge.stl');
    await writeFile(path, '');
    await truncate(path, 2 * 2 ** 30);
    for (const [language, sentence] of [['en', /^huge\.stl is too large: it has 2 GiB, and this page reads at most 256 MiB\./], ['ko', /^huge\.stl: 파일이 너무 큽니다\. 2 GiB인데 이 페이지는 256 MiB까지 읽습니다\./]]) {
      await on(`/${language}/files/`, async (page) => {
        await page.setInputFiles('#file-b', path);
        await quiet(page);
        assert.match(await page.textContent('#fault'), sentence);
        assert.ok((await page.textContent('#says')).length > 3);
      });
    }
  });

  test('when the module has stopped, the files are read again and the page goes on', async () => {
    // A message in the worker's place, once, for a file of this name: memory ran out.
    const routes = (context) => context.addInitScript(() => {
      const real = Worker.prototype.postMessage;
      let fails = true;
      Worker.prototype.postMessage = function (message, transfer) {
        if (fails && message.name === 'heavy.obj') {
          fails = false;
          return this.dispatchEvent(new MessageEvent('message', { data: { id: message.id, fault: { code: 'stopped', message: 'memory' } } }));
        }
        return real.call(this, message, transfer);
      };
    });
    await on('/en/files/', { routes }, async (page) => {
      await open(page, 'b', 'heavy.obj', obj());
      assert.match(await page.textContent('#fault'), /^Memory ran out at heavy\.obj\. The other file is read again\./);
      assert.equal(await page.textContent('#name-a'), 'ring.obj');
      await open(page, 'b', 'heavy.obj', obj([20, 0, 0]));
      assert.match(await page.textContent('#clash'), /^Apart by 17/);
      assert.ok(!(await page.locator('#fault').isVisible()));
    });
  });

  test('without WebGL the files are described all the same', async () => {
    await on('/en/files/', LINES, async (page) => {
      assert.match(await page.textContent('#notice'), /^WebGL is not available, so the models are not drawn/);
      assert.equal(await says(page), 'The surfaces cross');
      assert.equal(await page.locator('#outline .cut').count(), 2);
      // three.js reports it, too.
      page.faults = page.faults.filter((fault) => !/WebGL/.test(fault));
    });
  });

  test('without scripts the page explains itself', async () => {
    await on('/ko/files/', { javaScriptEnabled: false }, async (page) => {
      assert.ok(await page.locator('.intro h1').isVisible());
      assert.match(await page.textContent('main noscript'), /자바스크립트/);
      assert.ok(!(await page.locator('.side').isVisible()));
    });
  });

  test('nothing leaves the machine', async () => {
    const sent = [];
    await on('/en/files/', { routes: (context) => context.on('request', (request) => sent.push([request.method(), request.url(), request.postData()])) }, async (page) => {
      await drop(page, '#stage', [['secret.obj', obj()]]);
      assert.ok(sent.length > 0 && sent.every(([method, url, body]) => method === 'GET' && body === null && url.startsWith(browser.base) && !url.includes('secret')), JSON.stringify(sent));
    });
  });

  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  for (const [language, width, colorScheme] of [['ko', 360, 'dark'], ['en', 768, 'light'], ['en', 1440, 'dark'], ['ko', 1440, 'light']]) {
    test(`no violation of accessibility and no sideways scrolling: ${language}, ${width} pixels, ${colorScheme}`, async () => {
      await on(`/${language}/files/`, { viewport: { width, height: 900 }, colorScheme }, async (page) => {
        await page.addScriptTag({ path: axe });
        const { violations } = await page.evaluate(accessibility);
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      });
    });
  }
});
