// Words of the page of clipping, in English and in Korean.

import { short } from '../dom.js';

type Range = [number, number] | null;

export interface ClippingWords {
  point: string;
  corner: string;
  lowCorner: string;
  highCorner: string;
  windowCorner: string;
  wholeWindow: string;
  handle: (name: string, at: string) => string;
  sides: Record<'left' | 'right' | 'below' | 'above', string>;
  side: (number: number) => string;
  step: (number: number, of: number) => string;
  code: (end: string, code: string, names: string) => string;
  beyondBoth: (side: string) => string;
  pastCorner: string;
  allInside: string;
  cut: (end: string, side: string, t: number) => string;
  start: string;
  left: (range: Range) => string;
  stays: (axis: string) => string;
  staysBeyond: (axis: string) => string;
  slab: (axis: string, d: number, first: string, enter: number, last: string, exit: number) => string;
  slabMissed: (axis: string) => string;
  beyond: (side: string) => string;
  enters: (side: string, t: number) => string;
  leaves: (side: string, t: number) => string;
  within: (side: string, parallel: boolean) => string;
  startPolygon: (corners: number) => string;
  sideOfPolygon: (side: string, corners: number, outside: number, cuts: number, left: number) => string;
  endPolygon: (corners: number) => string;
  verdict: { nothing: string; whole: string; part: (enter: string, exit: string) => string; touch: string; polygon: (corners: number) => string };
  rows: Record<'interval' | 'a' | 'b' | 'codes' | 'corners', string>;
  hints: Record<string, string>;
  formulas: Record<string, string>;
  atLeast: string;
  notConvex: string;
  rejected: (message: string) => string;
}

const en: ClippingWords = {
  point: 'end',
  corner: 'corner',
  lowCorner: 'low corner of the window',
  highCorner: 'high corner of the window',
  windowCorner: 'corner of the window',
  wholeWindow: 'middle of the window',
  handle: (name, at) => `${name} at ${at}. Arrow keys move it.`,
  sides: { left: 'left', right: 'right', below: 'below', above: 'above' },
  side: (number) => `side ${number}`,
  step: (number, of) => `Step ${number} of ${of}:`,
  code: (end, code, names) => `${end} has the code ${code}${names ? ` (${names})` : ''}.`,
  beyondBoth: (side) => `Both have the bit “${side}”, so the segment lies beyond that side: nothing is left.`,
  pastCorner: 'The cut at A now comes after the cut at B: the segment passes a corner outside, and nothing is left.',
  allInside: 'Neither has a bit: what is left lies inside.',
  cut: (end, side, t) => `No bit is common. ${end} has the bit “${side}”: it is cut at that side, at t = ${short(t)}.`,
  start: 'The points of the segment are a + t (b − a) with 0 ≤ t ≤ 1.',
  left: (range) => (range ? `Left: ${short(range[0])} ≤ t ≤ ${short(range[1])}.` : 'The last entry comes after the first exit: nothing is left.'),
  stays: (axis) => `Along ${axis} the segment does not move, and it lies between both sides: no limit.`,
  staysBeyond: (axis) => `Along ${axis} the segment does not move, and it does not lie between both sides.`,
  slab: (axis, d, first, enter, last, exit) => `Along ${axis} it moves by ${short(d)}: ${enter > 0 ? `it enters by the side “${first}” at t = ${short(enter)}` : `it starts within the side “${first}”`}, and ${exit < 1 ? `leaves by the side “${last}” at t = ${short(exit)}` : `ends within the side “${last}”`}.`,
  slabMissed: (axis) => `Along ${axis} all of it lies beyond one of the two sides.`,
  beyond: (side) => `All of the segment lies beyond ${side}.`,
  enters: (side, t) => `Against the normal of ${side}: the segment enters at t = ${short(t)}.`,
  leaves: (side, t) => `Along the normal of ${side}: the segment leaves at t = ${short(t)}.`,
  within: (side, parallel) => (parallel ? `Parallel to ${side}, and within it: no limit.` : `All of the segment lies within ${side}: no limit.`),
  startPolygon: (corners) => `The polygon has ${corners} corners. Each side of the window cuts what the sides before it left.`,
  sideOfPolygon: (side, corners, outside, cuts, left) => `${side[0]!.toUpperCase()}${side.slice(1)}: ${outside} of ${corners} corners lie beyond it and go; ${cuts} new ones are where edges cross it. ${left} are left.`,
  endPolygon: (corners) => (corners > 2 ? `What is left has ${corners} corners.` : corners > 0 ? 'Only a touch is left.' : 'Nothing is left.'),
  verdict: {
    nothing: 'Nothing is inside', whole: 'All of it is inside', part: (enter, exit) => `Inside for ${enter} ≤ t ≤ ${exit}`, touch: 'It only touches',
    polygon: (corners) => `A polygon of ${corners} corners is inside`,
  },
  rows: { interval: 'parameters inside', a: 'start of the part inside', b: 'end of the part inside', codes: 'codes of A and B', corners: 'corners inside' },
  hints: {
    cohen_sutherland: 'Each end has a code of four bits: above, below, right, left. Two codes with a common bit prove that the segment misses; two of zeros, that it lies inside. Otherwise an end is cut at one of its sides, and has a new code.',
    liang_barsky: 'Between two parallel sides the segment lies for an interval of t. The segment lies inside as long as both intervals hold: from the last entry to the first exit.',
    cyrus_beck: 'A convex window is an intersection of half-planes. The sign of n · (b − a) states whether the segment enters or leaves each of them.',
    sutherland_hodgman: 'Each side keeps the corners within it, and adds one wherever an edge crosses it. A polygon that is not convex may leave parts that are joined along the window.',
  },
  formulas: {
    cohen_sutherland: 'code(p) = (y > yₘₐₓ) (y < yₘᵢₙ) (x > xₘₐₓ) (x < xₘᵢₙ)',
    liang_barsky: 'xₘᵢₙ ≤ aₓ + t dₓ ≤ xₘₐₓ  ⟹  t between (xₘᵢₙ − aₓ) / dₓ and (xₘₐₓ − aₓ) / dₓ',
    cyrus_beck: 'n · (a + t d) ≤ k  ⟹  t = (k − n · a) / (n · d)',
    sutherland_hodgman: 'p + (q − p) h(p) / (h(p) − h(q)),   h(p) = n · p − k',
  },
  atLeast: 'A polygon needs three corners.',
  notConvex: 'The window must be convex: these algorithms cut by one side at a time.',
  rejected: (message) => `Not a valid shape: ${message}`,
};

const ko: ClippingWords = {
  point: '끝점',
  corner: '꼭짓점',
  lowCorner: '창의 최소 꼭짓점',
  highCorner: '창의 최대 꼭짓점',
  windowCorner: '창의 꼭짓점',
  wholeWindow: '창의 가운데',
  handle: (name, at) => `${name}, 위치 ${at}. 화살표 키로 움직입니다.`,
  sides: { left: '왼쪽', right: '오른쪽', below: '아래', above: '위' },
  side: (number) => `변 ${number}`,
  step: (number, of) => `${of}단계 중 ${number}단계:`,
  code: (end, code, names) => `${end}의 영역 코드는 ${code}${names ? ` (${names})` : ''}.`,
  beyondBoth: (side) => `둘 다 “${side}” 비트가 있으므로 선분 전체가 그 변의 바깥에 있습니다. 남는 것이 없습니다.`,
  pastCorner: 'A의 절단점이 B의 절단점보다 뒤에 옵니다. 선분은 꼭짓점 바깥을 지나가며, 남는 것이 없습니다.',
  allInside: '둘 다 비트가 없습니다. 남은 것은 모두 안에 있습니다.',
  cut: (end, side, t) => `공통 비트가 없습니다. ${end}에 “${side}” 비트가 있으므로 그 변에서, t = ${short(t)}에서 자릅니다.`,
  start: '선분의 점은 0 ≤ t ≤ 1인 a + t (b − a)입니다.',
  left: (range) => (range ? `남은 구간: ${short(range[0])} ≤ t ≤ ${short(range[1])}.` : '마지막 진입이 첫 진출보다 뒤입니다. 남는 것이 없습니다.'),
  stays: (axis) => `${axis} 방향으로는 움직이지 않고 두 변 사이에 있습니다. 제한이 없습니다.`,
  staysBeyond: (axis) => `${axis} 방향으로는 움직이지 않고 두 변 사이에 있지도 않습니다.`,
  slab: (axis, d, first, enter, last, exit) => `${axis} 방향으로 ${short(d)}만큼 움직입니다. ${enter > 0 ? `t = ${short(enter)}에서 “${first}” 변으로 들어오고` : `“${first}” 변 안쪽에서 시작하고`}, ${exit < 1 ? `t = ${short(exit)}에서 “${last}” 변으로 나갑니다.` : `“${last}” 변 안쪽에서 끝납니다.`}`,
  slabMissed: (axis) => `${axis} 방향으로 선분 전체가 두 변 가운데 하나의 바깥에 있습니다.`,
  beyond: (side) => `선분 전체가 ${side}의 바깥에 있습니다.`,
  enters: (side, t) => `${side}의 법선을 거슬러 t = ${short(t)}에서 들어옵니다.`,
  leaves: (side, t) => `${side}의 법선을 따라 t = ${short(t)}에서 나갑니다.`,
  within: (side, parallel) => (parallel ? `${side}에 평행하고 그 안쪽에 있습니다. 제한이 없습니다.` : `선분 전체가 ${side}의 안쪽에 있습니다. 제한이 없습니다.`),
  startPolygon: (corners) => `다각형의 꼭짓점은 ${corners}개입니다. 창의 변마다 앞의 변들이 남긴 것을 자릅니다.`,
  sideOfPolygon: (side, corners, outside, cuts, left) => `${side}: 꼭짓점 ${corners}개 중 ${outside}개가 바깥에 있어 버리고, 변이 건너는 곳에 ${cuts}개를 더합니다. ${left}개가 남습니다.`,
  endPolygon: (corners) => (corners > 2 ? `남은 다각형의 꼭짓점은 ${corners}개입니다.` : corners > 0 ? '닿은 곳만 남습니다.' : '남는 것이 없습니다.'),
  verdict: {
    nothing: '안에 있는 것이 없습니다', whole: '전부 안에 있습니다', part: (enter, exit) => `${enter} ≤ t ≤ ${exit}에서 안에 있습니다`, touch: '닿기만 합니다',
    polygon: (corners) => `꼭짓점 ${corners}개인 다각형이 안에 있습니다`,
  },
  rows: { interval: '안에 있는 매개변수', a: '안에 있는 부분의 시작', b: '안에 있는 부분의 끝', codes: 'A와 B의 영역 코드', corners: '안에 있는 꼭짓점' },
  hints: {
    cohen_sutherland: '끝점마다 위, 아래, 오른쪽, 왼쪽을 나타내는 네 비트의 영역 코드가 있습니다. 두 코드에 공통 비트가 있으면 선분은 창을 빗나가고, 둘 다 0이면 안에 있습니다. 아니면 한 끝을 그 끝이 넘은 변에서 자르고 코드를 다시 구합니다.',
    liang_barsky: '선분은 마주 보는 두 변 사이에 t의 한 구간 동안 있습니다. 두 구간이 모두 성립하는 동안, 곧 마지막 진입부터 첫 진출까지 창 안에 있습니다.',
    cyrus_beck: '볼록한 창은 반평면들의 공통 부분입니다. n · (b − a)의 부호가 각 반평면에 들어가는지 나가는지를 정합니다.',
    sutherland_hodgman: '변마다 안쪽 꼭짓점을 남기고, 다각형의 변이 건너는 곳에 꼭짓점을 더합니다. 볼록하지 않은 다각형은 창의 변을 따라 이어진 조각들을 남길 수 있습니다.',
  },
  formulas: { ...en.formulas, liang_barsky: 'xₘᵢₙ ≤ aₓ + t dₓ ≤ xₘₐₓ  ⟹  t는 (xₘᵢₙ − aₓ) / dₓ와 (xₘₐₓ − aₓ) / dₓ 사이' },
  atLeast: '다각형에는 꼭짓점이 세 개 있어야 합니다.',
  notConvex: '창은 볼록해야 합니다. 이 알고리즘들은 한 번에 한 변씩 자릅니다.',
  rejected: (message) => `올바른 도형이 아닙니다: ${message}`,
};

export const words = (): ClippingWords => (document.documentElement.lang === 'ko' ? ko : en);
