// Somebody on a phone: the graph opens fitted, a touch on the cut says what it is, one button leads to the reason.
import assert from 'node:assert/strict';
import {axe, noErrors, noSidewaysScroll, openPage, settled, state} from '../harness.mjs';

export default async function touch390({browser, url, shots}) {
  for (const theme of ['light', 'dark']) {
    const page = await openPage(browser, url, {width: 390, theme});
    await settled(page);
    await noSidewaysScroll(page);
    await axe(page, `390, graph, ${theme}`);
    if (shots) await page.screenshot({path: `${shots}/m-graph-${theme}.png`});

    const at = await page.evaluate(() => window.cleave.placeOf({kind: 'segment', id: 1}));
    await page.touchscreen.tap(at.x, at.y);
    assert.deepEqual((await state(page)).selection, {kind: 'segment', id: 1});
    const pill = await page.evaluate(() => window.cleave.placeOf({kind: 'cut', id: 0}));
    await page.touchscreen.tap(pill.x, pill.y);
    assert.deepEqual((await state(page)).selection, {kind: 'cut', id: 0});
    await page.locator('.selection-sheet').getByRole('button', {name: 'Why'}).tap();
    assert.equal((await state(page)).place, 'why');
    await noSidewaysScroll(page);
    await axe(page, `390, why, ${theme}`);
    if (shots) await page.screenshot({path: `${shots}/m-why-${theme}.png`});

    for (const tab of ['Definition', 'Segments', 'Code', 'Graph']) {
      await page.locator('.tabbar').getByRole('button', {name: tab}).tap();
      await page.waitForTimeout(150);
      await noSidewaysScroll(page);
      await axe(page, `390, ${tab}, ${theme}`);
      if (shots) await page.screenshot({path: `${shots}/m-${tab.toLowerCase()}-${theme}.png`});
    }
    const small = await page.evaluate(() => [...document.querySelectorAll('.toolbar button, .tabbar button, .selection-sheet .button')]
      .map((button) => button.getBoundingClientRect()).filter((box) => box.width > 0 && (box.width < 44 || box.height < 44)).length);
    assert.equal(small, 0, 'targets under 44 px');
    noErrors(page);
  }
  const page = await openPage(browser, url, {width: 320});
  await settled(page);
  await noSidewaysScroll(page);
}
