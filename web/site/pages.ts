// The pages of the playground, and the links to them.

/** The folder of each page of a language, and its script. */
export const KINDS = {
  plane: { folder: '', script: 'main.ts' },
  space: { folder: 'space/', script: 'space/main.ts' },
  files: { folder: 'files/', script: 'files/main.ts' },
  curves: { folder: 'curves/', script: 'curves/main.ts' },
  surfaces: { folder: 'surfaces/', script: 'surfaces/main.ts' },
  clipping: { folder: 'clipping/', script: 'clipping/main.ts' },
  frames: { folder: 'frames/', script: 'frames/main.ts' },
  angles: { folder: 'angles/', script: 'angles/main.ts' },
} as const;
export type Kind = keyof typeof KINDS;
/** Pages whose picture is one of space. */
export const IN_SPACE: readonly Kind[] = ['space', 'surfaces', 'angles'];

/** Links to all pages and to the atlas, one of which is the page itself. `home` leads to the first page of the language. */
export function links(home: string, text: Record<string, string>, now: Kind | 'atlas'): string {
  const all = [...Object.entries(KINDS).map(([name, { folder }]) => [name, folder]), ['atlas', 'atlas/']] as [Kind | 'atlas', string][];
  return all.map(([name, folder]) => `<a href="${home}${folder}"${name === now ? ' aria-current="page"' : ''}>${text[name]}</a>`).join(' ');
}
