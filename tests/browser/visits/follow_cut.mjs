// Somebody follows a cut from its reason to the value's lines in both kernels, through the index map, and takes the repro
// of the segment along, which is a definition of its own.
import assert from 'node:assert/strict';
import {editorText, noErrors, openPage, settled, state} from '../harness.mjs';

export default async function followCut({browser, url}) {
  const page = await openPage(browser, url);
  await settled(page);
  await page.keyboard.press(']');
  assert.deepEqual((await state(page)).selection, {kind: 'cut', id: 0});
  assert.match(await page.locator('.cut-title').first().innerText(), /cut at\s+T3/);
  assert.match(await page.locator('.lead').innerText(), /^The kernel would loop over the axes of T0; axis 1 of T1/);
  assert.match(await page.locator('.why-facts').innerText(), /Costs 16 B, 0\.7% of all traffic[\s\S]*R\.AXIS_UNCOVERED/);

  // The table of axes: what the sum reduces is no axis of the add.
  const rows = await page.locator('.axes tbody tr:not(.axes-cut)').evaluateAll((all) => all.map((row) => row.innerText.replace(/\s+/g, ' ').trim()));
  assert.deepEqual(rows.map((row) => row.split(' ').slice(0, 2).join(' ')), ['A T0', 'A T2', 'A T3', 'B T1', 'B T4']);

  await page.locator('#tab-map').click();
  await page.locator('.map-trace').waitFor();
  assert.match((await page.locator('.map-trace').innerText()).replace(/\s+/g, ' '), /Selected T3 .*A T2 8 B B T1/);
  assert.equal(await page.locator('.map-row.lit').count(), 2, 'the value in both segments');

  // By keyboard to the row of B, which the kernel tab then shows.
  await page.locator('.map-grid').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.deepEqual((await state(page)).selection, {kind: 'row', segment: 1, index: 1});
  await page.locator('#tab-kernel').click();
  await page.locator('.range-bar').waitFor();
  assert.match(await page.locator('.range-bar').innerText(), /T3[\s\S]*1 \/ 1/);
  await page.locator('.code-plain').waitFor({state: 'detached'});
  const lit = await page.locator('.code-host').evaluate((host) => [...host.shadowRoot.querySelectorAll('.cm-current')].map((line) => line.textContent).join('\n'));
  assert.match(lit, /T1\[/, 'the load of the value');

  await page.locator('#tab-segment').click();
  await page.keyboard.press('c');
  const repro = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(repro, /T2 = fd\.ops\.add\(T0, T1\)/);
  assert.match(repro, /torch\.randn\(\(2, 1\)/);
  await page.getByRole('button', {name: 'Open B alone'}).click();
  await settled(page);
  assert.equal(await editorText(page), repro);
  assert.deepEqual((await state(page)).summary.cuts, 0, 'a segment alone is not cut');
  noErrors(page);
}
