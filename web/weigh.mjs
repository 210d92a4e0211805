// How heavy the built page is, by file, gzipped: node weigh.mjs FOLDER. A goal that is missed is said; above a limit, which
// is what the page weighs today and a little more, the exit code is 1. A limit only ever goes down, to its goal.
import {readdirSync, readFileSync} from 'node:fs';
import {extname, join, relative} from 'node:path';
import {gzipSync} from 'node:zlib';

/** Kilobytes of 1,000 bytes, gzipped at level 9. */
const kBars = {'.wasm': {goal: 300, limit: 900}, '.css': {goal: 20, limit: 20}, total: {goal: 500, limit: 1200}};

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
for (const [kind, {goal, limit}] of Object.entries(kBars)) {
  const weight = sums[kind] ?? 0;
  heavy ||= weight > limit;
  const verdict = weight > limit ? `: TOO HEAVY, the limit is ${limit}` : weight > goal ? ': MISSED' : '';
  console.log(`${weight.toFixed(1).padStart(8)} KB  ${kind}, goal ${goal}${verdict}`);
}
process.exit(heavy ? 1 : 0);
