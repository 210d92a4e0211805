// Somebody pastes a whole bug report: the definition is found, what was ignored is said, the segment that the error
// names is selected, and undo brings the old text back.
import assert from 'node:assert/strict';
import {axe, editorText, noErrors, openPage, paste, script, settled, state} from '../harness.mjs';

const report = `**Describe the bug**
I get this since 0.2.3:

\`\`\`
Traceback (most recent call last):
  File "/opt/nvfuser/__init__.py", line 105, in execute
RuntimeError: INTERNAL ASSERT FAILED, segmentation group 1 could not be compiled
\`\`\`

\`\`\`python
${script('tests/cases/first_example.py')}
\`\`\`
Versions: torch 2.4, cuda 12.4
`;

export default async function pasteReport({browser, url}) {
  for (const theme of ['light', 'dark']) {
    const page = await openPage(browser, url, {theme});
    await settled(page);
    const before = await editorText(page);
    await paste(page, report);
    await settled(page);
    const now = await state(page);
    assert.equal(now.summary.kernels, 2);
    assert.deepEqual(now.selection, {kind: 'segment', id: 1}, 'the segment that the error names');
    const notice = await page.locator('.notice').innerText();
    assert.match(notice, /Took the definition and 2 inputs/);
    assert.match(notice, /Ignored: \d+ other lines\. The error names segment 1: selected B\./);
    await axe(page, `pasted report, ${theme}`);
    await page.locator('.notice').getByRole('button', {name: 'Undo'}).click();
    assert.equal(await editorText(page), before);
    noErrors(page);
  }
}
