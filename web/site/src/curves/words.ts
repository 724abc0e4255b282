// Words of the page of curves, in English and in Korean.

export interface CurveWords {
  length: (length: string) => string;
  none: string;
  point: string;
  tangent: string;
  probe: string;
  rows: Record<'at' | 'tangent' | 'curvature' | 'radius' | 'nearest' | 'distance' | 'parameter' | 'length', string>;
  straight: string;
  bound: (length: string, error: string) => string;
  handle: (name: string, at: string) => string;
  hints: Record<string, string>;
  atLeast: string;
  rejected: (message: string) => string;
  picture: (name: string) => string;
  value: (t: string, value: string) => string;
}

const en: CurveWords = {
  length: (length) => `Length ${length}`,
  none: 'No curve',
  point: 'point',
  tangent: 'tangent',
  probe: 'cross',
  rows: {
    at: 'point at t', tangent: 'unit tangent', curvature: 'curvature', radius: 'radius of curvature', nearest: 'point nearest to the cross', distance: 'distance of the cross',
    parameter: 't of the nearest point', length: 'length, with its bound of error',
  },
  straight: 'infinite: straight here',
  bound: (length, error) => `${length} ± ${error}`,
  handle: (name, at) => `${name} at ${at}. Arrow keys move it.`,
  hints: {
    bezier: 'It starts at the first point and ends at the last; the points between only draw it towards them. Its degree is the number of points minus one.',
    hermite: 'It meets every point with the tangent there. The handles are at a third of the tangents, where the points of the Bezier pieces are.',
    b_spline: 'Each piece depends on degree + 1 neighbouring points alone, and lies in their convex hull. It meets its inner points only at degree 1.',
    catmull_rom: 'It meets every point; tangents follow from the neighbours. With centripetal spacing no piece has a loop or a cusp.',
  },
  atLeast: 'A curve of this kind needs the points that it has.',
  rejected: (message) => `Not a valid curve: ${message}`,
  picture: (name) => `Graph of ${name}`,
  value: (t, value) => `f(${t}) = ${value}`,
};

const ko: CurveWords = {
  length: (length) => `길이 ${length}`,
  none: '곡선 없음',
  point: '점',
  tangent: '접선',
  probe: '십자',
  rows: {
    at: 't에서의 점', tangent: '단위 접선', curvature: '곡률', radius: '곡률 반지름', nearest: '십자에서 가장 가까운 점', distance: '십자까지의 거리',
    parameter: '최근접점의 t', length: '길이와 그 오차 한계',
  },
  straight: '무한: 여기서는 곧음',
  bound: (length, error) => `${length} ± ${error}`,
  handle: (name, at) => `${name}, 위치 ${at}. 화살표 키로 움직입니다.`,
  hints: {
    bezier: '첫 점에서 시작해 마지막 점에서 끝납니다. 사이의 점은 곡선을 끌어당길 뿐입니다. 차수는 점의 개수보다 하나 적습니다.',
    hermite: '모든 점을 그 점의 접선으로 지납니다. 손잡이는 접선의 3분의 1 자리에 있으며, 베지에 조각의 점이 그곳에 있습니다.',
    b_spline: '조각마다 이웃한 (차수 + 1)개의 점에만 따르고, 그 볼록 껍질 안에 있습니다. 안쪽 점을 지나는 것은 차수가 1일 때뿐입니다.',
    catmull_rom: '모든 점을 지나고, 접선은 이웃한 점에서 정해집니다. 구심 간격이면 어느 조각에도 고리나 뾰족점이 없습니다.',
  },
  atLeast: '이 종류의 곡선에서는 점을 더 뺄 수 없습니다.',
  rejected: (message) => `올바른 곡선이 아닙니다: ${message}`,
  picture: (name) => `${name}의 그래프`,
  value: (t, value) => `f(${t}) = ${value}`,
};

export const words = (): CurveWords => (document.documentElement.lang === 'ko' ? ko : en);
