// The links between the parts of one response, computed once when it arrives: line to ops, value to cuts, row to value.
// It reads the response and changes nothing; every list is by the ids that the core gives.
import type { CutView, MergeView, OpView, Response, SegmentView, ValueView } from './api_types';
import type { Selection } from './selection';

export interface Tables {
  ops: readonly OpView[];
  values: readonly ValueView[];
  segments: readonly SegmentView[];
  cuts: readonly CutView[];
  merges: readonly MergeView[];
  exists(selection: Selection): boolean;
  opsOfSegment(segment: number): readonly number[];
  /** Ops whose statement covers the line. */
  opsOfLine(line: number): readonly number[];
  /** Values declared at the line: inputs, mostly. */
  valuesOfLine(line: number): readonly number[];
  cutsOfValue(value: number): ReadonlySet<number>;
  valuesOfCut(cut: number): readonly number[];
  valueOfRow(segment: number, index: number): number | null;
  valueByLabel(label: string): number | null;
  /** What a cut is called in terms that survive an edit: the labels that cross. */
  nameOfCut(cut: number): string;
}

/** A list under a key, made when it is first asked for. */
function at<K>(lists: Map<K, number[]>, key: K): number[] {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = []));
  return list;
}

function opsByLine(ops: readonly OpView[]): Map<number, number[]> {
  const byLine = new Map<number, number[]>();
  for (const op of ops) {
    if (op.line === undefined) continue;
    for (let line = op.line; line <= (op.end_line ?? op.line); line++) at(byLine, line).push(op.id);
  }
  return byLine;
}

/** For every cut the values that cross it. */
function crossings(cuts: readonly CutView[], byLabel: Map<string, number>): number[][] {
  return cuts.map((cut) =>
    cut.crossings.map((crossing) => byLabel.get(crossing.label)).filter((id): id is number => id !== undefined));
}

export function tablesOf(response: Response): Tables {
  const ops = response.ops ?? [];
  const values = response.values ?? [];
  const segments = response.segments ?? [];
  const cuts = response.cuts ?? [];
  const merges = response.merges ?? [];
  const byLine = opsByLine(ops);
  const bySegment = new Map<number, number[]>();
  for (const op of ops) for (const segment of op.segments) at(bySegment, segment).push(op.id);
  const declared = new Map<number, number[]>();
  const byLabel = new Map<string, number>();
  const byRow = new Map<string, number>();
  for (const value of values) {
    if (!byLabel.has(value.label)) byLabel.set(value.label, value.id);
    if (value.maker === null && value.line !== undefined) at(declared, value.line).push(value.id);
    for (const place of value.segments) byRow.set(`${place.segment}:${place.index}`, value.id);
  }
  const crossing = crossings(cuts, byLabel);
  const cutsByValue = new Map<number, Set<number>>();
  crossing.forEach((ids, cut) => ids.forEach((id) => {
    const set = cutsByValue.get(id) ?? new Set<number>();
    cutsByValue.set(id, set.add(cut));
  }));
  const none: readonly number[] = [];
  const noCuts: ReadonlySet<number> = new Set();
  return {
    ops, values, segments, cuts, merges,
    exists(selection) {
      switch (selection.kind) {
        case 'value': return selection.id in values;
        case 'op': return selection.id in ops;
        case 'segment': return selection.id in segments;
        case 'cut': return selection.id in cuts;
        case 'row':
        case 'range': return selection.segment in segments;
      }
    },
    opsOfSegment: (segment) => bySegment.get(segment) ?? none,
    opsOfLine: (line) => byLine.get(line) ?? none,
    valuesOfLine: (line) => declared.get(line) ?? none,
    cutsOfValue: (value) => cutsByValue.get(value) ?? noCuts,
    valuesOfCut: (cut) => crossing[cut] ?? none,
    valueOfRow: (segment, index) => byRow.get(`${segment}:${index}`) ?? null,
    valueByLabel: (label) => byLabel.get(label) ?? null,
    nameOfCut: (cut) => cuts[cut].crossings.map((crossed) => crossed.label).join(','),
  };
}

export const EMPTY_TABLES: Tables = tablesOf({
  version: '', command: 'view', file_name: '', ok: false, diagnostics: [], diagnostics_dropped: 0,
});
