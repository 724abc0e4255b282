// "Copy as": the request on screen in each language. The answer printed is the same everywhere.

import type { Request } from './engine.js';

export const LANGUAGES = ['JavaScript', 'Python', 'Rust', 'JSON', 'Shell'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Indented JSON whose vectors stay on one line. */
function pretty(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    return value.some((x) => typeof x === 'object') && value.length > 3
      ? `[\n${value.map((x) => `${indent}  ${pretty(x, `${indent}  `)}`).join(',\n')}\n${indent}]`
      : `[${value.map((x) => pretty(x, indent)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value).map(([key, x]) => `${key}: ${pretty(x, indent)}`).join(', ')} }`;
  }
  return JSON.stringify(value).replaceAll('"', "'");
}

export function code(language: Language, request: Request): string {
  const line = JSON.stringify(request);
  switch (language) {
    case 'JSON':
      return line;
    case 'Shell':
      return `echo '${line}' | barycast query`;
    case 'JavaScript': {
      const { op, a, b, ...options } = request;
      const call = { intersects: 'intersects', distance: 'distance', contact: 'contact', manifold: 'manifold', casts: 'casts', sweep: 'sweep' }[op];
      const rest = Object.keys(options).length > 0 ? `, ${pretty(options)}` : '';
      return [
        `import { ${call}, init } from 'barycast';`, '', 'await init();',
        `const a = ${pretty(a)};`, `const b = ${pretty(b)};`, `console.log(${call}(a, b${rest}));`,
      ].join('\n');
    }
    case 'Python':
      return ['import barycast as bc', '', `line = '${line}'`, 'print(bc.query_lines([line])[0])'].join('\n');
    case 'Rust':
      return [
        `let line = br#"${line}"#;`, 'let mut answer = Vec::new();',
        'barycast_protocol::answer(line, false, &mut answer);', 'print!("{}", String::from_utf8_lossy(&answer));',
      ].join('\n');
  }
}
