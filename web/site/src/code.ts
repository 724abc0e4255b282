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
  return typeof value === 'object' && value !== null ? python(value as Shape) : String(value);
}

function python(shape: Shape): string {
  const [name, fields] = [nameOf(shape), fieldsOf(shape)];
  if (name === 'point') return `bc.point(${pythonValue(fields)})`;
  return `bc.${name}(${Object.entries(fields).map(([key, value]) => `${key}=${pythonValue(value)}`).join(', ')})`;
}

/** The function of the Python package for each operation. */
const PYTHON: Record<string, string> = { distance: 'closest_points', casts: 'cast_all' };

function pythonOf({ op, a, b, ...options }: Request): string {
  const rest = Object.entries(options).map(([key, value]) => `, ${key}=${pythonValue(value)}`).join('');
  return ['import barycast as bc', '', `a = ${python(a!)}`, `b = ${python(b!)}`, `print(bc.${PYTHON[op] ?? op}(a, b${rest}))`].join('\n');
}

/** Shapes that the library's `serde` feature does not read in 2D. */
const PROTOCOL_ONLY = /"(posed|ellipse|truncated_cone|height_field)"/;

const vector = ([x, y]: number[]): string => `DVec2::new(${float(x!)}, ${float(y!)})`;
const float = (x: number): string => (Number.isInteger(x) && Math.abs(x) < 1e15 ? x.toFixed(1) : String(x));

function rust(request: Request): string {
  const { op, a, b, velocity, angular_velocity, center_of_rotation } = request;
  const line = JSON.stringify(request);
  if (PROTOCOL_ONLY.test(line)) {
    return [
      `let line = br#"${line}"#;`, 'let mut answer = Vec::new();', 'barycast_protocol::answer(line, false, &mut answer);',
      'print!("{}", String::from_utf8_lossy(&answer));',
    ].join('\n');
  }
  const call = ((): string => {
    switch (op) {
      case 'distance': return 'a.closest(&b)';
      case 'casts': return 'a.cast_all(&b)';
      case 'sweep':
        return angular_velocity === undefined ? `a.sweep(&b, ${vector(velocity as number[])}, 1.0)` : 'a.sweep_turning(&b, &motion, 1.0)';
      default: return `a.${op}(&b)`;
    }
  })();
  const motion = angular_velocity === undefined ? [] : [
    'let motion = Turning {', `    velocity: ${vector(velocity as number[])},`, `    angular_velocity: ${float(angular_velocity as number)},`,
    `    center_of_rotation: ${vector(center_of_rotation as number[])},`, '};',
  ];
  const uses = ['use barycast::dynamic::any::Shape2;', ...(motion.length > 0 ? ['use barycast::query::Turning;'] : [])];
  return [
    '// Cargo.toml: barycast = { version = "0.1", features = ["dynamic", "serde"] }', ...uses,
    ...(velocity ? ['use glam::DVec2;'] : []), '',
    `let a: Shape2 = serde_json::from_str(r#"${JSON.stringify(a)}"#).unwrap();`,
    `let b: Shape2 = serde_json::from_str(r#"${JSON.stringify(b)}"#).unwrap();`, ...motion, `println!("{:?}", ${call});`,
  ].join('\n');
}

export function code(language: Language, request: Request): string {
  const line = JSON.stringify(request);
  switch (language) {
    case 'JSON': return line;
    case 'Shell': return `echo '${line}' | barycast query`;
    case 'JavaScript': return javascript(request);
    case 'Python': return pythonOf(request);
    case 'Rust': return rust(request);
  }
}
