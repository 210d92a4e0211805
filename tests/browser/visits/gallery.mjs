// Somebody opens every example: each has its picture, its numbers are those of the page, and each runs to its end.
import assert from 'node:assert/strict';
import {axe, noErrors, openPage, settled, state} from '../harness.mjs';

export default async function gallery({browser, url, shots}) {
  const page = await openPage(browser, url);
  await settled(page);
  await page.keyboard.press('e');
  await page.locator('.gallery .example').first().waitFor();
  await page.waitForTimeout(300);
  await axe(page, 'gallery');
  if (shots) await page.screenshot({path: `${shots}/gallery.png`});
  const broken = await page.locator('.gallery img').evaluateAll((all) => Promise.all(all.map((image) => {
    image.loading = 'eager';
    return image.decode().then(() => null, () => image.closest('.example').innerText);
  })));
  assert.deepEqual(broken.filter(Boolean), [], 'pictures that are none');
  const count = await page.locator('.gallery .example').count();
  assert.ok(count >= 20, `${count} examples`);
  for (let i = 0; i < count; i++) {
    if (i > 0) await page.evaluate(() => window.cleave.run('open_gallery'));
    const card = page.locator('.gallery .example').nth(i);
    const title = await card.locator('b').innerText();
    const words = (await card.locator('.example-numbers').innerText()).replace(/\s+/g, ' ');
    await card.click();
    await page.locator('.gallery').waitFor({state: 'detached'});
    await settled(page);
    const {summary} = await state(page);
    assert.ok((await page.locator('.picker').innerText()).includes(title), title);
    const [ops, kernels] = words.match(/\d+/g).map(Number);
    assert.deepEqual([summary.ops, summary.kernels], [ops, kernels], `${title}: ${words}`);
  }
  await page.evaluate(() => window.cleave.run('open_gallery'));
  await page.locator('.gallery input').fill('reshape');
  assert.ok(await page.locator('.gallery .example').count() >= 2);
  await page.locator('.gallery input').fill('no such thing');
  assert.equal(await page.getByText('No example matches.').count(), 1);
  await page.keyboard.press('Escape');
  noErrors(page);
}
