// How the page is built: one HTML file, hashed assets beside it, the core's module taken from the build folder. It names
// no feature of the page.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { gallery } from './gallery_plugin';
import { offline } from './offline_plugin';
import { reportPlugin } from './report_plugin';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const core = process.env.CLEAVE_WASM ?? at('../build/wasm/wasm/cleave.mjs');

export default defineConfig({
  base: './',
  resolve: {
    alias: [
      { find: /^@core-wasm/, replacement: core.replace(/\.mjs$/, '.wasm') },
      { find: /^@core$/, replacement: core },
    ],
  },
  plugins: [gallery([at('../docs/examples'), at('gallery')], core), reportPlugin(), offline()],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    target: 'es2022',
    outDir: process.env.CLEAVE_WEB_OUT ?? '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { fs: { strict: false } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
