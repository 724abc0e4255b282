// The package beside three-mesh-bvh, three's Raycaster and Rapier.
//
//     cargo xtask web
//     node web/bench/run.mjs FOLDER [--rounds 7] [--only bunny|dragon] [--browser]
//
// FOLDER has stanford-bunny.obj and dragon202k.ply (the Stanford 3D Scanning Repository). In each round every library
// does the same work in turn. The table has the fastest round of each, and how many times as long as the first line of a
// query, which is ours, the others take. The last column counts the answers that differ from ours. With `--browser` it
// runs in Chromium.

import { cpus } from 'node:os';
import { join } from 'node:path';
import { links } from '../tests/links.mjs';
import { readMesh } from './meshes.mjs';

const words = process.argv.slice(2);
const option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
const folder = words[0];
if (!folder || folder.startsWith('--')) {
  console.error('usage: node web/bench/run.mjs FOLDER [--rounds 7] [--only bunny|dragon] [--browser]');
  process.exit(2);
}
const rounds = Number(option('--rounds') ?? 7);
const only = option('--only');
const models = Object.entries({ bunny: 'stanford-bunny.obj', dragon: 'dragon202k.ply' }).filter(([model]) => !only || only === model);
const meshes = await Promise.all(models.map(async ([model, file]) => ({ model, mesh: await readMesh(join(folder, file)) })));

links();
const { where, lines } = await (words.includes('--browser') ? import('./browser.mjs') : here());
const [title, table] = [where, await lines(meshes, rounds)];
console.log(`${title}, ${cpus()[0].model.trim()}, ${rounds} rounds\n\n${table.join('\n')}`);
process.exit(0);

async function here() {
  const { init } = await import('barycast');
  const { rows, table } = await import('./measure.mjs');
  await init();
  async function lines(meshes, rounds) {
    const measured = [];
    for (const { model, mesh } of meshes) measured.push(...(await rows(model, mesh, rounds)));
    return table(measured);
  }
  return { where: `Node ${process.versions.node}`, lines };
}
