import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { texts } from './src/text';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Sets page.html, in the words of its language, in place of en/index.html and ko/index.html. */
const page = (): Plugin => ({
  name: 'page',
  transformIndexHtml: {
    order: 'pre',
    handler(html, { path }) {
      const text = texts[/\/(en|ko)\//.exec(path)?.[1] ?? ''];
      if (!text) return html;
      const picture = readFileSync(here('picture.svg'), 'utf8').trim();
      return readFileSync(here('page.html'), 'utf8').replaceAll(/{{(\w+)}}/g, (_, key: string) => {
        if (key === 'picture') return picture.replaceAll('{{pictureTitle}}', escaped(text.pictureTitle!));
        if (text[key] === undefined) throw new Error(`src/text.ts has no ${key}`);
        return escaped(text[key]);
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
      .replace("'__FILES__'", JSON.stringify(['./', 'en/', 'ko/', ...assets])).replace('__VERSION__', version);
    writeFileSync(`${dir}/worker.js`, source);
  },
});

export default defineConfig({
  root: here('.'),
  base: './',
  resolve: { alias: { 'barycast/lean': here('../../target/web/package/lean.js') } },
  plugins: [page(), offline()],
  server: { fs: { allow: [here('../..')] } },
  build: {
    outDir: here('../../target/web/site'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [here('index.html'), here('en/index.html'), here('ko/index.html')] },
  },
});
