// Somebody opens the address that the local runner printed: the token leaves the address, runs go to this machine's GPU
// with it, and a runner that has gone is told in words.
import assert from 'node:assert/strict';
import {axe, openPage, settled} from '../harness.mjs';

const kToken = 'abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE';

const ran = {
  version: '0.1.0', command: 'run', file_name: 'x', ok: true, diagnostics: [], diagnostics_dropped: 0,
  segments: [
    {id: 0, scheduler: 'reduction', template: 'reduction', ops: 2, definition: '', inputs: [], outputs: [], index_map: [], bytes_read: 256, bytes_written: 8, microseconds: 3},
    {id: 1, scheduler: 'pointwise', template: 'pointwise', ops: 1, definition: '', inputs: [], outputs: [], index_map: [], bytes_read: 1032, bytes_written: 1024, microseconds: 9},
  ],
  outputs: [{index: 4, label: 'T4', shape: [2, 128], dtype: 'Float', max_abs_error: 1e-7, max_rel_error: 1e-7, relative_tolerance: 2e-6, absolute_tolerance: 2e-6, updates_input: false, equal: false, matches: true}],
  run: {matches: true, verdict: 'the segments give the same result as the whole, within the tolerance', estimated_bytes: 1, peak_bytes: 2312, seed: 0, gpu: 'NVIDIA H200'},
};

export default async function localRunner({browser, url, shots}) {
  const calls = [];
  let answers = true;
  const page = await openPage(browser, `${url}#token=${kToken}`, {before: async (opened) => {
    await opened.route('**/about', (route) => route.fulfill({json: {version: '0.1.0', device: 'cuda', gpu: 'NVIDIA H200'}}));
    await opened.route('**/call', (route) => {
      calls.push({token: route.request().headers().authorization, request: route.request().postDataJSON()});
      return answers ? route.fulfill({json: ran}) : route.fulfill({status: 401, body: 'the token is missing or wrong'});
    });
  }});
  await settled(page);
  assert.doesNotMatch(page.url(), /token/);
  await page.locator('#tab-run').click();
  await page.getByRole('button', {name: 'NVIDIA H200, this computer'}).click();
  await page.locator('.tab-bar .primary').click();
  await page.getByText('1 of 1 outputs match the reference').waitFor();
  assert.equal(calls[0].token, `Bearer ${kToken}`);
  assert.equal(calls[0].request.device, 'cuda');
  assert.match(await page.locator('.run-box').innerText(), /on NVIDIA H200/);
  assert.match(await page.locator('.times').innerText(), /A Reduction\s+264 B\s+3 µs\s+25%/);
  await axe(page, 'run on the local runner');
  if (shots) await page.screenshot({path: `${shots}/run-local.png`});

  answers = false;
  await page.locator('.tab-bar .primary').click();
  await page.getByText('The runner of this computer gave no answer.').waitFor();
  assert.match(await page.locator('.run-box').innerText(), /The token is missing or wrong\./);
  assert.equal(await page.locator('.notice').count(), 0, 'a token is no damaged link');
}
