// All words of the page, in English and in Korean.

export interface Words {
  lang: 'en' | 'ko';
  shapes: Record<string, string>;
  questionHints: Record<string, string>;
  shape: (which: string) => string;
  /** Name of a field, from its path in the request. */
  field: (path: string) => string;
  apart: (d: string) => string;
  apartOnly: string;
  touching: string;
  overlap: (d: string) => string;
  overlapOnly: string;
  endless: string;
  noVerdict: string;
  certified: string;
  certifiedHint: string;
  certifiedAxes: string;
  rounded: string;
  roundedHint: string;
  loading: string;
  failed: (why: string) => string;
  badAddress: string;
  badNumber: (field: string) => string;
  rejected: (message: string) => string;
  noAnswer: (message: string) => string;
  stopped: (message: string) => string;
  handle: (which: string, shape: string, key: string, at: string) => string;
  body: (which: string, shape: string) => string;
  rayHandle: string;
  rayEnd: string;
  velocity: string;
  fields: Record<string, string>;
  yes: string;
  no: string;
  noHit: string;
  noCommon: string;
  noContact: string;
  neverTouches: string;
  hitRow: (t: string, point: string) => string;
  toi: (t: string) => string;
  axesNone: string;
  axesNone3: string;
  noWebGl: string;
  axisGap: (gap: string) => string;
  axisOverlap: (depth: string) => string;
  axisTouches: string;
  axisLabel: (i: number, axis: string) => string;
  axisOf: { faceA: string; faceB: string; edges: string };
  deciding: string;
  stepsNone: string;
  interval: (from: string, to: string) => string;
  intervalNone: string;
  left: (from: string, to: string) => string;
  leftNone: string;
  step: (i: number, n: number) => string;
  simplex: (count: number, lower: string, upper: string) => string;
  simplexInside: string;
  simplexDone: string;
  simplexOverlap: string;
  expansion: (count: number, lower: string, upper: string) => string;
  expansionDone: string;
  flatDifference: (depth: string) => string;
  newton: (depth: string) => string;
  origin: string;
  difference: string;
  meets: string;
  misses: string;
  noFormula: string;
  noCertificate: string;
  differs: string;
  textbookWrong: string;
  same: string;
  degenerate: Record<string, string>;
  cannot: string;
  copied: string;
  copyFailed: string;
  linkCopied: string;
}

/** Words of the fields of requests. */
type Fields = Record<string, string>;

const EN: Fields = {
  center: 'centre', min: 'low corner', max: 'high corner', half_extents: 'half extents', radii: 'radii', angle: 'angle', points: 'corner',
  inner_radius: 'inner radius', major_radius: 'major radius', minor_radius: 'minor radius', half_angle: 'half angle', quaternion: 'quaternion', outer_radius: 'outer radius', radius_a: 'radius at a', radius_b: 'radius at b', start: 'start angle',
  sweep: 'sweep angle', closed: 'closed', heights: 'height', filled: 'cell', translation: 'translation', size: 'cell size',
  shape: '', shapes: 'part', point: 'point', spin: 'angular velocity', ray: 'ray', motion: '',
};

const KO: Fields = {
  center: '중심', radius: '반지름', min: '최소 꼭짓점', max: '최대 꼭짓점', half_extents: '반너비', radii: '반지름', angle: '각도', points: '꼭짓점',
  origin: '시작점', direction: '방향', normal: '법선', distance: '거리', inner_radius: '안쪽 반지름', outer_radius: '바깥쪽 반지름',
  major_radius: '큰 반지름', minor_radius: '작은 반지름', half_angle: '반각', quaternion: '사원수', axis: '축', apex: '꼭짓점', base: '밑면의 중심',
  across: '가로 방향', vertices: '꼭짓점', triangles: '삼각형', planes: '면', solid: '속이 참', radius_a: 'a의 반지름', radius_b: 'b의 반지름', start: '시작 각', sweep: '펼친 각', closed: '닫힘', heights: '높이', spacing: '간격',
  size: '칸의 크기', filled: '칸', scale: '배율', translation: '이동', shape: '', shapes: '부분', point: '점', velocity: '속도',
  spin: '각속도', ray: '반직선', motion: '',
};

/** Names a path such as `points.0`: indices of lists count from 1. */
const field = (names: Fields, shapes: () => Fields) => (path: string): string => {
  const word = (part: string) => names[part] ?? shapes()[part] ?? part.replaceAll('_', ' ');
  const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : word(part)));
  return parts.filter((part) => part !== '').join(' ');
};

const en: Words = {
  lang: 'en',
  shapes: {
    sphere: 'disc', aabb: 'axis-aligned box (AABB)', obb: 'oriented box (OBB)', capsule: 'capsule', triangle: 'triangle',
    convex: 'convex hull', polygon: 'polygon', ellipse: 'ellipse', parallelogram: 'parallelogram', segment: 'segment',
    ray: 'ray', line: 'line', point: 'point', half_space: 'half-plane', plane: 'line with a normal',
    tapered_capsule: 'tapered capsule', truncated_cone: 'trapezoid', annulus: 'annulus', sector: 'sector', arc: 'arc',
    polyline: 'polyline', height_field: 'height field', voxels: 'grid cells', rounded: 'rounded shape',
    scaled: 'scaled shape', posed: 'posed shape', compound: 'compound',
    cylinder: 'cylinder', cone: 'cone', ellipsoid: 'ellipsoid', tetrahedron: 'tetrahedron', torus: 'torus', disc: 'disc', quad: 'quadrilateral',
    elliptic_cylinder: 'elliptic cylinder', infinite_cylinder: 'infinite cylinder', infinite_cone: 'infinite cone', view_cone: 'view cone',
    frustum: 'frustum', mesh: 'mesh', wedge: 'wedge',
  },
  questionHints: {
    measure: 'Apart: the shortest segment between the closest points. Overlapping: the shortest move that separates the shapes; the arrow pushes B out of A, and the dashed outline shows B there.',
    intersects: 'Whether the shapes share a point; touching counts. The common part is filled where it is a shape.',
    manifold: 'The contact points that a physics engine needs: at most two in the plane.',
    cast: 'A ray against both shapes. Drag its two ends; every hit is listed in order of t.',
    sweep: 'B moves along the arrow for one unit of time. The dashed outline shows where it first touches A. With an angular velocity it turns as it moves.',
  },
  shape: (which) => `Shape ${which}`,
  field: field(EN, () => en.shapes),
  apart: (d) => `Apart by ${d}`,
  apartOnly: 'Apart',
  touching: 'Touching',
  overlap: (d) => `Overlap, ${d} deep`,
  overlapOnly: 'Overlap',
  endless: 'Overlap; no finite move separates them',
  noVerdict: 'No answer',
  certified: 'exactly right',
  certifiedHint: 'Yes or no is certified for the numbers as given.',
  certifiedAxes: 'Yes or no is certified for the axes, which are the rotation rounded once.',
  rounded: 'rounded',
  roundedHint: 'This pair has no certified test for these numbers.',
  loading: 'Loading …',
  failed: (why) => `The module did not load, so nothing can be answered: ${why}`,
  badAddress: 'The shared address was cut short or edited. What could not be read is as at the start.',
  badNumber: (field) => `${field} needs a finite number, such as 0.5 or -2e3.`,
  rejected: (message) => `Not a valid shape: ${message}`,
  noAnswer: (message) => `This question is not defined for the pair: ${message}`,
  stopped: (message) => `The module stopped, perhaps because memory ran out. Reload the page to go on: ${message}`,
  handle: (which, shape, key, at) => `${which}, ${shape}: ${key} at ${at}. Arrow keys move it.`,
  body: (which, shape) => `${which}, ${shape}. Arrow keys move it.`,
  rayHandle: 'Origin of the ray. Arrow keys move it.',
  rayEnd: 'Direction of the ray. Arrow keys move it.',
  velocity: 'Velocity of B. Arrow keys change it.',
  fields: {
    distance: 'distance', common: 'common part', point_a: 'closest point on A', point_b: 'closest point on B', intersects: 'intersects',
    depth: 'depth', normal: 'normal, from A to B', witness_a: 'witness point on A', witness_b: 'witness point on B',
    points: 'points in both', t: 'time', point: 'point', hits: 'hits',
  },
  yes: 'yes',
  no: 'no',
  noHit: 'The ray meets neither shape.',
  noCommon: 'not one of the shapes of the library',
  noContact: 'none, because the shapes are apart',
  neverTouches: 'B does not touch A within one unit of time.',
  hitRow: (t, point) => `t = ${t} at ${point}`,
  toi: (t) => `First touch at t = ${t}`,
  axesNone: 'Boxes, triangles, parallelograms, trapezoids, convex hulls and segments have a finite list of axes. Choose two of these.',
  axesNone3: 'Boxes and triangles have a finite list of axes: the normals of their faces, and the cross products of their edges. Choose two of these.',
  noWebGl: 'WebGL is not available, so the picture shows lines instead of solids. All answers are the same.',
  axisGap: (gap) => `gap ${gap}`,
  axisOverlap: (depth) => `overlap ${depth}`,
  axisTouches: 'touching within rounding',
  axisLabel: (i, axis) => `${i}. ${axis}`,
  axisOf: { faceA: 'face of A', faceB: 'face of B', edges: 'edges A × B' },
  deciding: 'decides',
  stepsNone: 'GJK needs two bounded convex shapes. This pair has a closed form, which needs no steps.',
  interval: (from, to) => `t from ${from} to ${to}`,
  intervalNone: 'no t',
  left: (from, to) => `left: ${from} to ${to}`,
  leftNone: 'nothing left: no hit',
  step: (i, n) => `Step ${i} of ${n}`,
  simplex: (count, lower, upper) => `The simplex has ${count} ${count === 1 ? 'point' : 'points'}. The distance is between ${lower} and ${upper}.`,
  simplexInside: 'The simplex contains the origin, so the shapes intersect.',
  simplexDone: 'Both bounds agree, so the search ends.',
  simplexOverlap: 'The search ends because the origin is inside the Minkowski difference: the shapes intersect.',
  expansion: (count, lower, upper) => `EPA: the polygon has ${count} corners. The depth is between ${lower}, the distance of the edge closest to the origin, and ${upper}, the least way out along a normal so far. The ring marks the farthest point beyond that edge.`,
  expansionDone: 'Nothing lies beyond the edge, so its distance is the depth.',
  flatDifference: (depth) => `The Minkowski difference is flat, so the depth across it is ${depth}.`,
  newton: (depth) => `The boundary is round here, so Newton's method ends the search. The depth is ${depth}.`,
  origin: 'origin',
  difference: 'Minkowski difference of A and B, with the simplex or polygon of this step and the origin',
  meets: 'they intersect',
  misses: 'they do not intersect',
  noFormula: 'no formula on this page',
  noCertificate: 'no certified test for these numbers',
  differs: 'The textbook formula is wrong here.',
  textbookWrong: 'textbook formula wrong',
  same: 'Both agree here.',
  degenerate: {
    touch: 'B touches A within a few roundings.', parallel: 'An edge of B lies along an edge of A.', flat: 'B is flat and touches A.',
    far: 'Both shapes are ten million units from the origin, and touch.', huge: 'All lengths are multiplied by 1e160: their squares overflow.',
    tiny: 'All lengths are multiplied by 1e-170: their squares underflow.',
  },
  cannot: 'This pair cannot be placed so.',
  copied: 'Copied.',
  copyFailed: 'The browser does not allow copying. Select the text instead.',
  linkCopied: 'The address is copied.',
};

const ko: Words = {
  lang: 'ko',
  shapes: {
    sphere: '원판', aabb: '축 정렬 경계 상자(AABB)', obb: '회전한 경계 상자(OBB)', capsule: '캡슐', triangle: '삼각형',
    convex: '볼록 껍질', polygon: '다각형', ellipse: '타원', parallelogram: '평행사변형', segment: '선분',
    ray: '반직선', line: '직선', point: '점', half_space: '반평면', plane: '법선이 있는 직선',
    tapered_capsule: '반지름이 다른 캡슐', truncated_cone: '사다리꼴', annulus: '고리', sector: '부채꼴', arc: '호',
    polyline: '꺾은선', height_field: '높이 필드', voxels: '격자 칸', rounded: '둥근 도형',
    scaled: '크기를 바꾼 도형', posed: '자세를 준 도형', compound: '복합 도형',
    cylinder: '원기둥', cone: '원뿔', ellipsoid: '타원체', tetrahedron: '사면체', torus: '원환면', disc: '원판', quad: '사각형',
    elliptic_cylinder: '타원기둥', infinite_cylinder: '무한 원기둥', infinite_cone: '무한 원뿔', view_cone: '시야 원뿔',
    frustum: '절두체', mesh: '메시', wedge: '쐐기',
  },
  questionHints: {
    measure: '떨어져 있으면 최근접점을 잇는 가장 짧은 선분을, 겹쳐 있으면 두 도형을 떼어 놓는 가장 짧은 이동을 보여 줍니다. 화살표가 B를 A 밖으로 밀고, 점선은 옮겨진 B입니다.',
    intersects: '두 도형이 한 점이라도 공유하는지 봅니다. 맞닿은 것도 교차입니다. 공통 부분이 라이브러리의 도형이면 색으로 채웁니다.',
    manifold: '물리 엔진에 필요한 접촉점입니다. 평면에서는 많아야 두 개입니다.',
    cast: '반직선을 두 도형에 쏩니다. 반직선의 두 점을 끌어 보십시오. 교점을 모두 t의 순서로 나열합니다.',
    sweep: 'B가 화살표를 따라 단위 시간 동안 움직입니다. 점선은 A에 처음 닿는 자리입니다. 각속도를 주면 돌면서 움직입니다.',
  },
  shape: (which) => `도형 ${which}`,
  field: field(KO, () => ko.shapes),
  apart: (d) => `${d}만큼 떨어져 있음`,
  apartOnly: '떨어져 있음',
  touching: '맞닿아 있음',
  overlap: (d) => `깊이 ${d}만큼 겹침`,
  overlapOnly: '겹침',
  endless: '겹침: 유한한 이동으로는 떨어지지 않음',
  noVerdict: '답 없음',
  certified: '정확함',
  certifiedHint: '교차 여부가 주어진 수에 대해 증명되었습니다.',
  certifiedAxes: '교차 여부가 회전을 한 번 반올림한 축에 대해 증명되었습니다.',
  rounded: '반올림됨',
  roundedHint: '이 쌍에는 이 수에 대한 증명된 검사가 없습니다.',
  loading: '불러오는 중 …',
  failed: (why) => `모듈을 불러오지 못해 답할 수 없습니다: ${why}`,
  badAddress: '공유 주소가 잘렸거나 바뀌었습니다. 읽지 못한 부분은 처음 상태로 두었습니다.',
  badNumber: (field) => `${field}에는 0.5나 -2e3과 같은 유한한 수가 필요합니다.`,
  rejected: (message) => `올바른 도형이 아닙니다: ${message}`,
  noAnswer: (message) => `이 쌍에는 이 질문이 정의되지 않습니다: ${message}`,
  stopped: (message) => `메모리가 모자라는 등의 까닭으로 모듈이 멈췄습니다. 페이지를 새로 고치십시오: ${message}`,
  handle: (which, shape, key, at) => `${which}, ${shape}: ${key}, 위치 ${at}. 화살표 키로 움직입니다.`,
  body: (which, shape) => `${which}, ${shape}. 화살표 키로 움직입니다.`,
  rayHandle: '반직선의 시작점. 화살표 키로 움직입니다.',
  rayEnd: '반직선의 방향. 화살표 키로 움직입니다.',
  velocity: 'B의 속도. 화살표 키로 바꿉니다.',
  fields: {
    distance: '거리', common: '공통 부분', point_a: 'A의 최근접점', point_b: 'B의 최근접점', intersects: '교차',
    depth: '깊이', normal: '법선 (A에서 B로)', witness_a: 'A의 증거점', witness_b: 'B의 증거점',
    points: '둘 다에 있는 점', t: '시간', point: '점', hits: '교점',
  },
  yes: '예',
  no: '아니요',
  noHit: '반직선이 어느 도형과도 만나지 않습니다.',
  noCommon: '라이브러리의 도형이 아님',
  noContact: '떨어져 있으므로 없음',
  neverTouches: 'B는 단위 시간 안에 A에 닿지 않습니다.',
  hitRow: (t, point) => `t = ${t}, ${point}`,
  toi: (t) => `t = ${t}에 처음 닿음`,
  axesNone: '상자, 삼각형, 평행사변형, 사다리꼴, 볼록 껍질, 선분은 축의 목록이 유한합니다. 이 가운데 둘을 고르십시오.',
  axesNone3: '상자와 삼각형은 축의 목록이 유한합니다. 면의 법선과, 변끼리의 외적입니다. 이 가운데 둘을 고르십시오.',
  noWebGl: 'WebGL을 쓸 수 없어 입체 대신 선으로 그립니다. 답은 모두 같습니다.',
  axisGap: (gap) => `틈 ${gap}`,
  axisOverlap: (depth) => `겹침 ${depth}`,
  axisTouches: '반올림 안에서 맞닿음',
  axisLabel: (i, axis) => `${i}. ${axis}`,
  axisOf: { faceA: 'A의 면', faceB: 'B의 면', edges: '변 A × B' },
  deciding: '결정',
  stepsNone: 'GJK에는 유한하고 볼록한 두 도형이 필요합니다. 이 쌍은 단계 없이 닫힌 식으로 답합니다.',
  interval: (from, to) => `t는 ${from}부터 ${to}까지`,
  intervalNone: 't 없음',
  left: (from, to) => `남은 구간: ${from}부터 ${to}까지`,
  leftNone: '남은 구간 없음: 만나지 않음',
  step: (i, n) => `${n}단계 중 ${i}단계`,
  simplex: (count, lower, upper) => `단체(simplex)의 점은 ${count}개이고, 거리는 ${lower} 이상 ${upper} 이하입니다.`,
  simplexInside: '단체가 원점을 포함하므로 두 도형은 교차합니다.',
  simplexDone: '두 한계가 같아져 탐색이 끝납니다.',
  simplexOverlap: '원점이 민코프스키 차 안에 있으므로 탐색이 끝납니다. 두 도형은 교차합니다.',
  expansion: (count, lower, upper) => `EPA: 다각형의 꼭짓점은 ${count}개입니다. 깊이는 원점에 가장 가까운 변까지의 거리 ${lower} 이상이고, 지금까지 찾은 가장 짧은 빠져나갈 길 ${upper} 이하입니다. 고리는 그 변 너머에서 가장 먼 점입니다.`,
  expansionDone: '변 너머에 아무것도 없으므로 변까지의 거리가 깊이입니다.',
  flatDifference: (depth) => `민코프스키 차가 납작하므로 그 두께 방향의 깊이는 ${depth}입니다.`,
  newton: (depth) => `여기서는 경계가 둥글므로 뉴턴 방법으로 탐색을 끝냅니다. 깊이는 ${depth}입니다.`,
  origin: '원점',
  difference: 'A와 B의 민코프스키 차, 이 단계의 단체 또는 다각형과 원점',
  meets: '교차함',
  misses: '교차하지 않음',
  noFormula: '이 페이지에 공식 없음',
  noCertificate: '이 수에는 증명된 검사가 없음',
  differs: '여기서는 교과서 공식이 틀립니다.',
  textbookWrong: '교과서 공식은 틀림',
  same: '여기서는 둘이 같습니다.',
  degenerate: {
    touch: 'B가 반올림 몇 번의 차이로 A에 닿습니다.', parallel: 'B의 변이 A의 변에 붙어 있습니다.', flat: 'B가 납작해져 A에 닿습니다.',
    far: '두 도형이 원점에서 천만만큼 떨어진 곳에서 닿습니다.', huge: '모든 길이에 1e160을 곱했습니다. 제곱하면 넘칩니다(오버플로).',
    tiny: '모든 길이에 1e-170을 곱했습니다. 제곱하면 0이 됩니다(언더플로).',
  },
  cannot: '이 쌍은 그렇게 놓을 수 없습니다.',
  copied: '복사했습니다.',
  copyFailed: '브라우저가 복사를 허용하지 않습니다. 글을 직접 선택하십시오.',
  linkCopied: '주소를 복사했습니다.',
};

/** Shapes that have other names in space. */
const IN_SPACE: Record<'en' | 'ko', Record<string, string>> = {
  en: { sphere: 'ball', plane: 'plane', half_space: 'half-space', truncated_cone: 'truncated cone' },
  ko: { sphere: '구', plane: '평면', half_space: '반공간', truncated_cone: '원뿔대', voxels: '복셀' },
};

/** The names of shapes, in the plane or in space. */
export const shapeWords = (lang: 'en' | 'ko', space: boolean): Record<string, string> => {
  const { shapes } = lang === 'ko' ? ko : en;
  return space ? { ...shapes, ...IN_SPACE[lang] } : { ...shapes, ellipsoid: shapes.ellipse! };
};

/** The words of the page, by its language and its dimension. */
export function words(): Words {
  const { lang, dataset } = document.documentElement;
  const words = lang === 'ko' ? ko : en;
  return ['space', 'angles'].some((page) => page in dataset) ? { ...words, shapes: shapeWords(words.lang, true) } : words;
}
