// Runs the visits: node run.mjs PAGE_FOLDER [--only WORD] [--shots FOLDER]. One line a visit; exit code 1 if one failed.
import {mkdirSync, readdirSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {serve} from '../../web/serve.mjs';
import {chromium, root} from './harness.mjs';

const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined);
const only = option('--only');
const shots = option('--shots');
const folder = resolve(args[0] ?? join(root, 'build/web'));
if (shots) mkdirSync(shots, {recursive: true});

const server = await serve(folder);
const browser = await chromium.launch({
  executablePath: process.env.CLEAVE_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'],
});
let failed = 0;
const visits = join(root, 'tests/browser/visits');
for (const file of readdirSync(visits).sort()) {
  if (!file.endsWith('.mjs') || (only && !file.includes(only))) continue;
  const {default: visit} = await import(pathToFileURL(join(visits, file)));
  const begin = performance.now();
  try {
    await visit({browser, url: server.url, server, shots});
    console.log(`ok      ${file.replace('.mjs', '')}  ${Math.round(performance.now() - begin)} ms`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${file.replace('.mjs', '')}\n${String(error.stack ?? error).replace(/^/gm, '    ')}`);
  }
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
await server.close();
process.exit(failed > 0 ? 1 : 0);
