// Somebody without a mouse finds the cut, reads why, goes through the graph and copies the repro of one segment.
import assert from 'node:assert/strict';
import {axe, noErrors, openPage, settled, state} from '../harness.mjs';

const pane = (page) => page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('aria-label') ?? null);

export default async function keyboardOnly({browser, url}) {
  const page = await openPage(browser, url);
  await settled(page);
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

  await press('F6');
  assert.equal(await pane(page), 'Definition');
  await press('F6');
  assert.equal(await pane(page), 'Graph');
  await press(']');
  assert.deepEqual((await state(page)).selection, {kind: 'cut', id: 0});

  // Up from the cut to the input, then down again over the cut to the output.
  const nodes = [];
  const active = () => page.evaluate(() => {
    const id = document.activeElement.getAttribute('aria-activedescendant');
    return document.getElementById(id)?.textContent ?? '';
  });
  for (const key of [...Array(5).fill('ArrowUp'), ...Array(8).fill('ArrowDown')]) {
    await press(key);
    nodes.push(await active());
  }
  assert.ok(nodes.some((words) => /^T2, sum of T0, dims=\[1\], f32 \[2\], in segment A, line \d+, consumed by broadcast/.test(words)), nodes.join('\n'));
  assert.ok(nodes.some((words) => /^Cut A to B at T3/.test(words)), nodes.join('\n'));
  assert.ok(nodes.some((words) => /^Output T4/.test(words)), nodes.join('\n'));
  for (let i = 0; i < 4 && !/^T4, add/.test(await active()); ++i) await press('ArrowUp');
  assert.match(await active(), /^T4, add/);
  await press('Enter');
  assert.equal((await state(page)).selection.kind, 'op');

  // The palette.
  await press('Control+k');
  await page.keyboard.type('sum T2');
  await axe(page, 'palette');
  await press('Enter');
  const chosen = await state(page);
  assert.equal(chosen.selection.kind, 'op');

  await press('?');
  await axe(page, 'help');
  await press('Escape');
  await page.locator('dialog').waitFor({state: 'detached'});

  // The repro of the segment that is selected, on the clipboard.
  await press('c');
  await page.locator('.toast').waitFor();
  const repro = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(repro, /fd\.ops\.sum\(/);
  assert.match(repro, /fd\.ops\.broadcast\(/);
  assert.doesNotMatch(repro, /fd\.ops\.add\(/);
  assert.match(repro, /inputs = \[/);
  noErrors(page);
}
