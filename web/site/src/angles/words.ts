// Words of the page of solid angles, in English and in Korean.

export interface AngleWords {
  eye: string;
  handle: (name: string, at: string) => string;
  verdict: (angle: string, share: string) => string;
  rejected: (message: string) => string;
  rows: Record<'angle' | 'pi' | 'share' | 'degrees' | 'cone', string>;
  step: (i: number, count: number) => string;
  corners: (a: string, b: string, c: string) => string;
  volume: (volume: string) => string;
  below: (lengths: string, below: string) => string;
  half: (volume: string, below: string, angle: string) => string;
  part: (corners: number[], volume: string, below: string, angle: string) => string;
  sum: (angles: string[]) => string;
  face: (name: string) => string;
  seen: (face: string, angle: string) => string;
  unseen: (face: string) => string;
  inside: string;
  onSurface: string;
  away: (distance: string) => string;
  tangent: (radius: string, distance: string, angle: string) => string;
  cap: (angle: string, solid: string) => string;
  apex: string;
  slope: (radius: string, height: string, angle: string) => string;
  disc: (height: string, aside: string) => string;
  axis: (height: string, radius: string, angle: string) => string;
  elliptic: string;
  onAxis: string;
  hints: Record<'flat' | 'solid' | 'round' | 'cone', string>;
}

/** A sum, in which a negative number is taken away. */
const sum = (numbers: string[]): string => numbers.join(' + ').replaceAll('+ −', '− ');

const en: AngleWords = {
  eye: 'eye',
  handle: (name, at) => `${name} at ${at}. Arrow keys, Page Up and Page Down move it.`,
  verdict: (angle, share) => `${angle} sr, ${share} of all directions`,
  rejected: (message) => `Not a valid shape: ${message}`,
  rows: { angle: 'solid angle, in steradians', pi: 'in parts of π', share: 'share of the sphere', degrees: 'square degrees', cone: 'half angle of a cone that covers as much' },
  step: (i, count) => `Step ${i} of ${count}:`,
  corners: (a, b, c) => `Seen from the eye, the corners are a = ${a}, b = ${b}, c = ${c}.`,
  volume: (volume) => `The volume of the three vectors is a · (b × c) = ${volume}. It is zero if the eye is in the plane of the triangle, and its sign says on which side.`,
  below: (lengths, below) => `The lengths |a|, |b|, |c| are ${lengths}. The denominator is |a||b||c| + (a · b)|c| + (b · c)|a| + (c · a)|b| = ${below}.`,
  half: (volume, below, angle) => `The tangent of half the solid angle is the volume divided by the denominator: Ω = 2 atan2(${volume}, ${below}) = ${angle}.`,
  part: (corners, volume, below, angle) => `Triangle of corners ${corners.join(', ')}: its volume is ${volume}, its denominator ${below}, so it covers 2 atan2(${volume}, ${below}) = ${angle}, with the sign of the volume.`,
  sum: (angles) => (angles.length === 1 ? `It alone is seen: Ω = ${angles[0]!.replace('−', '')}.` : `The sum ${sum(angles)} is Ω, without its sign.`),
  face: (name) => `Face ${name}`,
  seen: (face, angle) => `${face}: the eye is in front of it, and its triangles cover ${angle}.`,
  unseen: (face) => `${face}: the eye is behind it or in its plane, so other faces hide it.`,
  inside: 'The eye is inside: the solid covers all directions, 4π.',
  onSurface: 'The eye is on the sphere: it covers half of all directions, 2π.',
  away: (distance) => `The centre is at the distance ${distance} of the eye.`,
  tangent: (radius, distance, angle) => `A tangent from the eye meets the radius at a right angle, so the sine of its angle to the axis is ${radius} / ${distance}: the angle is ${angle}°.`,
  cap: (angle, solid) => `The directions within ${angle}° of the axis are a cap of the unit sphere. Its area is 4π sin²(${angle}° / 2) = 2π (1 − cos ${angle}°) = ${solid}.`,
  apex: 'The eye is at the apex of the cone: its solid angle is that of all directions within the cone.',
  slope: (radius, height, angle) => `The tangent of the half angle is the radius divided by the height, ${radius} / ${height}: the half angle is ${angle}°.`,
  disc: (height, aside) => `The eye is ${height} above or below the plane of the disc, and ${aside} beside its axis.`,
  axis: (height, radius, angle) => `On the axis the disc is a cap: Ω = 2π (1 − h / √(h² + r²)) with h = ${height} and r = ${radius}, which is ${angle}.`,
  elliptic: 'Beside the axis its projection is no circle of the unit sphere. The area is a complete elliptic integral of the third kind, which the library computes.',
  onAxis: 'on the axis: Ω = 2π (1 − h / √(h² + r²))',
  hints: {
    flat: 'A flat shape covers at most half of all directions, 2π, and exactly half if the eye is on it. Seen edge-on it covers nothing.',
    solid: 'A solid covers what its front faces cover. Put the eye inside, and it covers all directions, 4π; on a face, half of them.',
    round: 'Far away, the solid angle falls with the square of the distance: twice as far, a quarter. Put the eye inside to cover all directions.',
    cone: 'The eye stays at the apex. The solid angle depends on the half angle alone, not on the length of the cone.',
  },
};

const ko: AngleWords = {
  eye: '눈',
  handle: (name, at) => `${name}, 위치 ${at}. 화살표 키와 Page Up, Page Down으로 움직입니다.`,
  verdict: (angle, share) => `${angle} sr, 모든 방향의 ${share}`,
  rejected: (message) => `올바른 도형이 아닙니다: ${message}`,
  rows: { angle: '입체각 (스테라디안)', pi: 'π의 몇 배인지', share: '구면에서 차지하는 비율', degrees: '제곱도', cone: '같은 크기를 덮는 원뿔의 반각' },
  step: (i, count) => `${count}단계 중 ${i}단계:`,
  corners: (a, b, c) => `눈에서 본 꼭짓점은 a = ${a}, b = ${b}, c = ${c}입니다.`,
  volume: (volume) => `세 벡터의 부피는 a · (b × c) = ${volume}입니다. 눈이 삼각형의 평면에 있으면 0이고, 부호는 눈이 어느 쪽에 있는지 말해 줍니다.`,
  below: (lengths, below) => `길이 |a|, |b|, |c|는 ${lengths}입니다. 분모는 |a||b||c| + (a · b)|c| + (b · c)|a| + (c · a)|b| = ${below}입니다.`,
  half: (volume, below, angle) => `입체각의 절반의 탄젠트는 부피를 분모로 나눈 것입니다. Ω = 2 atan2(${volume}, ${below}) = ${angle}.`,
  part: (corners, volume, below, angle) => `꼭짓점 ${corners.join(', ')}의 삼각형: 부피 ${volume}, 분모 ${below}이므로 2 atan2(${volume}, ${below}) = ${angle}만큼 덮으며, 부호는 부피의 부호입니다.`,
  sum: (angles) => (angles.length === 1 ? `이것만 보입니다. Ω = ${angles[0]!.replace('−', '')}.` : `합 ${sum(angles)}에서 부호를 뗀 것이 Ω입니다.`),
  face: (name) => `면 ${name}`,
  seen: (face, angle) => `${face}: 눈이 앞에 있고, 그 삼각형들이 ${angle}만큼 덮습니다.`,
  unseen: (face) => `${face}: 눈이 뒤나 그 평면에 있으므로 다른 면에 가려집니다.`,
  inside: '눈이 안에 있습니다. 입체는 모든 방향을 덮습니다. 4π입니다.',
  onSurface: '눈이 구면 위에 있습니다. 모든 방향의 절반을 덮습니다. 2π입니다.',
  away: (distance) => `중심은 눈에서 ${distance}만큼 떨어져 있습니다.`,
  tangent: (radius, distance, angle) => `눈에서 그은 접선은 반지름과 직각으로 만나므로, 축과 이루는 각의 사인은 ${radius} / ${distance}이고, 각은 ${angle}°입니다.`,
  cap: (angle, solid) => `축에서 ${angle}° 안의 방향은 단위 구면의 모자 모양입니다. 넓이는 4π sin²(${angle}° / 2) = 2π (1 − cos ${angle}°) = ${solid}입니다.`,
  apex: '눈이 원뿔의 꼭짓점에 있습니다. 원뿔 안으로 향하는 모든 방향의 입체각입니다.',
  slope: (radius, height, angle) => `반각의 탄젠트는 반지름을 높이로 나눈 ${radius} / ${height}이고, 반각은 ${angle}°입니다.`,
  disc: (height, aside) => `눈은 원판의 평면에서 ${height}, 축에서 ${aside}만큼 떨어져 있습니다.`,
  axis: (height, radius, angle) => `축 위에서 본 원판은 모자 모양입니다. h = ${height}, r = ${radius}이면 Ω = 2π (1 − h / √(h² + r²)) = ${angle}입니다.`,
  elliptic: '축 밖에서 본 원판은 단위 구면에서 원이 아닙니다. 넓이는 제3종 완전 타원 적분이고, 라이브러리가 계산합니다.',
  onAxis: '축 위에서: Ω = 2π (1 − h / √(h² + r²))',
  hints: {
    flat: '납작한 도형은 많아야 모든 방향의 절반인 2π를 덮고, 눈이 도형 위에 있으면 꼭 절반입니다. 옆에서 보면 아무것도 덮지 않습니다.',
    solid: '입체는 앞을 향한 면들이 덮는 만큼 덮습니다. 눈을 안에 두면 모든 방향, 4π를 덮고, 면 위에 두면 절반을 덮습니다.',
    round: '멀리서는 입체각이 거리의 제곱에 반비례합니다. 두 배 멀면 4분의 1입니다. 눈을 안에 두면 모든 방향을 덮습니다.',
    cone: '눈은 꼭짓점에 있습니다. 입체각은 반각에만 따르고 원뿔의 길이에는 따르지 않습니다.',
  },
};

export const words = (): AngleWords => (document.documentElement.lang === 'ko' ? ko : en);
