// Words of the page of surfaces, in English and in Korean.

import type { Kind, Question } from './state.js';

export interface SurfaceWords {
  point: string;
  netPoint: (row: number, column: number) => string;
  probe: string;
  origin: string;
  direction: string;
  handle: (name: string, at: string) => string;
  distance: (distance: string) => string;
  onSurface: string;
  hits: (count: number) => string;
  noHit: string;
  none: string;
  rejected: (message: string) => string;
  asked: Record<Question, string>;
  rows: Record<'at' | 'u' | 'v' | 'normal' | 'gaussian' | 'mean' | 'principal' | 'nearest' | 'distance' | 'parameters', string> & { hit: (i: number) => string };
  hit: (t: string, point: string, parameters: string, side: string) => string;
  front: string;
  back: string;
  flat: Record<'bowl' | 'saddle' | 'cylinder' | 'plane' | 'none', string>;
  hints: Record<Kind, string>;
  formulas: Record<Kind, string>;
  explained: Record<Kind, string>;
}

const FORMULAS: Record<Kind, string> = {
  bezier: 'S(u, v) = Σᵢ Σⱼ Bᵢ(u) Bⱼ(v) pᵢⱼ',
  b_spline: 'S(u, v) = Σᵢ Σⱼ Nᵢ(u) Nⱼ(v) pᵢⱼ',
  coons: 'S(u, v) = L₁(u, v) + L₂(u, v) − B(u, v)',
  hermite: 'S(u, v) = H(u)ᵀ M H(v)',
};

const en: SurfaceWords = {
  point: 'point',
  netPoint: (row, column) => `point ${row} ${column}`,
  probe: 'cross',
  origin: 'start of the ray',
  direction: 'direction of the ray',
  handle: (name, at) => `${name} at ${at}. Arrow keys, Page Up and Page Down move it.`,
  distance: (distance) => `Distance of the cross ${distance}`,
  onSurface: 'The cross is on the surface',
  hits: (count) => (count === 1 ? 'The ray hits once' : `The ray hits ${count} times`),
  noHit: 'The ray misses',
  none: 'No surface',
  rejected: (message) => `Not a valid surface: ${message}`,
  asked: { nearest: 'Cross', casts: 'Ray' },
  rows: {
    at: 'point at (u, v)', u: 'derivative by u', v: 'derivative by v', normal: 'unit normal', gaussian: 'Gaussian curvature', mean: 'mean curvature', principal: 'principal curvatures',
    nearest: 'point nearest to the cross', distance: 'distance of the cross', parameters: '(u, v) of the nearest point', hit: (i) => `hit ${i}`,
  },
  hit: (t, point, parameters, side) => `t = ${t} at ${point}, (u, v) = ${parameters}, ${side}`,
  front: 'front',
  back: 'back',
  flat: { bowl: 'a bowl', saddle: 'a saddle', cylinder: 'straight in one direction', plane: 'flat', none: 'undefined: the derivatives are parallel here' },
  hints: {
    bezier: 'The patch meets the four corners of the net; its edges are Bezier curves of the edges of the net. It lies in the convex hull of the points, and every point moves all of it.',
    b_spline: 'Each piece depends on (degree + 1)² neighbouring points alone, so a point moves only what is near. Closed, the rows go around and the last piece continues in the first.',
    coons: 'The patch is given by its four boundary curves, here cubic Bezier curves: the points inside the net do not count. It is the ruled surface of each pair of opposite curves, less the one of the four corners.',
    hermite: 'The patch has points and derivatives at its four corners. The handles beside a corner are at a third of its derivatives. Its twists are zero (a Ferguson patch), so the points inside do not count.',
  },
  formulas: FORMULAS,
  explained: {
    bezier: 'Bᵢ are the Bernstein polynomials: weights that are positive and add up to 1. Along each row they make a point of a Bezier curve, and of these points one again.',
    b_spline: 'Nᵢ are the B-splines of the degree: pieces of polynomials that are positive on degree + 1 steps of the parameter and zero elsewhere, and add up to 1.',
    coons: 'L₁ joins the two curves along u by straight lines, L₂ those along v, and B is the bilinear patch of the corners, which both contain.',
    hermite: 'H are the four cubic Hermite polynomials. M has the corners, the derivatives by u and by v, and zeros in place of the mixed derivatives.',
  },
};

const ko: SurfaceWords = {
  point: '점',
  netPoint: (row, column) => `점 ${row} ${column}`,
  probe: '십자',
  origin: '반직선의 시작점',
  direction: '반직선의 방향',
  handle: (name, at) => `${name}, 위치 ${at}. 화살표 키와 Page Up, Page Down으로 움직입니다.`,
  distance: (distance) => `십자까지의 거리 ${distance}`,
  onSurface: '십자가 곡면 위에 있습니다',
  hits: (count) => `반직선이 ${count}번 만납니다`,
  noHit: '반직선이 만나지 않습니다',
  none: '곡면 없음',
  rejected: (message) => `올바른 곡면이 아닙니다: ${message}`,
  asked: { nearest: '십자', casts: '반직선' },
  rows: {
    at: '(u, v)에서의 점', u: 'u로 미분', v: 'v로 미분', normal: '단위 법선', gaussian: '가우스 곡률', mean: '평균 곡률', principal: '주곡률',
    nearest: '십자에서 가장 가까운 점', distance: '십자까지의 거리', parameters: '최근접점의 (u, v)', hit: (i) => `만나는 곳 ${i}`,
  },
  hit: (t, point, parameters, side) => `t = ${t}, 위치 ${point}, (u, v) = ${parameters}, ${side}`,
  front: '앞면',
  back: '뒷면',
  flat: { bowl: '그릇 모양', saddle: '안장 모양', cylinder: '한 방향으로 곧음', plane: '평평함', none: '없음: 여기서 두 미분이 나란합니다' },
  hints: {
    bezier: '조각은 그물의 네 모서리 점을 지나고, 가장자리는 그물 가장자리의 베지에 곡선입니다. 점들의 볼록 껍질 안에 있으며, 점 하나가 곡면 전체를 움직입니다.',
    b_spline: '조각마다 이웃한 (차수 + 1)²개의 점에만 따르므로, 점 하나는 가까운 곳만 움직입니다. 닫으면 줄이 한 바퀴 돌아 마지막 조각이 첫 조각으로 이어집니다.',
    coons: '네 경계 곡선으로 정해지는 조각이고, 여기서는 삼차 베지에 곡선입니다. 그물 안쪽의 점은 쓰이지 않습니다. 마주 보는 곡선을 잇는 선직면 두 개를 더하고 네 모서리의 면을 뺀 것입니다.',
    hermite: '네 모서리에 점과 미분이 있는 조각입니다. 모서리 옆의 손잡이는 미분의 3분의 1 자리에 있습니다. 비틀림이 0이므로(퍼거슨 조각) 안쪽의 점은 쓰이지 않습니다.',
  },
  formulas: FORMULAS,
  explained: {
    bezier: 'Bᵢ는 번스타인 다항식으로, 양수이고 합이 1인 무게입니다. 줄마다 베지에 곡선의 점을 만들고, 그 점들로 다시 한 점을 만듭니다.',
    b_spline: 'Nᵢ는 그 차수의 B-스플라인입니다. 매개변수의 (차수 + 1)칸에서 양수이고 다른 곳에서는 0인 다항식 조각이며, 합이 1입니다.',
    coons: 'L₁은 u를 따르는 두 곡선을, L₂는 v를 따르는 두 곡선을 곧은 선으로 잇고, B는 둘에 모두 들어 있는 네 모서리의 쌍선형 조각입니다.',
    hermite: 'H는 삼차 에르미트 다항식 네 개입니다. M에는 모서리 점과 u, v로 미분한 것이 있고, 섞인 미분의 자리는 0입니다.',
  },
};

export const words = (): SurfaceWords => (document.documentElement.lang === 'ko' ? ko : en);
