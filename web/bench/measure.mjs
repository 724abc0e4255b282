// The work, the clock and the table of the bench: alike in Node and in a browser.

import { random } from '../tests/random.mjs';
import { libraries } from './libraries.mjs';

/** Centre and radius of a sphere around the vertices. */
function around(positions) {
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  return { centre: low.map((x, i) => (x + high[i]) / 2), radius: Math.hypot(...high.map((x, i) => x - low[i])) / 2 };
}

const unit = (v) => v.map((x) => x / Math.hypot(...v));

/** Rays of a camera that sees the whole model, row by row. */
function camera({ centre, radius }, size) {
  const rays = new Float32Array(6 * size * size);
  for (let i = 0; i < size * size; i++) {
    const [x, y] = [i % size, Math.floor(i / size)].map((at) => (at + 0.5) / size - 0.5);
    rays.set([centre[0], centre[1], centre[2] + 3 * radius, ...unit([0.7 * x, -0.7 * y, -1])], 6 * i);
  }
  return rays;
}

/** Rays between random points of the box around the sphere. */
function scattered({ centre, radius }, count) {
  const next = random(1);
  const point = () => centre.map((x) => x + 2 * radius * (next() - 0.5));
  const rays = new Float32Array(6 * count);
  for (let i = 0; i < count; i++) {
    const [from, to] = [point(), point()];
    rays.set([...from, ...unit(to.map((x, axis) => x - from[axis]))], 6 * i);
  }
  return rays;
}

function points({ centre, radius }, count) {
  const next = random(2);
  return Float32Array.from({ length: 3 * count }, (_, i) => centre[i % 3] + 2 * radius * (next() - 0.5));
}

/** Shifts of a copy: some clash with the model and some do not. */
function shifts({ radius }, count) {
  const next = random(3);
  return Array.from({ length: count }, () => unit([next() - 0.5, next() - 0.5, next() - 0.5]).map((x) => x * radius * (0.5 + next())));
}

/**
 * Runs every way in turn, `rounds` times. Each does all queries and returns its answers; a slow one does `count` of
 * them, spread evenly.
 */
function measure(ways, all, rounds) {
  const times = ways.map(() => []);
  const answers = [];
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { run, count = all }] of ways.entries()) {
      const start = performance.now();
      answers[at] = run(count, spread(all, count));
      // The first round warms up.
      if (round > 0) times[at].push((1000 * (performance.now() - start)) / count);
    }
  }
  return ways.map(({ name, count = all }, at) => {
    const wrong = answers[at]?.filter((answer, i) => !agree(answer, answers[0][spread(all, count)(i)])).length ?? 0;
    return { name, micros: Math.min(...times[at]), count, wrong };
  });
}

/** Returns a function from the place among `count` queries to that among all. */
function spread(all, count) {
  return (i) => Math.floor((i * all) / count);
}

function agree(a, b) {
  if (typeof a === 'boolean') return a === b;
  return a === b || Math.abs(a - b) <= 1e-3 * Math.abs(b);
}

const COUNTS = { build: 1, 'first hit, camera': 25_600, 'first hit, random': 20_000, 'nearest point': 5_000, 'mesh against mesh': 200 };

/** Measures every query on a mesh. Returns `{ model, query, ways }`, ours the first of the ways. */
export async function rows(model, mesh, rounds) {
  const sphere = around(mesh.positions);
  const work = {
    camera: camera(sphere, 160),
    random: scattered(sphere, COUNTS['first hit, random']),
    points: points(sphere, COUNTS['nearest point']),
    shifts: shifts(sphere, COUNTS['mesh against mesh']),
  };
  const all = Object.entries(await libraries(mesh, work));
  return all.map(([query, ways]) => ({ model, query, ways: measure(ways, COUNTS[query], rounds) }));
}

function format(micros) {
  const [number, name] = micros >= 1e6 ? [micros / 1e6, 's'] : micros >= 1e3 ? [micros / 1e3, 'ms'] : [micros, 'us'];
  return `${number >= 100 ? number.toFixed(0) : number.toPrecision(3)} ${name}`;
}

/** Returns the rows as lines of a Markdown table. A ratio of another library below 1 is bold: a row lost. */
export function table(measured) {
  const lines = ['| model | query | library | time each | times ours | other answers |', '|---|---|---|---|---|---|'];
  for (const { model, query, ways } of measured) {
    for (const [at, { name, micros, count, wrong }] of ways.entries()) {
      const ratio = micros / ways[0].micros;
      const times = at === 0 ? '' : ratio < 1 && !name.startsWith('barycast') ? `**${ratio.toFixed(2)}**` : ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(3);
      lines.push(`| ${model} | ${query} | ${name} | ${format(micros)} | ${times} | ${wrong > 0 ? `${wrong} of ${count}` : ''} |`);
    }
  }
  return lines;
}
