// Writes the service worker after the build, with the list of all files of the page and a version that is their content's.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();
}

export function offline(): Plugin {
  let folder = '';
  return {
    name: 'cleave-offline',
    apply: 'build',
    configResolved: (config) => { folder = resolve(config.root, config.build.outDir); },
    closeBundle() {
      const files = filesUnder(folder).filter((file) => !/sw\.js$|\.map$/.test(file));
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(file));
      const source = readFileSync(new URL('./service_worker.js', import.meta.url), 'utf8')
        .replace('__VERSION__', hash.digest('hex').slice(0, 12))
        .replace("'__FILES__'", JSON.stringify(files.map((file) => `./${relative(folder, file)}`)));
      writeFileSync(join(folder, 'sw.js'), source);
    },
  };
}
