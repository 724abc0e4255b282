// How the solid angle follows from the numbers of the shape, step by step. The steps are plain floats; the result is the module's.

import { pair, short } from '../dom.js';
import { type Shape, fieldsOf, nameOf } from '../shapes.js';
import { type Vector3, cross, dot, length, sub, times, unit } from '../space/vector3.js';
import { type Face, facesOf, fan, isSolid } from './faces.js';
import type { AngleWords } from './words.js';

export interface Step {
  text: string;
  /** The polygon that the step is about. */
  lit: Vector3[];
}

/** The volume, the denominator and the signed solid angle of a triangle. */
export function ofTriangle([a, b, c]: Vector3[], eye: Vector3): { volume: number; below: number; angle: number; from: Vector3[] } {
  const from = [a!, b!, c!].map((p) => sub(p, eye)) as [Vector3, Vector3, Vector3];
  const [p, q, r] = from;
  const [l, m, n] = from.map(length) as [number, number, number];
  const volume = dot(p, cross(q, r));
  const below = l * m * n + dot(p, q) * n + dot(q, r) * l + dot(r, p) * m;
  return { volume, below, angle: 2 * Math.atan2(volume, below), from };
}

/** The steps of one triangle. */
function triangle(corners: Vector3[], eye: Vector3, words: AngleWords): Step[] {
  const { volume, below, angle, from } = ofTriangle(corners, eye);
  const [a, b, c] = from.map(pair) as [string, string, string];
  const texts = [
    words.corners(a, b, c), words.volume(short(volume)), words.below(from.map((p) => short(length(p))).join(', '), short(below)),
    words.half(short(Math.abs(volume)), short(below), short(Math.abs(angle))),
  ];
  return texts.map((text) => ({ text, lit: corners }));
}

/** The angle of a flat face, as the sum over its triangles. */
const ofFace = ({ points }: Face, eye: Vector3): number => Math.abs(fan(points).reduce((sum, corners) => sum + ofTriangle(corners, eye).angle, 0));

/** The steps of a flat polygon: its triangles, which count with the sign of their volume. */
function polygon(points: Vector3[], eye: Vector3, words: AngleWords): Step[] {
  const found = fan(points).map((corners, i): Step => {
    const { volume, below, angle } = ofTriangle(corners, eye);
    return { text: words.part([1, i + 2, i + 3], short(volume), short(below), short(angle)), lit: corners };
  });
  return [...found, { text: words.sum(fan(points).map((corners) => short(ofTriangle(corners, eye).angle))), lit: points }];
}

/** The steps of a solid with flat faces: those that the eye is in front of. */
function solid(name: string, faces: Face[], eye: Vector3, words: AngleWords): Step[] {
  const steps = faces.map((face, i): Step => {
    const title = words.face(name === 'tetrahedron' ? ['a b c', 'a b d', 'b c d', 'a c d'][i]! : `${'−+'[i % 2]}${'xyz'[i >> 1]}`);
    return { text: face.front ? words.seen(title, short(ofFace(face, eye))) : words.unseen(title), lit: face.points };
  });
  const front = faces.filter((face) => face.front);
  return [...steps, { text: front.length === 0 ? words.inside : words.sum(front.map((face) => short(ofFace(face, eye)))), lit: [] }];
}

/** A cap of the unit sphere. */
const cap = (angle: number, words: AngleWords): string => words.cap(short((180 * angle) / Math.PI), short(4 * Math.PI * Math.sin(angle / 2) ** 2));

export function stepsOf(shape: Shape, eye: Vector3, words: AngleWords): Step[] {
  const [name, f] = [nameOf(shape), fieldsOf(shape)];
  const plain = (...texts: string[]): Step[] => texts.map((text) => ({ text, lit: [] }));
  switch (name) {
    case 'sphere': {
      const d = length(sub(f.center, eye));
      if (d <= f.radius) return plain(words.away(short(d)), d < f.radius ? words.inside : words.onSurface);
      const angle = Math.asin(f.radius / d);
      return plain(words.away(short(d)), words.tangent(short(f.radius), short(d), short((180 * angle) / Math.PI)), cap(angle, words));
    }
    case 'cone': {
      const height = length(sub(f.base, f.apex));
      const angle = Math.atan2(f.radius, height);
      return plain(words.apex, words.slope(short(f.radius), short(height), short((180 * angle) / Math.PI)), cap(angle, words));
    }
    case 'disc': {
      const [from, normal] = [sub(eye, f.center), unit(f.normal)];
      const height = Math.abs(dot(from, normal));
      const aside = length(sub(from, times(normal, dot(from, normal))));
      const first = words.disc(short(height), short(aside));
      // Rounding may leave the eye beside the axis by the last digits.
      if (aside > 1e-12 * (f.radius + height)) return plain(first, words.elliptic);
      return plain(first, words.axis(short(height), short(f.radius), short(2 * Math.PI * (1 - height / Math.hypot(height, f.radius)))));
    }
    default: {
      const faces = facesOf(shape, eye);
      if (isSolid(name)) return solid(name, faces, eye, words);
      return name === 'triangle' ? triangle(faces[0]!.points, eye, words) : polygon(faces[0]!.points, eye, words);
    }
  }
}
