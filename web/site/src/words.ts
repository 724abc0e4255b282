// All words of the page, in English and in Korean.

export interface Words {
  lang: 'en' | 'ko';
  shapes: Record<string, string>;
  questions: Record<string, string>;
  questionHints: Record<string, string>;
  shape: (which: string) => string;
  apart: (d: string) => string;
  touching: string;
  overlap: (d: string) => string;
  overlapOnly: string;
  endless: string;
  noVerdict: string;
  certified: string;
  certifiedHint: string;
  rounded: string;
  roundedHint: string;
  loading: string;
  failed: (why: string) => string;
  badAddress: string;
  badNumber: (field: string) => string;
  rejected: (message: string) => string;
  noAnswer: (message: string) => string;
  handle: (which: string, shape: string, key: string, at: string) => string;
  body: (which: string, shape: string) => string;
  rayHandle: string;
  rayEnd: string;
  velocity: string;
  fields: Record<string, string>;
  yes: string;
  no: string;
  noHit: string;
  neverTouches: string;
  hitRow: (which: string, t: string, point: string) => string;
  toi: (t: string) => string;
  axesTitle: string;
  axesIntro: string;
  axesNone: string;
  axisSeparates: (gap: string) => string;
  axisOverlaps: (depth: string) => string;
  axisLabel: (i: number, axis: string) => string;
  deciding: string;
  stepsTitle: string;
  stepsIntro: string;
  stepsNone: string;
  slabs: string;
  step: (i: number, n: number) => string;
  simplex: (count: number, lower: string, upper: string) => string;
  simplexInside: string;
  simplexDone: string;
  origin: string;
  previous: string;
  next: string;
  degenerateTitle: string;
  degenerateIntro: string;
  degenerateTouch: string;
  degenerateParallel: string;
  degenerateFar: string;
  floatsSay: string;
  exactSays: string;
  meets: string;
  misses: string;
  noFormula: string;
  differs: string;
  same: string;
  copied: string;
  copyFailed: string;
}

const en: Words = {
  lang: 'en',
  shapes: {
    sphere: 'disc', aabb: 'axis-aligned box', obb: 'oriented box', capsule: 'capsule', triangle: 'triangle',
    convex: 'convex hull', polygon: 'polygon', ellipse: 'ellipse', parallelogram: 'parallelogram', segment: 'segment',
    ray: 'ray', line: 'line', point: 'point', half_space: 'half-plane', plane: 'line with a normal',
    tapered_capsule: 'tapered capsule', truncated_cone: 'trapezoid', annulus: 'annulus', sector: 'sector', arc: 'arc',
    polyline: 'polyline', height_field: 'height field', voxels: 'grid cells', rounded: 'rounded triangle',
    scaled: 'scaled disc', posed: 'posed box', compound: 'compound',
  },
  questions: { distance: 'Distance', intersects: 'Intersects', contact: 'Contact', manifold: 'Manifold', cast: 'Ray cast', sweep: 'Sweep' },
  questionHints: {
    distance: 'The shortest segment between the shapes, and its two ends, the closest points.',
    intersects: 'Whether the shapes share a point. Touching counts.',
    contact: 'The least translation that separates the shapes: the arrow pushes B out of A, and the dashed outline shows B there.',
    manifold: 'The contact points that a physics engine needs: at most two in the plane.',
    cast: 'A ray against both shapes. Drag its ends; every crossing is listed.',
    sweep: 'B moves along the arrow for one unit of time. The dashed outline shows where it first touches A.',
  },
  shape: (which) => `Shape ${which}`,
  apart: (d) => `Apart by ${d}`,
  touching: 'Touching',
  overlap: (d) => `Overlap, ${d} deep`,
  overlapOnly: 'Overlap',
  endless: 'Overlap; no finite move separates them',
  noVerdict: 'No answer',
  certified: 'exactly right',
  certifiedHint: 'Yes or no is certified for the numbers as given: no rounding can change it.',
  rounded: 'rounded',
  roundedHint: 'Angles are rounded before the test, or this pair has no certified test.',
  loading: 'Loading …',
  failed: (why) => `The module did not load, so nothing can be answered: ${why}`,
  badAddress: 'The shared address was cut short or edited. What could not be read is as at the start.',
  badNumber: (field) => `${field} needs a number.`,
  rejected: (message) => `Not a valid shape: ${message}`,
  noAnswer: (message) => `This pair has no answer to the question: ${message}`,
  handle: (which, shape, key, at) => `${which}, ${shape}: ${key} at ${at}. Arrow keys move it.`,
  body: (which, shape) => `${which}, ${shape}. Arrow keys move it.`,
  rayHandle: 'Origin of the ray. Arrow keys move it.',
  rayEnd: 'Direction of the ray. Arrow keys move it.',
  velocity: 'Velocity of B. Arrow keys change it.',
  fields: {
    distance: 'distance', point_a: 'closest point on A', point_b: 'closest point on B', intersects: 'intersects',
    depth: 'depth', normal: 'normal, from A to B', witness_a: 'witness point on A', witness_b: 'witness point on B',
    points: 'points in both', t: 'time', point: 'point', hits: 'hits',
  },
  yes: 'yes',
  no: 'no',
  noHit: 'The ray meets neither shape.',
  neverTouches: 'B does not touch A within one unit of time.',
  hitRow: (which, t, point) => `${which} at t = ${t}, ${point}`,
  toi: (t) => `First touch at t = ${t}`,
  axesTitle: 'Separating axes',
  axesIntro: 'Two convex polygons are apart exactly if their shadows on one of these lines are apart. Each line shows the shadow of A above and that of B below. The axis with the widest gap, or the least overlap, decides. Choose a line to see it in the picture.',
  axesNone: 'Boxes, triangles, parallelograms, convex polygons and segments have a finite list of axes. Choose two of these.',
  axisSeparates: (gap) => `gap ${gap}`,
  axisOverlaps: (depth) => `overlap ${depth}`,
  axisLabel: (i, axis) => `Axis ${i}, ${axis}`,
  deciding: 'decides',
  stepsTitle: 'GJK, step by step',
  stepsIntro: 'All differences of a point of A and a point of B form the Minkowski difference. Its distance from the origin is the distance of the shapes. GJK walks towards the origin with a simplex of at most three of its points.',
  stepsNone: 'For this pair a closed form answers without steps.',
  slabs: 'This pair is answered by slabs: the interval of the line parameter between each pair of parallel faces.',
  step: (i, n) => `Step ${i} of ${n}`,
  simplex: (count, lower, upper) => `The simplex has ${count} ${count === 1 ? 'point' : 'points'}; the distance is between ${lower} and ${upper}.`,
  simplexInside: 'The origin may be inside.',
  simplexDone: 'Both bounds agree: done.',
  origin: 'origin',
  previous: 'Back',
  next: 'Next',
  degenerateTitle: 'Make it degenerate',
  degenerateIntro: 'Programs fail where shapes just touch, are parallel, or are far from the origin. These buttons put the shapes there. The textbook formula in plain floating-point numbers stands beside the certified answer.',
  degenerateTouch: 'One rounding from touching',
  degenerateParallel: 'Parallel edges',
  degenerateFar: 'A million away',
  floatsSay: 'Textbook, plain floats',
  exactSays: 'Certified',
  meets: 'they meet',
  misses: 'they do not meet',
  noFormula: 'no formula on this page',
  differs: 'The textbook is wrong here.',
  same: 'Both agree here.',
  copied: 'Copied.',
  copyFailed: 'The browser does not allow copying; select the text instead.',
};

const ko: Words = {
  lang: 'ko',
  shapes: {
    sphere: '원판', aabb: '축 정렬 경계 상자', obb: '유향 경계 상자', capsule: '캡슐', triangle: '삼각형',
    convex: '볼록 껍질', polygon: '다각형', ellipse: '타원', parallelogram: '평행사변형', segment: '선분',
    ray: '반직선', line: '직선', point: '점', half_space: '반평면', plane: '법선이 있는 직선',
    tapered_capsule: '반지름이 다른 캡슐', truncated_cone: '사다리꼴', annulus: '고리', sector: '부채꼴', arc: '호',
    polyline: '꺾은선', height_field: '높이 필드', voxels: '격자 칸', rounded: '둥근 삼각형',
    scaled: '크기를 바꾼 원판', posed: '자세를 준 상자', compound: '복합 도형',
  },
  questions: { distance: '거리', intersects: '교차', contact: '접촉', manifold: '접촉 다양체', cast: '광선 투사', sweep: '이동 충돌' },
  questionHints: {
    distance: '두 도형 사이의 가장 짧은 선분과 그 두 끝점인 최근접점입니다.',
    intersects: '두 도형이 한 점이라도 공유하는지 봅니다. 맞닿은 것도 교차입니다.',
    contact: '두 도형을 떼어 놓는 가장 짧은 이동입니다. 화살표가 B를 A 밖으로 밀고, 점선이 옮겨진 B를 보여 줍니다.',
    manifold: '물리 엔진에 필요한 접촉점입니다. 평면에서는 많아야 두 개입니다.',
    cast: '반직선을 두 도형에 쏩니다. 양 끝을 끌어 보세요. 만나는 점이 모두 나열됩니다.',
    sweep: 'B가 화살표를 따라 단위 시간 동안 움직입니다. 점선은 A에 처음 닿는 자리입니다.',
  },
  shape: (which) => `도형 ${which}`,
  apart: (d) => `${d}만큼 떨어져 있음`,
  touching: '맞닿아 있음',
  overlap: (d) => `깊이 ${d}만큼 겹침`,
  overlapOnly: '겹침',
  endless: '겹침: 유한한 이동으로는 떨어지지 않음',
  noVerdict: '답 없음',
  certified: '정확함',
  certifiedHint: '주어진 수에 대해 예/아니요가 증명되었습니다. 반올림이 답을 바꿀 수 없습니다.',
  rounded: '반올림됨',
  roundedHint: '검사 전에 각도가 반올림되거나, 이 쌍에는 증명된 검사가 없습니다.',
  loading: '불러오는 중 …',
  failed: (why) => `모듈을 불러오지 못해 답할 수 없습니다: ${why}`,
  badAddress: '공유 주소가 잘렸거나 바뀌었습니다. 읽지 못한 부분은 처음 상태로 두었습니다.',
  badNumber: (field) => `${field}에는 수가 필요합니다.`,
  rejected: (message) => `올바른 도형이 아닙니다: ${message}`,
  noAnswer: (message) => `이 쌍은 이 질문에 답이 없습니다: ${message}`,
  handle: (which, shape, key, at) => `${which}, ${shape}: ${key}, 위치 ${at}. 화살표 키로 움직입니다.`,
  body: (which, shape) => `${which}, ${shape}. 화살표 키로 움직입니다.`,
  rayHandle: '반직선의 시작점. 화살표 키로 움직입니다.',
  rayEnd: '반직선의 방향. 화살표 키로 움직입니다.',
  velocity: 'B의 속도. 화살표 키로 바꿉니다.',
  fields: {
    distance: '거리', point_a: 'A의 최근접점', point_b: 'B의 최근접점', intersects: '교차',
    depth: '깊이', normal: '법선 (A에서 B로)', witness_a: 'A의 증거점', witness_b: 'B의 증거점',
    points: '둘 다에 있는 점', t: '시간', point: '점', hits: '교점',
  },
  yes: '예',
  no: '아니요',
  noHit: '반직선이 어느 도형과도 만나지 않습니다.',
  neverTouches: 'B는 단위 시간 안에 A에 닿지 않습니다.',
  hitRow: (which, t, point) => `${which}: t = ${t}, ${point}`,
  toi: (t) => `t = ${t}에 처음 닿음`,
  axesTitle: '분리축',
  axesIntro: '두 볼록 다각형은 이 직선들 가운데 하나에서 그림자가 떨어져 있을 때, 그리고 그때에만 떨어져 있습니다. 직선마다 위는 A의 그림자, 아래는 B의 그림자입니다. 틈이 가장 넓거나 겹침이 가장 얕은 축이 답을 정합니다. 직선을 고르면 그림에 나타납니다.',
  axesNone: '상자, 삼각형, 평행사변형, 볼록 다각형, 선분은 축의 목록이 유한합니다. 이 가운데 둘을 고르세요.',
  axisSeparates: (gap) => `틈 ${gap}`,
  axisOverlaps: (depth) => `겹침 ${depth}`,
  axisLabel: (i, axis) => `축 ${i}, ${axis}`,
  deciding: '결정',
  stepsTitle: 'GJK 한 걸음씩',
  stepsIntro: 'A의 점과 B의 점의 차를 모두 모으면 민코프스키 차가 됩니다. 원점에서 그곳까지의 거리가 두 도형의 거리입니다. GJK는 그 안의 점 세 개 이하로 된 단체를 들고 원점으로 다가갑니다.',
  stepsNone: '이 쌍은 단계 없이 닫힌 식으로 답합니다.',
  slabs: '이 쌍은 슬랩으로 답합니다. 마주 보는 면 사이에 있는 매개변수의 구간을 봅니다.',
  step: (i, n) => `${n}단계 중 ${i}단계`,
  simplex: (count, lower, upper) => `단체의 점은 ${count}개이고, 거리는 ${lower} 이상 ${upper} 이하입니다.`,
  simplexInside: '원점이 안에 있을 수 있습니다.',
  simplexDone: '두 한계가 같아져 끝납니다.',
  origin: '원점',
  previous: '뒤로',
  next: '앞으로',
  degenerateTitle: '퇴화시키기',
  degenerateIntro: '프로그램은 도형이 살짝 닿거나, 평행하거나, 원점에서 멀 때 틀립니다. 이 단추들은 도형을 그런 자리에 놓습니다. 보통의 부동소수점으로 계산한 교과서 공식과 증명된 답을 나란히 보여 줍니다.',
  degenerateTouch: '반올림 하나 차이로 맞닿게',
  degenerateParallel: '변을 평행하게',
  degenerateFar: '백만만큼 멀리',
  floatsSay: '교과서 공식, 보통 부동소수점',
  exactSays: '증명된 답',
  meets: '만남',
  misses: '만나지 않음',
  noFormula: '이 페이지에 공식 없음',
  differs: '여기서는 교과서 공식이 틀립니다.',
  same: '여기서는 둘이 같습니다.',
  copied: '복사했습니다.',
  copyFailed: '브라우저가 복사를 허용하지 않습니다. 글을 직접 선택해 주세요.',
};

export const words = (): Words => (document.documentElement.lang === 'ko' ? ko : en);
