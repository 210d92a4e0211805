// Every state of the page in both themes and at every width, without one accessibility fault: main, error, stale, mended,
// empty, hostile input, storage that is blocked.
import assert from 'node:assert/strict';
import {axe, editorText, noErrors, noSidewaysScroll, openPage, paste, script, settled, sizes, state} from '../harness.mjs';

export default async function states({browser, url, shots}) {
  for (const theme of ['light', 'dark']) {
    for (const width of Object.keys(sizes).map(Number)) {
      const page = await openPage(browser, url, {width, theme});
      await settled(page);
      await page.waitForTimeout(200);
      const check = async (name) => {
        await noSidewaysScroll(page);
        await axe(page, `${name}, ${width}, ${theme}`);
        if (shots) await page.screenshot({path: `${shots}/${name}-${width}-${theme}.png`});
      };
      await check('main');
      const good = await editorText(page);
      await paste(page, good.replace('ops.sum(', 'ops.sumn('));
      await settled(page);
      assert.equal((await state(page)).stale, true);
      assert.equal((await state(page)).summary.kernels, 2, 'the last good result stays');
      if (width >= 700) {
        await check('error');
        await page.locator('.problems').getByRole('button', {name: 'Change to sum'}).click();
        await settled(page);
        assert.equal(await editorText(page), good);
      }
      await page.evaluate(() => window.cleave.dispatch({type: 'edit', text: '', at: 0}));
      await page.waitForTimeout(300);
      if (width < 700) await page.locator('.tabbar').getByRole('button', {name: 'Definition'}).tap();
      await check('empty');
      noErrors(page);
      await page.context().close();
    }
  }
  await hostile(browser, url);
}

async function hostile(browser, url) {
  const page = await openPage(browser, url);
  await settled(page);
  const before = await editorText(page);
  for (const text of ['\u0000\u0001\ufffd binary \u0007'.repeat(1000), '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
    `${'# filler line of a long log\n'.repeat(380_000)}${before}`]) {
    await paste(page, text);
    await settled(page, 60_000);
    assert.equal((await editorText(page)).length, text.length);
  }
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal((await state(page)).summary.kernels, 2, '10 MB of log around a definition');
  await page.evaluate(() => window.cleave.run('undo'));
  await page.evaluate(() => window.cleave.run('undo'));
  await page.evaluate(() => window.cleave.run('undo'));
  assert.equal(await editorText(page), before);

  const blocked = await openPage(browser, url, {before: (opened) => opened.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  })});
  await settled(blocked);
  await paste(blocked, script('tests/cases/first_example.py'));
  await blocked.locator('.notice').filter({hasText: 'does not store the text'}).waitFor();
}
