// Somebody looks at every panel, at every width, in both themes: nothing scrolls sideways, nothing is out of reach of a
// screen reader, and each panel says what the core said.
import assert from 'node:assert/strict';
import {axe, noErrors, noSidewaysScroll, openPage, paste, script, settled, sizes} from '../harness.mjs';

const kTabs = ['why', 'segment', 'map', 'kernel', 'run'];

async function shown(page, tab) {
  await page.locator(`#tab-${tab}`).click();
  if (tab === 'kernel') await page.locator('.facts-row dt', {hasText: 'grid'}).waitFor();
  if (tab === 'segment' || tab === 'kernel') await page.locator('.code-plain').waitFor({state: 'detached'});
  if (tab === 'run') {
    await page.locator('.tab-bar .primary').click();
    await page.getByText('outputs match the reference').waitFor({timeout: 60_000});
  }
  await page.waitForTimeout(100);
}

export default async function inspectorPanels({browser, url, shots}) {
  const text = script('docs/examples/moe_routing.py');
  for (const theme of ['light', 'dark']) {
    for (const width of Object.keys(sizes).map(Number).filter((each) => each >= 700)) {
      const page = await openPage(browser, url, {width, theme});
      await settled(page);
      await paste(page, text);
      await settled(page);
      for (const tab of kTabs) {
        await shown(page, tab);
        await noSidewaysScroll(page);
        await axe(page, `${tab}, ${width}, ${theme}`);
        if (shots) await page.screenshot({path: `${shots}/${tab}-${width}-${theme}.png`});
      }
      assert.match(await page.locator('.run-box').innerText(), /3 of 3 outputs match the reference/);
      noErrors(page);
      await page.context().close();
    }
    await narrow(browser, url, theme, text, shots);
  }
}

async function narrow(browser, url, theme, text, shots) {
  const page = await openPage(browser, url, {width: 390, theme});
  await settled(page);
  await paste(page, text);
  await settled(page);
  for (const place of ['Segments', 'Why', 'Code']) {
    await page.locator('.tabbar').getByRole('button', {name: place}).tap();
    for (const view of place === 'Code' ? ['Kernel', 'Index map', 'Run'] : [null]) {
      if (view) await page.locator('.code-switch').getByRole('button', {name: view}).tap();
      await page.waitForTimeout(400);
      await noSidewaysScroll(page);
      await axe(page, `390, ${place} ${view ?? ''}, ${theme}`);
      if (shots) await page.screenshot({path: `${shots}/m-${place}-${view ?? 'all'}-${theme}.png`.toLowerCase().replace(/ /g, '_')});
    }
  }
  noErrors(page);
  await page.context().close();
}
