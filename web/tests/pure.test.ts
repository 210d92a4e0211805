// The small pure parts: places in a text, palette, steps, viewport, words for numbers.
import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { namedSegment } from '../src/arrival';
import { kDevices } from '../src/devices';
import { closeness, find, type Found } from '../src/find';
import { bytes, bytesDelta, letter, percent } from '../src/format';
import { split } from '../src/graph/scene';
import { fittingZoom, levelOf, placed, revealing, zoomedAt } from '../src/graph/viewport';
import { kept } from '../src/keep_form';
import { indicesOfBytes, mended, suggestionOf } from '../src/places';
import { barsAround, opsOfStep } from '../src/steps';
import type { DiagnosticView, MergeView, OpView } from '../src/api_types';

test('byte offsets become places of the text', () => {
  expect(indicesOfBytes('aé€😀b', [0, 1, 3, 6, 10, 11, 99])).toEqual([0, 1, 2, 3, 5, 6, 6]);
});

const diagnostic = (message: string, begin: number, end: number): DiagnosticView => ({
  severity: 'error', code: 'E0102', name: '', message, begin, end, labels: [], notes: [], rendered: '',
});

test('a suggestion is told from what was seen, and is taken in place', () => {
  const unknown = diagnostic('unknown op `sumn`; did you mean `sum`?', 6, 10);
  expect(suggestionOf(unknown)).toEqual({ seen: 'unknown op `sumn`', instead: 'sum' });
  expect(mended('é = f.sumn(x)', { ...unknown, begin: 7, end: 11 })).toBe('é = f.sum(x)');
  expect(mended('x', diagnostic('no', 0, 1))).toBeNull();
});

test('the palette prefers names that begin with what was typed', () => {
  const all: Found[] = ['sum T16', 'cumsum T2', 'T160'].map((name) => ({ kind: 'op', name, detail: '' }));
  expect(find(all, 'sum')[0].name).toBe('sum T16');
  expect(find(all, 't16').map((found) => found.name)).toEqual(['T160', 'sum T16']);
  expect(find(all, 'xyz')).toEqual([]);
  expect(closeness('broadcast_in_dim', 'bid')).not.toBeNull();
});

test('palette over twenty thousand names answers within a frame or two', () => {
  const all: Found[] = Array.from({ length: 20_000 }, (_, i) => ({ kind: 'value', name: `T${i} broadcast`, detail: `line ${i}` }));
  expect(find(all, 'T19999')[0].name).toBe('T19999 broadcast');
});

test('a step names the ops of both groups as they were before it', () => {
  const ops = [0, 1, 2, 3].map((id) => ({ id, group: id } as OpView));
  const merges: MergeView[] = [
    { first: 0, second: 1, saved_bytes: 8, refused: null },
    { first: 2, second: 3, saved_bytes: 8, refused: 'R.X' },
    { first: 0, second: 2, saved_bytes: 4, refused: null },
    { first: 0, second: 3, saved_bytes: 4, refused: null },
  ];
  expect(opsOfStep(ops, merges, 2)).toMatchObject({ first: new Set([0, 1]), second: new Set([2]) });
  expect(opsOfStep(ops, merges, 3)).toMatchObject({ first: new Set([0, 1, 2]), second: new Set([3]) });
  expect(barsAround(merges, 3, 2).map((bar) => bar.step)).toEqual([2, 3]);
});

test('letters go on after Z', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('sizes carry their unit', () => {
  expect([0, 8, 2320, 10_240, 256 * 2 ** 20, 1.5 * 2 ** 40].map(bytes)).toEqual(['0 B', '8 B', '2,320 B', '10 KiB', '256 MiB', '1,536 GiB']);
  expect([bytesDelta(16), bytesDelta(-16), percent(16, 2304), percent(800, 672)]).toEqual(['+16 B', '−16 B', '0.7%', '119%']);
});

test('zooming keeps what is under the pointer', () => {
  const view = zoomedAt({ x: 10, y: 20, zoom: 1 }, { x: 100, y: 50 }, 2);
  expect(view.x + 100 / view.zoom).toBeCloseTo(110);
  expect(view.y + 50 / view.zoom).toBeCloseTo(70);
});

test('a drawing that fits is shown whole, levels follow the zoom', () => {
  expect(fittingZoom({ width: 100, height: 100 }, { width: 800, height: 600 })).toBe(1);
  const zoom = fittingZoom({ width: 4000, height: 100 }, { width: 800, height: 600 });
  const view = placed({ width: 4000, height: 100 }, { width: 800, height: 600 }, zoom);
  expect(view.x).toBeLessThanOrEqual(0);
  expect([1, 0.75, 0.5, 0.4, 0.2, 0.1].map(levelOf)).toEqual(['full', 'full', 'line', 'head', 'hull', 'pattern']);
});

test('revealing moves no more than it must', () => {
  const view = { x: 0, y: 0, zoom: 1 };
  const pane = { width: 400, height: 300 };
  expect(revealing(view, { x: 100, y: 100, width: 50, height: 20 }, pane)).toEqual(view);
  expect(revealing(view, { x: 100, y: 500, width: 50, height: 20 }, pane)).toEqual({ x: 0, y: 244, zoom: 1 });
});

test('a wire is dashed only between cards', () => {
  const cards = [{ x: 0, y: 0, width: 100, height: 50 }, { x: 0, y: 80, width: 100, height: 50 }];
  expect(split([50, 20, 50, 100], cards)).toEqual({ solid: [[50, 20, 50, 50], [50, 80, 50, 100]], dashed: [[50, 50, 50, 80]] });
  expect(split([50, 20, 50, 60, 200, 60], cards).dashed).toEqual([[50, 50, 50, 60, 200, 60]]);
});

test('errors name segments in several ways', () => {
  expect(namedSegment('RuntimeError: segmentation group 11 failed')).toBe(11);
  expect(namedSegment('nvfuser_pointwise_f0_c1_r0_g3 launch')).toBe(3);
  expect(namedSegment('T11 = fd.ops.sum(T3)')).toBeNull();
});

test('what was stored is taken only if it can be used', () => {
  expect(kept(null)).toBeNull();
  expect(kept('{"text":5}')).toBeNull();
  expect(kept('not json')).toBeNull();
  expect(kept('{"text":"a","name":"b","options":{"rules":"extended"}}')).toMatchObject({ text: 'a', options: { rules: 'extended', gpu: 'h200' } });
  expect(kept('{"text":"a","options":{"rules":7,"cut":"x"}}')!.options).toMatchObject({ rules: 'nvfuser', cut: [] });
});

test('the devices are those of the core', () => {
  const table = readFileSync(new URL('../../core/segment/device_limits.cpp', import.meta.url), 'utf8');
  const names = [...table.matchAll(/DeviceLimits\{"(\w+)"/g)].map((match) => match[1]);
  expect(names.length).toBeGreaterThan(3);
  const offered = kDevices.map(([name]) => name);
  for (const name of names) expect(offered).toContain(name);
  for (const name of offered) if (name !== 'none') expect(names).toContain(name);
});
