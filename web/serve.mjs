// A file server for the built page, on this machine only: what any static host does, with the types that a browser needs.
// It serves one folder and nothing outside it. As a program: node serve.mjs FOLDER [PORT].
import {createServer} from 'node:http';
import {readFile} from 'node:fs/promises';
import {extname, join, normalize, resolve, sep} from 'node:path';
import {fileURLToPath} from 'node:url';

const kTypes = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.json': 'application/json', '.webmanifest': 'application/manifest+json',
};

/** Serves `folder`; `close` ends it, also connections that are kept open. */
export async function serve(folder, port = 0) {
  const server = createServer(async (request, response) => {
    try {
      const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
      const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
      if (!file.startsWith(resolve(folder) + sep)) throw new Error('outside');
      const content = await readFile(file);
      response.writeHead(200, {'content-type': kTypes[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache'});
      response.end(content);
    } catch {
      response.writeHead(404).end('not found');
    }
  });
  await new Promise((listening, failed) => server.on('error', failed).listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((closed) => { server.close(closed); server.closeAllConnections?.(); }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? '.');
  const {url} = await serve(folder, Number(process.argv[3] ?? 0));
  console.log(url);
}
