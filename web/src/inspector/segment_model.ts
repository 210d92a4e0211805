// The Segment tab: the segment's script with what each statement is in the original, and what stands in its facts row.
// Pure.
import type { SegmentView } from '../api_types';
import { letter } from '../format';
import type { Tables } from '../tables';
import { shortLabel } from './what_if';

/** What stands beside a line. */
export interface Aside {
  /** From 1. */
  line: number;
  /** Original value, as it is written there; empty where it has none. */
  original: string;
  /** `line 5`, `copy`, `inside sum`. */
  words: string;
  /** The segment that it comes from, where that is another. */
  segment: number | null;
  value: number | null;
  op: number | null;
}

/** How many lines stand before the definition in the script. */
export function linesBefore(script: string, definition: string): number {
  const first = definition.split('\n').find((line) => line.trim() !== '');
  if (first === undefined) return 0;
  const inDefinition = definition.split('\n').indexOf(first);
  const inScript = script.split('\n').indexOf(first);
  return inScript < 0 ? 0 : inScript - inDefinition;
}

function makerSegment(value: number, segment: number, tables: Tables): number | null {
  const { maker } = tables.values[value];
  if (maker === null) return null;
  const { segments } = tables.ops[maker];
  return segments.includes(segment) ? null : (segments[0] ?? null);
}

/** One aside for each statement that makes or declares something. */
export function asidesOf(segment: number, tables: Tables, shift = 0): Aside[] {
  const view = tables.segments[segment];
  const seen = new Set<number>();
  const asides: Aside[] = [];
  for (const statement of view.statements ?? []) {
    const made = statement.values.filter((each) => !seen.has(each));
    const value = made[0];
    if (value === undefined) continue;
    made.forEach((each) => seen.add(each));
    const { label, original, line } = tables.values[value];
    const op = statement.op === null ? null : tables.ops[statement.op];
    const isCopy = op !== null && op.segments.length > 1 && op.segments[0] !== segment;
    const where = line === undefined ? '' : `line ${line}`;
    asides.push({
      line: statement.line + shift,
      original: made.filter((each) => (tables.values[each].original ?? -1) >= 0).map((each) => shortLabel(tables.values[each].label)).join(', '),
      words: original === null && label.includes('.') ? `inside ${shortLabel(label).split('.').slice(1).join('.')} ${where}`.trim()
        : isCopy ? `${where} copy`.trim() : where,
      segment: statement.op === null ? makerSegment(value, segment, tables) : null,
      value, op: statement.op,
    });
  }
  return asides;
}

/** The script with every own name replaced by the original's, for reading. Names that the original lacks stay, marked. */
export function withOriginalNames(script: string, segment: SegmentView): string {
  const names = new Map<number, string>();
  for (const entry of segment.index_map) {
    const label = shortLabel(entry.label);
    if (entry.original !== null && entry.original >= 0 && /^[A-Za-z_]\w*$/.test(label)) names.set(entry.segment, label);
  }
  return script.replace(/\b(?:tv|[TSVc])(\d+)\b/g, (own, index: string) => names.get(Number(index)) ?? `${own}_own`);
}

export interface SegmentFacts {
  ops: number;
  copies: number;
  reads: number;
  writes: number;
  /** Segments whose values it reads. */
  after: number[];
}

export function factsOf(segment: number, tables: Tables): SegmentFacts {
  const view = tables.segments[segment];
  const copies = tables.opsOfSegment(segment)
    .filter((id) => tables.ops[id].segments.length > 1 && tables.ops[id].segments[0] !== segment).length;
  const after = new Set<number>();
  for (const cut of tables.cuts) if (cut.to === segment) after.add(cut.from);
  return {
    ops: view.ops - copies, copies, reads: view.bytes_read, writes: view.bytes_written,
    after: [...after].sort((a, b) => a - b),
  };
}

/** A file name for one segment's script. */
export function scriptName(name: string, segment: number): string {
  const stem = name.replace(/\.py$/, '').replace(/[^\w.-]+/g, '_').replace(/^_+|_+$/g, '') || 'fusion';
  return `${stem}_${letter(segment)}.py`;
}
