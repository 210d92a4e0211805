// How a result shows in the editor: letters and bars in a gutter, rows at cuts, squiggles and messages at diagnostics,
// tints at what is selected. Each is a field that moves with the text between two results.
import { StateEffect, StateField, RangeSet, type EditorState, type Extension, type Range, type RangeValue, type StateEffectType, type Text } from '@codemirror/state';
import { Decoration, EditorView, gutter, gutterLineClass, GutterMarker, lineNumberWidgetMarker, WidgetType, type DecorationSet } from '@codemirror/view';
import type { DiagnosticView } from '../api_types';
import { letter } from '../format';
import { spanOf } from '../places';
import type { CutMark, Run } from './line_marks';
import { badge, cutPill, messageRow } from './widgets';

export interface Cuts {
  cuts: readonly CutMark[];
  selected: number;
}

export interface Tints {
  /** Lines with the segment whose hue they take; −1 for none. */
  lines: readonly { first: number; last: number; segment: number }[];
  hovered: readonly (readonly [number, number])[];
  /** Lines of the op at the caret. */
  caret: readonly (readonly [number, number])[];
}

export interface Faults {
  text: string;
  diagnostics: readonly DiagnosticView[];
}

export const setRuns = StateEffect.define<readonly Run[]>();
export const setCuts = StateEffect.define<Cuts>();
export const setTints = StateEffect.define<Tints>();
export const setFaults = StateEffect.define<Faults>();

/** What the rows do when they are pressed. */
export interface Actions {
  selectCut(cut: number): void;
  selectSegment(segment: number): void;
  mend(diagnostic: DiagnosticView): void;
}

/** Messages below lines at most; all are in Problems. */
const kMessages = 3;
const kSquiggles = 500;

const startOf = (doc: Text, line: number) => doc.line(Math.min(Math.max(1, line), doc.lines)).from;

class SegmentMarker extends GutterMarker {
  constructor(readonly segment: number, readonly first: boolean, readonly last: boolean, readonly select: Actions['selectSegment']) { super(); }
  override eq(other: SegmentMarker) {
    return other.segment === this.segment && other.first === this.first && other.last === this.last;
  }
  override toDOM() {
    const cell = document.createElement('div');
    cell.className = `run seg-${String.fromCharCode(97 + (this.segment % 12))}`;
    if (this.first) {
      cell.append(badge(this.segment));
      cell.classList.add('first');
      cell.title = `Segment ${letter(this.segment)}`;
    }
    if (this.last) cell.classList.add('last');
    cell.addEventListener('click', () => this.select(this.segment));
    return cell;
  }
}

/** A run as places of the text, which edits move. */
interface Stretch {
  from: number;
  to: number;
  segment: number;
}

function stretchesOf(doc: Text, runs: readonly Run[]): Stretch[] {
  return runs.filter((run) => run.first <= doc.lines)
    .map((run) => ({ from: doc.line(run.first).from, to: doc.line(Math.min(run.last, doc.lines)).to, segment: run.segment }));
}

const stretches = StateField.define<readonly Stretch[]>({
  create: () => [],
  update(held, transaction) {
    let now = held;
    if (transaction.docChanged) {
      const { changes } = transaction;
      now = held.map(({ from, to, segment }) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1), segment }));
    }
    for (const one of transaction.effects) if (one.is(setRuns)) now = stretchesOf(transaction.state.doc, one.value);
    return now;
  },
});

/** Letters and bars, made for the lines that are in view only. */
function segmentGutter(select: Actions['selectSegment']): Extension {
  return [stretches, gutter({
    class: 'segments',
    lineMarker(view, line) {
      const held = view.state.field(stretches);
      let [low, high] = [0, held.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (held[middle].to < line.from) low = middle + 1;
        else high = middle;
      }
      const run = held[low];
      return run && run.from <= line.to ? new SegmentMarker(run.segment, run.from >= line.from, run.to <= line.to, select) : null;
    },
    lineMarkerChange: (update) => update.startState.field(stretches) !== update.state.field(stretches),
    widgetMarker: (_, widget) => dashBeside(widget),
    initialSpacer: () => new SegmentMarker(0, false, false, () => {}),
  })];
}

class CutRow extends WidgetType {
  constructor(readonly cuts: readonly CutMark[], readonly selected: number, readonly select: Actions['selectCut']) { super(); }
  override eq(other: CutRow) {
    return other.selected === this.selected && JSON.stringify(other.cuts) === JSON.stringify(this.cuts);
  }
  override toDOM() {
    const row = document.createElement('div');
    row.className = 'cut-row';
    if (this.cuts.some((cut) => cut.cut === this.selected)) row.classList.add('selected');
    for (const cut of this.cuts.slice(0, 3)) row.append(cutPill(cut, cut.cut === this.selected, () => this.select(cut.cut)));
    if (this.cuts.length > 3) {
      const more = document.createElement('span');
      more.className = 'more';
      more.textContent = `and ${this.cuts.length - 3} more`;
      row.append(more);
    }
    return row;
  }
  override get estimatedHeight() { return 26; }
  override ignoreEvent() { return true; }
}

/** The dashes of a cut's row go on through the gutters. */
const dash = new (class extends GutterMarker {
  override toDOM() {
    const line = document.createElement('div');
    line.className = 'cut-dash';
    return line;
  }
})();

const dashBeside = (widget: WidgetType) => (widget instanceof CutRow ? dash : null);

export const cutDashes: Extension = lineNumberWidgetMarker.of((_, widget) => dashBeside(widget));

function cutRows(doc: Text, marks: Cuts, select: Actions['selectCut']): DecorationSet {
  const rows = new Map<number, CutMark[]>();
  for (const cut of marks.cuts) if (cut.line <= doc.lines) rows.set(cut.line, [...(rows.get(cut.line) ?? []), cut]);
  const ranges: Range<Decoration>[] = [];
  for (const [line, cuts] of rows) {
    const selected = cuts.some((cut) => cut.cut === marks.selected) ? marks.selected : -1;
    // The row of the selected cut shows that cut, however many begin here.
    const shown = [...cuts].sort((a, b) => Number(b.cut === selected) - Number(a.cut === selected));
    ranges.push(Decoration.widget({ widget: new CutRow(shown, selected, select), block: true, side: -1 }).range(startOf(doc, line)));
  }
  return Decoration.set(ranges, true);
}

class Message extends WidgetType {
  constructor(readonly diagnostic: DiagnosticView, readonly mend: Actions['mend']) { super(); }
  override eq(other: Message) { return other.diagnostic === this.diagnostic; }
  override toDOM() { return messageRow(this.diagnostic, () => this.mend(this.diagnostic)); }
  override get estimatedHeight() { return 40; }
  override ignoreEvent() { return true; }
}

const faultLine = Decoration.line({ class: 'fault-line' });

function faults(state: EditorState, { text, diagnostics }: Faults, mend: Actions['mend']): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const { doc } = state;
  const lines = new Set<number>();
  let messages = 0;
  for (const diagnostic of diagnostics.slice(0, kSquiggles)) {
    const span = spanOf(text, diagnostic);
    if (!span) continue;
    const from = Math.min(span.from, doc.length);
    const to = Math.min(Math.max(span.to, span.from), doc.length);
    if (to > from) ranges.push(Decoration.mark({ class: `fault ${diagnostic.severity}`, attributes: { title: diagnostic.message } }).range(from, to));
    if (diagnostic.severity !== 'error') continue;
    const line = doc.lineAt(from);
    const last = doc.lineAt(Math.max(from, to));
    if (!lines.has(line.number)) ranges.push(faultLine.range(line.from));
    lines.add(line.number);
    if (messages++ < kMessages) {
      ranges.push(Decoration.widget({ widget: new Message(diagnostic, mend), block: true, side: 1 }).range(last.to));
    }
  }
  return Decoration.set(ranges, true);
}

/** The classes of each line that is tinted, by its number. */
function classesOf(doc: Text, tints: Tints): Map<number, string> {
  const classes = new Map<number, string>();
  const put = (first: number, last: number, name: string) => {
    for (let line = Math.max(1, first); line <= Math.min(last, doc.lines); line++) {
      classes.set(line, `${classes.get(line) ?? ''} ${name}`);
    }
  };
  for (const { first, last, segment } of tints.lines) {
    put(first, last, segment < 0 ? 'tint' : `tint seg-${String.fromCharCode(97 + (segment % 12))}`);
  }
  for (const [first, last] of tints.hovered) put(first, last, 'hovered');
  for (const [first, last] of tints.caret) put(first, last, 'caret-op');
  return classes;
}

function tinted(doc: Text, tints: Tints): DecorationSet {
  const ranges = [...classesOf(doc, tints)].map(([line, name]) => Decoration.line({ class: name.trim() }).range(doc.line(line).from));
  return Decoration.set(ranges, true);
}

class LineClass extends GutterMarker {
  constructor(override readonly elementClass: string) { super(); }
  override eq(other: LineClass) { return other.elementClass === this.elementClass; }
}

/** The same tints in the gutters, so that a line is tinted from side to side. */
function tintedGutters(doc: Text, tints: Tints): RangeSet<GutterMarker> {
  const ranges = [...classesOf(doc, tints)].map(([line, name]) => new LineClass(name.trim()).range(doc.line(line).from));
  return RangeSet.of(ranges, true);
}

const faultMarker = new LineClass('fault-line');

function faultGutters(doc: Text, { text, diagnostics }: Faults): RangeSet<GutterMarker> {
  const starts = new Set<number>();
  for (const diagnostic of diagnostics.slice(0, kSquiggles)) {
    const span = diagnostic.severity === 'error' ? spanOf(text, diagnostic) : null;
    if (span) starts.add(doc.lineAt(Math.min(span.from, doc.length)).from);
  }
  return RangeSet.of([...starts].sort((a, b) => a - b).map((at) => faultMarker.range(at)));
}

/** A set of ranges that an effect replaces and edits move. */
function movedSet<E, M extends RangeValue>(
  effect: StateEffectType<E>, made: (state: EditorState, value: E) => RangeSet<M>, shown: (field: StateField<RangeSet<M>>) => Extension,
): Extension {
  return StateField.define<RangeSet<M>>({
    create: () => RangeSet.empty,
    update(set, transaction) {
      let now = transaction.docChanged ? set.map(transaction.changes) : set;
      for (const one of transaction.effects) if (one.is(effect)) now = made(transaction.state, one.value);
      return now;
    },
    provide: shown,
  });
}

const inText = (field: StateField<DecorationSet>) => EditorView.decorations.from(field);
const inGutters = (field: StateField<RangeSet<GutterMarker>>) => gutterLineClass.from(field);

export function resultDecorations(actions: Actions): Extension {
  return [
    movedSet(setTints, (state, value) => tintedGutters(state.doc, value), inGutters),
    movedSet(setFaults, (state, value) => faultGutters(state.doc, value), inGutters),
    segmentGutter(actions.selectSegment),
    movedSet(setCuts, (state, marks) => cutRows(state.doc, marks, actions.selectCut), inText),
    movedSet(setFaults, (state, value) => faults(state, value, actions.mend), inText),
    movedSet(setTints, (state, value) => tinted(state.doc, value), inText),
  ];
}
