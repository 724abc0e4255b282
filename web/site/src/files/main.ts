// The page of files: two models that are dropped, what is in them, what a ray hits, a section, and where they clash.

import { announce, keepOffline, once, say } from '../common.js';
import { byId, html, pair, short } from '../dom.js';
import { Camera } from '../space/camera.js';
import { CastPanel } from './cast.js';
import { Engine, Failure } from './engine.js';
import { example } from './example.js';
import { drawOutline } from './outline.js';
import { TreePanel } from './tree.js';
import type { View } from './view.js';
import { words as wordsOfPage } from './words.js';
import { type Clash, type Info, type Pick, type Point, type Section, type Slot, SLOTS, type Surface } from './worker.js';

/** Larger files are not read: the module and the picture need several times their size. */
const MOST = 256 * 2 ** 20;

const words = wordsOfPage();
const camera = new Camera();
const draw = once(update);
const stage = byId('stage');

interface Model {
  file: File;
  info: Info;
  surface: Surface;
}

const models: Record<Slot, Model | null> = { a: null, b: null };
const turns: Record<Slot, number> = { a: 0, b: 0 };
const reading = new Set<Slot>();
let view: View | null = null;
let origin: Point = [0, 0, 0];
let picked: Pick | null = null;
let clash: Clash | null = null;
let sections: Record<Slot, Section | null> = { a: null, b: null };

const engine = new Engine(() => void busy(reload));

const count = (n: number): string => n.toLocaleString(document.documentElement.lang);
const bytes = (n: number): string => (n < 2 ** 20 ? `${count(Math.ceil(n / 2 ** 10))} KiB` : n < 2 ** 30 ? `${count(Number((n / 2 ** 20).toPrecision(3)))} MiB` : `${count(Number((n / 2 ** 30).toPrecision(3)))} GiB`);
const facts = (rows: [string, string][]) => rows.map(([key, value]) => html('div', {}, html('dt', {}, key), html('dd', {}, value)));

const tree = new TreePanel(words, count, () => {
  tree.draw(view, origin);
  draw();
});

let pending = 0;
/** Marks the page as busy until the work is done. */
async function busy<T>(work: () => Promise<T>): Promise<T> {
  pending++;
  document.documentElement.dataset.busy = '';
  try {
    return await work();
  } finally {
    if (--pending === 0) delete document.documentElement.dataset.busy;
  }
}

const picture = new CastPanel(engine, camera, words, count, (thrown) => say('fault', sentence(words.cast.name, thrown)), (work) => void busy(work));

/** The sentence for what failed. */
function sentence(name: string, thrown: unknown): string {
  const code = thrown instanceof Failure ? thrown.code : 'failed';
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return (words.faults[code] ?? words.faults.failed!)(name, message);
}

/** Reads a file into a slot. What was there stays if the file cannot be read. */
async function open(slot: Slot, file: File): Promise<void> {
  const turn = ++turns[slot];
  say('fault', null);
  if (file.size > MOST) return say('fault', words.tooLarge(file.name, bytes(file.size), bytes(MOST)));
  reading.add(slot);
  say('says', words.reading(file.name));
  try {
    const content = await file.arrayBuffer().catch((thrown) => {
      throw new Failure('unreadable', thrown instanceof Error ? thrown.message : String(thrown));
    });
    if (turn !== turns[slot]) return;
    const { info, surface } = await engine.call('load', { slot, name: file.name, bytes: content }, [content]);
    if (turn !== turns[slot]) return;
    models[slot] = { file, info, surface };
    picked = null;
    place();
  } catch (thrown) {
    say('fault', sentence(file.name, thrown));
    if (thrown instanceof Failure && thrown.code === 'stopped') stopped = sentence(file.name, thrown);
  } finally {
    if (turn === turns[slot]) reading.delete(slot);
    await changed();
  }
}

/** Fits the picture to the models. The second axis points up in glTF, the third in the other formats. */
function place(): void {
  const here = SLOTS.flatMap((slot) => models[slot] ?? []);
  camera.up = here.length > 0 && here.every(({ info }) => info.metresPerUnit !== null) ? [0, 1, 0] : [0, 0, 1];
  camera.fit(here.flatMap(({ info: { low, high } }) => [low, high]));
  origin = [...camera.target];
  for (const slot of SLOTS) view?.set(slot, models[slot]?.surface ?? null, origin);
  const axis = axisOf();
  const range = rangeOf(axis);
  if (range) setSection((range[0] + range[1]) / 2);
}

/** The sentence for the file at which the module stopped. */
let stopped: string | null = null;

/** Reads the files again after the module has stopped. */
async function reload(): Promise<void> {
  const old = { ...models };
  for (const slot of SLOTS) models[slot] = null;
  for (const slot of SLOTS) if (old[slot] && !reading.has(slot)) await open(slot, old[slot].file);
  say('fault', stopped ?? words.lost);
  stopped = null;
}

async function remove(slot: Slot): Promise<void> {
  turns[slot]++;
  reading.delete(slot);
  models[slot] = null;
  picked = null;
  await engine.call('remove', { slot }).catch(() => null);
  place();
  await changed();
}

/** Everything that follows from the models. */
async function changed(): Promise<void> {
  for (const slot of SLOTS) showInfo(slot);
  clash = null;
  if (models.a && models.b) {
    try {
      clash = await engine.call('clash', {});
    } catch (thrown) {
      say('fault', sentence(`${models.a?.file.name}, ${models.b?.file.name}`, thrown));
    }
  }
  view?.setLines('clash', clash?.kind === 'cross' ? clash.segments : clash?.kind === 'apart' ? [...clash.a, ...clash.b] : [], origin);
  showClash();
  showPick();
  tree.show(null);
  tree.draw(view, origin);
  picture.changed(SLOTS.some((slot) => models[slot]));
  await cut();
  if (reading.size === 0) document.documentElement.dataset.ready = '';
}

function showInfo(slot: Slot): void {
  const model = models[slot];
  say(`name-${slot}`, model ? model.file.name : words.none);
  byId<HTMLButtonElement>(`remove-${slot}`).disabled = !model;
  if (!model) {
    byId(`info-${slot}`).replaceChildren();
    byId(`notes-${slot}`).replaceChildren();
    return;
  }
  const { parts, triangles, vertices, low, high, area, volume, topology, metresPerUnit, warnings, shortFaces } = model.info;
  const { openEdges, flippedEdges, nonManifoldEdges, closed } = topology;
  byId(`info-${slot}`).replaceChildren(...facts([
    [words.facts.parts, count(parts)],
    [words.facts.triangles, count(triangles)],
    [words.facts.vertices, count(vertices)],
    [words.facts.size, high.map((x, i) => short(x - low[i]!)).join(' × ')],
    [words.facts.area, short(area)],
    [words.facts.volume, volume === null ? words.noVolume : short(volume)],
    [words.facts.surface, closed ? words.closed : openEdges > 0 ? words.open(count(openEdges)) : words.wrongEdges(count(flippedEdges + nonManifoldEdges))],
    [words.facts.unit, metresPerUnit === null ? words.noUnit : words.metres(short(metresPerUnit))],
  ]));
  const notes = warnings.map(({ line, text }) => (line === null ? text : words.line(line, text)));
  if (shortFaces > 0) notes.push(words.shortFaces(count(shortFaces)));
  byId(`notes-${slot}`).replaceChildren(...notes.map((text) => html('li', {}, text)));
}

function showClash(): void {
  const [kind, text, rows] = ((): [string, string, [string, string][]] => {
    if (clash?.kind === 'cross') {
      const verdict = clash.length > 0 ? words.cross : words.touch;
      return [clash.length > 0 ? 'overlap' : 'touching', verdict, [[words.pairs, count(clash.pairs)], [words.curveLength, short(clash.length)]]];
    }
    if (clash?.kind === 'inside') return ['overlap', words.inside(words.file(clash.inner.toUpperCase()), words.file(clash.inner === 'a' ? 'B' : 'A')), []];
    if (clash?.kind === 'apart') return ['apart', words.apart(short(clash.distance)), [[words.distance, short(clash.distance)], [words.pointA, pair(clash.a)], [words.pointB, pair(clash.b)]]];
    const one = models.a ?? models.b;
    return ['none', one ? words.verdictOne(count(one.info.triangles)) : words.empty, []];
  })();
  byId('verdict').dataset.kind = kind;
  say('says', text);
  announce(text);
  say('clash', clash ? text : words.waiting);
  byId('clash-rows').replaceChildren(...facts(rows));
}

function showPick(): void {
  say('hint', picked ? null : words.pickHint);
  byId('rows').replaceChildren(...(picked ? facts([
    [words.picked.file, `${picked.slot.toUpperCase()} · ${models[picked.slot]?.file.name ?? ''}`],
    [words.picked.part, picked.part || '–'],
    [words.picked.triangle, count(picked.triangle)],
    [words.picked.point, pair(picked.point)],
    [words.picked.normal, pair(picked.normal)],
    [words.picked.side, picked.front ? words.front : words.back],
  ]) : []));
  draw();
}

/** Picks with the ray through a pixel of the picture. */
async function pick(x: number, y: number): Promise<void> {
  const { origin: from, direction } = camera.ray(x, y);
  try {
    const ray = [...from, ...direction];
    picked = await engine.call('pick', { ray });
    tree.show(await engine.call('tree', { ray }));
  } catch (thrown) {
    picked = null;
    tree.show(null);
    say('fault', sentence(words.picked.point, thrown));
  }
  const size = camera.distance / 14;
  const tip = picked?.normal?.map((n, i) => picked!.point[i]! + size * n);
  tree.draw(view, origin);
  view?.setLines('normal', picked && tip ? [...picked.point, ...tip] : [], origin);
  showPick();
  if (picked) announce(`${words.file(picked.slot.toUpperCase())}, ${words.picked.triangle} ${count(picked.triangle)}, ${pair(picked.point)}`);
  else say('hint', words.noPick);
}

const axisOf = (): number => byId<HTMLSelectElement>('section-axis').selectedIndex;

/** The extent of the models along an axis. */
function rangeOf(axis: number): [number, number] | null {
  const here = SLOTS.flatMap((slot) => models[slot]?.info ?? []);
  return here.length === 0 ? null : [Math.min(...here.map(({ low }) => low[axis]!)), Math.max(...here.map(({ high }) => high[axis]!))];
}

let sectionAt = 0;
/** Moves the plane, with the slider and the field that did not move it. */
function setSection(at: number, by: 'slider' | 'field' | null = null): void {
  sectionAt = at;
  const range = rangeOf(axisOf()) ?? [0, 1];
  if (by !== 'slider') byId<HTMLInputElement>('section-slider').value = String(range[1] > range[0] ? (at - range[0]) / (range[1] - range[0]) : 0.5);
  if (by !== 'field') byId<HTMLInputElement>('section-at').value = String(Number(at.toPrecision(6)));
  byId('section-at').removeAttribute('aria-invalid');
  say('wrong', null);
}

let cutting = false;
let again = false;
/** Cuts both models. While one cut is computed, only the latest of further ones is kept. */
async function cut(): Promise<void> {
  again = true;
  if (cutting) return;
  cutting = true;
  while (again) {
    again = false;
    const axis = axisOf();
    try {
      const isShown = byId<HTMLInputElement>('section-show').checked;
      sections = isShown ? await engine.call('section', { axis, at: sectionAt }) : { a: null, b: null };
    } catch (thrown) {
      sections = { a: null, b: null };
      say('fault', sentence(words.section, thrown));
    }
    showSection(axis);
  }
  cutting = false;
}

function showSection(axis: number): void {
  const rows: [string, string][] = [];
  for (const slot of SLOTS) {
    const section = sections[slot];
    const segments: number[] = [];
    for (let line = 0; section && line + 1 < section.offsets.length; line++) {
      const [from, to] = [section.offsets[line]!, section.offsets[line + 1]!];
      for (let i = from; i < to; i++) {
        const j = i + 1 < to ? i + 1 : section.closed[line] === 1 ? from : -1;
        if (j >= 0) for (const k of [3 * i, 3 * i + 1, 3 * i + 2, 3 * j, 3 * j + 1, 3 * j + 2]) segments.push(section.points[k]!);
      }
    }
    view?.setLines(`section-${slot}`, segments, origin);
    if (!section) continue;
    const lines = section.offsets.length - 1;
    const title = words.file(slot.toUpperCase());
    rows.push(lines === 0 ? [title, words.noCut]
      : [title, `${words.lines} ${count(lines)} · ${words.perimeter} ${short(section.length)} · ${words.enclosed} ${section.area === null ? words.notClosed : short(section.area)}`]);
  }
  byId('section-rows').replaceChildren(...facts(rows));
  drawOutline(byId<SVGSVGElement>('outline'), sections, axis);
  draw();
}

function update(): void {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  view?.draw(camera, { ground: color('--card'), a: color('--a'), b: color('--b-fill'), mark: color('--mark'), ink: color('--ink'), both: color('--both'), soft: color('--control') }, picked?.point ?? null, origin);
}

/** The files of a drop go to the slot under the pointer, or to those that are free. */
async function dropped(files: File[], target: Element | null): Promise<void> {
  const [first, second, ...more] = files;
  if (!first) return;
  if (second) {
    await Promise.all([open('a', first), open('b', second)]);
    if (more.length > 0) say('fault', byId('fault').textContent || words.tooMany);
    return;
  }
  const slot: Slot = target?.closest('.shape.b') ? 'b' : target?.closest('.shape.a') ? 'a' : models.a && !models.b ? 'b' : 'a';
  if (isExample) {
    // The example makes room for the user's file.
    isExample = false;
    if (!target?.closest('.shape')) {
      await remove('b');
      return open('a', first);
    }
  }
  await open(slot, first);
}

let isExample = true;
async function showExample(): Promise<void> {
  isExample = true;
  const [a, b] = example();
  await Promise.all([open('a', a), open('b', b)]);
}

function connectDrops(): void {
  let inside = 0;
  const mark = (on: boolean) => document.documentElement.classList.toggle('dropping', on);
  const carries = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  window.addEventListener('dragenter', (event) => {
    if (carries(event)) mark(++inside > 0);
  });
  window.addEventListener('dragleave', (event) => {
    if (carries(event)) mark(--inside > 0);
  });
  window.addEventListener('dragover', (event) => {
    if (carries(event)) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    mark((inside = 0) > 0);
    const files = [...event.dataTransfer!.files];
    void busy(() => dropped(files, event.target as Element));
  });
}

function connectStage(): void {
  let held: { x: number; y: number; moved: boolean } | null = null;
  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    held = { x: event.clientX, y: event.clientY, moved: false };
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener('pointermove', (event) => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(dx, dy) < 4) return;
    camera.turn(dx, dy);
    held = { x: event.clientX, y: event.clientY, moved: true };
    draw();
  });
  stage.addEventListener('pointerup', (event) => {
    const box = stage.getBoundingClientRect();
    if (held && !held.moved) void busy(() => pick(event.clientX - box.left, event.clientY - box.top));
    held = null;
  });
  stage.addEventListener('pointercancel', () => (held = null));
  stage.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    camera.zoom(2 ** (-event.deltaY / 200));
    draw();
  }, { passive: false });
  const middle = () => void busy(() => pick(camera.size[0] / 2, camera.size[1] / 2));
  const turn = (dx: number, dy: number) => () => {
    camera.turn(dx, dy);
    draw();
  };
  const zoom = (factor: number) => () => {
    camera.zoom(factor);
    draw();
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: turn(-20, 0), ArrowRight: turn(20, 0), ArrowUp: turn(0, -20), ArrowDown: turn(0, 20), '+': zoom(1.2), '-': zoom(1 / 1.2), Enter: middle,
  };
  stage.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  for (const [id, act] of [['pick', middle], ['turn-left', turn(-40, 0)], ['turn-right', turn(40, 0)], ['zoom-in', zoom(1.3)], ['zoom-out', zoom(1 / 1.3)]] as const) byId(id).addEventListener('click', act);
  byId('fit').addEventListener('click', () => {
    camera.fit(SLOTS.flatMap((slot) => (models[slot] ? [models[slot].info.low, models[slot].info.high] : [])));
    draw();
  });
  new ResizeObserver(() => {
    const { width, height } = stage.getBoundingClientRect();
    if (width < 1 || height < 1) return;
    camera.size = [Math.round(width), Math.round(height)];
    draw();
  }).observe(stage);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

function connect(): void {
  connectDrops();
  connectStage();
  for (const slot of SLOTS) {
    byId(`remove-${slot}`).addEventListener('click', () => void busy(() => remove(slot)));
    const input = byId<HTMLInputElement>(`file-${slot}`);
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file) void busy(() => dropped([file], input));
      input.value = '';
    });
  }
  byId('example').addEventListener('click', () => void busy(showExample));
  byId('section-show').addEventListener('change', () => void busy(cut));
  byId('section-axis').addEventListener('change', () => {
    const range = rangeOf(axisOf());
    if (range) setSection((range[0] + range[1]) / 2);
    void busy(cut);
  });
  byId('section-slider').addEventListener('input', () => {
    const range = rangeOf(axisOf()) ?? [0, 1];
    setSection(range[0] + Number(byId<HTMLInputElement>('section-slider').value) * (range[1] - range[0]), 'slider');
    void busy(cut);
  });
  const field = byId<HTMLInputElement>('section-at');
  field.addEventListener('input', () => {
    const at = field.value.trim() === '' ? NaN : Number(field.value.replace('−', '-'));
    if (!Number.isFinite(at)) {
      field.setAttribute('aria-invalid', 'true');
      return say('wrong', words.badNumber);
    }
    setSection(at, 'field');
    void busy(cut);
  });
  field.addEventListener('blur', () => setSection(sectionAt));
}

async function loadView(): Promise<void> {
  try {
    const { View } = await import('./view.js');
    view = new View(byId<HTMLCanvasElement>('solids'));
    byId('solids').hidden = false;
  } catch {
    say('notice', words.noWebGl);
    byId('frame').hidden = true;
    say('hint', null);
  }
}

connect();
camera.elevation = 0.55;
await loadView();
void busy(showExample);
keepOffline('../../worker.js');
