// What can be selected or hovered, and what that lights up in every pane. Pure: panes ask `lit` and draw what it says.
// Ids are places in the tables of one result; `carried` finds the same thing in another result.
import type { Tables } from './tables';

export type Selection =
  /** A value of the definition, wherever it stands: an edge of the graph, a state of the map. */
  | { kind: 'value'; id: number }
  | { kind: 'op'; id: number }
  | { kind: 'segment'; id: number }
  | { kind: 'cut'; id: number }
  /** A row of a segment's index map. */
  | { kind: 'row'; segment: number; index: number }
  /** The lines of a kernel that compute a row. */
  | { kind: 'range'; segment: number; index: number };

/** Everything that one selection touches. */
export interface Lit {
  ops: ReadonlySet<number>;
  values: ReadonlySet<number>;
  segments: ReadonlySet<number>;
  cuts: ReadonlySet<number>;
  /** `segment:index` of rows of index maps. */
  rows: ReadonlySet<string>;
  /** Lines of the text, from 1, each with its last line. */
  lines: readonly (readonly [number, number])[];
}

export const NOTHING_LIT: Lit = {
  ops: new Set(), values: new Set(), segments: new Set(), cuts: new Set(), rows: new Set(), lines: [],
};

export const rowKey = (segment: number, index: number) => `${segment}:${index}`;

export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  if (a === b) return true;
  if (!a || !b || a.kind !== b.kind) return false;
  return 'id' in a ? 'id' in b && a.id === b.id
    : 'index' in b && a.segment === b.segment && a.index === b.index;
}

function rowsOf(values: Iterable<number>, tables: Tables): Set<string> {
  const rows = new Set<string>();
  for (const id of values) {
    for (const place of tables.values[id]?.segments ?? []) rows.add(rowKey(place.segment, place.index));
  }
  return rows;
}

function linesOf(ops: Iterable<number>, tables: Tables): [number, number][] {
  const lines = new Map<number, number>();
  for (const id of ops) {
    const op = tables.ops[id];
    if (op?.line !== undefined) lines.set(op.line, Math.max(op.end_line ?? op.line, lines.get(op.line) ?? 0));
  }
  return [...lines].sort((a, b) => a[0] - b[0]);
}

function litValue(id: number, tables: Tables): Lit {
  const value = tables.values[id];
  const ops = new Set<number>(value.maker === null ? [] : [value.maker]);
  const lines = linesOf(ops, tables);
  if (lines.length === 0 && value.line !== undefined) lines.push([value.line, value.line]);
  return {
    ops, values: new Set([id]), segments: new Set(), cuts: tables.cutsOfValue(id), rows: rowsOf([id], tables), lines,
  };
}

function litOp(id: number, tables: Tables): Lit {
  const op = tables.ops[id];
  const ops = new Set([id]);
  return {
    ops, values: new Set(op.makes), segments: new Set(), cuts: new Set(), rows: rowsOf(op.makes, tables),
    lines: linesOf(ops, tables),
  };
}

function litCut(id: number, tables: Tables): Lit {
  const cut = tables.cuts[id];
  const values = tables.valuesOfCut(id);
  const ops = new Set<number>();
  for (const value of values) {
    const { maker, readers } = tables.values[value];
    if (maker !== null) ops.add(maker);
    for (const reader of readers) if (tables.ops[reader].segments.includes(cut.to)) ops.add(reader);
  }
  return {
    ops, values: new Set(values), segments: new Set([cut.from, cut.to]), cuts: new Set([id]),
    rows: rowsOf(values, tables), lines: linesOf(ops, tables),
  };
}

function litSegment(id: number, tables: Tables): Lit {
  const ops = new Set(tables.opsOfSegment(id));
  return {
    ops: new Set(), values: new Set(), segments: new Set([id]), cuts: new Set(), rows: new Set(),
    lines: linesOf(ops, tables),
  };
}

export function lit(selection: Selection | null, tables: Tables): Lit {
  if (!selection || !tables.exists(selection)) return NOTHING_LIT;
  switch (selection.kind) {
    case 'value': return litValue(selection.id, tables);
    case 'op': return litOp(selection.id, tables);
    case 'segment': return litSegment(selection.id, tables);
    case 'cut': return litCut(selection.id, tables);
    case 'row':
    case 'range': {
      const value = tables.valueOfRow(selection.segment, selection.index);
      const rows = new Set([rowKey(selection.segment, selection.index)]);
      if (value === null) return { ...NOTHING_LIT, segments: new Set([selection.segment]), rows };
      const whole = litValue(value, tables);
      return { ...whole, rows: new Set([...rows, ...whole.rows]) };
    }
  }
}

/** The segment that a selection belongs to, for panes that show one segment. */
export function segmentOf(selection: Selection | null, tables: Tables): number | null {
  if (!selection || !tables.exists(selection)) return null;
  switch (selection.kind) {
    case 'segment': return selection.id;
    case 'row':
    case 'range': return selection.segment;
    case 'op': return tables.ops[selection.id].segments[0] ?? null;
    case 'cut': return tables.cuts[selection.id].from;
    case 'value': {
      const value = tables.values[selection.id];
      const maker = value.maker === null ? undefined : tables.ops[value.maker].segments[0];
      return maker ?? value.segments[0]?.segment ?? null;
    }
  }
}

/** The same thing in a newer result, by name; null where it is gone. */
export function carried(selection: Selection, before: Tables, after: Tables): Selection | null {
  if (!before.exists(selection)) return null;
  switch (selection.kind) {
    case 'value': {
      const id = after.valueByLabel(before.values[selection.id].label);
      return id === null ? null : { kind: 'value', id };
    }
    case 'op': {
      const made = before.ops[selection.id].makes[0];
      const value = made === undefined ? null : after.valueByLabel(before.values[made].label);
      const maker = value === null ? null : after.values[value].maker;
      return maker === null ? null : { kind: 'op', id: maker };
    }
    case 'segment': return after.segments[selection.id] ? selection : null;
    case 'cut': {
      const name = before.nameOfCut(selection.id);
      const id = after.cuts.findIndex((_, i) => after.nameOfCut(i) === name);
      return id < 0 ? null : { kind: 'cut', id };
    }
    case 'row':
    case 'range': return after.exists(selection) ? selection : null;
  }
}
