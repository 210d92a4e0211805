// Measures the page against its bars and prints them as a table in Markdown: node bars.mjs PAGE_FOLDER. Times are printed
// and not judged, for machines are noisy; the weights are judged by web/weigh.mjs, accessibility by the visits.
import {execFileSync} from 'node:child_process';
import {join, resolve} from 'node:path';
import {serve} from '../../web/serve.mjs';
import {chromium, openPage, paste, root, settled, state} from './harness.mjs';
import {chain} from './visits/ten_thousand.mjs';

const folder = resolve(process.argv[2] ?? join(root, 'build/web'));
const rows = [];
const row = (what, bar, measured) => rows.push([what, bar, measured]);
const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

function weights() {
  let text = '';
  try {
    text = execFileSync('node', [join(root, 'web/weigh.mjs'), folder]).toString();
  } catch (error) {
    text = error.stdout.toString();
  }
  const weight = (kind) => text.split('\n').find((line) => line.includes(`KB  ${kind}, goal`))?.trim().split(' ')[0];
  row('page in all, gzipped', '≤ 500 KB', `${weight('total')} KB`);
  row('core, gzipped', '≤ 300 KB', `${weight('.wasm')} KB`);
}

async function firstGraph(browser, url) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const page = await openPage(browser, url);
    await page.waitForFunction(() => window.cleave?.painted() > 0, null, {polling: 'raf'});
    times.push(await page.evaluate(() => window.cleave.firstPaint()));
    await page.context().close();
  }
  times.sort((a, b) => a - b);
  row('first graph, cold', '≤ 1,000 ms', `${ms(times[2])} (median of 5)`);
}

async function keystrokes(browser, url) {
  const page = await openPage(browser, url);
  await settled(page);
  await paste(page, chain(100));
  await settled(page);
  await page.locator('.editor .cm-content').click();
  await page.keyboard.press('Control+Home');
  const times = [];
  for (let i = 0; i < 40; i++) {
    await page.evaluate(() => {
      addEventListener('keydown', () => {
        const begin = performance.now();
        window.took = new Promise((done) => {
          const look = () => (window.cleave.state().resultOf === window.cleave.state().text ? done(performance.now() - begin) : requestAnimationFrame(look));
          setTimeout(look, 20);
        });
      }, {once: true, capture: true});
    });
    await page.keyboard.type('#');
    times.push(await page.evaluate(() => window.took));
  }
  times.sort((a, b) => a - b);
  const after = times.map((time) => time - 150);
  row('keystroke to new result at 100 ops, after the pause of 150 ms', '≤ 50 ms (p95)', `${ms(after[37])} (median ${ms(after[20])})`);
  await page.context().close();
}

async function large(browser, url) {
  const page = await openPage(browser, url);
  await settled(page);
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.longTasks.push(entry.duration))).observe({type: 'longtask'});
  });
  const worst = () => page.evaluate(() => Math.max(0, ...window.longTasks.splice(0)));
  await paste(page, chain(10_000));
  await settled(page, 120_000);
  await page.waitForTimeout(500);
  const longest = async (what) => {
    const task = await worst();
    row(`longest main-thread task, ${what}`, '≤ 50 ms', task === 0 ? 'none over 50 ms' : ms(task));
  };
  await longest('opening 10,000 ops');
  const {took, core} = await page.evaluate(() => window.cleave.timing());
  row('collapsed first view of 10,000 ops, after the core', '≤ 300 ms', `${ms(took)} (core ${ms(core)})`);
  await page.evaluate(() => window.cleave.dispatch({type: 'expand', expand: 'all'}));
  await page.waitForFunction(() => window.cleave.drawn() > 5000, null, {timeout: 120_000});
  await settled(page, 120_000);
  await page.waitForTimeout(500);
  await longest('opening all cards');
  for (const [zoom, words] of [['fit', 'all in view'], ['readable', 'at 50 %']]) {
    const rate = await page.evaluate(async (how) => {
      window.cleave.zoomTo(how === 'fit' ? null : 0.5);
      const canvas = document.querySelector('.graph-keys canvas');
      await new Promise((next) => setTimeout(next, 200));
      let frames = 0;
      const begin = performance.now();
      while (performance.now() - begin < 2000) {
        canvas.dispatchEvent(new WheelEvent('wheel', {deltaX: 3 * Math.sin(frames / 9), deltaY: 12 * Math.cos(frames / 40), bubbles: true, cancelable: true}));
        await new Promise((next) => requestAnimationFrame(next));
        frames++;
      }
      return (1000 * frames) / (performance.now() - begin);
    }, zoom);
    row(`pan of 10,000 nodes, ${words}`, '≥ 45 frames a second', `${rate.toFixed(0)} frames a second`);
  }
  await longest('panning');
  const {summary} = await state(page);
  if (summary.ops !== 10_000) throw new Error('the large definition was not analysed');
}

const server = await serve(folder);
const browser = await chromium.launch({executablePath: process.env.CLEAVE_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox']});
weights();
await firstGraph(browser, server.url);
await keystrokes(browser, server.url);
await large(browser, server.url);
console.log(['| what | bar | measured |', '|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'));
await browser.close();
await server.close();
