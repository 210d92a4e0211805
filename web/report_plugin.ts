// Makes `report.html`, the template of the self-contained report: script and style inside, named by their hashes in its
// Content-Security-Policy, and one place for the JSON. The page and the native command fill it the same way.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rollup } from 'vite';
import { kPlace } from './src/share/report';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

async function script(): Promise<string> {
  const result = await build({
    configFile: false, root: at('.'), logLevel: 'error',
    build: {
      write: false, minify: 'esbuild', target: 'es2022', modulePreload: false,
      lib: { entry: at('./src/report/report.ts'), formats: ['iife'], name: 'cleaveReport' },
    },
  });
  const [output] = (Array.isArray(result) ? result : [result]) as Rollup.RollupOutput[];
  return output.output[0].code.trim();
}

export function reportTemplate(style: string, code: string): string {
  const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Cleave</title>
<style>${style}</style>
</head>
<body>
<noscript>This report writes itself out of the data in this file and needs JavaScript. Nothing is loaded or sent.</noscript>
<script type="application/json" id="cleave-report">${kPlace}</script>
<script>${code}</script>
</body>
</html>
`;
}

export function reportPlugin(): Plugin {
  return {
    name: 'cleave-report',
    apply: 'build',
    async generateBundle() {
      const style = ['./src/style/tokens.css', './src/report/report.css'].map((path) => readFileSync(at(path), 'utf8')).join('');
      this.emitFile({ type: 'asset', fileName: 'report.html', source: reportTemplate(style, await script()) });
    },
  };
}
