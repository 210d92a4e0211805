// Somebody shares what they see; somebody else opens it and sees the same. Links that were cut short, changed or made to
// harm give a message, keep the text that was there, and run nothing.
import assert from 'node:assert/strict';
import {axe, editorText, noErrors, openPage, paste, script, settled, state} from '../harness.mjs';

export default async function shareLink({browser, url, shots}) {
  const page = await openPage(browser, url);
  await settled(page);
  const text = script('docs/examples/cross_entropy.py');
  await paste(page, text);
  await settled(page);
  await page.evaluate(() => window.cleave.dispatch({type: 'options', options: {rules: 'extended'}}));
  await settled(page);
  await page.evaluate(() => window.cleave.dispatch({type: 'select', selection: {kind: 'op', id: 3}, tab: 'map'}));
  await page.keyboard.press('Control+s');
  await page.locator('.toast', {hasText: 'Copied the link'}).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${url}#`) && link.length < 2000, `${link.length} characters`);
  assert.equal(page.url(), link, 'the address is the link');

  const other = await openPage(browser, link);
  await settled(other);
  assert.equal(await editorText(other), text);
  const there = await state(other);
  assert.equal(there.options.rules, 'extended');
  assert.deepEqual(there.selection, {kind: 'op', id: 3});
  assert.equal(there.tab, 'map');
  await other.reload();
  await settled(other);
  assert.equal(await editorText(other), text, 'a reload gives the same page');
  noErrors(other);

  await hostile(browser, url, link, shots);
  await issue(page);
  noErrors(page);
}

/** Fragments with a payload, packed as the page packs its own. */
async function packed(page, value) {
  return page.evaluate(async (json) => {
    const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(1, ...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  }, JSON.stringify(value));
}

async function hostile(browser, url, link, shots) {
  const script = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const maker = await openPage(browser, url);
  const named = await packed(maker, {text: `${script}\n`, name: script, options: {gpu: script, cut: [script], input: [script]}, selection: {kind: script, id: script}, tab: script});
  const fragment = link.slice(link.indexOf('#'));
  const damaged = [fragment.slice(0, fragment.length / 2), fragment.slice(0, -3), '#javascript:alert(1)', `#${script}`, '#%3Cscript%3E', '#AAAA', `#${'A'.repeat(50_000)}`];
  for (const bad of damaged) {
    const page = await openPage(browser, `${url}${bad}`);
    await page.locator('.notice', {hasText: 'The link could not be read'}).waitFor();
    await page.waitForFunction(() => window.cleave.state().summary?.kernels === 2, null, {timeout: 20_000});
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    if (bad === damaged[0]) {
      await axe(page, 'damaged link');
      if (shots) await page.screenshot({path: `${shots}/damaged-link.png`});
    }
    noErrors(page);
    await page.context().close();
  }
  const page = await openPage(browser, `${url}#${named}`);
  await settled(page);
  assert.equal((await state(page)).text, `${script}\n`);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator('img[src="x"]').count(), 0);
}

async function issue(page) {
  await page.evaluate(() => window.cleave.run('copy_issue'));
  await page.locator('.toast', {hasText: 'Copied as Markdown'}).waitFor();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(markdown, /^### .*: 17 ops → \d kernels?/);
  assert.match(markdown, /```python\n# Cross entropy/);
  assert.match(markdown, /cleave explain --rules extended /);
}
