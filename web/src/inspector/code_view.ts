// A view of code that is read, not written: the segment's script, a kernel. Lines can be tinted, have words beside them,
// and a run of helpers at the top can fold. It is a chunk of its own, loaded when the first such tab opens.
import { EditorState, StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, lineNumbers, WidgetType, type DecorationSet } from '@codemirror/view';
import { fusionMarks, hangingIndent, mountEditor } from '../editor/mount';
import { letter } from '../format';

export interface Beside {
  line: number;
  arrow: boolean;
  strong: string;
  words: string;
  segment: number | null;
}

export interface CodeMarks {
  beside: readonly Beside[];
  /** Lines with the tint of the segment, first to last. */
  lit: readonly (readonly [number, number])[];
  /** Lines under the pointer, here or in another pane. */
  hovered: readonly (readonly [number, number])[];
  /** The one range that is stepped to. */
  current: readonly [number, number] | null;
  /** Lines 1 to this one can fold; 0 where none can. */
  foldTo: number;
  foldWords: string;
  folded: boolean;
}

export interface CodeEvents {
  onLine(line: number): void;
  onHover(line: number | null): void;
  onFold(): void;
}

export interface CodeView {
  setText(text: string): void;
  setMarks(marks: CodeMarks): void;
  show(line: number): void;
  destroy(): void;
}

const setTints = StateEffect.define<CodeMarks>();
const setBeside = StateEffect.define<readonly Beside[]>();

const seg = (segment: number) => `var(--seg-${String.fromCharCode(97 + (segment % 12))})`;

class BesideWidget extends WidgetType {
  constructor(readonly beside: Beside) { super(); }
  override eq(other: BesideWidget) { return JSON.stringify(other.beside) === JSON.stringify(this.beside); }
  toDOM(): HTMLElement {
    const out = document.createElement('span');
    out.className = 'cm-beside';
    if (this.beside.arrow) out.append('→ ');
    const strong = document.createElement('b');
    strong.textContent = this.beside.strong;
    out.append(strong, ` ${this.beside.words}`);
    if (this.beside.segment !== null) {
      const badge = document.createElement('span');
      badge.className = 'cm-badge';
      badge.textContent = letter(this.beside.segment);
      badge.style.background = seg(this.beside.segment);
      out.append(' ', badge);
    }
    return out;
  }
  override ignoreEvent() { return false; }
}

class FoldWidget extends WidgetType {
  constructor(readonly words: string, readonly onFold: () => void) { super(); }
  override eq(other: FoldWidget) { return other.words === this.words; }
  toDOM(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-fold';
    button.textContent = `› ${this.words}`;
    button.onclick = this.onFold;
    return button;
  }
  override ignoreEvent() { return true; }
}

function besideOf({ doc }: EditorState, all: readonly Beside[]): DecorationSet {
  return Decoration.set(all.filter((beside) => beside.line <= doc.lines).map((beside) =>
    Decoration.widget({ widget: new BesideWidget(beside), side: 1 }).range(doc.line(beside.line).to)), true);
}

function tintsOf(state: EditorState, marks: CodeMarks, onFold: () => void): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const { doc } = state;
  const tint = (name: string, lines: readonly (readonly [number, number])[]) => {
    const decoration = Decoration.line({ class: name });
    for (const [first, last] of lines) {
      for (let line = first; line <= Math.min(last, doc.lines); line++) ranges.push(decoration.range(doc.line(line).from));
    }
  };
  tint('cm-lit', marks.lit);
  tint('cm-hovered', marks.hovered);
  if (marks.current) {
    const [first, last] = marks.current;
    tint('cm-current', [marks.current]);
    tint('cm-current-first', [[first, first]]);
    tint('cm-current-last', [[last, last]]);
  }
  if (marks.folded && marks.foldTo > 0 && marks.foldTo <= doc.lines) {
    const widget = new FoldWidget(marks.foldWords, onFold);
    ranges.push(Decoration.replace({ widget, block: true }).range(0, doc.line(marks.foldTo).to));
  }
  return Decoration.set(ranges, true);
}

/** Marks belong to one text: a new text has none until they are set again. Words beside lines change rarely, tints often. */
function marksFields(onFold: () => void): Extension {
  const field = (of: (state: EditorState, effect: StateEffect<unknown>) => DecorationSet | null) => StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(now, transaction) {
      let next = transaction.docChanged ? Decoration.none : now;
      for (const effect of transaction.effects) next = of(transaction.state, effect) ?? next;
      return next;
    },
    provide: (self) => EditorView.decorations.from(self),
  });
  return [
    field((state, effect) => (effect.is(setTints) ? tintsOf(state, effect.value, onFold) : null)),
    field((state, effect) => (effect.is(setBeside) ? besideOf(state, effect.value) : null)),
  ];
}

const theme = EditorView.theme({
  '.cm-line': { position: 'relative' },
  '.cm-beside': {
    position: 'absolute', right: '1rem', top: '0', textIndent: '0', color: 'var(--ink-3)', fontFamily: 'var(--font-ui)',
    fontSize: 'var(--fs-sm)', background: 'inherit', paddingLeft: '0.5rem', whiteSpace: 'nowrap', userSelect: 'none',
  },
  '.cm-beside b': { color: 'var(--ink)', fontFamily: 'var(--font-code)', fontWeight: '600' },
  '.cm-badge': {
    display: 'inline-block', minWidth: '0.9375rem', padding: '0 0.1875rem', boxSizing: 'border-box', textAlign: 'center', borderRadius: '3px',
    color: 'var(--on-seg)', font: '600 0.625rem/0.9375rem var(--font-ui)', verticalAlign: 'middle',
  },
  '&.has-beside .cm-line': { paddingRight: '8rem' },
  '.cm-lit': { backgroundColor: 'var(--soft)', boxShadow: 'inset 3px 0 var(--seg)' },
  '.cm-hovered': { backgroundColor: 'var(--hover)' },
  '.cm-lit.cm-hovered': { backgroundColor: 'var(--soft)' },
  '.cm-current': { boxShadow: 'inset 1.5px 0 var(--seg), inset -1.5px 0 var(--seg)' },
  '.cm-current-first': { boxShadow: 'inset 1.5px 0 var(--seg), inset -1.5px 0 var(--seg), inset 0 1.5px var(--seg)' },
  '.cm-current-last': { boxShadow: 'inset 1.5px 0 var(--seg), inset -1.5px 0 var(--seg), inset 0 -1.5px var(--seg)' },
  '.cm-current-first.cm-current-last': { boxShadow: 'inset 0 0 0 1.5px var(--seg)' },
  '.cm-fold': {
    display: 'block', width: '100%', padding: '0 1rem', border: '0', background: 'none', color: 'var(--ink-3)', textAlign: 'left',
    font: 'var(--fs-sm)/1.5rem var(--font-ui)', cursor: 'pointer',
  },
  '.cm-fold:hover': { background: 'var(--hover)' },
});

async function language(name: 'python' | 'cpp'): Promise<Extension> {
  if (name === 'cpp') return (await import('@codemirror/lang-cpp')).cpp();
  return [(await import('@codemirror/lang-python')).python(), fusionMarks];
}

function pointing(events: CodeEvents): Extension {
  let hovered = 0;
  return EditorView.domEventHandlers({
    mousemove(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      const line = view.state.doc.lineAt(at).number;
      if (line !== hovered) events.onHover((hovered = line));
    },
    mouseleave() {
      hovered = 0;
      events.onHover(null);
    },
    click(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      if (view.state.selection.main.empty) events.onLine(view.state.doc.lineAt(at).number);
    },
    keydown(event, view) {
      if (event.key !== 'Enter') return false;
      events.onLine(view.state.doc.lineAt(view.state.selection.main.head).number);
      return true;
    },
  });
}

export async function startCodeView(
  host: HTMLElement, options: { label: string; language: 'python' | 'cpp'; wraps: boolean; beside: boolean }, events: CodeEvents,
): Promise<CodeView> {
  const view = mountEditor(host, '', [
    lineNumbers(), marksFields(() => events.onFold()), await language(options.language),
    options.wraps ? [EditorView.lineWrapping, hangingIndent] : [],
    EditorState.readOnly.of(true), EditorView.editable.of(false),
    EditorView.editorAttributes.of({ class: options.beside ? 'has-beside' : '' }),
    EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0', 'aria-readonly': 'true' }),
    pointing(events), theme,
  ]);
  let shown = '';
  let last: CodeMarks | null = null;
  return {
    setText(text) {
      if (text === shown) return;
      shown = text;
      last = null;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
      view.scrollDOM.scrollTop = 0;
    },
    setMarks(marks) {
      const beside = marks.beside !== last?.beside ? [setBeside.of(marks.beside)] : [];
      if (marks !== last) view.dispatch({ effects: [setTints.of(marks), ...beside] });
      last = marks;
    },
    show(line) {
      if (line > view.state.doc.lines) return;
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: 'nearest', yMargin: 100 }) });
    },
    destroy: () => view.destroy(),
  };
}
