import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { notesOf, writeAtlas } from './atlas';
import { IN_SPACE, KINDS, type Kind, links } from './pages';
import { texts } from './src/text';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const PAGES = ['index.html', ...Object.values(KINDS).flatMap(({ folder }) => ['en', 'ko'].map((language) => `${language}/${folder}index.html`))];

/** A part of a page with the parts that it shares with others, and of its sections those of the plane, or of space. */
function part(name: string, kind: Kind): string {
  const whole = readFileSync(here(`parts/${name}.html`), 'utf8').replaceAll(/{{>(\w+)}}\n/g, (_, shared: string) => readFileSync(here(`parts/shared/${shared}.html`), 'utf8'));
  const wanted = IN_SPACE.includes(kind) ? 'space' : 'plane';
  return whole.replaceAll(/ *<!-- (plane|space) -->\n([^]*?) *<!-- end -->\n/g, (_, of: string, inner: string) => (of === wanted ? inner : ''));
}

/** Sets page.html with its part, in the words of its language, in place of the pages in en/ and ko/. */
const page = (): Plugin => ({
  name: 'page',
  transformIndexHtml: {
    order: 'pre',
    handler(html, { path }) {
      const [, language, folder] = /\/(en|ko)\/(?:(\w+)\/)?/.exec(path) ?? [];
      const text = texts[language ?? ''];
      if (!text) return html;
      const kind = (folder ?? 'plane') as Kind;
      const home = folder ? '../' : './';
      const places: Record<string, string> = { up: `${folder ? '../' : ''}../`, ...KINDS[kind], home, nav: links(home, text, kind), mark: kind === 'plane' ? '' : ` data-${kind}` };
      places.main = part(kind === 'space' || kind === 'plane' ? 'shapes' : kind, kind);
      const still = here(`${kind}.svg`);
      if (existsSync(still)) places.picture = readFileSync(still, 'utf8').trim();
      const set = (template: string): string => template.replaceAll(/{{(\w+)}}/g, (_, key: string) => {
        if (key === 'main' || key === 'picture') return set(places[key]!);
        if (places[key] !== undefined) return places[key];
        // Words of the page go before those of all pages.
        const word = text[`${kind}${key[0]!.toUpperCase()}${key.slice(1)}`] ?? text[key];
        if (word === undefined) throw new Error(`src/text.ts has no ${key}`);
        return escaped(word);
      });
      return set(readFileSync(here('page.html'), 'utf8'));
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

/** The style of formulas and its fonts, which pages with formulas load. */
function writeKatex(folder: string): void {
  const from = dirname(createRequire(import.meta.url).resolve('katex'));
  mkdirSync(`${folder}/fonts`, { recursive: true });
  // Every browser that runs the module reads WOFF2.
  const css = readFileSync(`${from}/katex.min.css`, 'utf8').replaceAll(/,url\(fonts\/[\w-]+\.(?:woff|ttf)\) format\("\w+"\)/g, '');
  writeFileSync(`${folder}/katex.css`, css);
  for (const name of readdirSync(`${from}/fonts`)) if (name.endsWith('.woff2')) cpSync(`${from}/fonts/${name}`, `${folder}/fonts/${name}`);
}

/** A page for each pair, from what the program states. */
const atlas = (): Plugin => ({
  name: 'atlas',
  writeBundle({ dir }) {
    const stated = here('../../target/web/atlas.json');
    const css = readdirSync(`${dir}/assets`).find((name) => name.endsWith('.css'));
    if (!existsSync(stated)) return this.warn('no atlas: node build/explain.mjs PROGRAM ../target/web/atlas.json');
    const entries = JSON.parse(readFileSync(stated, 'utf8'));
    const records = readdirSync(here('../../bench/record')).filter((name) => name.endsWith('-pairs.csv')).sort();
    const record = { date: records.at(-1)!.slice(0, 10), text: readFileSync(here(`../../bench/record/${records.at(-1)}`), 'utf8') };
    writeAtlas(entries, notesOf(entries, readFileSync(here('../../docs/errata.md'), 'utf8'), record), dir!, `assets/${css}`);
    writeKatex(`${dir}/katex`);
  },
});

export default defineConfig({
  root: here('.'),
  base: './',
  resolve: { alias: { 'barycast/lean': here('../../target/web/package/lean.js') } },
  plugins: [page(), offline(), atlas()],
  worker: { format: 'es' },
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
