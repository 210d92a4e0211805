// What-if: the numbers before and after, with Apply and Discard. It shows what the preview's answer says and keeps none.
import { bytes, number } from '../format';
import { dispatch, good, preview } from '../store';
import { Icon } from '../views/icons';
import { Button, Marked } from '../views/parts';
import { deltaPercent, numbersOf, type Numbers } from './what_if';

function Count({ name, before, after }: { name: string; before: number; after: number }) {
  return (
    <span class="preview-fact">
      <span class="preview-name">{name}</span>
      {before === after ? <span>{number(after)}, the same</span> : (
        <><s>{number(before)}</s><Icon name="arrow" /><span class="visually-hidden">to</span><b>{number(after)}</b></>
      )}
    </span>
  );
}

/** `1,472 → 832 MiB`: one unit where both have it. */
function Traffic({ before, after }: { before: number; after: number }) {
  const [was, now] = [bytes(before), bytes(after)];
  const sameUnit = was.split(' ')[1] === now.split(' ')[1];
  const change = deltaPercent(before, after);
  return (
    <span class="preview-fact moved">
      <span class="preview-name">traffic</span>
      {before === after ? <span>{now}, the same</span> : (
        <><s>{sameUnit ? was.split(' ')[0] : was}</s><Icon name="arrow" /><span class="visually-hidden">to</span><b>{now}</b>
          <b class={after < before ? 'better' : 'worse'}>{change}</b></>
      )}
      <span class="before-after" aria-hidden="true">
        <i class="before" style={{ width: `${(100 * before) / Math.max(before, after, 1)}%` }} />
        <i class="after" style={{ width: `${(100 * after) / Math.max(before, after, 1)}%` }} />
      </span>
    </span>
  );
}

function Facts({ before, after }: { before: Numbers; after: Numbers }) {
  return (
    <>
      <Count name="kernels" before={before.kernels} after={after.kernels} />
      <Count name="cuts" before={before.cuts} after={after.cuts} />
      <Traffic before={before.bytes} after={after.bytes} />
    </>
  );
}

export function PreviewBar() {
  const shown = preview.value;
  const result = good.value;
  if (!shown || !result) return null;
  const before = numbersOf(result.response);
  const after = shown.result && numbersOf(shown.result.response);
  const error = shown.result?.response.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  return (
    <section class="preview-bar" aria-label="Preview">
      <span class="preview-tag">Preview</span>
      <b class="preview-title"><Marked text={shown.title} /></b>
      {!shown.result && <span class="quiet">asking the core</span>}
      {before && after && <Facts before={before} after={after} />}
      {shown.result && !after && (
        <span class="preview-refusal"><Icon name="error" class="err" />{error && <code>{error.code}</code>} <span><Marked text={error?.message ?? 'It has no result'} /></span></span>
      )}
      <span class="grow" />
      <span class="preview-buttons">
        <Button onClick={() => dispatch({ type: 'preview', preview: null })}>Discard</Button>
        <Button primary disabled={!after} onClick={() => dispatch({ type: 'apply_preview' })}>Apply</Button>
      </span>
    </section>
  );
}
