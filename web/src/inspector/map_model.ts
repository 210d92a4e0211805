// The rows of the index map: every state of every segment with its original, in groups, with runs of inner states folded.
// Pure: what is shown where follows from the tables and a few choices.
import type { IndexRole } from '../api_types';
import { letter, shortType } from '../format';
import { rowKey } from '../selection';
import type { Tables } from '../tables';

export interface MapRow {
  key: string;
  segment: number;
  index: number;
  /** Its name in the segment's definition: `T9`. */
  own: string;
  /** Its name in the original; null where it has none there. */
  original: string | null;
  /** Sorts by it. */
  originalIndex: number | null;
  /** What is said instead of an original: `inside keepdim`, `−2, extent 1 of T0`. */
  remark: string;
  role: IndexRole;
  line: number | null;
  dtype: string;
  shape: string;
  bytes: number;
  value: number | null;
  /** Its name in the original as the core gives it. */
  label: string;
  /** What makes it, and the segment where that is another one. */
  from: { words: string; segment: number | null };
  /** Ops of this segment that read it, `output`, and other segments that read it. */
  usedBy: { words: string; segments: number[] };
}

export type MapItem =
  | { kind: 'group'; segment: number; states: number }
  | { kind: 'row'; row: MapRow }
  | { kind: 'fold'; key: string; segment: number; rows: MapRow[] }
  | { kind: 'cut'; key: string };

export type MapOrder = 'segment' | 'original';
export type MapColumn = 'own' | 'original' | 'role' | 'line' | 'dtype' | 'shape' | 'from' | 'used';

export interface MapChoices {
  boundary: boolean;
  order: MapOrder;
  filter: string;
  sort: { column: MapColumn; down: boolean } | null;
  /** Keys of folds that are open. */
  open: ReadonlySet<string>;
  /** Rows that must not hide in a fold. */
  lit: ReadonlySet<string>;
}

const kBoundary: ReadonlySet<IndexRole> = new Set<IndexRole>(['in', 'out', 'extent']);
/** A fold saves something from so many rows on. */
const kFoldFrom = 2;

const kLetters = { tensor: 'T', scalar: 'S', vector: 'V' } as const;

/** Own names as the segment's definition writes them: `T3`, or `tv3` where the dialect says so. */
export function ownNames(definition: string): (kind: 'tensor' | 'scalar' | 'vector', index: number) => string {
  const direct = /\btv\d+ = /.test(definition);
  return (kind, index) => `${direct && kind === 'tensor' ? 'tv' : kLetters[kind]}${index}`;
}

/** `scaled (T23)` is written `scaled` in the text. */
function written(label: string): string {
  return label.replace(/ \([^)]*\)/, '');
}

/** `T1 (T5).broadcast` stands inside `T1`; `primitive V4` is none of its values. */
function remarkOf(label: string, original: number | null): string {
  if (original !== null && original < 0) return `−${-original}, ${label}`;
  const plain = written(label);
  const dot = plain.indexOf('.');
  return dot > 0 ? `inside ${plain.slice(dot + 1).replace(/[.\d]+$/, '')} of ${plain.slice(0, dot)}` : 'decomposed';
}

function usesOf(value: number, segment: number, isOutput: boolean, tables: Tables): MapRow['usedBy'] {
  const words: string[] = [];
  const segments = new Set<number>();
  for (const reader of tables.values[value].readers) {
    const op = tables.ops[reader];
    if (op.segments.includes(segment)) words.push(op.name);
    else op.segments.forEach((other) => segments.add(other));
  }
  if (isOutput && tables.values[value].is_output) words.push('output');
  return { words: words.length > 4 ? `${words.slice(0, 3).join(', ')} and ${words.length - 3} more` : words.join(', '),
    segments: isOutput || tables.values[value].is_input ? [...segments].sort((a, b) => a - b) : [] };
}

function sourceOf(value: number, segment: number, role: IndexRole, tables: Tables): MapRow['from'] {
  const { maker, is_input: isInput } = tables.values[value];
  if (maker === null) return { words: isInput ? 'input' : 'constant', segment: null };
  const op = tables.ops[maker];
  if (!op.segments.includes(segment)) return { words: op.name, segment: op.segments[0] ?? null };
  const first = op.segments[0];
  return role === 'copy' && first !== segment ? { words: `${op.name}, also`, segment: first } : { words: op.name, segment: null };
}

const kNoUse: MapRow['usedBy'] = { words: '', segments: [] };

/** All rows of one segment, in the order of its indices. */
export function rowsOfSegment(segment: number, tables: Tables): MapRow[] {
  const view = tables.segments[segment];
  const name = ownNames(view.definition);
  return view.index_map.map((entry): MapRow => {
    const value = tables.valueOfRow(segment, entry.segment);
    const seen = value === null ? null : tables.values[value];
    const hasOriginal = entry.original !== null && entry.original >= 0;
    const kind = seen?.kind ?? (entry.role === 'const' || entry.role === 'extent' ? 'scalar' : 'tensor');
    return {
      key: rowKey(segment, entry.segment), segment, index: entry.segment, own: name(kind, entry.segment),
      original: hasOriginal ? written(entry.label) : null, originalIndex: entry.original,
      remark: hasOriginal ? '' : remarkOf(entry.label, entry.original), role: entry.role,
      line: seen?.line ?? null, dtype: seen ? shortType(seen.dtype) : '', shape: seen ? seen.shape.join(', ') : '',
      bytes: seen?.bytes ?? 0, value,
      from: value === null ? { words: entry.role === 'const' ? 'constant' : '', segment: null } : sourceOf(value, segment, entry.role, tables),
      usedBy: value === null ? kNoUse : usesOf(value, segment, entry.role === 'out', tables), label: entry.label,
    };
  });
}

/** In small letters, all that the filter looks at. */
function searchedOf(row: MapRow): string {
  return [row.own, row.original, row.remark, row.role, row.dtype, row.shape, row.from.words, row.usedBy.words,
    row.label, `line ${row.line ?? ''}`, letter(row.segment)].join(' ').toLowerCase();
}

const byText = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
const byNumber = (a: number | null, b: number | null) => (a ?? Infinity) - (b ?? Infinity) || 0;

function compared(column: MapColumn, a: MapRow, b: MapRow): number {
  switch (column) {
    case 'own': return a.index - b.index;
    case 'original': return byNumber(a.originalIndex, b.originalIndex);
    case 'role': return byText(a.role, b.role);
    case 'line': return byNumber(a.line, b.line);
    case 'dtype': return byText(a.dtype, b.dtype);
    case 'shape': return a.bytes - b.bytes;
    case 'from': return byText(a.from.words, b.from.words);
    case 'used': return byText(a.usedBy.words, b.usedBy.words);
  }
}

function chosen(rows: readonly MapRow[], choices: MapChoices): MapRow[] {
  const terms = choices.filter.toLowerCase().split(/\s+/).filter((term) => term !== '');
  const found = (row: MapRow) => {
    const searched = searchedOf(row);
    return terms.every((term) => searched.includes(term));
  };
  const kept = rows.filter((row) => (!choices.boundary || kBoundary.has(row.role)) && (terms.length === 0 || found(row)));
  const { sort } = choices;
  if (!sort) return kept;
  return kept.sort((a, b) => (sort.down ? -1 : 1) * compared(sort.column, a, b) || a.index - b.index);
}

const foldable = (row: MapRow, lit: ReadonlySet<string>) =>
  (row.role === 'inner' || row.role === 'const') && row.original !== null && !lit.has(row.key);

/** Rows with runs of inner states as one item each. */
function folded(rows: readonly MapRow[], choices: MapChoices): MapItem[] {
  const items: MapItem[] = [];
  for (let i = 0; i < rows.length; ) {
    let end = i;
    while (end < rows.length && foldable(rows[end], choices.lit)) end++;
    const run = rows.slice(i, end);
    const key = run.length > 0 ? `fold ${run[0].key}` : '';
    if (run.length >= kFoldFrom) {
      items.push({ kind: 'fold', key, segment: run[0].segment, rows: run });
      if (choices.open.has(key)) items.push(...run.map((row): MapItem => ({ kind: 'row', row })));
      i = end;
    } else {
      items.push({ kind: 'row', row: rows[i] });
      i++;
    }
  }
  return items;
}

/** Everything that the grid shows, in order. */
export function mapItems(all: readonly (readonly MapRow[])[], choices: MapChoices): MapItem[] {
  if (choices.order === 'original') {
    const rows = chosen(all.flat(), choices);
    if (!choices.sort) rows.sort((a, b) => byNumber(a.originalIndex ?? null, b.originalIndex ?? null) || a.segment - b.segment);
    return rows.map((row) => ({ kind: 'row', row }));
  }
  const items: MapItem[] = [];
  all.forEach((own, segment) => {
    const rows = chosen(own, choices);
    if (rows.length === 0) return;
    if (items.length > 0) items.push({ kind: 'cut', key: `cut ${segment}` });
    items.push({ kind: 'group', segment, states: own.length });
    const plain = choices.filter !== '' || choices.sort !== null;
    items.push(...(plain ? rows.map((row): MapItem => ({ kind: 'row', row })) : folded(rows, choices)));
  });
  return items;
}

/** `T5 to T8`, `T10, T11`. */
export function spanText(names: readonly string[]): string {
  return names.length <= 2 ? names.join(', ') : `${names[0]} to ${names[names.length - 1]}`;
}

/** The boundary map of one segment as Python: `{0: 1, 1: 11}`. */
export function boundaryMap(segment: number, tables: Tables): string {
  const entries = tables.segments[segment].index_map.filter((entry) => kBoundary.has(entry.role) && entry.original !== null);
  return `{${entries.map((entry) => `${entry.segment}: ${entry.original}`).join(', ')}}`;
}

/** All boundary maps as Python, one segment a line. */
export function allMaps(tables: Tables): string {
  return `[\n${tables.segments.map((_, id) => `    ${boundaryMap(id, tables)},  # ${letter(id)}\n`).join('')}]\n`;
}

/** Where a value goes: each stop a segment and its index there, with the bytes that cross between two. */
export interface Stop {
  segment: number;
  own: string;
  /** Bytes that cross from an earlier stop to this one; null where nothing crosses. */
  crossed: number | null;
}

export function traceOf(value: number, tables: Tables): Stop[] {
  const seen = tables.values[value];
  const cuts = tables.cutsOfValue(value);
  return seen.segments.map((place): Stop => {
    const own = ownNames(tables.segments[place.segment].definition)(seen.kind, place.index);
    const arrives = [...cuts].some((cut) => tables.cuts[cut].to === place.segment);
    return { segment: place.segment, own, crossed: arrives ? seen.bytes : null };
  });
}

// ---- where things stand in the grid ---------------------------------------------------------------------------------

/** Heights in rem, as inspector.css has them. */
export const kHeights = { group: 1.75, row: 1.5, fold: 1.5, cut: 0.6875 } as const;

/** The top of each item and the height of all, in rem. */
export function offsetsOf(items: readonly MapItem[]): { tops: Float64Array; height: number } {
  const tops = new Float64Array(items.length);
  let height = 0;
  items.forEach((item, i) => {
    tops[i] = height;
    height += kHeights[item.kind];
  });
  return { tops, height };
}

/** The items between two heights: first, and one behind the last. */
export function between(tops: Float64Array, from: number, to: number): [number, number] {
  let low = 0;
  let high = tops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tops[middle] <= from) low = middle + 1;
    else high = middle;
  }
  const first = Math.max(0, low - 1);
  let last = first;
  while (last < tops.length && tops[last] < to) last++;
  return [first, last];
}
