// Somebody attaches the report to an issue; it opens alone, without a network, without any other file, and whatever the
// definition holds is text in it.
import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {axe, noErrors, noSidewaysScroll, openPage, paste, script, settled} from '../harness.mjs';

async function saved(page, command) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.evaluate((id) => window.cleave.run(id), command)]);
  const path = join(mkdtempSync(join(tmpdir(), 'cleave-')), file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

export default async function reportAlone({browser, url, shots}) {
  const page = await openPage(browser, url);
  await settled(page);
  const hostile = '</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>';
  await paste(page, `# ${hostile}\n${script('docs/examples/moe_routing.py')}`);
  await settled(page);
  await page.locator('#tab-kernel').click();
  await page.locator('.facts-row').waitFor();
  const path = await saved(page, 'download_report');

  for (const theme of ['light', 'dark']) {
    const report = await openPage(browser, pathToFileURL(path).href, {theme});
    const requests = [];
    report.on('request', (request) => requests.push(request.url()));
    await report.reload();
    await report.locator('h1').waitFor();
    const words = await report.locator('main').innerText();
    assert.match(words, /14 ops → 5 kernels · 5 cuts/);
    assert.match(words, /A kernel of scans, sorts or scatters has no place for sum that makes count\./);
    assert.ok(words.includes(hostile), 'as text');
    assert.equal(await report.evaluate(() => window.hacked), undefined);
    assert.equal(await report.locator('img').count(), 1, 'the drawing and nothing else');
    assert.ok(await report.locator('figure img').evaluate((image) => image.naturalWidth > 100), 'the drawing is drawn');
    assert.ok(await report.locator('summary', {hasText: 'Kernel'}).count() > 0);
    assert.deepEqual(requests.filter((each) => !/^(file|data):/.test(each)), [], 'nothing is loaded');
    await noSidewaysScroll(report);
    await axe(report, `report, ${theme}`);
    if (shots) await report.screenshot({path: `${shots}/report-${theme}.png`, fullPage: true});
    noErrors(report);
  }

  const svg = readFileSync(await saved(page, 'download_svg'), 'utf8');
  assert.match(svg, /^<svg /);
  assert.doesNotMatch(svg, /<script/);
  assert.deepEqual([...readFileSync(await saved(page, 'download_png')).subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.match(readFileSync(await saved(page, 'download_dot'), 'utf8'), /^digraph segments \{[\s\S]*\}\n$/);
  assert.equal(JSON.parse(readFileSync(await saved(page, 'download_json'), 'utf8')).summary.kernels, 5);
  noErrors(page);
}
