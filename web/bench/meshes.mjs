// Reads the triangles of OBJ files and binary PLY files, as far as the models of the bench need.

import { readFile } from 'node:fs/promises';

/** Returns `{ positions, indices }`. Polygons become fans. */
export async function readMesh(path) {
  const bytes = await readFile(path);
  return path.endsWith('.ply') ? ply(bytes) : obj(bytes.toString());
}

function obj(text) {
  const [positions, indices] = [[], []];
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === 'v') positions.push(...rest.slice(0, 3).map(Number));
    if (word !== 'f') continue;
    const corners = rest.map((corner) => parseInt(corner, 10) - 1);
    for (let i = 2; i < corners.length; i++) indices.push(corners[0], corners[i - 1], corners[i]);
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

function ply(bytes) {
  const end = bytes.indexOf('end_header\n') + 'end_header\n'.length;
  const header = bytes.subarray(0, end).toString('latin1');
  const count = (element) => Number(header.match(new RegExp(`element ${element} (\\d+)`))[1]);
  const properties = header.match(/property float \w+/g).length;
  const positions = new Float32Array(3 * count('vertex'));
  for (let i = 0; i < positions.length; i++) {
    positions[i] = bytes.readFloatLE(end + 4 * (properties * Math.floor(i / 3) + (i % 3)));
  }
  const indices = [];
  let at = end + 4 * properties * count('vertex');
  for (let face = 0; face < count('face'); face++) {
    const corners = Array.from({ length: bytes[at] }, (_, i) => bytes.readUInt32LE(at + 1 + 4 * i));
    at += 1 + 4 * bytes[at];
    for (let i = 2; i < corners.length; i++) indices.push(corners[0], corners[i - 1], corners[i]);
  }
  return { positions, indices: Uint32Array.from(indices) };
}
