// What if: cuts forced and forbidden, the rule set, the device, other sizes. Each is a preview first; what is in force
// already can be taken back here.
import { useState } from 'preact/hooks';
import type { CutView, RuleSet } from '../api_types';
import { kDevices, kRuleSets } from '../devices';
import { number } from '../format';
import { good, options, preview, tables } from '../store';
import { Choice } from '../views/Toolbar';
import { Button, IconButton } from '../views/parts';
import { shownValue } from './shown';
import { axesText, extentsOf, forbidChange, forceChange, shortLabel, sizesChange, type Change } from './what_if';
import { togglePreview } from './what_if_actions';
import { ChangeCard } from './Why';

/** What was asked for by hand, each with a way back. */
function InForce() {
  const now = options.value;
  const labelOf = (name: string) => {
    const original = /^#(\d+)$/.exec(name)?.[1];
    const value = original === undefined ? undefined : tables.value.values.find((each) => each.original === Number(original));
    return value ? shortLabel(value.label) : name;
  };
  const without = (field: 'cut' | 'keep' | 'input', name: string, words: string): Change =>
    ({ title: words, note: '', options: { ...now, [field]: now[field].filter((each) => each !== name) } });
  const items = [
    ...now.cut.map((name) => ({ words: <>cut after <code>{labelOf(name)}</code></>, back: without('cut', name, `No forced cut after \`${labelOf(name)}\``) })),
    ...now.keep.map((name) => ({ words: <>no cut at <code>{labelOf(name)}</code></>, back: without('keep', name, `A cut at \`${labelOf(name)}\` allowed again`) })),
    ...now.input.map((name) => ({ words: <code>{name}</code>, back: without('input', name, `Sizes of \`${name.split('=')[0]}\` as written`) })),
  ];
  if (items.length === 0) return null;
  return (
    <ul class="in-force" aria-label="In force">
      {items.map((item, i) => (
        <li key={i}><span>{item.words}</span><IconButton icon="close" label="Preview without it" onClick={() => void togglePreview(item.back)} /></li>
      ))}
    </ul>
  );
}

function Sizes() {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const inputs = good.value?.response.inputs ?? [];
  const extents = extentsOf(inputs).slice(0, 12);
  if (extents.length === 0) return null;
  const wanted = new Map<number, number>();
  for (const [extent, words] of typed) {
    const now = Number(words.replace(/[,\s]/g, ''));
    if (Number.isSafeInteger(now) && now > 0 && now !== extent) wanted.set(extent, now);
  }
  const preview = () => void togglePreview(sizesChange(inputs, wanted, options.value));
  return (
    <form class="sizes" onSubmit={(event) => { event.preventDefault(); if (wanted.size > 0) preview(); }}>
      <h4>Sizes</h4>
      {extents.map((extent) => (
        <label key={extent.extent}>
          <span class="sizes-where">{axesText(extent)}</span>
          <input type="text" inputMode="numeric" value={typed.get(extent.extent) ?? number(extent.extent)}
            onInput={(event) => setTyped(new Map(typed).set(extent.extent, event.currentTarget.value))} />
        </label>
      ))}
      <div class="sizes-buttons">
        <Button disabled={wanted.size === 0} onClick={preview}>Preview sizes</Button>
        {typed.size > 0 && <Button onClick={() => setTyped(new Map())}>Reset</Button>}
      </div>
    </form>
  );
}

export function WhatIf({ cut }: { cut: CutView | undefined }) {
  const now = options.value;
  const chosen = preview.value?.options ?? now;
  const value = shownValue.value === null ? undefined : tables.value.values[shownValue.value];
  const canForce = value !== undefined && value.readers.length > 0 && value.maker !== null;
  return (
    <section class="part">
      <h3>What if</h3>
      <InForce />
      <ul>
        {cut && <ChangeCard change={forbidChange(cut, now)} />}
        {canForce && <ChangeCard change={forceChange(value, now)} />}
      </ul>
      {!canForce && <p class="nothing">Select a value or an op to try a cut after it.</p>}
      <div class="what-if-choices">
        <Choice<RuleSet> label="Rules" value={chosen.rules} choices={kRuleSets}
          onChange={(rules) => void togglePreview({ title: `Rule set \`${rules}\``, note: '', options: { ...now, rules } })} />
        <Choice label="Device" value={chosen.gpu} choices={kDevices}
          onChange={(gpu) => void togglePreview({ title: `Device \`${gpu}\``, note: '', options: { ...now, gpu } })} />
      </div>
      <Sizes key={good.value?.text} />
    </section>
  );
}
