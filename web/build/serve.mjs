// Serves a folder to this machine alone: `node build/serve.mjs FOLDER [PORT]`.

import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = {
  '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.wasm': 'application/wasm',
};

/** Starts a server of the folder on a port of this machine, 0 for any free one. Returns it once it listens. */
export function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url, 'http://localhost');
      let file = resolve(root, `.${decodeURIComponent(pathname)}`);
      if (file !== root && !file.startsWith(root + sep)) throw new Error('outside of the folder');
      if ((await stat(file)).isDirectory()) {
        if (!pathname.endsWith('/')) return response.writeHead(301, { location: `${pathname}/` }).end();
        file = resolve(file, 'index.html');
      }
      const body = await readFile(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-length': body.length }).end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
    }
  });
  return new Promise((listens, fails) => server.once('error', fails).listen(port, '127.0.0.1', () => listens(server)));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, port] = process.argv.slice(2);
  if (!folder) {
    console.error('usage: node build/serve.mjs FOLDER [PORT]');
    process.exit(2);
  }
  const server = await serve(folder, Number(port ?? 8080)).catch((error) => {
    console.error(error.code === 'EADDRINUSE' ? `port ${port ?? 8080} is in use; name another one` : error.message);
    process.exit(1);
  });
  console.log(`http://localhost:${server.address().port}/`);
}
