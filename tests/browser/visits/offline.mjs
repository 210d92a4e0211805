// The second visit needs no network: the page, the core, the editor and the text of last time are there.
import assert from 'node:assert/strict';
import {editorText, openPage, settled, state} from '../harness.mjs';

export default async function offline({browser, url}) {
  const page = await openPage(browser, url, {offline: true});
  await settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.locator('.editor .cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# kept\n');
  await settled(page);
  const text = await editorText(page);
  await page.waitForTimeout(400);
  await page.context().setOffline(true);
  await page.reload();
  await settled(page);
  assert.equal(await editorText(page), text);
  assert.equal((await state(page)).summary.kernels, 2);
  await page.locator('.editor .cm-content').waitFor();
}
