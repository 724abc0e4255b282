// The atlas: a matrix of all pairs, and a page for each with the library's own derivation. Written when the site is built,
// from what the program states (build/explain.mjs).

import { mkdirSync, writeFileSync } from 'node:fs';
import { blockToTex, codeToTex, typeset } from './formula';
import { type Cost, type Erratum, costsOf, errataOf } from './notes';
import { links } from './pages';
import { NAMES as NAMES2, moved as moved2, start as start2 } from './src/shapes';
import { NAMES as NAMES3, moved as moved3, start as start3 } from './src/space/shapes';
import { texts } from './src/text';
import { shapeWords } from './src/words';

type Language = 'en' | 'ko';

interface Row {
  shapes: [string, string];
  dimensions: '2D' | '3D';
  intersects: string;
  distance: string;
  contact: string;
}

export interface Entry {
  pair: string;
  rows: Row[];
  text: string;
  picture?: string;
}

interface Words {
  title: string;
  lead: string;
  search: string;
  none: string;
  plane: string;
  space: string;
  back: string;
  who: string;
  question: string;
  method: string;
  why: string;
  picture: string;
  open: string;
  others: (name: string) => string;
  english: string;
  questions: Record<'intersects' | 'distance' | 'contact', string>;
  methods: Record<string, string>;
  errata: string;
  errataLead: string;
  cost: string;
  costLead: (date: string) => string;
  numbers: string;
  other: string;
  casts: string;
  legend: string;
  count: (pairs: number) => string;
}

const WORDS: Record<Language, Words> = {
  en: {
    title: 'Atlas of pairs',
    lead: 'How the library answers each pair of shapes: the idea, the formulas, the sources. A letter is the method of the intersection test.',
    search: 'Find a pair',
    none: 'No pair has these words.',
    plane: 'In the plane',
    space: 'In space',
    back: 'All pairs',
    who: 'Methods',
    question: 'Question',
    method: 'Method',
    why: 'Derivation',
    picture: 'An example, drawn by the program',
    open: 'Drag these shapes',
    others: (name) => `Other pairs with ${name}`,
    english: '',
    questions: { intersects: 'Intersection', distance: 'Distance', contact: 'Contact' },
    methods: {
      exact: 'right for the numbers as given, whatever the rounding', closed: 'a formula, whose numbers are right to their last digits',
      agreed: 'the same as the certified answer, in less time', gjk: 'the iteration of Gilbert, Johnson and Keerthi, which bounds its own error',
      own: 'a formula for this pair', epa: 'an expanding polytope, which bounds its own error', clipped: 'GJK on the part of the unbounded shape that faces the other',
      body: 'by support functions: exact for polytopes, otherwise GJK', parts: 'by the parts of one of the shapes',
      arc: 'by the nearest angle of an arc of a circle, bounded over whole stretches', local: 'the shortest of several translations',
    },
    errata: 'Errors of well-known texts',
    errataLead: 'Formulas for these shapes as they are found, an input that shows the error, and what is right. Lines of JSON are requests and their answers.',
    cost: 'Cost',
    costLead: (date) => `Nanoseconds for one question, measured alternately with another library on ${date} on a shared machine: only the ratio within a row has a meaning.`,
    numbers: 'Numbers',
    other: 'Another library',
    casts: 'Ray cast',
    legend: 'Methods of the intersection test',
    count: (pairs) => `${pairs} pairs`,
  },
  ko: {
    title: '도형 쌍 도감',
    lead: '도형의 쌍마다 라이브러리가 어떻게 답하는지 보여 줍니다. 생각, 공식, 출처가 있습니다. 글자는 교차 검사의 방법입니다.',
    search: '쌍 찾기',
    none: '그런 쌍이 없습니다.',
    plane: '평면에서',
    space: '공간에서',
    back: '모든 쌍',
    who: '방법',
    question: '질문',
    method: '방법',
    why: '유도',
    picture: '프로그램이 그린 예',
    open: '이 도형들을 끌어 보기',
    others: (name) => `${name}의 다른 쌍`,
    english: '유도는 라이브러리의 소스에 있는 영어 글 그대로입니다.',
    questions: { intersects: '교차', distance: '거리', contact: '접촉' },
    methods: {
      exact: '반올림과 관계없이 주어진 수에 대해 옳음', closed: '마지막 자리까지 맞는 공식', agreed: '증명된 답과 같고 더 빠름',
      gjk: '오차의 한계를 스스로 내는 GJK 반복', own: '이 쌍의 공식', epa: '오차의 한계를 스스로 내는 EPA(확장 다면체)',
      clipped: '무한한 도형에서 상대를 향한 부분에 대한 GJK', body: '지지 함수로: 다면체는 정확하게, 나머지는 GJK로', parts: '한 도형의 부분마다',
      arc: '원호에서 가장 가까운 각도를 구간 전체의 한계와 함께', local: '여러 이동 가운데 가장 짧은 것',
    },
    errata: '널리 알려진 글의 오류',
    errataLead: '이 도형들의 공식 가운데 틀린 것, 그것을 보여 주는 입력, 그리고 옳은 공식입니다. 글은 영어이고, JSON 줄은 요청과 그 답입니다.',
    cost: '비용',
    costLead: (date) => `질문 하나에 걸린 나노초입니다. ${date}에 공유 컴퓨터에서 다른 라이브러리와 번갈아 쟀으므로 한 줄 안의 비율만 뜻이 있습니다.`,
    numbers: '수',
    other: '다른 라이브러리',
    casts: '반직선',
    legend: '교차 검사의 방법',
    count: (pairs) => `${pairs}쌍`,
  },
};

const LETTERS: Record<string, string> = { exact: 'E', agreed: 'A', gjk: 'G', clipped: 'C', body: 'B', parts: 'P', arc: 'R', own: 'O', closed: 'F' };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Code in a sentence: a formula, or a name of the library. */
const code = (text: string): string => {
  const tex = codeToTex(text);
  return tex === null ? `<code>${escaped(text)}</code>` : typeset(tex, false);
};

/** A block of code or of formulas. */
function block(language: string, text: string): string {
  const tex = language === '' || language === 'text' ? blockToTex(text) : null;
  return tex === null ? `<pre tabindex="0">${escaped(text.trimEnd())}</pre>` : `<div class="math" tabindex="0">${typeset(tex, true)}</div>`;
}

/** Text of a doc comment as HTML: paragraphs, lists, tables, code, formulas. Links become their words. */
export function prose(text: string): string {
  const words = (text: string) => escaped(text).replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>').replaceAll(/\*([^*\s][^*]*)\*/g, '<em>$1</em>');
  const inline = (line: string) => line.replaceAll(/\[(`?[^\]`]+`?)\]\([^)]*\)/g, '$1').replaceAll(/\[(`[^`]+`)\]/g, '$1').split(/`([^`]+)`/)
    .map((part, i) => (i % 2 === 1 ? code(part) : words(part))).join('');
  const blocks: string[] = [];
  const parts = text.trim().split(/```(\w*)\n([^]*?)```/);
  parts.forEach((part, i) => {
    if (i % 3 === 1) return void blocks.push(block(part, parts[i + 1]!));
    if (i % 3 === 2) return;
    for (const piece of part.split(/\n\s*\n/).map((text) => text.trim()).filter(Boolean)) {
      const lines = piece.split('\n');
      const item = /^\s*([-*]|\d+\.) /;
      if (lines[0]!.startsWith('|')) {
        const cells = (line: string) => line.replace(/^\||\|$/g, '').split('|').map((cell) => inline(cell.trim()));
        const [head, , ...body] = lines;
        blocks.push(`<div class="wide" tabindex="0"><table><tr>${cells(head!).map((cell) => `<th>${cell}</th>`).join('')}</tr>${body.map((line) => `<tr>${cells(line).map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></div>`);
      } else if (item.test(lines[0]!)) {
        const items: string[] = [];
        for (const line of lines) {
          if (item.test(line)) items.push(line.replace(item, ''));
          else items[items.length - 1] += ` ${line.trim()}`;
        }
        const tag = /^\s*\d/.test(lines[0]!) ? 'ol' : 'ul';
        blocks.push(`<${tag}>${items.map((line) => `<li>${inline(line)}</li>`).join('')}</${tag}>`);
      } else {
        blocks.push(`<p>${inline(lines.map((line) => line.trim()).join(' '))}</p>`);
      }
    }
  });
  return blocks.join('\n');
}

const nameOf = (shape: string, dimensions: string, language: Language): string =>
  shapeWords(language, dimensions === '3D')[shape] ?? shape.replaceAll('_', ' ');

/** The address of the page where the pair is dragged, or `null` if a shape is in no menu. */
function playground({ shapes: [a, b], dimensions }: Row): string | null {
  const plane = dimensions === '2D';
  const [p, q] = [a, b].map((name) => (plane && name === 'ellipsoid' ? 'ellipse' : name)) as [string, string];
  if (![p, q].every((name) => (plane ? NAMES2 : NAMES3).includes(name))) return null;
  const state = new URLSearchParams();
  state.set('q', 'measure');
  state.set('a', JSON.stringify(plane ? moved2(start2(p), [-1.5, 0]) : moved3(start3(p), [-1.5, 0, 0])));
  state.set('b', JSON.stringify(plane ? moved2(start2(q), [1.5, 0.3]) : moved3(start3(q), [1.5, 0.3, 0.2])));
  return `${plane ? '' : 'space/'}#${state}`;
}

function shell(language: Language, up: string, path: string, title: string, css: string, body: string): string {
  const [text, other] = [texts[language]!, language === 'en' ? 'ko' : 'en'];
  return `<!doctype html>
<html lang="${language}" data-atlas>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${escaped(title)} · barycast</title>
  <link rel="alternate" hreflang="${other}" href="${up}${other}/${path}">
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${up}${css}">${body.includes('class="katex') ? `\n  <link rel="stylesheet" href="${up}katex/katex.css">` : ''}
</head>
<body>
  <header class="top">
    <a class="brand" href="${up}${language}/"><span>barycast</span></a>
    <nav class="pages" aria-label="${text.pages}">${links(`${up}${language}/`, text, 'atlas')}</nav>
    <nav aria-label="${text.languages}"><a href="${up}${other}/${path}" lang="${other}" hreflang="${other}">${text.other}</a></nav>
  </header>
  <main>
${body}
  </main>
  <footer><p><a href="https://github.com/barycast/barycast">${text.source}</a></p></footer>
</body>
</html>
`;
}

/** Finds pairs by the words of their links. */
const SEARCH = `
const links = [...document.querySelectorAll('td a')];
const [field, list, none] = ['find', 'found', 'none'].map((id) => document.getElementById(id));
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/[\\s_]+/).filter(Boolean);
  const seen = new Set();
  const found = words.length === 0 ? [] : links.filter((link) => {
    const name = (link.getAttribute('aria-label') + ' ' + link.getAttribute('href')).toLowerCase();
    return words.every((word) => name.includes(word)) && !seen.has(link.href) && seen.add(link.href);
  });
  list.replaceChildren(...found.slice(0, 30).map((link) => {
    const item = document.createElement('li');
    const copy = document.createElement('a');
    copy.href = link.href;
    copy.textContent = link.getAttribute('aria-label');
    item.append(copy);
    return item;
  }));
  none.hidden = words.length === 0 || found.length > 0;
});
`;

function matrix(entries: Entry[], dimensions: '2D' | '3D', language: Language): string {
  const words = WORDS[language];
  const table = new Map<string, { pair: string; row: Row }>();
  for (const { pair, rows } of entries) {
    for (const row of rows) if (row.dimensions === dimensions) for (const key of [row.shapes, [...row.shapes].reverse()]) table.set(key.join(), { pair, row });
  }
  const shapes = [...new Set([...table.keys()].map((key) => key.split(',')[0]!))].sort();
  const label = (shape: string) => escaped(nameOf(shape, dimensions, language));
  const cells = (a: string) => shapes.map((b) => {
    const found = table.get(`${a},${b}`);
    if (!found) return '<td></td>';
    const method = found.row.intersects;
    return `<td class="m-${method}"><a href="${found.pair}/" aria-label="${label(a)} – ${label(b)}">${LETTERS[method] ?? '?'}</a></td>`;
  }).join('');
  const count = new Set([...table.values()].map(({ pair }) => pair)).size;
  return `    <div class="card matrix">
      <h2 id="in-${dimensions}">${dimensions === '2D' ? words.plane : words.space}: ${words.count(count)}</h2>
      <div class="wide" tabindex="0" role="region" aria-labelledby="in-${dimensions}">
        <table>
          <thead><tr><td></td>${shapes.map((shape) => `<th scope="col"><span>${label(shape)}</span></th>`).join('')}</tr></thead>
          <tbody>
${shapes.map((shape) => `            <tr><th scope="row">${label(shape)}</th>${cells(shape)}</tr>`).join('\n')}
          </tbody>
        </table>
      </div>
    </div>`;
}

function landing(entries: Entry[], language: Language): string {
  const words = WORDS[language];
  const used = [...new Set(entries.flatMap(({ rows }) => rows.map((row) => row.intersects)))].sort();
  return `    <div class="intro"><h1>${words.title}</h1><p>${words.lead}</p></div>
    <div class="finder">
      <label for="find">${words.search}</label>
      <input id="find" type="search" autocomplete="off">
      <p id="none" hidden role="status">${words.none}</p>
      <ul id="found"></ul>
    </div>
    <dl class="legend" aria-label="${words.legend}">${used.map((method) => `<div><dt class="m-${method}">${LETTERS[method] ?? '?'}</dt><dd>${words.methods[method] ?? method}</dd></div>`).join('')}</dl>
${matrix(entries, '2D', language)}
${matrix(entries, '3D', language)}
    <script type="module">${SEARCH}</script>`;
}

/** Formulas of well-known texts about the pair that are wrong. */
function errata(list: Erratum[], words: Words): string {
  if (list.length === 0) return '';
  const each = list.map(({ title, text }) => `      <details lang="en"><summary>${escaped(title)}</summary>\n${prose(text)}\n      </details>`);
  return `\n    <section class="card prose errata">\n      <h2>${words.errata}</h2>\n      <p class="hint">${words.errataLead}</p>\n${each.join('\n')}\n    </section>`;
}

/** Measured times of the pair, beside other libraries. */
function costs(list: Cost[], date: string, words: Words): string {
  if (list.length === 0) return '';
  const names: Record<string, string> = { ...words.questions, cast: words.casts };
  const kind = (text: string) => [text.includes('2d') ? words.plane : words.space, text.includes('f64') ? 'f64' : text.includes('Vec3A') ? 'f32, Vec3A' : 'f32'].join(', ');
  const rows = list.map((cost) => `<tr><th scope="row">${names[cost.question] ?? escaped(cost.question)}</th><td>${kind(cost.kind)}</td><td>${cost.ours}</td><td>${cost.theirs} <span class="hint">${escaped(cost.rival)}</span></td></tr>`);
  return `
    <section class="card prose cost">
      <h2>${words.cost}</h2>
      <p class="hint">${words.costLead(date)}</p>
      <div class="wide" tabindex="0"><table class="costs"><thead><tr><th scope="col">${words.question}</th><th scope="col">${words.numbers}</th><th scope="col">barycast</th><th scope="col">${words.other}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
    </section>`;
}

/** What other files of the project state about the pairs. */
export interface Notes {
  errata: Map<string, Erratum[]>;
  costs: Map<string, Cost[]>;
  /** Date of the record of costs. */
  date: string;
}

function page(entry: Entry, entries: Entry[], notes: Notes, language: Language): { title: string; body: string } {
  const words = WORDS[language];
  const [first] = entry.rows as [Row, ...Row[]];
  const names = first.shapes.map((shape) => nameOf(shape, first.dimensions, language)) as [string, string];
  const title = language === 'ko' ? `${names[0]} · ${names[1]}` : `${names[0][0]!.toUpperCase()}${names[0].slice(1)} and ${names[1]}`;
  const table = entry.rows.map((row) => {
    const link = playground(row);
    const questions = (['intersects', 'distance', 'contact'] as const).map((question) =>
      `<tr><th scope="row">${words.questions[question]}</th><td><span class="tag m-${row[question]}">${row[question]}</span> ${words.methods[row[question]] ?? ''}</td></tr>`);
    return `      <h3>${row.dimensions === '2D' ? words.plane : words.space}</h3>
      <table class="methods"><tbody>${questions.join('')}</tbody></table>${link ? `\n      <p><a class="go" href="${`../../${link}`.replaceAll('&', '&amp;')}">${words.open} →</a></p>` : ''}`;
  });
  const others = [...new Set(first.shapes)].map((shape) => {
    const pairs = entries.filter(({ pair, rows }) => pair !== entry.pair && rows.some((row) => row.shapes.includes(shape)));
    const links = pairs.map(({ pair, rows: [row] }) => {
      const other = row!.shapes[0] === shape ? row!.shapes[1] : row!.shapes[0];
      return `<a href="../${pair}/">${escaped(nameOf(other, row!.dimensions, language))}</a>`;
    });
    return `    <details class="card others"><summary>${words.others(escaped(nameOf(shape, first.dimensions, language)))}</summary><p>${links.join(' ')}</p></details>`;
  });
  const body = `    <p class="crumb"><a href="../">← ${words.back}</a></p>
    <div class="intro"><h1>${escaped(title)}</h1><p><code>${entry.pair}</code></p></div>
    <div class="leaf">
    <section class="card prose">
      <h2>${words.why}</h2>${words.english ? `\n      <p class="hint">${words.english}</p>` : ''}
      <div lang="en">
${prose(entry.text)}
      </div>
    </section>
    <section class="card prose">
      <h2>${words.who}</h2>
${table.join('\n')}
    </section>
    </div>${entry.picture ? `
    <figure class="card figure">
      ${entry.picture.replace('<svg ', `<svg role="img" aria-label="${words.picture}" `)}
      <figcaption class="hint">${words.picture}</figcaption>
    </figure>` : ''}${costs(notes.costs.get(entry.pair) ?? [], notes.date, words)}${errata(notes.errata.get(entry.pair) ?? [], words)}
${others.join('\n')}`;
  return { title, body };
}

/** Reads docs/errata.md and a record of costs. */
export function notesOf(entries: Entry[], document: string, record: { date: string; text: string }): Notes {
  const known = new Set(entries.map(({ pair }) => pair));
  return { errata: errataOf(document, known), costs: costsOf(record.text, known), date: record.date };
}

/** Writes all pages of the atlas into the folder of the site. */
export function writeAtlas(entries: Entry[], notes: Notes, site: string, css: string): void {
  for (const language of ['en', 'ko'] as const) {
    const folder = `${site}/${language}/atlas`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/index.html`, shell(language, '../../', 'atlas/', WORDS[language].title, css, landing(entries, language)));
    for (const entry of entries) {
      const { title, body } = page(entry, entries, notes, language);
      mkdirSync(`${folder}/${entry.pair}`, { recursive: true });
      writeFileSync(`${folder}/${entry.pair}/index.html`, shell(language, '../../../', `atlas/${entry.pair}/`, title, css, body));
    }
  }
}
