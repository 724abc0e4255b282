// A cube in each format of mesh files, for tests: corners at `at` and `at + size`.

const CORNERS = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]];
/** Vertices of the triangles, counter-clockwise from outside. */
export const TRIANGLES = [[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4], [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, 7]];

const corners = (at, size) => CORNERS.map((corner) => corner.map((x, axis) => at[axis] + size * x));

export function obj(at = [0, 0, 0], size = 1) {
  const lines = [...corners(at, size).map((p) => `v ${p.join(' ')}`), ...TRIANGLES.map((t) => `f ${t.map((i) => i + 1).join(' ')}`)];
  return Buffer.from(`${lines.join('\n')}\n`);
}

export function ply(at = [0, 0, 0], size = 1) {
  const head = ['ply', 'format ascii 1.0', 'element vertex 8', 'property float x', 'property float y', 'property float z', 'element face 12', 'property list uchar int vertex_indices', 'end_header'];
  return Buffer.from(`${[...head, ...corners(at, size).map((p) => p.join(' ')), ...TRIANGLES.map((t) => `3 ${t.join(' ')}`)].join('\n')}\n`);
}

export function stl(at = [0, 0, 0], size = 1) {
  const bytes = Buffer.alloc(84 + 50 * TRIANGLES.length);
  bytes.writeUInt32LE(TRIANGLES.length, 80);
  const points = corners(at, size);
  TRIANGLES.forEach((triangle, i) => triangle.forEach((corner, j) => points[corner].forEach((x, axis) => bytes.writeFloatLE(x, 84 + 50 * i + 12 + 12 * j + 4 * axis))));
  return bytes;
}

/** A GLB file; the cube is placed by its node. */
export function glb(at = [0, 0, 0], size = 1) {
  const positions = Buffer.from(new Float32Array(CORNERS.flat()).buffer);
  const indices = Buffer.from(new Uint16Array(TRIANGLES.flat()).buffer);
  const document = {
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'crate', translation: at, scale: [size, size, size] }],
    meshes: [{ name: 'cube', primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    buffers: [{ byteLength: positions.length + indices.length }],
    bufferViews: [{ buffer: 0, byteLength: positions.length }, { buffer: 0, byteOffset: positions.length, byteLength: indices.length }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
    ],
  };
  const padded = (bytes, filler) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)]);
  const chunk = (kind, bytes) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(bytes.length, 0);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, bytes]);
  };
  const body = Buffer.concat([chunk('JSON', padded(Buffer.from(JSON.stringify(document)), ' ')), chunk('BIN\0', padded(Buffer.concat([positions, indices]), 0))]);
  const head = Buffer.alloc(12);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + body.length, 8);
  return Buffer.concat([head, body]);
}
