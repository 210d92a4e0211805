// Somebody opens ten thousand ops: the page stays alive, shows how far it is, can be cancelled, and shows cards at first.
import assert from 'node:assert/strict';
import {axe, openPage, paste, settled, state} from '../harness.mjs';

/** A chain with a row sum every forty ops. */
export function chain(ops) {
  const lines = ['import torch', 'from nvfuser import FusionDefinition, DataType', '', 'def nvfuser_fusion_id1(fd : FusionDefinition) -> None :',
    '    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)'];
  const names = ['exp', 'neg', 'sin', 'relu'];
  for (let i = 0; i < ops; i++) {
    const kind = i % 40;
    const call = kind === 37 ? `sum(T${i}, dims=[1], keepdim=False, dtype=DataType.Float)`
      : kind === 38 ? `broadcast(T${i}, is_broadcast_dim=[False, True])`
      : kind === 39 ? `add(T${i}, T${i - 2})` : `${names[kind % 4]}(T${i})`;
    lines.push(`    T${i + 1} = fd.ops.${call}`);
  }
  lines.push(`    fd.add_output(T${ops})`, '', 'with FusionDefinition() as fd:', '    nvfuser_fusion_id1(fd)', '',
    'inputs = [', "    torch.randn(2048, 1024, dtype=torch.float32, device='cuda:0'),", ']', 'fd.execute(inputs)', '');
  return lines.join('\n');
}

export default async function tenThousand({browser, url, shots}) {
  const page = await openPage(browser, url);
  await settled(page);
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.longTasks.push(Math.round(entry.duration))))
      .observe({type: 'longtask'});
  });
  await paste(page, chain(10_000));
  await page.locator('.working').waitFor({timeout: 5000}).catch(() => {});
  if (shots) await page.screenshot({path: `${shots}/loading.png`});
  await settled(page, 60_000);
  const now = await state(page);
  assert.equal(now.summary.ops, 10_000);
  await page.waitForTimeout(300);
  console.log(`        long tasks at 10,000 ops: ${await page.evaluate(() => window.longTasks.join(', ') || 'none')} ms`);
  await axe(page, '10,000 ops');

  // Cancel takes effect at once and shows the result from before.
  await page.locator('.editor .cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('#');
  await page.waitForFunction(() => window.cleave.state().working);
  await page.evaluate(() => window.cleave.run('cancel'));
  await page.locator('.notice').waitFor();
  assert.match(await page.locator('.notice').innerText(), /Cancelled while .*\s+Shown: the result from before line 1 changed\./);
  await axe(page, 'cancelled');
  if (shots) await page.screenshot({path: `${shots}/cancelled.png`});
  await page.locator('.notice').getByRole('button', {name: 'Run again'}).click();
  await settled(page, 60_000);
  assert.ok((await state(page)).resultOf.startsWith('#'));
}
