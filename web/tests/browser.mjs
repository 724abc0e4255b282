// Debian's Chromium on the built site, for the tests of the playground.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serve } from '../build/serve.mjs';

const SITE = fileURLToPath(new URL('../../target/web/site', import.meta.url));
const PROGRAMS = [process.env.BARYCAST_BROWSER, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = PROGRAMS.find((path) => path && existsSync(path));

/** Why the browser cannot be tested, or `false`. */
export const skip = program ? false : 'no Chromium found: install it (Debian: apt-get install chromium) or set BARYCAST_BROWSER to its path';

/** Starts the browser and a server of the site, or of another folder. `page(path, options)` opens a page whose errors are collected in `page.faults`. */
export async function start(folder = SITE) {
  if (folder === SITE && !existsSync(`${SITE}/en/index.html`)) throw new Error('the site is not built: cargo xtask web');
  const { chromium } = await import('playwright-core');
  const server = await serve(folder);
  const browser = await chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'],
  });
  const base = `http://127.0.0.1:${server.address().port}`;

  async function page(path = '/en/', { ready = true, routes, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, serviceWorkers: 'block', ...options });
    // A busy machine starts a page slowly.
    context.setDefaultNavigationTimeout(120_000);
    await routes?.(context);
    const opened = await context.newPage();
    opened.faults = [];
    opened.on('pageerror', (error) => opened.faults.push(String(error)));
    opened.on('console', (message) => message.type() === 'error' && opened.faults.push(message.text()));
    await opened.goto(base + path);
    if (ready) await settled(opened);
    return opened;
  }

  async function stop() {
    await browser.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }

  return { page, stop, base };
}

/** Waits until the module is loaded and what changed is drawn. */
export async function settled(page) {
  await page.waitForSelector('html[data-ready]', { timeout: 120_000 });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Runs axe in a page, to which it was added, once colors have changed: between two of them the contrast may be too low. */
export function accessibility() {
  for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
  return globalThis.axe.run();
}

/** Follows a link to another page, whose address the page may still be writing. */
export async function follow(page, selector) {
  await page.waitForSelector('html:not([data-writing])', { timeout: 120_000 });
  const { pathname } = new URL(await page.locator(selector).first().evaluate((link) => link.href));
  await page.locator(selector).first().click();
  // The click is done before the other page is there.
  await page.waitForURL((url) => url.pathname === pathname, { timeout: 120_000 });
}

/** The state in the address, once what changed is drawn and written there. */
export async function stateOf(page) {
  await settled(page);
  await page.waitForSelector('html:not([data-writing])', { timeout: 120_000 });
  // Not `page.url()`, which learns of the change later.
  const parts = new URLSearchParams(await page.evaluate(() => location.hash.slice(1)));
  return Object.fromEntries([...parts].map(([key, value]) => [key, key === 'q' ? value : JSON.parse(value)]));
}

/** Gives an open page another address, and waits until it is shown. */
export async function shown(page, path) {
  // The page may still be writing the address of what it showed before.
  await page.waitForSelector('html:not([data-writing])', { timeout: 120_000 });
  await page.evaluate((hash) => new Promise((changed) => {
    if (location.hash === hash) return changed();
    addEventListener('hashchange', changed, { once: true });
    location.hash = hash;
  }), new URL(path, 'http://x').hash);
  await settled(page);
}

/** The address of a state, as the page writes it. */
export function address(language, state) {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) parts.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  return `/${language}/#${parts}`;
}
