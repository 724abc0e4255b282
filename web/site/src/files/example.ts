// The models of the first view, as files of text that are read like any other.

const file = (name: string, points: number[][], faces: number[][]): File =>
  new File([[...points.map((p) => `v ${p.map((x) => Number(x.toFixed(4))).join(' ')}`), ...faces.map((f) => `f ${f.map((i) => i + 1).join(' ')}`), ''].join('\n')], name);

/** A ring around the third axis. */
function ring(): File {
  const [around, across] = [64, 32];
  const points: number[][] = [];
  const faces: number[][] = [];
  for (let i = 0; i < around; i++) for (let j = 0; j < across; j++) {
    const [u, v] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
    const r = 2 + 0.7 * Math.cos(v);
    points.push([r * Math.cos(u), r * Math.sin(u), 0.7 * Math.sin(v)]);
    const at = (p: number, q: number) => (p % around) * across + (q % across);
    faces.push([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
  }
  return file('ring.obj', points, faces);
}

/** A leaning bar that goes through the ring. */
function bar(): File {
  const turn = ([x, y, z]: [number, number, number]): number[] => {
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    return [1.75 + c * x + s * z, 0.2 + y, -s * x + c * z];
  };
  const points: number[][] = [];
  for (let corner = 0; corner < 8; corner++) points.push(turn([corner & 1 ? 0.35 : -0.35, corner & 2 ? 0.5 : -0.5, corner & 4 ? 1.7 : -1.7]));
  return file('bar.obj', points, [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]);
}

export const example = (): [File, File] => [ring(), bar()];
