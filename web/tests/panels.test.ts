// Segment, index map, kernel and run: what each tab works out.
import { describe, expect, test } from 'vitest';
import type { KernelView, OutputView } from '../src/api_types';
import { helpersOf, kernelFacts, litRanges, rangeOfLine } from '../src/inspector/kernel_model';
import {
  allMaps, between, boundaryMap, mapItems, offsetsOf, rowsOfSegment, spanText, traceOf, type MapChoices, type MapItem,
} from '../src/inspector/map_model';
import { microseconds, outputLines, small, timeLines, verdictTitle } from '../src/inspector/run_model';
import { asidesOf, factsOf, linesBefore, scriptName, withOriginalNames } from '../src/inspector/segment_model';
import { tablesOf } from '../src/tables';
import { sample, sampleSegments } from './sample';

const tables = tablesOf(sample);
const all = tables.segments.map((_, id) => rowsOfSegment(id, tables));
const plain: MapChoices = { boundary: false, order: 'segment', filter: '', sort: null, open: new Set(), lit: new Set() };
const shapeOf = (items: MapItem[]) => items.map((item) =>
  item.kind === 'row' ? item.row.key : item.kind === 'group' ? `g${item.segment}` : item.kind === 'fold' ? `fold ${item.rows.length}` : '-');

describe('index map', () => {
  test('a row says where it comes from and who reads it, in other segments too', () => {
    const [first, , out] = all[0];
    expect([first.own, first.original, first.from.words]).toEqual(['T0', 'T0', 'input']);
    expect([out.own, out.original, out.usedBy]).toEqual(['T2', 'T3', { words: '', segments: [1] }]);
    expect(all[1][1].from).toEqual({ words: 'broadcast', segment: 0 });
    expect(all[1][2].usedBy.words).toBe('output');
  });

  test('groups with a cut between them; boundary hides inner states', () => {
    expect(shapeOf(mapItems(all, plain))).toEqual(['g0', '0:0', '0:1', '0:2', '-', 'g1', '1:0', '1:1', '1:2']);
    expect(shapeOf(mapItems(all, { ...plain, boundary: true }))).not.toContain('0:1');
  });

  test('runs of inner states fold, open on demand, and never hide what is lit', () => {
    const inner = Array.from({ length: 5 }, (_, i) => ({ ...all[0][1], key: `0:${10 + i}`, index: 10 + i }));
    const many = [[all[0][0], ...inner, all[0][2]]];
    expect(shapeOf(mapItems(many, plain))).toEqual(['g0', '0:0', 'fold 5', '0:2']);
    expect(shapeOf(mapItems(many, { ...plain, open: new Set(['fold 0:10']) }))).toHaveLength(9);
    expect(shapeOf(mapItems(many, { ...plain, lit: new Set(['0:12']) }))).toEqual(['g0', '0:0', 'fold 2', '0:12', 'fold 2', '0:2']);
  });

  test('the filter takes every word, and empty groups go', () => {
    expect(shapeOf(mapItems(all, { ...plain, filter: 'out t3' }))).toEqual(['g0', '0:2']);
    expect(mapItems(all, { ...plain, filter: 'nowhere' })).toEqual([]);
  });

  test('sorted by a column within each group, and by original across groups', () => {
    const sorted = mapItems(all, { ...plain, sort: { column: 'original', down: true } });
    expect(shapeOf(sorted).slice(0, 4)).toEqual(['g0', '0:2', '0:1', '0:0']);
    expect(shapeOf(mapItems(all, { ...plain, order: 'original' }))).toEqual(['0:0', '1:0', '0:1', '0:2', '1:1', '1:2']);
  });

  test('extents of inputs and temporaries say where they come from', () => {
    const segment = { ...sampleSegments[0], index_map: [
      { segment: 0, original: -2, role: 'extent' as const, label: 'extent 1 of T0' },
      { segment: 1, original: null, role: 'inner' as const, label: 'T1 (T5).broadcast' },
      { segment: 2, original: null, role: 'inner' as const, label: 'primitive V4' }] };
    const rows = rowsOfSegment(0, tablesOf({ ...sample, segments: [segment, sampleSegments[1]] }));
    expect(rows.map((row) => row.remark)).toEqual(['−2, extent 1 of T0', 'inside broadcast of T1', 'decomposed']);
    expect(rows.every((row) => row.original === null)).toBe(true);
  });

  test('maps as Python, and the way of a value', () => {
    expect(boundaryMap(1, tables)).toBe('{0: 1, 1: 3, 2: 4}');
    expect(allMaps(tables)).toBe('[\n    {0: 0, 2: 3},  # A\n    {0: 1, 1: 3, 2: 4},  # B\n]\n');
    expect(traceOf(3, tables)).toEqual([{ segment: 0, own: 'T2', crossed: null }, { segment: 1, own: 'T1', crossed: 8 }]);
    expect(spanText(['T5', 'T6', 'T7'])).toBe('T5 to T7');
  });

  test('the window holds every item that it touches', () => {
    const items = mapItems(all, plain);
    const { tops, height } = offsetsOf(items);
    expect(height).toBeCloseTo(2 * 1.75 + 6 * 1.5 + 0.6875);
    expect(between(tops, 0, 0.1)).toEqual([0, 1]);
    expect(between(tops, 1.8, 100)).toEqual([1, 9]);
    expect(between(new Float64Array(0), 0, 5)).toEqual([0, 0]);
  });
});

describe('segment', () => {
  test('each statement has its original beside it, shifted into the script', () => {
    const script = sampleSegments[0].repro!;
    expect(linesBefore(script, sampleSegments[0].definition)).toBe(2);
    expect(asidesOf(0, tables, 2).map((each) => [each.line, each.original, each.words])).toEqual([
      [4, 'T0', 'line 2'], [5, 'T2', 'line 4'], [6, 'T3', 'line 5']]);
    expect(asidesOf(1, tables)[1]).toMatchObject({ original: 'T3', segment: 0 });
  });

  test('original names replace own ones, all at once', () => {
    expect(withOriginalNames('T2 = add(T0, T1)', sampleSegments[1])).toBe('T4 = add(T1, T3)');
    expect(withOriginalNames('T9 = x', sampleSegments[1])).toBe('T9_own = x');
  });

  test('facts and file names', () => {
    expect(factsOf(1, tables)).toEqual({ ops: 1, copies: 0, reads: 1032, writes: 1024, after: [0] });
    expect(scriptName('../../etc/pass wd', 1)).toBe('.._.._etc_pass_wd_B.py');
    expect(scriptName('', 27)).toBe('fusion_AB.py');
  });
});

const kernel: KernelView = {
  segment: 1, template: 'pointwise', variant: 'flat', entry: 'k', reasons: [], grid: [4, 2, 1], block: [8, 16, 1], cluster: [1, 1, 1],
  cooperative: false, shared_bytes: 256, dynamic_shared_bytes: 0, registers: null, spills: null, arguments: [],
  ranges: [
    { segment: 2, original: 4, label: 'T4', first_line: 10, last_line: 20 },
    { segment: 2, original: 4, label: 'T4', first_line: 3, last_line: 3 },
    { segment: 1, original: 3, label: 'T3', first_line: 12, last_line: 14 }],
  source: 'struct Sum {\n};\ntemplate <class T>\n__device__ T both(T a) { return a; }\n\n// pointwise\n// why\nextern "C" __global__ void k() {\n}\n',
};

describe('kernel', () => {
  test('launch facts leave out what is one and say what was not compiled', () => {
    expect(kernelFacts(kernel).map((fact) => `${fact.name} ${fact.value} ${fact.more}`.trim())).toEqual([
      'grid 4 × 2', 'block 128 8 × 16', 'registers not compiled', 'shared 256 B']);
    expect(kernelFacts({ ...kernel, grid: [] })).toEqual([]);
  });

  test('helpers end before the comment of the kernel', () => {
    expect(helpersOf(kernel.source!)).toEqual({ last: 5, names: ['Sum', 'both'] });
    expect(helpersOf('no kernel')).toEqual({ last: 0, names: [] });
  });

  test('ranges of what is lit, and the innermost one of a line', () => {
    expect(litRanges(kernel, new Set(['1:2'])).map((range) => range.first_line)).toEqual([3, 10]);
    expect(litRanges(kernel, new Set(['0:2']))).toEqual([]);
    const moves = { role: 'in' as const, segment: 5, original: 1, label: 'T1', dtype: 'Float', type: 'const float*', bytes: 8 };
    const source = '__global__ void k(const float* T5) {\n  // T5\n  float a = T5[0];\n  float b = T55[1];\n}\n';
    expect(litRanges({ ...kernel, source, arguments: [moves] }, new Set(['1:5'])).map((range) => range.first_line)).toEqual([3]);
    expect(rangeOfLine(kernel, 13)?.label).toBe('T3');
    expect(rangeOfLine(kernel, 1)).toBeNull();
  });
});

describe('run', () => {
  const output: OutputView = {
    index: 4, label: 'T4', shape: [2, 128], dtype: 'Float', max_abs_error: 3.9e-3, max_rel_error: 1e-6, relative_tolerance: 2e-6,
    absolute_tolerance: 1e-6, updates_input: false, equal: false, matches: true,
  };

  test('errors beside what is allowed; not a number is said in words', () => {
    const lines = outputLines({ ...sample, outputs: [output, { ...output, max_rel_error: null, max_abs_error: null, matches: false }] });
    expect(lines[0]).toMatchObject({ error: '3.9e-3', relative: '1.0e-6', allowed: '2.0e-6', used: 0.5 });
    expect(lines[1]).toMatchObject({ error: 'not a number', used: null });
    expect(verdictTitle(lines)).toBe('1 of 2 outputs match the reference');
    expect(verdictTitle([])).toBe('There is no output to compare');
  });

  test('small numbers and times', () => {
    expect([0, 0.00007, 0.5, 123456].map(small)).toEqual(['0', '7.0e-5', '0.5', '1.2e+5']);
    expect([45, 2000, 12345, 1_300_000].map(microseconds)).toEqual(['45 µs', '2.0 ms', '12.3 ms', '1.3 s']);
  });

  test('shares are of the time of all, and nothing run divides nothing', () => {
    const ran = { ...sample, segments: sampleSegments.map((each, i) => ({ ...each, microseconds: i === 0 ? 30 : 90 })) };
    expect(timeLines(ran).lines.map((line) => line.share)).toEqual([0.25, 0.75]);
    expect(timeLines(sample).lines.every((line) => line.share === 0)).toBe(true);
  });
});
