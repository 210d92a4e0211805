// The worker dies while somebody works: the text stays, a fresh worker answers, a report can be copied.
import assert from 'node:assert/strict';
import {axe, editorText, openPage, settled, state} from '../harness.mjs';

/** Keeps hold of the workers; while `window.hold` is set, questions do not reach them. */
const keepWorkers = (page) => page.addInitScript(() => {
  window.workers = [];
  const Native = window.Worker;
  window.Worker = class extends Native {
    constructor(...given) {
      super(...given);
      window.workers.push(this);
    }
    postMessage(message) {
      if (!window.hold || message.kind !== 'call') super.postMessage(message);
    }
  };
});

export default async function crash({browser, url, shots}) {
  const page = await openPage(browser, url, {before: keepWorkers});
  await settled(page);
  await page.waitForFunction(() => window.workers.length >= 2);
  await page.evaluate(() => { window.hold = true; });
  await page.locator('.editor .cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# mine');
  const text = await editorText(page);
  await page.waitForFunction(() => window.cleave.state().working);
  await page.evaluate(() => {
    window.hold = false;
    window.workers[0].dispatchEvent(new ErrorEvent('error', {message: 'RuntimeError: unreachable'}));
  });
  const notice = page.locator('.notice');
  await notice.waitFor();
  assert.match(await notice.innerText(), /The analyser stopped and was restarted/);
  assert.equal(await editorText(page), text);
  await axe(page, 'core restarted');
  if (shots) await page.screenshot({path: `${shots}/restarted.png`});
  await notice.getByRole('button', {name: 'Copy report'}).click();
  await page.locator('.toast').waitFor();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(report, /RuntimeError: unreachable/);
  assert.ok(report.includes('# mine'));

  // A fresh worker answers at once.
  await page.locator('.editor .cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n# more');
  await settled(page);
  assert.equal((await state(page)).resultOf, `${text}\n# more`);

  // A core that never loads: the text can still be edited, and the page says so.
  const blocked = await openPage(browser, url, {before: (opened) => opened.route('**/*.wasm', (route) => route.abort())});
  await blocked.locator('.notice').waitFor();
  assert.match(await blocked.locator('.notice').innerText(), /could not be loaded/);
  await blocked.locator('.editor .cm-content').click();
  await blocked.keyboard.type('x');
  assert.ok((await editorText(blocked)).includes('x'));
}
