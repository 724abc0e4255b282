// Words of the page of curves, in English and in Korean.

export interface CurveWords {
  length: (length: string) => string;
  none: string;
  point: string;
  tangent: string;
  probe: string;
  rows: Record<'at' | 'tangent' | 'normal' | 'curvature' | 'radius' | 'nearest' | 'distance' | 'parameter' | 'length', string>;
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
    at: 'point at t', tangent: 'unit tangent', normal: 'unit normal', curvature: 'curvature', radius: 'radius of curvature', nearest: 'point nearest to the cross', distance: 'distance of the cross',
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
    kochanek_bartels: 'It meets every point. Tension shortens the tangents, continuity makes a corner of each point, and bias turns the tangent towards the piece before or after. With all three at 0 it is the uniform Catmull-Rom curve.',
    spline: 'It meets every point with a curvature that has no jump. A natural end is straight; not-a-knot makes one cubic of the first two pieces, and of the last two.',
    monotone: 'It meets every point, and between two points neither coordinate turns back: the curve stays in the box of the two.',
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
    at: 't에서의 점', tangent: '단위 접선', normal: '단위 법선', curvature: '곡률', radius: '곡률 반지름', nearest: '십자에서 가장 가까운 점', distance: '십자까지의 거리',
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
    kochanek_bartels: '모든 점을 지납니다. 장력은 접선을 줄이고, 연속성은 점마다 꺾임을 만들며, 치우침은 접선을 앞이나 뒤 조각 쪽으로 돌립니다. 셋 다 0이면 균등 캣멀-롬 곡선입니다.',
    spline: '모든 점을 지나고 곡률이 끊기지 않습니다. 자연 끝은 곧고, 비매듭 끝은 처음 두 조각을, 그리고 마지막 두 조각을 한 삼차식으로 만듭니다.',
    monotone: '모든 점을 지나고, 두 점 사이에서 어느 좌표도 되돌아가지 않습니다. 곡선은 두 점의 경계 상자 안에 머무릅니다.',
  },
  atLeast: '이 종류의 곡선에서는 점을 더 뺄 수 없습니다.',
  rejected: (message) => `올바른 곡선이 아닙니다: ${message}`,
  picture: (name) => `${name}의 그래프`,
  value: (t, value) => `f(${t}) = ${value}`,
};

export const words = (): CurveWords => (document.documentElement.lang === 'ko' ? ko : en);
