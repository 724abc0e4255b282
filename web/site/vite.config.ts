import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { writeAtlas } from './atlas';
import { texts } from './src/text';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const PAGES = ['index.html', 'en/index.html', 'ko/index.html', 'en/space/index.html', 'ko/space/index.html'];

/** The sections of page.html that stand in pages of the plane, or of space. */
const sections = (template: string, kind: 'plane' | 'space'): string =>
  template.replaceAll(/ *<!-- (plane|space) -->\n([^]*?) *<!-- end -->\n/g, (_, of: string, inner: string) => (of === kind ? inner : ''));

/** Sets page.html, in the words of its language, in place of the pages in en/ and ko/. */
const page = (): Plugin => ({
  name: 'page',
  transformIndexHtml: {
    order: 'pre',
    handler(html, { path }) {
      const [, language, folder] = /\/(en|ko)\/(space\/)?/.exec(path) ?? [];
      const text = texts[language ?? ''];
      if (!text) return html;
      const kind = folder ? 'space' : 'plane';
      const current = ' aria-current="page"';
      const links: Record<string, string> = folder
        ? { up: '../../', folder: 'space/', script: 'space/main.ts', home: '../', toPlane: '../', toSpace: './', toAtlas: '../atlas/', planeNow: '', spaceNow: current, mark: ' data-space' }
        : { up: '../', folder: '', script: 'main.ts', home: './', toPlane: './', toSpace: 'space/', toAtlas: 'atlas/', planeNow: current, spaceNow: '', mark: '' };
      const picture = readFileSync(here(`${kind}.svg`), 'utf8').trim().replaceAll('{{pictureTitle}}', escaped(text.pictureTitle!));
      return sections(readFileSync(here('page.html'), 'utf8'), kind).replaceAll(/{{(\w+)}}/g, (_, key: string) => {
        if (key === 'picture') return picture;
        if (links[key] !== undefined) return links[key];
        // Words of the page of space go before those of both.
        const word = (folder && text[`space${key[0]!.toUpperCase()}${key.slice(1)}`]) || text[key];
        if (word === undefined) throw new Error(`src/text.ts has no ${key}`);
        return escaped(word);
      });
    },
  },
});

/** The service worker keeps every file of the site, so that the second visit needs no network. */
const offline = (): Plugin => ({
  name: 'offline',
  writeBundle({ dir }) {
    const assets = readdirSync(`${dir}/assets`).sort().map((name) => `assets/${name}`);
    const version = createHash('sha256').update(assets.join('\n')).digest('hex').slice(0, 12);
    const source = readFileSync(here('src/worker.js'), 'utf8')
      .replace("'__FILES__'", JSON.stringify([...PAGES.map((page) => page.replace('index.html', '')), ...assets].map((file) => `./${file}`))).replace('__VERSION__', version);
    writeFileSync(`${dir}/worker.js`, source);
  },
});

/** A page for each pair, from what the program states. */
const atlas = (): Plugin => ({
  name: 'atlas',
  writeBundle({ dir }) {
    const stated = here('../../target/web/atlas.json');
    const css = readdirSync(`${dir}/assets`).find((name) => name.endsWith('.css'));
    if (!existsSync(stated)) return this.warn('no atlas: node build/explain.mjs PROGRAM ../target/web/atlas.json');
    writeAtlas(JSON.parse(readFileSync(stated, 'utf8')), dir!, `assets/${css}`);
  },
});

export default defineConfig({
  root: here('.'),
  base: './',
  resolve: { alias: { 'barycast/lean': here('../../target/web/package/lean.js') } },
  plugins: [page(), offline(), atlas()],
  server: { fs: { allow: [here('../..')] } },
  build: {
    outDir: here('../../target/web/site'),
    emptyOutDir: true,
    target: 'es2022',
    // three.js, which is loaded when the page is on screen.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: PAGES.map(here) },
  },
});
