// Somebody tries what could be otherwise: the cure, a forced cut, other sizes; applies one, and takes it back.
import assert from 'node:assert/strict';
import {axe, noErrors, openPage, settled, state} from '../harness.mjs';

const bar = (page) => page.locator('.preview-bar').innerText().then((words) => words.replace(/\s+/g, ' '));

export default async function whatIf({browser, url, shots}) {
  const page = await openPage(browser, url);
  await settled(page);
  await page.keyboard.press(']');
  const cure = page.locator('.cure', {hasText: 'Rule set extended'});
  await cure.locator('.delta').waitFor();
  assert.equal(await cure.locator('.delta').innerText(), '−1 kernel, −16 B', 'told before anybody presses');
  await cure.getByRole('button').click();
  await page.locator('.preview-fact').first().waitFor();
  assert.match(await bar(page), /Preview Rule set extended kernels 2 to 1 cuts 1 to 0 traffic 2,320 to 2,304 B −0\.7%/);
  await axe(page, 'preview');
  if (shots) await page.screenshot({path: `${shots}/preview.png`});
  assert.equal((await state(page)).summary.kernels, 2, 'nothing is applied yet');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.preview-bar').count(), 0);

  await cure.getByRole('button').click();
  await page.locator('.preview-bar').getByRole('button', {name: 'Apply'}).click();
  await settled(page);
  assert.equal((await state(page)).summary.kernels, 1);
  assert.match(await page.locator('.lead').innerText(), /One kernel holds the whole definition/);

  // A cut that is forced where there is none, and taken back by undo.
  await page.evaluate(() => window.cleave.dispatch({type: 'select', selection: {kind: 'value', id: 2}, tab: 'why'}));
  await page.locator('.cure', {hasText: 'Cut after T2'}).getByRole('button').click();
  await page.locator('.preview-fact').first().waitFor();
  assert.match(await bar(page), /kernels 1 to 2/);
  await page.getByRole('button', {name: 'Apply'}).click();
  await settled(page);
  assert.equal((await state(page)).summary.cuts, 1);
  assert.match(await page.locator('.in-force').innerText(), /cut after\s+T2/);
  await page.evaluate(() => window.cleave.run('undo'));
  await settled(page);
  assert.equal((await state(page)).summary.cuts, 0);

  // Other sizes: both inputs share axis 0.
  const field = page.locator('.sizes label', {hasText: 'axis 0 of T0, T1'}).locator('input');
  await field.fill('64');
  await page.getByRole('button', {name: 'Preview sizes'}).click();
  await page.locator('.preview-fact').first().waitFor();
  assert.match(await bar(page), /traffic 2,304 B to 72 KiB \+3,100%/);

  // What cannot be is refused with the core's own words, and cannot be applied.
  await page.getByRole('button', {name: 'Discard'}).click();
  await field.fill('9007199254740991');
  await page.getByRole('button', {name: 'Preview sizes'}).click();
  await page.locator('.preview-refusal').waitFor();
  assert.match(await bar(page), /E\d{4}/);
  assert.equal(await page.locator('.preview-bar').getByRole('button', {name: 'Apply'}).isDisabled(), true);
  noErrors(page);
}
