// What the Why tab and the what-if work out from a response.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ruleWords } from '../src/inspector/rule_words';
import { allTraffic, costLines, crossingNames, limitOf, linesOfCut, sentence, triedOf } from '../src/inspector/why_model';
import {
  axesText, cureChange, deltaPercent, deltaText, extentsOf, forbidChange, forceChange, numbersOf, sizesChange, withoutSegmentSets,
} from '../src/inspector/what_if';
import { DEFAULT_OPTIONS } from '../src/state';
import { tablesOf } from '../src/tables';
import { sample, sampleCut, sampleText } from './sample';

const tables = tablesOf(sample);

describe('a cut', () => {
  test('its reason is a sentence, whatever it begins or ends with', () => {
    expect(sentence('`sum` is a reduction')).toBe('`sum` is a reduction.');
    expect(sentence('the kernel loops')).toBe('The kernel loops.');
    expect(sentence('Done.')).toBe('Done.');
  });

  test('its lines are those that make what crosses and those that read it there', () => {
    expect(linesOfCut(sampleCut, 0, tables)).toEqual([5, 6]);
  });

  test('templates that are for something else stand apart, the lead among those that answer', () => {
    const tried = triedOf(sampleCut.reasons);
    expect(tried.attempts.map((each) => each.names.join())).toEqual(['Inner persistent,Reduction', 'Pointwise']);
    expect(tried.inapplicable.map((each) => each.code)).toEqual(['R.MISSING_OP']);
    expect(tried.attempts[0].numbers, 'said in the message already').toBe('');
    const [more] = triedOf([{ ...sampleCut.reasons[0], message: 'axis 1 of `T1`' }]).attempts;
    expect(more.numbers).toBe('extent 128 elements');
  });

  test('a lead of one that does not apply is still shown', () => {
    const [only] = triedOf([sampleCut.reasons[2]]).attempts;
    expect(only.code).toBe('R.MISSING_OP');
  });

  test('a limit is both numbers in one unit; the lead with one has its own card', () => {
    const reason = { ...sampleCut.reasons[0], code: 'R.BUFFER_TOO_BIG',
      numbers: [{ name: 'row', value: 262144, unit: 'bytes' }, { name: 'limit', value: 229376, unit: 'bytes' }] };
    expect(limitOf(reason)).toMatchObject({ neededText: '256 KiB', availableText: '224 KiB', over: true });
    expect(limitOf(sampleCut.reasons[0])).toBeNull();
    expect(triedOf([reason]).attempts).toEqual([]);
  });

  test('the cost is told for each value that crosses', () => {
    expect(costLines(sampleCut)).toMatchObject([{ label: 'T3', bytes: 16, shape: '[2, 1]' }]);
    expect(costLines({ ...sampleCut, value_bytes: 0, traffic_bytes: 0 })[0].bytes).toBe(0);
    expect(allTraffic(sample)).toBe(2320);
    expect(crossingNames({ ...sampleCut, crossings: [1, 2, 3].map(() => sampleCut.crossings[0]) })).toBe('`T3` and 2 more');
  });

  test('every rule of the page of reasons has words', () => {
    const words = ruleWords(readFileSync(new URL('../../docs/reasons.md', import.meta.url), 'utf8'));
    expect(words.size).toBeGreaterThan(20);
    for (const [code, { rule }] of words) expect(rule, code).toMatch(/^(nv)?[A-Z].*\.$/s);
    expect(words.get('R.AXIS_UNCOVERED')!.remedy).toMatch(/extended/);
  });
});

describe('what if', () => {
  test('the cure of the core becomes options', () => {
    const change = cureChange(sampleCut.cure!, DEFAULT_OPTIONS, sampleText, tables)!;
    expect(change.options.rules).toBe('extended');
    expect(change.title).toBe('Rule set `extended`');
  });

  test('a forced cut is taken away by whichever name it was asked', () => {
    const cure = { kind: 'remove' as const, text: 'Do not.', cuts: ['T3'], segment_sets: [] };
    const asked = { ...DEFAULT_OPTIONS, cut: ['#3', 'T9'] };
    expect(cureChange(cure, asked, sampleText, tables)!.options.cut).toEqual(['T9']);
  });

  test('a segment_set is edited into a set where its statement stands, behind letters of more bytes too', () => {
    const text = '# äöü €\nT3 = fd.ops.segment_set(T2)\n';
    const begin = new TextEncoder().encode('# äöü €\n').length;
    const changed = tablesOf({ ...sample, ops: sample.ops!.map((op) => (op.id === 1 ? { ...op, begin, end: begin + 27 } : op)) });
    expect(withoutSegmentSets(text, ['T3'], changed)).toBe('# äöü €\nT3 = fd.ops.set(T2)\n');
    expect(withoutSegmentSets(text, ['T8'], changed)).toBeNull();
  });

  test('cuts are forced and forbidden by index, each once', () => {
    expect(forceChange({ original: 3, label: 'x (T3)' }, { ...DEFAULT_OPTIONS, cut: ['#3'] }).options.cut).toEqual(['#3']);
    expect(forceChange({ original: 3, label: 'x (T3)' }, DEFAULT_OPTIONS).title).toBe('Cut after `x`');
    expect(forbidChange(sampleCut, DEFAULT_OPTIONS).options.keep).toEqual(['#3']);
  });

  test('equal extents are one size and change together', () => {
    const extents = extentsOf(sample.inputs!);
    expect(extents.map((each) => [each.extent, axesText(each)])).toEqual([
      [2, 'axis 0 of T0, T1'], [32, 'axis 1 of T0'], [128, 'axis 1 of T1']]);
    const { options } = sizesChange(sample.inputs!, new Map([[2, 64]]), { ...DEFAULT_OPTIONS, input: ['T1=8x8:Float'] });
    expect(options.input).toEqual(['#0=64x32:Float', '#1=64x128:Float']);
  });

  test('before and after in words', () => {
    const before = numbersOf(sample)!;
    expect(before).toEqual({ kernels: 2, cuts: 1, bytes: 2320 });
    expect(deltaText(before, { kernels: 1, cuts: 0, bytes: 2304 })).toBe('−1 kernel, −16 B');
    expect(deltaText(before, before)).toBe('no change');
    expect(deltaPercent(1472, 832)).toBe('−43%');
    expect(deltaPercent(5, 5)).toBe('');
  });
});
