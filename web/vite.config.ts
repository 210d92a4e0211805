// How the page is built: one HTML file, hashed assets beside it, the core's module taken from the build folder. It names
// no feature of the page.
import { fileURLToPath } from 'node:url';
import { offline } from './offline_plugin';
import { defineConfig } from 'vitest/config';

const core = process.env.CLEAVE_WASM ?? fileURLToPath(new URL('../build/wasm/wasm/cleave.mjs', import.meta.url));

export default defineConfig({
  base: './',
  plugins: [offline()],
  resolve: {
    alias: [
      { find: /^@core-wasm/, replacement: core.replace(/\.mjs$/, '.wasm') },
      { find: /^@core$/, replacement: core },
    ],
  },
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
