// Lets `barycast` and `three` be imported by name: by the examples and the bench, and by the package itself.

import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (place) => fileURLToPath(new URL(`../../${place}`, import.meta.url));

function link(from, to) {
  if (lstatSync(from, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(from);
  if (!existsSync(from)) symlinkSync(to, from, 'junction');
}

/** Links the built package into `web/node_modules`, and these into the folder above the package. */
export function links() {
  mkdirSync(path('web/node_modules'), { recursive: true });
  link(path('web/node_modules/barycast'), path('target/web/package'));
  link(path('target/web/node_modules'), path('web/node_modules'));
}
