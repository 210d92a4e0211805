// The WebAssembly build answers every request exactly as the native one: byte for byte, on every golden case and every
// example, in every stage but `run`, whose times differ. Requests are made here, responses are never edited.
// usage: node same_responses.mjs MODULE.mjs NATIVE_CALL SOURCE_DIR
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {pathToFileURL} from 'node:url';

const [modulePath, nativeCall, sourceDir] = process.argv.slice(2);

function scriptsUnder(folder) {
  const found = [];
  for (const entry of readdirSync(folder, {withFileTypes: true})) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...scriptsUnder(path));
    else if (entry.name.endsWith('.py')) found.push(path);
  }
  return found.sort();
}

const requests = [];
for (const file of [...scriptsUnder(join(sourceDir, 'tests/golden')), ...scriptsUnder(join(sourceDir, 'docs/examples'))]) {
  const text = readFileSync(file, 'utf8');
  const file_name = relative(sourceDir, file);
  requests.push({command: 'check', text, file_name});
  requests.push({command: 'print', text, file_name});
  requests.push({command: 'print', text, file_name, dialect: 'direct'});
  requests.push({command: 'print', text, file_name, level: 'primitive'});
  requests.push({command: 'segment', text, file_name, all_states: true});
  requests.push({command: 'kernel', text, file_name}, {command: 'plan', text, file_name, gpu: 'a100'});
  requests.push({command: 'segment', text, file_name, rules: 'extended', gpu: 'none'});
  requests.push({command: 'view', text, file_name}, {command: 'view', text, file_name, expand: 'all', orientation: 'lr'});
  requests.push({command: 'draw', text, file_name, expand: 'none'});
}
requests.push({command: 'segment'}, {no_such_field: 1}, {command: 'check', text: '\u0000\u00ff(((((' });

const factory = (await import(pathToFileURL(modulePath))).default;
const cleave = await factory({wasmBinary: readFileSync(modulePath.replace(/\.mjs$/, '.wasm'))});

const lines = requests.map((request) => JSON.stringify(request));
const native = execFileSync(nativeCall, {input: lines.join('\n') + '\n', maxBuffer: 1 << 30}).toString().split('\n');

let different = 0;
lines.forEach((line, i) => {
  const response = cleave.call(line, null);
  if (response === native[i]) return;
  different += 1;
  if (different > 5) return;
  let at = 0;
  while (at < response.length && response[at] === native[i]?.[at]) at += 1;
  console.error(`${requests[i].file_name ?? '(no file)'} ${requests[i].command}: differs at character ${at}`);
  console.error(`  native: ${JSON.stringify(native[i]?.slice(Math.max(0, at - 60), at + 60))}`);
  console.error(`  wasm:   ${JSON.stringify(response.slice(Math.max(0, at - 60), at + 60))}`);
});

// A progress callback is given phases and changes nothing.
const phases = [];
const withProgress = cleave.call(lines[4], (phase) => phases.push(phase));
if (withProgress !== native[4]) { console.error('a progress callback changed the response'); different += 1; }
if (!phases.includes('parse')) { console.error(`phases: ${phases.join(', ')}`); different += 1; }
if (!/^\d+\.\d+\.\d+$/.test(cleave.version())) { console.error(`version: ${cleave.version()}`); different += 1; }

console.log(`${requests.length} requests, ${different} differences`);
process.exit(different === 0 && requests.length > 6 ? 0 : 1);
