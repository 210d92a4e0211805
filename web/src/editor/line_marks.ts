// Which line belongs to which segment and where the cuts are, from the tables of a result. Pure: the editor draws it.
import type { Tables } from '../tables';

export interface Run {
  /** From 1. */
  first: number;
  last: number;
  segment: number;
}

export interface CutMark {
  /** The mark stands before this line. */
  line: number;
  cut: number;
  from: number;
  to: number;
  label: string;
}

/** The segment of every line that has one: ops where they are computed, constants where they are first used. */
function segmentsOfLines(tables: Tables): Map<number, { segment: number; end: number }> {
  const lines = new Map<number, { segment: number; end: number }>();
  const put = (line: number | undefined, end: number | undefined, segment: number | undefined) => {
    if (line === undefined || segment === undefined) return;
    const there = lines.get(line);
    if (!there) lines.set(line, { segment, end: end ?? line });
  };
  for (const op of tables.ops) put(op.line, op.end_line, op.segments[0]);
  for (const value of tables.values) {
    if (value.kind === 'scalar' && value.maker === null && !value.is_input) put(value.line, undefined, value.segments[0]?.segment);
  }
  return lines;
}

/** Runs of lines of one segment, in the order of the text; what stands between two lines of a run belongs to it. */
export function runsOf(tables: Tables): Run[] {
  const runs: Run[] = [];
  for (const [line, { segment, end }] of [...segmentsOfLines(tables)].sort((a, b) => a[0] - b[0])) {
    const run = runs[runs.length - 1];
    if (run && run.segment === segment) run.last = Math.max(run.last, end);
    else runs.push({ first: line, last: end, segment });
  }
  return runs;
}

/** A mark for each cut, before the first line that reads across it. */
export function cutMarksOf(tables: Tables): CutMark[] {
  const marks: CutMark[] = [];
  tables.cuts.forEach((cut, id) => {
    let line = Infinity;
    for (const value of tables.valuesOfCut(id)) {
      for (const reader of tables.values[value].readers) {
        const op = tables.ops[reader];
        if (op.segments.includes(cut.to) && op.line !== undefined) line = Math.min(line, op.line);
      }
    }
    if (line === Infinity) {
      for (const op of tables.opsOfSegment(cut.to)) line = Math.min(line, tables.ops[op].line ?? Infinity);
    }
    if (line === Infinity) return;
    const labels = cut.crossings.map((crossing) => crossing.label);
    const label = labels.length > 2 ? `${labels[0]} and ${labels.length - 1} more` : labels.join(', ');
    marks.push({ line, cut: id, from: cut.from, to: cut.to, label });
  });
  return marks.sort((a, b) => a.line - b.line || a.cut - b.cut);
}
