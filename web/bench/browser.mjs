// Runs the bench in Chromium: Vite joins the modules, and a page of this machine runs them.

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { serve } from '../build/serve.mjs';

const out = fileURLToPath(new URL('../../target/web/bench', import.meta.url));
const entry = fileURLToPath(new URL('page.mjs', import.meta.url));

await build({
  configFile: false,
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'error',
  build: { outDir: out, emptyOutDir: true, minify: false, target: 'es2022', lib: { entry, formats: ['es'], fileName: () => 'page.js' } },
});

export const where = 'Chromium';

export async function lines(meshes, rounds) {
  await mkdir(out, { recursive: true });
  await writeFile(`${out}/index.html`, '<!doctype html><title>bench</title><script type="module" src="page.js"></script>');
  const server = await serve(out);
  const browser = await chromium.launch({
    executablePath: process.env.BARYCAST_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => 'bench' in globalThis);
    const measured = [];
    for (const { model, mesh } of meshes) {
      for (const part of ['positions', 'indices']) await writeFile(`${out}/${model}.${part}`, mesh[part]);
      measured.push(...(await page.evaluate(([model, rounds]) => bench(model, model, rounds), [model, rounds])));
    }
    return await page.evaluate((measured) => table(measured), measured);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
