// Makes `virtual:gallery` when the page is built: for each example its text, what the core says of it, and its graph as
// SVG, drawn by the core from left to right with closed segments. Nothing of it is written by hand, so that nothing can be
// stale. It is one chunk, for the drawings and texts have much in common, which packs well.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { aboutOf, type Example } from './src/gallery/entries';
import type { Response } from './src/api_types';

interface Core {
  call(request: string, progress: null): string;
}

const kName = 'virtual:gallery';

async function loaded(module: string): Promise<Core> {
  const { default: factory } = (await import(pathToFileURL(module).href)) as { default(options: object): Promise<Core> };
  return factory({ wasmBinary: readFileSync(module.replace(/\.mjs$/, '.wasm')) });
}

function asked(core: Core, request: object): Response {
  return JSON.parse(core.call(JSON.stringify(request), null)) as Response;
}

/** `folders` hold the examples; `module` is the built core. */
export function gallery(folders: readonly string[], module: string): Plugin {
  return {
    name: 'cleave-gallery',
    resolveId: (id) => (id === kName ? `\0${kName}` : null),
    async load(id) {
      if (id !== `\0${kName}`) return null;
      const core = await loaded(module);
      const files = folders.flatMap((folder) => readdirSync(folder).filter((file) => file.endsWith('.py')).sort().map((file) => join(folder, file)));
      const rows = files.map((path): [string, Example] => {
        this.addWatchFile(path);
        const text = readFileSync(path, 'utf8');
        const { summary } = asked(core, { command: 'view', text });
        const { svg } = asked(core, { command: 'draw', text, expand: 'none', orientation: 'lr' });
        if (!summary || !svg) return this.error(`${path}: the core gives no result`);
        return [basename(path, '.py'), { text, about: aboutOf(text), ops: summary.ops, kernels: summary.kernels, cuts: summary.cuts, svg }];
      });
      return `export const kExamples = ${JSON.stringify(Object.fromEntries(rows))};\n`;
    },
  };
}
