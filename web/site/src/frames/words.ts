// Words of the page of frames, in English and in Korean.

export interface FrameWords {
  origin: string;
  axis: string;
  point: string;
  frame: (name: string) => string;
  handle: (name: string, at: string) => string;
  verdict: (world: string, local: string, frame: string) => string;
  flat: (frame: string) => string;
  rows: { world: string; in: (frame: string) => string; determinant: string; handedness: string; area: string };
  right: string;
  left: string;
  neither: string;
  matrices: { of: (to: string, from: string) => string; inverse: string; none: string; product: string; point: string };
  hint: string;
  hintNested: string;
  rejected: (message: string) => string;
}

const en: FrameWords = {
  origin: 'origin',
  axis: 'axis',
  point: 'point P',
  frame: (name) => `frame ${name}`,
  handle: (name, at) => `${name} at ${at}. Arrow keys move it.`,
  verdict: (world, local, frame) => `${world} in the world is ${local} in ${frame}`,
  flat: (frame) => `${frame} is flat: it has no inverse`,
  rows: { world: 'P in the world', in: (frame) => `P in ${frame}`, determinant: 'determinant of the axes', handedness: 'handedness', area: 'area of the unit square' },
  right: 'right-handed: y is counter-clockwise of x',
  left: 'left-handed: mirrored',
  neither: 'none: the axes are parallel',
  matrices: {
    of: (to, from) => `${to} from ${from}`, inverse: 'Its inverse leads back.', none: 'The axes are parallel, so the matrix has no inverse: no coordinates in the frame lead to a point beside its line.',
    product: 'Matrices multiply from the right: first into A, then into the world.', point: 'A point is a column with a last number 1, so that the origin is added; a direction has 0 there.',
  },
  hint: 'The columns of the matrix are the axes of the frame and its origin, in the coordinates of the world. The letter F is drawn in the coordinates of the frame: a left-handed frame mirrors it.',
  hintNested: 'Frame B stands in the coordinates of A: when A moves, B moves with it. The handles of B are in the world, its numbers in A.',
  rejected: (message) => `Not a valid frame: ${message}`,
};

const ko: FrameWords = {
  origin: '원점',
  axis: '축',
  point: '점 P',
  frame: (name) => `좌표계 ${name}`,
  handle: (name, at) => `${name}, 위치 ${at}. 화살표 키로 움직입니다.`,
  verdict: (world, local, frame) => `세계 좌표 ${world}는 ${frame}에서 ${local}`,
  flat: (frame) => `${frame}의 축이 나란합니다: 역행렬이 없습니다`,
  rows: { world: '세계 좌표에서 P', in: (frame) => `${frame}에서 P`, determinant: '축의 행렬식', handedness: '손 방향', area: '단위 정사각형의 넓이' },
  right: '오른손: y는 x의 반시계 쪽',
  left: '왼손: 거울에 비친 것',
  neither: '없음: 두 축이 나란함',
  matrices: {
    of: (to, from) => `${from} → ${to}`, inverse: '역행렬은 되돌아갑니다.', none: '두 축이 나란하므로 역행렬이 없습니다. 좌표계의 어떤 좌표도 그 직선 밖의 점에 이르지 못합니다.',
    product: '행렬은 오른쪽부터 곱합니다. 먼저 A로, 다음에 세계로 갑니다.', point: '점은 마지막 수가 1인 열이므로 원점이 더해지고, 방향은 0입니다.',
  },
  hint: '행렬의 열은 세계 좌표로 적은 좌표계의 축과 원점입니다. 글자 F는 좌표계의 좌표로 그렸습니다. 왼손 좌표계는 이 글자를 뒤집습니다.',
  hintNested: '좌표계 B는 A의 좌표로 놓여 있습니다. A를 움직이면 B도 따라 움직입니다. B의 손잡이는 세계에, 수는 A에 있습니다.',
  rejected: (message) => `올바른 좌표계가 아닙니다: ${message}`,
};

export const words = (): FrameWords => (document.documentElement.lang === 'ko' ? ko : en);
