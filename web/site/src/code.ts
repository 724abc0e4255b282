// "Copy as": the request on screen in each language.

import type { Request } from './engine.js';
import { type Shape, fieldsOf, nameOf } from './shapes.js';

export const LANGUAGES = ['JavaScript', 'Python', 'Rust', 'JSON', 'Shell'] as const;
export type Language = (typeof LANGUAGES)[number];

/** An object as JavaScript writes it. */
function script(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(script).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return `{ ${Object.entries(value).map(([key, x]) => `${key}: ${script(x)}`).join(', ')} }`;
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function javascript({ op, a, b, ...options }: Request): string {
  const rest = Object.keys(options).length > 0 ? `, ${script(options)}` : '';
  return [
    `import { init, ${op} } from 'barycast';`, '', 'await init();', `const a = ${script(a)};`, `const b = ${script(b)};`,
    `console.log(${op}(a, b${rest}));`,
  ].join('\n');
}

function pythonValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object' || value === null) return String(value);
  // The half-spaces of a frustum are not shapes.
  if ('normal' in value) return `{${Object.entries(value).map(([key, x]) => `'${key}': ${pythonValue(x)}`).join(', ')}}`;
  return python(value as Shape);
}

function python(shape: Shape): string {
  const [name, fields] = [nameOf(shape), fieldsOf(shape)];
  if (name === 'point') return `bc.point(${pythonValue(fields)})`;
  const argument = (key: string) => (name === 'mesh' && key === 'triangles' ? 'faces' : key);
  return `bc.${name}(${Object.entries(fields).map(([key, value]) => `${argument(key)}=${pythonValue(value)}`).join(', ')})`;
}

/** The function of the Python package for each operation. */
const PYTHON: Record<string, string> = { distance: 'closest_points', casts: 'cast_all' };

function pythonOf({ op, a, b, ...options }: Request): string {
  const rest = Object.entries(options).map(([key, value]) => `, ${key}=${pythonValue(value)}`).join('');
  return ['import barycast as bc', '', `a = ${python(a!)}`, `b = ${python(b!)}`, `print(bc.${PYTHON[op] ?? op}(a, b${rest}))`].join('\n');
}

/** Shapes that only the protocol reads, in the plane and in space. */
const PROTOCOL_ONLY = [/"(posed|ellipse|truncated_cone|height_field)":/, /"(posed|quad)":/] as const;

const float = (x: number): string => (Number.isInteger(x) && Math.abs(x) < 1e15 ? x.toFixed(1) : String(x));
const vector = (p: unknown): string => `DVec${(p as number[]).length}::new(${(p as number[]).map(float).join(', ')})`;

/** Whether a shape is in space: its first vector has three numbers. */
function inSpace(shape: unknown): boolean {
  if (Array.isArray(shape) && shape.every((x) => typeof x === 'number')) return shape.length === 3;
  if (typeof shape !== 'object' || shape === null) return false;
  return Object.values(shape).some((value) => typeof value === 'object' && inSpace(value));
}

const lineInRust = (line: string): string => [
  `let line = br#"${line}"#;`, 'let mut answer = Vec::new();', 'barycast_protocol::answer(line, false, &mut answer);',
  'print!("{}", String::from_utf8_lossy(&answer));',
].join('\n');

function rust(request: Request): string {
  const { op, a, b, velocity, angular_velocity, center_of_rotation } = request;
  const line = JSON.stringify(request);
  const space = inSpace(a) || inSpace(b);
  if (PROTOCOL_ONLY[space ? 1 : 0].test(line)) {
    return lineInRust(line);
  }
  const shape = space ? 'Shape3' : 'Shape2';
  const turns = angular_velocity !== undefined;
  const call = ((): string => {
    switch (op) {
      case 'distance': return 'a.closest(&b)';
      case 'casts': return 'a.cast_all(&b)';
      case 'sweep': return turns ? 'a.sweep_turning(&b, &motion, 1.0)' : `a.sweep(&b, ${vector(velocity)}, 1.0)`;
      default: return `a.${op}(&b)`;
    }
  })();
  const motion = turns ? [
    'let motion = Turning {', `    velocity: ${vector(velocity)},`, `    angular_velocity: ${float(angular_velocity as number)},`,
    `    center_of_rotation: ${vector(center_of_rotation)},`, '};',
  ] : [];
  return [
    '// Cargo.toml: barycast = { version = "0.1", features = ["dynamic", "serde"] }',
    `use barycast::dynamic::any::${shape};`, ...(turns ? ['use barycast::convex::advance::Turning;'] : []),
    ...(velocity ? [`use glam::DVec${space ? 3 : 2};`] : []), '',
    `let a: ${shape} = serde_json::from_str(r#"${JSON.stringify(a)}"#).unwrap();`,
    `let b: ${shape} = serde_json::from_str(r#"${JSON.stringify(b)}"#).unwrap();`, ...motion, `println!("{:?}", ${call});`,
  ].join('\n');
}

/** Operations that only the protocol has. */
const LINES = new Set(['clip', 'frame', 'solid_angle']);

/** Requests without two shapes, and these, go through the protocol in every language. */
function protocol(language: Language, request: Request): string | null {
  const line = JSON.stringify(request);
  switch (language) {
    case 'JavaScript': return ["import { init, request } from 'barycast';", '', 'await init();', `console.log(request(${script(request)}));`].join('\n');
    case 'Python': return ['import barycast as bc', '', `print(bc.query('${line}'))`].join('\n');
    case 'Rust': return lineInRust(line);
    default: return null;
  }
}

export function code(language: Language, request: Request): string {
  const line = JSON.stringify(request);
  const plain = request.a && request.b && !LINES.has(request.op) ? null : protocol(language, request);
  if (plain !== null) return plain;
  switch (language) {
    case 'JSON': return line;
    case 'Shell': return `echo '${line}' | barycast query`;
    case 'JavaScript': return javascript(request);
    case 'Python': return pythonOf(request);
    case 'Rust': return rust(request);
  }
}
