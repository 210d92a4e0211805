// The editor of the definition: CodeMirror with Python, tied to the store. The text is the store's; the editor sends
// edits and takes what comes from elsewhere. This file is a chunk of its own that is loaded after the first paint.
import { defaultKeymap } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, type EditorState } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, keymap, lineNumbers, type ViewUpdate } from '@codemirror/view';
import { computed, effect } from '@preact/signals';
import { kLarge, nextTask } from '../analysis';
import { followSelection } from '../follow';
import { sameSelection } from '../selection';
import { dispatch, hover, last, litByHover, litBySelection, selection, stale, tables, text } from '../store';
import { mend } from '../views/Problems';
import { cutDashes, resultDecorations, setCuts, setFaults, setRuns, setTints } from './decorations';
import { cutMarksOf, runsOf, type Run } from './line_marks';
import { fusionMarks, hangingIndent, mountEditor } from './mount';
import { caret, wantedLine } from './reveal';
import { widgetTheme } from './widgets';

/** Says that a change did not come from the keyboard. */
const external = Annotation.define<boolean>();
/** Below so many columns lines are not wrapped: the editor scrolls inside itself. */
const kWrapColumns = 44;

/** What differs between two texts, as one change. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let end = 0;
  while (end < shorter - from && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function lineOfCaret(state: EditorState): number {
  return state.doc.lineAt(state.selection.main.head).number;
}

/** Selects the op at the caret's line, if the person moved the caret there. */
function selectAtCaret(update: ViewUpdate): void {
  if (!update.selectionSet || !update.transactions.some((one) => one.isUserEvent('select'))) return;
  const line = lineOfCaret(update.state);
  if (line === lineOfCaret(update.startState)) return;
  const wanted = thingOfLine(line);
  if (!wanted || sameSelection(wanted, selection.peek())) return;
  dispatch({ type: 'select', selection: wanted });
  followSelection({ from: 'editor' });
}

function thingOfLine(line: number) {
  const now = tables.peek();
  if (stale.peek()) return null;
  const op = now.opsOfLine(line)[0];
  if (op !== undefined) return { kind: 'op', id: op } as const;
  const value = now.valuesOfLine(line)[0];
  return value === undefined ? null : ({ kind: 'value', id: value } as const);
}

function onUpdate(update: ViewUpdate): void {
  if (update.docChanged && !update.transactions.some((one) => one.annotation(external))) {
    dispatch({ type: 'edit', text: update.state.doc.toString(), at: performance.now() });
  }
  if (update.docChanged || update.selectionSet) {
    const line = update.state.doc.lineAt(update.state.selection.main.head);
    caret.value = { line: line.number, column: update.state.selection.main.head - line.from + 1 };
  }
  selectAtCaret(update);
}

let hoveredLine = 0;

const hovering = EditorView.domEventHandlers({
  mousemove(event, view) {
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    const line = view.state.doc.lineAt(at).number;
    if (line === hoveredLine) return;
    hoveredLine = line;
    const wanted = thingOfLine(line);
    if (!sameSelection(wanted, hover.peek())) dispatch({ type: 'hover', hover: wanted });
  },
  mouseleave() {
    hoveredLine = 0;
    if (hover.peek()) dispatch({ type: 'hover', hover: null });
  },
});

const actions = {
  selectCut(cut: number) {
    dispatch({ type: 'select', selection: { kind: 'cut', id: cut }, tab: 'why' });
    followSelection({ from: 'editor' });
  },
  selectSegment(segment: number) {
    dispatch({ type: 'select', selection: { kind: 'segment', id: segment } });
    followSelection({ from: 'editor' });
  },
  mend,
};

const runs = computed(() => runsOf(tables.value));
const cutMarks = computed(() => cutMarksOf(tables.value));

/** The segment of a line, by the runs, which are in the order of the text. */
function segmentAt(runs: readonly Run[], line: number): number {
  let [from, to] = [0, runs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (runs[middle].last < line) from = middle + 1;
    else to = middle;
  }
  return runs[from] && runs[from].first <= line ? runs[from].segment : -1;
}

export function startEditor(host: HTMLElement): () => void {
  const wrapping = new Compartment();
  const view = mountEditor(host, text.peek(), [
    lineNumbers(), cutDashes,
    resultDecorations(actions),
    drawSelection(), dropCursor(), bracketMatching(), highlightSelectionMatches(), search({ top: true }),
    python(), indentUnit.of('    '), fusionMarks,
    wrapping.of([EditorView.lineWrapping, hangingIndent]),
    keymap.of([...defaultKeymap.filter((key) => key.key !== 'Mod-/'), ...searchKeymap]),
    EditorView.contentAttributes.of({ 'aria-label': 'Definition', spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
    EditorView.updateListener.of(onUpdate),
    hovering,
    widgetTheme,
  ]);
  let wraps = true;
  const resized = new ResizeObserver(() => {
    host.style.setProperty('--editor-width', `${host.clientWidth}px`);
    const wanted = host.clientWidth / view.defaultCharacterWidth - 8 >= kWrapColumns;
    if (wanted === wraps) return;
    wraps = wanted;
    view.dispatch({ effects: wrapping.reconfigure(wanted ? [EditorView.lineWrapping, hangingIndent] : []) });
  });
  resized.observe(host);
  const ends = [followText(view), followResult(view), followTints(view), followWishes(view)];
  return () => {
    ends.forEach((end) => end());
    resized.disconnect();
    view.destroy();
  };
}

function followText(view: EditorView): () => void {
  return effect(() => {
    const wanted = text.value;
    const now = view.state.doc.toString();
    if (wanted === now) return;
    const change = changeBetween(now, wanted);
    // Marks of a text that is another one altogether would stand anywhere.
    const other = change.to - change.from > now.length / 2;
    const effects = other ? [setRuns.of([]), setCuts.of({ cuts: [], selected: -1 }), setFaults.of({ text: '', diagnostics: [] })] : [];
    view.dispatch({ changes: change, effects, annotations: external.of(true) });
  });
}

function followResult(view: EditorView): () => void {
  const ends = [
    effect(() => {
      // Of a large text the gutter comes in a task of its own.
      const late = tables.value.ops.length > kLarge ? nextTask() : null;
      const show = () => view.dispatch({ effects: setRuns.of(runs.value) });
      if (late) void late.then(show);
      else show();
    }),
    effect(() => {
      const chosen = selection.value;
      const cuts = stale.value ? [] : cutMarks.value;
      view.dispatch({ effects: setCuts.of({ cuts, selected: chosen?.kind === 'cut' ? chosen.id : -1 }) });
    }),
    effect(() => {
      const shown = last.value;
      if (shown) view.dispatch({ effects: setFaults.of({ text: shown.text, diagnostics: shown.response.diagnostics }) });
    }),
  ];
  return () => ends.forEach((end) => end());
}

function followTints(view: EditorView): () => void {
  return effect(() => {
    const lines = stale.value ? [] : litBySelection.value.lines.map(([first, end]) => ({ first, last: end, segment: segmentAt(runs.value, first) }));
    const chosen = selection.value;
    const atCaret = chosen?.kind === 'op' ? litBySelection.value.lines : [];
    view.dispatch({ effects: setTints.of({ lines, hovered: stale.value ? [] : litByHover.value.lines, caret: atCaret }) });
  });
}

function followWishes(view: EditorView): () => void {
  return effect(() => {
    const wish = wantedLine.value;
    if (!wish || wish.line > view.state.doc.lines) return;
    const line = view.state.doc.line(wish.line);
    const at = Math.min(line.to, line.from + (wish.column ?? 1) - 1);
    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'nearest', yMargin: 60 }) });
    if (wish.focus) view.focus();
  });
}
