// How heavy the built page is, by file, gzipped, against what it may weigh: node weigh.mjs FOLDER. Exit code 1 above.
import {readdirSync, readFileSync} from 'node:fs';
import {extname, join, relative} from 'node:path';
import {gzipSync} from 'node:zlib';

/** Kilobytes of 1,000 bytes, gzipped at level 9. */
const kBars = {'.wasm': 300, '.css': 20, total: 500};

const folder = process.argv[2] ?? '../build/web';
const files = (path) => readdirSync(path, {withFileTypes: true})
  .flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]));

const sums = {total: 0};
for (const file of files(folder).sort()) {
  if (/\.map$/.test(file)) continue;
  const weight = gzipSync(readFileSync(file), {level: 9}).length / 1000;
  console.log(`${weight.toFixed(1).padStart(8)} KB  ${relative(folder, file)}`);
  sums[extname(file)] = (sums[extname(file)] ?? 0) + weight;
  sums.total += weight;
}
let heavy = false;
for (const [kind, bar] of Object.entries(kBars)) {
  const weight = sums[kind] ?? 0;
  heavy ||= weight > bar;
  console.log(`${weight.toFixed(1).padStart(8)} KB  ${kind}, may be ${bar}${weight > bar ? ': TOO HEAVY' : ''}`);
}
process.exit(heavy ? 1 : 0);
