// What links one pane to the others, on the first example: selections, gutters, arrow keys, motion.
import { expect, test } from 'vitest';
import { arrival, partial } from '../src/arrival';
import { cutMarksOf, runsOf } from '../src/editor/line_marks';
import { describe as describeNode } from '../src/graph/describe';
import { replacedBy } from '../src/graph/marks_change';
import { motionBetween, shiftOf } from '../src/graph/motion';
import { sceneOf, selectionOf, shapeAt, wireAt } from '../src/graph/scene';
import { walk } from '../src/graph/walk';
import { litPath, pathBetween } from '../src/path';
import { carried, lit, segmentOf, type Selection } from '../src/selection';
import { DEFAULT_OPTIONS, withTables } from '../src/state';
import { tablesOf } from '../src/tables';
import { drawing, response, tables } from './example';

const scene = sceneOf(drawing);
const result = (changed: object = {}, text = '') =>
  withTables({ text, options: DEFAULT_OPTIONS, response: { ...response, ...changed }, milliseconds: 1 });

test('a cut lights both sides, its value and their lines', () => {
  const now = lit({ kind: 'cut', id: 0 }, tables);
  expect([...now.ops]).toEqual([1, 2]);
  expect([...now.segments]).toEqual([0, 1]);
  expect([...now.rows]).toEqual(['0:2', '1:1']);
  expect(now.lines).toEqual([[14, 15], [17, 17]]);
});

test('a row of a map lights its value in every segment that it visits', () => {
  const now = lit({ kind: 'row', segment: 1, index: 1 }, tables);
  expect([...now.rows].sort()).toEqual(['0:2', '1:1']);
  expect([...now.values]).toEqual([3]);
  expect(segmentOf({ kind: 'row', segment: 1, index: 1 }, tables)).toBe(1);
  expect(segmentOf({ kind: 'value', id: 3 }, tables)).toBe(0);
});

test('what does not exist lights nothing', () => {
  for (const gone of [{ kind: 'op', id: 99 }, { kind: 'cut', id: -1 }, { kind: 'row', segment: 9, index: 0 }] as Selection[]) {
    expect(lit(gone, tables).lines).toEqual([]);
  }
});

test('selections are found again by name in the next result', () => {
  const renumbered = tablesOf({
    ...response,
    ops: response.ops!.map((op) => ({ ...op, line: op.line! + 1 })),
    values: response.values!.map((value) => (value.id === 0 ? { ...value, label: 'X' } : value)),
  });
  expect(carried({ kind: 'op', id: 1 }, tables, renumbered)).toEqual({ kind: 'op', id: 1 });
  expect(carried({ kind: 'cut', id: 0 }, tables, renumbered)).toEqual({ kind: 'cut', id: 0 });
  expect(carried({ kind: 'value', id: 0 }, tables, renumbered)).toBeNull();
});

test('the gutter has a run for each segment, the cut stands before its reader', () => {
  expect(runsOf(tables)).toEqual([{ first: 13, last: 15, segment: 0 }, { first: 17, last: 17, segment: 1 }]);
  expect(cutMarksOf(tables)).toEqual([{ line: 17, cut: 0, from: 0, to: 1, label: 'T3' }]);
});

test('arrows follow values up and down, over the cut', () => {
  const names = (from: number, keys: ('up' | 'down')[]) => keys.map((key) => {
    from = walk(scene, tables, from, key) ?? from;
    return `${scene.shapes[from].kind} ${scene.shapes[from].id}`;
  });
  expect(names(2, ['down', 'down', 'down', 'down', 'down', 'down'])).toEqual(['op 0', 'op 1', 'pill 0', 'op 2', 'output 4', 'output 4']);
  expect(names(7, ['up', 'up', 'up', 'up', 'up'])).toEqual(['op 2', 'pill 0', 'op 1', 'op 0', 'input 0']);
  expect(names(0, ['down'])).toEqual(['op 0']);
  expect(walk(scene, tables, 2, 'right')).toBe(3);
  expect(walk(scene, tables, 3, 'left')).toBe(2);
});

test('what is under the pointer is the topmost thing', () => {
  expect(selectionOf(scene.shapes[shapeAt(scene, 20, 100)])).toEqual({ kind: 'op', id: 0 });
  expect(selectionOf(scene.shapes[shapeAt(scene, 2, 70)])).toEqual({ kind: 'segment', id: 0 });
  expect(shapeAt(scene, 290, 490)).toBe(-1);
  expect(wireAt(scene, 102, 230, 4)).toBe(0);
  expect(wireAt(scene, 150, 230, 4)).toBe(-1);
  expect(scene.pieces(0)).toEqual({ solid: [[100, 190, 100, 220], [100, 300, 100, 330]], dashed: [[100, 220, 100, 300]] });
});

test('a node is described with what it makes, reads, and who reads it', () => {
  expect(describeNode(tables, scene.shapes[4], scene.expanded)).toBe('T2, sum of T0, f32 [2, 32], in segment A, line 13, consumed by broadcast line 14');
  expect(describeNode(tables, scene.shapes[8], scene.expanded)).toBe('Cut A to B at T3, 8 B');
});

test('a path goes either way, and not where there is none', () => {
  expect(pathBetween(tables, 0, 2)).toEqual([0, 1, 2]);
  expect(pathBetween(tables, 2, 0)).toEqual([0, 1, 2]);
  expect([...litPath(tables, [0, 1, 2]).values]).toEqual([2, 3]);
  const apart = tablesOf({ ...response, values: response.values!.map((value) => ({ ...value, readers: [] })) });
  expect(pathBetween(apart, 0, 2)).toBeNull();
});

test('a preview replaces the segments that it has not', () => {
  const one = tablesOf({ ...response, segments: [response.segments![0]], cuts: [],
    ops: response.ops!.map((op) => ({ ...op, segments: [0] })) });
  expect(replacedBy(tables, one)).toEqual({ segments: new Set([0, 1]), cuts: new Set([0]), count: 1 });
  expect(replacedBy(tables, tables)).toEqual({ segments: new Set(), cuts: new Set(), count: 0 });
});

test('shapes move from where they were', () => {
  const moved = sceneOf({ ...drawing, shapes: drawing.shapes.map((shape) => ({ ...shape, texts: [{ x: 0, y: 0, anchor: 'start', role: 'name', text: `${shape.kind}${shape.id}` }], x: shape.x + 10 })) });
  const named = sceneOf({ ...drawing, shapes: moved.shapes.map((shape) => ({ ...shape, x: shape.x - 10 })) });
  const motion = motionBetween(named, moved, 100);
  expect(shiftOf(motion, moved.shapes[4], 100)).toEqual([-10, 0]);
  expect(shiftOf(motion, moved.shapes[4], 400)[0]).toBeCloseTo(0);
  expect(motionBetween(named, named, 0)).toBeNull();
});

test('a paste is followed by what was taken, and by the segment that its error names', () => {
  const source = { definition: 'f', definition_index: 0, definition_count: 1, line: 1, dialect: 'legacy', ops: 3, ignored_lines: 14, summary: '' };
  const inputs = [{ index: 0, label: 'T0', shape: [2], dtype: 'Float', origin: 'script' }];
  const { notice, selection } = arrival(result({ source, inputs }, 'error in segmentation group 1'));
  expect(notice.title).toBe('Took the definition and 1 input');
  expect(notice.text).toBe('Ignored: 14 other lines. The error names segment 1: selected B.');
  expect(selection).toEqual({ kind: 'segment', id: 1 });
  expect(arrival(result({ source, inputs }, 'segmentation group 7')).selection).toBeNull();
  expect(arrival(result({ segments: undefined })).notice.title).toBe('There is no definition in that');
});

test('ops that are not known are counted once', () => {
  const unknown = result({ ops: response.ops!.map((op) => ({ ...op, opaque: op.id === 1 })) });
  expect(partial(unknown, null)?.title).toBe('1 of 3 ops is not known');
  expect(partial(unknown, unknown)).toBeNull();
  expect(partial(result(), null)).toBeNull();
});
