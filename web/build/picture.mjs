// Writes site/picture.svg, the first picture of the page as it stands there without scripts: `node build/picture.mjs`, after
// the site is built. A test compares the file with the page.

import { writeFile } from 'node:fs/promises';
import { settled, start } from '../tests/browser.mjs';

/** The picture of an open page at 960 by 600, without what makes it a control. */
export async function pictureOf(page) {
  await page.addStyleTag({ content: '#stage { width: 960px !important; height: 600px !important; max-height: none !important }' });
  await page.waitForFunction(() => document.getElementById('stage').getAttribute('viewBox') === '0 0 960 600');
  await page.click('#fit');
  await settled(page);
  return page.evaluate(() => {
    const copy = document.getElementById('stage').cloneNode(true);
    for (const element of copy.querySelectorAll('.knob, .reach')) element.remove();
    for (const element of copy.querySelectorAll('*')) {
      for (const { name, value } of [...element.attributes]) element.setAttribute(name, value.replaceAll(/(\d\.\d\d)\d*/g, '$1'));
      for (const name of ['tabindex', 'role', 'aria-label', 'data-grip', 'aria-hidden']) element.removeAttribute(name);
    }
    const inner = copy.innerHTML.replaceAll(/><\/(path|circle|rect)>/g, '/>').replaceAll('><', '>\n<');
    return `<svg id="stage" class="stage" viewBox="0 0 960 600" role="group" aria-label="{{pictureTitle}}">\n${inner}\n</svg>\n`;
  });
}

if (process.argv[1]?.endsWith('picture.mjs')) {
  const { page, stop } = await start();
  await writeFile(new URL('../site/picture.svg', import.meta.url), await pictureOf(await page('/en/', { viewport: { width: 1600, height: 1100 } })));
  await stop();
}
