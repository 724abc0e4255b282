// Writes site/plane.svg, site/space.svg and so on, the first pictures of these pages without scripts: `node build/picture.mjs`, after the
// site is built, or with the names of some pages. Tests compare the files with the pages.

import { writeFile } from 'node:fs/promises';
import { settled, start } from '../tests/browser.mjs';

/** Options of a page without WebGL, whose picture has lines. */
export const LINES = {
  viewport: { width: 1600, height: 1100 },
  routes: (context) => context.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest);
    };
  }),
};

/** The picture of an open page at 960 by 600, without what makes it a control. */
export async function pictureOf(page) {
  await page.addStyleTag({ content: '#stage { width: 960px !important; height: 600px !important; max-height: none !important }' });
  await page.waitForFunction(() => document.getElementById('stage').getAttribute('viewBox') === '0 0 960 600');
  await page.click('#fit');
  await settled(page);
  return page.evaluate(() => {
    const copy = document.getElementById('stage').cloneNode(true);
    for (const element of copy.querySelectorAll('.knob .target')) element.remove();
    for (const element of copy.querySelectorAll('.knob:not(.body), .reach')) element.remove();
    for (const element of copy.querySelectorAll('*')) {
      for (const { name, value } of [...element.attributes]) element.setAttribute(name, value.replaceAll(/(\d\.\d\d)\d*/g, '$1'));
      for (const name of ['tabindex', 'role', 'aria-label', 'data-grip', 'aria-hidden']) element.removeAttribute(name);
    }
    const inner = copy.innerHTML.replaceAll(/><\/(path|circle|rect)>/g, '/>').replaceAll('><', '>\n<');
    return `<svg id="stage" class="${copy.getAttribute('class')}" viewBox="0 0 960 600" role="group" aria-label="{{pictureTitle}}">\n${inner}\n</svg>\n`;
  });
}

if (process.argv[1]?.endsWith('picture.mjs')) {
  const { page, stop } = await start();
  const pages = process.argv.slice(2);
  for (const name of pages.length > 0 ? pages : ['plane', 'space', 'curves', 'surfaces', 'clipping', 'frames', 'angles']) {
    const path = name === 'plane' ? '/en/' : `/en/${name}/`;
    await writeFile(new URL(`../site/${name}.svg`, import.meta.url), await pictureOf(await page(path, LINES)));
  }
  await stop();
}
