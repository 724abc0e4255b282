// Lets `barycast` and `three` be imported by name: by the examples and the bench, and by the package itself.

import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (place) => fileURLToPath(new URL(`../../${place}`, import.meta.url));

/** Several tests may do this at once, so a right link stays and one that appears meanwhile is kept. */
function link(from, to) {
  const isLink = lstatSync(from, { throwIfNoEntry: false })?.isSymbolicLink();
  if (isLink && resolve(dirname(from), readlinkSync(from)) === resolve(to)) return;
  if (isLink) rmSync(from, { force: true });
  try {
    symlinkSync(to, from, 'junction');
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Links the built package into `web/node_modules`, and these into the folder above the package. */
export function links() {
  for (const folder of ['web/node_modules', 'target/web']) mkdirSync(path(folder), { recursive: true });
  link(path('web/node_modules/barycast'), path('target/web/package'));
  link(path('target/web/node_modules'), path('web/node_modules'));
}
