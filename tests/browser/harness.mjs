// What every visit needs: a browser, a page at a size and in a theme, the accessibility check, and words for what went
// wrong. Visits are in visits/; each is one person doing one thing from beginning to end.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const require = createRequire(join(root, 'web/package.json'));
export const {chromium} = require('playwright-core');
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const sizes = {1440: [1440, 900], 1100: [1100, 800], 768: [768, 1024], 390: [390, 844], 320: [320, 700]};

export function script(name) {
  return readFileSync(join(root, name), 'utf8');
}

/** A page of its own profile. Errors of the page fail the visit. */
export async function openPage(browser, url, {width = 1440, theme = 'light', offline = false, before} = {}) {
  const touch = width < 700;
  const context = await browser.newContext({
    viewport: {width: sizes[width][0], height: sizes[width][1]}, colorScheme: theme, hasTouch: touch, isMobile: touch,
    permissions: ['clipboard-read', 'clipboard-write'], serviceWorkers: offline ? 'allow' : 'block', reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/ERR_INTERNET_DISCONNECTED|404/.test(message.text())) errors.push(message.text());
  });
  if (before) await before(page);
  await page.goto(url);
  page.errors = errors;
  return page;
}

/** Waits for a result of the text that is there now. */
export async function settled(page, timeout = 20_000) {
  await page.waitForFunction(() => window.cleave?.idle(), null, {timeout});
}

/** Opens a text as a paste outside the editor would. */
export async function paste(page, text) {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
  }, text);
}

export async function editorText(page) {
  return page.evaluate(() => window.cleave.state().text);
}

export const state = (page) => page.evaluate(() => window.cleave.state());

/** Whether the page has no accessibility fault, in words if it has. */
export async function axe(page, where) {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const result = await window.axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']});
    return result.violations.map((violation) =>
      `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? node.failureSummary})`).join('; ')}`);
  });
  assert.deepEqual(violations, [], `accessibility, ${where}`);
}

export async function noSidewaysScroll(page) {
  const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(scroll <= client, `the page scrolls sideways: ${scroll} > ${client}`);
}

export function noErrors(page) {
  assert.deepEqual(page.errors, [], 'errors of the page');
}
